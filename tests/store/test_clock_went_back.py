"""Stores in which an earlier release took what was said last for the older, since the clock had gone back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.services.ingestion import changing
from graphmem.store import schema
from tests.support import clocks
from tests.support.records import record

pytestmark = pytest.mark.long

OF_EARLIER = """
MATCH ()-[izmir:FACT {owner: $owner}]->({name: 'Izmir'}), ()-[bursa:FACT {owner: $owner}]->({name: 'Bursa'})
SET izmir.retracted_at = bursa.retracted_at, bursa.valid_until = izmir.valid_from
"""


async def test_what_was_said_last_holds_once_the_store_is_opened(
    spare: GraphMem, tenant: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    await spare.observer.observe(tenant, "I moved to Izmir.", speaker="Ada")
    await clocks.goes_back(spare, tenant)
    with monkeypatch.context() as earlier:
        earlier.setattr(changing, "JUST_NOW", timedelta(0))  # nothing was said just now
        await spare.observer.observe(tenant, "I moved to Bursa.", speaker="Ada")

    await adb.cypher_query(OF_EARLIER, {"owner": tenant.key})

    async def holds() -> tuple[list[str], list[str]]:
        found = await spare.memories.page(tenant, live=True, first=10)
        ada = await spare.entities.get(tenant, "entity://person/ada")
        facts = [fact for fact in ada.facts if fact.valid_until is None and fact.retracted_at is None]
        return [item.text for item in found.items if item.valid_until is None], [fact.object for fact in facts]

    assert await holds() == (["Ada: I moved to Izmir."], ["Izmir"]), "as an earlier release left it"
    await adb.cypher_query("MATCH (v:SchemaVersion) WHERE v.name STARTS WITH '368_' DELETE v")
    assert await schema.migrate(spare.database, record(spare)) == 1
    assert await holds() == (["Ada: I moved to Bursa."], ["Bursa"])
    assert [finding for finding in await spare.doctor() if finding.count and finding.grave] == []
    await spare.observer.observe(tenant, "I moved to Ankara.", speaker="Ada")
    assert await holds() == (["Ada: I moved to Ankara."], ["Ankara"])
