"""`evaluate relations`: the labelled set's own shape, the floor of its held-back third, files of others."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.evaluation import labelled, relations
from graphmem.model.relation import RelationType


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


def test_unseen_lines_reach_the_target() -> None:
    result = relations.evaluate()
    held_back = result["metrics"]["held_back"]
    assert held_back["type_accuracy"] >= 0.7
    assert held_back["direction_accuracy"] >= 0.95
    assert len(result["errors"]) <= relations.MOST_ERRORS
    assert set(result["metrics"]["by_language"]) == {"en", "tr"}


def test_a_file_of_the_same_form(tmp_path: Path) -> None:
    line = {"id": "1", "lang": "en", "a": "The server crashed.", "b": "That is why we moved.", "type": "CAUSES"}
    data = tmp_path / "mine.jsonl"
    data.write_text(json.dumps({**line, "direction": "a->b"}) + "\n", "utf-8")
    metrics = relations.evaluate(data)["metrics"]
    assert (metrics["type_accuracy"], metrics["direction_accuracy"], metrics["lines"]) == (1.0, 1.0, 1)
    data.write_text(json.dumps(line) + "\n", "utf-8")
    with pytest.raises(InvalidInputError, match="direction"):
        relations.evaluate(data)
