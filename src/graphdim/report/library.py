"""Vega, Vega-Lite and vega-embed as one script for the page; vl-convert carries them, so no network is needed.

Bundling takes more than a second, so the script is kept in the user's cache. Whoever can write there could put a script
of their own into every page, so what is kept counts only if it has the digest that stands here. A version of vl-convert
without a digest bundles every time.
"""

import hashlib
from contextlib import suppress
from pathlib import Path

from graphdim.extras import require
from graphdim.folders import cache_folder, write_whole

__all__ = ["vega"]

# The SHA-256 of the script that each version of vl-convert makes.
DIGESTS = {"1.9.0": "3425bd951a44d478d0505c6b5d1e8d57656b6e9a4da7bfe88a718ce61d76e572"}


def vega() -> str:
    """The script, which sets `vegaEmbed`; from the cache if it is there unchanged."""
    converter = require("vl_convert", "drawing charts")
    version = converter.__version__
    place, digest = cache_folder() / f"vega-{version}.js", DIGESTS.get(version)
    kept = _kept(place)
    if hashlib.sha256(kept).hexdigest() == digest:
        return kept.decode()
    bundle = _safe(converter.javascript_bundle())
    if hashlib.sha256(bundle.encode()).hexdigest() == digest:
        _keep(place, bundle.encode())
    return bundle


def _kept(place: Path) -> bytes:
    with suppress(OSError):
        return place.read_bytes()
    return b""


def _keep(place: Path, script: bytes) -> None:
    with suppress(OSError):  # a cache that cannot be written costs time, nothing else
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, script)


def _safe(script: str) -> str:
    """A script that cannot end the element that holds it."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
