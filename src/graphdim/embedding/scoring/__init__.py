"""What rows are worth: links told from non-edges (`links`), labels learned from half of the nodes (`labels`)."""
