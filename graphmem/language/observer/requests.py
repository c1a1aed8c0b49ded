"""Whether a statement asks the listener for something now, as people do without a question mark, or only quotes.

Both are marks for the learned heads: a request may tell something besides, and what sounds like one may be a rule.
"""

from __future__ import annotations

import re

from graphmem.language.observer.patterns import expression, plain
from graphmem.model.language import Language

_QUOTED = re.compile(r"""\s*["“„«'][^"”»]{8,}["”»']?[\s.,!?]*""")


def requests(text: str, language: Language) -> bool:
    """Whether it asks for something to be done now: "make me a table", "mesaj yazsana kısa olsun"."""
    said = plain(text).rstrip(" .!,;:")
    marks = f"{language.value}/requests"
    return expression(marks, "requests").search(said) is not None and not expression(marks, "unless").search(said)


def is_quoted(text: str) -> bool:
    """Whether all of it stands in quotes: a text that was pasted, not what its sender says."""
    return _QUOTED.fullmatch(text) is not None
