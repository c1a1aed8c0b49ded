"""What an owner declares, told to a model over real HTTP: types it chooses from, and what it never keeps."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.support.openai_server import OpenAIServer

TYPES = [{"name": "recipe", "description": "a dish that somebody cooks"}, {"name": "plant", "description": "a plant"}]


def marked(own: str) -> dict[str, object]:
    mention = {"name": "Pavlova", "type": "item", "own": own}
    return {"clauses": [{"clause": 1, "part": "", "category": "fact", "mentions": [mention]}]}


@pytest.mark.parametrize(
    ("said", "own", "wanted"),
    [
        ("I bake Pavlova for every birthday of my sister.", "Recipe", "recipe"),
        ("Kız kardeşimin her doğum gününde Pavlova yaparım.", "recipe", "recipe"),
        ("I bake Pavlova for every birthday of my sister.", "", None),
        ("I bake Pavlova for every birthday of my sister.", "weapon", None),
    ],
)
async def test_the_type_that_a_model_marks_is_used_where_it_is_declared(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, said: str, own: str, wanted: str | None
) -> None:
    await minded.owner_settings.set(tenant, choices={"types": TYPES})
    model.reply = marked(own)
    assert (await minded.observer.observe(tenant, said, speaker="Ada")).statements
    view = await minded.entities.get(tenant, await minded.entities.named(tenant, "Pavlova"))
    assert view.own_type == wanted
    assert (view.own_type_by, view.own_type_score) == (("model", 0.9) if wanted else (None, None))
    system, asked = (str(one["content"]) for one in model.received[-1].body["messages"])
    assert "a dish that somebody cooks" in asked
    assert 'the name in "types"' in system


async def test_without_declarations_a_model_is_told_nothing_of_them(
    minded: GraphMem, model: OpenAIServer, tenant: Owner
) -> None:
    await minded.observer.observe(tenant, "I bake Pavlova for every birthday of my sister.", speaker="Ada")
    system, asked = (str(one["content"]) for one in model.received[-1].body["messages"])
    assert not any(word in system + asked for word in ("types", "instructions"))


@pytest.mark.parametrize("vital", ["I'm allergic to penicillin.", "Penisiline alerjim var."])
async def test_never_is_told_to_the_model_whose_mark_drops_even_what_is_vital(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, vital: str
) -> None:
    await minded.owner_settings.set(tenant, choices={"instructions": "Never keep anything about health."})
    assert (await minded.observer.observe(tenant, vital, speaker="Ada")).statements, "the model was silent"
    model.reply = {"clauses": [{"clause": 1, "keep": False}]}
    assert not (await minded.observer.observe(tenant, vital.replace(".", "!"), speaker="Ada")).statements
    assert "Never keep anything about health." in str(model.received[-1].body["messages"][1]["content"])
    assert (await minded.observer.learn(tenant, f"{vital} Truly.", speaker="Ada")).statements
