"""Makes stored text inert: one line that opens no tag, closes no block, links nowhere, plays no role."""

from __future__ import annotations

import re

from graphmem.language.observer.injection import role_label
from graphmem.language.printable import printable

_OPENING = "<\uff1c\ufe64\u2039\u2329\u3008\u27e8\u276c\u276e\u2770\u29fc\u1438\u02c2\u227a\u22d6\u2a9d\U000133e0"
_CLOSING = ">\uff1e\ufe65\u203a\u232a\u3009\u27e9\u276d\u276f\u2771\u29fd\u1433\u02c3\u227b\u22d7\u2a9e"
_ESCAPED = str.maketrans({
    "&": "&amp;",
    **dict.fromkeys(_OPENING, "&lt;"), **dict.fromkeys(_CLOSING, "&gt;"),
    **dict.fromkeys("“”„‟", '"'),
})  # fmt: skip
"""Escapes brackets, their look-alikes, and the quotes that stand around a turn."""

_WIDE = re.compile(
    "[\u00ab\u300a\u27ea\u226a\u300c\uff62](?=\\s*[/\u2044\u2215\u2571\u29f8\uff0f]?\\s*memory[_\\W]{0,3}context)"
)
"""Quotation marks of other languages, where a model may read them as the block's tag."""

_MARKUP = re.compile(r"^(?:(?:#{1,6}|[-*+])\s+)+|`{3,}|~{3,}")
"""Signs of headings and lists at the start of a line, and code fences."""

_LINK = re.compile(r"\](?=[(:])")
"""Markdown's links and images: a client that renders an image requests its URL, and leaks its data."""


def make_inert(text: str) -> str:
    """One line of the text without markup and invisible characters (tags, direction marks, escapes)."""
    lines = [_no_role(line) for line in printable(text).split("\n")]
    line = _MARKUP.sub(" ", " ".join(" ".join(lines).split()))
    return _LINK.sub("] ", " ".join(line.translate(_ESCAPED).split()))


def _no_role(line: str) -> str:
    if found := role_label(line):
        line = f"{found[1]}{found[2]} –{line[found.end() :]}"
    return _WIDE.sub("<", line)
