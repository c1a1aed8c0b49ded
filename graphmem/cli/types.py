"""`graphmem types`: declare an owner's own types of entities, list their entities, set one's type."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from graphmem.cli.listing import Listing, table
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target, on
from graphmem.cli.options import OwnerOption
from graphmem.cli.output import out, say
from graphmem.errors import InvalidInputError
from graphmem.model.own_types import OwnType
from graphmem.model.views import EntityRow, EntityView

app = typer.Typer(help="Your own types of entities, like recipe or client.", no_args_is_help=True)

MOST = 100


@app.command("set")
def set_(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="JSON: a list of types with name, description and fields; [] declares none."
        ),
    ],
    owner: OwnerOption = None,
) -> None:
    """Declare the types of a file, in place of the present ones."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(
            f"{file} cannot be read ({error}).", field="file", remedy="Name a JSON file."
        ) from error
    settings = on(owner, lambda one: one.memory.owner_settings.set(one.owner, choices={"types": text}))
    names = settings.of(None).own_types
    say(f"{len(names)} types: {', '.join(names)}." if names else "No types.")


def _type(one: OwnType) -> tuple[str, ...]:
    return one.name, one.description, ", ".join(one.fields) or "–"


TYPES = Listing(
    _type, ("type", "description", "fields"), title="Your own types",
    empty="No types are declared yet. Write some to a file, and read it: graphmem types set FILE",
)  # fmt: skip


def _show(found: Sequence[Any], *, name: str | None) -> None:
    if name is None:
        TYPES(found)
        return
    rows = ((str(row.mentions), row.name, row.uri) for row in found)
    out.print(table("memories", "name", "address", rows=rows, title=name))


@app.command()
@answers(_show)
async def show(
    target: Target,
    name: Annotated[str | None, typer.Argument(metavar="[TYPE]", help="List the entities of this type.")] = None,
) -> Sequence[OwnType] | Sequence[EntityRow]:
    """Show the types with their fields, or the entities of one."""
    if name is not None:
        return await target.memory.entities.of_own_type(target.owner, name, limit=MOST)
    return [*(await target.memory.owner_settings.get(target.owner)).of(None).own_types.values()]


def _sentence(view: EntityView) -> str:
    said = "".join(f", {field}: {value}" for field, value in view.fields.items())
    return f"{view.name} ({view.uri}): {view.own_type or 'no type'}{said}."


@app.command()
@answers(_sentence, as_plain=None)
async def give(
    target: Target,
    name: Annotated[str, typer.Argument(metavar="URI", help="An entity's address, or its name.")],
    own_type: Annotated[str, typer.Argument(metavar="TYPE", help="One of your types; `none` for none.")],
    fields: Annotated[list[str] | None, typer.Argument(metavar="FIELD=VALUE…", help="The entity's fields.")] = None,
) -> EntityView:
    """Set an entity's own type, with its fields. No later reading changes it."""
    told = {field.strip(): value for field, _, value in (one.partition("=") for one in fields or ())}
    entities, chosen = target.memory.entities, None if own_type == "none" else own_type
    return await entities.describe(target.owner, await entities.named(target.owner, name), chosen, told)
