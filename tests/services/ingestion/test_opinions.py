"""A model is asked about the pairs that the pair judge is not sure of, over HTTP; else the learned verdict stands."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.language import Language
from graphmem.model.observation import Observation
from graphmem.model.palace import Owner
from graphmem.services import judging
from graphmem.services.ingestion.opinions import MOST, helped
from graphmem.services.ingestion.synthesis import Pair
from graphmem.services.model_calls import Asker
from tests.support.openai_server import OpenAIServer

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
KNOWN = (
    "Ada takes her coffee with sugar.",
    "Ada hosts her site on Netlify.",
    "Ada's favourite colour is green.",
    "Ada is allergic to cats.",
)
NEW = (
    "Ada has gone off sugar in her coffee lately.",
    "Ada's site runs from a Hetzner box these days.",
    "Lately blue appeals to Ada more than green.",
    "Ada's doctor says it was never the cats, it is dust.",
)
"""Changes that no learned judge was sure of when they were written; a later one may well be of one or two."""

CHANGES = tuple(zip(KNOWN, NEW, strict=True))


def asker(memory: GraphMem) -> Asker:
    assert memory.chat is not None
    return Asker(memory.chat, memory.ops_log, memory.ledger.sink)


def scripted(action: str) -> Any:
    """A model that forms what was said as it was, and says `action` of every change above, "different" of the rest."""

    def reply(body: dict[str, Any]) -> Any:
        data = json.loads(body["messages"][1]["content"])
        if "pairs" in data:
            said = [action if (one["older"], one["newer"]) in CHANGES else "different" for one in data["pairs"]]
            return {"pairs": [{"number": place, "action": one} for place, one in enumerate(said, 1)]}
        texts = data["turns"][-1]["text"].split(" | ")
        return {"memories": [{"turn": 1, "text": text, "category": "fact"} for text in texts]}

    return reply


async def told(memory: GraphMem, owner: Owner, said: tuple[str, ...], day: int) -> Observation:
    return await memory.observer.observe(owner, " | ".join(said), speaker="Ada", said_at=MONDAY + timedelta(days=day))


def asked_about(model: OpenAIServer) -> list[dict[str, Any]]:
    data = [json.loads(one.body["messages"][1]["content"]) for one in model.received]
    return [pair for one in data for pair in one.get("pairs", ())]


async def test_an_opinion_decides_where_the_judge_is_not_sure(
    minded: GraphMem, model: OpenAIServer, tenant: Owner
) -> None:
    model.reply = scripted("different")
    await told(minded, tenant, KNOWN, 0)
    model.behave()
    model.reply = scripted("replaces")
    seen = await told(minded, tenant, NEW, 3)
    asked = {pair["newer"] for pair in asked_about(model) if (pair["older"], pair["newer"]) in CHANGES}
    changed = {one.text for one in seen.statements if one.action is GateAction.SUPERSEDE}
    assert asked
    assert asked <= changed
    assert len(model.received) == 2  # one call that forms, one about all pairs
    assert len(asked_about(model)) <= MOST
    page = await minded.memories.page(tenant, first=20)
    assert {one.text for one in page.items} == {*NEW, *(old for old, new in CHANGES if new not in changed)}


@pytest.mark.parametrize("behaviour", ["different", "words"])
async def test_nothing_ends_by_another_opinion_or_none(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, behaviour: str
) -> None:
    """A model that says so keeps both; one that answers in words leaves it to the judge, who was not sure."""
    model.reply = scripted("different")
    await told(minded, tenant, KNOWN[:1], 0)
    if behaviour == "words":
        model.behave("ok", default="words")
    seen = await told(minded, tenant, NEW[:1], 3)
    assert [one.action for one in seen.statements] == [GateAction.CREATE]
    assert seen.statements[0].reason.startswith("says something else") is (behaviour == "different")


async def test_texts_and_opinions_share_a_call(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    adds = Pair("Ada plays the violin in Vienna.", "Ada has played the violin since 2019.", Language.EN)
    doubt = Pair(KNOWN[0], NEW[0], Language.EN)
    text = "Ada has played the violin in Vienna since 2019."
    model.reply = {
        "pairs": [
            {"number": 1, "action": "Replaces", "relation": "contradicts"},
            {"number": 2, "text": text, "action": "adds"},
            {"number": 7, "action": "same"},
        ]
    }
    found = await helped(asker(minded), tenant, [adds], [doubt])
    assert found.merged == {adds: text}
    assert found.opinions == {(doubt.old, doubt.new): judging.Opinion("supersede", "CONTRADICTS")}
    assert len(model.received) == 1
    assert [pair.get("write", False) for pair in asked_about(model)] == [False, True]
