"""Stages left out one by one, on our own few lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.services.retrieval.options import LEFT_OUT, STAGES
from tests.evals import ablation

pytestmark = pytest.mark.long


@pytest.mark.parametrize("kind", ablation.KINDS)
async def test_every_stage_is_toggled_once(memory: GraphMem, tiny: Path, kind: str) -> None:
    rows = (await ablation.evaluate(memory, kind, tiny / f"{kind}.json"))["metrics"]["by_category"]
    toggled = {f"with {stage}" for stage in LEFT_OUT} | {f"without {stage}" for stage in STAGES - LEFT_OUT}
    assert set(rows) == {"default", "default again"} | toggled
    assert rows["default"]["recall@10"] == rows["default again"]["recall@10"] > 0
    assert rows["without memories"]["memories recall@10"] == 0
    assert rows["without vector"]["recall@10"] + rows["without text"]["recall@10"] > 0


async def test_wrong_kinds_are_named(memory: GraphMem, tiny: Path) -> None:
    with pytest.raises(InvalidInputError, match="beam"):
        await ablation.evaluate(memory, "beam", tiny / "beam.jsonl")
    with pytest.raises(InvalidInputError, match="every is 0"):
        await ablation.evaluate(memory, "locomo", tiny / "locomo.json", every=0)
