"""A message, and a good answer of a chat model about it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from graphmem.services.ingestion import model_trial

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
SAID = "I prefer trains. On Friday I travel to Vienna."
MARKED: dict[str, Any] = {
    "clause": 2,
    "part": "",
    "keep": True,
    "category": "plan",
    "standing": False,
    "since": "",
    "until": "2026-03-06",
    "mentions": [{"name": "Vienna", "type": "place"}],
}
QUOTED = "Ada: On Friday [2026-03-06] I travel to Vienna."


GOOD_MARKS: dict[str, Any] = {
    "clauses": [
        {"clause": number, "category": "fact", "standing": number in model_trial.RULES}
        for number in sorted(model_trial.WORTHY)
    ],
    "ends": [{"memory": memory, "does": "ends", "by": by} for memory, by in ((17, 6), (19, 14))],
}
"""Marks that pass a trial."""


def is_trial(body: dict[str, Any]) -> bool:
    """Whether a request is a trial, or a half of one."""
    windows = (model_trial.sample(), *model_trial.sample().halves())
    told = [model_trial.question(one).prompt.user for one in windows]
    return "messages" in body and body["messages"][-1]["content"].startswith(tuple(told))


def clauses_of(body: dict[str, Any]) -> dict[int, str]:
    """The numbered clauses of a request that asks to read."""
    turns = json.loads(body["messages"][1]["content"]).get("turns", [])
    return {int(number): text for turn in turns for number, text in turn.get("clauses", {}).items()}


def every(body: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """An answer that keeps every clause of a request, each with the same fields."""
    return {"clauses": [{"clause": number, "category": "fact", **fields} for number in clauses_of(body)]}
