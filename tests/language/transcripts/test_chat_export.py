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


def test_what_chatgpts_tools_gave_back_and_its_thoughts_are_nobodys_words(export: dict[str, Any]) -> None:
    """A page that it had searched had become what the memory's owner knows."""
    tree = export["mapping"]
    tree["new"]["children"] = ["found"]
    tree["found"] = node("new", ["thinks"], "tool", "Most patients improve within 6 weeks.")
    tree["thinks"] = node("found", ["thanks"], "assistant")
    tree["thinks"]["message"]["content"] = {"content_type": "thoughts", "thoughts": [{"content": "He is ill."}]}
    tree["thanks"]["parent"] = "thinks"
    reading = read_transcript("conversations.json", json.dumps([export]).encode())
    assert [turn.text for turn in reading.conversations[0].turns] == ["why?", "because", "thanks"]
    assert reading.rejected == ()  # had been "no text", thousands of times in an export with reasoning


def instructed(about: str, how: str, at: int, *, typed: bool) -> dict[str, Any]:
    content = {"content_type": "user_editable_context", "user_profile": f"The profile:\n```{about}```"}
    content["user_instructions"] = f"How to answer:\n```{how}```"
    metadata: dict[str, Any] = {"is_visually_hidden_from_conversation": True}
    if typed:
        metadata["user_context_message_data"] = {"about_user_message": about, "about_model_message": how}
    message = {"author": {"role": "user"}, "content": content, "metadata": metadata}
    mapping = {
        "set": {"parent": None, "children": ["q"], "message": message},
        "q": node("set", [], "user", "why?"),
    }
    return {"title": "Why", "create_time": at, "mapping": mapping, "current_node": "q"}


@pytest.mark.parametrize("typed", [True, False])
def test_custom_instructions_are_the_users_words_once(*, typed: bool) -> None:
    told = [("I'm a nurse.", "Be brief.", 1_700_000_000), ("I'm a nurse.", "Be brief.", 1_600_000_000)]
    told.append(("I'm a nurse.", "Be long.", 1_750_000_000))
    export = [instructed(about, how, at, typed=typed) for about, how, at in told]
    conversation = read_transcript("conversations.json", json.dumps(export).encode()).conversations[-1]
    assert (conversation.key, conversation.title) == ("custom-instructions", "Custom instructions")
    assert [(turn.text, turn.role, turn.said_at and turn.said_at.year) for turn in conversation.turns] == [
        ("I'm a nurse.", Role.USER, 2020),
        ("Be brief.", Role.USER, 2020),
        ("Be long.", Role.USER, 2025),
    ]
