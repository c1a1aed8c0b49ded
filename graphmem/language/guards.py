"""What keeps two statements apart however alike their vectors are, and how far their words agree.

An embedder sees hardly any difference between flights TK1 and TK2, or between "eats meat" and "does not eat meat".
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
    """A kind of difference after which two statements are never taken for one."""

    NUMBER = "number"
    DATE = "date"
    NAME = "name"
    NEGATION = "negation"
    DEED = "deed"
    """One tells what somebody means to do, the other that it is done."""

    RHYTHM = "rhythm"
    """Both come again and again, on other days."""


_KINDS = {Guard.NUMBER: Kind.NUMBER, Guard.DATE: Kind.DATE, Guard.NAME: Kind.NAME}
_VERB_WEIGHT = 0.5
"""What a verb counts beside a thing: "wants to buy a house" and "wants to buy a car" share two verbs and no matter."""
_MARKS = re.compile(r"[^\w\s%+#'/:.-]|(?<!\d)[.:]|[.:](?!\d)")


@dataclass(frozen=True, slots=True)
class Wording:
    """How far two statements agree by their words, in any form and by known synonyms.

    `covered` is the share (0–1) of the old statement that the new one says too, `repeated` the share of the new one
    that the old one has said: 1 and 1 is the same in other words. `identical` holds after case, spaces and marks.
    `apart` says that they are about different subjects, or that each has a word in place of one of the other's, so that
    they are two statements. `differing` is what the new statement has and the old has not.
    """

    covered: float
    repeated: float
    identical: bool
    apart: bool
    differing: frozenset[Guard]


@dataclass(frozen=True, slots=True)
class Marks:
    """What of a statement alone tells that it cannot say the same as another; small, for comparing many."""

    normalised: str
    numbers: frozenset[str]
    dates: frozenset[str]
    names: frozenset[str]
    denies: tuple[bool, bool]
    stage: Stage | None


def marks(doc: Doc) -> Marks:
    """The marks of a text."""
    told = statement(doc)
    numbers, dates, names = (told.of_kind(_KINDS[guard]) for guard in (Guard.NUMBER, Guard.DATE, Guard.NAME))
    return Marks(_normalised(doc), numbers, dates, names, (told.negative, told.quits), stage(doc))


def may_say_the_same(old: Marks, new: Marks) -> bool:
    """False where `compare` would find that the new one differs from the old in a guard and is not the same text."""
    if old.normalised == new.normalised:
        return True
    alike = old.denies == new.denies and not are_wish_and_deed(old.stage, new.stage)
    return alike and old.numbers >= new.numbers and old.dates >= new.dates and old.names >= new.names


def differing(old: Doc, new: Doc) -> frozenset[Guard]:
    """The kinds in which the new statement says something that the old one does not; it then never reinforces it."""
    return _differing(statement(old), statement(new)) | _deed(old, new) | _rhythm(old, new)


def compare(old: Doc, new: Doc) -> Wording:
    """How far the words of two statements agree."""
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
    """Whether "bir" stands where the other has a number: one book against three."""
    return one.has_one and not other.has_one and bool(other.of_kind(Kind.NUMBER) - one.of_kind(Kind.NUMBER))


def _denial(before: Statement, after: Statement) -> set[Guard]:
    same = before.negative == after.negative and before.quits == after.quits
    return set() if same else {Guard.NEGATION}


def _is_other_subject(before: Statement, after: Statement, *, covered: bool, restated: bool) -> bool:
    """Word order may hide a subject, but two names in each other's place are two statements."""
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
