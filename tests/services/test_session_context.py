"""An agent that sees its whole session: what was said in it stays out of its blocks until its context begins anew."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.services.retrieval.options import RecallOptions

EARLIER = "We deploy the billing service to the Frankfurt cluster on Tuesdays."
NOW = "The billing service needs version 3 of the ledger schema."
ASKED = [{"role": "user", "content": "What do I have to know about the billing service?"}]


@pytest.fixture
async def told(memory: GraphMem, tenant: Owner) -> GraphMem:
    for session, text in (("before", EARLIER), ("now", NOW)):
        await memory.sessions.start(tenant, session)
        await memory.observer.observe(
            tenant, text, session=session, said_at=datetime.now(UTC) - timedelta(hours=session == "before")
        )
    return memory


async def block(memory: GraphMem, tenant: Owner, session: str | None = "now", *, whole: bool = True) -> str:
    """What a prompt of the session gets."""
    options = RecallOptions(session=session, session_in_context=whole, touch=False)
    return (await memory.context_for(ASKED, owner=tenant.name, options=options)).context


async def test_what_was_said_in_it_stays_out(told: GraphMem, tenant: Owner) -> None:
    both = await block(told, tenant, whole=False)
    assert "Frankfurt" in both
    assert "ledger" in both
    here = await block(told, tenant)
    assert "Frankfurt" in here
    assert "ledger" not in here
    there = await block(told, tenant, "before")
    assert "Frankfurt" not in there
    assert "ledger" in there
    elsewhere = await block(told, tenant, "a third")
    assert "Frankfurt" in elsewhere
    assert "ledger" in elsewhere


async def test_whatever_else_is_asked(told: GraphMem, tenant: Owner) -> None:
    options = RecallOptions(session="now", session_in_context=True, touch=False)
    found = await told.recall(ASKED[0]["content"], owner=tenant.name, options=options)
    assert [hit.memory.text for hit in found.memories if "Frankfurt" in hit.memory.text]
    assert [hit for hit in found.hits if "Frankfurt" in hit.drawer.text]
    said = [hit.memory.text for hit in found.memories] + [hit.drawer.text for hit in found.hits] + [found.context]
    assert not [text for text in said if "ledger" in text]
    halves = f"{ASKED[0]['content']} And which schema does the ledger have?"
    found = await told.recall(halves, owner=tenant.name, options=options)
    assert not [hit for hit in found.hits if "ledger" in hit.drawer.text]


async def test_anew_it_may_be_shown_again(told: GraphMem, tenant: Owner) -> None:
    seen = RecallOptions(session="now", session_in_context=True)
    assert "Frankfurt" in (await told.context_for(ASKED, owner=tenant.name, options=seen)).context
    assert not (await told.context_for(ASKED, owner=tenant.name, options=seen)).context, "shown before, or said in it"
    await told.sessions.start(tenant, "now")
    assert not (await told.context_for(ASKED, owner=tenant.name, options=seen)).context, "it only went on"

    await told.sessions.start(tenant, "now", anew=True)
    again = (await told.context_for(ASKED, owner=tenant.name, options=seen)).context
    assert "Frankfurt" in again
    assert "ledger" in again
    await told.observer.observe(tenant, "The billing service logs to the Oslo bucket.", session="now")
    await told.sessions.start(tenant, "now", anew=True)
    after = await block(told, tenant)
    assert "Oslo" in after
    assert "Frankfurt" in after


async def test_another_process_knows_that_it_began_anew(told: GraphMem, tenant: Owner) -> None:
    seen = RecallOptions(session="now", session_in_context=True)
    assert (await told.context_for(ASKED, owner=tenant.name, options=seen)).context
    async with GraphMem.open(settings=told.settings) as other:
        await other.sessions.start(tenant, "now", anew=True)
    assert "Frankfurt" in (await told.context_for(ASKED, owner=tenant.name, options=seen)).context


async def test_it_is_the_owners_own_session(told: GraphMem, tenant: Owner) -> None:
    other = Owner.named(f"{tenant.name}-other")
    await told.sessions.start(other, "now")
    await told.observer.observe(other, EARLIER, session="now")
    await told.sessions.start(other, "now", anew=True)
    assert "ledger" not in await block(told, tenant), "another's beginning anew is none of ours"
    assert "Frankfurt" in await block(told, other)
    await told.erase(owner=other.name)


async def test_it_needs_a_session(memory: GraphMem, tenant: Owner) -> None:
    with pytest.raises(InvalidInputError, match="sessionInContext without a session"):
        await block(memory, tenant, None)
