"""Entities through GraphQL: current facts and the timeline, mentions, merges made and undone."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.facade import GraphMem
from tests.api.conftest import Client, client_of, of_owner
from tests.api.test_observe import observe

PROFILE = """{ __typename
  ... on EntityProfile { uri type name aliases mentionCount merged { uri name score method recordedAt }
    facts(timeline: $timeline, first: $first, after: $after) {
      nodes { id subject subjectUri predicate object objectUri text confidence memory validFrom validUntil recordedAt
        retractedAt }
      pageInfo { hasNextPage endCursor } }
    mentions(first: 5) { id text } }
  ... on Problem { code field message remedy } }"""
PAGE = "$timeline: Boolean! = false, $first: Int! = 10, $after: String"
ENTITY = f"query($uri: String!, {PAGE}) {{ entity(uri: $uri) {PROFILE} }}"
MERGE = f"mutation($uri: String!, $into: String!, {PAGE}) {{ mergeEntities(uri: $uri, into: $into) {PROFILE} }}"
UNMERGE = f"mutation($uri: String!, {PAGE}) {{ unmergeEntities(uri: $uri) {PROFILE} }}"
LIST = "query($type: EntityType, $first: Int! = 10) { entities(type: $type, first: $first) { uri type name mentions } }"
AYSE = "entity://person/ayse"


async def told(client: Client) -> None:
    """Ayşe moves from Ankara to Izmir; Kerem stays where he is."""
    for text, moment in (
        ("Ayşe lives in Ankara with her brother Kerem.", "2026-01-05T09:00:00Z"),
        ("Kerem lives in Bursa.", "2026-02-05T09:00:00Z"),
        ("Ayşe lives in Izmir now.", "2026-03-05T09:00:00Z"),
    ):
        assert (await observe(client, text, saidAt=moment, speaker="Elif"))["statements"], text


def homes(profile: dict[str, Any]) -> list[tuple[str, str | None]]:
    """Where somebody lives, and until when."""
    facts = profile["facts"]["nodes"]
    return [(fact["object"], fact["validUntil"]) for fact in facts if fact["predicate"] == "lives_in"]


async def test_current_facts_and_the_whole_timeline(client: Client) -> None:
    await told(client)
    now = (await client.data(ENTITY, uri=AYSE))["entity"]
    assert (now["name"], now["type"], now["mentionCount"]) == ("Ayşe", "PERSON", 2)
    assert homes(now) == [("Izmir", None)]
    ever = (await client.data(ENTITY, uri=AYSE, timeline=True))["entity"]
    assert homes(ever) == [("Ankara", "2026-03-05T09:00:00+00:00"), ("Izmir", None)]
    assert len(ever["mentions"]) == 2
    assert {fact["memory"] for fact in ever["facts"]["nodes"]} <= {memory["id"] for memory in ever["mentions"]}


async def test_facts_are_paged(client: Client) -> None:
    await told(client)
    whole = (await client.data(ENTITY, uri=AYSE, timeline=True))["entity"]["facts"]["nodes"]
    found, after, more = [], None, True
    while more:
        page = (await client.data(ENTITY, uri=AYSE, timeline=True, first=1, after=after))["entity"]["facts"]
        found += page["nodes"]
        after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
    assert found == whole
    for first, cursor, field in ((0, None, "first"), (101, None, "first"), (1, "x", "after")):
        answer = await client.ask(ENTITY, uri=AYSE, first=first, after=cursor)
        assert answer["errors"][0]["extensions"]["field"] == field


async def test_those_named_most_often_come_first(client: Client) -> None:
    await told(client)
    everybody = (await client.data(LIST))["entities"]
    assert everybody[0]["mentions"] == max(entity["mentions"] for entity in everybody)
    places = (await client.data(LIST, type="PLACE"))["entities"]
    assert {place["name"] for place in places} >= {"Ankara", "Izmir", "Bursa"}
    assert {place["type"] for place in places} == {"PLACE"}
    assert len((await client.data(LIST, first=1))["entities"]) == 1
    for first in (0, -1, 101):
        assert (await client.ask(LIST, first=first))["errors"][0]["extensions"]["field"] == "limit"


async def test_a_merge_answers_as_one_until_it_is_undone(client: Client) -> None:
    await told(client)
    kerem = "entity://person/kerem"
    merged = (await client.data(MERGE, uri=kerem, into=AYSE, timeline=True))["mergeEntities"]
    assert (merged["uri"], [(one["uri"], one["method"]) for one in merged["merged"]]) == (AYSE, [(kerem, "manual")])
    assert "Bursa" in dict(homes(merged))
    assert (await client.data(ENTITY, uri=kerem))["entity"]["uri"] == AYSE
    again = (await client.data(MERGE, uri=kerem, into=AYSE))["mergeEntities"]
    assert (again["__typename"], again["field"]) == ("InvalidInput", "into")
    parted = (await client.data(UNMERGE, uri=kerem))["unmergeEntities"]
    assert (parted["uri"], homes(parted)) == (kerem, [("Bursa", None)])
    assert "Bursa" not in dict(homes((await client.data(ENTITY, uri=AYSE, timeline=True))["entity"]))
    twice = (await client.data(UNMERGE, uri=kerem))["unmergeEntities"]
    assert (twice["__typename"], twice["field"]) == ("InvalidInput", "uri")


async def test_only_entities_of_one_type_are_merged(client: Client) -> None:
    await told(client)
    for into in ("entity://place/izmir", AYSE):
        wrong = (await client.data(MERGE, uri=AYSE, into=into))["mergeEntities"]
        assert (wrong["__typename"], wrong["field"]) == ("InvalidInput", "into")


@pytest.mark.parametrize("uri", ["", "ayse", "entity://person/nobody", "x" * 50_000], ids=lambda text: repr(text[:24]))
async def test_unknown_addresses_are_named_by_their_argument(client: Client, uri: str) -> None:
    await told(client)
    for problem, field in (
        ((await client.data(ENTITY, uri=uri))["entity"], "uri"),
        ((await client.data(MERGE, uri=uri, into=AYSE))["mergeEntities"], "uri"),
        ((await client.data(MERGE, uri=AYSE, into=uri))["mergeEntities"], "into"),
        ((await client.data(UNMERGE, uri=uri))["unmergeEntities"], "uri"),
    ):
        assert (problem["__typename"], problem["code"], problem["field"]) == ("NotFound", "NOT_FOUND", field)


async def test_another_owners_entities_are_not_found(client: Client, memory: GraphMem, owner: str) -> None:
    await told(client)
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        await observe(other, "Deniz lives in Trabzon.")
        assert AYSE not in str(await other.data(LIST, first=100))
        assert (await other.data(ENTITY, uri=AYSE))["entity"]["code"] == "NOT_FOUND"
        deniz = "entity://person/deniz"
        assert (await other.data(MERGE, uri=deniz, into=AYSE))["mergeEntities"]["field"] == "into"
        assert (await other.data(UNMERGE, uri=AYSE))["unmergeEntities"]["code"] == "NOT_FOUND"
    assert (await client.data(ENTITY, uri=AYSE))["entity"]["merged"] == []
