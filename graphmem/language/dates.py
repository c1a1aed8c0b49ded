"""Dates as people write them, for index text: a question says "8 May", never 2023-05-08."""

from __future__ import annotations

from datetime import datetime

from graphmem.language.wordlists import lines
from graphmem.model.language import Language

MONTHS = 12


def spoken_date(moment: datetime, language: Language) -> str:
    """Return a date as `Monday 8 May 2023` or `Pazartesi 8 Mayıs 2023`."""
    names = lines(f"{language.value}/calendar")
    return f"{names[MONTHS + moment.weekday()]} {moment.day} {names[moment.month - 1]} {moment.year}"
