"""Files as bytes: encodings, limits, keys across re-reads, speed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.errors import TranscriptError
from graphmem.language.transcripts import MAX_BYTES, MAX_TEXT, draft, read_transcript
from graphmem.model.transcript import Reading

CHAT = "Ayşe: selam\nBob: hi\n"


def key_of(name: str, text: str) -> str:
    (conversation,) = read_transcript(name, text.encode()).conversations
    return conversation.key


@pytest.mark.parametrize("data", [b"", b"\n \r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.md", "a.txt", "a"])
def test_an_empty_file_holds_nothing(name: str, data: bytes) -> None:
    assert read_transcript(name, data) == Reading()


@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_windows_line_ends_and_a_byte_order_mark(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"\xef\xbb\xbf" + b"Ann: one\r\ntwo\r\nBo: three\r\n")
    (conversation,) = read_transcript(str(path), path.read_bytes()).conversations
    assert [turn.text for turn in conversation.turns] == ["one\ntwo", "three"]
    assert conversation.title == "a"


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        ("Ann: ok\nJosé: x".encode("iso8859-1"), 2, "byte 11 (0xe9) is not UTF-8"),
        (CHAT.encode("utf-16"), 1, "byte 0 begins a UTF-16 mark"),
        (b"Ann: a\nBo: \0", 2, "byte 11 is NUL, so this is no text"),
    ],
)
def test_other_encodings_are_refused_with_the_byte(data: bytes, line: int, reason: str) -> None:
    with pytest.raises(TranscriptError) as caught:
        read_transcript("a.txt", data)
    assert (caught.value.line, caught.value.reason) == (line, reason)
    assert "UTF-8" in caught.value.remedy


def test_a_file_over_the_limit_is_refused() -> None:
    with pytest.raises(TranscriptError, match="52,428,801 bytes are more than 52,428,800"):
        read_transcript("a.txt", b" " * (MAX_BYTES + 1))


def test_too_many_turns_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "MAX_TURNS", 1)
    with pytest.raises(TranscriptError, match="2 turns are more than 1"):
        read_transcript("a.txt", CHAT.encode())


@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.txt", "a.md"])
def test_a_text_too_long_is_rejected_with_its_line(name: str) -> None:
    rows = [("Ann", "x" * (MAX_TEXT + 1)), ("Bo", "y" * MAX_TEXT)]
    if name.startswith("a.json"):
        objects = [json.dumps({"speaker": speaker, "text": text}) for speaker, text in rows]
        body = "[" + ",\n".join(objects) + "]" if name == "a.json" else "\n".join(objects)
    else:
        mark = "**" if name == "a.md" else ""
        body = "\n".join(f"{mark}{speaker}:{mark} {text}" for speaker, text in rows)
    reading = read_transcript(name, body.encode())
    assert [turn.speaker for turn in reading.conversations[0].turns] == ["Bo"]
    assert [(item.line, item.reason) for item in reading.rejected] == [
        (1, "text of 100,001 characters is longer than 100,000")
    ]


def test_a_grown_file_keeps_its_key_and_its_session_titles() -> None:
    text = "[2026-05-08 13:56] Ann: a\n"
    (before,) = read_transcript("Günlük Notlar.txt", text.encode()).conversations
    (after,) = read_transcript("Günlük Notlar.txt", (text + "[2026-05-09 13:56] Bo: b\n").encode()).conversations
    assert before.key == after.key
    assert before.key.startswith("gunluk-notlar-")
    assert before.sessions[0] == after.sessions[0]


def test_files_of_one_name_do_not_share_a_key() -> None:
    assert key_of("one/chat.txt", "Ann: a\n") != key_of("two/chat.txt", "Ann: b\n")
    assert key_of("one/chat.txt", "Ann: a\n") == key_of("two/chat.txt", "Ann: a\n")


@pytest.mark.parametrize("form", ["json", "jsonl", "md", "txt"])
def test_ten_thousand_turns_are_all_read(form: str) -> None:
    rows = [{"speaker": f"Speaker {n % 3}", "text": f"turn {n} of many", "time": 1778248560 + n} for n in range(10_000)]
    bodies = {
        "json": json.dumps([*rows, {"speaker": "X"}]),
        "jsonl": "\n".join(map(json.dumps, rows)),
        "md": "\n\n".join(f"**{row['speaker']}:** {row['text']}" for row in rows),
        "txt": "\n".join(f"[2026-05-08 13:{n % 60:02}] {row['speaker']}: {row['text']}" for n, row in enumerate(rows)),
    }
    reading = read_transcript(f"long.{form}", bodies[form].encode())
    assert sum(1 for c in reading.conversations for _ in c.turns) == 10_000


def test_turkish_of_an_older_machine_is_read_and_what_may_be_another_language_is_not() -> None:
    data = "Ayşe: çok iyiyim\nIşıl: Iğdır’da".encode("cp1254")
    (conversation,) = read_transcript("c.txt", data).conversations
    assert [(turn.speaker, turn.text) for turn in conversation.turns] == [("Ayşe", "çok iyiyim"), ("Işıl", "Iğdır’da")]
    with pytest.raises(TranscriptError, match="is not UTF-8"):
        read_transcript("c.txt", "Łukasz: źle się czuję".encode("cp1250"))
    with pytest.raises(TranscriptError, match="is not UTF-8"):
        read_transcript("c.txt", b"Ann: \xff\xd8\xfe\x01")


def test_a_zip_is_said_to_be_one() -> None:
    with pytest.raises(TranscriptError, match="it is a zip") as caught:
        read_transcript("export.zip", b"PK\x03\x04\x14\x00")
    assert "graphmem import --from chatgpt" in caught.value.remedy
