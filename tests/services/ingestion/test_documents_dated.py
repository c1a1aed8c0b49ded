"""A document that was written long ago tells of that time, and mined anew it is the same."""

from __future__ import annotations

import os
from pathlib import Path

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner


async def test_what_a_note_tells_is_of_its_day(memory: GraphMem, tenant: Owner, tmp_path: Path) -> None:
    """It had been of the day on which the note was mined: Jonas left in a May to come."""
    note = tmp_path / "2025-03-04.md"
    note.write_text("Jonas is leaving the team in May.\n", encoding="utf-8")
    await memory.mine_file(note, owner=tenant.name)
    (kept,) = (await memory.memories.page(tenant, first=10, live=False)).items
    assert "[2025-05]" in kept.text
    assert f"{kept.valid_from:%Y}" == "2025"


async def test_a_file_that_was_touched_is_known(memory: GraphMem, tenant: Owner, tmp_path: Path) -> None:
    note = tmp_path / "notes.txt"
    note.write_text("The roof costs 14,000.\n\nThe pump is broken.\n", encoding="utf-8")
    for moment in (1_600_000_000, 1_700_000_000):
        os.utime(note, (moment, moment))
        (report,), _ = await memory.mine_file(note, owner=tenant.name)
    assert (report.filed, report.known, report.ended) == (0, 2, 0)
    assert (await memory.drawer("§ W-001/R-01/D-001", owner=tenant.name)).drawer.said_at.year == 2020  # type: ignore[union-attr]
