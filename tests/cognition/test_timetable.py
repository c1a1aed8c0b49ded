"""When something is due: cron as crontab(5) has it, in time zones with their changes of clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.timetable import timetable
from graphmem.errors import InvalidInputError

SATURDAY = datetime(2026, 8, 1, 12, 0, tzinfo=UTC)


def days(cron: str, count: int = 3) -> list[str]:
    return [f"{slot:%a %d %H:%M}" for slot in timetable(cron, "UTC").slots(SATURDAY, count)]


@pytest.mark.parametrize(
    ("cron", "expected"),
    [
        ("30 3 * * *", ["Sun 02 03:30", "Mon 03 03:30", "Tue 04 03:30"]),
        ("0 12 * * 0", ["Sun 02 12:00", "Sun 09 12:00", "Sun 16 12:00"]),
        ("0 12 * * 7", ["Sun 02 12:00", "Sun 09 12:00", "Sun 16 12:00"]),
        ("0 0 * * 1-5", ["Mon 03 00:00", "Tue 04 00:00", "Wed 05 00:00"]),
        ("0 0 * * fri-mon", ["Sun 02 00:00", "Mon 03 00:00", "Fri 07 00:00"]),
        ("0 0 * * */3", ["Sun 02 00:00", "Wed 05 00:00", "Sat 08 00:00"]),
        ("0 0 13 * 5", ["Fri 07 00:00", "Thu 13 00:00", "Fri 14 00:00"]),
        ("*/20  14 *  * Sat", ["Sat 01 14:00", "Sat 01 14:20", "Sat 01 14:40"]),
    ],
)
def test_as_crontab_has_it(cron: str, expected: list[str]) -> None:
    assert days(cron) == expected


def test_a_slot_is_in_its_zone_and_falls_out_where_clocks_jump() -> None:
    assert timetable("0 9 * * *", "Europe/Istanbul").after(SATURDAY) == datetime(2026, 8, 2, 6, tzinfo=UTC)
    summer = timetable("30 2 * * *", "Europe/Berlin").slots(datetime(2027, 3, 27, 12, tzinfo=UTC), 2)
    assert len({slot.date() for slot in summer}) == 2, "half past two is skipped by the clock, the night is not"


def test_seconds_are_for_those_who_ask_for_them() -> None:
    every = timetable("*/20 * * * * *", "UTC", seconds=True)
    assert [slot.second for slot in every.slots(SATURDAY, 3)] == [20, 40, 0]
    with pytest.raises(InvalidInputError, match="6 fields"):
        timetable("*/20 * * * * *", "UTC")


@pytest.mark.parametrize(
    "cron",
    ["", "daily", "61 3 * * *", "0 3 * * 8", "0 3 * * funday", "0 3 * * 1/", "x 3 * * *", "0 3 * *", "0 3 * * *\0"],
)
def test_what_cannot_be_read_is_named(cron: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        timetable(cron, "UTC")
    assert (caught.value.field, "30 3 * * *" in caught.value.remedy) == ("cron", True)


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd", "/etc/localtime", "Europe", "x" * 300, "a\0b"])
def test_a_zone_that_nobody_knows(zone: str) -> None:
    with pytest.raises(InvalidInputError, match="no time zone") as caught:
        timetable("30 3 * * *", zone)
    assert "Europe/Istanbul" in caught.value.remedy


def test_a_day_that_never_comes() -> None:
    assert timetable("0 0 30 2 *", "UTC").after(SATURDAY) is None


@given(
    st.integers(0, 59),
    st.integers(0, 23),
    st.sets(st.integers(0, 6), min_size=1),
    st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)),
)
def test_the_next_slot_is_the_first_that_fits(minute: int, hour: int, week: set[int], moment: datetime) -> None:
    after = moment.replace(tzinfo=UTC)
    slot = timetable(f"{minute} {hour} * * {','.join(map(str, week))}", "UTC").after(after)
    expected = after.replace(hour=hour, minute=minute, second=0, microsecond=0)
    while expected <= after or (expected.weekday() + 1) % 7 not in week:
        expected += timedelta(days=1)
    assert slot == expected
