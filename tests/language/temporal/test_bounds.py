"""Which times bound a statement, and what else bounds it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.language.temporal import resolve
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("text", "language", "said", "since", "until"),
    [
        ("Aslında ameliyat 20 Nisan'da değil, 22 Nisan'a alındı", TR, "2026-04-18", "2026-04-18", "2026-04-22"),
        ("Aslında çarşamba değil, toplantı perşembe olacak", TR, "2026-04-28", "2026-04-28", "2026-04-30"),
        ("The review is not on Wednesday but on Thursday.", EN, "2026-04-28", "2026-04-28", "2026-04-30"),
        ("Next Friday, on 22 May, we hand over the keys.", EN, "2026-05-11", "2026-05-11", "2026-05-22"),
        ("On Monday, 18 May I will do it.", EN, "2026-05-15", "2026-05-15", "2026-05-18"),
        ("Sağ kolu kırılmış, altı hafta alçıda kalacak.", TR, "2026-05-06", "2026-05-06", "2026-06-17"),
        ("She will be in a cast for six weeks.", EN, "2026-05-06", "2026-05-06", "2026-06-17"),
        ("Priya is on call for the sirens this month", EN, "2026-04-06", "2026-04-01", "2026-04-30"),
        ("This year our son started school.", EN, "2026-04-06", "2026-01-01", None),
        ("We decided to move, because my mother will have surgery.", EN, "2026-04-11", "2026-04-11", None),
        ("Taşınmaya karar verdik, çünkü annem ameliyat olacak.", TR, "2026-04-11", "2026-04-11", None),
    ],
)
def test_what_bounds_a_statement(text: str, language: Language, said: str, since: str, until: str | None) -> None:
    found = resolve(text, language, datetime.fromisoformat(said).replace(tzinfo=UTC))
    assert found.valid_from is not None
    assert (found.valid_from.isoformat(), found.valid_until and found.valid_until.isoformat()) == (since, until)


@pytest.mark.parametrize(
    ("text", "language", "first"),
    [
        ("We need to paint the boat before summer.", EN, "2027-06-01"),
        ("I have to renew my passport before October.", EN, "2027-10-01"),
        ("I finished the thesis before summer.", EN, "2026-06-01"),
        ("The school's shut until September.", EN, "2026-09-01"),
        ("Yazdan önce tekneyi boyamamız lazım.", TR, "2027-06-01"),
        ("Kıştan önce kombiye baktıracağız.", TR, "2026-12-01"),
    ],
)
def test_what_is_still_to_be_done_ends_ahead(text: str, language: Language, first: str) -> None:
    (found,) = resolve(text, language, datetime(2026, 11, 24, 12, tzinfo=UTC)).expressions
    assert found.first.isoformat() == first


@pytest.mark.parametrize(
    ("text", "language", "until"),
    [
        ("I shouldn't run before November.", EN, "2026-10-31"),
        ("I have to finish the report before 5 November.", EN, "2026-11-04"),
        ("Prior to 20 October I need the blood test.", EN, "2026-10-19"),
        ("Call the plumber before Friday.", EN, "2026-10-15"),
        ("I worked there before 2014.", EN, "2013-12-31"),
        ("Kasımdan önce koşmamalıyım.", TR, "2026-10-31"),
        ("5 Kasım'dan önce raporu bitirmem lazım.", TR, "2026-11-04"),
        ("Yılbaşından önce beş kilo vermek istiyorum.", TR, "2026-12-30"),
        ("The library is closed until November.", EN, "2026-10-31"),
        ("The library is closed until 5 November.", EN, "2026-11-05"),
        ("I'm on leave until March next year.", EN, "2027-02-28"),
        ("I'm staying at Ola's until next month.", EN, "2026-10-31"),
        ("No dairy until Christmas.", EN, "2026-12-25"),
        ("The passport is valid until March 2031.", EN, "2031-03-31"),
        ("The offer stands for the next three weeks.", EN, "2026-11-02"),
        ("I lived in Graz until March.", EN, "2026-03-31"),
        ("Renew the insurance by 5 November.", EN, "2026-11-05"),
        ("Kasım'a kadar kütüphane kapalı.", TR, "2026-10-31"),
        ("5 Kasım'a kadar kütüphane kapalı.", TR, "2026-11-05"),
        ("Aralığa kadar raporu bitirmem gerekiyor.", TR, "2026-11-30"),
        ("Mart 2031'e kadar pasaport geçerli.", TR, "2031-03-31"),
        ("Marta kadar Graz'da yaşadım.", TR, "2026-03-31"),
    ],
)
def test_before_leaves_a_day_out_and_until_november_ends_as_it_begins(
    text: str, language: Language, until: str
) -> None:
    found = resolve(text, language, datetime(2026, 10, 12, 10, tzinfo=UTC))
    assert found.valid_until is not None
    assert found.valid_until.isoformat() == until
