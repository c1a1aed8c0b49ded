"""Markdown conversations in the styles people and exporters use."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.errors import TranscriptError
from graphmem.language.transcripts import read_transcript
from graphmem.model.transcript import Conversation, Role


def read(text: str, name: str = "chat.md") -> Conversation:
    (conversation,) = read_transcript(name, text.encode()).conversations
    return conversation


def said(conversation: Conversation) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in conversation.turns]


@pytest.mark.parametrize("name", ["chat.md", "chat.markdown", "chat.txt", "chat"])
def test_bold_speakers(name: str) -> None:
    text = """# Trip to Rome

**Ayşe:** merhaba
ikinci satır

```py
**Bob:** only code
# not a title
```

**Bob** (2026-05-08 13:56): hi
**[2026-05-08 13:57] Ayşe:** son
__Bob:__ bye
"""
    conversation = read(text, name)
    assert conversation.title == "Trip to Rome"
    assert said(conversation) == [
        ("Ayşe", "merhaba\nikinci satır\n\n```py\n**Bob:** only code\n# not a title\n```"),
        ("Bob", "hi"),
        ("Ayşe", "son"),
        ("Bob", "bye"),
    ]
    assert [turn.said_at for turn in conversation.turns][1] == datetime(2026, 5, 8, 13, 56, tzinfo=UTC)


def test_role_headings_keep_the_headings_of_an_answer() -> None:
    answer = "So:\n\n### Model\n1. x\n\n## Steps\n**Note:** y"
    text = f"# Chat\n\n## User\n\nhow?\n\n## Assistant\n\n{answer}\n\n---\n\n## User\nthanks\n"
    conversation = read(text)
    assert said(conversation) == [
        ("User", "how?"),
        ("Assistant", answer),
        ("User", "thanks"),
    ]
    assert [turn.role for turn in conversation.turns] == [Role.USER, Role.ASSISTANT, Role.USER]


def test_date_headings_start_sessions_and_date_clocks() -> None:
    text = "## 2026-05-08\n### Ayşe — 13:56\nselam\n### Bob\nyo\n## 9 Mayıs 2026\n### Ayşe\nertesi gün\n"
    conversation = read(text)
    assert [(s.started_at, len(s.turns)) for s in conversation.sessions] == [
        (datetime(2026, 5, 8, 13, 56, tzinfo=UTC), 2),
        (datetime(2026, 5, 9, tzinfo=UTC), 1),
    ]
    assert [turn.said_at for turn in conversation.turns][1] == datetime(2026, 5, 8, 13, 56, tzinfo=UTC)


def test_list_items_and_their_indented_lines() -> None:
    text = "- Ayşe: merhaba\n  devam\n    kod\n- Bob: hi\n* [13:56] Ayşe: son\n"
    reading = read_transcript("list.md", text.encode())
    assert said(reading.conversations[0]) == [("Ayşe", "merhaba\ndevam\n  kod"), ("Bob", "hi"), ("Ayşe", "son")]
    assert "no date for the clock" in reading.rejected[0].reason


def test_names_in_headings() -> None:
    text = "# Notes from the lake\n## Ayşe (2026-05-08 13:56)\nmerhaba\n## Bob (2026-05-08 13:57)\nhi\n"
    assert said(read(text)) == [("Ayşe", "merhaba"), ("Bob", "hi")]


@pytest.mark.parametrize("name", ["chat.md", "chat.txt"])
def test_role_names_before_a_colon_outweigh_the_marks_of_an_answer(name: str) -> None:
    answer = "So:\n### Plan\n**Budget:** 5\n### Costs\n- Hotel: 3"
    assert said(read(f"User: how?\nAssistant: {answer}\n", name)) == [("User", "how?"), ("Assistant", answer)]


def test_titled_sessions_and_a_bold_role_alone() -> None:
    text = "## Session 1\n**User**\n\na\n\n**Assistant**\n\nb\n\n## Session 2, 2026-05-08\n**User**\nc"
    conversation = read(text)
    assert [session.title for session in conversation.sessions] == ["Session 1", "Session 2"]
    assert said(conversation) == [("User", "a"), ("Assistant", "b"), ("User", "c")]


def test_front_matter_names_the_conversation() -> None:
    conversation = read("---\ntitle: 'Lake'\nid: k-1\nwing: Family\n---\n\nDeniz: a\n\nElif: b\n")
    assert (conversation.key, conversation.title, conversation.wing) == ("k-1", "Lake", "Family")
    assert said(conversation) == [("Deniz", "a"), ("Elif", "b")]


def test_text_above_the_first_speaker_is_named() -> None:
    reading = read_transcript("a.md", b"# T\n\nAn introduction.\n\n**Ann:** hi\n")
    assert [(item.line, item.reason) for item in reading.rejected] == [
        (3, "text before the first speaker, or after a line without one")
    ]


@pytest.mark.parametrize(
    "text", ["# A title\n\nProse, nothing said.", "\n\n- one\n- two\n", "```\nAnn: in code\n```\n"]
)
def test_markdown_in_which_nobody_speaks_is_an_error(text: str) -> None:
    with pytest.raises(TranscriptError, match="no speaker in this Markdown") as caught:
        read_transcript("a.md", text.encode())
    assert caught.value.line is not None
    assert text.split("\n")[caught.value.line - 1]
