"""A document that was written long ago tells of that time, and mined anew it is the same."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role, Turn
from graphmem.services.ingestion.palace_layout import PlacedTurn
from graphmem.services.ingestion.paragraph_times import after_earlier
from graphmem.store.filing import RoomDraft
from graphmem.store.sessions import Message


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


async def test_what_a_dated_document_says_otherwise_now_may_come_back(
    memory: GraphMem, tenant: Owner, tmp_path: Path
) -> None:
    """Of one instant the newer would be a correction, after which the older is never remembered again."""
    minutes = tmp_path / "minutes 2026-09-10.txt"
    for day in ("22 September", "25 September", "22 September"):
        minutes.write_text(f"Weekly\n\nKatharina reported that the token freeze is moved to {day}.\n", encoding="utf-8")
        await memory.mine_file(minutes, owner=tenant.name)
        kept = (await memory.memories.page(tenant, first=10, live=False)).items
        standing = [one.text for one in kept if one.valid_until is None or one.valid_until.day > 15]
        assert len(standing) == 1
        assert day in standing[0]
    assert not [one for one in kept if one.retracted_at is not None]


def test_paragraphs_added_to_what_was_filed_without_a_time_are_said_now() -> None:
    """An earlier release read no dates: what comes later to such a document may not lie before it."""
    earlier = Message("a", "One.", "n.txt", Role.DOCUMENT.value, None, "en", observed=True, embedding=None)
    turn = Turn("Two.", "n.txt", Role.DOCUMENT, datetime(2025, 3, 4, tzinfo=UTC))
    room = RoomDraft("r", "r", "n.txt", "k", datetime(2025, 3, 4, tzinfo=UTC), None)
    (placed,) = after_earlier([PlacedTurn("b", room, turn)], [earlier])
    assert (placed.turn.said_at, placed.room.started_at) == (None, None)
