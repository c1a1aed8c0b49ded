"""Calendar arithmetic of spoken time."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.temporal import calendar as cal
from graphmem.language.temporal.calendar import Days, Moment

SAID = date(2024, 5, 15)


def test_months_end_where_shorter_ones_do() -> None:
    assert cal.add_months(date(2024, 1, 31), 1) == date(2024, 2, 29)
    assert cal.add_months(date(2024, 1, 31), -2) == date(2023, 11, 30)


def test_periods() -> None:
    assert cal.period("week", SAID, -1) == Days(date(2024, 5, 6), date(2024, 5, 12))
    assert cal.period("quarter", SAID, 1) == Days(date(2024, 7, 1), date(2024, 9, 30))
    assert cal.period("weekend", SAID, 0) == Days(date(2024, 5, 18), date(2024, 5, 19))
    assert cal.season(2023, 3) == Days(date(2023, 12, 1), date(2024, 2, 29))


def test_the_29th_of_february_is_no_day_of_most_years() -> None:
    assert cal.yearly(lambda year: cal.day(date(year, 2, 29)), Moment(date(2023, 5, 1), -1)) is None


@given(
    st.dates(date(1950, 1, 1), date(2100, 1, 1)), st.integers(1, 12), st.integers(1, 28), st.sampled_from([-1, 0, 1])
)
def test_a_day_without_a_year_is_the_nearest_unless_far_off(said: date, month: int, day: int, verb: int) -> None:
    found = cal.yearly(lambda year: cal.day(date(year, month, day)), Moment(said, verb))
    assert found is not None
    away = (found.first - said).days
    nearest = min(abs((date(said.year + more, month, day) - said).days) for more in (-1, 0, 1))
    if nearest <= 70:
        assert abs(away) == nearest
    if abs(away) > nearest:
        assert nearest > 120 or away * verb > 0


@given(st.dates(date(1950, 1, 1), date(2100, 1, 1)), st.integers(0, 6), st.sampled_from([-1, 0, 1]))
def test_a_weekday_lies_within_a_week_on_its_side(said: date, number: int, offset: int) -> None:
    found = cal.weekday(number, Moment(said), offset).first
    assert found.weekday() == number
    distance = (found - said).days
    assert {-1: -7 <= distance < 0, 0: 0 <= distance < 7, 1: 0 < distance <= 7}[offset]
