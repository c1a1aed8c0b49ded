"""Lists on the command line that go on where a page ended."""

from __future__ import annotations

import re

import pytest

from graphmem.facade import GraphMem
from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from tests.cli.conftest import graphmem

TOLD = ("Ayşe lives in Ankara and works as a nurse.", "My brother Kerem moved to Bergen.")


@pytest.mark.parametrize("command", [("entities",), ("jobs",), ("session", "list")], ids=" ".join)
async def test_lists_go_on_after_the_cursor_that_they_tell(
    environment: dict[str, str], memory: GraphMem, tenant: Owner, command: tuple[str, ...]
) -> None:
    for number, text in enumerate(TOLD):
        await memory.observer.observe(tenant, text, speaker="Elif")
        await memory.sessions.start(tenant, f"chat-{number}")
        await memory.jobs.enqueue(tenant, JobKind.BACKFILL, {"number": number})
    seen: list[str] = []
    cursor: str | None = None
    while cursor is not None or not seen:
        page = graphmem(environment, *command, "-n", "1", *(("--after", cursor) if cursor else ()))
        assert page.returncode == 0, page.stderr
        told = re.search(r"More: --after (\S+)", page.stdout)
        seen.append(page.stdout.split("More:")[0])
        cursor = told[1] if told else None
        assert len(seen) <= 20
    assert len(seen) >= 2
    assert len(set(seen)) == len(seen), "no page says what another said"
