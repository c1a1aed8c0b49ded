"""A model that reads the windows of one conversation side by side sees what earlier windows told."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.services.ingestion.known_memories import MOST_SHOWN
from graphmem.services.ingestion.model_reader import WINDOW
from tests.support.model_answers import clauses_of, every
from tests.support.openai_server import OpenAIServer

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
OLD, NEW = "I take my coffee with sugar.", "I no longer take sugar in my coffee."


def conversation(texts: list[str]) -> Conversation:
    """A talk with a turn a day."""
    turns = [
        Turn(text=text, speaker="Ada", role=Role.USER, said_at=MONDAY + timedelta(days=day))
        for day, text in enumerate(texts)
    ]
    return Conversation("talk", "Talk", "talks", (Session("Talk", MONDAY, tuple(turns)),))


def shown_in(body: dict[str, Any]) -> dict[int, str]:
    """The numbered memories of a request."""
    memories = json.loads(body["messages"][1]["content"]).get("memories", {})
    return {int(number): text for number, text in memories.items()}


def ending(words: str) -> Any:
    """A model that keeps each clause, and ends what it is shown with these words by the clause of NEW."""

    def reply(body: dict[str, Any]) -> dict[str, Any]:
        by = [number for number, text in clauses_of(body).items() if text == NEW]
        told = [number for number, text in shown_in(body).items() if words in text]
        return every(body) | {"ends": [{"memory": one, "does": "ends", "by": by[0]} for one in told if by]}

    return reply


async def test_a_clause_of_an_earlier_window_is_shown_and_ended(
    minded: GraphMem, model: OpenAIServer, tenant: Owner
) -> None:
    between = [f"I planted {name} in the garden." for name in ("roses", "mint", "beans", "leeks", "kale", "dill")]
    between += [f"My cousin {name} plays chess." for name in ("Bora", "Rita", "Tom", "Elif", "Joel", "Ines")]
    model.reply = ending("coffee with sugar")
    await minded.mine(conversation([OLD, *between, NEW]), owner=tenant)
    first, second = sorted((one.body for one in model.received), key=lambda body: OLD not in clauses_of(body).values())
    assert len(clauses_of(first)) <= WINDOW
    assert shown_in(first) == {}
    assert f"2026-03-02 {OLD}" in shown_in(second).values()
    assert len(shown_in(second)) == len(clauses_of(first)) <= MOST_SHOWN
    held = await minded.memories.page(tenant, first=50)
    ended = [one.text for one in (await minded.memories.page(tenant, live=False, first=50)).items if one.valid_until]
    assert [text for text in ended if "coffee" in text] == [f"Ada: {OLD}"]
    assert f"Ada: {OLD}" not in [one.text for one in held.items]


async def test_nothing_of_the_window_itself_is_shown_as_earlier(
    minded: GraphMem, model: OpenAIServer, tenant: Owner
) -> None:
    model.reply = every
    await minded.mine(conversation([OLD, "I live in Graz.", NEW]), owner=tenant)
    assert [shown_in(one.body) for one in model.received] == [{}]
