"""Single memories through GraphQL: listed, shown, pinned, protected, related, forgotten; a drawer deleted."""

from __future__ import annotations

from typing import Any

import pytest
from graphmem_api.schema.problems import SHORTEST_ID

from graphmem.facade import GraphMem
from graphmem.language.quotes import bare
from tests.api.conftest import Client, client_of, of_owner
from tests.api.test_observe import OBSERVE, learn, observe

PROBLEM = "... on Problem { code field message remedy }"
DETAIL = (
    """{ __typename ... on MemoryDetail {
  memory { id text category priority tier subTier importance utility stability storageStrength accessCount emotions
    valence arousal flashbulb pinned immutable captured foresight lesson sourceConfidence writeSource dataSource
    language speaker scope temporalType validFrom validUntil recordedAt retractedAt lastAccessedAt embedded
    strength { retention retentionFsrs6 importance utility onTheTip fadesAt } }
  sources { pointer text speaker saidAt } relations { type outgoing confidence detectedBy validFrom memory text }
  versions { id text recordedAt retractedAt } tiers { tier since until reason } entities { uri type name } } """
    + PROBLEM
    + " }"
)
MEMORY = f"query($id: String!) {{ memory(id: $id) {DETAIL} }}"
PIN = f"mutation($id: String!, $pinned: Boolean! = true) {{ pin(id: $id, pinned: $pinned) {DETAIL} }}"
ANCHOR = f"mutation($id: String!, $on: Boolean! = true) {{ setImmutable(id: $id, immutable: $on) {DETAIL} }}"
FORGET = (
    f"mutation($id: String!) {{ forget(id: $id) {{ __typename ... on Forgotten {{ id forgotten turns }} {PROBLEM} }} }}"
)
RELATE = f"""mutation($source: String!, $target: String!, $confidence: Float! = 1.0) {{
  relate(source: $source, target: $target, type: CAUSES, confidence: $confidence) {{ __typename
    ... on Relation {{ source target type confidence detectedBy }} {PROBLEM} }} }}"""
DELETE = f"""mutation($pointer: String!) {{ deleteDrawer(pointer: $pointer) {{ __typename
  ... on DeletedDrawer {{ pointer memories }} {PROBLEM} }} }}"""
LIST = """query($filters: MemoryFilter, $first: Int! = 10, $after: String) {
  memories(filters: $filters, first: $first, after: $after) { nodes { id text }
    pageInfo { hasNextPage endCursor } } }"""
NOWHERE = "0" * 32

STATEMENTS = (
    ("The staging database runs on port 5433.", "FACT"),
    ("Deploys only happen on Tuesday mornings.", "POLICY"),
    ("Zeynep teaches chemistry in Bursa.", "FACT"),
)


async def remembered(client: Client) -> list[str]:
    """Three memories that have nothing to do with each other; their ids."""
    seen = [await learn(client, text, category=category) for text, category in STATEMENTS]
    return [one["statements"][0]["memory"] for one in seen]


async def texts(client: Client, **filters: Any) -> list[str]:
    found = (await client.data(LIST, filters=filters))["memories"]["nodes"]
    return [bare(memory["text"]) for memory in found]


async def test_a_memory_leads_to_everything_around_it(client: Client) -> None:
    first, second, third = await remembered(client)
    await client.data(RELATE, source=first, target=second, confidence=0.8)
    shown = (await client.data(MEMORY, id=first[:8]))["memory"]
    assert shown["memory"]["id"] == first
    assert (shown["memory"]["tier"], shown["memory"]["writeSource"]) == ("EPISODIC", "MANUAL")
    assert shown["memory"]["validUntil"] is None
    strength = shown["memory"]["strength"]
    assert (round(strength["retention"], 2), strength["onTheTip"]) == (1.0, False)
    assert strength["fadesAt"] > shown["memory"]["lastAccessedAt"]
    assert shown["sources"][0]["text"] == STATEMENTS[0][0]
    assert shown["sources"][0]["pointer"].startswith("§ W-")
    assert [(spell["tier"], spell["until"]) for spell in shown["tiers"]] == [("episodic", None)]
    (link,) = [link for link in shown["relations"] if link["detectedBy"] == "manual"]
    assert (link["type"], link["outgoing"], link["memory"], link["confidence"]) == ("CAUSES", True, second, 0.8)
    seen_from_there = (await client.data(MEMORY, id=second))["memory"]["relations"]
    assert [link["outgoing"] for link in seen_from_there if link["detectedBy"] == "manual"] == [False]
    named = (await client.data(MEMORY, id=third))["memory"]["entities"]
    assert "entity://person/zeynep" in {entity["uri"] for entity in named}


