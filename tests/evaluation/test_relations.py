"""`evaluate relations`: the labelled set's own shape, and what is scored of it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.relation import RelationType
from tests.evals import labelled, relations


def test_the_set_is_large_enough_and_balanced() -> None:
    cases = labelled.cases("relations", None, ["id", "lang", "a", "b", "type", "direction"])
    assert min(Counter(case["lang"] for case in cases).values()) >= 120
    counts = Counter((case["lang"], case["type"]) for case in cases)
    assert set(counts) == {(lang, kind) for lang in ("en", "tr") for kind in (*(t.value for t in RelationType), None)}
    assert min(counts.values()) >= 15
    assert len({case["id"] for case in cases}) == len(cases)
    for case in cases:
        directed = case["type"] in {"SUPERSEDES", "CAUSES", "ELABORATES"}
        assert (case["direction"] in {"a->b", "b->a"}) == directed


async def test_lines_are_scored_by_the_edges_that_mining_wrote(memory: GraphMem, tmp_path: Path) -> None:
    """Of a file of the same form; the second line's edge is of another type than the line says."""
    crash = {"id": "1", "lang": "en", "a": "The payment server crashed on Sunday night.", "type": "CAUSES"}
    crash |= {"b": "We moved to a managed cluster because the payment server crashed.", "direction": "a->b"}
    flat = {"id": "2", "lang": "en", "a": "Emily lives in Leeds.", "b": "Emily lives in York now.", "direction": None}
    data = tmp_path / "mine.jsonl"
    data.write_text("".join(json.dumps(case) + "\n" for case in (crash, flat | {"type": "RELATED_TO"})), "utf-8")
    found = await relations.evaluate(memory, data)
    metrics = found["metrics"]
    assert (metrics["type_accuracy"], metrics["direction_accuracy"], metrics["lines"]) == (0.5, 1.0, 2)
    assert [(error["id"], error["found"]) for error in found["errors"]] == [("2", "SUPERSEDES")]
    data.write_text(json.dumps({key: value for key, value in crash.items() if key != "direction"}), "utf-8")
    with pytest.raises(InvalidInputError, match="direction"):
        await relations.evaluate(memory, data)
