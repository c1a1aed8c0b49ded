"""What is told an assistant in passing is of the minute: who has no name speaks to one, so does who is at work."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role

LINES = [
    (
        "the login page flickers, fix it please. all our handlers start with hs_ and take a context first.",
        ["all our handlers start with hs_ and take a context first."],
    ),
    (
        "giriş sayfası titriyor, düzelt. commit mesajları türkçe yazılır ve jira koduyla başlar.",
        ["commit mesajları türkçe yazılır ve jira koduyla başlar."],
    ),
    ("can you look at the export button? thanks for yesterday by the way.", []),
]


@pytest.mark.parametrize(("text", "kept"), LINES)
@pytest.mark.parametrize("project", [None, "shop"])
async def test_of_what_an_assistant_is_told_only_what_lasts_is_kept(
    memory: GraphMem, tenant: Owner, text: str, kept: list[str], project: str | None
) -> None:
    seen = await memory.observer.observe(tenant, text, project=project)
    assert [statement.text for statement in seen.statements] == [f"User: {one}" for one in kept]


@pytest.mark.parametrize(
    "text",
    [
        "dad is allergic to penicillin can anyone tell what he can have",
        "Dad is allergic to penicillin.",
        "sorry for the long message i'm allergic to penicillin",
        "gelinim hamile kaldı",
        "torunumda fıstık alerjisi var",
        "My cat died.",
        "Kedim öldü.",
    ],
)
async def test_what_a_life_may_hang_on_is_kept_however_short(memory: GraphMem, tenant: Owner, text: str) -> None:
    seen = await memory.observer.observe(tenant, text)
    assert [statement.text for statement in seen.statements] == [f"User: {text.partition(' can ')[0]}"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("how do I write on the form that I'm allergic to latex", "I'm allergic to latex"),
        ("torunumun fıstık alerjisi var kek önerir misin", "torunumun fıstık alerjisi var"),
    ],
)
async def test_it_is_kept_within_a_question(memory: GraphMem, tenant: Owner, text: str, said: str) -> None:
    seen = await memory.observer.observe(tenant, text)
    assert [statement.text for statement in seen.statements] == [f"User: {said}"]


THIN = {
    "can you fix the seating plan, we have 14 pupils and two of them use wheelchairs": "two of them use wheelchairs",
    "kardeşim martta Bursa'ya taşınıyor eve ne götüreyim": "kardeşim martta",
}
"""What says little as a whole, and what it tells beside its question."""


@pytest.mark.parametrize(("text", "said"), THIN.items())
async def test_what_is_told_beside_a_question_is_kept(memory: GraphMem, tenant: Owner, text: str, said: str) -> None:
    seen = await memory.observer.observe(tenant, text)
    (statement,) = seen.statements
    assert said in statement.text


async def test_little_that_tells_nothing_is_left_out(memory: GraphMem, tenant: Owner) -> None:
    for text in ("add milk and two lemons to that", "tabloyu düzeltir misin"):
        seen = await memory.observer.observe(tenant, text)
        assert not seen.statements
        assert not seen.kept


async def test_a_question_about_it_is_none(memory: GraphMem, tenant: Owner) -> None:
    for text in (
        "what can somebody with diabetes eat?",
        "alerjiye ne iyi gelir?",
        "do i have diabetes",
        "is my dog diabetic?",
        "oğlum alerjik mi acaba",
        "write a leaflet on diabetes",
    ):
        assert not (await memory.observer.observe(tenant, text)).statements


async def test_what_an_agent_edited_at_work_is_only_filed(memory: GraphMem, tenant: Owner) -> None:
    done = "Done. I moved the retry logic to src/retry.py and booked the review for Friday."
    seen = await memory.observer.observe(tenant, done, role=Role.ASSISTANT)
    assert len(seen.statements) == 1
    seen = await memory.observer.observe(tenant, done, role=Role.ASSISTANT, project="shop")
    assert (seen.statements, seen.stages[-1].detail) == ((), "what an agent did at work is only filed")
    found = await memory.recall("Where is the retry logic?", owner=tenant.name)
    assert done in {hit.drawer.text for hit in found.hits}
