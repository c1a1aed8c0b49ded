"""`graphmem types`: an owner's own types of entities: declare them, list what is of one, say what an entity is."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.listing import table
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import out, print_json
from graphmem.cli.working import on
from graphmem.errors import InvalidInputError
from graphmem.model.own_types import OwnType

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.model.palace import Owner
    from graphmem.model.views import EntityView

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
    """Declare the types of a file, in the place of those there were."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(
            f"{file} cannot be read ({error}).", field="file", remedy="Name a JSON file."
        ) from error
    settings = on(owner, lambda memory, whose: memory.owner_settings.set(whose, choices={"types": text}))
    names = settings.of(None).own_types
    out.print(f"{len(names)} types: {', '.join(names)}." if names else "No types.", markup=False, soft_wrap=True)


@app.command()
def show(
    name: Annotated[str | None, typer.Argument(metavar="[TYPE]", help="List what is of this type.")] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show the types with their fields, or the entities of one."""
    if name is not None:
        rows = on(owner, lambda memory, whose: memory.entities.of_own_type(whose, name, limit=MOST))
        if as_json:
            print_json([asdict(row) for row in rows])
            return
        lines = ((str(row.mentions), row.name, row.uri) for row in rows)
        out.print(table("memories", "name", "address", rows=lines, title=name))
        return

    async def work(memory: GraphMem, whose: Owner) -> list[OwnType]:
        return [*(await memory.owner_settings.get(whose)).of(None).own_types.values()]

    types = on(owner, work)
    if as_json:
        print_json([asdict(one) for one in types])
        return
    if not types:
        out.print(
            "No types are declared yet. Write some to a file, and read it: graphmem types set FILE", soft_wrap=True
        )
        return
    told = ((one.name, one.description, ", ".join(one.fields) or "–") for one in types)
    out.print(table("type", "description", "fields", rows=told, title="Your own types"))


@app.command()
def give(
    name: Annotated[str, typer.Argument(metavar="URI", help="An entity's address, or its name.")],
    own_type: Annotated[str, typer.Argument(metavar="TYPE", help="One of your types; `none` for none.")],
    fields: Annotated[list[str] | None, typer.Argument(metavar="FIELD=VALUE…", help="Its fields.")] = None,
    owner: OwnerOption = None,
) -> None:
    """Say which type an entity is of, with its fields. No reading changes it again."""
    told = {field.strip(): value for field, _, value in (one.partition("=") for one in fields or ())}
    chosen = None if own_type == "none" else own_type

    async def work(memory: GraphMem, whose: Owner) -> EntityView:
        return await memory.entities.describe(whose, await memory.entities.named(whose, name), chosen, told)

    view = on(owner, work)
    said = "".join(f", {field}: {value}" for field, value in view.fields.items())
    out.print(f"{view.name} ({view.uri}): {view.own_type or 'no type'}{said}.", markup=False, soft_wrap=True)
