"""What is planned for a day is found by a question about that day, whatever words it shares with it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.language.question.agenda import days_asked
from graphmem.language.temporal.calendar import Days
from graphmem.model.language import Language
from graphmem.model.palace import Owner

EN, TR = Language.EN, Language.TR
THURSDAY = datetime(2026, 3, 12, 9, tzinfo=UTC)


def _days(first: int, last: int) -> Days:
    return Days(date(2026, 3, first), date(2026, 3, last))


@pytest.mark.parametrize(
    ("asked", "language", "days"),
    [
        ("What's on tomorrow?", EN, _days(13, 13)),
        ("What do I have on Friday?", EN, _days(13, 13)),
        ("Am I free on 20 March?", EN, _days(20, 20)),
        ("What are my plans this week?", EN, _days(12, 15)),
        ("Yarın ne var?", TR, _days(13, 13)),
        ("Bu hafta ne planım var?", TR, _days(12, 15)),
        ("yarın müsait miyim", TR, _days(13, 13)),
        ("What did I do on Monday?", EN, None),
        ("What's the weather tomorrow?", EN, None),
        ("Yarın hava nasıl?", TR, None),
        ("What's on?", EN, None),
    ],
)
def test_the_days_that_a_question_asks_about(asked: str, language: Language, days: Days | None) -> None:
    assert days_asked(asked, language, THURSDAY) == days


@pytest.mark.parametrize("asked", ["What's on tomorrow?", "Yarın ne var?", "Do I have anything tomorrow?"])
async def test_the_block_tells_of_the_plans_of_that_day_alone(memory: GraphMem, tenant: Owner, asked: str) -> None:
    owner = memory.owner(tenant.name)
    tomorrow, later = (datetime.now(UTC) + timedelta(days=days) for days in (1, 9))
    for text in (
        f"The plumber comes on {tomorrow:%Y-%m-%d} at nine.",
        f"{tomorrow:%Y-%m-%d} günü dişçi randevum var.",
        f"I have a job interview on {later:%Y-%m-%d}.",
        "I like rowing on Sundays.",
        "Fırında iki çırak var.",
    ):
        await owner.observe(text)
    found = await owner.recall(asked)
    assert found.answerable
    assert "plumber" in found.context
    assert "dişçi" in found.context
    assert "interview" not in found.context
    assert "rowing" not in found.context
