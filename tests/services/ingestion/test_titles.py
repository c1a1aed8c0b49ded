"""How rooms of sessions are called: by what people see, never by an id that a machine drew."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner

MONDAY = datetime(2026, 3, 2, 9, 5, tzinfo=UTC)
UUID = "3f0a8f40-1d2e-4a5b-8c7d-0123456789ab"


@pytest.mark.parametrize(
    ("session", "title"),
    [
        (f"claude-code {UUID}", "Session claude-code, 2026-03-02 09:05"),
        (f"thread_{UUID}", "Session thread, 2026-03-02 09:05"),
        (UUID.replace("-", ""), "Session 2026-03-02 09:05"),
        (None, "Session 2026-03-02 09:05"),
        ("Monday's stand-up", "Session Monday's stand-up"),
    ],
)
async def test_a_room_is_called_by_its_first_message(
    memory: GraphMem, tenant: Owner, session: str | None, title: str
) -> None:
    started = await memory.sessions.start(tenant, session)
    for minute in (0, 7):
        said = f"I moved to flat {minute} in Ghent."
        await memory.observer.observe(tenant, said, session=started, said_at=MONDAY + timedelta(minutes=minute))
    (wing,) = (await memory.browse.wings(tenant, first=5)).items
    (rooms,) = await memory.browse.rooms(tenant, [wing.id], first=5)
    assert [(room.title, room.drawers) for room in rooms.items] == [(title, 2)]
