"""The weekday of coming back lies after that of leaving."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.language.temporal import resolve
from graphmem.model.language import Language

WEDNESDAY = datetime(2026, 11, 25, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "language", "days"),
    [
        ("I fly to Rome on Monday and come back on Sunday", Language.EN, ["2026-11-30", "2026-12-06"]),
        ("we go on Monday and return Sunday", Language.EN, ["2026-11-30", "2026-12-06"]),
        ("I fly on Thursday and come back on Sunday", Language.EN, ["2026-11-26", "2026-11-29"]),
        ("The meeting is on Monday and the call is on Sunday", Language.EN, ["2026-11-30", "2026-11-29"]),
        ("I see Ann on Monday and return the books on Friday", Language.EN, ["2026-11-30", "2026-11-27"]),
        ("Pazartesi Roma'ya uçuyorum, pazar dönüyorum", Language.TR, ["2026-11-30", "2026-12-06"]),
        ("Pazartesi toplantı var, pazar maç var", Language.TR, ["2026-11-30", "2026-11-29"]),
    ],
)
def test_one_comes_back_after_one_left(text: str, language: Language, days: list[str]) -> None:
    assert [one.first.isoformat() for one in resolve(text, language, WEDNESDAY).expressions] == days
