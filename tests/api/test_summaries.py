"""The best statements about somebody, with the profile: chosen when they are asked for."""

from __future__ import annotations

from typing import Any

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.api.conftest import Client
from tests.api.test_memories import FORGET

PROFILE = """query($uri: String!) { entity(uri: $uri) { ... on EntityProfile {
  summary { lines { text memory pointer since dataSource } summarisedAt } } } }"""
NORA = "entity://person/nora"


async def lines_of(client: Client) -> list[dict[str, Any]]:
    summary: dict[str, Any] = (await client.data(PROFILE, uri=NORA))["entity"]["summary"]
    assert summary["summarisedAt"] is None
    return list(summary["lines"])


def say(lines: list[dict[str, Any]], word: str) -> bool:
    return any(word in line["text"] for line in lines)


async def test_a_summary_follows_what_is_known(client: Client, own: GraphMem, owner: str) -> None:
    tenant = Owner.named(owner)
    for text in (
        "Nora lives in Ankara.",
        "Nora works at Vestel as an engineer.",
        "Nora's birthday is on 4 March.",
        "Nora is allergic to walnuts.",
        "Nora plays the violin.",
        "Nora prefers letters to phone calls.",
        "Nora has a sister called Selin.",
    ):
        await own.observer.observe(tenant, text, speaker="Ada")
    first = await lines_of(client)
    digest = await own.owner(tenant).digest(NORA)
    assert len(digest.lines) > 5
    assert [line["memory"] for line in first] == [line.memory for line in digest.lines[:5]]
    assert all(line["pointer"].startswith("§ W-") and line["dataSource"] == "USER" for line in first)
    assert say(first, "Ankara")
    await own.observer.observe(tenant, "Nora lives in Izmir now.", speaker="Ada")
    moved = await lines_of(client)
    assert say(moved, "Izmir")
    assert not say(moved, "Ankara")
    for line in moved:
        await client.data(FORGET, id=line["memory"])
    assert not {line["memory"] for line in await lines_of(client)} & {line["memory"] for line in moved}
