"""Statements that differ in a value are two memories, and doubts close none, through GraphQL.

The lines of `never_merged.jsonl` are pairs of which the newer statement is told after the older. `trap` is what
differs; `hard` are some of those that vectors and the judge take for one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import Client
from tests.api.test_memories import MEMORY
from tests.api.test_observe import learn, observe
from tests.api.test_reviews import asked

PAIRS = [json.loads(line) for line in Path(__file__).with_name("never_merged.jsonl").read_text().splitlines()]


async def told(client: Client, text: str) -> dict[str, Any]:
    (statement,) = (await learn(client, text))["statements"]
    return dict(statement)


async def merged(client: Client, pairs: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """The pairs that end as one memory, with the gate's reason."""
    found = []
    for pair in pairs:
        old, new = await told(client, pair["old"]), await told(client, pair["new"])
        if new["memory"] == old["memory"]:
            found.append((pair["old"], pair["new"], new["reason"]))
    return found


async def test_what_differs_in_a_value_is_another_memory(client: Client) -> None:
    assert not await merged(client, [one for one in PAIRS if one.get("hard")])


@pytest.mark.long
async def test_what_differs_in_any_value_is_another_memory(client: Client) -> None:
    assert not await merged(client, [one for one in PAIRS if one["trap"]])


@pytest.mark.parametrize("language", ["en", "tr"])
async def test_what_is_said_in_another_form_reinforces(client: Client, language: str) -> None:
    apart = []
    for pair in (one for one in PAIRS if not one["trap"] and one["lang"] == language):
        await told(client, pair["old"])
        new = await told(client, pair["new"])
        if new["action"] != "REINFORCE":
            apart.append((pair["old"], pair["new"], new["reason"]))
    assert not apart


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (
            "My team keeps the session cache in Redis since March.",
            "I decided to buy a bigger server in Berlin, because I'm not sure if Redis can take the load of the cache.",
        ),
        (
            "My team keeps the session cache in Redis since March.",
            "My team keeps the session cache not only in Redis but in Postgres, too.",
        ),
        (
            "My team keeps the session cache in Redis since March.",
            "The new cache of my team is not as fast as Redis, and it stands in Berlin.",
        ),
        (
            "Ekibim oturum önbelleğini Redis'te tutuyor.",
            "Ekibim oturum önbelleğini sadece Redis'te değil, Postgres'te de tutuyor.",
        ),
    ],
)
async def test_a_doubt_closes_nothing(client: Client, known: str, said: str) -> None:
    before = (await observe(client, known, saidAt="2026-05-04T09:00:00Z"))["statements"]
    seen = await observe(client, said, saidAt="2026-05-11T09:00:00Z")
    assert "SUPERSEDE" not in {one["action"] for one in seen["statements"]}
    held = (await client.data(MEMORY, id=before[0]["memory"]))["memory"]["memory"]
    assert (held["validUntil"], held["retractedAt"]) == (None, None)


async def test_a_correction_that_the_judge_confirms_acts(client: Client) -> None:
    before = await told(client, "Yusuf'un doğum günü 8 Kasım.")
    after = await told(client, "yok ya Yusuf'un doğum günü 18 Kasım, yanlış yazmışım")
    assert (after["action"], after["target"]) == ("SUPERSEDE", before["memory"])


async def test_a_correction_that_the_judge_does_not_confirm_is_asked_about(client: Client) -> None:
    before = await told(client, "Maisie starts at Oakfield in September and her uniform is already bought.")
    after = await told(client, "Maisie starts at St Jude's in September, not Oakfield, so we had to return everything.")
    assert (after["action"], after["target"]) == ("CREATE", before["memory"])
    assert [one["older"]["id"] for one in await asked(client)] == [before["memory"]]
