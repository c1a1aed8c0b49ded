"""`python -m tests.evals router`: the targets on our own lines, and files of the same form."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.model.question import HydeKind, Intent
from tests.evals import labelled
from tests.evals.router import evaluate

LINE: dict[str, object] = {
    "id": "a",
    "lang": "en",
    "query": "Where does Ali work and when did he move?",
    "skip": False,
    "intent": "factual",
    "hyde": "lookup",
    "sub_queries": ["Where does Ali work?", "When did Ali move?"],
}


def write(path: Path, *lines: dict[str, object]) -> Path:
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


def test_the_targets_on_the_part_no_rule_was_tuned_on() -> None:
    metrics = evaluate()["metrics"]
    assert metrics["held_back"]["skip_accuracy"] >= 0.98
    assert metrics["held_back"]["intent_accuracy"] >= 0.9
    assert metrics["held_back"]["sub_queries_accuracy"] >= 0.9
    assert set(metrics["by_language"]) == {"en", "tr"}


def test_our_own_set_has_every_kind_in_both_languages() -> None:
    cases = labelled.cases("router", None, LINE)
    assert Counter(case["lang"] for case in cases) == {"en": len(cases) // 2, "tr": len(cases) // 2}
    assert (
        len({case["id"] for case in cases}) == len({case["query"] for case in cases} | {"Ankara "}) == len(cases) >= 300
    )
    for lang in ("en", "tr"):
        own = [case for case in cases if case["lang"] == lang]
        assert {case["intent"] for case in own} == {*Intent, None}
        assert {case["hyde"] for case in own} == {*HydeKind, None}


def test_a_file_is_scored_and_its_errors_are_shown(tmp_path: Path) -> None:
    wrong = {**LINE, "id": "b", "intent": "causal", "sub_queries": []}
    silent = {**LINE, "id": "c", "query": "thanks", "skip": True, "intent": None, "hyde": None, "sub_queries": []}
    report = evaluate(write(tmp_path / "router.jsonl", LINE, wrong, silent))
    assert report["metrics"]["skip_accuracy"] == 1.0
    assert report["metrics"]["intent_accuracy"] == 0.5
    assert report["metrics"]["sub_queries_accuracy"] == 0.5
    assert report["metrics"]["by_intent"]["causal"]["recall"] == 0.0
    assert "held_back" not in report["metrics"]
    assert [error["id"] for error in report["errors"]] == ["b"]


@pytest.mark.parametrize(
    ("field", "value"), [("intent", "mood"), ("hyde", "poem"), ("lang", "fr"), ("skip", "no"), ("sub_queries", "two")]
)
def test_a_wrong_line_is_named(tmp_path: Path, field: str, value: str) -> None:
    with pytest.raises(InvalidInputError, match="Line a"):
        evaluate(write(tmp_path / "router.jsonl", {**LINE, field: value}))
