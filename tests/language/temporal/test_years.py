"""A month or a day whose year stands beside it in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.language.temporal import resolve
from graphmem.model.language import Language
from tests.language.formation.test_form import all_of

EN, TR = Language.EN, Language.TR
MONDAY = datetime(2026, 10, 12, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "language", "note", "since", "until"),
    [
        ("My dad died in March last year.", EN, "2025-03", "2025-03-01", None),
        ("I started at St. Brennan's in June last year.", EN, "2025-06", "2025-06-01", None),
        ("I retire in November next year.", EN, "2027-11", "2026-10-12", "2027-11-30"),
        ("The baby was born in December two years ago.", EN, "2024-12", "2024-12-01", None),
        ("Last year in April we adopted Pip.", EN, "2025-04", "2025-04-01", None),
        ("I broke my wrist in August of last year.", EN, "2025-08", "2025-08-01", None),
        ("Next year, in May, I will run the Leeds marathon.", EN, "2027-05", "2026-10-12", "2027-05-31"),
        ("We bought the boat three years ago in September.", EN, "2023-09", "2023-09-01", None),
        ("The twins were born on 9 June two years ago.", EN, "2024-06-09", "2024-06-09", None),
        ("Mum's operation was on March 3rd last year.", EN, "2025-03-03", "2025-03-03", None),
        ("We'll be in Japan from 2 to 16 April next year.", EN, "2027-04-02/2027-04-16", "2027-04-02", "2027-04-16"),
        ("The roof was done in the spring of last year.", EN, "2025-03/2025-05", "2025-03-01", None),
        ("Two years ago, on 14 February, he proposed.", EN, "2024-02-14", "2024-02-14", None),
        ("The road was closed in July the year before last.", EN, "2024-07", "2024-07-01", None),
        ("March last year was awful.", EN, "2025-03", "2025-03-01", None),
        ("Babamı geçen yıl mart ayında kaybettik.", TR, "2025-03", "2025-03-01", None),
        ("Geçen yıl 5 Mart'ta evlendik.", TR, "2025-03-05", "2025-03-05", None),
        ("Gelecek yıl kasımda emekli oluyorum.", TR, "2027-11", "2026-10-12", "2027-11-30"),
        ("İki yıl önce aralıkta ikizler doğdu.", TR, "2024-12", "2024-12-01", None),
        ("Seneye mayısta Japonya'ya gidiyoruz.", TR, "2027-05", "2026-10-12", "2027-05-31"),
        ("Geçen yılın temmuz ayında ameliyat oldum.", TR, "2025-07", "2025-07-01", None),
        ("Üç sene önce eylülde tekneyi aldık.", TR, "2023-09", "2023-09-01", None),
        ("Geçen yıl marttan beri burada çalışıyorum.", TR, "2025-03", "2025-03-01", None),
        ("Evvelki yıl kasım ayında işten çıktım.", TR, "2024-11", "2024-11-01", None),
        ("Geçen yılın yazında tanıştık.", TR, "2025-06/2025-08", "2025-06-01", None),
        ("Geçen sene kışın kombi bozuldu.", TR, "2025-12/2026-02", "2025-12-01", None),
    ],
)
def test_both_are_one_time_with_one_note(
    text: str, language: Language, note: str, since: str, until: str | None
) -> None:
    found = resolve(text, language, MONDAY)
    assert len(found.expressions) == 1
    assert found.valid_from is not None
    assert found.valid_from.isoformat() == since
    assert (found.valid_until and found.valid_until.isoformat()) == until
    (atom,) = all_of(text, language, said_at=MONDAY)
    assert atom.text.count("[") == 1
    assert f"[{note}]" in atom.text


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        ("In March, last year's budget was closed.", EN, 1),
        ("I moved last year, in March I will go back.", EN, 2),
        ("Martta geçen yıla göre daha çok sattık.", TR, 2),
        ("May next year be kinder.", EN, 1),
    ],
)
def test_two_times_stay_two(text: str, language: Language, count: int) -> None:
    assert len(resolve(text, language, MONDAY).expressions) == count
