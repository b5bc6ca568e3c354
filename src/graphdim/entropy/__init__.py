"""The mathematics: feature entropy, structure entropy. No input, no output, only numpy."""
