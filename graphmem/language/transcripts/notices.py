"""Notices of a chat program in somebody's name, which nobody wrote.

For example "Media omitted" or "This message was deleted".
"""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines

NOTICE = "a notice of the program, which nobody said"

LONGEST = 400
"""Most characters of a notice."""

_MARKS = str.maketrans("", "", "\u200e\u200f\u202a\u202c")
_EDITED = re.compile(r"[\s\u200e]*<\u200e?(?:this message was edited|bu mesaj d[üu]zenlendi)\.?>\s*$", re.IGNORECASE)


def is_notice(text: str) -> bool:
    """Whether a whole message is a notice."""
    if len(text) > LONGEST:
        return False
    bare = " ".join(fold(text.translate(_MARKS)).split()).strip("<>[]. ")
    return _notices().fullmatch(bare) is not None


def as_written(text: str) -> str:
    """Return a message without its program's mark for edited ones."""
    return _EDITED.sub("", text)


@cache
def _notices() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines("chat_notices")))
