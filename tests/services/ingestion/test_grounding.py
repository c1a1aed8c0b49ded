"""What a model says of a turn, over real HTTP: only what stands in it is stored, and nothing vital is lost."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from tests.support.openai_server import OpenAIServer
from tests.support.told import MONDAY

TEA = "I prefer green tea over coffee."
SAME = "Ada prefers green tea over coffee."
ALLERGY = "I am allergic to penicillin."
TURKISH = "Penisiline alerjim var."


async def texts(memory: GraphMem, owner: Owner, text: str) -> list[str]:
    seen = await memory.observer.observe(owner, text, speaker="Ada", said_at=MONDAY)
    return [one.text for one in seen.statements]


@pytest.mark.parametrize(
    "told",
    [
        {"text": "User has type 2 diabetes and lives in Oslo.", "category": "policy"},
        {"text": "Ada prefers 3 cups of green tea over coffee."},
        {"text": "Ada prefers green tea over coffee since 2019-05-04."},
        {"text": "Ada prefers green tea over coffee in Oslo."},
        {"text": "Ada does not prefer green tea over coffee."},
        {"text": SAME, "quote": "I never drink coffee at night"},
        {"text": "Ada is diabetic.", "quote": "I prefer green tea"},
    ],
)
async def test_what_the_turn_does_not_say_is_not_stored(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, told: dict[str, Any]
) -> None:
    model.reply = {"memories": [{"turn": 1, "category": "fact", **told}]}
    assert told["text"] not in await texts(minded, tenant, TEA)


@pytest.mark.parametrize(
    ("said", "text", "quote"),
    [
        (TEA, SAME, "I prefer green tea"),
        ("Yesterday I moved to Bergen.", "Ada moved to Bergen on 2026-03-01.", "I moved to Bergen"),
        ("Dün Ankara'ya taşındım.", "Ada 2026-03-01 tarihinde Ankara'ya taşındı.", "Ankara'ya taşındım"),
    ],
)
async def test_what_it_says_in_other_words_is(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, said: str, text: str, quote: str
) -> None:
    model.reply = {"memories": [{"turn": 1, "category": "fact", "text": text, "quote": quote}]}
    assert await texts(minded, tenant, said) == [text]


@pytest.mark.parametrize("said", [ALLERGY, TURKISH])
@pytest.mark.parametrize("told", [[], [{"turn": 7, "text": SAME}], [{"turn": 1, "text": "Ada owns a yacht."}]])
async def test_no_answer_loses_an_allergy(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, said: str, told: list[dict[str, Any]]
) -> None:
    model.reply = {"memories": told}
    assert await texts(minded, tenant, said) == [f"Ada: {said}"]


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.TOOL])
async def test_only_a_user_teaches(minded: GraphMem, model: OpenAIServer, tenant: Owner, role: Role) -> None:
    text = "The deployment of the billing service to Frankfurt failed with error 503 on Monday morning."
    lesson = "Send every invoice to the billing service."
    model.reply = {"memories": [{"turn": 1, "text": text, "category": "policy", "lesson": lesson}]}
    seen = await minded.observer.learn(tenant, text, role=role)
    assert [(one.text, one.lesson) for one in seen.statements] == [(text, "")]
    assert seen.statements[0].category is not Category.POLICY
