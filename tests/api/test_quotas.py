"""Quotas over HTTP: what an owner may hold is told and kept, and requests of a day are counted over all keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphmem.facade import GraphMem
from tests.api.conftest import Client
from tests.api.test_shared_rates import statuses, two_servers

Issue = Callable[..., Any]

OBSERVE = """mutation($text: String!) { observe(input: {text: $text}) { __typename
    ... on Observation { pointer } ... on InvalidInput { code field message remedy } } }"""
HELD = "{ health { drawers characters quota { texts characters requests } } }"


async def test_what_is_too_much_is_an_error_with_its_remedy(own: GraphMem, client: Client, owner: str) -> None:
    await own.owner_settings.quotas.set(own.owner(owner), texts=1)
    await client.data(OBSERVE, text="The gateway stands in Bergen.")
    refused = (await client.data(OBSERVE, text="The port of the relay is 8443."))["observe"]
    assert (refused["__typename"], refused["code"], refused["field"]) == (
        "InvalidInput",
        "QUOTA_EXCEEDED",
        "input.text",
    )
    assert "may hold 1" in refused["message"]
    assert (await client.data(HELD))["health"] == {
        "drawers": 1,
        "characters": 29.0,
        "quota": {"texts": 1, "characters": None, "requests": None},
    }


async def test_requests_of_a_day_are_counted_over_all_keys(memory: GraphMem, issue: Issue, owner: str) -> None:
    await memory.owner_settings.quotas.set(memory.owner(owner), requests=3)
    keys = [await issue(owner), await issue(owner)]
    async with two_servers(memory, keys[0]) as (first, _):
        second = Client(first.http, keys[1])
        assert await statuses([first, second], 5) == [200, 200, 200, 429, 429]
        refused = (await first.post({"query": HELD})).json()["errors"][0]
        assert "This owner has used up its requests of the day: 3 of them" in refused["message"]
        assert 0 < refused["extensions"]["retryAfter"] <= 86_400
