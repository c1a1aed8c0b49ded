"""`python -m tests.evals dates`: the figures over our own lines and over a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from tests.evals import labelled
from tests.evals.dates import evaluate

LINE: dict[str, object] = {
    "id": "a",
    "lang": "en",
    "text": "I moved yesterday.",
    "said_at": "2024-05-15T09:00:00",
    "valid_from": "2024-05-14",
    "valid_until": None,
    "foresight": False,
}


def write(path: Path, *lines: dict[str, object]) -> Path:
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


def test_our_own_set_is_read_well_on_the_part_no_rule_was_tuned_on() -> None:
    metrics = evaluate()["metrics"]
    assert metrics["held_back"]["both_accuracy"] >= 0.9
    assert metrics["held_back"]["foresight"]["f1"] >= 0.9
    assert set(metrics["by_language"]) == {"en", "tr"}


def test_our_own_set_has_enough_lines_of_each_language() -> None:
    cases = labelled.cases("dates", None, LINE)
    assert all(sum(case["lang"] == lang for case in cases) >= 150 for lang in ("en", "tr"))
    assert len({case["text"] for case in cases}) == len(cases)


def test_a_file_is_scored_and_its_errors_are_shown(tmp_path: Path) -> None:
    wrong = {**LINE, "id": "b", "valid_from": "2024-05-01", "foresight": True}
    report = evaluate(write(tmp_path / "dates.jsonl", LINE, wrong))
    assert report["metrics"]["both_accuracy"] == 0.5
    assert report["metrics"]["valid_until_accuracy"] == 1.0
    assert report["metrics"]["foresight"]["recall"] == 0.0
    assert "held_back" not in report["metrics"]
    assert [error["id"] for error in report["errors"]] == ["b"]


def test_a_wrong_line_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="Line a"):
        evaluate(write(tmp_path / "dates.jsonl", {**LINE, "said_at": "yesterday"}))
