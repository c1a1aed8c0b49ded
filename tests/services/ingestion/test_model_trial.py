"""A chat model's trial over real HTTP: marks of one that fails are never used."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from graphmem.config import Settings
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.providers.chat import OpenAIChat
from graphmem.services.ingestion.extraction_answer import Marks
from graphmem.services.ingestion.model_trial import RULES, WORTHY, sample, shortcomings
from tests.support.model_answers import GOOD_MARKS, MARKED, MONDAY, SAID, clauses_of, every, is_trial
from tests.support.openai_server import OpenAIServer

MARKED_TEXT = "On Friday I travel to Vienna."
"""The clause that MARKED marks: the second of a message."""


@pytest.fixture
def untried(model: OpenAIServer) -> Iterator[OpenAIServer]:
    """The endpoint whose model is tried for real."""
    model.tried = False
    yield model
    model.tried = True


async def told(memory: GraphMem, owner: Owner, text: str = SAID) -> str:
    """The last stage of an observed message."""
    return (await memory.observer.observe(owner, text, speaker="Ada", said_at=MONDAY)).stages[-1].detail


def keeping_all(body: dict[str, Any]) -> dict[str, Any]:
    return every(body, category="workflow", standing=True)


def trials(model: OpenAIServer) -> list[bool]:
    """Of each request, whether it was a trial."""
    return [is_trial(one.body) for one in model.received]


def test_the_sample_has_sixteen_clauses_of_which_half_say_something_lasting() -> None:
    window = sample()
    assert window.numbers == list(range(1, 17))
    assert sorted(window.memories) == [17, 18, 19, 20]
    assert len(WORTHY) * 2 == len(window.numbers)
    assert RULES < WORTHY


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({}, []),
        ({"clauses": []}, ["it keeps 0 of 8 clauses that say nothing lasting and misses 8 of 8 that do"]),
        (
            {"clauses": [{"clause": number} for number in range(1, 17)]},
            ["it keeps 8 of 8 clauses that say nothing lasting and misses 0 of 8 that do"],
        ),
        (
            {"clauses": [{"clause": number, "standing": True} for number in sorted(WORTHY)]},
            ["it takes 6 clauses for rules that are none"],
        ),
        (
            {"ends": [{"memory": number, "does": "ends", "by": 6} for number in (17, 18, 19, 20)]},
            ["it ends 2 memories that still hold"],
        ),
        ({"clauses": [*GOOD_MARKS["clauses"], *({"clause": number} for number in range(17, 40))]}, []),
        ({"ends": [{"memory": number, "does": "same", "by": 6} for number in (17, 18, 19, 20)]}, []),
    ],
)
def test_what_is_wrong_with_marks(changed: dict[str, Any], wrong: list[str]) -> None:
    assert shortcomings([Marks.model_validate(GOOD_MARKS | changed)]) == wrong


async def test_marks_of_a_model_that_keeps_everything_are_not_used(
    minded: GraphMem, untried: OpenAIServer, tenant: Owner, memory: GraphMem
) -> None:
    untried.reply = keeping_all
    assert await told(minded, tenant) == (
        "2 statements by the encoder because small-1 failed its trial: it keeps 8 of 8 clauses that say nothing "
        "lasting and misses 0 of 8 that do, it takes 14 clauses for rules that are none"
    )
    await told(minded, tenant, "Good morning! I moved to Graz.")
    assert trials(untried) == [True]  # once, and no turn was sent
    assert (await minded.health(owner=tenant))["chat"].startswith("small-1 failed its trial: it keeps 8 of 8")
    (said,) = [one for one in await minded.doctor() if one.check == "the chat model passes its trial"]
    assert (said.count, said.grave) == (1, False)
    assert said.example is not None
    assert said.example.startswith("small-1 failed its trial")
    page = await minded.memories.page(tenant, first=20)
    assert not [one.text for one in page.items if "morning" in one.text]
    assert not [one.text for one in page.items if one.category.value == "policy"]


async def test_a_model_that_passes_reads_and_is_tried_once(
    minded: GraphMem, untried: OpenAIServer, tenant: Owner
) -> None:
    untried.reply = lambda body: GOOD_MARKS if is_trial(body) else {"clauses": [MARKED]}
    assert await told(minded, tenant) == "1 statements by the model"
    await told(minded, tenant, "On Friday I travel to Graz.")
    assert trials(untried) == [True, False, False]
    assert (await minded.health(owner=tenant))["chat"] == "small-1"
    assert [one.count for one in await minded.doctor() if "chat model" in one.check] == [0]


async def test_a_trial_without_an_answer_is_tried_again_after_a_minute(
    minded: GraphMem, untried: OpenAIServer, tenant: Owner
) -> None:
    untried.reply = lambda body: GOOD_MARKS if is_trial(body) else {"clauses": [MARKED]}
    untried.behave("no_model")
    assert "by the encoder because" in await told(minded, tenant)
    assert "by the encoder because" in await told(minded, tenant, "My sister Rita lives in Gaia.")
    assert trials(untried) == [True]
    assert minded.asker is not None
    assert "gave no answer to its trial" in (await minded.health(owner=tenant))["chat"]
    (said,) = [one for one in await minded.doctor() if "chat model" in one.check]
    assert (said.check, said.count) == ("the chat model answers", 1)
    minded.asker.trial.again_at = float("-inf")
    assert await told(minded, tenant, f"Well, then. {MARKED_TEXT}") == "1 statements by the model"
    assert trials(untried) == [True, True, False]


async def test_a_sample_that_is_too_much_is_asked_about_in_halves(
    minded: GraphMem, untried: OpenAIServer, tenant: Owner
) -> None:
    def reply(body: dict[str, Any]) -> dict[str, Any]:
        if not is_trial(body):
            return {"clauses": [MARKED]}
        if len(clauses_of(body)) > 8:
            return {"nothing": "of the form"}
        return GOOD_MARKS

    untried.reply = reply
    assert await told(minded, tenant) == "1 statements by the model"
    assert trials(untried) == [True, True, True, True, False]  # what cannot be read is asked again


async def test_messages_at_once_share_one_trial(minded: GraphMem, untried: OpenAIServer, tenant: Owner) -> None:
    untried.reply = keeping_all
    names = ("Rita", "Bora", "Elif", "Joel")
    seen = await asyncio.gather(*(told(minded, tenant, f"My friend {name} lives in Gaia.") for name in names))
    assert all("failed its trial" in one for one in seen)
    assert trials(untried) == [True]


async def test_an_owner_who_lets_no_model_read_is_not_asked_about(
    minded: GraphMem, untried: OpenAIServer, tenant: Owner
) -> None:
    await minded.owner_settings.set(tenant, choices={"chat_model": "off"})
    assert "the owner lets no chat model read" in await told(minded, tenant)
    assert trials(untried) == []


async def test_the_setting_leaves_the_trial_out(
    memory: GraphMem, untried: OpenAIServer, settings: Settings, tenant: Owner
) -> None:
    untried.reply = {"clauses": [MARKED]}
    chat = OpenAIChat("small-1", base_url=untried.url, timeout=2)
    bold = settings.model_copy(update={"chat_trial": False})
    graph = GraphMem(bold, memory.database, memory.embedder, memory.usage, chat=chat)
    assert await told(graph, tenant) == "1 statements by the model"
    assert trials(untried) == [False]
    await chat.aclose()
