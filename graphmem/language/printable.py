"""Stored text made safe to show: nothing in it acts on a terminal or a model or is invisible.

The stored text stays verbatim; terminals, prompt blocks and logs show it through this module.
"""

from __future__ import annotations

import re

_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
"""Other line ends. A carriage return alone would let later text overwrite earlier text."""

_BLANKS = "\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u2800"
"""Controls, C0 and C1, with which escape sequences begin; and a blank that programs take for a sign."""

_HIDDEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\U000e0000-\U0010ffff"
)
"""Soft hyphen, joiners, fillers, direction marks, tags, selectors, surrogate halves, private use."""

_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_JOINING = "\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc"
"""Scripts that spell with joiners: Arabic, those of India, Tibetan, Burmese, Khmer, Mongolian."""

_SELECTED = f"(?<![{_EMOJI}])[\ufe0e\ufe0f](?!\u20e3)"
_JOINED = f"(?<![{_EMOJI}\ufe0f{_JOINING}])[\u200c\u200d]|[\u200c\u200d](?![{_EMOJI}{_JOINING}])"
"""Selectors and joiners belong behind and between emoji; elsewhere they can carry a hidden text."""

_UNSEEN = re.compile(f"[{_HIDDEN}]|{_SELECTED}|{_JOINED}")
_BLANK = re.compile(f"[{_BLANKS}]")
_ACTING = re.compile(f"{_UNSEEN.pattern}|[{_BLANKS}\x0b\x0c\r\x1c-\x1e\x85\u2028\u2029]")


def printable(text: str) -> str:
    """Return the text without controls and unseen characters; all line ends become `\\n`, and tabs stay.

    Emoji and scripts that need joiners keep them. Idempotent.
    """
    if not _ACTING.search(text):
        return text
    return _UNSEEN.sub("", _BLANK.sub(" ", _BREAKS.sub("\n", text)))


def one_line(text: str) -> str:
    """Return the text as `printable` does, on one line with single blanks."""
    return " ".join(printable(text).split())


def escaped(document: str) -> str:
    """Return an equal JSON document in which unsafe and invisible characters are `\\uXXXX`."""
    return _ACTING.sub(_escape, document)


def _escape(found: re.Match[str]) -> str:
    pairs = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{pairs[at] << 8 | pairs[at + 1]:04x}" for at in range(0, len(pairs), 2))
