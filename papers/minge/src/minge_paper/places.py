"""Where the files of the paper and of the repository are."""

from pathlib import Path

__all__ = ["CHOICES", "EMBEDDINGS", "FIRST_EDITION", "PAGE", "PUBLISHED", "README", "RESULTS", "SETTINGS", "ledgers"]

PAPER = Path(__file__).parents[2]
ROOT = PAPER.parents[1]

RESULTS = PAPER / "results"
EMBEDDINGS = RESULTS / "embeddings"
CHOICES = RESULTS / "choices"
SETTINGS = PAPER / "settings.toml"
PUBLISHED = PAPER / "published.toml"
FIRST_EDITION = PAPER / "first_edition.toml"
README = ROOT / "README.md"
PAGE = ROOT / "docs" / "evidence.md"


def ledgers() -> list[Path]:
    """The committed ledgers; if there is none, the first that should be there."""
    return sorted(RESULTS.glob("*.jsonl")) or [RESULTS / "paper.jsonl"]
