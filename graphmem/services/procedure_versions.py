"""The version of a procedure to follow: the latest, unless an earlier one most likely works better.

If two versions have three or more uses in the given surroundings, those uses decide: each version's success rate there
has a Beta posterior, whose prior is uniform plus up to two uses from the version's record elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graphmem.cognition import success
from graphmem.model.procedure import FormerSteps, Here, Procedure, StepFailures, Surroundings, Use, VersionRecord

LIKELY = 0.95
"""Probability from which a single earlier version counts as better than the latest one."""

ENOUGH = 3
"""Uses in surroundings that make them decide, and that a version needs there to count as regressed."""

FROM_ELSEWHERE = 2
"""Uses that the record elsewhere counts for, at most."""

MOST_REGRESSIONS = 3

Counts = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _TriedVersion:
    """A version with its individually known uses."""

    record: VersionRecord
    uses: tuple[Use, ...]

    def within(self, place: Surroundings) -> tuple[int, int]:
        """Numbers of successes and failures there."""
        there = [one.success for one in self.uses if place.holds(one.surroundings)]
        return sum(there), len(there) - sum(there)

    def counts(self, place: Surroundings) -> Counts:
        """Pseudo-counts of the posterior there, beside the uniform prior."""
        worked, failed = self.within(place)
        elsewhere = max(self.record.worked - worked, 0), max(self.record.failed - failed, 0)
        weight = min(FROM_ELSEWHERE / max(sum(elsewhere), 1), 1.0)
        return worked + weight * elsewhere[0], failed + weight * elsewhere[1]


def with_versions(
    procedure: Procedure,
    former: Sequence[FormerSteps],
    uses: Sequence[Use] = (),
    place: Surroundings = Surroundings(),  # noqa: B008  frozen
) -> Procedure:
    """The procedure with former steps and each version's record, also of its `uses` in `place`.
    Versions with the same steps count as one, the latest: going back to steps means going back to their record."""
    tried = _versions_with_uses(procedure, former, uses)
    asked = _known_place(tried, place)
    best = _best(tried, asked)
    found = tuple(replace(one.record, here=_here(one, place)) if place else one.record for one in tried)
    return replace(
        procedure,
        former=tuple(former),
        versions=found,
        recommended=best.record.version,
        doubt=_doubt(tried[-1], best, asked),
        regressions=tuple(_regressions(tried))[:MOST_REGRESSIONS],
    )


def _known_place(tried: Sequence[_TriedVersion], place: Surroundings) -> Surroundings:
    """The given place, else its project or its tools, if two versions have enough uses there; else any."""
    for one in (place, Surroundings(place.project), Surroundings(None, place.tools)):
        if one and sum(sum(version.within(one)) >= ENOUGH for version in tried) > 1:
            return one
    return Surroundings()


def _versions_with_uses(
    procedure: Procedure, former: Sequence[FormerSteps], uses: Sequence[Use]
) -> list[_TriedVersion]:
    found: dict[tuple[str, ...], _TriedVersion] = {}
    for version, steps, worked, failed in _counted(procedure, former):
        own = tuple(one for one in uses if one.version == version)
        more = [one.success for one in own if not one.counted]
        worked, failed = worked + sum(more), failed + len(more) - sum(more)
        if (known := found.get(steps)) is not None:
            worked, failed, own = worked + known.record.worked, failed + known.record.failed, (*known.uses, *own)
        low, high = success.interval(worked, failed)
        failing = _failing(steps, own)
        record = VersionRecord(version, steps, worked, failed, success.mean(worked, failed), low, high, failing)
        found[steps] = _TriedVersion(record, own)
    return sorted(found.values(), key=lambda one: one.record.version)


def _failing(steps: Sequence[str], uses: Sequence[Use]) -> tuple[StepFailures, ...]:
    counts = Counter(one.step for one in uses if not one.success and one.step and one.step <= len(steps))
    told = [StepFailures(step, steps[step - 1], count) for step, count in counts.items() if step]
    return tuple(sorted(told, key=lambda one: (-one.failed, one.step)))


def _counted(procedure: Procedure, former: Sequence[FormerSteps]) -> Iterator[tuple[int, tuple[str, ...], int, int]]:
    """Each version with its steps and own uses; counts stored with former steps are cumulative."""
    latest = {one.version: one for one in former if one.version < procedure.version}
    before = (0, 0)
    for version in sorted(latest):
        one = latest[version]
        yield version, one.steps, max(one.success_count - before[0], 0), max(one.failure_count - before[1], 0)
        before = one.success_count, one.failure_count
    memory = procedure.memory
    worked, failed = max(memory.success_count - before[0], 0), max(memory.failure_count - before[1], 0)
    yield procedure.version, procedure.steps, worked, failed


def _counts(one: _TriedVersion, place: Surroundings) -> Counts:
    return one.counts(place) if place else (one.record.worked, one.record.failed)


def _better(one: _TriedVersion, other: _TriedVersion, place: Surroundings) -> float:
    return success.better(_counts(one, place), _counts(other, place))


def _best(tried: Sequence[_TriedVersion], place: Surroundings) -> _TriedVersion:
    """The latest version, or the one with the highest expected success among those better than it."""
    latest = tried[-1]
    # One of several may look better by chance: the threshold is Bonferroni-corrected.
    wanted = 1 - (1 - LIKELY) / max(len(tried) - 1, 1)
    above = [one for one in tried[:-1] if _better(one, latest, place) >= wanted]
    return max(above, key=lambda one: (success.mean(*_counts(one, place)), one.record.version), default=latest)


def _here(one: _TriedVersion, place: Surroundings) -> Here:
    (worked, failed), counts = one.within(place), one.counts(place)
    return Here(worked, failed, success.mean(*counts), *success.interval(*counts))


def _doubt(latest: _TriedVersion, best: _TriedVersion, place: Surroundings) -> str:
    if best is latest:
        return ""
    sure = min(_better(best, latest, place), 0.99)
    one, other = (
        tried.within(place) if place else (tried.record.worked, tried.record.failed) for tried in (latest, best)
    )
    return (
        f"{f'{place} ' if place else ''}version {latest.record.version} worked {one[0]} of {sum(one)} times, version "
        f"{best.record.version} {other[0]} of {sum(other)}: it is better with {sure:.0%} probability"
    )


def _regressions(tried: Sequence[_TriedVersion]) -> Iterator[str]:
    """Places where the latest version fails and an earlier one worked: projects, tools, else everywhere."""
    latest, told = tried[-1], False
    failures = [one.surroundings for one in latest.uses if not one.success]
    projects = dict.fromkeys(one.project for one in failures if one.project is not None)
    tools = dict.fromkeys((name, version.partition(".")[0]) for one in failures for name, version in one.tools)
    places = [*map(Surroundings, projects), *(Surroundings(None, (one,)) for one in tools), Surroundings()]
    for place in places:
        worked, failed = latest.within(place)
        if worked + failed < ENOUGH or (told and not place):
            continue
        held = [one for one in tried[:-1] if _better(one, latest, place) >= LIKELY]
        if held:
            told = True
            yield _regressed(latest, max(held, key=lambda one: one.record.version), place, failed, worked + failed)


def _regressed(latest: _TriedVersion, held: _TriedVersion, place: Surroundings, failed: int, uses: int) -> str:
    failing = _failing(latest.record.steps, [one for one in latest.uses if place.holds(one.surroundings)])
    where = " ".join(filter(None, (f"step {failing[0].step}" if failing else "", str(place))))
    told = f"{failed} of {uses} failed"
    return (
        f"version {latest.record.version} fails where {held.record.version} held: {f'{where}, ' if where else ''}{told}"
    )
