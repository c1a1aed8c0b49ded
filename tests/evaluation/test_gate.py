"""`evaluate gate` as it serves: pairs are decided among other memories, and a file is refused by the line."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.language import RULED
from tests.evals import gate, labelled


def write(path: Path, **changed: object) -> Path:
    case = {"id": "1", "lang": "en", "old": "User has a cat", "new": "User has a cat", "action": "reinforce"}
    path.write_text(json.dumps(case | changed), "utf-8")
    return path


async def test_pairs_are_decided_as_they_are_served(memory: GraphMem, tmp_path: Path) -> None:
    """Some lines of our set, among other memories: nothing is lost, and what is repeated is known again."""
    own = [case for case in labelled.cases("gate", None, ("id", "old", "new", "action")) if case["lang"] == "en"][::25]
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join(json.dumps(case) for case in own), "utf-8")
    found = await gate.evaluate(memory, path)
    metrics = found["metrics"]
    assert metrics["count"] == len(own)
    assert metrics["reinforce"]["precision"] == metrics["supersede"]["precision"] == 1.0
    assert metrics["traps_merged"] == 0
    assert metrics["meant"] >= 0.7
    assert "held_back" not in metrics
    assert json.loads(json.dumps(found))["settings"]["embedder"] == memory.embedder.model


@pytest.mark.parametrize(("field", "value"), [("action", "merge"), ("lang", "fr")])
async def test_an_unknown_value_is_named(memory: GraphMem, tmp_path: Path, field: str, value: str) -> None:
    with pytest.raises(InvalidInputError, match=value):
        await gate.evaluate(memory, write(tmp_path / "own.jsonl", **{field: value}))


def test_our_set_has_every_kind_in_both_languages() -> None:
    cases = labelled.cases("gate", None, ("id", "lang", "old", "new", "action", "trap"))
    assert len({case["id"] for case in cases}) == len(cases) >= 320
    for language in RULED:
        own = [case for case in cases if case["lang"] == language]
        assert len(own) * 2 == len(cases)
        assert {case["action"] for case in own} == set(GateAction) - {GateAction.SKIP}
        assert Counter(case["trap"] for case in own).keys() == {None, "digit", "date", "name", "negation", "topic"}
