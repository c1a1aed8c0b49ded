"""Requests to remember, with what they name, and sentences that only look like them."""

from __future__ import annotations

import pytest

from graphmem.language.commit import asked_to_remember


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("remember this", ""),
        ("Don't forget it!", ""),
        ("Bunu hatırla", ""),
        ("bunu lütfen not et", ""),
        ("Remember this: I'm allergic to nuts.", "I'm allergic to nuts."),
        ("Please remember that I moved to Izmir.", "I moved to Izmir."),
        ("Keep in mind that we deploy on Fridays", "we deploy on Fridays"),
        ("I hate olives. Remember that please.", "I hate olives."),
        ("My sister's birthday is 4 May, don't forget it.", "My sister's birthday is 4 May"),
        ("ok that's useful. remember that I get nervous", "I get nervous"),
        ("great! don't forget that we closed the account.", "we closed the account."),
        ("Tamam güzel. Unutma ki fıstığa alerjim var", "fıstığa alerjim var"),
        ("Bunu unutma: fıstığa alerjim var.", "fıstığa alerjim var."),
        ("Unutma, yarın toplantı var", "yarın toplantı var"),
        ("Ayşe'nin doğum günü 4 Mayıs, bunu unutma.", "Ayşe'nin doğum günü 4 Mayıs"),
        ("İstanbul'a taşındım. Bunu kaydet lütfen.", "İstanbul'a taşındım."),
        ("Not al: kapı kodu 4512", "kapı kodu 4512"),
    ],
)
def test_what_is_to_be_remembered(text: str, named: str) -> None:
    assert asked_to_remember(text) == named


@pytest.mark.parametrize(
    "text",
    [
        "Do you remember this?",
        "Remember when we went to Rome?",
        "remember that time we got lost",
        "I always forget that",
        "I will never forget this day",
        "We should not forget that people need time",
        "Remember to buy milk",
        "Bunu hatırlıyor musun?",
        "I moved to Izmir. Remember that I work nights.",  # of both both are told
        "İzmir'e taşındım. Unutma ki gece çalışıyorum.",
        "",
        "remember this " * 1_000,
    ],
)
def test_nothing_is_asked(text: str) -> None:
    assert asked_to_remember(text) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Please remember: the alarm code of the office is 8812#", "the alarm code of the office is 8812#"),
        ("Remember: Friday is Clara's day off", "Friday is Clara's day off"),
        ("please remember the code 8812", "the code 8812"),
        ("Note to self: the key is at Clara's", "the key is at Clara's"),
    ],
)
def test_a_colon_or_please_asks(text: str, told: str) -> None:
    assert asked_to_remember(text) == told


@pytest.mark.parametrize(
    "text", ["Please remember to lock the door.", "Please remember me to Clara.", "I remember: it was red."]
)
def test_what_only_sounds_like_it_asks_nothing(text: str) -> None:
    assert asked_to_remember(text) is None
