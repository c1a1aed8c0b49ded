"""Instructions that exclude each other: the language or manner of answers, a thing given up by name.

Manner is length, emojis, or the name of the user. An order has no subject, so the rules for statements see nothing in
common. Instructions here are short and hold for all answers.
"""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.contradiction.rules import Conflict
from graphmem.language.contradiction.statement import Statement
from graphmem.language.contradiction.tokens import Kind, Token
from graphmem.language.doc import Doc
from graphmem.language.observer.manner import manner_of
from graphmem.language.quotes import told_of
from graphmem.language.temporal.words import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

LONGEST = 14
"""Most words of an instruction; a longer one says more than another takes back."""

INSTRUCTION = "instruction"


def instructed(old: Doc, new: Doc, before: Statement, after: Statement) -> Conflict | None:
    """Return the conflict if a new instruction replaces an old one in the same language, or None."""
    if old.language is not new.language:
        return None
    # These are whole clauses, so that nothing in them can bind them to a case.
    about, anew = (manner_of(told_of(doc)[1].text, doc.language) for doc in (old, new))
    if about and anew and about[0] == anew[0] and about[1] != anew[1]:
        return Conflict(INSTRUCTION, (_word(about[1]),), (_word(anew[1]),), "told otherwise how to speak")
    told, said = (fold(told_of(doc)[1].text) for doc in (old, new))
    if (
        max(len(told.split()), len(said.split())) > LONGEST
        or _matches("scoped", told, old)
        or _matches("scoped", said, new)
    ):
        return None
    one, other = _value("tongue", told, old), _value("tongue", said, new)
    dropped, words = _value("drop", said, new), re.findall(r"\w+", said)
    if one and other and one != other and (one not in words or one == dropped):
        return Conflict(INSTRUCTION, (_word(one),), (_word(other),), "another language to answer in")
    is_order = not before.subject and before.main and not before.negative
    if dropped and is_order and after.main == before.main and dropped in re.findall(r"\w+", told):
        return Conflict(INSTRUCTION, (_word(dropped),), after.things, "given up by name")
    return None


def _word(text: str) -> Token:
    return Token(text, Kind.WORD, text, -1)


def _matches(kind: str, text: str, doc: Doc) -> bool:
    return _pattern(kind, doc.language).search(text) is not None


def _value(kind: str, text: str, doc: Doc) -> str:
    found = _pattern(kind, doc.language).search(text)
    value = next((one for one in found.groupdict().values() if one), "") if found else ""
    return value if kind != "tongue" or value in _tongues() else ""


@cache
def _pattern(kind: str, language: Language) -> re.Pattern[str]:
    rows = (line.partition(" ") for line in lines(f"{language.value}/gate_instructions"))
    told = next(told for name, _, told in rows if name == kind)
    return re.compile(told if kind == "drop" else rf"(?<!\w)(?:{told})(?!\w)")


@cache
def _tongues() -> frozenset[str]:
    """Return names of languages, which exclude each other in an instruction."""
    rivals = (line for line in lines("pair_rivals") if "english" in line)
    return frozenset(word for line in rivals for word in re.findall(r"\w+", line))
