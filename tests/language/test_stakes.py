"""Words by which something hangs on a statement."""

from __future__ import annotations

import pytest

from graphmem.language.doc import doc_of
from graphmem.language.stakes import stakes
from graphmem.model.language import Language
from graphmem.model.memory import Stake

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("The nightly job crashed with a timeout.", EN, {Stake.FAILURE}),
        ("My daughter is allergic to peanuts.", EN, {Stake.FAILURE}),
        ("The API key leaked in a commit.", EN, {Stake.SECURITY, Stake.FAILURE}),
        ("The grant report is due on Friday.", EN, {Stake.DEADLINE}),
        ("You must never push to main.", EN, {Stake.DUTY}),
        ("Passwords must be rotated by the end of March.", EN, {Stake.SECURITY, Stake.DUTY, Stake.DEADLINE}),
        ("Sunucu dün gece çöktü.", TR, {Stake.FAILURE}),
        ("Kızımın fıstığa alerjisi var.", TR, {Stake.FAILURE}),
        ("Parolayı kimseyle paylaşma.", TR, {Stake.SECURITY}),
        ("Raporun son teslim tarihi cuma.", TR, {Stake.DEADLINE}),
        ("Ana dala asla doğrudan gönderme.", TR, {Stake.DUTY}),
        ("Bütün yedekler şifrelenmeli.", TR, {Stake.SECURITY, Stake.DUTY}),
        ("I bought a red bike in Lisbon.", EN, set()),
        ("My sister plays the violin.", EN, set()),
        ("We had dinner at the harbour.", EN, set()),
        ("Ablam keman çalıyor.", TR, set()),
        ("Dün sahilde yürüdük.", TR, set()),
        ("Bahçeye domates ektim.", TR, set()),
    ],
)
def test_stakes(text: str, language: Language, expected: set[Stake]) -> None:
    assert stakes(doc_of(text, language)) == expected
