"""What the build refuses beyond broken links, a page that fetches anything, and what the theme's own script lacks."""

import re
from typing import Any

from mkdocs.exceptions import PluginError

__all__ = ["on_post_page"]

# Links that a reader may follow are fine; what a browser loads by itself is not.
FETCHED = re.compile(r"""<(?:script|img|iframe|link)\b[^>]*?\b(?:src|href)=["']?((?:https?:)?//[^"'\s>]+)""")
# The script that switches between light and dark asks for two style sheets of highlight.js, which is off.
SHEETS = '<style id="hljs-light"></style><style id="hljs-dark"></style>'
NAMED = re.compile(r"""<link\b[^>]*\brel=["']?(?:canonical|next|prev|alternate)\b[^>]*>""")


def on_post_page(output: str, *, page: Any, config: Any) -> str:  # noqa: ARG001 - mkdocs calls it so
    """Refuse a page whose scripts, styles or pictures come from elsewhere; complete the others."""
    found = FETCHED.search(NAMED.sub("", output))
    if found:
        msg = f"{page.file.src_path} fetches {found.group(1)}; the site must work without a network"
        raise PluginError(msg)
    return output.replace("<head>", f"<head>{SHEETS}", 1)
