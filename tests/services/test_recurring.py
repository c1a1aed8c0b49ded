"""What comes again and again: its rule, its next day, and that nothing ends it but its own words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from graphmem.cognition.occurrences import next_occurrence
from graphmem.facade import GraphMem
from graphmem.language.doc import doc_of
from graphmem.language.guards import Guard, compare
from graphmem.language.rhythm import is_exception
from graphmem.language.temporal import resolve
from graphmem.model.language import Language
from graphmem.model.memory import Memory, TemporalType
from graphmem.model.palace import Owner

SAID = datetime(2026, 11, 26, 10, tzinfo=UTC)  # a Thursday
EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("text", "language", "rule", "day"),
    [
        ("We meet every Tuesday.", EN, "FREQ=WEEKLY;BYDAY=TU", date(2026, 12, 1)),
        ("The weekly sync is on Tuesday at 10.", EN, "FREQ=WEEKLY;BYDAY=TU;BYHOUR=10;BYMINUTE=0", date(2026, 12, 1)),
        ("We water the plants every other Friday.", EN, "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", date(2026, 11, 27)),
        ("The club meets on the first Monday of the month.", EN, "FREQ=MONTHLY;BYDAY=1MO", date(2026, 12, 7)),
        ("The standup is every weekday.", EN, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", date(2026, 11, 26)),
        ("The insurance is paid annually on 3 May.", EN, "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3", date(2027, 5, 3)),
        ("I swim every morning until June.", EN, "FREQ=DAILY;UNTIL=20270531T235959", date(2026, 11, 26)),
        (
            "I work Sundays from May, so Saturday is my big day.",
            EN,
            "FREQ=WEEKLY;BYDAY=SU",
            date(2027, 5, 2),
        ),
        (
            "The weekly 1:1 with my lead is Thursday 3pm.",
            EN,
            "FREQ=WEEKLY;BYDAY=TH;BYHOUR=15;BYMINUTE=0",
            date(2026, 11, 26),
        ),
        ("Değerim 12, haftada bir damla veriyorlar.", TR, "FREQ=WEEKLY", date(2026, 11, 26)),
        ("Her salı toplantımız var.", TR, "FREQ=WEEKLY;BYDAY=TU", date(2026, 12, 1)),
        ("Annemi haftada bir arıyorum.", TR, "FREQ=WEEKLY", date(2026, 11, 26)),
        ("Ayın ilk pazartesi günü kulüp toplanıyor.", TR, "FREQ=MONTHLY;BYDAY=1MO", date(2026, 12, 7)),
        ("İki haftada bir cuma günü temizlikçi geliyor.", TR, "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", date(2026, 11, 27)),
        ("Pazartesi ve çarşamba günleri kursum var.", TR, "FREQ=WEEKLY;BYDAY=MO,WE", date(2026, 11, 30)),
        (
            "Haziran sonuna kadar her perşembe tedaviye gidiyorum.",
            TR,
            "FREQ=WEEKLY;BYDAY=TH;UNTIL=20270630T235959",
            date(2026, 11, 26),
        ),
    ],
)
def test_a_recurrence_has_its_rule_and_its_next_day(text: str, language: Language, rule: str, day: date) -> None:
    told = resolve(text, language, SAID).recurrence
    assert told is not None
    assert told.splitlines()[1] == f"RRULE:{rule}"
    assert next_occurrence(told, SAID.date()) == day


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("We met every Tuesday in 2019.", EN),
        ("Our weekly budget is 200 euros.", EN),
        ("Never deploy on Fridays.", EN),
        ("The weekly sync on Tuesday is cancelled.", EN),
        ("I fly on Friday and the weekly report is due next Monday.", EN),
        ("Salıları çalışmıyorum.", TR),
        ("İki haftalık tatil aldım.", TR),
        ("Bu haftalık ilacı almıyorum, pazartesi devam.", TR),
        ("Her salı toplantımız vardı.", TR),
    ],
)
def test_what_was_never_is_or_is_no_day_does_not_recur(text: str, language: Language) -> None:
    assert resolve(text, language, SAID).recurrence is None


def test_two_recurrences_never_say_the_same() -> None:
    monday, tuesday, hour = (
        doc_of(text, EN) for text in ("I swim every Monday.", "I swim every Tuesday.", "I swim every Monday at 10.")
    )
    assert Guard.RHYTHM in compare(monday, tuesday).differing
    assert Guard.RHYTHM not in compare(monday, hour).differing


@pytest.mark.parametrize(
    ("old", "new", "language", "spared"),
    [
        ("The sync is every Tuesday.", "The sync is cancelled this Tuesday.", EN, True),
        ("The sync is every Tuesday.", "We quit the sync yesterday.", EN, False),
        ("The sync is every Tuesday.", "The sync is every Friday.", EN, False),
        ("Her salı toplantımız var.", "Bu salı toplantımız iptal.", TR, True),
    ],
)
def test_one_day_that_is_left_out_ends_no_recurrence(old: str, new: str, language: Language, spared: bool) -> None:
    assert is_exception(doc_of(old, language), doc_of(new, language)) is spared


async def _told(memory: GraphMem, owner: Owner) -> Memory:
    (found,) = (await memory.memories.page(owner)).items
    return found


async def test_a_recurrence_is_due_each_time_and_never_sleeps(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.learn(tenant, "The weekly sync is on Tuesday at 10.")
    told = await _told(memory, tenant)
    assert (told.temporal_type, told.valid_until) == (TemporalType.RECURRING, None)
    assert told.recurrence is not None
    now = datetime.now(UTC)
    later = now + timedelta(days=60)
    assert (await memory.dreams.plan(tenant, now=later)).changes == ()
    day = next_occurrence(told.recurrence, now.date())
    assert day is not None
    for week in range(3):
        at = datetime(day.year, day.month, day.day, 8, tzinfo=UTC) + timedelta(weeks=week)
        (due,) = await memory.prospective.due(tenant, now=at)
        assert (due.first, due.last) == (at.date(), at.date())
    assert await memory.prospective.due(tenant, now=at + timedelta(days=2)) == ()


async def test_a_recurrence_with_an_end_sleeps_after_it(memory: GraphMem, tenant: Owner) -> None:
    now = datetime.now(UTC)
    end = now + timedelta(days=20)
    await memory.observer.learn(tenant, f"I have physiotherapy every Thursday until {end:%d %B %Y}.")
    assert (await _told(memory, tenant)).recurrence is not None
    assert (await memory.dreams.plan(tenant, now=now)).changes == ()
    assert len((await memory.dreams.plan(tenant, now=end + timedelta(days=9))).changes) == 1


async def test_a_cancelled_week_leaves_the_recurrence(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, "The weekly sync is on Tuesday at 10.", said_at=SAID)
    await memory.observer.observe(
        tenant, "The weekly sync is cancelled this Tuesday.", said_at=SAID + timedelta(days=2)
    )
    living = [one for one in (await memory.memories.page(tenant)).items if one.recurrence]
    assert [one.valid_until for one in living] == [None]


async def test_an_edit_and_an_archive_keep_the_recurrence(memory: GraphMem, tenant: Owner, tmp_path: Path) -> None:
    await memory.observer.learn(tenant, "We meet every Tuesday.")
    known = await _told(memory, tenant)
    edited = (await memory.amendments.edit(tenant, known.id, "We meet every Friday.")).memory
    assert edited.recurrence is not None
    assert "BYDAY=FR" in edited.recurrence
    await memory.archives.export(tenant, tmp_path / "all.zip")
    other = Owner.named(f"{tenant.name}-copy")
    await memory.archives.import_(other, tmp_path / "all.zip")
    assert (await _told(memory, other)).recurrence == edited.recurrence
