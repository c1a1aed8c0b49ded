"""JSON lines: messages or conversations."""

from __future__ import annotations

import pytest

from graphmem.errors import TranscriptError
from graphmem.language.transcripts import read_transcript

TURNS = b'{"speaker": "A", "text": "one"}\n\n{"speaker": "B", "text": "two\\u2028lines"}\r\n'


@pytest.mark.parametrize("name", ["chat.jsonl", "chat.ndjson", "chat.json", "chat"])
def test_one_message_a_line_under_any_name(name: str) -> None:
    (conversation,) = read_transcript(name, TURNS).conversations
    assert [turn.text for turn in conversation.turns] == ["one", "two\u2028lines"]


def test_one_conversation_a_line() -> None:
    data = b'{"id": "x", "messages": [{"role": "user", "content": "a"}]}\n[{"role": "user", "content": "b"}]\n'
    reading = read_transcript("all.jsonl", data)
    assert [[turn.text for turn in c.turns] for c in reading.conversations] == [["a"], ["b"]]


def test_an_agents_log_with_wrapped_messages() -> None:
    message = b'{"role": "user", "content": "hi"}'
    data = b'{"type": "user", "uuid": "u1", "timestamp": "2026-05-08T13:56:00Z", "message": ' + message + b"}"
    (turn,) = read_transcript("log.jsonl", data).conversations[0].turns
    assert (turn.text, turn.source_id) == ("hi", "u1")


def test_broken_lines_are_named_and_the_rest_is_kept() -> None:
    data = TURNS + b'{"speaker": "A", "te\nnull\n{"speaker": "C"}\n{"messages": [{"speaker": "D"}]}\n'
    reading = read_transcript("chat.jsonl", data)
    assert [(item.line, item.reason.split(":")[0]) for item in reading.rejected] == [
        (4, "not JSON"),
        (5, "expected an object with a speaker and a text, got NoneType"),
        (6, "no text"),
        (7, "no text"),
    ]
    assert sum(len(list(conversation.turns)) for conversation in reading.conversations) == 2


@pytest.mark.parametrize("data", [b"not json\nat all", b'{"level": "info"}\n{"level": "warn"}'])
def test_lines_without_a_message_are_an_error(data: bytes) -> None:
    with pytest.raises(TranscriptError) as caught:
        read_transcript("log.jsonl", data)
    assert caught.value.line == 1
