"""Resolved times in words with ISO dates, which mean the same on every day."""

from __future__ import annotations

from graphmem.language.temporal.calendar import MONTHS, Days, month
from graphmem.language.temporal.reading import Role
from graphmem.model.language import Language

_WEEK = 7
_ENGLISH = {
    Role.SINCE: "since {}",
    Role.FROM: "from {} on",
    Role.UNTIL: "until {}",
    Role.BY: "by {}",
    Role.BEFORE: "before {}",
}
_TURKISH = {
    Role.SINCE: "{} {}nden beri",
    Role.FROM: "{} {}nden itibaren",
    Role.UNTIL: "{} {}ne kadar",
    Role.BY: "{} {}ne kadar",
    Role.BEFORE: "{} {}nden önce",
}


def written_out(days: Days, role: Role, language: Language) -> str:
    """Return "on 2023-05-07", "in 2023-04", "since 2019" or "2023-05-07 tarihinde", "2019 yılından beri"."""
    if role is Role.BETWEEN:
        if language is Language.TR:
            return f"{days.first} ile {days.last} arasında"
        return f"from {days.first} to {days.last}"
    end = days.last if role in {Role.UNTIL, Role.BY} else days.first
    iso, kind = (end.isoformat(), "day") if role in {Role.UNTIL, Role.BY} else _short(days)
    return _turkish(iso, kind, role) if language is Language.TR else _english(iso, kind, role)


def _short(days: Days) -> tuple[str, str]:
    """Return the shortest ISO form of the whole span, and its unit."""
    first, last = days.first, days.last
    if days == month(first.year, first.month):
        return f"{first:%Y-%m}", "month"
    if (first.day, first.month, last.day, last.month) == (1, 1, 31, MONTHS) and first.year == last.year:
        return f"{first:%Y}", "year"
    return first.isoformat(), "week" if (last - first).days == _WEEK - 1 else "day"


def _english(iso: str, kind: str, role: Role) -> str:
    if role in _ENGLISH:
        return _ENGLISH[role].format(iso)
    return {"day": f"on {iso}", "week": f"in the week of {iso}"}.get(kind, f"in {iso}")


def _turkish(iso: str, kind: str, role: Role) -> str:
    noun = {"day": "tarihi", "week": "haftası", "month": "ayı", "year": "yılı"}[kind]
    if role in _TURKISH:
        return _TURKISH[role].format(iso, noun)
    return f"{iso} {noun}{'nde' if noun.endswith('i') else 'nda'}"
