"""Whether somebody asks an assistant to forget what was said, and what that is about.

"Please forget what I said about the reorg" tells nothing, and a memory of it would name the thing once more. What is
asked for stands in the imperative at the beginning of a clause: "I forgot my keys", "don't forget to call mum" and
"forget it, let's do pasta" ask for no such thing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from graphmem.language.formation.splitting import Span, sentence_spans
from graphmem.language.observer.patterns import expression
from graphmem.language.turkish import fold
from graphmem.model.language import Language

LONGEST = 2_000
"""Characters of a message that is read for it."""

_MAY = re.compile(
    r"forg[eo]t|delet|eras|remov|wip|remember|sav|stor|keep|kept|hold|record|not|memori|scrap|disregard|strike|drop"
    r"|unut|sil|hatirla|akl|hafiza|bell|kaydet|sakla|kalmasin|durmasin"
)
_CLAUSE = re.compile(r"[,;:–—]\s+|\s-\s")
_REPORTED = expression("en/forget_requests", "reported")
_BLANK = "\n"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request to forget: where it stands, its words, and what it is about; "" for what was said just before."""

    span: Span
    words: str
    about: str


@lru_cache(maxsize=512)
def forget_requests(text: str) -> tuple[Asked, ...]:
    """The requests in a message, in whichever language, one a sentence at the most. From its clause to its end the
    sentence is the request's; what stands before is told."""
    if len(text) > LONGEST or not _MAY.search(fold(text)):
        return ()
    return tuple(one for span in sentence_spans(text) if (one := _asked(text, span)) is not None)


def without_requests(text: str) -> str:
    """A text with blanks where somebody asks to forget; every other place stays."""
    for one in forget_requests(text):
        text = f"{text[: one.span.start]}{_BLANK * (one.span.end - one.span.start)}{text[one.span.end :]}"
    return text


def only_asks_to_forget(text: str) -> bool:
    """Whether nothing else stands in it."""
    return bool(forget_requests(text)) and not any(char.isalnum() for char in without_requests(text))


def _asked(text: str, span: Span) -> Asked | None:
    said = span.of(text)
    folded = fold(said)
    if len(folded) != len(said):  # ligatures
        folded = said.lower()
    for start in (0, *(found.end() for found in _CLAUSE.finditer(folded))):
        if start and _REPORTED.search(folded[:start]):
            continue
        clause = folded[start:].rstrip(" .!?…\"'”’)")
        for language in Language:
            if found := expression(f"{language.value}/forget_requests", "asked").match(clause):
                name = found.lastgroup
                about = "" if name is None else said[start + found.start(name) : start + found.end(name)].strip()
                return Asked(Span(span.start + start, span.end), said[start:].strip(), about)
    return None
