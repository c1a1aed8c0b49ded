"""People of one first name in a team: who they are is told by their surnames, and by who speaks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session, Turn

MONDAY = datetime(2026, 11, 2, 9, tzinfo=UTC)


async def told(memory: GraphMem, owner: Owner, *said: tuple[str, str]) -> None:
    for hour, (speaker, text) in enumerate(said):
        at = MONDAY + timedelta(hours=hour)
        await memory.observer.observe(owner, text, speaker=speaker, said_at=at)


async def who(memory: GraphMem, owner: Owner, name: str) -> str:
    return (await memory.entities.get(owner, await memory.entities.named(owner, name))).uri


@pytest.mark.parametrize(
    "intro",
    [
        "Tom does frontend, Ali K. backend and Mia does design",
        "Tom arayüze, Ali arka uca bakıyor",
        "Tom does frontend and Ali does the backend",
    ],
)
async def test_two_surnames_are_two_people(memory: GraphMem, tenant: Owner, intro: str) -> None:
    await told(
        memory,
        tenant,
        ("Sarah", intro),
        ("Ali Kaya", "ben arka uca bakıyorum, İzmir'de yaşıyorum"),
        ("Ali Kaya", "billing bende, ocakta Ali Demir alacak"),
        ("Sarah", "Ali Demir lives in Berlin"),
    )
    assert await who(memory, tenant, "Ali Demir") == "entity://person/ali-demir"
    assert await who(memory, tenant, "Ali Kaya") != await who(memory, tenant, "Ali Demir")
    profile = await memory.owner(tenant).profile("Ali Demir")
    assert [(fact.predicate, fact.object) for fact in profile.facts] == [("lives_in", "Berlin")]


async def test_an_initial_is_whom_it_abbreviates(memory: GraphMem, tenant: Owner) -> None:
    await told(
        memory,
        tenant,
        ("Sarah", "Ali K. leads the backend team and Ali D. leads the search team"),
        ("Ali Kaya", "I live in Izmir"),
        ("Sarah", "Ali Demir lives in Berlin"),
    )
    assert await who(memory, tenant, "Ali Kaya") == await who(memory, tenant, "Ali K")
    assert await who(memory, tenant, "Ali Demir") == await who(memory, tenant, "Ali D")
    assert await who(memory, tenant, "Ali Kaya") != await who(memory, tenant, "Ali Demir")


async def test_a_client_is_not_the_colleague_of_that_name(memory: GraphMem, tenant: Owner) -> None:
    await told(
        memory,
        tenant,
        ("Sarah", "I live in Leeds with my son Ben"),
        ("Tom", "Sarah Chen works at Northwind"),
        ("Sarah", "I prefer tea"),
    )
    assert await who(memory, tenant, "Sarah") == "entity://person/sarah"
    assert await who(memory, tenant, "Sarah Chen") == "entity://person/sarah-chen"


def talk(*said: tuple[str, str]) -> Conversation:
    """A talk whose turns are mined together."""
    turns = [
        Turn(text, speaker, Role.USER, MONDAY + timedelta(hours=hour), f"t{hour}")
        for hour, (speaker, text) in enumerate(said)
    ]
    return Conversation("talk", "talk", None, (Session("talk", MONDAY, tuple(turns)),))


async def test_a_first_name_is_that_of_the_full_name_mined_with_it(memory: GraphMem, tenant: Owner) -> None:
    told = talk(
        ("Deniz", "Priya Raman is our product manager and lives in Oslo."),
        ("Deniz", "Priya moved to Bergen in May."),
    )
    await memory.mine(told, owner=tenant.name)
    assert await who(memory, tenant, "Priya") == "entity://person/priya-raman"


async def test_it_is_nobody_s_where_two_may_be_meant_or_one_speaks(memory: GraphMem, tenant: Owner) -> None:
    told = talk(
        ("Deniz", "Priya Raman lives in Oslo and Priya Nair lives in Rome."),
        ("Deniz", "Priya moved to Bergen in May."),
        ("Tom", "Tom Baker lives in Leeds."),
        ("Tom", "I live in York."),
    )
    await memory.mine(told, owner=tenant.name)
    assert await who(memory, tenant, "Priya") == "entity://person/priya"
    assert await who(memory, tenant, "Tom") != await who(memory, tenant, "Tom Baker")
