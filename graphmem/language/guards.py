"""Guards, which keep statements apart whose vectors are similar, and the overlap of their words.

An embedder hardly distinguishes flights TK1 and TK2, or "eats meat" and "does not eat meat".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from graphmem.language.contradiction import Statement, statement
from graphmem.language.contradiction.alignment import align_tokens, same_subject
from graphmem.language.contradiction.tokens import Kind, Token
from graphmem.language.doc import Doc, reading
from graphmem.language.rhythm import rhythms_apart
from graphmem.language.stage import Stage, are_wish_and_deed, stage
from graphmem.language.turkish import lower


class Guard(StrEnum):
    """A kind of difference after which two statements never count as one."""

    NUMBER = "number"
    DATE = "date"
    NAME = "name"
    NEGATION = "negation"
    DEED = "deed"
    """One tells an intention, the other its completion."""

    RHYTHM = "rhythm"
    """Both recur, on other days."""


_KINDS = {Guard.NUMBER: Kind.NUMBER, Guard.DATE: Kind.DATE, Guard.NAME: Kind.NAME}
_VERB_WEIGHT = 0.5
"""Weight of a verb beside a thing: "wants to buy a house" and "… a car" share verbs and no subject."""
_MARKS = re.compile(r"[^\w\s%+#'/:.-]|(?<!\d)[.:]|[.:](?!\d)")


@dataclass(frozen=True, slots=True)
class Wording:
    """The overlap of two statements' words, in any form and with known synonyms.

    `covered` is the share (0–1) of the old statement that the new one repeats, `repeated` the share of the new one that
    the old one has: 1 and 1 is the same in other words. `identical`: equal apart from case, spaces and marks. `apart`:
    they have different subjects, or each has a word in place of the other's, so that they are two statements.
    `differing` are the guards by which the new statement differs from the old.
    """

    covered: float
    repeated: float
    identical: bool
    apart: bool
    differing: frozenset[Guard]


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of one statement that tell it from others; small, for many comparisons."""

    normalised: str
    numbers: frozenset[str]
    dates: frozenset[str]
    names: frozenset[str]
    denies: tuple[bool, bool]
    stage: Stage | None


def marks(doc: Doc) -> Marks:
    """Return the marks of a text."""
    told = statement(doc)
    numbers, dates, names = (told.of_kind(_KINDS[guard]) for guard in (Guard.NUMBER, Guard.DATE, Guard.NAME))
    return Marks(_normalised(doc), numbers, dates, names, (told.negative, told.quits), stage(doc))


def may_say_the_same(old: Marks, new: Marks) -> bool:
    """Whether `compare` might find the texts equal or no differing guard."""
    if old.normalised == new.normalised:
        return True
    alike = old.denies == new.denies and not are_wish_and_deed(old.stage, new.stage)
    return alike and old.numbers >= new.numbers and old.dates >= new.dates and old.names >= new.names


def compare(old: Doc, new: Doc) -> Wording:
    """Return the overlap of two statements' words."""
    before, after = statement(old), statement(new)
    pairs = align_tokens(_all(before), _all(after), new.language)
    lost, added = _weight(pairs.only_old), _weight(pairs.only_new)
    shared = _weight(pairs.shared)
    apart = _is_other_subject(before, after, covered=not pairs.only_old, restated=not pairs.only_new)
    in_place = any(not token.is_verb for token in pairs.only_old) and any(not token.is_verb for token in pairs.only_new)
    return Wording(
        covered=shared / (shared + lost) if shared else 0.0,
        repeated=shared / (shared + added) if shared else 0.0,
        identical=_normalised(old) == _normalised(new),
        apart=apart or in_place or bool(_exchanged(before, after) | _deed(old, new) | _rhythm(old, new)),
        differing=_differing(before, after) | _deed(old, new) | _rhythm(old, new),
    )


def _deed(old: Doc, new: Doc) -> frozenset[Guard]:
    return frozenset({Guard.DEED}) if are_wish_and_deed(stage(old), stage(new)) else frozenset()


def _rhythm(old: Doc, new: Doc) -> frozenset[Guard]:
    return frozenset({Guard.RHYTHM}) if rhythms_apart(old, new) else frozenset()


def _differing(before: Statement, after: Statement) -> frozenset[Guard]:
    found = {guard for guard, kind in _KINDS.items() if after.of_kind(kind) - before.of_kind(kind)}
    return frozenset(found | _denial(before, after))


def _exchanged(before: Statement, after: Statement) -> frozenset[Guard]:
    found = set()
    for guard, kind in _KINDS.items():
        old, new = before.of_kind(kind), after.of_kind(kind)
        if old - new and new - old:
            found.add(guard)
    if _counts_one(before, after) or _counts_one(after, before):
        found.add(Guard.NUMBER)
    return frozenset(found | _denial(before, after))


def _counts_one(one: Statement, other: Statement) -> bool:
    """Whether "bir" stands in the place of a number: one book against three."""
    return one.has_one and not other.has_one and bool(other.of_kind(Kind.NUMBER) - one.of_kind(Kind.NUMBER))


def _denial(before: Statement, after: Statement) -> set[Guard]:
    same = before.negative == after.negative and before.quits == after.quits
    return set() if same else {Guard.NEGATION}


def _is_other_subject(before: Statement, after: Statement, *, covered: bool, restated: bool) -> bool:
    """Whether two names stand in each other's place; word order may hide other subjects."""
    if same_subject(before, after) or (covered and before.owned and after.owned):
        return False
    names = [{token.key for token in side.subject_tokens if token.kind is not Kind.WORD} for side in (before, after)]
    return not (covered and restated) or names[0] != names[1]


def _all(statement: Statement) -> tuple[Token, ...]:
    return (*statement.subject_tokens, *statement.content, *statement.rejected)


def _weight(tokens: Iterable[Token]) -> float:
    return sum(_VERB_WEIGHT if token.is_verb else 1.0 for token in tokens)


@reading
def _normalised(doc: Doc) -> str:
    return " ".join(_MARKS.sub(" ", lower(doc.text).replace("ı", "i").replace("’", "'")).split())
