"""Agents' work as an evaluation files and asks it."""

from __future__ import annotations

from dataclasses import replace

from graphmem.facade import GraphMem
from tests.evals import trajectories
from tests.evals.labelled import DATA
from tests.evals.trajectories import Asked

TINY = DATA / "tiny" / "trajectories.jsonl"


async def test_steps_are_found_and_answers_stand_in_blocks(memory: GraphMem) -> None:
    found = (await trajectories.evaluate(memory, TINY))["metrics"]
    assert found["questions"] == 4
    assert found["changed"] == 2
    assert {*found["by_kind"]} == {"cause", "state"}
    for way in trajectories.WAYS:
        assert 50 <= found[way]["recall@5"] <= found[way]["recall@10"] <= 100
    assert found["answer_in_block"] >= 50


def test_an_outdated_step_is_late_only_before_the_present_one() -> None:
    asked = Asked("t", "en", "state", "Which port?", "8443", ("t:5",), ("t:1",), {"recall": ["t:1", "t:5"]}, "", 0, 0.0)
    assert asked.is_late("recall")
    assert not replace(asked, found={"recall": ["t:5", "t:1"]}).is_late("recall")
    assert not replace(asked, found={"recall": ["t:9"]}).is_late("recall")
    assert replace(asked, block="It is  “8443”.").holds
    assert not asked.holds
