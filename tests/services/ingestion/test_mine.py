"""Mining on the real server: verbatim, once, in order, growing, and without an embedder."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role, Turn
from graphmem.ports import Purpose
from graphmem.providers.openai_compatible import OpenAIEmbedder
from graphmem.services.backfill import backfill
from graphmem.services.ingestion.mine import Miner
from tests.support.conversations import EFOIL, chatter, conversation
from tests.support.openai_server import openai_server


async def filed(memory: GraphMem, tenant: Owner) -> list[str]:
    """Every text of the owner in palace order."""
    texts = []
    wings = await memory.browse.wings(tenant, first=100)
    for rooms in await memory.browse.rooms(tenant, [w.id for w in wings.items], first=100):
        for closets in await memory.browse.closets(tenant, [r.id for r in rooms.items], first=100):
            pages = await memory.browse.drawers(tenant, [c.id for c in closets.items], first=100)
            texts += [drawer.text for page in pages for drawer in page.items]
    return texts


async def test_every_turn_is_filed_verbatim_and_in_order(memory: GraphMem, tenant: Owner) -> None:
    odd = (*EFOIL, ("Derek", "  two  spaces\n\nand a line\ttab 🏄 \u200b  "))
    report = await memory.mine(conversation(odd), owner=tenant.name)
    assert (report.filed, report.known, report.unembedded) == (7, 0, 0)
    assert await filed(memory, tenant) == [text for _, text in odd]


async def test_mining_twice_changes_nothing(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(conversation(), owner=tenant.name)
    again = await memory.mine(conversation(), owner=tenant.name)
    assert (again.filed, again.known) == (0, 6)
    assert (await memory.counts(owner=tenant.name)).drawers == 6


async def test_a_wing_is_a_person_an_agent_a_project_or_a_topic(memory: GraphMem, tenant: Owner) -> None:
    """As far as its name tells: who speaks under it, or that it calls itself a project."""
    for wing in ("Derek", "derek & Ayşe", "Project Efoil", "Efoil projesi", "Ayşe", "Efoil rebuild"):
        lines = EFOIL if wing != "derek & Ayşe" else (*EFOIL, ("Ayşe", "Ben de gelirim, cumartesi olur."))
        await memory.mine(conversation(lines, key=wing, wing=wing), owner=tenant.name, memories=False)
    answered = replace(
        conversation(key="Hal", wing="Hal"),
        sessions=(
            replace(
                conversation().sessions[0],
                turns=(Turn("Noted.", "Hal", Role.ASSISTANT), Turn("Good.", "Derek", Role.USER)),
            ),
        ),
    )
    await memory.mine(answered, owner=tenant.name, memories=False)
    kinds = {wing.name: wing.kind.value for wing in (await memory.browse.wings(tenant, first=20)).items}
    assert kinds == {
        "Derek": "person",
        "derek & Ayşe": "person",
        "Project Efoil": "project",
        "Efoil projesi": "project",
        "Ayşe": "topic",
        "Efoil rebuild": "topic",
        "Hal": "agent",
    }


async def test_a_grown_conversation_adds_only_the_new_turns(memory: GraphMem, tenant: Owner) -> None:
    lines = chatter(25)
    await memory.mine(conversation(lines[:12]), owner=tenant.name)
    report = await memory.mine(conversation(lines), owner=tenant.name)
    assert (report.filed, report.known) == (13, 12)
    assert await filed(memory, tenant) == [text for _, text in lines]
    first = await memory.drawer("W-1/R-1/D-12", owner=tenant.name)
    assert first.next == "§ W-001/R-01/D-013"


async def test_growing_gives_the_closets_of_filing_at_once(memory: GraphMem, owner: str) -> None:
    lines = chatter(25)
    whole, grown = Owner.named(owner + "-whole"), Owner.named(owner + "-grown")
    await memory.mine(conversation(lines), owner=whole.name)
    for end in (12, 25):
        await memory.mine(conversation(lines[:end]), owner=grown.name)
    sizes = []
    for tenant in (whole, grown):
        wing = (await memory.browse.wings(tenant, first=1)).items[0]
        room = (await memory.browse.rooms(tenant, [wing.id], first=1))[0].items[0]
        closets = (await memory.browse.closets(tenant, [room.id], first=50))[0]
        sizes.append([closet.drawers for closet in closets.items])
    assert sizes[0] == sizes[1]


async def test_a_file_that_lost_its_head_meets_its_own_drawers(memory: GraphMem, tenant: Owner) -> None:
    whole = conversation()
    await memory.mine(whole, owner=tenant.name)
    session = whole.sessions[0]
    tail = replace(whole, sessions=(replace(session, turns=session.turns[2:]),))
    assert (await memory.mine(tail, owner=tenant.name)).filed == 0


async def test_the_same_words_said_twice_are_two_drawers(memory: GraphMem, tenant: Owner) -> None:
    said = conversation([("Derek", "ok"), ("Assistant", "Anything else?"), ("Derek", "ok")])
    turns = tuple(replace(turn, said_at=None) for turn in said.sessions[0].turns)
    untimed = replace(said, sessions=(replace(said.sessions[0], turns=turns),))
    assert (await memory.mine(untimed, owner=tenant.name)).filed == 3
    assert (await memory.mine(untimed, owner=tenant.name)).filed == 0


async def test_an_empty_conversation_is_a_no_op(memory: GraphMem, tenant: Owner) -> None:
    report = await memory.mine(conversation([]), owner=tenant.name)
    assert report.filed == 0
    assert (await memory.counts(owner=tenant.name)).wings == 0


async def test_wings_meet_by_slug(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(conversation(key="a", wing="Efoil Rebuild"), owner=tenant.name)
    await memory.mine(conversation(key="b", wing="efoil  rebuild"), owner=tenant.name)
    wings = (await memory.browse.wings(tenant, first=10)).items
    assert [(wing.name, wing.rooms) for wing in wings] == [("Efoil Rebuild", 2)]


async def test_pointers_lead_back(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(conversation(sessions=2), owner=tenant.name)
    placed = await memory.drawer("§ W-001/R-02/D-001", owner=tenant.name)
    assert placed.drawer.text == EFOIL[3][1]
    assert (placed.wing, placed.room, placed.previous) == ("Efoil rebuild", "session 2", None)
    assert any(tag.startswith("@p:") for tag in placed.drawer.tags)


async def test_eight_writers_of_one_owner_neither_duplicate_nor_deadlock(memory: GraphMem, tenant: Owner) -> None:
    shared = conversation(chatter(40), key="shared")
    own = [conversation(chatter(20, f"writer {n}"), key=f"own-{n}") for n in range(4)]
    await asyncio.gather(*(memory.mine(item, owner=tenant.name) for item in [*own, shared, shared, shared, shared]))
    assert (await memory.counts(owner=tenant.name)).drawers == 40 + 4 * 20
    texts = await filed(memory, tenant)
    assert len(texts) == len(set(texts)) == 120
    assert not [finding for finding in await memory.doctor() if finding.count and finding.grave]


async def test_a_failed_embedder_keeps_every_turn_and_the_backfill_fills_them(memory: GraphMem, tenant: Owner) -> None:
    with openai_server() as server:
        server.behave(default="broken")
        broken = OpenAIEmbedder(
            "stub", api_key="k", base_url=server.url, dimensions=memory.embedder.dimensions, timeout=1.0
        )
        report = await Miner(memory.database, broken).mine(tenant, conversation())
        await broken.aclose()
    assert (report.filed, report.unembedded) == (6, 6)
    assert "graphmem backfill" in report.notes[0]
    assert (await memory.counts(owner=tenant.name)).pending == 6
    result = await memory.recall("silicone wire", owner=tenant.name)
    assert result.hits[0].drawer.text == EFOIL[0][1]
    assert "found by their words only" in result.notes[0]
    assert await backfill(memory.database, memory.embedder, tenant) == 6 + report.memories
    assert (await memory.counts(owner=tenant.name)).pending == 0
    found = await memory.recall("which cable got too hot", owner=tenant.name)
    assert found.hits[0].drawer.text == EFOIL[0][1]


async def test_an_owner_is_one_however_the_name_is_spelt(memory: GraphMem, owner: str) -> None:
    """é in one code point or two, and spaces around it."""
    assert (await memory.mine(conversation(), owner=f"{owner}-Jose\u0301")).filed == 6
    assert (await memory.counts(owner=f"  {owner}-Jos\u00e9\n")).drawers == 6
    with pytest.raises(InvalidInputError, match="owner"):
        await memory.counts(owner="\udcff")


async def test_erasing_one_owner_leaves_the_others(memory: GraphMem, owner: str) -> None:
    for name in ("a", "b"):
        await memory.mine(conversation(), owner=f"{owner}-{name}")
    assert (await memory.erase(owner=f"{owner}-a")).nodes > 6
    assert (await memory.counts(owner=f"{owner}-a")).drawers == 0
    assert (await memory.counts(owner=f"{owner}-b")).drawers == 6
    assert (await memory.recall("wire", owner=f"{owner}-a")).hits == ()


async def test_the_vectors_are_the_embedders(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(conversation(), owner=tenant.name)
    vector = (await memory.embedder.embed([f"{EFOIL[0][0]}: {EFOIL[0][1]}"], Purpose.PASSAGE))[0]
    result = await memory.recall(EFOIL[0][1], owner=tenant.name)
    assert result.hits[0].signals["similarity"] == pytest.approx(1.0)
    assert float(vector @ vector) == pytest.approx(1.0, abs=1e-5)


async def test_an_agent_files_turns_as_it_has_them(memory: GraphMem, tenant: Owner) -> None:
    turns: list[dict[str, object]] = [
        {"role": "user", "text": "I moved to Lisbon in May.", "time": "2026-05-08T13:56:00Z"},
        {"role": "assistant", "text": ""},
        {"role": "assistant", "text": "Welcome to Lisbon!"},
    ]
    report = await memory.mine_turns("Chat", turns, owner=tenant.name, key="chat-1")
    assert report.filed == 2
    assert report.notes[0].startswith("Turn 1: ")
    more: list[dict[str, object]] = [*turns, {"role": "user", "text": "The job at the harbour is good."}]
    assert (await memory.mine_turns("Chat", more, owner=tenant.name, key="chat-1")).filed == 1
    assert (await memory.mine_turns("Chat", [], owner=tenant.name)).filed == 0
