"""How things are for a day or a week ends with it; a list of turns ends with its last; a span of a rule is no day."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from graphmem.language.temporal import resolve
from graphmem.model.language import Language

TUESDAY = datetime(2026, 11, 17, 10, tzinfo=UTC)
SUNDAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("text", "language", "last"),
    [
        ("on-call this week: Ali K", Language.EN, SUNDAY),
        ("this week's on-call is Mert", Language.EN, SUNDAY),
        ("my daughter is ill, working from home today", Language.EN, TUESDAY.date()),
        ("My mum is here, I might be slow to reply this week", Language.EN, SUNDAY),
        ("I'll be in Berlin all week", Language.EN, SUNDAY),
        ("bu hafta nöbetçi Mert", Language.TR, SUNDAY),
        ("oğlum hasta, bugün evden çalışıyorum", Language.TR, TUESDAY.date()),
        ("babam ameliyat oldu, bu hafta geç cevap yazabilirim", Language.TR, SUNDAY),
        ("bütün hafta Ankara'dayım", Language.TR, SUNDAY),
    ],
)
def test_how_things_are_for_a_while_ends_with_it(text: str, language: Language, last: date) -> None:
    assert resolve(text, language, TUESDAY).valid_until == last


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("the new tests start today", Language.EN),
        ("this week we agreed to use Kafka", Language.EN),
        ("I was ill all week", Language.EN),
        ("playwright testleri bugün başlıyor", Language.TR),
        ("bu hafta nöbet listesini değiştirdik", Language.TR),
    ],
)
def test_what_happens_then_stays(text: str, language: Language) -> None:
    assert resolve(text, language, TUESDAY).valid_until is None


@pytest.mark.parametrize(
    ("text", "language", "last"),
    [
        ("rota: week of 23 Nov Ali, week of 30 Nov Mert, week of Dec 7 Ayşe", Language.EN, date(2026, 12, 13)),
        ("duty: Mon 23 Nov Tom, Tue 24 Nov Mert", Language.EN, date(2026, 11, 24)),
        ("nöbet: 23 kasım haftası Mert, 30 kasım haftası Tom", Language.TR, date(2026, 12, 6)),
        ("nöbet sırası: 23 kasım Mert, 24 kasım Tom, 25 kasım Ayşe", Language.TR, date(2026, 11, 25)),
        ("cumartesi pazar İzmir'deyim", Language.TR, SUNDAY),
        ("dentist on Friday, vet on 30 Nov", Language.EN, date(2026, 11, 20)),
    ],
)
def test_a_list_of_turns_ends_with_the_last(text: str, language: Language, last: date) -> None:
    assert resolve(text, language, TUESDAY).valid_until == last


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("p1 must be answered within 15 min", Language.EN),
        ("p1'lere 15 dakika içinde cevap verilmeli", Language.TR),
        ("as my old boss used to say never deploy on a friday", Language.EN),
        ("we shipped on a Friday once", Language.EN),
        ("don't ping me on the weekend", Language.EN),
        ("bana cumartesi pazar bildirim gönderme", Language.TR),
        ("hafta sonu deploy yapılmasın", Language.TR),
    ],
)
def test_a_rule_names_no_day(text: str, language: Language) -> None:
    reading = resolve(text, language, TUESDAY)
    assert (reading.valid_from, reading.valid_until) == (TUESDAY.date(), None)
    assert not reading.expressions


@pytest.mark.parametrize(
    ("text", "language", "last"),
    [
        ("don't ping me this weekend", Language.EN, SUNDAY),
        ("bu hafta sonu bana yazma", Language.TR, SUNDAY),
        ("I have to hand it in on Friday", Language.EN, date(2026, 11, 20)),
    ],
)
def test_this_one_is_a_day(text: str, language: Language, last: date) -> None:
    assert resolve(text, language, TUESDAY).valid_until == last


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Tom is leaving us at the end of december 😢 he got an offer", TUESDAY.date(), date(2026, 12, 31)),
        ("Tom is leaving us at the end of december, he got an offer", TUESDAY.date(), date(2026, 12, 31)),
        ("Tom is leaving us at the end of december he got an offer", TUESDAY.date(), date(2026, 12, 31)),
        ("Kate got a job at the BBC, starting in january", date(2027, 1, 1), None),
        ("at the end of october he got an offer", date(2026, 10, 31), None),
    ],
)
def test_the_verb_of_another_subject_dates_nothing(text: str, first: date, last: date | None) -> None:
    reading = resolve(text, Language.EN, TUESDAY)
    assert (reading.valid_from, reading.valid_until) == (first, last)
