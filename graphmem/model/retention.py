"""Retention rules by category or data source, like `episode=90d, tool=30d`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from graphmem.model.category import Category
from graphmem.model.memory import DataSource, Memory

SOURCES = {
    "user": DataSource.USER,
    "assistant": DataSource.ASSISTANT,
    "system": DataSource.SYSTEM,
    "tool": DataSource.TOOL,
    "document": DataSource.DOCUMENT,
    "feed": DataSource.FEED,
}
"""Data sources by their names in rules."""

MOST_DAYS = 36_500


@dataclass(frozen=True, slots=True)
class Rule:
    """The time for which memories of a category, or of a source, are kept: one of the two is None."""

    name: str
    kept: timedelta
    category: Category | None = None
    source: DataSource | None = None


@dataclass(frozen=True, slots=True)
class Outlived:
    """A memory older than a rule allows."""

    memory: Memory
    rule: str


@dataclass(frozen=True, slots=True)
class Retained:
    """The memories that rules retracted, or would in a `dry` run: their number, and the first of them."""

    dry: bool
    count: int
    outlived: tuple[Outlived, ...]


def read_rules(text: str) -> tuple[Rule, ...] | None:
    """The rules of a text, in order; None if it is unreadable, or names something twice."""
    rules = []
    for part in text.replace("{", "").replace("}", "").replace('"', "").split(","):
        name, _, age = part.replace(":", "=").partition("=")
        name, age = name.strip().casefold(), age.strip().casefold()
        days = age.removesuffix("d")
        if not (age.endswith("d") and days.isascii() and days.isdecimal() and 1 <= int(days[:6]) <= MOST_DAYS):
            return None
        if name not in {*Category, *SOURCES}:
            return None
        category = Category(name) if name in {*Category} else None
        rules.append(Rule(name, timedelta(days=int(days)), category, SOURCES.get(name)))
    return tuple(rules) if len({rule.name for rule in rules}) == len(rules) else None


def rules_as_text(rules: tuple[Rule, ...]) -> str:
    """Rules as stored and shown."""
    return ", ".join(f"{rule.name}={rule.kept.days}d" for rule in rules)
