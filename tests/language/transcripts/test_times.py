"""Times as sources write them."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest

from graphmem.language.transcripts.times import parse_clock, parse_time, slash_order

MAY_8 = datetime(2026, 5, 8, 13, 56, tzinfo=UTC)


@pytest.mark.parametrize(
    "written",
    [
        "2026-05-08 13:56",
        "2026-05-08T13:56:00Z",
        "2026-05-08T16:56+03:00",
        "2026-05-08 16:56:00 +0300",
        "2026-05-08 13:56 UTC",
        "Fri, 08 May 2026 13:56:00 +0000",
        "Fri May 8 13:56:00 2026",
        "1:56 pm on 8 May, 2026",
        "8 May 2026 13:56",
        "May 8th, 2026 at 1:56 PM",
        "8 Mayıs 2026 13:56",
        "8 MAYIS 2026, saat 13:56",
        "Cuma, 8 Mayıs 2026 13:56",
        "08.05.2026, 13:56",
        "8.5.26 13:56",
        "8-5-2026 13:56",
        "5/8/26, 1:56:00 PM",
        "5/8/26, 1:56:00\u202fPM",
        "8/5/2026 13:56",
        "2026/05/08 13:56",
        "08.05.2026 1:56 ÖS",
        "1778248560",
        "1778248560.000",
        1778248560,
        1778248560.0,
        1778248560_000,
        1778248560_000_000,
        1778248560_000_000_000,
    ],
)
def test_reads_each_way_of_writing_one_moment(written: str | float) -> None:
    assert parse_time(written) == MAY_8


def test_a_bare_date_is_its_midnight() -> None:
    assert parse_time("2026-05-08") == parse_time("8 May 2026") == datetime(2026, 5, 8, tzinfo=UTC)


def test_noon_and_midnight() -> None:
    assert parse_time("12:09 am on 13 September, 2023").hour == 0
    assert parse_time("12:09 pm on 13 September, 2023").hour == 12


@pytest.mark.parametrize(
    "written",
    [
        *["", "soon", "13:56", "32 May 2026", "8 Foo 2026", "99/99/2026", "2026-13-01", True, None, []],
        *[1e30, float("nan"), "0001-01-01", "9999-12-31", "8 May", "version 16.2", "8 May 2026 25:00", "1" * 30],
    ],
)
def test_refuses_what_is_no_time(written: object) -> None:
    with pytest.raises(ValueError, match=r"not a time|out of range"):
        parse_time(written)


def test_slashes_are_settled_by_the_other_dates_of_the_source() -> None:
    assert slash_order(["5/8/26", "5/18/26"]) is False
    assert slash_order(["5/8/26", "18/5/26"]) is True
    assert slash_order(["5/8/26", None, 3]) is None
    assert parse_time("5/8/26, 13:56", day_first=False) == MAY_8
    assert parse_time("8/5/26, 1:56 PM", day_first=True) == MAY_8


def test_reads_a_clock_alone() -> None:
    assert parse_clock("1:56 PM") == parse_clock("13:56") == time(13, 56)
    with pytest.raises(ValueError, match="not a clock"):
        parse_clock("2026-05-08 13:56")
