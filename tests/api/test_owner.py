"""What an owner costs, and its erasure by name."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.usage import MEMORY_EMBED, MEMORY_EXTRACT, DailyUsage, Usage
from graphmem.store import usage
from tests.api.conftest import Client, client_of, of_owner
from tests.api.test_observe import observe

ERASE = """mutation($confirm: String!) { eraseOwner(confirm: $confirm) { __typename
  ... on ErasedOwner { owner nodes } ... on Problem { code field message remedy } } }"""
USAGE = """query($since: Date, $until: Date) { usage(since: $since, until: $until) {
  day source model calls texts tokens outputTokens cost } }"""
HELD = "{ memories { nodes { id } } entities { uri } sessions { id } health { drawers } }"


async def test_an_owner_is_erased_only_by_name(client: Client, owner: str, memory: GraphMem) -> None:
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        for each in (client, other):
            await observe(each, "Ayşe lives in Ankara and works as a nurse.")
        for confirm in ("", "yes", owner.upper(), f"{owner} ", f"{owner}-other"):
            refused = (await client.data(ERASE, confirm=confirm))["eraseOwner"]
            assert (refused["__typename"], refused["field"]) == ("InvalidInput", "confirm")
            assert owner not in refused["remedy"]
        assert (await client.data(HELD))["health"]["drawers"] == 1
        erased = (await client.data(ERASE, confirm=owner))["eraseOwner"]
        assert (erased["owner"], erased["nodes"] > 5) == (owner, True)
        assert await client.data(HELD) == {
            "memories": {"nodes": []},
            "entities": [],
            "sessions": [],
            "health": {"drawers": 0},
        }
        assert len((await other.data(HELD))["memories"]["nodes"]) == 1


async def test_usage_by_day(client: Client, memory: GraphMem, owner: str) -> None:
    today, old = datetime.now(UTC).date(), date(2026, 1, 31)
    extract = Usage(MEMORY_EXTRACT, "small", calls=2, texts=2, tokens=900, output_tokens=100, cost=0.25)
    rows = [DailyUsage(today, extract), DailyUsage(old, Usage(MEMORY_EMBED, "tiny", calls=1, texts=3, tokens=40))]
    await usage.add(memory.database, Owner.named(owner), rows)
    expected = {"source": "memory_extract", "model": "small", "calls": 2, "texts": 2, "tokens": 900}
    found = (await client.data(USAGE))["usage"]
    assert found == [expected | {"day": today.isoformat(), "outputTokens": 100, "cost": 0.25}]
    january = (await client.data(USAGE, since="2026-01-01", until="2026-02-01"))["usage"]
    assert [(row["day"], row["model"], row["cost"]) for row in january] == [("2026-01-31", "tiny", None)]
    assert (await client.data(USAGE, since="2026-01-01", until="2026-01-31"))["usage"] == []
    assert (await client.data(USAGE, until="0001-01-30"))["usage"] == []
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        assert (await other.data(USAGE))["usage"] == []


@pytest.mark.parametrize("since", ["2026-02-01", "2026-03-01"])
async def test_days_that_run_backwards_name_the_argument(client: Client, since: str) -> None:
    answer = await client.ask(USAGE, since=since, until="2026-02-01")
    assert answer["errors"][0]["extensions"]["field"] == "since"


async def test_what_is_no_day_is_named(client: Client) -> None:
    answer = await client.ask(USAGE, since="yesterday")
    assert "yesterday" in answer["errors"][0]["message"]
    far = (datetime.now(UTC).date() + timedelta(days=400)).isoformat()
    assert (await client.ask(USAGE, since=far))["errors"][0]["extensions"]["code"] == "INVALID_INPUT"
