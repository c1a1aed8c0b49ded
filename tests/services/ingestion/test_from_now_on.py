"""Orders that say they hold from now on are rules, and what only begins now is none."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.palace import Owner
from tests.services.ingestion.test_observe import say


async def kinds(memory: GraphMem, owner: Owner, text: str) -> list[Category]:
    seen = await say(memory, owner, text)
    return [one.category for one in seen.statements if one.memory]


@pytest.mark.parametrize(
    "text",
    [
        "You can commit without asking me from now on.",
        "From now on you may push to feature branches yourself.",
        "from now on write the tests first",
        "you don't need to show me the diff any more",
        "Bundan sonra sormadan commit atabilirsin.",
        "artık diff'i göstermene gerek yok",
    ],
)
async def test_it_is_a_rule(memory: GraphMem, tenant: Owner, text: str) -> None:
    assert await kinds(memory, tenant, text) == [Category.POLICY]
    assert text in (await memory.activator.activate(tenant)).text


@pytest.mark.parametrize("text", ["From now on the office closes at six.", "From now on Ada leads the billing team."])
async def test_what_only_begins_now_is_none(memory: GraphMem, tenant: Owner, text: str) -> None:
    assert Category.POLICY not in await kinds(memory, tenant, text)
