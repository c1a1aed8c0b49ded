"""Types of entities that an owner declares: given by similarity, kept by a person, checked by their fields."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.services.archive.importing import WHOLE
from graphmem.services.ingestion.own_types import similar

BAND = {"name": "band", "description": "a band, singer or composer"}
PLANT = {"name": "plant", "description": "a plant, tree or flower that somebody grows"}
DRUG = {"name": "medicine", "description": "a medicine or supplement that somebody takes"}
GRUP = {"name": "müzisyen", "description": "bir grup, şarkıcı ya da besteci"}
BITKI = {"name": "bitki", "description": "birinin yetiştirdiği bir bitki, ağaç ya da çiçek"}


class Shape(StrEnum):
    DUO = "duo"
    TRIO = "trio"


class Band(BaseModel):
    """A band, with a class for its fields."""

    members: int | None = Field(default=None, ge=1, le=60)
    shape: Shape | None = None
    founded: str = Field(default="", json_schema_extra={"format": "date"})
    active: bool


TYPED = BAND | {"fields": Band}


def fielded(fields: Any) -> list[dict[str, Any]]:
    """A type with such fields."""
    return [{"name": "x", "description": "y", "fields": fields}]


async def declare(memory: GraphMem, tenant: Owner, *types: Any) -> None:
    await memory.owner_settings.set(tenant, choices={"types": list(types)})


@pytest.mark.parametrize(
    ("types", "text", "name", "own"),
    [
        ((BAND, PLANT, DRUG), "I saw Radiohead twice, what a concert.", "Radiohead", "band"),
        ((GRUP, BITKI), "Sezen Aksu konserinde en sevdiğim şarkıyı söyledi.", "Sezen Aksu", "müzisyen"),
    ],
)
async def test_what_is_named_gets_the_type_whose_description_is_nearest(
    memory: GraphMem, tenant: Owner, types: tuple[Any, ...], text: str, name: str, own: str
) -> None:
    await declare(memory, tenant, *types)
    await memory.observer.learn(tenant, text, speaker="Ada")
    view = await memory.entities.get(tenant, await memory.entities.named(tenant, name))
    assert (view.own_type, view.own_type_by) == (own, "similarity")
    assert view.own_type_score is not None
    assert 0.5 <= view.own_type_score <= 0.7
    assert view.uri in [one.uri for one in await memory.entities.of_own_type(tenant, own.upper())]
    listed = {one.uri: one.own_type for one in await memory.entities.all(tenant)}
    assert (listed[view.uri], listed.get("entity://person/ada")) == (own, None), "who speaks is of no type"


async def test_without_declared_types_nothing_has_one(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.learn(tenant, "I saw Radiohead in Lisbon in 2016.", speaker="Ada")
    assert {one.own_type for one in await memory.entities.all(tenant)} == {None}
    assert await similar(memory.embedder, [], [("Radiohead", "I saw Radiohead.")]) == [None]


async def test_what_a_person_says_stays_with_fields_that_are_checked(memory: GraphMem, tenant: Owner) -> None:
    await declare(memory, tenant, TYPED, PLANT)
    await memory.observer.learn(tenant, "I saw Radiohead in Lisbon in 2016.", speaker="Ada")
    uri = await memory.entities.named(tenant, "Radiohead")
    fields = {"members": "5", "active": "true", "founded": "1985-01-01"}
    view = await memory.entities.describe(tenant, uri, "Band", fields)
    assert view.fields == {"members": 5, "active": True, "founded": "1985-01-01"}
    assert (view.own_type, view.own_type_by, view.own_type_score) == ("band", "person", 1.0)
    for wrong, named in (
        ({"members": 0, "active": True}, "members of band is '0'"),
        ({"members": 5.5, "active": True}, "members of band is '5.5'"),
        ({"shape": "choir", "active": True}, "shape of band is 'choir'"),
        ({"founded": "soon", "active": True}, "founded of band is 'soon'"),
        ({"active": "maybe"}, "active of band is 'maybe'"),
        ({"colour": "red", "active": True}, "no field 'colour'"),
        ({"members": 5}, "needs its active"),
    ):
        with pytest.raises(InvalidInputError, match=named):
            await memory.entities.describe(tenant, uri, "band", wrong)
    await memory.observer.learn(tenant, "I grow Radiohead beside the roses, it is a flower.", speaker="Ada")
    assert (await memory.entities.get(tenant, uri)).fields == view.fields
    none = await memory.entities.describe(tenant, uri, None)
    assert (none.own_type, none.own_type_by, none.fields) == (None, None, {})
    await memory.observer.learn(tenant, "I saw Radiohead in Porto, what a concert.", speaker="Ada")
    assert (await memory.entities.get(tenant, uri)).own_type is None, "a person said that it has none"
    with pytest.raises(InvalidInputError, match="'recipe' is no declared type"):
        await memory.entities.describe(tenant, uri, "recipe")
    with pytest.raises(NotFoundError):
        await memory.entities.describe(Owner.named(f"{tenant.name}-other"), uri, None)


@pytest.mark.parametrize(
    ("types", "named"),
    [
        ("{", "no JSON"),
        ('{"name": "x"}', "types is"),
        ([{"name": "x" * 41, "description": "y"}], "x" * 41),
        ([{"name": "a<b", "description": "y"}], "a<b"),
        ([{"name": "x", "description": "y" * 201}], "201"),
        ([{"name": "x", "description": ""}], "description of x"),
        ([{"name": "x", "description": "y"}, {"name": "X", "description": "y"}], "'x' twice"),
        ([{"name": f"t{n}", "description": "y"} for n in range(51)], "51 types"),
        ([{"name": "x", "description": "y", "colour": 1}], "'colour'"),
        (
            [{"name": "x", "description": "y", "fields": {"properties": {"a": {"type": "object"}}}}],
            "a of x has the kind 'object'",
        ),
        ([{"name": "x", "description": "y", "fields": {"properties": {"a": {"pattern": "."}}}}], "'pattern'"),
        ([{"name": "x", "description": "y", "fields": {"properties": {"a b": "string"}}}], "'a b'"),
        (
            [{"name": "x", "description": "y", "fields": {"properties": {"a": {"type": "string", "maxLength": "1"}}}}],
            "maxLength",
        ),
        ([{"name": "x", "description": "y", "fields": 7}], "fields of x"),
    ],
)
async def test_what_no_type_can_be_is_refused_by_name(memory: GraphMem, tenant: Owner, types: Any, named: str) -> None:
    with pytest.raises(InvalidInputError, match=named) as refused:
        await memory.owner_settings.set(tenant, choices={"types": types})
    assert refused.value.remedy
    assert (await memory.owner_settings.get(tenant)).version == 0


async def test_types_and_fields_go_into_an_archive_and_an_erasure_removes_them(
    memory: GraphMem, tenant: Owner, tmp_path: Path
) -> None:
    await memory.owner_settings.set(tenant, choices={"types": json.dumps([BAND]), "functional": "speaks: one"})
    await memory.observer.learn(tenant, "I saw Radiohead in Lisbon in 2016, what a concert.", speaker="Ada")
    uri = await memory.entities.named(tenant, "Radiohead")
    before = await memory.entities.describe(tenant, uri, "band")
    await memory.archives.export(tenant, tmp_path / "own.zip")
    other = Owner.named(f"{tenant.name}-moved")
    await memory.archives.import_(other, tmp_path / "own.zip", trust=WHOLE)
    after = await memory.entities.get(other, uri)
    assert (after.own_type, after.own_type_by) == (before.own_type, "person")
    assert (await memory.owner_settings.get(other)).choices == (await memory.owner_settings.get(tenant)).choices
    await memory.erase(owner=other.name)
    assert (await memory.owner_settings.get(other)).choices == {}
    with pytest.raises(NotFoundError):
        await memory.entities.get(other, uri)
