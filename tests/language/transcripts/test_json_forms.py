"""JSON in the shapes chat programs and agents write it."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from graphmem.errors import TranscriptError
from graphmem.language.transcripts import read_transcript
from graphmem.language.transcripts.notices import NOTICE
from graphmem.model.transcript import Reading, Role, Turn


def read(value: object, name: str = "chat.json") -> Reading:
    return read_transcript(name, json.dumps(value, ensure_ascii=False, indent=1).encode())


def only_turn(value: object) -> Turn:
    (conversation,) = read(value).conversations
    (turn,) = conversation.turns
    return turn


@pytest.mark.parametrize(
    "message",
    [
        {"speaker": "Ayşe", "text": " merhaba\n"},
        {"name": "Ayşe", "content": " merhaba\n"},
        {"author": {"name": "Ayşe"}, "body": " merhaba\n"},
        {"from": "Ayşe", "message": " merhaba\n"},
        {"sender": "Ayşe", "text": [" mer", {"type": "bold", "text": "haba"}, "\n"]},
        {"role": "user", "name": "Ayşe", "content": [{"type": "text", "text": " merhaba\n"}]},
        {"message": {"sender": "Ayşe", "content": {"content_type": "text", "parts": [" merhaba\n"]}}},
        {"speaker": "Ayşe", "text": "", "content": [{"type": "tool_use", "name": "x"}, " merhaba\n"]},
    ],
)
def test_reads_a_message_whatever_its_fields_are_called(message: object) -> None:
    turn = only_turn([message])
    assert (turn.speaker, turn.role, turn.text) == ("Ayşe", Role.USER, " merhaba\n")


def test_parts_are_lines_and_pictures_are_left_out() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "x"}}, {"text": {"value": "b"}}]
    assert only_turn([{"role": "user", "content": parts}]).text == "a\nb"


NAMES = ["time", "timestamp", "said_at", "created_at", "date", "ts", "at", "createdAt", "Sent-At", "Timestamp"]


@pytest.mark.parametrize("key", NAMES)
def test_reads_the_time_whatever_it_is_called(key: str) -> None:
    turn = only_turn([{"speaker": "A", "text": "b", key: "2026-05-08 13:56"}])
    assert turn.said_at == datetime(2026, 5, 8, 13, 56, tzinfo=UTC)


def test_a_clock_beside_a_date_belongs_to_it() -> None:
    turn = only_turn([{"speaker": "A", "text": "b", "date": "08.05.2026", "time": "13:56"}])
    assert turn.said_at == datetime(2026, 5, 8, 13, 56, tzinfo=UTC)


@pytest.mark.parametrize(
    ("speaker", "role"),
    [
        *[(name, Role.USER) for name in ("user", "Human", "me", "Ayşe", "Kullanıcı", "Priya Raman")],
        *[(name, Role.ASSISTANT) for name in ("assistant", "AI", "Bot", "gpt-4o", "Claude", "model", "Asistan")],
        ("system", Role.SYSTEM),
        ("tool", Role.TOOL),
        ("narrator", Role.OTHER),
    ],
)
def test_derives_the_role_from_the_speaker(speaker: str, role: Role) -> None:
    assert only_turn([{"speaker": speaker, "text": "b"}]).role is role


def test_a_declared_role_wins_and_an_unknown_one_is_other() -> None:
    assert only_turn([{"speaker": "Claude", "role": "user", "text": "b"}]).role is Role.USER
    assert only_turn([{"speaker": "Ayşe", "role": "referee", "text": "b"}]).role is Role.OTHER


@pytest.mark.parametrize("key", ["messages", "turns", "conversation", "chat_messages", "conversations"])
def test_reads_an_object_around_the_messages(key: str) -> None:
    value = {"id": "c-7", "title": "Trip", "wing": "Family", key: [{"from": "human", "value": "hi"}]}
    (conversation,) = read(value).conversations
    assert (conversation.key, conversation.title, conversation.wing) == ("c-7", "Trip", "Family")


def test_reads_a_collection_and_titles_what_has_no_title_by_its_first_words() -> None:
    chat = {"messages": [{"role": "user", "content": "hi"}]}
    asked = {"role": "user", "content": "Here's the contract of the new job,\ncan you check how long its notice is?"}
    reading = read({"conversations": [{**chat, "title": "One"}, chat, 7, [{"role": "user", "content": "hi"}], [asked]]})
    assert [conversation.title for conversation in reading.conversations] == [
        "One",
        "hi",
        "hi",
        "Here's the contract of the new job, can you check how long …",
    ]
    (rejected,) = reading.rejected
    assert (rejected.line, rejected.reason) == (20, "expected a conversation with messages")
    keys = [conversation.key for conversation in reading.conversations]
    assert keys[1:3] == [f"{keys[0]}-2", f"{keys[0]}-3"]


def test_keeps_the_sessions_a_source_marks_and_dates_their_turns() -> None:
    sessions = [{"date": "2026-05-08", "turns": [{"speaker": "A", "text": "a"}]}, {"title": "Two", "turns": []}, 5]
    reading = read({"sessions": sessions})
    (session,) = reading.conversations[0].sessions
    assert session.started_at == session.turns[0].said_at == datetime(2026, 5, 8, tzinfo=UTC)
    assert [item.reason for item in reading.rejected] == ["expected a session with turns"]


def test_flat_messages_are_grouped_by_their_conversation_id() -> None:
    rows = [{"speaker": "A", "text": str(place), "conversation_id": place % 2} for place in range(4)]
    texts = {c.key: [turn.text for turn in c.turns] for c in read([*rows, {"conversation_id": 0}]).conversations}
    assert texts == {"0": ["0", "2"], "1": ["1", "3"]}


def test_malformed_messages_are_named_by_line_and_the_rest_is_kept() -> None:
    text = """[
 {"speaker": "A", "text": "kept"},
 {"speaker": "A"},
 "loose",
 {"text": "whose?"},
 {"speaker": "A", "text": "  "},

 {"speaker": "A", "text": "nul \\u0000"},
 {"speaker": "A", "text": "half \\ud83d"},
 {"speaker": "A", "text": "timeless", "time": "soon"}
]"""
    reading = read_transcript("a.json", text.encode())
    assert [turn.text for turn in reading.conversations[0].turns] == ["kept", "timeless"]
    lines = [(item.line, item.reason.split(":")[0]) for item in reading.rejected]
    assert lines == [
        (3, "no text"),
        (4, "expected an object with a speaker and a text, got str"),
        (5, "no speaker"),
        (6, "no text"),
        (8, "text holds a NUL character or half of a surrogate pair"),
        (9, "text holds a NUL character or half of a surrogate pair"),
        (10, "not a time"),
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"speaker": "A",\n "text" "b"}', 2),
        ("[\n1,\n2]", 1),
        ('{"settings": {}}', 1),
        ("7", 1),
        ('"text"', 1),
        ("[" * 100_000, 1),
        ('[{"speaker": "A", "text": 1' + "0" * 5000 + "}]", 1),
        ('{"messages": [{"speaker": "A", "text": "cut', 1),
    ],
)
def test_a_file_that_is_no_conversation_is_an_error_with_its_line(text: str, line: int) -> None:
    with pytest.raises(TranscriptError) as caught:
        read_transcript("a.json", text.encode())
    assert caught.value.line == line
    assert caught.value.source == "a.json"


@pytest.mark.parametrize("value", [[], {"messages": []}, {"conversations": []}])
def test_nothing_said_is_an_empty_reading(value: object) -> None:
    assert read(value) == Reading()


def test_what_was_attached_is_a_documents_word() -> None:
    """Claude's export has the text of files beside the messages they came with; it had been lost."""
    attachments = [{"file_name": "vertrag.txt", "extracted_content": "I live in Munich.\n\nNotice: three months."}]
    attachments += [{"file_name": "", "extracted_content": "Unnamed."}, {"file_name": "photo.png"}]
    asked = {"sender": "human", "text": "What is the notice?", "created_at": "2025-09-28T19:00:00Z"}
    messages = [
        asked | {"attachments": attachments},
        {"sender": "assistant", "text": "Three months.", "attachments": []},
    ]
    (conversation,) = read([{"uuid": "c1", "name": "", "chat_messages": messages}]).conversations
    assert [(turn.speaker, turn.role, turn.text) for turn in conversation.turns] == [
        ("vertrag.txt", Role.DOCUMENT, "I live in Munich."),
        ("vertrag.txt", Role.DOCUMENT, "Notice: three months."),
        ("attachment", Role.DOCUMENT, "Unnamed."),
        ("human", Role.USER, "What is the notice?"),
        ("assistant", Role.ASSISTANT, "Three months."),
    ]


def test_slack_names_its_people_beside_their_ids() -> None:
    profile = {"user": "U01", "user_profile": {"real_name": "Defne Arslan", "display_name": ""}}
    channel = [
        {"type": "message", "ts": "1741860000.000100", "text": "staging is down", **profile},
        {"type": "message", "ts": "1741860060.000200", "text": "<@U01> see <https://x.y|the log>", "user": "U02"},
        {
            "type": "message",
            "ts": "1741860070.0",
            "subtype": "channel_join",
            "text": "<@U03> has joined",
            "user": "U03",
        },
        {"type": "message", "ts": "1741860080.0", "text": "it was the disk", "user": "U01"},
    ]
    reading = read(channel)
    assert [(turn.speaker, turn.text) for turn in reading.conversations[0].turns] == [
        ("Defne Arslan", "staging is down"),
        ("U02", "@Defne Arslan see the log"),
        ("Defne Arslan", "it was the disk"),
    ]
    assert [one.reason for one in reading.rejected] == [NOTICE]


def test_angle_brackets_stay_where_no_slack_wrote_them() -> None:
    assert only_turn([{"user": "Ada", "text": "<@U01> <https://x.y|z>"}]).text == "<@U01> <https://x.y|z>"
