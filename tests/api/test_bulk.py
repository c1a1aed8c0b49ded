"""Several messages observed, and several memories forgotten, in one mutation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graphmem.model.access import Scope
from tests.api.conftest import Client
from tests.api.test_memories import PROBLEM, texts

OBSERVE_MANY = f"""mutation($inputs: [MessageInput!]!, $dry: Boolean! = false) {{
  observeMany(inputs: $inputs, dryRun: $dry) {{ __typename {PROBLEM}
    ... on ObservedMany {{ results {{ __typename {PROBLEM}
      ... on Observation {{ pointer dryRun statements {{ text memory }} }} }} }} }} }}"""
FORGET_MANY = f"""mutation($filters: MemoryFilter!, $dry: Boolean! = true, $limit: Int! = 100) {{
  forgetMany(filters: $filters, dry: $dry, limit: $limit) {{ __typename {PROBLEM}
    ... on ForgottenMany {{ dry total memories {{ id text }} forgotten {{ id forgotten tombstone memories turns }} }}
  }} }}"""
LIFT = "mutation($id: String!) { lift(id: $id) { __typename } }"
AUDIT = "{ audit(first: 50) { nodes { verb ids before after } } }"
TOLD = (
    {"text": "I moved to Lisbon.", "speaker": "Ada"},
    {"text": "I work in Porto as a nurse.", "speaker": "Mert"},
    {"text": "I adopted a dog named Rex.", "speaker": "Ada"},
)


async def told(client: Client, *inputs: dict[str, Any], dry: bool = False) -> list[dict[str, Any]]:
    """What became of each of these messages."""
    answer = (await client.data(OBSERVE_MANY, inputs=list(inputs), dry=dry))["observeMany"]
    results: list[dict[str, Any]] = answer["results"]
    return results


async def test_several_messages_are_observed_each_with_its_answer(client: Client) -> None:
    assert [one["dryRun"] for one in await told(client, *TOLD, dry=True)] == [True, True, True]
    assert await texts(client) == []
    first, later, lost, last = await told(
        client,
        TOLD[0],
        {"text": "See you.", "saidAt": "3000-01-01T00:00:00Z"},
        TOLD[1] | {"session": "s-none"},
        TOLD[2],
    )
    assert first["pointer"] != last["pointer"]
    assert first["statements"][0]["memory"]
    assert (later["__typename"], later["code"], later["field"]) == ("InvalidInput", "INVALID_INPUT", "inputs.1.saidAt")
    assert (lost["__typename"], lost["field"]) == ("NotFound", "inputs.2.session")
    assert len(await texts(client, speaker="Ada")) == 2
    repeated = TOLD[1] | {"idempotencyKey": "k-1"}
    once, again = await told(client, repeated, repeated)
    assert once == again


@pytest.mark.parametrize("many", [0, 51])
async def test_messages_are_bounded(client: Client, many: int) -> None:
    refused = (await client.data(OBSERVE_MANY, inputs=[TOLD[0]] * many))["observeMany"]
    assert (refused["__typename"], refused["field"]) == ("InvalidInput", "inputs")
    assert str(many) in refused["message"]
    assert await texts(client) == []


async def test_what_a_filter_finds_is_shown_first_and_forgotten_on_demand(client: Client) -> None:
    await told(client, *TOLD)
    ada = {"speaker": "Ada"}
    shown = (await client.data(FORGET_MANY, filters=ada, limit=1))["forgetMany"]
    assert (shown["dry"], shown["total"], len(shown["memories"]), shown["forgotten"]) == (True, 2, 1, [])
    assert len(await texts(client)) == 3
    done = (await client.data(FORGET_MANY, filters=ada, dry=False))["forgetMany"]
    assert (done["dry"], done["total"]) == (False, 2)
    ids = [one["id"] for one in done["memories"]]
    assert [one["id"] for one in done["forgotten"]] == ids
    assert all(one["forgotten"] and one["tombstone"] and one["turns"] == 1 for one in done["forgotten"])
    assert len(await texts(client)) == 1
    noted = (await client.data(AUDIT))["audit"]["nodes"]
    forgot = [one for one in noted if one["verb"] == "FORGET"]
    assert [one["ids"] for one in reversed(forgot)] == [[id_] for id_ in ids]
    assert all(one["before"] != one["after"] for one in forgot)
    for one in done["forgotten"]:
        await client.data(LIFT, id=one["tombstone"])
    assert len(await texts(client, **ada)) == 2


async def test_a_key_that_cannot_read_forgets_nothing_by_a_filter(
    client: Client, issue: Callable[..., Any], owner: str
) -> None:
    await told(client, TOLD[0])
    blind = 'mutation { forgetMany(filters: {speaker: "Ada"}, dry: false) { __typename } }'
    client.key = await issue(owner, scopes=[Scope.WRITE])
    (error,) = (await client.ask(blind))["errors"]
    assert (error["extensions"]["code"], error["extensions"]["scope"]) == ("FORBIDDEN", "read")
    client.key = None
    assert len(await texts(client)) == 1


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"filters": {}}, "filters"),
        ({"filters": {"live": False}, "dry": False}, "filters"),
        ({"filters": {"speaker": "Ada"}, "limit": 101}, "limit"),
    ],
)
async def test_all_of_a_memory_is_not_forgotten_at_once(client: Client, asked: dict[str, Any], field: str) -> None:
    await told(client, TOLD[0])
    refused = (await client.data(FORGET_MANY, **asked))["forgetMany"]
    assert (refused["__typename"], refused["code"], refused["field"]) == ("InvalidInput", "INVALID_INPUT", field)
    assert len(await texts(client)) == 1
