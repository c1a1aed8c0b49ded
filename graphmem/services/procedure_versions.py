"""Which version of a procedure to follow: the latest one, unless an earlier one most likely works better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.cognition import success
from graphmem.model.procedure import FormerSteps, Procedure, VersionRecord

LIKELY = 0.95
"""Probability from which an earlier version is taken to work better than the latest one."""


def with_versions(procedure: Procedure, former: Sequence[FormerSteps]) -> Procedure:
    """The procedure with the steps it had before and how each version did. Versions of the same steps are one, the
    latest of them: whoever goes back to steps goes back to their record, too."""
    records: dict[tuple[str, ...], VersionRecord] = {}
    for version, steps, worked, failed in _counted(procedure, former):
        known = records.get(steps)
        worked, failed = (worked, failed) if known is None else (worked + known.worked, failed + known.failed)
        low, high = success.interval(worked, failed)
        records[steps] = VersionRecord(version, steps, worked, failed, success.mean(worked, failed), low, high)
    found = tuple(sorted(records.values(), key=lambda one: one.version))
    best = _best(found)
    return replace(procedure, former=tuple(former), versions=found, recommended=best.version, doubt=_doubt(found, best))


def _counted(procedure: Procedure, former: Sequence[FormerSteps]) -> Iterator[tuple[int, tuple[str, ...], int, int]]:
    """Each version with its steps and its own uses; what is kept with former steps counts all until then."""
    latest = {one.version: one for one in former if one.version < procedure.version}
    before = (0, 0)
    for version in sorted(latest):
        one = latest[version]
        yield version, one.steps, max(one.success_count - before[0], 0), max(one.failure_count - before[1], 0)
        before = one.success_count, one.failure_count
    memory = procedure.memory
    worked, failed = max(memory.success_count - before[0], 0), max(memory.failure_count - before[1], 0)
    yield procedure.version, procedure.steps, worked, failed


def _best(found: Sequence[VersionRecord]) -> VersionRecord:
    """The latest version, or of those that work better than it the one that is expected to work most often."""
    latest = found[-1]
    above = [one for one in found[:-1] if _is_better(one, latest)]
    return max(above, key=lambda one: (one.share, one.version), default=latest)


def _is_better(one: VersionRecord, latest: VersionRecord) -> bool:
    return success.better((one.worked, one.failed), (latest.worked, latest.failed)) >= LIKELY


def _doubt(found: Sequence[VersionRecord], best: VersionRecord) -> str:
    latest = found[-1]
    if best is latest:
        return ""
    sure = min(success.better((best.worked, best.failed), (latest.worked, latest.failed)), 0.99)
    return (
        f"version {latest.version} worked {latest.worked} of {latest.worked + latest.failed} times, version "
        f"{best.version} {best.worked} of {best.worked + best.failed}: it is better with {sure:.0%} probability"
    )