async def test_memories_are_filtered_and_paged(client: Client) -> None:
    await remembered(client)
    assert len(await texts(client)) == 3
    assert len(await texts(client, category="POLICY")) == 1
    assert len(await texts(client, entity="entity://person/zeynep")) == 1
    assert await texts(client, tier="DORMANT") == []
    assert await texts(client, session="s-none") == []
    found, after = [], None
    for _ in range(3):
        page = (await client.data(LIST, first=1, after=after))["memories"]
        found += [memory["id"] for memory in page["nodes"]]
        after = page["pageInfo"]["endCursor"]
    assert page["pageInfo"]["hasNextPage"] is False
    assert len(set(found)) == 3


async def test_memories_are_filtered_by_time_and_speaker(client: Client) -> None:
    for day, speaker, text in (
        (4, "Ada", "I moved to Lisbon."),
        (5, "Mert", "I work in Porto."),
        (6, "Ada", "I adopted a dog."),
    ):
        said = f"2026-05-0{day}T09:00:00+03:00"
        (await client.data(OBSERVE, input={"text": text, "speaker": speaker, "saidAt": said}))["observe"]
    adopted, works, moved = await texts(client)
    assert await texts(client, speaker="Ada") == [adopted, moved]
    assert await texts(client, saidFrom="2026-05-05T06:00:00Z") == [adopted, works]
    assert await texts(client, saidUntil="2026-05-05T09:00:00+03:00") == [moved]
    assert await texts(client, saidFrom="2026-05-05T06:00:00Z", speaker="Ada") == [adopted]
    assert await texts(client, recordedUntil="2026-05-08T00:00:00Z") == []
    assert await texts(client, recordedFrom="2026-05-08T00:00:00Z", session="s-none") == []
    assert len(await texts(client, recordedFrom="2026-05-08T00:00:00Z", category="FACT", live=False)) <= 3
    counted = "query($filters: MemoryFilter) { memories(filters: $filters, first: 1) { totalCount } }"
    assert (await client.data(counted, filters={"speaker": "Ada"}))["memories"]["totalCount"] == 2
    ids = (await client.data(LIST, filters={"speaker": "Mert"}))["memories"]["nodes"]
    await client.data(FORGET, id=ids[0]["id"])
    assert await texts(client, speaker="Mert", live=False) == [], "who said what is forgotten is not told"
    for filters, named in (
        ({"saidFrom": "soon"}, "soon"),
        ({"saidFrom": "2026-05-06", "saidUntil": "2026-05-05"}, "saidFrom"),
    ):
        (error,) = (await client.ask(LIST, filters=filters))["errors"]
        assert named in error["message"]
        assert error["extensions"]["code"] == "INVALID_INPUT"


async def test_pin_and_protect_and_take_it_back(client: Client) -> None:
    first, *_ = await remembered(client)
    assert (await client.data(PIN, id=first))["pin"]["memory"]["pinned"] is True
    assert (await client.data(ANCHOR, id=first))["setImmutable"]["memory"]["immutable"] is True
    freed = (await client.data(PIN, id=first, pinned=False))["pin"]["memory"]
    assert (freed["pinned"], freed["immutable"]) == (False, True)
    assert (await client.data(ANCHOR, id=first, on=False))["setImmutable"]["memory"]["immutable"] is False


async def test_what_is_forgotten_stays_for_who_asks_what_was_known(client: Client) -> None:
    first, *_ = await remembered(client)
    assert (await client.data(FORGET, id=first))["forget"] == {
        "__typename": "Forgotten",
        "id": first,
        "forgotten": True,
        "turns": 1,
    }
    assert (await client.data(FORGET, id=first))["forget"]["forgotten"] is False
    assert len(await texts(client)) == 2
    assert len(await texts(client, live=False)) == 3
    assert (await client.data(MEMORY, id=first))["memory"]["memory"]["retractedAt"] is not None


