"""Where the verb beside a time points: a Turkish noun that ends like a past verb dates no appointment back."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from graphmem.language.temporal import resolve
from graphmem.language.temporal.tense import is_turkish_past
from graphmem.model.language import Language

MONDAY = datetime(2026, 10, 19, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("Perşembe günü belediyeden denetim var, ruhsat fotokopilerini hazırlamam lazım.", "2026-10-22"),
        ("Pazartesi toplantı yapıyoruz.", "2026-10-26"),
        ("Cumartesi parti var.", "2026-10-24"),
        ("Perşembe kredi görüşmesi var", "2026-10-22"),
        ("5 Mart'ta toplantı var.", "2027-03-05"),
        ("Çarşamba günü yönetim kurulu toplanıyor, sunumu ben yapıyorum.", "2026-10-21"),
        ("cuma yardım kermesi var okulda", "2026-10-23"),
        ("Perşembe günü tanıtım günü düzenliyoruz.", "2026-10-22"),
        ("Salı sabahı lastik değişimi var, servise bırakacağım.", "2026-10-20"),
        ("Cumartesi kan testi vereceğim.", "2026-10-24"),
        ("Cuma günü elektrik kesintisi olacakmış.", "2026-10-23"),
        ("Çarşamba artık eski ofisi boşaltıyoruz.", "2026-10-21"),
        ("Cuma günü bütün ekip İzmir'e gidiyor.", "2026-10-23"),
        ("Pazar günü Fındık veterinere gidecek.", "2026-10-25"),
        ("12 Aralık'ta öğretim üyeleri jürisi var.", "2026-12-12"),
        ("Cuma günü okuldan Ferdi gelecek.", "2026-10-23"),
        ("Salı günü kredi için bankaya uğrayacağım.", "2026-10-20"),
        ("annem ameliyat olacak ayın 25'inde, bileti ona göre aldım", "2026-10-25"),
        ("kasımın 3'ünde muayenem var", "2026-11-03"),
        ("aralığın 12sinde ameliyat olacağım", "2026-12-12"),
        ("ocakta Bodrum'a taşınacağız", "2027-01-31"),
        ("ocakta ikinci çocuğumuz geliyor", "2027-01-31"),
    ],
)
def test_a_noun_that_ends_like_a_past_verb_leaves_what_is_to_come_ahead(text: str, until: str) -> None:
    found = resolve(text, Language.TR, MONDAY)
    assert found.foresight
    assert (found.valid_from, found.valid_until) == (MONDAY.date(), datetime.fromisoformat(until).date())


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("Çarşamba günü dişçiye gittim, iki dolgu yaptı.", "2026-10-14"),
        ("Cuma toplantı yaptık, bütçe geçmedi.", "2026-10-16"),
        ("Perşembe günü eğitim vardı ama katılamadım.", "2026-10-15"),
        ("Salı günü kredi çıktı.", "2026-10-13"),
        ("cuma parti çok güzeldi", "2026-10-16"),
        ("Pazartesi denetim geldi, üç eksik buldular.", "2026-10-12"),
        ("Cumartesi Ayşe yemek yapmış.", "2026-10-17"),
        ("Cuma günü işim yok diye evde kaldım.", "2026-10-16"),
        ("taşındık cuma, hâlâ kutu açıyoruz", "2026-10-16"),
    ],
)
def test_what_was_still_lies_behind(text: str, since: str) -> None:
    found = resolve(text, Language.TR, MONDAY)
    assert (found.valid_from, found.valid_until) == (datetime.fromisoformat(since).date(), None)


def test_the_suffix_of_the_past_is_hard_behind_a_hard_consonant_alone() -> None:
    assert all(is_turkish_past(word) for word in ("gitti", "yaptim", "calisti", "geldi", "okudum", "sectik", "gelmis"))
    nouns = (
        "toplanti",
        "denetim",
        "egitim",
        "parti",
        "kesinti",
        "artik",
        "butun",
        "satin",
        "altin",
        "dagitim",
        "saati",
    )
    assert not any(map(is_turkish_past, nouns))


@pytest.mark.parametrize(
    ("text", "language", "since", "until"),
    [
        ("Actually no, I meant Friday at 9:20, Thursday is the dentist", Language.EN, None, "2026-10-23"),
        ("Sorry, I said Thursday but I meant Friday", Language.EN, None, "2026-10-22"),
        ("I meant to call her on Friday", Language.EN, "2026-10-16", None),
        ("yok yanlış yazdım, cuma", Language.TR, None, "2026-10-23"),
        ("yok, cuma demek istedim", Language.TR, None, "2026-10-23"),
        ("Perşembe yanlış kapıyı açtım", Language.TR, "2026-10-15", None),
    ],
)
def test_what_corrects_a_coming_day_does_not_date_it_back(
    text: str, language: Language, since: str | None, until: str | None
) -> None:
    found = resolve(text, language, MONDAY)
    assert found.valid_from
    assert found.valid_from.isoformat() == (since or "2026-10-19")
    assert (found.valid_until and found.valid_until.isoformat()) == until


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("hafta sonu Bostanlı'ya taşındık", "2026-10-17", None),
        ("Karşıyaka'dan Bostanlı'ya taşındık, hafta sonu", "2026-10-17", None),
        ("geçen hafta sonu taşındık", "2026-10-17", None),
        ("hafta sonu pikniğe gideceğiz", "2026-10-19", "2026-10-25"),
        ("haftanın sonunda teslim ederim", "2026-10-19", "2026-10-25"),
    ],
)
def test_a_turkish_weekend_is_two_days_on_the_side_of_its_verb(text: str, since: str, until: str | None) -> None:
    found = resolve(text, Language.TR, MONDAY)
    assert found.valid_from
    assert found.valid_from.isoformat() == since
    assert (found.valid_until and found.valid_until.isoformat()) == until


@pytest.mark.parametrize("text", ["Bacağım ağrıyor", "Sağ bacak.", "bacağım sakat, basketbolu bıraktım"])
def test_a_leg_is_no_future(text: str) -> None:
    assert not resolve(text, Language.TR, MONDAY).foresight


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("booked the dentist for the 29th at 2pm", "2026-10-29"),
        ("the appointment has been moved to the 29th, same time", "2026-10-29"),
        ("I told you for the 3rd time", None),
        ("we went up to the 9th floor", None),
        ("iki gün önce hatırlattım", "2026-10-17"),
        ("annemin doğum günü 5 Aralık, iki gün önce hatırlat", None),
        ("bir hafta önce bana haber ver", None),
    ],
)
def test_a_day_is_read_where_one_is_meant(text: str, first: str | None) -> None:
    language = Language.TR if "önce" in text else Language.EN
    found = resolve(text, language, MONDAY).expressions
    assert [one.first.isoformat() for one in found] == ([first] if first else [])


def test_a_stove_and_the_fifth_month_name_no_day_of_this_month() -> None:
    assert not resolve("Ocakta çorba kaynıyor, birazdan gelir.", Language.TR, MONDAY).expressions
    assert not resolve("doğum günüm 5. ayın 12'si", Language.TR, MONDAY).expressions


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("We booked Madeira in December.", Language.EN),
        ("I decided on Madeira in December.", Language.EN),
        ("Aralıkta Madeira'ya bilet aldık.", Language.TR),
    ],
)
def test_a_month_that_was_arranged_is_the_next_one(text: str, language: Language) -> None:
    found = resolve(text, language, datetime(2026, 9, 10, 9, tzinfo=UTC))
    (time,) = found.expressions
    assert (time.first, time.last) == (date(2026, 12, 1), date(2026, 12, 31))
    assert found.valid_from is not None
    assert found.valid_until is not None
    assert found.valid_from < found.valid_until


@pytest.mark.parametrize(
    ("text", "language", "year"),
    [
        ("I chose the blue one in May.", Language.EN, 2026),
        ("We agreed on the budget in March.", Language.EN, 2026),
        ("We booked the hotel in November.", Language.EN, 2026),
    ],
)
def test_a_month_beside_an_arrangement_is_the_nearer_one(text: str, language: Language, year: int) -> None:
    (time,) = resolve(text, language, datetime(2026, 6, 10, 9, tzinfo=UTC)).expressions
    assert time.first.year == year
