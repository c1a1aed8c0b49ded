"""LoCoMo's own form."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.language.transcripts import read_transcript


@pytest.fixture
def sample() -> dict[str, Any]:
    turns = [
        {"speaker": "Ann", "dia_id": "D1:1", "text": "  Look at this! "},
        {"speaker": "Bo", "dia_id": "D1:2", "text": "Mine", "blip_caption": "a photo of a dog", "query": "dog"},
        {"speaker": "Bo", "dia_id": "D1:3", "text": "", "blip_caption": "a cat"},
        {"speaker": "Bo", "dia_id": "D1:4"},
    ]
    conversation = {
        "speaker_a": "Ann",
        "speaker_b": "Bo",
        "session_10_date_time": "12:09 am on 13 September, 2023",
        "session_10": [{"speaker": "Ann", "dia_id": "D10:1", "text": "later"}],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": turns,
        "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "undated"}],
        "session_3_date_time": "1:56 pm on 9 May, 2023",
    }
    return {"sample_id": "conv-1", "conversation": conversation, "qa": [{"question": "?", "answer": "!"}]}


@pytest.mark.parametrize("many", [True, False])
def test_reads_a_sample(sample: dict[str, Any], many: bool) -> None:
    data = json.dumps([sample] if many else sample, indent=1).encode()
    reading = read_transcript("locomo10.json", data)
    (conversation,) = reading.conversations
    assert (conversation.key, conversation.title, conversation.wing) == ("conv-1", "Ann & Bo", "Ann & Bo")
    assert [session.title for session in conversation.sessions] == [
        "Session 1, 2023-05-08",
        "Session 2",
        "Session 10, 2023-09-13",
    ]
    first = conversation.sessions[0]
    assert first.started_at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert [(turn.source_id, turn.text) for turn in first.turns] == [
        ("D1:1", "  Look at this! "),
        ("D1:2", "Mine [image: a photo of a dog]"),
        ("D1:3", "[image: a cat]"),
    ]
    assert {turn.said_at for turn in first.turns} == {first.started_at}
    (rejected,) = reading.rejected
    assert rejected.reason == "no text"
    assert "D1:4" in data.decode().split("\n")[rejected.line + 1]


@pytest.mark.parametrize("key", ["session_" + "9" * 5_000, "session_01", "session_٣"])
def test_a_key_that_is_no_session_number_is_passed_over(sample: dict[str, Any], key: str) -> None:
    sample["conversation"][key] = []
    (conversation,) = read_transcript("locomo10.json", json.dumps(sample).encode()).conversations
    assert len(conversation.sessions) == 3


def test_a_bad_date_leaves_the_session_undated(sample: dict[str, Any]) -> None:
    sample["conversation"]["session_1_date_time"] = "some day"
    reading = read_transcript("locomo.json", json.dumps(sample).encode())
    assert reading.conversations[0].sessions[0].started_at is None
    assert "the session is kept without it" in reading.rejected[0].reason
