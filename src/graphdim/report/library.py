"""Vega, Vega-Lite and vega-embed as one script for the page; vl-convert carries them, so no network is needed."""

import hashlib
from contextlib import suppress

from graphdim.extras import require
from graphdim.folders import cache_folder, write_whole

__all__ = ["vega"]


def vega() -> str:
    """The script, which sets `vegaEmbed`. Bundling takes seconds, so it is kept in the user's cache, under its hash."""
    converter = require("vl_convert", "drawing charts")
    folder, name = cache_folder(), f"vega-{converter.__version__}"
    for kept in folder.glob(f"{name}-*.js"):
        with suppress(OSError):
            script = kept.read_bytes()
            if kept.name == _file_name(name, script):
                return script.decode()
    bundle = _safe(converter.javascript_bundle())
    with suppress(OSError):  # a cache that cannot be written costs time, nothing else
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / _file_name(name, bundle.encode()), bundle.encode())
    return bundle


def _file_name(name: str, script: bytes) -> str:
    """A script that was damaged or changed in the cache has another name than it should."""
    return f"{name}-{hashlib.sha256(script).hexdigest()}.js"


def _safe(script: str) -> str:
    """A script that cannot end the element that holds it."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
