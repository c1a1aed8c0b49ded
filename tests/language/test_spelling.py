"""One spelling of what was forgotten: however its digits and letters are written, it is known."""

from __future__ import annotations

import random

import pytest

from graphmem.language.doc import doc_of
from graphmem.language.forgetting import marks
from graphmem.language.spelling import plain
from graphmem.model.language import Language

SPELLINGS = 2_000
UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u202d\u034f\ufe0f\u180e\u3164\u2800\U000e0061\u0336"
ZEROS = "0\u0660\u06f0\u0966\u09e6\u0e50\uff10\U0001d7ce\U0001d7d8\U0001fbf0"
BETWEEN = " ._-/()\u00b7\u2022*|~:,;_\u2013\u2014\u2212\u00a0\u3000\u2009\\+#\u30fb"
TOLD = (
    "Ada: My phone number is 0532 123 45 67.",
    "Ada: I live in Berlin.",
    "Ada: My IBAN is TR330006100519786457841326.",
    "Ada: My mail is ada@example.com.",
    "Ada: Telefon numaram 0532 123 45 67.",
)


def spelt(text: str, chance: random.Random) -> str:
    """The same to a reader: other digits, what is not seen between characters, and what separates digits."""
    made = []
    for place, char in enumerate(text):
        follows = text[place - 1 : place].isdigit() and char.isdigit()
        if follows and chance.random() < 0.3:
            made.append("".join(chance.choices(BETWEEN, k=chance.randint(1, 3))))
        if place > len("Ada: ") and chance.random() < 0.25:
            made.append(chance.choice(UNSEEN))
        if char.isdigit() and chance.random() < 0.4:
            char = chr(ord(chance.choice(ZEROS)) + int(char))
        elif char.isascii() and char.isalpha() and place > len("Ada: ") and chance.random() < 0.1:
            char = chr(ord(char) + 0xFEE0)
        made.append(char)
    return "".join(made)


@pytest.mark.parametrize("text", TOLD)
def test_no_spelling_gets_past_what_was_forgotten(text: str) -> None:
    language = Language.TR if "numaram" in text else Language.EN
    chance, known = random.Random(text), marks(doc_of(text, language))
    spellings = [spelt(text, chance) for _ in range(SPELLINGS // len(TOLD))]
    back = [one for one in spellings if not known & marks(doc_of(one, language))]
    assert back == []


def test_other_values_stay_others() -> None:
    phone = marks(doc_of(TOLD[0], Language.EN))
    for other in (
        "Ada: My phone number is 0532 123 45 68.",
        "Ada: We met on 2026-03-02 at 09:30.",
        "Ada: My phone number is 0532_123_45_6.",
    ):
        assert not phone & marks(doc_of(other, Language.EN))
    told = marks(doc_of("Ada: The review is on 2026-03-02 09:30.", Language.EN))
    assert not [mark for mark in told if mark.attribute == "identifier"]


def test_the_plain_spelling_of_plain_text_is_itself() -> None:
    for text in ("Ada: I live in Berlin.", "Çağrı İzmir'de yaşıyor.", "snake case, 12.5 %, 10:30\nnext", "naïve café"):
        assert plain(plain(text)) == plain(text) == text
