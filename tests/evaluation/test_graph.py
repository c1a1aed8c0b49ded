"""`evaluate graph`: chains of causes and profiles in stores of many turns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from tests.evals import graph, graph_stores

TURNS = (
    ("2026-03-01T09:00:00Z", "The roof of the shed leaks since the storm."),
    ("2026-03-03T09:00:00Z", "The leak in the roof has soaked all the seed bags."),
    ("2026-03-05T09:00:00Z", "Since the seed bags were soaked I ordered new seeds from Lotte Brand."),
    ("2026-03-06T09:00:00Z", "Lotte Brand sends seeds within two days."),
    ("2026-03-07T09:00:00Z", "Lotte Brandt from the library wants her book back."),
)
ASKED: list[dict[str, Any]] = [
    {"kind": "causal", "query": "Why did I order new seeds?", "chain": [0, 1, 2], "wrong": []},
    {"kind": "profile", "query": "What do I know about Lotte Brand?", "current": [2, 3], "former": [], "others": [4]},
]


def _written(folder: Path, **changed: object) -> Path:
    story = {
        "id": "x-01", "lang": "en", "speaker": "Ida", "turns": [{"at": at, "text": text} for at, text in TURNS],
        "questions": ASKED,
    }  # fmt: skip
    path = folder / "graph.jsonl"
    path.write_text(json.dumps(story | changed), "utf-8")
    return path


async def test_a_chain_is_whole_and_a_profile_is_of_the_right_one(
    memory: GraphMem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_stores, "LEAST", 12)
    found = await graph.evaluate(memory, [_written(tmp_path)])
    causal, profile = found["metrics"]["causal"], found["metrics"]["profile"]
    assert (causal["questions"], causal["complete"], causal["parts_shown"]) == (1, 1, 3)
    assert (profile["first_line_right"], profile["current_shown"], profile["of_another"]) == (1, 2, 0)


def test_a_store_is_filled_up_with_other_talk_by_the_same_speaker(tmp_path: Path) -> None:
    (story,) = graph_stores.stories([_written(tmp_path)])
    turns = [turn for talk in graph_stores.store(story, [story], least=30) for turn in talk.turns]
    assert len(turns) == 30
    assert {turn.speaker for turn in turns} == {"Ida"}
    assert story.is_odd
    assert graph_stores.of_half([story], "even") == []


def test_a_turn_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    asked = [ASKED[0] | {"chain": [0, 9]}]
    with pytest.raises(InvalidInputError, match="x-01"):
        graph_stores.stories([_written(tmp_path, questions=asked)])
