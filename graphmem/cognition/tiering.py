"""Rules for promotion to the semantic tier, and for dormancy.

Age decides neither: of a year's talk, half kept by age answers fewer questions than half kept at random. A memory is
promoted by different questions, tellings or outcomes; it becomes dormant if its worth is least (`keep_value`) and
nothing depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

QUESTIONS, QUESTION_DAYS = 3, 2
TELLINGS, CONVERSATIONS = 3, 2
USEFUL, OUTCOMES, SETTLED_DAYS = 0.7, 3, 7.0
AGREEING = 3
"""Memories of the same subject and attribute, this one included, that must say the same."""

LEAST_AGE_DAYS = 14.0
UNUSED_DAYS = 60.0
LOWEST_SHARE = 0.1
"""Share of an owner's memories, by keep value, that may become dormant when unused."""


class Climb(StrEnum):
    """Why a memory became semantic."""

    ASKED = "shown for three different questions on two days"
    TOLD = "told three times in two conversations"
    USEFUL = "useful in three outcomes"
    AGREED = "three memories of it agree"


@dataclass(frozen=True, slots=True)
class Record:
    """A memory's record of use.

    Counts from 0, `utility` 0–1 as of now, `age_days` since it was made. `agreeing` counts memories of the same subject
    and attribute that agree, itself included.
    """

    questions: int = 0
    question_days: int = 0
    told: int = 1
    conversations: int = 1
    utility: float = 0.5
    outcomes: int = 0
    age_days: float = 0.0
    agreeing: int = 1


def climb(record: Record) -> Climb | None:
    """The first rule that promotes an episodic memory, or None."""
    if record.questions >= QUESTIONS and record.question_days >= QUESTION_DAYS:
        return Climb.ASKED
    if record.told >= TELLINGS and record.conversations >= CONVERSATIONS:
        return Climb.TOLD
    if record.utility >= USEFUL and record.outcomes >= OUTCOMES and record.age_days >= SETTLED_DAYS:
        return Climb.USEFUL
    return Climb.AGREED if record.agreeing >= AGREEING else None


class Awake(StrEnum):
    """Reasons why a memory stays awake."""

    EXEMPT = "pinned, immutable, woken by hand, a flashbulb, a standing rule or a procedure that worked"
    RETAINED = "its category is kept longer"
    YOUNG = "younger than a fortnight"
    ONLY_HOLDER = "nothing else awake says what it says"
    USED_MORE = "used at least as often as the owner's average memory"
    WORTH_IT = "worth keeping, and there is room"


@dataclass(frozen=True, slots=True)
class Case:
    """A candidate for dormancy.

    `exempt` as in `Awake.EXEMPT`; `retention_days` of its category (None: no limit); `only_holder`: it states something
    that no other awake memory does; `share_below` is the share 0–1 of the owner's memories with a lower keep value;
    `over_capacity`: the owner has more awake memories than allowed.
    """

    exempt: bool
    retention_days: int | None
    age_days: float
    unused_days: float
    only_holder: bool
    access_count: int
    mean_access: float
    share_below: float
    over_capacity: bool = False


def awake_for(case: Case) -> Awake | None:
    """Why it stays awake, or None if it may become dormant.

    The mean of accesses is the threshold of Bienenstock, Cooper and Munro (J. Neurosci. 2(1), 1982), which slides with
    use: if nothing was ever used, it keeps nothing awake.
    """
    if case.exempt:
        return Awake.EXEMPT
    if case.retention_days is None or case.age_days < case.retention_days:
        return Awake.RETAINED
    if case.age_days < LEAST_AGE_DAYS:
        return Awake.YOUNG
    if case.only_holder:
        return Awake.ONLY_HOLDER
    if case.mean_access > 0 and case.access_count >= case.mean_access:
        return Awake.USED_MORE
    idle = case.unused_days >= UNUSED_DAYS and case.share_below < LOWEST_SHARE
    return None if case.over_capacity or idle else Awake.WORTH_IT
