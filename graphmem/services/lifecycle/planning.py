"""The plan of a dream: each step is planned on its own, nothing is written, the brakes are checked."""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from graphmem.errors import DatabaseUnavailableError, GraphMemError, InvalidInputError
from graphmem.model.dream import WHOLE, Change, Plan, Step, StepReport
from graphmem.model.palace import Owner
from graphmem.services.ingestion.tombstones import forgotten_ids
from graphmem.services.lifecycle.awake_memories import AwakeMemories, gather_awake
from graphmem.services.lifecycle.category_summaries import category_summaries
from graphmem.services.lifecycle.expiry import expiry
from graphmem.services.lifecycle.finding import Finding
from graphmem.services.lifecycle.merging import MergeFinding, plan_agreed, plan_merges
from graphmem.services.lifecycle.model_words import ModelWords
from graphmem.services.lifecycle.patterns import patterns
from graphmem.services.lifecycle.promotion import promotion
from graphmem.services.lifecycle.rehearsal import rehearsal
from graphmem.services.lifecycle.sleep import sleep
from graphmem.services.lifecycle.themes import themes
from graphmem.store import dreams, tenants, tiers
from graphmem.store.database import Database
from graphmem.tracing import traced

RUN_SHARE, RUN_LEAST = 0.05, 20
"""Share of the awake memories that one run may make dormant, and a number that is always allowed."""

MONTH_SHARE, MONTH_DAYS = 0.25, 30
"""The same share for all runs of a month together."""


DREAMS_A_DAY = 4
"""Dreams of one owner with changes, in 24 hours."""

_DERIVED = {Step.THEMES: themes, Step.PATTERNS: patterns, Step.SUMMARIES: category_summaries}

_COMPARING = frozenset({Step.PROMOTION, Step.MERGE, *_DERIVED})
"""Steps that compare the owner's memories with each other."""


@traced("dream.plan")
async def plan(
    database: Database,
    owner: Owner,
    now: datetime,
    *,
    most_awake: int,
    steps: Collection[Step] = WHOLE,
    words: ModelWords | None = None,
) -> Plan:
    """The changes of a dream of these steps at `now`; with `words` a chat model words derived memories.

    Raises InvalidInputError for an owner without any memory, and for no step at all.
    """
    if not steps:
        raise InvalidInputError(
            "A dream of no step changes nothing.", field="steps", remedy="Name one, or leave it out."
        )
    if not (await tenants.counts(database, owner)).remembered:
        raise InvalidInputError(
            f"{owner.name!r} has no memory to dream of.",
            field="owner",
            remedy="Mine or observe something first, or name another owner.",
        )
    counts = await tiers.counts(database, owner, now)
    awake = sum(counts[tier] for tier in tiers.AWAKE)
    found = await _StepPlanner(database, owner, now, frozenset(steps), awake, most_awake, words).findings()
    changes = tuple(change for one in found for change in one.changes)
    awake += sum(one.report.looked for one in found if one.report.step is Step.EXPIRY)  # awake until the dream
    brake = await _brake(database, owner, now, awake, sum(change.sleeps for change in changes))
    if changes and brake is None:
        brake = await _rest(database, owner, now)
    return Plan(now, awake, tuple(one.report for one in found), changes, brake)


@dataclass(frozen=True, slots=True)
class _StepPlanner:
    """Plans the wanted steps, each with knowledge of what the others make dormant."""

    database: Database
    owner: Owner
    now: datetime
    wanted: frozenset[Step]
    awake: int
    most_awake: int
    words: ModelWords | None

    async def findings(self) -> list[Finding]:
        """The findings of the wanted steps, in order."""
        database, owner, now = self.database, self.owner, self.now
        found: dict[Step, Finding] = {}
        if Step.EXPIRY in self.wanted:
            found[Step.EXPIRY] = await _run_step(Step.EXPIRY, expiry(database, owner, now))
        gathered = await _gather(database, owner, now) if self.wanted & _COMPARING else AwakeMemories()
        merged = await _merged(gathered, _leaving(found))
        if Step.PROMOTION in self.wanted:
            climbed = await _run_step(Step.PROMOTION, promotion(database, owner, now))
            found[Step.PROMOTION] = _add_agreed(climbed, plan_agreed(gathered, merged))
        if Step.MERGE in self.wanted:
            found[Step.MERGE] = merged.finding
        leaving = _leaving(found)
        if Step.SLEEP in self.wanted:
            asleep = sleep(database, owner, now, self.awake, most=self.most_awake, leaving=leaving)
            found[Step.SLEEP] = await _run_step(Step.SLEEP, asleep)
        leaving = _leaving(found)
        if Step.PROMOTION in found:
            found[Step.PROMOTION] = _drop_leaving(found[Step.PROMOTION], leaving)
        for step, deriving in _DERIVED.items():
            if step in self.wanted:
                listed = await _run_step(step, deriving(database, owner, now, gathered, leaving, self.words))
                found[step] = await _unforgotten(database, owner, listed)
        if Step.REHEARSAL in self.wanted:
            found[Step.REHEARSAL] = await _run_step(Step.REHEARSAL, rehearsal(database, owner, now, _changed(found)))
        return [found[step] for step in Step if step in found]


