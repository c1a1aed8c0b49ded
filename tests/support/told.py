"""A message, and a good answer of a chat model about it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
LESSON = "Suggest trains before flights whenever Ada travels."
TOLD: dict[str, Any] = {
    "turn": 1,
    "text": "Ada travels to Vienna by train on 2026-03-06.",
    "category": "plan",
    "weight": 0.9,
    "lesson": LESSON,
    "emotions": ["anticipation", "joy", "trust"],
    "foresight": True,
    "valid_from": "",
    "valid_until": "2026-03-06",
    "entities": [{"name": "Ada", "type": "person"}, {"name": "Vienna", "type": "place"}],
    "facts": [{"subject": "Ada", "predicate": "travels to", "object": "Vienna", "ended": False}],
}
SAID = "I prefer trains, so on Friday I travel to Vienna by train."
