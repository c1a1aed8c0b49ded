"""Merging of memories that say the same: the better one stays, the other sleeps and points to it.

The gate sees most repetitions when they are said. Some it cannot see, because a vector is missing or they were
imported. The step judges these as the gate does, and by words alone: each number, date and name of the memory that goes
must be in the one that stays.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from graphmem.cognition.calibration import calibrated, cosine_at
from graphmem.cognition.prediction_error import REINFORCE_ABOVE, Neighbour, NewStatement, decide, likeness
from graphmem.cognition.tiering import AGREEING, Climb
from graphmem.language.doc import doc_of
from graphmem.language.guards import Marks, compare, marks, may_say_the_same
from graphmem.language.specifics import find_specifics
from graphmem.model.category import Category
from graphmem.model.dream import Change, Step, StepReport
from graphmem.model.gate import GateAction
from graphmem.model.ids import shown
from graphmem.model.language import Language
from graphmem.model.memory import Tier
from graphmem.services.ingestion.gate import NearMemory, read_neighbour
from graphmem.services.lifecycle.awake_memories import AwakeMemories
from graphmem.services.lifecycle.finding import KEPT_AWAKE, Finding, change
from graphmem.services.lifecycle.promotion import semantic_place
from graphmem.store.database import Row

SAYS_THE_SAME = "another says the same"
LOSES = "would lose a number, date or name"
EXEMPT = "pinned, immutable or a flashbulb"

NEAR = 0.86
"""Calibrated similarity from which two texts are compared word by word."""

BLOCK = 1_000
"""Rows of cosines computed at once: four megabytes for each thousand columns."""


@dataclass(frozen=True, slots=True)
class MergeFinding:
    """The step's finding, and by id how many memories say the same as a staying one."""

    finding: Finding
    agreeing: dict[str, int]


async def plan_merges(gathered: AwakeMemories, leaving: frozenset[str]) -> MergeFinding:
    """Memories to make dormant because another says the same. `leaving` sleep in this dream anyway."""
    return await asyncio.to_thread(_merged, gathered, leaving)


def plan_agreed(gathered: AwakeMemories, merged: MergeFinding) -> list[Change]:
    """Episodic memories to promote because two others said the same."""
    climbing = (row for row in gathered.rows if row["tier"] == Tier.EPISODIC and not row["exempt"])
    found = []
    for row in climbing:
        if (count := merged.agreeing.get(row["id"], 1)) >= AGREEING:
            told, finer = [f"{count} memories say it"], semantic_place(Category(row["category"]))
            found.append(change(row, Step.PROMOTION, Climb.AGREED.value, told, Tier.SEMANTIC, finer.value))
    return found


def _merged(gathered: AwakeMemories, leaving: frozenset[str]) -> MergeFinding:
    changes: list[Change] = []
    skipped: Counter[str] = Counter()
    into: dict[str, str] = {}
    said: defaultdict[str, int] = defaultdict(lambda: 1)
    for language, places in gathered.by_subject():
        seen: dict[int, Marks] = {}
        for one, other, cosine in _near(gathered, places):
            for place in (one, other):
                if place not in seen:
                    seen[place] = marks(doc_of(gathered.rows[place]["text"], language))
            if not (may_say_the_same(seen[one], seen[other]) or may_say_the_same(seen[other], seen[one])):
                continue
            rows = sorted((gathered.rows[one], gathered.rows[other]), key=_worse_first)
            ids = {row["id"] for row in rows}
            if ids & leaving or ids & into.keys() or rows[0]["data_source"] != rows[1]["data_source"]:
                continue
            orders = ((rows[0], rows[1]), (rows[1], rows[0]))
            said_by = [pair for pair in orders if _says_same(*pair, cosine, gathered.model, language)]
            kept = [pair for pair in said_by if _stands_in(*pair, language)]
            if not kept:
                skipped[LOSES] += bool(said_by)
                continue
            going, staying = kept[0]
            if (why := _reason_to_stay(going, staying)) is not None:
                skipped[why] += 1
            elif going["id"] not in into.values():  # a memory that another points to stays
                into[going["id"]] = staying["id"]
                said[staying["id"]] += said[going["id"]]
                changes.append(_change(going, staying))
    report = StepReport(Step.MERGE, len(gathered.rows), len(changes), dict(+skipped))
    return MergeFinding(Finding(report, tuple(changes)), dict(said))


def _reason_to_stay(going: Row, staying: Row) -> str | None:
    """The reason why the memory stays awake though the other says the same."""
    if going["kept"] or staying["kept"]:  # a person woke the one and knew of the other
        return KEPT_AWAKE
    return EXEMPT if going["exempt"] else None


def _near(gathered: AwakeMemories, places: Sequence[int]) -> Iterator[tuple[int, int, float]]:
    """Pairs of places with similar vectors, in order."""
    least = cosine_at(NEAR, gathered.model)
    vectors = gathered.vectors[list(places)]
    for start in range(0, len(places), BLOCK):
        near = vectors[start : start + BLOCK] @ vectors.T
        for row, column in np.argwhere(near >= least):
            one, other = start + int(row), int(column)
            if one < other:
                yield places[one], places[other], float(near[row, column])


def _says_same(going: Row, staying: Row, cosine: float, model: str, language: Language) -> bool:
    """Whether the gate would have reinforced one by the other; the words are compared first."""
    wording = compare(doc_of(staying["text"], language), doc_of(going["text"], language))
    by_words = Neighbour(
        staying["id"], calibrated(cosine, model), covered=wording.covered, repeated=wording.repeated,
        apart=wording.apart, identical=wording.identical,
    )  # fmt: skip
    if likeness(by_words) <= REINFORCE_ABOVE:
        return False
    near = read_neighbour(going["text"], NearMemory(staying["id"], staying["text"], cosine), model, language)
    return decide(NewStatement(1.0), [near]).action is GateAction.REINFORCE


def _stands_in(going: Row, staying: Row, language: Language) -> bool:
    """Whether every number, date and name of the one is in the other."""
    held = find_specifics(doc_of(staying["text"], language)) | set(staying["names"])
    return held.issuperset(find_specifics(doc_of(going["text"], language)) | set(going["names"]))


def _worse_first(row: Row) -> tuple[object, ...]:
    """Sort key: exempt, more told and used, semantic and longer known memories sort last and stay."""
    return (
        row["exempt"], row["told"] + row["access_count"], row["tier"] == Tier.SEMANTIC, len(row["text"]),
        -row["recorded_at"].timestamp(), row["id"],
    )  # fmt: skip


def _change(going: Row, staying: Row) -> Change:
    told = [f"{shown(staying['id'])} stays"]
    found = change(going, Step.MERGE, SAYS_THE_SAME, told, Tier.DORMANT, going["sub_tier"])
    pointing = {**found.after, "merged_into": staying["id"]}
    return replace(found, before={**found.before, "merged_into": ""}, after=pointing)
