"""Documents, feeds and tool outputs through GraphQL: filed once, ended with their words, trusted less than people."""

from __future__ import annotations

import base64
from typing import Any

from graphmem.facade import GraphMem
from graphmem.model.memory import DataSource
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from tests.api.conftest import MINE, Client
from tests.api.test_memories import PROBLEM
from tests.support.pdf import pdf

DOCUMENT = f"""mutation($input: DocumentInput!) {{ mineDocument(input: $input) {{ __typename
  ... on MinedDocument {{ title rooms filed known ended memories closed }} {PROBLEM} }} }}"""
DRAWER = """query($pointer: String!) { drawer(pointer: $pointer) { ... on PlacedDrawer { wing room
  drawer { text speaker role tags endedAt } } } }"""
ACTIVATE = "{ activate { ... on Activation { entries { memory { text } } } } }"
BEFORE = """# Handbook

## Deploying

The billing service is deployed from Lisbon by Clara every Tuesday.

## Backups

Backups are kept in Izmir by Mert for ninety days.
"""
AFTER = BEFORE.replace("# Handbook\n", "# Handbook\n\n## News\n\nThe office in Ankara opened in May 2026.\n").replace(
    "Backups are kept in Izmir by Mert for ninety days.", "Backups are kept in Bursa by Selin for ten years."
)


async def mine(client: Client, name: str, text: str, **given: Any) -> dict[str, Any]:
    told: dict[str, Any] = (await client.data(DOCUMENT, input={"name": name, "text": text} | given))["mineDocument"]
    return told


async def texts(memory: GraphMem, owner: str, *, live: bool = True) -> dict[str, DataSource]:
    page = await memory.memories.page(Owner.named(owner), live=live, first=100)
    return {one.text: one.data_source for one in page.items}


async def test_a_changed_document_adds_and_ends_what_changed(client: Client, own: GraphMem, owner: str) -> None:
    first = await mine(client, "handbook.md", BEFORE)
    assert (first["title"], first["rooms"], first["filed"], first["memories"]) == ("Handbook", 2, 2, 2)
    again = await mine(client, "handbook.md", BEFORE)
    assert (again["filed"], again["known"], again["ended"], again["closed"]) == (0, 2, 0, 0)
    assert set((await texts(own, owner)).values()) == {DataSource.DOCUMENT}
    changed = await mine(client, "handbook.md", AFTER)
    assert (changed["rooms"], changed["filed"], changed["known"]) == (3, 2, 1)
    assert (changed["ended"], changed["closed"]) == (1, 1)
    live = " ".join(await texts(own, owner))
    assert "Bursa" in live
    assert "Izmir" not in live
    found = await own.recall("Where are backups kept?", owner=owner)
    assert "Bursa" in found.hits[0].drawer.text
    assert not any("Izmir" in hit.drawer.text for hit in found.hits)
    gone = (await client.data(DRAWER, pointer="W-1/R-2/D-1"))["drawer"]
    assert (gone["wing"], gone["room"], gone["drawer"]["role"]) == ("Handbook", "Handbook › Backups", "document")
    assert gone["drawer"]["endedAt"]
    back = await mine(client, "handbook.md", BEFORE)
    assert (back["filed"], back["ended"]) == (1, 2)
    assert "Izmir" in " ".join(await texts(own, owner))
    assert not [finding for finding in await own.doctor() if finding.count and finding.grave]


async def test_what_a_document_says_changes_nothing_that_somebody_said(
    client: Client, own: GraphMem, owner: str
) -> None:
    """It is no rule, ends no memory and no fact, and takes in nothing that a person says after it."""
    tenant = Owner.named(owner)
    await own.observer.learn(tenant, "Nora lives in Ankara.")
    await mine(
        client, "wiki.md", "Nora lives in Izmir now.\n\nNever deploy on Fridays without asking Clara in Lisbon first.\n"
    )
    live = await texts(own, owner)
    assert live["User: Nora lives in Ankara."] is DataSource.USER
    assert live["wiki.md: Nora lives in Izmir now."] is DataSource.DOCUMENT
    profile = await own.explorer.profile(tenant, "Nora")
    assert {fact.object_uri for fact in profile.facts} == {"entity://place/ankara", "entity://place/izmir"}
    assert (await client.data(ACTIVATE))["activate"]["entries"] == []
    await own.observer.observe(tenant, "Never deploy on Fridays without asking Clara in Lisbon first.", speaker="Ada")
    standing = (await client.data(ACTIVATE))["activate"]["entries"]
    assert [entry["memory"]["text"] for entry in standing] == [
        "Ada: Never deploy on Fridays without asking Clara in Lisbon first."
    ]
    for memory in (await own.memories.page(tenant, first=100)).items:
        if memory.data_source is DataSource.DOCUMENT:
            assert memory.source_confidence <= 0.6


async def test_pdf_feeds_and_tools_have_their_own_source(client: Client, own: GraphMem, owner: str) -> None:
    data = base64.b64encode(pdf([("Ships", ["The Meltem sailed to Bodrum with Clara in May 2026."])])).decode()
    told = (await client.data(DOCUMENT, input={"name": "ships.pdf", "base64": data}))["mineDocument"]
    assert told["filed"] == 1
    placed = (await client.data(DRAWER, pointer="W-1/R-1/D-1"))["drawer"]["drawer"]
    assert "@d page-1" in placed["tags"]
    assert placed["speaker"] == "ships.pdf"
    lines = (
        '{"text": "The server atlas-db in Oslo ran out of disk on 8 May 2026.", "time": "2026-05-08", "source": "ops"}'
    )
    assert (await mine(client, "alerts.jsonl", lines))["filed"] == 1
    grown = (
        lines + '\n{"text": "The server atlas-db in Oslo was repaired by Mert.", "time": "2026-05-09", "source": "ops"}'
    )
    told = await mine(client, "alerts.jsonl", grown)
    assert (told["filed"], told["known"], told["ended"]) == (1, 1, 0)
    turns = [{"text": "The build of Atlas 2.1 failed in Izmir on 3 May 2026.", "role": "tool", "speaker": "ci"}]
    await client.data(MINE, input={"title": "Build", "turns": turns})
    sources = set((await texts(own, owner)).values())
    assert sources == {DataSource.DOCUMENT, DataSource.FEED, DataSource.TOOL}


async def test_what_cannot_be_read_is_refused_by_its_field(client: Client) -> None:
    assert (await mine(client, "a.md", " \n"))["code"] == "UNREADABLE_DOCUMENT"
    assert (await mine(client, " ", "text"))["field"] == "input.name"
    both = (await client.data(DOCUMENT, input={"name": "a", "text": "b", "base64": "Yg=="}))["mineDocument"]
    assert both["field"] == "input.text"
    assert (await client.data(DOCUMENT, input={"name": "a", "base64": "!"}))["mineDocument"]["field"] == "input.base64"


async def test_a_tool_may_be_heard_alone(own: GraphMem, owner: str) -> None:
    seen = await own.observer.observe(
        Owner.named(owner), "I never deploy on Fridays. The cache of Atlas is in Oslo.", role=Role.TOOL, speaker="ci"
    )
    assert [one.text for one in seen.statements] == ["ci: The cache of Atlas is in Oslo."]
