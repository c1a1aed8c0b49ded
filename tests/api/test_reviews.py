"""What the gate was not sure of, through GraphQL: listed, accepted, dismissed, and gone with what it is about."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.relation import Relation, RelationType
from graphmem.services.ingestion.consolidation import Plan
from graphmem.services.ingestion.review_proposals import propose_reviews
from graphmem.store import filing, relations
from graphmem.store.database import Transaction
from tests.api.conftest import Client
from tests.api.test_memories import ANCHOR, DELETE, FORGET, MEMORY, PROBLEM
from tests.api.test_observe import learn

REVIEWS = """query($first: Int! = 10, $after: String) { reviews(first: $first, after: $after) {
  nodes { id older { id text } newer { id text } reason confidence proposedAt }
  pageInfo { hasNextPage endCursor } } }"""
DECIDE = f"""mutation($id: String!, $verdict: ReviewVerdict!, $key: String) {{
  decideReview(id: $id, verdict: $verdict, idempotencyKey: $key) {{ __typename
    ... on DecidedReview {{ id verdict older newer decidedAt decidedBy }} {PROBLEM} }} }}"""
FACTS = """{ entity(uri: "entity://person/nora") { ... on EntityProfile {
  facts { nodes { predicate object validUntil } } } } }"""


async def asked(client: Client) -> list[dict[str, Any]]:
    nodes: list[dict[str, Any]] = (await client.data(REVIEWS))["reviews"]["nodes"]
    return nodes


async def decide(client: Client, id_: str, verdict: str, key: str | None = None) -> dict[str, Any]:
    told: dict[str, Any] = (await client.data(DECIDE, id=id_, verdict=verdict, key=key))["decideReview"]
    return told


async def anchored(client: Client) -> tuple[str, str]:
    """A truth anchor and what contradicts it, which is what the gate never decides itself; ids."""
    seen = await learn(client, "Nora lives in Ankara.", immutable=True)
    contradicting = await learn(client, "Nora lives in Izmir now.")
    return seen["statements"][0]["memory"], contradicting["statements"][0]["memory"]


async def ask_about(memory: GraphMem, owner: str, told: str, known: str) -> None:
    """Let the gate find once more that two memories contradict each other."""
    whose, now = memory.owner(owner), datetime.now(UTC)

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, whose)
        edge = Relation(told, known, RelationType.CONTRADICTS, 0.7, "gate")
        kept = await propose_reviews(transaction, whose, Plan(), [(edge, now)], now)
        await relations.link(transaction, whose, kept, now)

    await memory.database.write(work)


async def relations_of(client: Client, id_: str) -> list[tuple[str, str]]:
    links = (await client.data(MEMORY, id=id_))["memory"]["relations"]
    return sorted((link["type"], link["detectedBy"]) for link in links)


async def test_accepting_ends_the_older_as_the_gate_does(client: Client, own: GraphMem) -> None:
    older, newer = await anchored(client)
    (review,) = await asked(client)
    assert (review["older"]["id"], review["newer"]["id"]) == (older, newer)
    assert review["reason"] == "contradicts an immutable memory"
    assert 0 < review["confidence"] <= 1

    refused = await decide(client, review["id"], "ACCEPT")
    assert (refused["code"], refused["field"]) == ("INVALID_INPUT", "id")
    await client.data(ANCHOR, id=older, on=False)
    told = await decide(client, review["id"][:12], "ACCEPT", "k-1")
    assert (told["verdict"], told["older"], told["newer"], told["decidedBy"]) == ("ACCEPT", older, newer, "api")
    assert await decide(client, review["id"][:12], "ACCEPT", "k-1") == told
    assert await decide(client, review["id"], "ACCEPT") == told
    assert (await decide(client, review["id"], "DISMISS"))["field"] == "verdict"
    assert (await decide(client, review["id"], "DISMISS", "k-1"))["field"] == "idempotencyKey"

    assert await asked(client) == []
    before, after = [(await client.data(MEMORY, id=id_))["memory"] for id_ in (older, newer)]
    assert before["memory"]["validUntil"] == after["memory"]["validFrom"]
    assert [version["text"] for version in before["versions"]] == [before["memory"]["text"]]
    assert await relations_of(client, older) == [("SUPERSEDES", "review")]
    facts = (await client.data(FACTS))["entity"]["facts"]["nodes"]
    held = {fact["object"] for fact in facts if fact["predicate"] == "lives_in" and not fact["validUntil"]}
    assert held == {"Izmir"}
    assert [finding for finding in await own.doctor() if finding.count and finding.grave] == []


async def test_what_was_dismissed_is_not_asked_again(client: Client, own: GraphMem, owner: str) -> None:
    older, newer = await anchored(client)
    (review,) = await asked(client)
    counted = (await own.counts(owner=owner)).drawers
    told = await decide(client, review["id"], "DISMISS")
    assert told["verdict"] == "DISMISS"
    assert await relations_of(client, older) == []
    assert (await client.data(MEMORY, id=older))["memory"]["memory"]["validUntil"] is None
    await ask_about(own, owner, newer, older)
    assert await asked(client) == []
    assert await relations_of(client, older) == []
    assert (await own.counts(owner=owner)).drawers == counted
    (choice,) = [one async for one in own.reviews.choices(own.owner(owner))]
    assert (choice.lang, choice.action) == ("en", "create")
    assert (choice.old, choice.new) == ("Nora lives in Ankara.", "Nora lives in Izmir now.")


async def test_reviews_page_and_go_with_their_memories(client: Client, own: GraphMem, owner: str) -> None:
    texts = ("Zeynep teaches chemistry.", "The staging port is 5433.", "Kerem plays chess.", "Deploys are on Tuesdays.")
    ids = [(await learn(client, text))["statements"][0]["memory"] for text in texts]
    one, two, three, four = ids
    for told, known in ((two, one), (three, one), (four, two)):
        await ask_about(own, owner, told, known)
    first = (await client.data(REVIEWS, first=2))["reviews"]
    assert [node["newer"]["id"] for node in first["nodes"]] == [four, three]
    assert first["pageInfo"]["hasNextPage"]
    rest = (await client.data(REVIEWS, after=first["pageInfo"]["endCursor"]))["reviews"]
    assert [node["newer"]["id"] for node in rest["nodes"]] == [two]
    assert not rest["pageInfo"]["hasNextPage"]
    assert "after" in str(await client.ask(REVIEWS, after="nonsense"))

    other = Owner.named(f"{owner}-other")
    assert (await own.reviews.page(other)).items == ()
    await client.data(FORGET, id=three)
    assert len(await asked(client)) == 2
    pointer = (await client.data(MEMORY, id=two))["memory"]["sources"][0]["pointer"]
    await client.data(DELETE, pointer=pointer)
    assert await asked(client) == []
    assert (await decide(client, first["nodes"][0]["id"], "ACCEPT"))["__typename"] == "NotFound"
    assert [finding for finding in await own.doctor() if finding.count and finding.grave] == []
    await ask_about(own, owner, four, one)
    assert len(await asked(client)) == 1
    await own.erase(owner=owner)
    assert (await own.reviews.page(own.owner(owner))).items == ()
