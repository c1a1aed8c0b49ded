"""Requests to an assistant to forget something, and their subject.

"Please forget what I said about the reorg" tells nothing, and a memory of it would name the thing once more. A request
is an imperative at the start of a clause: "I forgot my keys", "don't forget to call mum" and "forget it, let's do
pasta" are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from graphmem.language.formation.splitting import Span, sentence_spans
from graphmem.language.observer.patterns import expression
from graphmem.language.turkish import fold
from graphmem.model.language import RULED

LONGEST = 2_000
"""Characters of a message that are searched for requests."""

_MAY = re.compile(
    r"forg[eo]t|delet|eras|remov|wip|remember|sav|stor|keep|kept|hold|record|not|memori|scrap|disregard|strike|drop"
    r"|unut|sil|hatirla|akl|hafiza|bell|kaydet|sakla|kalmasin|durmasin"
)
_CLAUSE = re.compile(r"[,;:–—]\s+|\s-\s")
_REPORTED = expression("en/forget_requests", "reported")
_BLANK = "\n"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request to forget: its place, its words and its subject; "" for the turn just before."""

    span: Span
    words: str
    about: str


@lru_cache(maxsize=512)
def forget_requests(text: str) -> tuple[Asked, ...]:
    """Return the requests in a message, in either language, at most one a sentence.

    The request reaches from its clause to the end of the sentence; the words before are a statement.
    """
    if len(text) > LONGEST or not _MAY.search(fold(text)):
        return ()
    return tuple(one for span in sentence_spans(text) if (one := _asked(text, span)) is not None)


def without_requests(text: str) -> str:
    """Return a text with blanks in place of requests to forget; every other place stays."""
    for one in forget_requests(text):
        text = f"{text[: one.span.start]}{_BLANK * (one.span.end - one.span.start)}{text[one.span.end :]}"
    return text


def only_asks_to_forget(text: str) -> bool:
    """Whether the text is only requests to forget."""
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
        for language in RULED:
            if found := expression(f"{language.value}/forget_requests", "asked").match(clause):
                name = found.lastgroup
                about = "" if name is None else said[start + found.start(name) : start + found.end(name)].strip()
                return Asked(Span(span.start + start, span.end), said[start:].strip(), about)
    return None
