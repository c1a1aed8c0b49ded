"""Whether a new statement retires an old one: the same subject and attribute with another value, or its denial."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphmem.language.contradiction.alignment import align, same_subject
from graphmem.language.contradiction.claims import claims
from graphmem.language.contradiction.disputes import dispute, same_person
from graphmem.language.contradiction.rules import RULES, Conflict, successor
from graphmem.language.contradiction.statement import USER, Statement
from graphmem.language.contradiction.tokens import Kind, Token
from graphmem.language.doc import Doc, reading
from graphmem.language.packs import pack
from graphmem.language.quotes import told_of
from graphmem.language.turkish import fold

__all__ = ["Contradiction", "Statement", "claims_something", "contradicts", "disputes", "statement"]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why two statements cannot both be true now. Values are the words that differ, folded, for logs."""

    subject: str
    attribute: str
    old_value: str
    new_value: str
    reason: str


@reading
def statement(doc: Doc) -> Statement:
    """A text as it is compared: subject, content, polarity. In a quote "I" is who speaks."""
    speaker, words = told_of(doc)
    found = pack(doc.language).read_statement(words.text)
    if not speaker or found.subject != {USER}:
        return found
    named = tuple(Token(fold(part), Kind.NAME, fold(part), -1) for part in speaker.split())
    return replace(found, subject=frozenset(token.key for token in named), subject_tokens=named)


def contradicts(old: Doc, new: Doc) -> Contradiction | None:
    """The contradiction between a remembered statement and a new one, or None.

    Attributes of which there are many (likes, owns, visited) contradict only by denial of the same value or by
    explicit replacement. Statements about different subjects never do.
    """
    before, after = statement(old), statement(new)
    found = _conflict(before, after)
    if found is None:
        return None
    return Contradiction(
        subject=" ".join(sorted(after.subject)),
        attribute=found.attribute,
        old_value=_text(found.old),
        new_value=_text(found.new),
        reason=found.reason,
    )


def disputes(old: Doc, new: Doc) -> Contradiction | None:
    """What clauses of two statements disagree about where neither retires the other, or None."""
    before, after = statement(old), statement(new)
    if not same_person(before, after):
        return None
    found = dispute(told_of(old)[1], told_of(new)[1])
    if found is None:
        return None
    return Contradiction(" ".join(sorted(after.subject)), found.about, found.old_value, found.new_value, found.reason)


def claims_something(doc: Doc) -> bool:
    """Whether a clause of a text says what another may dispute: that something never was, a measure, a date."""
    found = claims(told_of(doc)[1])
    return bool(found.denials or found.measures or found.appointments)


def _conflict(before: Statement, after: Statement) -> Conflict | None:
    if before.bag == after.bag and before.negative == after.negative:
        return None
    if not before.subject or not after.subject:
        return None  # an order, or about "it": nobody knows what
    if not same_subject(before, after):
        return successor(before, after)
    pairs = align(before, after)
    return next((found for rule in RULES if (found := rule(before, after, pairs))), None)


def _text(tokens: tuple[Token, ...]) -> str:
    return " ".join(token.folded for token in tokens)
