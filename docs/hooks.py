"""What the build refuses beyond broken links: a page that fetches anything from the network."""

import re
from typing import Any

from mkdocs.exceptions import PluginError

__all__ = ["on_post_page"]

# Links that a reader may follow are fine; what a browser loads by itself is not.
FETCHED = re.compile(r"""<(?:script|img|iframe|link)\b[^>]*?\b(?:src|href)=["']?((?:https?:)?//[^"'\s>]+)""")
NAMED = re.compile(r"""<link\b[^>]*\brel=["']?(?:canonical|next|prev|alternate)\b[^>]*>""")


def on_post_page(output: str, *, page: Any, config: Any) -> str:  # noqa: ARG001 - mkdocs calls it so
    """Refuse a page whose scripts, styles or pictures come from elsewhere."""
    found = FETCHED.search(NAMED.sub("", output))
    if found:
        msg = f"{page.file.src_path} fetches {found.group(1)}; the site must work without a network"
        raise PluginError(msg)
    return output