async def _run_step(step: Step, work: Awaitable[Finding]) -> Finding:
    """A step's finding; a failing step reports its error and stops no other."""
    try:
        return await work
    except DatabaseUnavailableError:
        raise
    except GraphMemError as error:
        return Finding(StepReport(step, skipped={f"failed: {error.message}": 1}))


async def _gather(database: Database, owner: Owner, now: datetime) -> AwakeMemories:
    """The memories to compare; none if reading fails, which stops no other step."""
    try:
        return await gather_awake(database, owner, now)
    except DatabaseUnavailableError:
        raise
    except GraphMemError:
        return AwakeMemories(is_whole=False)


async def _merged(gathered: AwakeMemories, leaving: frozenset[str]) -> MergeFinding:
    try:
        return await plan_merges(gathered, leaving)
    except GraphMemError as error:
        return MergeFinding(Finding(StepReport(Step.MERGE, skipped={f"failed: {error.message}": 1})), {})


async def _unforgotten(database: Database, owner: Owner, finding: Finding) -> Finding:
    """The finding without memories that would be made from, or would say, a forgotten statement."""
    made = {
        one.memory: replace(one.made, sources=(*one.made.sources, (one.memory, one.text)))
        for one in finding.changes
        if one.made is not None
    }
    forgotten = await forgotten_ids(database, owner, made)
    if not forgotten:
        return finding
    skipped = dict(finding.report.skipped) | {"says what was forgotten": len(forgotten)}
    staying = tuple(one for one in finding.changes if one.memory not in forgotten)
    return Finding(replace(finding.report, changed=len(staying), skipped=skipped), staying)


def _leaving(found: Mapping[Step, Finding]) -> frozenset[str]:
    """The memories that the findings so far make dormant."""
    return frozenset(change.memory for one in found.values() for change in one.changes if change.sleeps)


def _changed(found: Mapping[Step, Finding]) -> frozenset[str]:
    return frozenset(change.memory for one in found.values() for change in one.changes)


def _add_agreed(climbed: Finding, more: Sequence[Change]) -> Finding:
    """The promotions by use, and those by agreement of other memories."""
    ids = {change.memory for change in climbed.changes}
    new = tuple(change for change in more if change.memory not in ids)
    report = replace(climbed.report, looked=climbed.report.looked + len(new), changed=len(ids) + len(new))
    return Finding(report, (*climbed.changes, *new)) if new else climbed


def _drop_leaving(climbed: Finding, ids: frozenset[str]) -> Finding:
    """The promotions without memories that become dormant in this dream; the next dream would undo them."""
    staying = tuple(change for change in climbed.changes if change.memory not in ids)
    if len(staying) == len(climbed.changes):
        return climbed
    skipped = dict(climbed.report.skipped) | {"goes to sleep": len(climbed.changes) - len(staying)}
    return Finding(replace(climbed.report, changed=len(staying), skipped=skipped), staying)


async def _brake(database: Database, owner: Owner, now: datetime, awake: int, sleeping: int) -> str | None:
    """The reason why a run that makes so many memories dormant needs a confirmation."""
    if not sleeping:
        return None
    allowed = max(RUN_LEAST, int(awake * RUN_SHARE))
    if sleeping > allowed:
        return f"It would put {sleeping:,} of {awake:,} awake memories to sleep; {allowed:,} are allowed at once."
    before = await dreams.slept_since(database, owner, now - timedelta(days=MONTH_DAYS))
    allowed = max(RUN_LEAST, int((awake + before) * MONTH_SHARE))
    if before + sleeping > allowed:
        return (
            f"With the {before:,} of the last {MONTH_DAYS} days it would put {before + sleeping:,} memories to sleep; "
            f"{allowed:,} are allowed."
        )
    return None


async def _rest(database: Database, owner: Owner, now: datetime) -> str | None:
    """The reason why another dream in a day needs a confirmation."""
    before = await dreams.dreamt_since(database, owner, now - timedelta(days=1))
    return f"It dreamt {before} times in 24 hours; {DREAMS_A_DAY} are allowed." if before >= DREAMS_A_DAY else None
