"""When statements hold."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.language.temporal import PLAN_DAYS, Role, resolve
from graphmem.language.temporal.words import fold
from graphmem.model.language import Language

WEDNESDAY = datetime(2024, 5, 15, 9, 30, tzinfo=UTC)
SAID = WEDNESDAY.date()


def days(text: str, language: Language) -> tuple[str | None, str | None]:
    reading = resolve(text, language, WEDNESDAY)
    start, end = reading.valid_from, reading.valid_until
    return (start.isoformat() if start else None, end.isoformat() if end else None)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("I saw her the day before yesterday.", "2024-05-13", None),
        ("The pipe burst the night before last.", "2024-05-13", None),
        ("We closed the deal a year and a half ago.", "2022-11-15", None),
        ("She resigned last Wednesday.", "2024-05-08", None),
        ("He called on Wednesday.", "2024-05-08", None),
        ("I was in Rome last winter.", "2023-12-01", None),
        ("Our fiscal year started in April.", "2024-04-01", None),
        ("Her visa was issued on 13/5/2023.", "2023-05-13", None),
        ("I taught there from 2009 until 2013.", "2009-01-01", "2013-12-31"),
        ("He was abroad from November to March.", "2023-11-01", "2024-03-31"),
        ("The shop is open until Saturday.", "2024-05-15", "2024-05-18"),
        ("The school's shut until Saturday, a pipe burst.", "2024-05-15", "2024-05-18"),
        ("We rented the flat until September.", "2024-05-15", "2024-08-31"),
        ("The old contract ran until March.", None, "2024-03-31"),
        ("My birthday is March 20.", "2024-03-20", None),
        ("We got married on August 4.", "2023-08-04", None),
        ("I was in Rome in June.", "2023-06-01", None),
        ("The camp ran from June 20 to August 5.", "2024-06-20", "2024-08-05"),
        ("The battery should last nine months.", "2024-05-15", None),
        ("These shoes last two years.", "2024-05-15", None),
        ("My last nine months were hard.", "2023-08-15", None),
        ("I have been sick last two weeks.", "2024-05-01", None),
        ("Every Monday and Thursday I go to the gym.", "2024-05-15", None),
        ("I pay the rent each month on the 5th.", "2024-05-15", None),
        ("Every year on May 5 we meet.", "2024-05-15", None),
        ("I worked for them until 2014.", None, "2014-12-31"),
        ("He fell, breaking his arm on Friday.", "2024-05-10", None),
        ("The flat fell through, we found another one, signing on Friday.", "2024-05-15", "2024-05-17"),
        ("She said fine, I take the shift on the 5th.", "2024-05-15", "2024-06-05"),
    ],
)
def test_english_past_and_present(text: str, start: str | None, end: str | None) -> None:
    assert days(text, Language.EN) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Evvelsi gün onu gördüm.", "2024-05-13", None),
        ("İki buçuk yıl önce anlaştık.", "2021-11-15", None),
        ("Geçen çarşamba istifa etti.", "2024-05-08", None),
        ("Kirayı nisanda ödedim.", "2024-04-01", None),
        ("2009'dan 2013'e kadar orada ders verdim.", "2009-01-01", "2013-12-31"),
        ("Dükkân cumartesiye kadar açık.", "2024-05-15", "2024-05-18"),
        ("Toplantıdan iki gün önce hastalandım.", "2024-05-15", None),
        ("Onlar beş yıldır evli.", "2019-05-15", None),
        ("Her salı yüzmeye giderim.", "2024-05-15", None),
        ("Her sabah koşuyorum.", "2024-05-15", None),
        ("her pazartesi ve perşembe spor yapıyorum", "2024-05-15", None),
        ("Her ayın ilk pazartesi toplantımız var.", "2024-05-15", None),
        ("Her yıl 5 Mayıs'ta buluşuruz.", "2024-05-15", None),
        ("Haftada iki gün, salı ve perşembe, kursa gidiyorum.", "2024-05-15", None),
        ("Cuma akşamları annemdeyiz.", "2024-05-15", None),
        ("Evi eylüle kadar kiraladık.", "2024-05-15", "2024-08-31"),
        ("Perşembe günü ehliyet alındı.", "2024-05-09", None),
        ("Ev geçen cuma alındı.", "2024-05-10", None),
        ("Araba cuma alındı.", "2024-05-10", None),
        ("gecen ay isten ayrildim", "2024-04-01", None),
        ("Konserimiz 25 Mayıs Cumartesi, Süreyya Operası'nda.", "2024-05-15", "2024-05-25"),
        ("Cuma yerine o gün geldi.", "2024-05-10", None),
        ("Pazar alışverişini yaptım.", "2024-05-15", None),
        ("Teslim 25 Mayıs cumartesiye kadar.", "2024-05-15", "2024-05-25"),
        ("Pazartesi günü Selim Bey kolunu kırdı.", "2024-05-13", None),
    ],
)
def test_turkish_past_and_present(text: str, start: str | None, end: str | None) -> None:
    assert days(text, Language.TR) == (start, end)


@pytest.mark.parametrize(
    ("text", "language", "end"),
    [
        ("I'll see the notary the day after tomorrow.", Language.EN, "2024-05-17"),
        ("We are releasing it by the end of the month.", Language.EN, "2024-05-31"),
        ("She intends to learn Danish.", Language.EN, "2024-05-22"),
        ("In four weeks we fly home.", Language.EN, "2024-06-12"),
        ("I booked a table on May 20.", Language.EN, "2024-05-20"),
        ("The review was moved from Thursday to Friday.", Language.EN, "2024-05-17"),
        ("Haftaya cuma taşınıyoruz.", Language.TR, "2024-05-24"),
        ("Elif'in nişanı 27 haziranda, salonu tutmuşlar.", Language.TR, "2024-06-27"),
        ("Toplantı perşembeye alındı.", Language.TR, "2024-05-16"),
        ("Toplantı perşembeden cumaya alındı.", Language.TR, "2024-05-17"),
        ("Sınav salı gününe ertelendi.", Language.TR, "2024-05-21"),
        ("Sunumu pazartesiye çektiler.", Language.TR, "2024-05-20"),
        ("Düğün 12 Ağustos'a alındı.", Language.TR, "2024-08-12"),
        ("Dişçiden salıya randevu aldım.", Language.TR, "2024-05-21"),
        ("Her şey cuma günü belli olacak.", Language.TR, "2024-05-17"),
        ("Dört hafta sonra eve dönüyoruz.", Language.TR, "2024-06-12"),
        ("Danca öğrenmeye başlayacağım.", Language.TR, "2024-05-22"),
        ("Ay sonuna kadar yayınlamamız gerekiyor.", Language.TR, "2024-05-31"),
    ],
)
def test_plans_end_on_the_day_they_name_or_a_week_later(text: str, language: Language, end: str) -> None:
    reading = resolve(text, language, WEDNESDAY)
    assert reading.foresight
    assert (reading.valid_from, reading.valid_until) == (SAID, date.fromisoformat(end))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Will works in sales.", Language.EN),
        ("My uncle left a will.", Language.EN),
        ("I was going to write to them.", Language.EN),
        ("I may have the wrong address.", Language.EN),
        ("I am going to school by bike.", Language.EN),
        ("Ona yazacaktım.", Language.TR),
        ("Gelecek nesiller için ağaç dikiyoruz.", Language.TR),
        ("Masada içecek var.", Language.TR),
    ],
)
def test_what_is_no_foresight(text: str, language: Language) -> None:
    reading = resolve(text, language, WEDNESDAY)
    assert (reading.valid_from, reading.valid_until, reading.foresight) == (SAID, None, False)


def test_expressions_carry_their_place_and_iso_form() -> None:
    text = "We met last week and again yesterday."
    found = resolve(text, Language.EN, WEDNESDAY).expressions
    assert [(text[one.start : one.end], one.iso) for one in found] == [
        ("last week", "in the week of 2024-05-06"),
        ("yesterday", "on 2024-05-14"),
    ]
    turkish = resolve("Pazartesiden beri hastayım.", Language.TR, WEDNESDAY).expressions
    assert [(one.role, one.iso) for one in turkish] == [(Role.SINCE, "2024-05-13 tarihinden beri")]


def test_impossible_dates_are_no_dates() -> None:
    assert resolve("Version 2023-02-31 was on 31 June.", Language.EN, WEDNESDAY).expressions == ()


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 400), st.dates(date(1990, 1, 1), date(2090, 1, 1)))
def test_counted_days_are_counted(count: int, said: date) -> None:
    said_at = datetime(said.year, said.month, said.day, 12, tzinfo=UTC)
    english = resolve(f"It broke {count} days ago.", Language.EN, said_at)
    turkish = resolve(f"{count} gün önce bozuldu.", Language.TR, said_at)
    assert english.valid_from == turkish.valid_from == said - timedelta(days=count)


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=200), st.sampled_from(Language), st.dates(date(1990, 1, 1), date(2090, 1, 1)))
def test_any_text_gives_an_interval(text: str, language: Language, said: date) -> None:
    reading = resolve(text, language, datetime(said.year, said.month, said.day, tzinfo=UTC))
    assert len(fold(text)) == len(text)
    if reading.valid_from and reading.valid_until:
        assert reading.valid_from <= reading.valid_until
    if reading.foresight and not reading.expressions:
        assert reading.valid_until == said + timedelta(days=PLAN_DAYS)


@pytest.mark.parametrize("text", ["The contract is valid until 9999-12-31.", "Sözleşme 31.12.9999'a kadar geçerli."])
def test_the_end_of_all_time_is_no_day(text: str) -> None:
    """Programs write so that something has no end; a day later there is none."""
    for language in Language:
        assert days(text, language)[1] is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("3000 years ago there was a sea.", Language.EN),
        ("In 9000 years nobody will know.", Language.EN),
        ("It took the last 99999999 weeks.", Language.EN),
        ("3000 yıl önce burası denizdi.", Language.TR),
        ("Son 2900 yılın en soğuk kışı.", Language.TR),
    ],
)
def test_a_time_without_a_date_is_none_and_stops_nobody(text: str, language: Language) -> None:
    assert resolve(text, language, WEDNESDAY).expressions == ()


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("dişçi randevumu 29'una aldım", datetime(2026, 11, 29)),
        ("diş randevum 20'sinden 25'ine alındı, saat aynı", datetime(2026, 11, 25)),
        ("randevuyu 5'ine çektiler", datetime(2026, 12, 5)),
        ("listenin 3'üne baktım", None),
        ("ceketi 29'a aldım", None),
    ],
)
def test_something_is_put_to_a_day_of_the_month(text: str, until: datetime | None) -> None:
    found = resolve(text, Language.TR, datetime(2026, 11, 16, 9, tzinfo=UTC))
    assert found.valid_until == (until.date() if until else None)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("my appointment is on wed the 18th at 3", "2026-11-18"),
        ("the dentist is Thursday the 19th", "2026-11-19"),
        ("see you Tues 17th", "2026-11-17"),
        ("the hearing is Friday the 8th", "2027-01-08"),
        ("we met on Monday the 2nd", "2026-11-02"),
        ("the match was Saturday the 31st", "2026-10-31"),
    ],
)
def test_a_weekday_and_the_day_of_its_month_are_one_day(text: str, first: str) -> None:
    (found,) = resolve(text, Language.EN, datetime(2026, 11, 10, 9, tzinfo=UTC)).expressions
    assert (found.first, found.last) == (date.fromisoformat(first), date.fromisoformat(first))


def test_who_sat_an_exam_names_no_saturday() -> None:
    assert not resolve(
        "I sat the 3rd exam and it was fine", Language.EN, datetime(2026, 11, 10, tzinfo=UTC)
    ).expressions
