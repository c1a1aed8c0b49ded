"""`graphmem settings`: what an owner has set for their own memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.listing import table
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import out, print_json
from graphmem.cli.working import on
from graphmem.errors import InvalidInputError
from graphmem.model.privacy import Handling, PrivacyClass

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.model.owner_settings import OwnerSettings
    from graphmem.model.palace import Owner


def settings(
    changes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLASS=HANDLING…",
            help="What to do with a class of private data: "
            f"{', '.join(kind.value for kind in PrivacyClass)}; {', '.join(way.value for way in Handling)}.",
        ),
    ] = None,
    recall_off: Annotated[
        list[str] | None,
        typer.Option("--recall-off", help="Agents that no recall tells anything; may be repeated, `none` for none."),
    ] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show or change an owner's settings: private data is kept, masked in memories, or refused."""
    wanted = dict(_change(change) for change in changes or ())
    agents = None if not recall_off else () if recall_off == ["none"] else tuple(recall_off)

    async def work(memory: GraphMem, whose: Owner) -> OwnerSettings:
        if not wanted and agents is None:
            return await memory.owner_settings.get(whose)
        return await memory.owner_settings.set(whose, privacy=wanted, recall_off=agents)

    found = on(owner, work)
    told = {kind.value: found.privacy.of(kind).value for kind in PrivacyClass}
    if as_json:
        print_json({"version": found.version, "privacy": told, "recall_off": list(found.recall_off)})
        return
    rows = ((kind.replace("_", " "), way) for kind, way in told.items())
    out.print(table("private data", "what is done with it", rows=rows, title=f"Version {found.version}"))
    if found.recall_off:
        out.print(f"No recall for: {', '.join(found.recall_off)}", markup=False)


def _change(text: str) -> tuple[PrivacyClass, Handling]:
    kind, _, way = text.partition("=")
    try:
        return PrivacyClass(kind.strip()), Handling(way.strip())
    except ValueError as error:
        raise InvalidInputError(
            f"{text[:60]!r} is no setting.",
            field="changes",
            remedy=f"Write one of {', '.join(PrivacyClass)}, `=`, and one of {', '.join(Handling)}: card=refuse.",
        ) from error
