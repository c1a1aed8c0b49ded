"""Versions of procedures with known rates of success, used at random: whether the one to follow is recommended.

Each procedure has three versions and two projects, in each of which a version has a rate of its own; half of the latest
versions regress in one project, where they work half as often as the one before. Outcomes are drawn, and the
recommendation for a project is compared with the rates.
"""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

from graphmem.model.procedure import FormerSteps, Surroundings, Use
from graphmem.services.procedure_versions import with_versions
from tests.evals.made_procedures import procedure

CASES = 300
PROJECTS = ("shop", "blog")
MARGIN = 0.1
"""By which the recommended version must be worse in truth than the latest to be wrong."""
_AT = datetime(2026, 1, 1, tzinfo=UTC)


def evaluate(seed: int, cases: int = CASES) -> dict[str, Any]:
    """How often a worse version was recommended over the latest, and how many regressions were told."""
    chance = Random(seed)
    found = {"cases": cases * len(PROJECTS), "wrong": 0, "lower": 0, "switched": 0, "regressions": 0, "caught": 0}
    for _ in range(cases):
        rates = _rates(chance)
        uses, former = _uses(chance, rates)
        for project in PROJECTS:
            told = with_versions(procedure(3, uses), former, uses, Surroundings(project))
            best = rates[project][(told.recommended or 3) - 1]
            latest, before = rates[project][2], rates[project][1]
            found["switched"] += told.recommended != 3
            found["lower"] += best < latest
            found["wrong"] += best < latest - MARGIN
            if latest <= before / 2:
                found["regressions"] += 1
                found["caught"] += told.recommended != 3 or any(project in one for one in told.regressions)
    return found


def _rates(chance: Random) -> dict[str, list[float]]:
    first, second = chance.uniform(0.4, 0.95), chance.uniform(0.6, 0.95)
    third = chance.uniform(0.5, 0.98)
    rates = {project: [first, second, third] for project in PROJECTS}
    if chance.random() < 0.5:
        rates["shop"] = [first, second, second / 2 * chance.random()]
    return rates


def _uses(chance: Random, rates: dict[str, list[float]]) -> tuple[list[Use], list[FormerSteps]]:
    uses: list[Use] = []
    former = []
    for version in (1, 2, 3):
        for _ in range(chance.randint(4, 20)):
            project = chance.choice(PROJECTS)
            worked = chance.random() < rates[project][version - 1]
            uses.append(Use(version, worked, _AT, None if worked else chance.randint(1, 3), Surroundings(project)))
        if version < 3:
            worked_all = sum(one.success for one in uses)
            steps = tuple(f"Step {number} of {version}" for number in (1, 2, 3))
            former.append(FormerSteps(version, steps, worked_all, len(uses) - worked_all, _AT, _AT))
    return uses, former
