"""What was forgotten stays so: mined again, said by others, told in other spellings; its neighbours stay, too."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from neomodel import adb

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.instant import AsOf
from graphmem.model.palace import Owner
from graphmem.model.tombstone import Reason
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store import nodes

DAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
PHONE = "My phone number is 0532 123 45 67."
HOME = "I live in Berlin."


def told(key: str, *said: str, role: Role = Role.USER, at: datetime | None = DAY) -> Conversation:
    speaker = "assistant" if role is Role.ASSISTANT else "Ada"
    turns = tuple(
        Turn(text, speaker, role, None if at is None else at + timedelta(minutes=n)) for n, text in enumerate(said)
    )
    return Conversation(key, key, "ada", (Session(key, at, turns),))


async def texts(memory: GraphMem, owner: Owner) -> list[str]:
    return sorted(one.text for one in (await memory.memories.page(owner, first=50)).items)


async def forget(memory: GraphMem, owner: Owner, word: str) -> str:
    page = await memory.memories.page(owner, first=50)
    (found,) = [one.id for one in page.items if word in one.text]
    stone = (await memory.memories.forget(owner, found)).tombstone
    assert stone is not None
    return stone


async def recalled(memory: GraphMem, owner: Owner, query: str, options: RecallOptions | None = None) -> str:
    result = await memory.recall(query, owner=owner.name, options=options or RecallOptions(limit=50))
    return json.dumps(result, default=str) + str(result)


async def test_mined_again_it_stays_away_and_its_neighbour_stays(memory: GraphMem, tenant: Owner) -> None:
    chat = told("chat", HOME, PHONE, "My sister Clara lives in Lisbon.")
    await memory.mine(chat, owner=tenant.name)
    assert len(await texts(memory, tenant)) == 3
    before = datetime.now(UTC)
    await forget(memory, tenant, "0532")
    assert "0532" not in await recalled(memory, tenant, "What is my phone number?")
    known = RecallOptions(limit=50, as_of=AsOf(known_at=before))
    assert "0532" not in await recalled(memory, tenant, "phone number", known)
    again = await memory.mine(told("copy", *[turn.text for turn in chat.turns]), owner=tenant.name)
    assert any("been forgotten or corrected" in note for note in again.notes)
    assert not [text for text in await texts(memory, tenant) if "0532" in text]
    assert len(await texts(memory, tenant)) == 2
    assert "0532" not in await recalled(memory, tenant, "What is my phone number?")
    assert "Lisbon" in await recalled(memory, tenant, "Where does Clara live?")
    (stone,) = (await memory.tombstones.page(tenant)).items
    assert (stone.reason, stone.hits, stone.by) == (Reason.FORGOTTEN, 1, "library")
    assert [finding for finding in await memory.doctor() if finding.count and finding.grave] == []


async def test_in_other_spellings_and_from_others_it_stays_away(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(told("chat", HOME, PHONE), owner=tenant.name)
    await forget(memory, tenant, "0532")
    await forget(memory, tenant, "Berlin")
    old = told("old", "Telefon numaram +90 (532) 123-45-67.", "Ben Berlin'de yaşıyorum.", "My cat is called Pamuk.")
    await memory.mine(old, owner=tenant.name)
    await memory.mine(told("unread", HOME), owner=tenant.name, memories=False)
    await memory.mine(told("echo", "Your number is 905321234567.", role=Role.ASSISTANT, at=None), owner=tenant.name)
    assert ["Pamuk" in text for text in await texts(memory, tenant)] == [True]
    found = await recalled(memory, tenant, "phone number 0532 Berlin")
    assert not [word for word in ("123-45-67", "905321234567", "in Berlin") if word in found]
    # One more from somebody who had no memory made of it.
    assert [one.hits for one in (await memory.tombstones.page(tenant)).items] == [2, 2]


async def test_saying_it_again_lifts_it_and_says_so(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(told("chat", HOME), owner=tenant.name)
    await forget(memory, tenant, "Berlin")
    preview = await memory.observer.observe(tenant, HOME, speaker="Ada", said_at=DAY, dry_run=True)
    assert [one.memory for one in preview.statements] == [None]
    kept_out = await memory.observer.observe(tenant, HOME, speaker="Ada", said_at=DAY + timedelta(days=1))
    assert [one.reason.startswith("it was forgotten") for one in kept_out.statements] == [True]
    seen = await memory.observer.observe(tenant, HOME, speaker="Ada")
    assert seen.statements[0].memory is not None
    assert seen.stages[-1].detail.startswith("1 tombstones were lifted")
    (stone,) = (await memory.tombstones.page(tenant, every=True)).items
    assert stone.lifted_by == "told again"
    assert (await memory.tombstones.page(tenant)).items == ()
    lifted = await memory.tombstones.lift(tenant, stone.id, by="test")
    assert (lifted.memories, lifted.turns) == (1, 2), "what it withheld comes back by hand"
    with pytest.raises(InvalidInputError, match="lifted before"):
        await memory.tombstones.lift(tenant, stone.id, by="test")


async def test_lifting_brings_back_what_was_there(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(told("chat", HOME, PHONE), owner=tenant.name)
    before = await texts(memory, tenant)
    stone = await forget(memory, tenant, "Berlin")
    with pytest.raises(NotFoundError):
        await memory.tombstones.lift(Owner.named(f"{tenant.name}-other"), stone, by="test")
    lifted = await memory.tombstones.lift(tenant, stone[:10], by="test")
    assert (lifted.memories, lifted.turns) == (1, 1)
    await memory.backfill(owner=tenant.name)
    assert await texts(memory, tenant) == before
    assert "Berlin" in await recalled(memory, tenant, "Where do I live?")
    ada = await memory.entities.get(tenant, "entity://person/ada")
    assert [fact.object for fact in ada.facts if fact.retracted_at is None] == ["Berlin"]
    assert [finding for finding in await memory.doctor() if finding.count and finding.grave] == []


async def test_a_deleted_turn_is_not_filed_again(memory: GraphMem, tenant: Owner) -> None:
    chat = told("chat", HOME, PHONE)
    await memory.mine(chat, owner=tenant.name)
    page = await memory.memories.page(tenant, first=10)
    (view,) = [await memory.memories.get(tenant, one.id) for one in page.items if "0532" in one.text]
    await memory.memories.delete_drawer(tenant, view.sources[0].pointer)
    report = await memory.mine(chat, owner=tenant.name)
    assert (report.filed, report.known) == (0, 2)
    assert await texts(memory, tenant) == ["Ada: I live in Berlin."]


async def test_what_echoes_it_goes_with_it_and_a_correction_bars_it(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(told("chat", HOME), owner=tenant.name)
    await memory.mine(told("echo", "You live in Berlin, so take the tram.", role=Role.ASSISTANT), owner=tenant.name)
    await forget(memory, tenant, "I live in Berlin")
    assert "Berlin" not in await recalled(memory, tenant, "Which city and tram?")


EVERYTHING = """
MATCH (n) RETURN labels(n)[0] AS what, n {.*, embedding: null} AS how
UNION ALL
MATCH ()-[e]->() RETURN type(e) AS what, properties(e) AS how
"""


async def test_after_forgetting_and_deleting_the_words_stand_nowhere(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, "My dentist is called Zubrowskaya.", speaker="Ada", idempotency_key="canary")
    await memory.observer.observe(tenant, "I prefer tea over coffee.", speaker="Ada")
    (asked,) = [one for one in (await memory.memories.page(tenant)).items if "Zubrowskaya" in one.text]
    view = await memory.memories.get(tenant, asked.id)
    await memory.memories.forget(tenant, asked.id)
    await memory.memories.delete_drawer(tenant, view.sources[0].pointer)
    await nodes.use(memory.database)
    rows, _ = await adb.cypher_query(EVERYTHING)
    assert [row for row in rows if "zubrowskaya" in str(row).lower()] == []
    assert len(await texts(memory, tenant)) == 1
    await memory.erase(owner=tenant.name)
    rows, _ = await adb.cypher_query(
        "MATCH (n:Tombstone|TombstoneKey {owner: $owner}) RETURN count(n)", {"owner": tenant.key}
    )
    assert rows == [[0]]


@pytest.mark.parametrize(
    ("gone", "kept", "other"),
    [
        (
            "My IBAN is TR33 0006 1005 1978 6457 8413 26.",
            "My IBAN is DE89 3704 0044 0532 0130 00.",
            "My IBAN is GB29 NWBK 6016 1331 9268 19.",
        ),
        ("The PIN of my bank card is 7294.", "The PIN of my bank card is 5518.", "The PIN of my bank card is 9035."),
        ("Banka kartımın şifresi 7294.", "Banka kartımın şifresi 5518.", "Banka kartımın şifresi 9035."),
    ],
)
@pytest.mark.parametrize("deleted", [True, False])
async def test_of_two_numbers_that_are_masked_alike_one_goes(
    memory: GraphMem, tenant: Owner, gone: str, kept: str, other: str, deleted: bool
) -> None:
    await memory.mine(told("chat", gone, HOME, kept), owner=tenant.name)
    result = await memory.recall(gone, owner=tenant.name, options=RecallOptions(limit=50))
    ((pointer, id_of),) = [(str(hit.drawer.pointer), hit.drawer.id) for hit in result.hits if hit.drawer.text == gone]
    if deleted:
        await memory.memories.delete_drawer(tenant, pointer, by="test")
    else:
        page = await memory.memories.page(tenant, first=50, live=False)  # it was replaced by the other
        (id_,) = [one.id for one in page.items if one.quote is not None and one.quote.drawer == id_of]
        await memory.memories.forget(tenant, id_)
    await memory.mine(told("copy", gone, HOME, kept, other), owner=tenant.name)
    found = await memory.recall(gone, owner=tenant.name, options=RecallOptions(limit=50))
    turns = {hit.drawer.text for hit in found.hits}
    assert gone not in turns
    assert other in turns
    assert kept in turns
    await memory.observer.observe(tenant, gone, speaker="Ada")
    assert gone in {hit.drawer.text for hit in (await memory.recall(gone, owner=tenant.name)).hits}
    assert (await memory.tombstones.page(tenant)).items == ()
