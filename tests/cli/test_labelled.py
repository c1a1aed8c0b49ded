"""`graphmem evaluate …` on labelled lines: tables for people, a file for scripts, what came out wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import evals

pytestmark = pytest.mark.long


def lines(path: Path, *cases: dict[str, object]) -> str:
    path.write_text("".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases), "utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["language", "dates", "privacy"])
def test_our_own_set_is_scored_by_label_and_part(environment: dict[str, str], tmp_path: Path, name: str) -> None:
    file = tmp_path / "result.json"
    shown = evals(environment, name, "--json", str(file))
    assert shown.returncode == 0, shown.stderr
    for told in ("held back", "precision", "recall", "en", "tr"):
        assert told in shown.stdout
    assert {"metrics", "settings", "errors"} <= json.loads(file.read_text("utf-8")).keys()


def test_the_gate_on_a_file_of_ones_own_with_what_came_out_wrong(environment: dict[str, str], tmp_path: Path) -> None:
    data = lines(
        tmp_path / "gate.jsonl",
        {
            "id": "1",
            "lang": "en",
            "old": "User lives in Ankara.",
            "new": "User lives in Ankara.",
            "action": "reinforce",
        },
        {"id": "wrong-on-purpose", "lang": "tr", "old": "Kedim var.", "new": "Kedim var.", "action": "supersede"},
    )
    shown = evals(environment, "gate", "--data", data, "--errors")
    assert shown.returncode == 0, shown.stderr
    assert "reinforce" in shown.stdout
    assert "wrong-on-purpose" in shown.stdout
    assert "held back" not in shown.stdout


def test_dates_on_a_file_of_ones_own(environment: dict[str, str], tmp_path: Path) -> None:
    case = {"id": "1", "lang": "tr", "text": "Yarın Ankara'ya gidiyorum.", "said_at": "2026-05-04T10:00:00+00:00"}
    right = case | {"valid_from": "2026-05-05", "valid_until": "2026-05-05", "foresight": True}
    shown = evals(environment, "dates", "--data", lines(tmp_path / "dates.jsonl", right), "--errors")
    assert shown.returncode == 0, shown.stderr
    assert "foresight" in shown.stdout
