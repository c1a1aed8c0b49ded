"""Exports of other systems are taken over once, with their dates; what cannot be read is named and passed over."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from graphmem.errors import NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.memory import DataSource, WriteSource
from graphmem.model.palace import Owner
from graphmem.services.ingestion.memory_import import Source

MEM0 = {
    "results": [
        {"id": "a1", "memory": "Dev works at Acme as an engineer.", "created_at": "2025-03-01T09:00:00-08:00"},
        {"id": "a2", "memory": "Is allergic to penicillin", "created_at": None, "categories": ["health"]},
        {"id": "a3", "memory": "  "},
    ]
}
ROOM = """# wing_work / billing

## drawer_work_billing_1

> We moved the billing service at Acme from Postgres to SQLite.
>\x20
> It took two days.

| Field | Value |
|-------|-------|
| Source | /home/dev/notes/billing.md |
| Filed | 2026-04-01T10:00:00 |
| Added by | miner |

---

## drawer_work_billing_2

> The invoices are printed on Fridays.

| Field | Value |
|-------|-------|
| Source | unknown |
| Filed | unknown |
| Added by | unknown |

---
"""
CHAT = [
    {
        "title": "Boat",
        "conversation_id": "c-1",
        "mapping": {
            "r": {"parent": None, "children": ["q"], "message": None},
            "q": {
                "parent": "r",
                "children": [],
                "message": {
                    "id": "m1",
                    "author": {"role": "user"},
                    "create_time": 1778248560,
                    "content": {"content_type": "text", "parts": ["I bought a sailing boat called Meltem."]},
                },
            },
        },
    }
]
NOTE = """---
title: Garden
tags: [home]
---
# Garden

The pear tree behind the house was planted by [[Clara|my sister]] in 2019.
"""


async def test_statements_of_mem0(memory: GraphMem, tenant: Owner, tmp_path: Path) -> None:
    (tmp_path / "mem0.json").write_text(json.dumps(MEM0))
    (tmp_path / "torn.json").write_text('{"results": [')
    taken = await memory.importer.import_from(tenant, Source.MEM0, tmp_path)
    assert (taken.filed, taken.known) == (2, 0)
    assert [("torn.json" in one, "memory 3" in one) for one in taken.skipped] == [(False, True), (True, False)]
    page = await memory.memories.page(tenant, first=10)
    said = {one.text: one for one in page.items}
    works = next(one for text, one in said.items() if "Acme" in text)
    assert works.write_source is WriteSource.IMPORT
    assert works.valid_from.isoformat() == "2025-03-01T17:00:00+00:00"
    assert any("penicillin" in text for text in said)
    again = await memory.importer.import_from(tenant, Source.MEM0, tmp_path)
    assert (again.filed, again.known) == (0, 2)


async def test_drawers_of_mempalace(memory: GraphMem, tenant: Owner, tmp_path: Path) -> None:
    (tmp_path / "wing_work").mkdir()
    (tmp_path / "wing_work" / "billing.md").write_text(ROOM)
    (tmp_path / "index.md").write_text("# Palace Export — 2026-04-01\n\n| Wing | Rooms |\n")
    taken = await memory.importer.import_from(tenant, Source.MEMPALACE, tmp_path)
    assert (taken.filed, taken.skipped) == (2, [])
    (wing,) = (await memory.browse.wings(tenant, first=5)).items
    assert wing.name == "wing_work"
    found = await memory.recall("Where did the billing service move?", owner=tenant.name)
    drawer = found.hits[0].drawer
    assert drawer.text == "We moved the billing service at Acme from Postgres to SQLite.\n\nIt took two days."
    assert (drawer.speaker, drawer.said_at and drawer.said_at.date().isoformat()) == ("billing.md", "2026-04-01")
    assert all(hit.memory.data_source is DataSource.DOCUMENT for hit in found.memories)
    assert (await memory.importer.import_from(tenant, Source.MEMPALACE, tmp_path)).filed == 0


async def test_chats_and_notes(memory: GraphMem, tenant: Owner, tmp_path: Path) -> None:
    packed = tmp_path / "chatgpt.zip"
    with zipfile.ZipFile(packed, "w") as export:
        export.writestr("conversations.json", json.dumps(CHAT))
    assert (await memory.importer.import_from(tenant, Source.CHATGPT, packed)).filed == 1
    vault = tmp_path / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / ".obsidian" / "hidden.md").write_text("# Hidden\n\nNobody reads this.\n")
    (vault / "home").mkdir()
    (vault / "home" / "garden.md").write_text(NOTE)
    (vault / "empty.md").write_text("")
    taken = await memory.importer.import_from(tenant, Source.MARKDOWN, vault)
    assert taken.filed == 1
    assert ["empty.md" in one for one in taken.skipped] == [True]
    found = await memory.recall("Who planted the pear tree?", owner=tenant.name)
    assert "[[Clara|my sister]]" in found.hits[0].drawer.text
    for source, path in ((Source.CHATGPT, packed), (Source.MARKDOWN, vault)):
        again = await memory.importer.import_from(tenant, source, path)
        assert (again.filed, again.known) == (0, 1)
    with pytest.raises(NotFoundError, match="no export of chatgpt"):
        await memory.importer.import_from(tenant, Source.CHATGPT, vault)
