"""Shipped files for Neo4j Browser: colours and captions for every label, queries, the tour's notebook."""

from __future__ import annotations

import json
import re
from pathlib import Path

_PACKAGED = Path(__file__).resolve().parent.parent / "_notebooks"
_CHECKOUT = Path(__file__).resolve().parent.parent.parent / "notebooks"
NOTEBOOKS = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
"""The folder with `browser/` and `tour.ipynb`."""

_RULE = re.compile(r"([\w.]+)\s*\{([^{}]*(?:\{\w+\}[^{}]*)*)\}")
_PROPERTY = re.compile(r"([\w-]+)\s*:\s*([^;]+);")


def style() -> dict[str, dict[str, str]]:
    """`style.grass` as selector → properties, read as Browser reads it: captions lose their quotes."""
    text = (NOTEBOOKS / "browser" / "style.grass").read_text("utf-8")
    return {
        selector: {name: value.strip().strip('"') for name, value in _PROPERTY.findall(body)}
        for selector, body in _RULE.findall(text)
    }


def style_command() -> str:
    """The style as Browser's commands on one line; the second clears the page with the printed style.

    Browser splits commands at semicolons, of which JSON has none.
    """
    return f"style {json.dumps(style(), ensure_ascii=False, separators=(',', ':'))}; clear"
