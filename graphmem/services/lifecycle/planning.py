"""The plan of a dream: every step looks on its own, nothing is written, and the brakes are tried."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from graphmem.errors import DatabaseUnavailableError, GraphMemError, InvalidInputError
from graphmem.model.dream import Change, Plan, Step, StepReport
from graphmem.model.palace import Owner
from graphmem.services.ingestion.tombstones import forgotten_of
from graphmem.services.lifecycle.category_summaries import category_summaries
from graphmem.services.lifecycle.expiry import expiry
from graphmem.services.lifecycle.finding import Finding
from graphmem.services.lifecycle.gathered import Gathered, gather
from graphmem.services.lifecycle.merging import Merged, agreed, merging
from graphmem.services.lifecycle.promotion import promotion
from graphmem.services.lifecycle.sleep import MOST_AWAKE, sleep
from graphmem.services.lifecycle.themes import themes
from graphmem.store import dreams, tenants, tiers
from graphmem.store.database import Database
from graphmem.tracing import traced

RUN_SHARE, RUN_LEAST = 0.05, 20
"""Share of what is awake that one run may put to sleep, and the number that it always may."""

MONTH_SHARE, MONTH_DAYS = 0.25, 30
"""The same of all runs of a month together."""


DREAMS_A_DAY = 4
"""Dreams of one owner that change something, in 24 hours."""


@traced("dream.plan")
async def plan(database: Database, owner: Owner, now: datetime, *, most_awake: int = MOST_AWAKE) -> Plan:
    """What a dream at `now` would change. Raises InvalidInputError for an owner without any memory."""
    if not (await tenants.counts(database, owner)).remembered:
        raise InvalidInputError(
            f"{owner.name!r} has no memory to dream of.",
            field="owner",
            remedy="Mine or observe something first, or name another owner.",
        )
    counts = await tiers.counts(database, owner, now)
    awake = sum(counts[tier] for tier in tiers.AWAKE)
    over = await _tried(Step.EXPIRY, expiry(database, owner, now))
    gathered = await _gathered(database, owner, now)
    leaving = _sleeping(over)
    merged = await _merged(gathered, leaving)
    leaving |= _sleeping(merged.finding)
    climbed = await _tried(Step.PROMOTION, promotion(database, owner, now))
    climbed = _with(climbed, agreed(gathered, merged))
    asleep = await _tried(Step.SLEEP, sleep(database, owner, now, awake, most=most_awake, leaving=leaving))
    leaving |= _sleeping(asleep)
    listed = await _tried(Step.THEMES, themes(database, owner, now, gathered, leaving))
    summed = await _tried(Step.SUMMARIES, category_summaries(database, owner, now, gathered, leaving))
    listed, summed = await _unforgotten(database, owner, listed), await _unforgotten(database, owner, summed)
    awake += over.report.looked  # awake as long as nobody dreams
    found = (over, _without(climbed, leaving), merged.finding, listed, summed, asleep)
    changes = tuple(change for one in found for change in one.changes)
    brake = await _brake(database, owner, now, awake, sum(change.sleeps for change in changes))
    if changes and brake is None:
        brake = await _rest(database, owner, now)
    return Plan(now, awake, tuple(one.report for one in found), changes, brake)


async def _tried(step: Step, work: Awaitable[Finding]) -> Finding:
    """What a step found; one that fails says so and keeps no other from running."""
    try:
        return await work
    except DatabaseUnavailableError:
        raise
    except GraphMemError as error:
        return Finding(StepReport(step, skipped={f"failed: {error.message}": 1}))


async def _gathered(database: Database, owner: Owner, now: datetime) -> Gathered:
    """What was told; nothing where it cannot be read, which keeps no other step from running."""
    try:
        return await gather(database, owner, now)
    except DatabaseUnavailableError:
        raise
    except GraphMemError:
        return Gathered(is_whole=False)


async def _merged(gathered: Gathered, leaving: frozenset[str]) -> Merged:
    try:
        return await merging(gathered, leaving)
    except GraphMemError as error:
        return Merged(Finding(StepReport(Step.MERGE, skipped={f"failed: {error.message}": 1})), {})


async def _unforgotten(database: Database, owner: Owner, finding: Finding) -> Finding:
    """A finding without what would be made of a statement that somebody had forgotten."""
    made = {one.memory: one.made for one in finding.changes if one.made is not None}
    forgotten = await forgotten_of(database, owner, made)
    if not forgotten:
        return finding
    skipped = dict(finding.report.skipped) | {"says what was forgotten": len(forgotten)}
    staying = tuple(one for one in finding.changes if one.memory not in forgotten)
    return Finding(replace(finding.report, changed=len(staying), skipped=skipped), staying)


def _sleeping(finding: Finding) -> frozenset[str]:
    return frozenset(change.memory for change in finding.changes if change.sleeps)


def _with(climbed: Finding, more: Sequence[Change]) -> Finding:
    """What climbs by its use, and what climbs because others agree."""
    ids = {change.memory for change in climbed.changes}
    new = tuple(change for change in more if change.memory not in ids)
    report = replace(climbed.report, looked=climbed.report.looked + len(new), changed=len(ids) + len(new))
    return Finding(report, (*climbed.changes, *new)) if new else climbed


def _without(climbed: Finding, ids: frozenset[str]) -> Finding:
    """What climbs and does not go to sleep in the same dream: else the next one would put to sleep what climbed."""
    staying = tuple(change for change in climbed.changes if change.memory not in ids)
    if len(staying) == len(climbed.changes):
        return climbed
    skipped = dict(climbed.report.skipped) | {"goes to sleep": len(climbed.changes) - len(staying)}
    return Finding(replace(climbed.report, changed=len(staying), skipped=skipped), staying)


async def _brake(database: Database, owner: Owner, now: datetime, awake: int, sleeping: int) -> str | None:
    """Why a run that puts so many to sleep does not begin unless somebody confirms it."""
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
    """Why an owner who dreamt often enough does not dream again unless somebody confirms it."""
    before = await dreams.dreamt_since(database, owner, now - timedelta(days=1))
    return f"It dreamt {before} times in 24 hours; {DREAMS_A_DAY} are allowed." if before >= DREAMS_A_DAY else None
