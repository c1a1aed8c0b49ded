"""When a memory climbs to the semantic tier, and when it may sleep.

Age decides neither: of a year's talk, half kept by age answers fewer questions than half kept by lot. A memory climbs
by what different questions, tellings or outcomes say of it; it sleeps when it is worth least (`keep_value`) and nothing
depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

QUESTIONS, QUESTION_DAYS = 3, 2
TELLINGS, CONVERSATIONS = 3, 2
USEFUL, OUTCOMES, SETTLED_DAYS = 0.7, 3, 7.0
AGREEING = 3
"""Other memories of the same subject and attribute that say the same."""

LEAST_AGE_DAYS = 14.0
UNUSED_DAYS = 60.0
LOWEST_SHARE = 0.1
"""Share of an owner's memories, by keep value, among which one may sleep for want of use."""


class Climb(StrEnum):
    """Why a memory became semantic."""

    ASKED = "shown for three different questions on two days"
    TOLD = "told three times in two conversations"
    USEFUL = "useful in three outcomes"
    AGREED = "three memories of it agree"


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of a memory's use. Counts from 0, `utility` 0–1 as of now, `age_days` since it was made; `agreeing`
    counts memories of the same subject and attribute that agree, itself among them."""

    questions: int = 0
    question_days: int = 0
    told: int = 1
    conversations: int = 1
    utility: float = 0.5
    outcomes: int = 0
    age_days: float = 0.0
    agreeing: int = 1


def climb(record: Record) -> Climb | None:
    """The first rule by which an episodic memory climbs, or None."""
    if record.questions >= QUESTIONS and record.question_days >= QUESTION_DAYS:
        return Climb.ASKED
    if record.told >= TELLINGS and record.conversations >= CONVERSATIONS:
        return Climb.TOLD
    if record.utility >= USEFUL and record.outcomes >= OUTCOMES and record.age_days >= SETTLED_DAYS:
        return Climb.USEFUL
    return Climb.AGREED if record.agreeing >= AGREEING else None


class Awake(StrEnum):
    """Why a memory must not sleep."""

    EXEMPT = "pinned, immutable, woken by hand, a flashbulb, a standing rule or a procedure that worked"
    RETAINED = "its category is kept longer"
    YOUNG = "younger than a fortnight"
    ONLY_HOLDER = "nothing else awake says what it says"
    USED_MORE = "used at least as often as the owner's average memory"
    WORTH_IT = "worth keeping, and there is room"


@dataclass(frozen=True, slots=True)
class Case:
    """A memory that might sleep. `exempt` as in `Awake.EXEMPT`; `retention_days` of its category, None for ever;
    `only_holder` says something that no other awake memory says; `share_below` is the share 0–1 of the owner's memories
    with a lower keep value; `over_capacity` tells that the owner holds more than may be awake."""

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
    """Why it stays awake, or None when it may sleep.

    The mean of accesses is the threshold of Bienenstock, Cooper and Munro (J. Neurosci. 2(1), 1982), which slides with
    use: where nothing was ever used, it keeps nothing awake.
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
