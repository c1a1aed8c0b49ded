"""What a model says of a clause beside known memories, over real HTTP: it acts where a second reading agrees."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.gate import GateAction
from graphmem.model.observation import Observation, StatementVerdict
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from tests.support.model_answers import clauses_of, every
from tests.support.openai_server import OpenAIServer

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)

ROOF = "The roof of our shed leaks in two places."
SHEETS = "New bitumen sheets are up and everything stays dry."
"""A change that no word tells and no judge sees."""

CHANGES = [
    ("I take my coffee with sugar.", "I no longer take sugar in my coffee."),
    ("Kahveyi şekerli içiyorum.", "Artık kahveyi şekerli içmiyorum."),
]


def shown_in(body: dict[str, Any]) -> dict[int, str]:
    """The numbered memories of a request."""
    memories = json.loads(body["messages"][1]["content"]).get("memories", {})
    return {int(number): text for number, text in memories.items()}


def says(does: str, words: str, *, kept: bool = True) -> Any:
    """A model that keeps each clause, and says what the last does to the memory with these words."""

    def reply(body: dict[str, Any]) -> dict[str, Any]:
        told = [number for number, text in shown_in(body).items() if words in text]
        by = max(clauses_of(body))
        ends = [{"memory": number, "does": does, "by": by} for number in told]
        return {**(every(body) if kept else {"clauses": []}), "ends": ends}

    return reply


async def tell(memory: GraphMem, owner: Owner, text: str, day: int = 0, **more: Any) -> Observation:
    more = {"speaker": "Ada"} | more
    return await memory.observer.observe(owner, text, said_at=MONDAY + timedelta(days=day), **more)


async def known(memory: GraphMem, model: OpenAIServer, owner: Owner, text: str, **more: Any) -> str:
    """The id of a memory that is there before."""
    model.reply = every
    (one,) = (await tell(memory, owner, text, **more)).statements
    model.behave()
    return one.memory or ""


async def is_open(memory: GraphMem, owner: Owner, id_: str) -> bool:
    stored = (await memory.memories.get(owner, id_)).memory
    return stored.valid_until is None and stored.retracted_at is None


async def asked(memory: GraphMem, owner: Owner) -> int:
    return len((await memory.reviews.page(owner)).items)


@pytest.mark.parametrize(("old", "new"), CHANGES)
async def test_a_change_that_the_words_tell_too_acts(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, old: str, new: str
) -> None:
    before = await known(minded, model, tenant, old)
    model.reply = says("ends", old)
    seen = await tell(minded, tenant, new, 3)
    assert [one.action for one in seen.statements] == [GateAction.SUPERSEDE]
    assert not await is_open(minded, tenant, before)
    assert len(model.received) == 1, "one call reads and judges"


@pytest.mark.parametrize("does", ["ends", "corrects", "ends_part"])
async def test_a_change_that_the_model_alone_sees_is_asked_about(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, does: str
) -> None:
    before = await known(minded, model, tenant, ROOF)
    model.reply = says(does, ROOF)
    seen = await tell(minded, tenant, SHEETS, 3)
    assert [one.action for one in seen.statements] == [GateAction.CREATE]
    assert await is_open(minded, tenant, before)
    assert await asked(minded, tenant) == 1


@pytest.mark.parametrize(("old", "new"), CHANGES)
async def test_a_change_that_the_model_does_not_see_is_asked_about(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, old: str, new: str
) -> None:
    before = await known(minded, model, tenant, old)
    model.reply = every
    await tell(minded, tenant, new, 3)
    assert old in " ".join(shown_in(model.received[0].body).values())
    assert await is_open(minded, tenant, before)
    assert await asked(minded, tenant) == 1


async def test_a_clause_that_ends_something_is_kept(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    old, new = CHANGES[0]
    before = await known(minded, model, tenant, old)
    model.reply = says("ends", old, kept=False)
    seen = await tell(minded, tenant, new, 3)
    assert [one.text.startswith("Ada: I no longer take sugar") for one in seen.statements] == [True]
    assert not await is_open(minded, tenant, before)


async def test_an_instruction_that_ends_another_stays_one(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    """Though the model only says what it ends."""
    old = "From now on always answer me in German."
    model.reply = lambda body: every(body, standing=True)
    await tell(minded, tenant, old)
    model.reply = says("ends", old, kept=False)
    seen = await tell(minded, tenant, "From now on always answer me in French, no longer in German.", 3)
    assert [one.category for one in seen.statements] == [Category.POLICY]
    assert any(one.target for one in seen.statements)


@pytest.mark.parametrize(
    "changed", [{"memory": 99}, {"memory": 1}, {"by": 7}, {"by": 0}, {"does": "kills"}, {"by": "x"}]
)
async def test_what_was_not_shown_is_not_touched(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, changed: dict[str, Any]
) -> None:
    before = await known(minded, model, tenant, ROOF)

    def reply(body: dict[str, Any]) -> dict[str, Any]:
        (number,) = shown_in(body)
        return every(body) | {"ends": [{"memory": number, "does": "ends", "by": 1} | changed]}

    model.reply = reply
    await tell(minded, tenant, SHEETS, 3)
    assert await is_open(minded, tenant, before)
    assert await asked(minded, tenant) == 0


async def test_what_is_near_a_clause_that_the_encoder_does_not_keep_is_shown(
    minded: GraphMem, model: OpenAIServer, tenant: Owner
) -> None:
    await known(minded, model, tenant, ROOF)
    for number in range(8):
        await known(minded, model, tenant, f"I prefer green tea number {number} over coffee.")
    model.reply = says("ends_part", ROOF)
    seen = await tell(minded, tenant, "I prefer green tea over coffee. Is the roof of the shed still leaking?", 3)
    assert ROOF in " ".join(shown_in(model.received[0].body).values())
    assert len(seen.statements) == 2


async def test_rules_are_shown_beside_a_rule(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    """However far they are."""
    model.reply = lambda body: every(body, standing=True)
    await tell(minded, tenant, "Never call me before nine in the morning.")
    model.reply = every
    for number in range(8):
        await tell(minded, tenant, f"I wrote letter number {number} to Bora in British spelling.", number + 1)
    model.behave()
    await tell(minded, tenant, "From now on always use British spelling in a letter to Bora.", 20)
    shown = " ".join(shown_in(model.received[0].body).values())
    assert "before nine" in shown
    assert "letter number" in shown


async def test_another_owners_memory_is_never_shown(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    await known(minded, model, tenant, ROOF)
    await tell(minded, Owner.named(f"{tenant.name}-other"), SHEETS, 3)
    assert [shown_in(request.body) for request in model.received] == [{}]


async def told_by(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, **more: Any
) -> tuple[tuple[StatementVerdict, ...], str]:
    old, new = CHANGES[0]
    before = await known(minded, model, tenant, old)
    model.reply = says("ends", old)
    return (await tell(minded, tenant, new, 3, **more)).statements, before


async def test_another_speaker_only_opens_a_review(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    _, before = await told_by(minded, model, tenant, speaker="Bora")
    assert await is_open(minded, tenant, before)
    assert await asked(minded, tenant) == 1


@pytest.mark.parametrize("role", [Role.TOOL, Role.ASSISTANT])
async def test_nothing_but_a_user_ends_what_a_user_said(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, role: Role
) -> None:
    old = "The billing service at work runs on Postgres."
    before = await known(minded, model, tenant, old)
    model.reply = says("ends", old)
    await minded.observer.learn(tenant, "The billing service at work no longer runs on Postgres.", role=role)
    assert await is_open(minded, tenant, before)


async def test_an_immutable_memory_is_only_asked_about(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    old, new = CHANGES[0]
    model.reply = every
    (learned,) = (await minded.observer.learn(tenant, old, immutable=True, speaker="Ada")).statements
    model.reply = says("ends", old)
    await minded.observer.observe(tenant, new, speaker="Ada")
    assert await is_open(minded, tenant, learned.memory or "")
    assert await asked(minded, tenant) == 1


@pytest.mark.parametrize(
    ("old", "new", "action"),
    [
        ("I drink 2 cups of tea in the morning.", "I drink 3 cups of tea in the morning.", None),
        ("Sabahları 2 bardak çay içerim.", "Sabahları 3 bardak çay içerim.", None),
        ("I like my tea best on the balcony.", "The balcony is where I like tea best.", GateAction.REINFORCE),
    ],
)
async def test_the_same_is_one_unless_a_number_differs(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, old: str, new: str, action: GateAction | None
) -> None:
    await known(minded, model, tenant, old)
    model.reply = says("same", old)
    (one,) = (await tell(minded, tenant, new, 3)).statements
    if action is None:
        assert one.action is not GateAction.REINFORCE
    else:
        assert one.action is action


async def test_an_earlier_clause_may_be_ended(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    old, new = CHANGES[0]
    model.reply = lambda body: every(body) | {"ends": [{"memory": 1, "does": "ends", "by": 2}]}
    seen = await tell(minded, tenant, f"{old} {new}")
    assert [one.action for one in seen.statements] == [GateAction.CREATE, GateAction.SUPERSEDE]
    assert not await is_open(minded, tenant, seen.statements[0].memory or "")


async def test_a_cause_becomes_a_relation(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    model.reply = lambda body: every(body) | {"causes": [{"from": 2, "to": 1}, {"from": 1, "to": 9}, {"from": 1}]}
    seen = await tell(minded, tenant, "We moved to the second floor. The cellar was flooded in spring.")
    moved, flood = (one.memory or "" for one in seen.statements)
    view = await minded.memories.get(tenant, moved)
    told = [(one.type, one.outgoing, one.detected_by) for one in view.relations if one.id == flood]
    assert told == [("CAUSES", False, "model")]


async def test_words_that_are_over_choose_the_statement_of_a_clause(
    minded: GraphMem, model: OpenAIServer, tenant: Owner
) -> None:
    """Though the news shares more words with the other one."""
    parts = ("Bora sells new bitumen sheets", ROOF.rstrip("."))
    marks = [{"clause": 1, "part": one, "category": "fact"} for one in parts]
    effect = {"memory": 1, "does": "ends_part", "by": 2, "part": parts[1]}
    model.reply = {"clauses": [*marks, {"clause": 2, "category": "fact"}], "ends": [effect]}
    seen = await tell(minded, tenant, f"{parts[0]} and {parts[1]}. {SHEETS}")
    held = [await is_open(minded, tenant, one.memory or "") for one in seen.statements]
    reviewed = [one.older.id for one in (await minded.reviews.page(tenant)).items]
    touched = [number for number, one in enumerate(seen.statements) if not held[number] or one.memory in reviewed]
    assert touched == [1]


async def test_a_part_of_a_single_statement_is_only_asked_about(
    minded: GraphMem, model: OpenAIServer, tenant: Owner
) -> None:
    part = "a big brown dog named Rex"
    effect = {"memory": 1, "does": "ends_part", "by": 2, "part": part}
    model.reply = lambda body: every(body) | {"ends": [effect]}
    seen = await tell(minded, tenant, f"We have a cat and {part}. Our big brown dog Rex died.")
    assert [await is_open(minded, tenant, one.memory or "") for one in seen.statements] == [True, True]
    assert await asked(minded, tenant) == 1


async def test_without_such_words_the_nearest_statement_is_asked_about(
    minded: GraphMem, model: OpenAIServer, tenant: Owner
) -> None:
    marks = [{"clause": 1, "part": one, "category": "fact"} for one in ("Rita lives in Gaia", "Bora drives a Kangoo")]
    effect = {"memory": 1, "does": "ends_part", "by": 2}
    model.reply = {"clauses": [*marks, {"clause": 2, "category": "fact"}], "ends": [effect]}
    seen = await tell(minded, tenant, "Rita lives in Gaia and Bora drives a Kangoo. The Kangoo went to the scrapyard.")
    assert [await is_open(minded, tenant, one.memory or "") for one in seen.statements] == [True, True, True]
    (review,) = (await minded.reviews.page(tenant)).items
    assert "Kangoo" in review.older.text


async def test_a_known_memory_may_be_a_cause(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    before = await known(minded, model, tenant, ROOF)

    def reply(body: dict[str, Any]) -> dict[str, Any]:
        number = next(number for number, text in shown_in(body).items() if ROOF in text)
        return every(body) | {"causes": [{"from": number, "to": 1}, {"from": 99, "to": 1}]}

    model.reply = reply
    told_of = await tell(minded, tenant, "Bora bought bitumen sheets for the roof of our shed.", 3)
    (seen,) = told_of.statements
    assert told_of.stages[-1].detail == "1 statements by the model"
    view = await minded.memories.get(tenant, seen.memory or "")
    told = [(one.type, one.outgoing, one.detected_by) for one in view.relations if one.id == before]
    assert ("CAUSES", False, "model") in told
    before_it = await tell(minded, tenant, "Before the roof leaked, on 1 February 2026, Bora sold his ladder.", 4)
    (earlier,) = before_it.statements
    assert before_it.stages[-1].detail == "1 statements by the model"
    view = await minded.memories.get(tenant, earlier.memory or "")
    assert [one.type for one in view.relations if one.id == before and one.type == "CAUSES"] == []
