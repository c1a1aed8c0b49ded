"""`evaluate sessions`: what is remembered of people's sessions with an assistant, as anybody's are mined."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from tests.evals import context_cases, labelled, sessions, talks

SPANS = {
    1: "I'm allergic to walnuts",
    4: "I booked table 12 at Meyhane Deniz for Friday at 19:30.",
}
LINES = [
    "I'm allergic to walnuts, can you find a dinner for four people?",
    "Sure! Walnuts hide in many pesto sauces and cakes, so ask the kitchen about these two.",
    "make it shorter please",
    "Done. I booked table 12 at Meyhane Deniz for Friday at 19:30. Would you like a reminder?",
]


def _written(folder: Path, **changed: object) -> Path:
    path = folder / "sessions.jsonl"
    cases = []
    for number, text in enumerate(LINES, start=1):
        role = "user" if number % 2 else "assistant"
        marked = [{"span": SPANS[number], "category": "fact", "day": None, "until": None}] if number in SPANS else []
        cases.append({
            "id": f"x-{number}", "writer": "me", "lang": "en", "chat": "x", "role": role, "speaker": role,
            "said_at": f"2026-03-02T09:0{number}:00+00:00", "text": text, "memories": marked, "junk": [], "ends": [],
        } | changed)  # fmt: skip
    path.write_text("\n".join(map(json.dumps, cases)), "utf-8")
    return path


async def test_what_was_told_and_what_was_done_is_found_and_answers_are_not(memory: GraphMem, tmp_path: Path) -> None:
    metrics = (await sessions.evaluate(memory, _written(tmp_path)))["metrics"]
    assert (metrics["messages"], metrics["memories"], metrics["junk"]) == (4, 2, 0)
    assert metrics["spans"]["recall"] == 1.0
    assert {role: found["memories"] for role, found in metrics["by_role"].items()} == {"user": 1, "assistant": 1}


async def test_a_role_that_is_none_is_named(memory: GraphMem, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="line x-1: role is 'robot'"):
        await sessions.evaluate(memory, _written(tmp_path, role="robot"))


@pytest.mark.parametrize("name", ["sessions", "sessions_fresh", "told", "coding_told", "months"])
def test_our_sessions_mark_words_that_are_there(name: str) -> None:
    cases = labelled.cases(name, None, sessions.FIELDS)
    talks.by_chat(cases)
    assert [case["id"] for case in cases for one in case["memories"] if one["span"] not in case["text"]] == []
    assert [case["id"] for case in cases for one in case["junk"] if one not in case["text"]] == []


@pytest.mark.parametrize(
    ("name", "questions", "people", "unanswered"),
    [
        ("session_questions", 288, 12, 72),
        ("session_questions_across", 288, 12, 72),
        ("first_weeks_questions", 160, 4, 56),
        ("first_weeks_across", 160, 4, 56),
        ("months_questions", 120, 4, 24),
        ("months_across", 120, 4, 24),
        ("everyday_questions", 60, 2, 16),
    ],
)
def test_questions_to_them_have_their_evidence_in_one_of_them(
    name: str, questions: int, people: int, unanswered: int
) -> None:
    found = context_cases.load(Path(sessions.__file__).parent / "data" / f"{name}.jsonl")
    assert (found.kind, len(found.questions), len(found.conversations)) == ("sessions", questions, people)
    told = {part: {turn.source_id for turn in one.turns} for part, one in found.conversations.items()}
    assert [one.text for one in found.questions if not set(one.evidence) <= told[one.part]] == []
    assert sum(not one.evidence for one in found.questions) == unanswered
