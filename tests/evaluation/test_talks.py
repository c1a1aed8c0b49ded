"""`evaluate talks`: what is concluded from talks in which little changes, as anybody's are mined."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from tests.evals import labelled, talks

LINES = [
    ("I send the report to the whole company every Friday.", [], []),
    ("The licence takes eight weeks to come through. So I'm going live with the app on 20 June.", [], [
        {"id": "x-2", "cause": "The licence takes eight weeks to come through", "effect": "I'm going live"},
    ]),
    ("We track everything in Jira, and the board is a mess.", [], []),
    ("I no longer send the report to the whole company every Friday.", [
        {"id": "x-1", "old": "I send the report to the whole company every Friday", "new": "I no longer send"},
    ], []),
]  # fmt: skip


def _written(folder: Path, **changed: object) -> Path:
    path = folder / "talks.jsonl"
    cases = [
        {"id": f"x-{number}", "lang": "en", "chat": "x", "said_at": f"2026-03-0{number}T09:00:00+00:00", "text": text}
        | {"ends": ends, "because": because}
        | changed
        for number, (text, ends, because) in enumerate(LINES, start=1)
    ]
    path.write_text("\n".join(map(json.dumps, cases)), "utf-8")
    return path


async def test_what_ended_is_closed_and_told_causes_are_linked(memory: GraphMem, tmp_path: Path) -> None:
    found = await talks.evaluate(memory, _written(tmp_path))
    metrics = found["metrics"]
    assert metrics["messages"] == len(LINES)
    assert metrics["closed"] == {"precision": 1.0, "recall": 1.0, "said": 1, "count": 1}
    assert metrics["caused"] == {"precision": 1.0, "recall": 1.0, "said": 1, "count": 1}
    assert metrics["asked"]["said"] == 0
    assert found["errors"] == []
    assert (metrics["merged"], found["merged"]) == (0, [])


async def test_what_was_taken_for_said_before_is_listed_to_be_read(memory: GraphMem, tmp_path: Path) -> None:
    path = _written(tmp_path)
    again = {"id": "x-5", "lang": "en", "chat": "x", "said_at": "2026-03-05T09:00:00+00:00", "ends": [], "because": []}
    told = "As I said, we track everything in Jira, and the board is a mess."
    path.write_text(f"{path.read_text('utf-8')}\n{json.dumps(again | {'text': told})}", "utf-8")
    found = await talks.evaluate(memory, path)
    assert found["metrics"]["merged"] == 1
    (one,) = found["merged"]
    assert one["chat"] == "x"
    assert set(one["turns"]) == {LINES[2][0], told}


async def test_a_date_that_is_none_is_named(memory: GraphMem, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="soon"):
        await talks.evaluate(memory, _written(tmp_path, said_at="soon"))


async def test_a_mark_of_what_is_not_there_is_named(memory: GraphMem, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="line x-1: ends has"):
        await talks.evaluate(memory, _written(tmp_path, ends=[{"id": "x-9", "old": "I", "new": "I"}]))


def test_messages_of_a_chat_may_lie_apart() -> None:
    line = {"text": "a", "ends": [], "because": []}
    cases = [{"id": str(number), "chat": chat, **line} for number, chat in enumerate("xyx")]
    assert {name: [case["id"] for case in lines] for name, lines in talks.by_chat(cases).items()} == {
        "x": ["0", "2"],
        "y": ["1"],
    }


def test_our_talks_mark_words_that_are_there() -> None:
    cases = labelled.cases("talks", None, talks.FIELDS)
    chats = talks.by_chat(cases)
    assert len({case["id"] for case in cases}) == len(cases)
    assert len({case["writer"] for case in cases}) == 6
    assert sum(case["lang"] == "tr" for case in cases) * 2 == len(cases)
    for lines in chats.values():
        assert len(talks.conversation("x", lines).sessions) > 1
