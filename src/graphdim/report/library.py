"""Vega, Vega-Lite and vega-embed as one script for the page; vl-convert carries them, so no network is needed."""

from graphdim.extras import require
from graphdim.folders import cache_folder, write_whole

__all__ = ["vega"]


def vega() -> str:
    """The script, which sets `vegaEmbed`. Bundling takes seconds, so it is kept in the user's cache."""
    converter = require("vl_convert", "drawing charts")
    kept = cache_folder() / f"vega-{converter.__version__}.js"
    try:
        return kept.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        bundle = _safe(converter.javascript_bundle())
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(kept, bundle.encode())
    except OSError:
        pass  # a cache that cannot be written costs time, nothing else
    return bundle


def _safe(script: str) -> str:
    """A script that cannot end the element that holds it."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
