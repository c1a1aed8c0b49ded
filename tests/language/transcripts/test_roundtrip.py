"""What was rendered and read again is what was said, character by character."""

from __future__ import annotations

import json
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.errors import TranscriptError
from graphmem.language.transcripts import read_transcript

SPEAKERS = st.sampled_from(["Ayşe", "Bob", "Deniz Aksoy", "User", "Asistan"])
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
ANY_TEXT = st.text(CHARACTERS, min_size=1).filter(lambda text: bool(text.strip()))
LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters=":`~[]"), max_size=60)
TYPED_TEXT = st.lists(LINE, min_size=1, max_size=4).map("\n".join).filter(lambda text: bool(text.strip()))


def filled_ends(text: str) -> bool:
    """Blank lines around a text only set it apart from its neighbours, so plain formats do not keep them."""
    lines = text.split("\n")
    return bool(lines[0].strip()) and bool(lines[-1].strip())


def texts(name: str, data: str) -> list[tuple[str, str]]:
    reading = read_transcript(name, data.encode())
    assert reading.rejected == ()
    return [(turn.speaker, turn.text) for conversation in reading.conversations for turn in conversation.turns]


@settings(deadline=None)
@given(st.lists(st.tuples(SPEAKERS, ANY_TEXT), min_size=1), st.booleans())
def test_json_lines(turns: list[tuple[str, str]], ascii_only: bool) -> None:
    rows = [json.dumps({"speaker": who, "text": text}, ensure_ascii=ascii_only) for who, text in turns]
    assert texts("chat.jsonl", "\n".join(rows)) == turns


@settings(deadline=None)
@given(st.lists(st.tuples(SPEAKERS, ANY_TEXT), min_size=1))
def test_json(turns: list[tuple[str, str]]) -> None:
    assert texts("chat.json", json.dumps({"messages": [{"role": w, "content": t} for w, t in turns]})) == turns


@settings(deadline=None)
@given(st.lists(st.tuples(SPEAKERS, TYPED_TEXT.filter(filled_ends)), min_size=1))
def test_plain_text(turns: list[tuple[str, str]]) -> None:
    body = "\n\n".join(f"[2026-05-08 13:56] {who}: {text}" for who, text in turns)
    assert texts("chat.txt", body) == turns


@settings(deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["a.json", "a.jsonl", "a.md", "a.txt"]))
def test_no_bytes_raise_anything_but_a_transcript_error(data: bytes, name: str) -> None:
    with suppress(TranscriptError):
        reading = read_transcript(name, data)
        assert all(turn.text.strip() for conversation in reading.conversations for turn in conversation.turns)
