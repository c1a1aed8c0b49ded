"""Asking to be reminded of something tells a plan; asking what was told tells none."""

from __future__ import annotations

import pytest

from graphmem.language.commit import asked_to_remember
from graphmem.language.detect import detect
from graphmem.model.language import Language


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Remind me to call the vet on 2 December.", "Remind me to call the vet on 2 December."),
        ("Can you remind me to pick up the cake on Friday?", "remind me to pick up the cake on Friday"),
        ("Please remind me that the rent is due on 5 May", "Please remind me that the rent is due on 5 May"),
        ("2 Aralık'ta veterineri aramamı hatırlat.", "2 Aralık'ta veterineri aramamı hatırlat"),
        ("Yarın faturayı ödemeyi hatırlatır mısın?", "Yarın faturayı ödemeyi hatırlat"),
        ("can you remind me on Monday to ring the dentist", "remind me on Monday to ring the dentist"),
        (
            "cuma günü röntgenim var aç gitmem lazım hatırlatır mısın",
            "cuma günü röntgenim var aç gitmem lazım hatırlat",
        ),
        ("Yarın kargo gelecek, bana hatırlat lütfen", "Yarın kargo gelecek, bana hatırlat"),
        ("Randevum ne zaman olacak hatırlatır mısın", None),
        ("Yarın toplantım var mı, hatırlatır mısın", None),
        ("Remind me what my GP is called.", None),
        ("Remind me how to reset the router on Friday.", None),
        ("Bana doktorumun adını hatırlat.", None),
        ("You remind me to smile.", None),
    ],
)
def test_a_reminder_is_remembered_as_it_was_asked(said: str, kept: str | None) -> None:
    assert asked_to_remember(said) == kept


def test_a_short_word_of_family_tells_the_language() -> None:
    assert detect("gelinim hamile") is Language.TR