async def test_a_deleted_drawer_takes_along_what_only_it_says(client: Client) -> None:
    seen = await observe(client, "Ayşe lives in Ankara and works as a nurse.")
    found = (await client.data(DELETE, pointer=seen["pointer"]))["deleteDrawer"]
    assert (found["pointer"], found["memories"]) == (seen["pointer"], len(seen["statements"]))
    assert await texts(client, live=False) == []
    again = (await client.data(DELETE, pointer=seen["pointer"]))["deleteDrawer"]
    assert (again["__typename"], again["field"]) == ("NotFound", "pointer")


@pytest.mark.parametrize("id_", ["", "nonsense", NOWHERE, "x" * 100_000, "\u0000"], ids=lambda text: repr(text[:12]))
async def test_unknown_ids_are_named_by_their_argument(client: Client, id_: str) -> None:
    first, *_ = await remembered(client)
    for document, field in ((MEMORY, "memory"), (PIN, "pin"), (ANCHOR, "setImmutable"), (FORGET, "forget")):
        problem = (await client.data(document, id=id_))[field]
        little = field != "memory" and len(id_) < SHORTEST_ID
        told = ("InvalidInput", "INVALID_INPUT", "id") if little else ("NotFound", "NOT_FOUND", "id")
        assert (problem["__typename"], problem["code"], problem["field"]) == told
        assert len(problem["message"]) < 200
    for source, target, field in ((id_, first, "source"), (first, id_, "target")):
        problem = (await client.data(RELATE, source=source, target=target))["relate"]
        kind = "InvalidInput" if len(id_) < SHORTEST_ID else "NotFound"
        assert (problem["__typename"], problem["field"]) == (kind, field)


async def test_another_owners_memories_are_not_found(client: Client, memory: GraphMem, owner: str) -> None:
    first, second, _ = await remembered(client)
    pointer = (await client.data(MEMORY, id=first))["memory"]["sources"][0]["pointer"]
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        theirs = (await learn(other, "The lighthouse keeper collects stamps."))["statements"][0]["memory"]
        for document, field in ((MEMORY, "memory"), (PIN, "pin"), (ANCHOR, "setImmutable"), (FORGET, "forget")):
            problem = (await other.data(document, id=first))[field]
            assert problem["code"] == "NOT_FOUND", field
            assert STATEMENTS[0][0] not in str(problem)
        assert (await other.data(RELATE, source=theirs, target=first))["relate"]["field"] == "target"
        assert (await other.data(RELATE, source=second, target=theirs))["relate"]["field"] == "source"
        await other.data(DELETE, pointer=pointer)
        assert len(await texts(other, live=False)) <= 1
        assert await texts(other, entity="entity://person/zeynep") == []
        page = (await client.data(LIST, first=1))["memories"]["pageInfo"]
        assert len((await other.data(LIST, after=page["endCursor"]))["memories"]["nodes"]) <= 1
    shown = (await client.data(MEMORY, id=first[:8]))["memory"]
    assert (shown["memory"]["pinned"], shown["memory"]["immutable"], shown["memory"]["retractedAt"]) == (
        False,
        False,
        None,
    )
    assert [link for link in shown["relations"] if link["detectedBy"] == "manual"] == []
    assert shown["sources"]


async def test_wrong_values_are_named_by_their_argument(client: Client) -> None:
    first, second, _ = await remembered(client)
    itself = (await client.data(RELATE, source=first, target=first))["relate"]
    assert (itself["__typename"], itself["field"]) == ("InvalidInput", "target")
    for confidence in (0.0, -1.0, 1.01, 1e308):
        wrong = (await client.data(RELATE, source=first, target=second, confidence=confidence))["relate"]
        assert (wrong["__typename"], wrong["field"]) == ("InvalidInput", "confidence")
    pointer = (await client.data(DELETE, pointer="drawer seven"))["deleteDrawer"]
    assert (pointer["__typename"], pointer["field"]) == ("InvalidInput", "pointer")
    for first_, after, field in ((0, None, "first"), (101, None, "first"), (1, "x", "after"), (1, "", "after")):
        answer = await client.ask(LIST, first=first_, after=after)
        extensions = answer["errors"][0]["extensions"]
        assert (extensions["code"], extensions["field"]) == ("INVALID_INPUT", field)
    unknown = await client.ask(LIST, filters={"category": "GOSSIP"})
    assert "GOSSIP" in unknown["errors"][0]["message"]
