"""What a chat's program says in somebody's name: nobody wrote "Media omitted" or "This message was deleted"."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines

NOTICE = "a notice of the program, which nobody said"

LONGEST = 400
"""Characters of a notice, at most."""

_MARKS = str.maketrans("", "", "\u200e\u200f\u202a\u202c")
_EDITED = re.compile(r"[\s\u200e]*<\u200e?(?:this message was edited|bu mesaj d[üu]zenlendi)\.?>\s*$", re.IGNORECASE)


def is_notice(text: str) -> bool:
    """Whether a whole message is one."""
    if len(text) > LONGEST:
        return False
    bare = " ".join(fold(text.translate(_MARKS)).split()).strip("<>[]. ")
    return _notices().fullmatch(bare) is not None


def as_written(text: str) -> str:
    """A message without the mark that its program puts behind one that was edited."""
    return _EDITED.sub("", text)


@cache
def _notices() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines("chat_notices")))
