"""Requests that are sent again under their idempotency key, as after an answer that never arrived."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.api.conftest import MINE, Client, client_of, of_owner
from tests.api.test_background import SAY
from tests.api.test_observe import LEARN, OBSERVE
from tests.api.test_sessions import START

HELD = "{ health { drawers } memories(first: 100) { nodes { id text } } }"
TEXT = {"text": "I prefer window seats on long flights."}
VERBS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "observe": (OBSERVE, TEXT, {"text": "I prefer aisle seats."}),
    "learn": (LEARN, TEXT, {"pinned": True}),
    "say": (SAY, TEXT | {"session": "chat-1"}, {"role": "ASSISTANT"}),
    "mineConversation": (MINE, {"title": "Ada", "turns": [{"speaker": "Ada"} | TEXT]}, {"title": "Ayla"}),
}


@pytest.mark.parametrize("verb", VERBS)
async def test_the_same_again_is_answered_as_before_and_writes_nothing(
    client: Client, memory: GraphMem, owner: str, verb: str
) -> None:
    document, given, changes = VERBS[verb]
    await client.data(START, id="chat-1")
    sent = given | {"idempotencyKey": "k-1"}
    answers = await asyncio.gather(*(client.data(document, input=sent) for _ in range(4)))
    first = answers[0][verb]
    assert first.get("pointer") or first["filed"] == 1
    held = await client.data(HELD)
    again = await client.data(document, input=sent)
    assert [answer[verb] for answer in (*answers, again)] == [first] * 5
    assert await client.data(HELD) == held
    assert held["health"]["drawers"] == 1

    other = (await client.data(document, input=sent | changes))[verb]
    assert (other["code"], other["field"]) == ("INVALID_INPUT", "input.idempotencyKey")
    for wrong in ("", " ", "x" * 201, "\0"):
        refused = (await client.data(document, input=given | {"idempotencyKey": wrong}))[verb]
        assert (refused["code"], refused["field"]) == ("INVALID_INPUT", "input.idempotencyKey")
    async with client_of(of_owner(memory, f"{owner}-other")) as stranger:
        await stranger.data(START, id="chat-1")
        assert "code" not in (await stranger.data(document, input=sent | changes))[verb]
    assert "code" not in (await client.data(document, input=sent | changes | {"idempotencyKey": "k-2"}))[verb]
    assert (await client.data(HELD))["health"]["drawers"] == 2


async def test_a_key_of_one_verb_is_none_of_another(client: Client) -> None:
    sent = TEXT | {"idempotencyKey": "k-1"}
    assert "code" not in (await client.data(OBSERVE, input=sent))["observe"]
    assert (await client.data(LEARN, input=sent))["learn"]["field"] == "input.idempotencyKey"


async def test_remember_this_is_answered_whole_and_dry_runs_keep_nothing(client: Client) -> None:
    await client.data(START, id="chat-1")
    await client.data(OBSERVE, input=TEXT | {"session": "chat-1"})
    sent = {"text": "Remember this!", "session": "chat-1", "idempotencyKey": "k-1"}
    dry = (await client.data(OBSERVE, input=sent, dry=True))["observe"]
    first = (await client.data(OBSERVE, input=sent))["observe"]
    assert dry["dryRun"] is True
    assert first["stages"][-1]["name"] == "commit"
    assert (await client.data(OBSERVE, input=sent))["observe"] == first


async def test_an_answer_goes_with_the_turn_it_tells_of(own: GraphMem, tenant: Owner) -> None:
    seen = await own.observer.observe(tenant, TEXT["text"], idempotency_key="k-1")
    await own.memories.delete_drawer(tenant, seen.pointer or "")
    again = await own.observer.observe(tenant, TEXT["text"], idempotency_key="k-1")
    assert again.drawer != seen.drawer
    assert (await own.counts(owner=tenant.name)).drawers == 1
