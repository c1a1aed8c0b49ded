"""ChatGPT's tree of messages."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphmem.language.transcripts import read_transcript
from graphmem.model.transcript import Role


def node(
    parent: str | None, children: list[str], role: str = "user", text: str | None = None, **more: Any
) -> dict[str, Any]:
    parts: list[Any] = [] if text is None else [{"asset_pointer": "x"}, text]
    message = {"author": {"role": role}, "content": {"content_type": "text", "parts": parts}, **more}
    return {"parent": parent, "children": children, "message": message}


@pytest.fixture
def export() -> dict[str, Any]:
    mapping = {
        "root": {"parent": None, "children": ["sys"], "message": None},
        "sys": node("root", ["q"], "system", ""),
        "q": node("sys", ["old", "new"], "user", "why?", id="m1", create_time=1778248560),
        "old": node("q", [], "assistant", "first try", create_time=1778248570),
        "new": node("q", ["call"], "assistant", "because", create_time=1778248580),
        "call": node("new", ["hidden"], "assistant", "search(1)", recipient="browser"),
        "hidden": node("call", ["thanks"], "user", "x", metadata={"is_visually_hidden_from_conversation": True}),
        "thanks": node("hidden", [], "user", "thanks", create_time=1778248590),
    }
    return {"title": "Why", "conversation_id": "c1", "mapping": mapping, "current_node": "thanks"}


@pytest.mark.parametrize("current", ["thanks", None, "gone"])
def test_reads_the_branch_that_was_kept(export: dict[str, Any], current: str | None) -> None:
    reading = read_transcript("conversations.json", json.dumps([export | {"current_node": current}]).encode())
    (conversation,) = reading.conversations
    assert conversation.key == "c1"
    assert conversation.title == "Why"
    assert [(turn.role, turn.text) for turn in conversation.turns] == [
        (Role.USER, "why?"),
        (Role.ASSISTANT, "because"),
        (Role.USER, "thanks"),
    ]
    assert next(conversation.turns).source_id == "m1"
    assert reading.rejected == ()


def test_a_circle_of_parents_ends(export: dict[str, Any]) -> None:
    export["mapping"]["root"]["parent"] = "thanks"
    (conversation,) = read_transcript("c.json", json.dumps(export).encode()).conversations
    assert len(list(conversation.turns)) == 3
