"""Which version of a procedure is to be followed, by how each of them did."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.agents.verbs import AgentVerbs
from graphmem.cognition.success import better, interval, mean
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.procedure import Procedure

FIRST = ["Stop the queue.", "Copy the files.", "Start the queue."]
SECOND = ["Copy the files while the queue runs."]
NAME = "Deploy the billing service"


async def used(memory: GraphMem, owner: Owner, worked: int, failed: int) -> Procedure:
    """Uses of the procedure as it is now."""
    id_ = (await memory.procedures.named(owner, NAME)).memory.id
    for success in [True] * worked + [False] * failed:
        await memory.outcomes.record(owner, [id_], success=success)
    return await memory.procedures.named(owner, NAME)


async def test_a_version_that_fails_where_another_held_is_told(memory: GraphMem, tenant: Owner) -> None:
    """It is used, improved, regresses and is rolled back."""
    await memory.recorder.procedure(tenant, NAME, FIRST)
    held = await used(memory, tenant, 6, 0)
    assert [(one.version, one.worked, one.failed) for one in held.versions] == [(1, 6, 0)]
    await memory.recorder.procedure(tenant, NAME, SECOND)
    young = await used(memory, tenant, 1, 1)
    assert (young.recommended, young.doubt) == (2, ""), "one failure is not enough"
    failing = await used(memory, tenant, 0, 3)
    assert [(one.version, one.worked, one.failed) for one in failing.versions] == [(1, 6, 0), (2, 1, 4)]
    assert failing.recommended == 1
    assert "version 2 worked 1 of 5 times, version 1 6 of 6" in failing.doubt

    standing = (await memory.activator.activate(tenant, "deploy the billing service")).text
    assert "version 2 worked 1 of 5 times" in standing
    assert "Version 1: 1. Stop the queue. 2. Copy the files." in standing
    (way,) = (await AgentVerbs(memory.owner(tenant)).procedure(NAME)).procedures
    assert (way.steps, way.better) == (SECOND, FIRST)

    back = await memory.recorder.procedure(tenant, NAME, FIRST)
    assert back.version == 3
    again = await memory.procedures.named(tenant, NAME)
    assert [(one.version, one.worked, one.failed) for one in again.versions] == [(2, 1, 4), (3, 6, 0)]
    assert (again.recommended, again.doubt) == (3, "")
    assert "Version" not in (await memory.activator.activate(tenant, "deploy the billing service")).text


async def test_what_was_never_used_is_followed_as_it_is_now(memory: GraphMem, tenant: Owner) -> None:
    for steps in (FIRST, SECOND):
        await memory.recorder.procedure(tenant, NAME, steps)
    told = await memory.procedures.named(tenant, NAME)
    assert (told.recommended, told.doubt) == (2, "")
    assert {(one.worked, one.failed, one.share) for one in told.versions} == {(0, 0, 0.5)}


@pytest.mark.parametrize(("worked", "failed", "low", "high"), [(0, 0, 0.05, 0.95), (9, 1, 0.636, 0.967)])
def test_bounds_are_those_of_the_posterior(worked: int, failed: int, low: float, high: float) -> None:
    assert interval(worked, failed) == pytest.approx((low, high), abs=2e-3)
    assert mean(worked, failed) == (worked + 1) / (worked + failed + 2)


def test_comparisons_are_those_of_draws() -> None:
    draws = np.random.default_rng(7)
    for one, other in (((5, 0), (1, 3)), ((30, 2), (20, 12)), ((0, 2), (0, 0))):
        drawn = draws.beta(one[0] + 1, one[1] + 1, 200_000) > draws.beta(other[0] + 1, other[1] + 1, 200_000)
        assert better(one, other) == pytest.approx(drawn.mean(), abs=5e-3)
        assert better(one, other) + better(other, one) == pytest.approx(1)
