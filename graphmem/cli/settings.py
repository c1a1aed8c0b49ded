"""`graphmem settings`: an owner's settings for the own memory."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from graphmem.cli.listing import table
from graphmem.cli.opened_memory import Target, on
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import out, print_json
from graphmem.errors import InvalidInputError
from graphmem.model.owner_choices import CHOICES, said
from graphmem.model.owner_settings import OwnerSettings
from graphmem.model.privacy import Handling, PrivacyClass


def settings(
    changes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUE…",
            help="The handling of a class of private data: "
            f"{', '.join(kind.value for kind in PrivacyClass)}; {', '.join(way.value for way in Handling)}. "
            f"Or how memory works: {', '.join(CHOICES)}; on, off, a number, names or `default`.",
        ),
    ] = None,
    recall_off: Annotated[
        list[str] | None,
        typer.Option("--recall-off", help="Agents whose recalls are off; may be repeated, `none` for none."),
    ] = None,
    agent: Annotated[str | None, typer.Option("--agent", help="Apply the choices to this agent only.")] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show or change an owner's settings: private data is kept, masked in memories, or refused."""
    pairs = [change.partition("=")[::2] for change in changes or ()]
    chosen = {name.strip(): value for name, value in pairs if name.strip() in CHOICES}
    wanted = dict(_change(f"{name}={value}") for name, value in pairs if name.strip() not in chosen)
    agents = None if not recall_off else () if recall_off == ["none"] else tuple(recall_off)

    how: dict[str, Any] = {"privacy": wanted, "recall_off": agents, "choices": chosen, "agent": agent}

    async def work(target: Target) -> OwnerSettings:
        kept = target.memory.owner_settings
        changes_any = wanted or chosen or agents is not None
        return await (kept.set(target.owner, **how) if changes_any else kept.get(target.owner))

    found = on(owner, work)
    told = {kind.value: found.privacy.of(kind).value for kind in PrivacyClass}
    if as_json:
        own = {"choices": dict(found.choices), "agents": {name: dict(one) for name, one in found.agents.items()}}
        print_json({"version": found.version, "privacy": told, "recall_off": list(found.recall_off), **own})
        return
    rows = ((kind.replace("_", " "), way) for kind, way in told.items())
    out.print(table("private data", "what is done with it", rows=rows, title=f"Version {found.version}"))
    layers: list[tuple[str, Any]] = [("", found.choices), *found.agents.items()]
    for name, own in layers:
        for setting, value in own.items():
            out.print(f"{setting}={said(value)}{f' for {name}' if name else ''}", markup=False)
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
            remedy=f"Write one of {', '.join(PrivacyClass)}, `=`, and one of {', '.join(Handling)}: card=refuse. "
            f"Or one of {', '.join(CHOICES)}: top_k=5.",
        ) from error
