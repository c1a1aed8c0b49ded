"""Plain text and WhatsApp's exports."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.errors import TranscriptError
from graphmem.language.transcripts import read_transcript
from graphmem.language.transcripts.notices import NOTICE
from graphmem.model.transcript import Reading


def read(text: str, name: str = "chat.txt") -> Reading:
    return read_transcript(name, text.encode())


def said(reading: Reading) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for conversation in reading.conversations for turn in conversation.turns]


def test_speakers_before_a_colon() -> None:
    text = "Ayşe: selam\nBob: see http://x.y\nNote: still Bob\n\n```\nAyşe: in code\n```\nAyşe:\nalt satır\n"
    assert said(read(text)) == [
        ("Ayşe", "selam"),
        ("Bob", "see http://x.y\nNote: still Bob\n\n```\nAyşe: in code\n```"),
        ("Ayşe", "alt satır"),
    ]


def test_beside_roles_a_lone_label_is_text() -> None:
    assert said(read("User: how?\nAssistant: So:\nBudget: 5\nUser: ok")) == [
        ("User", "how?"),
        ("Assistant", "So:\nBudget: 5"),
        ("User", "ok"),
    ]


def test_names_in_lower_case() -> None:
    assert said(read("deniz: a\nelif: b\n")) == [("deniz", "a"), ("elif", "b")]


def test_an_unclosed_fence_does_not_swallow_the_rest() -> None:
    assert len(said(read("Ann: ```\nBo: b\nAnn: c"))) == 3


def test_bracketed_times() -> None:
    reading = read("[2026-05-08 13:56] Ayşe: a\nstill: a\n[2026-05-08T16:57:00+03:00] Bob: b\n")
    assert said(reading) == [("Ayşe", "a\nstill: a"), ("Bob", "b")]
    times = [turn.said_at for turn in reading.conversations[0].turns]
    assert times == [datetime(2026, 5, 8, 13, 56, tzinfo=UTC), datetime(2026, 5, 8, 13, 57, tzinfo=UTC)]


def test_whatsapp_in_turkish() -> None:
    text = (
        "08.05.2026, 13:50 - Mesajlar uçtan uca şifrelidir.\n"
        "08.05.2026, 13:56 - Ayşe: selam\ndevam\nNot: bu da\n"
        "08.05.2026, 13:57 - +90 532 000 00 00: ok\n"
        "08.05.2026, 13:58 - Ayşe gruptan ayrıldı\n"
    )
    reading = read(text)
    assert said(reading) == [("Ayşe", "selam\ndevam\nNot: bu da"), ("+90 532 000 00 00", "ok")]
    assert [(item.line, item.reason) for item in reading.rejected] == [
        (1, NOTICE),
        (6, "no speaker: 'Ayşe gruptan ayrıldı'"),
    ]


@pytest.mark.parametrize(
    "notice",
    [
        "<Medya dahil edilmedi>",
        "\u200egörüntü dahil edilmedi",
        "Bu mesaj silindi.",
        "Bu mesajı sildiniz",
        "<Media omitted>",
        "\u200eimage omitted",
        "This message was deleted.",
        "You deleted this message",
        "Messages and calls are end-to-end encrypted. No one outside of this chat can read them. Tap to learn more.",
        "Missed voice call, tap to call back",
    ],
)
def test_what_the_program_writes_in_a_name_nobody_said(notice: str) -> None:
    reading = read(f"[5/8/26, 13:56:03] Bob: hey\n\u200e[5/8/26, 13:57:03] Ayşe: {notice}\n[5/18/26, 13:58:03] Bob: x")
    assert said(reading) == [("Bob", "hey"), ("Bob", "x")]
    assert [item.reason for item in reading.rejected] == [NOTICE]


@pytest.mark.parametrize("text", ["image omitted from the report, sorry", "the call", "Bu mesaj silindi mi?", "nulls"])
def test_what_somebody_wrote_is_no_notice(text: str) -> None:
    assert said(read(f"[5/8/26, 13:56:03] Bob: {text}")) == [("Bob", text)]


@pytest.mark.parametrize("mark", ["<Bu mesaj düzenlendi>", "\u200e<This message was edited>"])
def test_an_edited_message_is_what_was_written(mark: str) -> None:
    assert said(read(f"08.05.2026 13:56 - Ayşe: nöbeti var {mark}\n")) == [("Ayşe", "nöbeti var")]


def test_a_chat_that_every_phone_calls_alike_is_called_by_who_talks() -> None:
    text = "[08.05.2026, 13:56:03] Okan: naber\n[08.05.2026, 13:57:03] Tolga: iyi"
    assert [one.title for one in read(text, "_chat.txt").conversations] == ["Okan & Tolga"]
    assert [one.title for one in read(text, "Okan.txt").conversations] == ["Okan"]


def test_whatsapp_on_an_american_phone() -> None:
    text = (
        "[5/8/26, 1:56:03\u202fPM] Bob: hey\n"
        "\u200e[5/8/26, 1:57:03\u202fPM] Ayşe Yılmaz: \u200elook\n"
        "[5/18/26, 9:00:00\u202fAM] Bob: x"
    )
    reading = read(text)
    assert [speaker for speaker, _ in said(reading)] == ["Bob", "Ayşe Yılmaz", "Bob"]
    assert [session.started_at for session in reading.conversations[0].sessions] == [
        datetime(2026, 5, 8, 13, 56, 3, tzinfo=UTC),
        datetime(2026, 5, 18, 9, tzinfo=UTC),
    ]


def test_slashed_dates_follow_the_day_that_can_be_no_month() -> None:
    reading = read("[5/8/26, 13:56] A: a\n[5/18/26, 13:56] B: b")
    assert [turn.said_at.month for turn in reading.conversations[0].turns if turn.said_at] == [5, 5]


def test_date_lines_start_sessions() -> None:
    reading = read("2026-05-08\n\nDeniz (13:56): a\nElif: b\n\n--- 9 Mayıs 2026 ---\n\nDeniz: c")
    sessions = reading.conversations[0].sessions
    assert [[turn.text for turn in session.turns] for session in sessions] == [["a", "b"], ["c"]]
    assert sessions[1].started_at == datetime(2026, 5, 9, tzinfo=UTC)


def test_a_silence_of_more_than_six_hours_starts_a_session() -> None:
    reading = read("[2026-05-08 06:00] A: a\n[2026-05-08 12:00] B: b\n[2026-05-08 18:01] A: c\n")
    assert [len(session.turns) for session in reading.conversations[0].sessions] == [2, 1]


@pytest.mark.parametrize("name", ["notes.txt", "notes", "notes.log"])
def test_prose_is_an_error(name: str) -> None:
    with pytest.raises(TranscriptError, match="no line begins with a speaker") as caught:
        read("\nJust prose.\nMore of it.", name)
    assert caught.value.line == 2
