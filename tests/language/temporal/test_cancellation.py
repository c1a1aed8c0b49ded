"""What was cancelled has no day on which it is due; a doubt leaves a plan as it is."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from graphmem.language.temporal import resolve
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR
MONDAY = datetime(2026, 11, 16, 10, tzinfo=UTC)
SAID = MONDAY.date()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The staff meeting on 28 November is off.", EN),
        ("We cancelled the dinner with Gwen on 28 November.", EN),
        ("The 28 November viewing has been cancelled by the agent.", EN),
        ("Friday's choir practice is off.", EN),
        ("Ken called the barbecue on 5 December off.", EN),
        ("The trip on 3 December fell through.", EN),
        ("The wedding on 12 December has been postponed.", EN),
        ("The match on Sunday is off because of the snow.", EN),
        ("Friday's dinner was cancelled.", EN),
        ("Mum pulled out of the spa day on 29 November.", EN),
        ("The concert from 3 to 6 December is cancelled.", EN),
        ("28 Kasım'daki Roma gezisini iptal ettik.", TR),
        ("28 Kasım'daki toplantı iptal.", TR),
        ("Cuma günkü yemek iptal oldu.", TR),
        ("Perşembe günkü toplantı ertelendi.", TR),
        ("Cumartesi günkü piknikten vazgeçtik.", TR),
        ("Pazar günkü gezi suya düştü.", TR),
        ("Konser 12 Aralık'taydı, iptal oldu.", TR),
        ("29 Kasım'daki muayene belirsiz bir tarihe ertelendi.", TR),
    ],
)
def test_what_was_cancelled_is_so_from_when_it_was_said(text: str, language: Language) -> None:
    found = resolve(text, language, MONDAY)
    assert (found.valid_from, found.valid_until, found.foresight) == (SAID, None, False)
    assert all(one.off for one in found.expressions)


@pytest.mark.parametrize(
    ("text", "language", "until"),
    [
        ("I'm not going to the conference on 27 November after all.", EN, date(2026, 11, 27)),
        ("I won't be able to make the parents' evening on 26 November.", EN, date(2026, 11, 26)),
        ("We're not flying to Porto on 4 December any more.", EN, date(2026, 12, 4)),
        ("The inspection on 30 November isn't happening.", EN, date(2026, 11, 30)),
        ("I'm no longer giving the talk on 2 December.", EN, date(2026, 12, 2)),
        ("27 Kasım'daki konferansa gitmiyorum artık.", TR, date(2026, 11, 27)),
        ("5 Aralık'taki düğüne gidemiyorum.", TR, date(2026, 12, 5)),
        ("28 Kasım'daki sınav olmayacak.", TR, date(2026, 11, 28)),
        ("Salı günkü veli toplantısına katılamayacağım.", TR, date(2026, 11, 17)),
        ("30 Kasım'da artık buluşmuyoruz.", TR, date(2026, 11, 30)),
    ],
)
def test_who_cannot_come_cannot_until_the_day_is_over(text: str, language: Language, until: date) -> None:
    found = resolve(text, language, MONDAY)
    assert (found.valid_from, found.valid_until, found.foresight) == (SAID, until, False)
    assert found.expressions[0].off


@pytest.mark.parametrize(
    ("text", "language", "until"),
    [
        ("Don't forget the meeting on 28 November.", EN, date(2026, 11, 28)),
        ("The meeting on 28 November wasn't cancelled.", EN, date(2026, 11, 28)),
        ("If the dinner on 28 November is cancelled I'll be sad.", EN, date(2026, 11, 28)),
        ("Is the meeting on 28 November cancelled?", EN, date(2026, 11, 28)),
        ("Gwen is off on 28 November.", EN, date(2026, 11, 28)),
        ("On 28 November my boss is off.", EN, date(2026, 11, 28)),
        ("The dinner on 28 November was postponed to 5 December.", EN, date(2026, 12, 5)),
        ("We cancelled the hotel and have the dentist on 28 November.", EN, date(2026, 11, 28)),
        ("The subscription will be cancelled on 28 November.", EN, date(2026, 11, 28)),
        ("We cancelled the picnic, so we meet Ola on 28 November instead.", EN, date(2026, 11, 28)),
        ("Not going to Lund after all, giving a poster on 28 November instead.", EN, date(2026, 11, 28)),
        ("28 Kasım'daki toplantıyı unutma.", TR, date(2026, 11, 28)),
        ("28 Kasım'daki toplantı iptal olmadı.", TR, date(2026, 11, 28)),
        ("28 Kasım'daki toplantı 5 Aralık'a ertelendi.", TR, date(2026, 12, 5)),
        ("28 Kasım'da evde olmayacağım, Ayşe bakacak.", TR, date(2026, 11, 28)),
        ("28 Kasım'daki yemeği iptal ettik, 5 Aralık'ta gidiyoruz.", TR, date(2026, 12, 5)),
        ("28 Kasım'daki toplantı iptal olursa haber ver.", TR, date(2026, 11, 28)),
        ("28 Kasım'da üyeliği iptal edeceğim.", TR, date(2026, 11, 28)),
        ("Elif eczacılıktan caydı sınavı da 28 Kasım'da başlıyor", TR, date(2026, 11, 28)),
    ],
)
def test_what_is_still_to_be_stays_due(text: str, language: Language, until: date) -> None:
    found = resolve(text, language, MONDAY)
    assert (found.valid_from, found.valid_until, found.foresight) == (SAID, until, True)


def test_a_day_that_is_gone_is_when_it_was_called_off() -> None:
    assert resolve("The hearing was postponed on Sunday.", EN, MONDAY).valid_from == date(2026, 11, 15)
    assert resolve("Dün geziyi iptal ettik.", TR, MONDAY).valid_from == date(2026, 11, 15)
