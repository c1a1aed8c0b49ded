"""BEAM, MuSiQue, XQuAD and TimeQA on our own few lines: keys, figures worked out by hand, owners, wrong forms."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.facade import GraphMem
from graphmem.store import tenants
from tests.evals import beam, beam_recall, musique, timeqa, xquad
from tests.evals import tiny as tiny_sets

Evaluation = Callable[..., Awaitable[report.Report]]
FORMS: dict[str, Evaluation] = {
    "beam.jsonl": beam_recall.evaluate,
    "musique.json": musique.evaluate,
    "xquad.json": xquad.evaluate,
    "timeqa.json": timeqa.evaluate,
}


async def owners(memory: GraphMem) -> set[str]:
    return {owner.name for owner, _ in await tenants.all_owners(memory.database)}


@pytest.mark.long
async def test_every_evaluation_runs_on_the_tiny_sets_and_cleans_up(memory: GraphMem, tmp_path: Path) -> None:
    before = await owners(memory)
    result = await tiny_sets.evaluate(memory, tmp_path)
    assert result["failed"] == []
    assert set(result["metrics"]) == set(tiny_sets.checks(tmp_path))
    assert await owners(memory) == before


async def test_a_figure_below_its_floor_is_named(
    memory: GraphMem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_memory: GraphMem, _path: Path) -> report.Report:
        return {"metrics": {"recall@5": 10.0}}

    checks = {"locomo": tiny_sets.Check("locomo.json", broken, ("recall@5",), 60)}
    monkeypatch.setattr(tiny_sets, "checks", lambda _folder: checks)
    assert (await tiny_sets.evaluate(memory, tmp_path))["failed"] == ["locomo"]


async def test_beam_has_its_abilities_and_its_pairs(memory: GraphMem, tiny: Path) -> None:
    found = (await beam_recall.evaluate(memory, tiny / "beam.jsonl"))["metrics"]
    groups = found["by_category"]
    assert set(groups) == {"information_extraction", "knowledge_update", "contradiction_resolution"}
    assert {"recall@5", "recall@10", "recall@20", "newer_first", "linked", "questions"} <= found.keys()
    assert "newer_first" not in groups["information_extraction"]
    assert groups["knowledge_update"]["linked"] in (0.0, 100.0)


def test_the_later_statement_is_the_newer_whatever_its_name(tiny: Path) -> None:
    (chat,) = beam.load(tiny / "beam.jsonl")
    places = {turn.source_id or "": place for place, turn in enumerate(chat.conversation.turns)}
    pairs = {question.ability: beam_recall.in_order(question, places) for question in chat.questions}
    assert pairs["contradiction_resolution"] == ({"2"}, {"8"})
    assert pairs["knowledge_update"] == ({"0"}, {"6"})
    assert pairs["information_extraction"] is None
    same = beam.Question("?", "contradiction_resolution", ("2",), older=("2",), newer=("2",))
    assert beam_recall.in_order(same, places) is None


async def test_musique_counts_passages(memory: GraphMem, tiny: Path) -> None:
    result = await musique.evaluate(memory, tiny / "musique.json")
    found = result["metrics"]
    assert result["settings"]["passages"] == 8
    assert found["recall@20"] == 100.0
    assert {"recall@5", "recall@10", "all@5"} <= found.keys()
    assert {name: group["questions"] for name, group in found["by_category"].items()} == {
        "2 passages": 2,
        "3 passages": 1,
    }


def test_musique_without_a_corpus_takes_the_questions_own_passages(tiny: Path, tmp_path: Path) -> None:
    whole = json.loads((tiny / "musique.json").read_text())
    (path := tmp_path / "lines.jsonl").write_text("\n".join(map(json.dumps, whole["questions"])))
    assert musique.load(path) == musique.load(tiny / "musique.json")


async def test_xquad_asks_in_both_directions(memory: GraphMem, tiny: Path) -> None:
    found = (await xquad.evaluate(memory, tiny / "xquad.json"))["metrics"]
    assert set(found["by_category"]) == {"en→en", "tr→tr", "en→tr", "tr→en"}
    assert found["by_category"]["tr→tr"]["r@1"] == 100.0
    assert found["questions"] == 16


async def test_timeqa_is_right_and_silent_where_nothing_is_valid(memory: GraphMem, tiny: Path) -> None:
    result = await timeqa.evaluate(memory, tiny / "timeqa.json")
    assert result["metrics"]["as_of_accuracy"] == 100.0
    assert {name: group["questions"] for name, group in result["metrics"]["by_category"].items()} == {
        "nothing valid": 4,
        "one value": 8,
        "several values": 2,
    }
    assert result["errors"] == []


async def test_timeqa_tells_wrong_answers(memory: GraphMem, tiny: Path, tmp_path: Path) -> None:
    records = json.loads((tiny / "timeqa.json").read_text())
    records[0]["as_of"][0]["values"] = ["Nobody & Sons"]
    (path := tmp_path / "t.json").write_text(json.dumps(records))
    result = await timeqa.evaluate(memory, path)
    assert result["metrics"]["as_of_accuracy"] == round(100 * 13 / 14, 2)
    assert [(error["found"], error["expected"]) for error in result["errors"]] == [([], ["Nobody & Sons"])]


def spoilt(value: Any, path: tuple[str | int, ...], new: object) -> Any:
    """A copy with one place of it replaced, or removed for None."""
    copy = json.loads(json.dumps(value))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    if new is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = new
    return copy


@pytest.mark.parametrize(
    ("name", "path", "new", "told"),
    [
        ("musique.json", ("questions", 1, "question"), None, r"questions\[1\]: field 'question' is missing"),
        ("musique.json", ("corpus", 0, "text"), 3, r"corpus\[0\]: field 'text' is not a text"),
        ("musique.json", ("questions",), [], "holds no question"),
        ("xquad.json", (1, "tr"), None, r"\[1\]: field 'tr' is missing"),
        ("xquad.json", (0, "qas", 1, "q_en"), "", r"\[0\]\.qas\[1\]: field 'q_en' is empty"),
        ("timeqa.json", (0, "facts", 0, "valid_to"), "1920-01-01", "field 'valid_to' is not after valid_from"),
        ("timeqa.json", (2, "as_of", 1, "at"), "then", r"\[2\]\.as_of\[1\]: field 'at' is no date"),
        ("beam.jsonl", ("messages", 2, "role"), "wizard", r"beam.jsonl:1: messages\[2\]: field 'role' is none of"),
        ("beam.jsonl", ("probing_questions",), None, "beam.jsonl:1: field 'probing_questions' is missing"),
    ],
)
async def test_a_wrong_form_is_told_by_record_and_field(
    memory: GraphMem, tiny: Path, tmp_path: Path, name: str, path: tuple[str | int, ...], new: object, told: str
) -> None:
    value = json.loads((tiny / name).read_text("utf-8"))
    (file := tmp_path / name).write_text(json.dumps(spoilt(value, path, new)))
    with pytest.raises(InvalidInputError, match=told):
        await FORMS[name](memory, file)
