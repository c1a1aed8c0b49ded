"""A dream weighs a memory by what is kept of its text, and by the text itself once that has changed."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.facade import GraphMem
from graphmem.language.gist import read_content, read_gist, write_gist
from graphmem.model.gate import GateAction
from graphmem.model.language import Language
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.store import dreams
from graphmem.store.database import Row

FIRST = "We deploy the billing service with Helm."
MORE = "We deploy the billing service with Helm every Tuesday at 14:30 from the Zagreb office."


async def rows_of(memory: GraphMem, owner: Owner) -> list[Row]:
    now = datetime.now(UTC)
    return [row async for page in dreams.live_memories(memory.database, owner, Tier.EPISODIC, now) for row in page]


async def test_what_is_kept_is_of_the_text_there_is(memory: GraphMem, tenant: Owner) -> None:
    ada = memory.owner(tenant.name)
    await ada.observe(FIRST)
    (row,) = await rows_of(memory, tenant)
    assert row["gist"] == write_gist(row["text"], Language.EN)
    seen = await ada.observe(MORE)
    assert [one.action for one in seen.statements] == [GateAction.UPDATE]
    (row,) = await rows_of(memory, tenant)
    assert "Zagreb" in row["text"]
    specifics, _ = read_gist(row["gist"], row["text"], Language.EN)
    assert (specifics, "name zagreb" in specifics) == (read_content(row["text"], Language.EN)[0], True)
