"""A wish and the deed that followed it are two memories: neither the gate nor a dream takes one for the other."""

from __future__ import annotations

from graphmem.facade import GraphMem
from graphmem.model.dream import Step
from graphmem.model.palace import Owner

PAIRS = (
    ("I was thinking about applying for the ward sister job.", "I applied for the ward sister job after all."),
    ("I want to learn Spanish with Marta.", "I learnt Spanish with Marta."),
    ("Kanoyu satmayı planlıyoruz.", "Kanoyu sattık."),
)


async def test_a_deed_is_never_taken_for_its_wish(memory: GraphMem, tenant: Owner) -> None:
    for wish, deed in PAIRS:
        (meant,) = (await memory.observer.learn(tenant, wish)).statements
        (done,) = (await memory.observer.learn(tenant, deed)).statements
        assert done.memory is not None
        assert done.memory != meant.memory, deed
    plan = await memory.dreams.plan(tenant)
    assert [one.text for one in plan.changes if one.step is Step.MERGE] == []
