"""What is best supported of somebody, with the profile: written by the background, and never behind what is known."""

from __future__ import annotations

from typing import Any

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.api.conftest import Client
from tests.api.test_memories import FORGET
from tests.support.waiting import until

PROFILE = """query($uri: String!) { entity(uri: $uri) { ... on EntityProfile {
  summary { lines { text memory pointer since dataSource } summarisedAt } } } }"""
NORA = "entity://person/nora"


async def summary(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = (await client.data(PROFILE, uri=NORA))["entity"]["summary"]
    return found


async def test_a_summary_follows_what_is_known(client: Client, own: GraphMem, owner: str) -> None:
    tenant = Owner.named(owner)
    for text in (
        "Nora lives in Ankara.",
        "Nora works at Vestel as an engineer.",
        "Nora's birthday is on 4 March.",
        "Nora works at Vestel as an engineer in the test team.",
    ):
        await own.observer.observe(tenant, text, speaker="Ada")
    first = await summary(client)  # whether or not the background was faster
    said = [line["text"] for line in first["lines"]]
    assert any("Ankara" in text for text in said)
    assert any("Vestel" in text for text in said)
    assert all(line["pointer"].startswith("§ W-") and line["dataSource"] == "USER" for line in first["lines"])

    async def written() -> bool:
        return (await summary(client))["summarisedAt"] is not None

    await until(written)
    await own.observer.observe(tenant, "Nora lives in Izmir now.", speaker="Ada")
    moved = [line["text"] for line in (await summary(client))["lines"]]
    assert any("Izmir" in text for text in moved)
    assert not any("Ankara" in text for text in moved)
    for line in (await summary(client))["lines"]:
        await client.data(FORGET, id=line["memory"])
    left = {line["memory"] for line in (await summary(client))["lines"]}
    assert not left & {line["memory"] for line in first["lines"]}


async def test_nothing_is_kept_of_the_words(own: GraphMem, owner: str) -> None:
    """A summary is a choice of memories: refreshing is done once, and repeated it changes nothing."""
    tenant = Owner.named(owner)
    await own.observer.observe(tenant, "Nora lives in Ankara and plays the violin.", speaker="Ada")
    assert await own.summaries.refresh(tenant) >= 1
    assert await own.summaries.refresh(tenant) == 0
    kept = await own.summaries.of(tenant, NORA)
    assert kept.lines[0].memory
    assert kept.summarised_at is not None
