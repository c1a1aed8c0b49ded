"""Quotas: nobody holds more turns or characters than the operator lets them, and nothing is half written."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest

from graphmem.errors import InvalidInputError, QuotaExceededError
from graphmem.facade import GraphMem
from graphmem.model.audit import Verb
from graphmem.model.palace import Owner
from graphmem.model.quota import Quota

TEXTS = ("The gateway stands in Bergen.", "The port of the relay is 8443.", "Deniz prefers tea to coffee.")


async def test_what_is_beyond_the_quota_is_refused_whole(memory: GraphMem, owner: str) -> None:
    ada, quotas = memory.owner(owner), memory.owner_settings.quotas
    await quotas.set(ada, texts=2)
    for text in TEXTS[:2]:
        await ada.observe(text)
    with pytest.raises(QuotaExceededError, match=r"holds 2 turns and may hold 2: 1 more"):
        await ada.observe(TEXTS[2])
    with pytest.raises(QuotaExceededError):
        await ada.learn(TEXTS[2])
    with pytest.raises(QuotaExceededError):
        await ada.episode("Tea was brewed.")
    held, most = await quotas.of(ada)
    assert (held.texts, held.characters, most.texts) == (2, sum(map(len, TEXTS[:2])), 2)
    assert [one.text for one in (await ada.memories(limit=10)).items if TEXTS[2] in one.text] == []


async def test_the_same_once_more_and_what_was_deleted_take_no_room(memory: GraphMem, owner: str) -> None:
    ada, quotas = memory.owner(owner), memory.owner_settings.quotas
    first = await ada.observe(TEXTS[0], idempotency_key="one")
    await quotas.set(ada, texts=1)
    assert (await ada.observe(TEXTS[0], idempotency_key="one")).pointer == first.pointer
    await ada.delete_drawer(str(first.pointer))
    assert (await quotas.of(ada))[0].texts == (await quotas.of(ada))[0].characters == 0
    await ada.observe(TEXTS[1])


async def test_characters_are_counted_and_zero_is_any_number(memory: GraphMem, owner: str) -> None:
    ada, quotas = memory.owner(owner), memory.owner_settings.quotas
    await quotas.set(ada, characters=len(TEXTS[0]))
    await ada.observe(TEXTS[0])
    with pytest.raises(QuotaExceededError, match="characters"):
        await ada.observe(TEXTS[1])
    await quotas.set(ada, characters=0)
    await ada.observe(TEXTS[1])


async def test_the_servers_default_holds_until_an_owner_has_their_own(memory: GraphMem, owner: str) -> None:
    ada, quotas = memory.owner(owner), memory.owner_settings.quotas
    memory.database.quota = Quota(texts=1)
    try:
        await ada.observe(TEXTS[0])
        with pytest.raises(QuotaExceededError):
            await ada.observe(TEXTS[1])
        await quotas.set(ada, texts=5)
        await ada.observe(TEXTS[1])
        await quotas.set(ada, texts=-1)
        with pytest.raises(QuotaExceededError):
            await ada.observe(TEXTS[2])
    finally:
        memory.database.quota = Quota()


async def test_a_quota_below_none_is_refused_and_a_change_stands_in_the_audit(memory: GraphMem, owner: str) -> None:
    ada, quotas = memory.owner(owner), memory.owner_settings.quotas
    with pytest.raises(InvalidInputError, match="-2 requests"):
        await quotas.set(ada, requests=-2)
    await quotas.set(ada, requests=7)
    entries = (await memory.audit.page(ada, first=5)).items
    assert [one.ids for one in entries if one.verb is Verb.SET_SETTINGS] == [("quota -1 -1 7",)]


async def test_an_archive_that_does_not_fit_is_not_begun(memory: GraphMem, owner: str) -> None:
    ada, file = memory.owner(owner), BytesIO()
    for text in TEXTS:
        await ada.observe(text)
    await memory.archives.export(ada, file)
    bob = Owner.named(f"{owner} b")
    await memory.owner_settings.quotas.set(bob, texts=2)
    file.seek(0)
    with pytest.raises(QuotaExceededError):
        await memory.archives.import_(replace(bob), file)
    assert (await memory.owner_settings.quotas.of(bob))[0].texts == 0
