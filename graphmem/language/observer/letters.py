"""Forwarded mails and pasted chats: the parts of a message in which others speak.

The user who forwards "From: Sarah Chen … I'm on leave from December" is not on leave, and a pasted "Ali: I'm vegan" is
not about the user. A mail reaches from its head to the end of the message; the words before it are the sender's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from graphmem.language.first_person import is_of_oneself
from graphmem.language.naming.gazetteer import is_name_somewhere
from graphmem.language.temporal.words import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import RULED, Language

LEAST_LINES = 2
"""Least lines with a name before a colon that make a chat; a single one may address somebody."""

_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.\w")
_NAME = r"(?P<name>[^\W\d_][\w'’.\- ]{0,40}?)"
_TIME = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ \t]+)?\d{1,2}[:.]\d{2}(?::\d{2})?(?:[ \t]?[ap]m)?"
_BRACKETED = re.compile(rf"^[ \t]*[\[(]{_TIME}[\])][ \t]*-?[ \t]*{_NAME}:[ \t]+\S", re.MULTILINE | re.IGNORECASE)
_SENDER = _NAME.replace("name", "sender")
_STAMPED = re.compile(
    rf"^(?:[ \t]*{_TIME}[ \t]*[-–]?[ \t]*{_NAME}:[ \t]+\S.*|{_SENDER}[ \t]{{1,4}}\[?{_TIME}\]?[ \t]*)$",
    re.MULTILINE | re.IGNORECASE,
)
_SAID = re.compile(rf"^[ \t]*{_NAME}:[ \t]+(?P<said>\S.*)$", re.MULTILINE)
_BLANK = re.compile(r"\n[ \t]*\n")


def foreign_spans(text: str) -> Iterator[tuple[int, int]]:
    """Return the places in a message where others speak."""
    folded = fold(text)
    mail = _mail(folded)
    if mail is not None:
        yield mail, len(text)
        text = text[:mail]
    yield from _chat(text)


def _mail(folded: str) -> int | None:
    """Return the start of a forwarded or answered mail."""
    begun = [found.start() for kind in ("passed", "wrote") if (found := _line(kind).search(folded))]
    heads = list(_line("head").finditer(folded))
    for head in heads:
        end = folded.find("\n", head.end())
        line = folded[head.start() : end if end >= 0 else len(folded)]
        if _ADDRESS.search(line) or _line("field").match(folded, end + 1 if end >= 0 else len(folded)):
            begun.append(head.start())
    return min(begun, default=None)


def _chat(text: str) -> Iterator[tuple[int, int]]:
    stamped = list(_BRACKETED.finditer(text))
    if len(stamped) < LEAST_LINES:
        found = _STAMPED.finditer(text)
        stamped = [line for line in found if _is_person(line["name"] or line["sender"])]
    if len(stamped) >= LEAST_LINES:
        end = _BLANK.search(text, stamped[-1].end())
        yield stamped[0].start(), end.start() if end else len(text)
        return
    said = [line for line in _SAID.finditer(text) if _is_person(line["name"])]
    if len(said) >= LEAST_LINES and any(is_of_oneself(line["said"]) for line in said):
        yield from (line.span() for line in said)


def _is_person(name: str) -> bool:
    first = name.split()[0] if name.split() else ""
    return first[:1].isupper() and len(name.split()) <= 3 and is_name_somewhere(fold(first))


@cache
def _line(kind: str) -> re.Pattern[str]:
    """Return the pattern of a line of a mail's head, folded, in both languages: programs use their own."""
    said = "|".join(_listed(kind, language) for language in RULED)
    marks = r"^[ \t>*_-]{0,30}"
    if kind == "wrote":
        return re.compile(rf"^[ \t>]{{0,8}}(?:{said}):[ \t]*$", re.MULTILINE)
    if kind == "passed":
        return re.compile(rf"{marks}(?:{said})[ \t*_:-]{{0,30}}$|\A\s*(?:fwd?|ilt):", re.MULTILINE)
    return re.compile(rf"{marks}(?:{said})[*_]{{0,2}}:[*_]{{0,2}}[ \t]", re.MULTILINE)


def _listed(kind: str, language: Language) -> str:
    rows = (line.partition(" ") for line in lines(f"{language.value}/observer_letters"))
    return next(told for name, _, told in rows if name == kind)
