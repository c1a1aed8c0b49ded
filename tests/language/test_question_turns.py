"""Turns that only ask, and those that tell while they ask."""

from __future__ import annotations

import pytest

from graphmem.language.question_turns import LONGEST, asks_back, asks_too, only_asks
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR
LONG_EN = (
    "Wow, that sounds like such a wonderful way to spend the weekend with the children! How did they like the "
    "aquarium, and did the little one finally dare to touch one of those rays everybody talks about?"
)
LONG_TR = (
    "Vay, çocuklarla hafta sonunu geçirmek için ne kadar güzel bir fikirmiş, gerçekten çok hoş! Akvaryumu nasıl "
    "buldular peki, küçük olan herkesin anlattığı şu vatozlardan birine sonunda dokunabildi mi?"
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What kind of soup did you make?", EN),
        ("That's great! When do you move? 😊", EN),
        ("hangi kitabı okuyorsun?", TR),
        ("Ne güzel! Taşınma ne zaman? 🎉🎉", TR),
        (LONG_EN, EN),
        (LONG_TR, TR),
    ],
)
def test_a_question_to_the_other_side(text: str, language: Language) -> None:
    assert only_asks(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I moved to Lyon in May.", EN),
        ("Lyon'a mayısta taşındım.", TR),
        ("", EN),
        ("Did you hear? I moved to Lyon.", EN),
        (LONG_EN.replace("that sounds", "I'm sure that is"), EN),
        (LONG_TR.replace("fikirmiş", "fikir diye düşünüyorum"), TR),
        (LONG_TR.replace("Vay", "Bence"), EN),
        (f"{'My deadline is in May and the budget is small. ' * 8}What now?", EN),
    ],
)
def test_a_turn_that_tells(text: str, language: Language) -> None:
    assert only_asks(text, language) is (text.startswith("Bence"))


def test_a_long_message_tells_what_it_asks_about() -> None:
    assert only_asks(f"{'a' * (LONGEST - 1)}?", EN)
    assert not only_asks(f"{'a' * LONGEST}?", EN)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("I moved to Lyon in May. And you?", True),
        ("Lyon'a taşındım, sen neredesin? Anlat!", True),
        ("I moved to Lyon in May.", False),
        ("The page is at https://example.org/find?q=lyon", False),
        (f"{'My deadline is in May and the budget is small. ' * 8}What now?", False),
    ],
)
def test_a_turn_that_asks_too(text: str, asks: bool) -> None:
    assert asks_too(text) is asks


@pytest.mark.parametrize(
    ("question", "language", "back"),
    [
        ("which book did you suggest for the train?", EN, True),
        ("What was in your list of hotels?", EN, True),
        ("the query you gave me for duplicates", EN, True),
        ("can you tell me where my sister lives?", EN, False),
        ("which version are we on again", EN, False),
        ("geçen hafta hangi kitabı önerdin?", TR, True),
        ("bana verdiğin komut neydi", TR, True),
        ("kız kardeşim nerede oturuyor", TR, False),
        ("krediyi kimden almıştım", TR, False),
    ],
)
def test_a_question_for_what_was_answered(question: str, language: Language, back: bool) -> None:
    assert asks_back(question, language) is back
