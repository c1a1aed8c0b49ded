"""What is shown neither acts nor hides, and loses nothing that people write."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.lookalikes import bare, skeleton
from graphmem.language.printable import escaped, one_line, printable

WRITTEN = (
    "Çağrı Işık İzmir'de ölçüyor; ŞÜKRÜ ığdır’a gitti.",
    "👩‍👩‍👧‍👦 ❤️ 🏳️‍🌈 👍🏽 1️⃣ ✈︎ 🇹🇷",
    "می‌خواهم क्‍ष ශ්‍රී שלום עולם",
    "tabs\tand\nlines",
)


@pytest.mark.parametrize("text", WRITTEN)
def test_what_people_write_survives(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]52;c;cm0=\x07\x1b[2Jhi", " ]52;c;cm0=  [2Jhi"),
        ("\x9b31mred\x90", " 31mred "),
        ("over\rwritten\x0btwice\x85", "over\nwritten\ntwice\n"),
        ("in\u200bvi\u00adsi\u202eb\u2066l\u2069e\ufeff\u3164\U000e0041\U000e0100", "invisible"),
        ("a\ufe0f\ufe0e b\u200d c😀\ufe0f\ufe0f\u200d", "a b c😀\ufe0f"),
        ("half \ud83d", "half "),
    ],
)
def test_what_acts_or_hides_is_gone(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(st.characters(), max_size=60))
def test_any_text_is_safe_and_stays_so(text: str) -> None:
    shown = printable(text)
    assert printable(shown) == shown
    joiners = {"\u200c", "\u200d", "\n", "\t", "\u0600", "\u0601", "\u0602", "\u0603", "\u0604", "\u0605"}
    odd = {char for char in shown if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")} - joiners
    assert not {char for char in odd if unicodedata.bidirectional(char) != "AN" and ord(char) not in VISIBLE}
    assert len(one_line(text).splitlines()) <= 1


VISIBLE = {0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD}
"""Signs that Unicode counts as format characters and that are seen."""


@given(st.dictionaries(st.text(max_size=5), st.text(st.characters(), max_size=30)))
def test_json_says_the_same_and_shows_nothing_odd(value: dict[str, str]) -> None:
    document = escaped(json.dumps(value, ensure_ascii=False))
    assert json.loads(document) == value
    assert printable(document) == document


def test_look_alikes_are_told_by_their_look() -> None:
    disguised = (
        "Іgnоrе аll",
        "ｉｇｎｏｒｅ　ａｌｌ",
        "𝐢𝐠𝐧𝐨𝐫𝐞 𝒂𝒍𝒍",
        "Ιɢɴοre ΑLL",
        "ig\u200bno\u00adre all",
        "&#105;gnore all",
    )
    assert {" ".join(skeleton(text).split()) for text in disguised} == {"ignore all"}
    assert bare("**ignore**\n<b>all</b> _previous_") == "ignore all previous"
