"""What will hold for good, or again and again, ends in no week; what is to be once, some day, does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.language.temporal import PLAN_DAYS, resolve
from graphmem.model.language import Language
from graphmem.model.palace import Owner

SAID = datetime(2026, 11, 25, 9, tzinfo=UTC)  # a Wednesday
EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I'm not going to pottery any more", EN),
        ("I won't be doing the half marathon anymore", EN),
        ("I will never buy a printer again.", EN),
        ("I'll do pilates on Thursdays", EN),
        ("I'll go to the gym every Monday", EN),
        ("From now on I'll cycle to work", EN),
        ("I will swim two days a week.", EN),
        ("artık seramiğe gitmeyeceğim", TR),
        ("bir daha et yemeyeceğim", TR),
        ("bundan sonra evden çalışacağım", TR),
        ("her pazartesi spora gideceğim", TR),
        ("pilatese perşembeleri gideceğim", TR),
        ("Haftada iki gün yüzeceğim.", TR),
    ],
)
def test_what_is_for_good_stays_open(text: str, language: Language) -> None:
    found = resolve(text, language, SAID)
    assert (found.valid_from, found.valid_until) == (SAID.date(), None)


@pytest.mark.parametrize(
    ("text", "language", "days"),
    [
        ("I'm going to call the bank again", EN, PLAN_DAYS),
        ("I'll water the plants every day until Friday", EN, 2),
        ("I'm not going to work any more tomorrow", EN, 1),
        ("Bir daha arayacağım", TR, PLAN_DAYS),
        ("Artık arayacağım", TR, PLAN_DAYS),
        ("Artık yarın gitmeyeceğim", TR, 1),
    ],
)
def test_what_is_once_ends(text: str, language: Language, days: int) -> None:
    assert resolve(text, language, SAID).valid_until == SAID.date() + timedelta(days=days)


async def test_what_somebody_gave_up_is_no_plan_whose_time_runs_out(memory: GraphMem, tenant: Owner) -> None:
    ada = memory.owner(tenant.name)
    told = ("I'm not going to pottery any more because I fell out with Aisha.", "Artık seramiğe gitmeyeceğim.")
    for text in told:
        observed = await ada.observe(text, speaker="Ada", said_at=SAID)
        assert [one.valid_until for one in observed.statements] == [None]
