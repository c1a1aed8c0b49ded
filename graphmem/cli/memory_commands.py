"""Commands made from work on an open memory: an async function asks, another shows the answer.

    @app.command()
    @answers(lambda told: f"Lifted. {told.memories} memories are back.")
    async def lift(target: Target, id: TombstoneId) -> Lifted:
        \"\"\"The help.\"\"\"
        return await target.memory.memories.tombstones.lift(target.owner, id)

What follows the target are the command's arguments and options; `--owner` and `--json` come with them.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import typer

from graphmem.cli.listing import Listing
from graphmem.cli.opened_memory import on
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import plain, print_json, say
from graphmem.verbs import evaluated

Parameters = Mapping[str, tuple[Any, Any]]
"""Typer's parameters by name: an annotation and a default."""

OWNER: Parameters = {"owner": (OwnerOption, None)}
JSON: Parameters = {"as_json": (JsonFlag, False)}


def answers(
    show: Callable[..., str | None], *, as_plain: Callable[[Any], Any] | None = plain
) -> Callable[[Callable[..., Awaitable[Any]]], Callable[..., None]]:
    """Make a command of work on an open memory; `show` prints the answer, or formats it as a sentence.

    `show` gets the command's arguments that its keyword-only parameters name. `as_plain` makes JSON of the answer; a
    Listing has its own form, and None means no `--json`. As the callback of a group it runs when no command of the
    group is named, and passes `--owner` on to those commands.
    """
    writes = show.plain if isinstance(show, Listing) and as_plain is plain else as_plain
    wanted = [one.name for one in inspect.signature(show).parameters.values() if one.kind is one.KEYWORD_ONLY]

    def made(work: Callable[..., Awaitable[Any]]) -> Callable[..., None]:
        def run(ctx: typer.Context, owner: str | None, as_json: bool = False, **given: Any) -> None:
            if ctx.invoked_subcommand is not None:
                ctx.obj = owner
                return
            found = on(owner or ctx.obj, lambda target: work(target, **given))
            if as_json and writes is not None:
                print_json(writes(found))
            elif told := show(found, **{name: given[name] for name in wanted if name in given}):
                say(told)

        _, *own = inspect.signature(work).parameters.values()
        parameters = {one.name: (evaluated(work, one.annotation), one.default) for one in own}
        context = {"ctx": (typer.Context, inspect.Parameter.empty)}
        return with_signature(run, work, {**context, **parameters, **OWNER, **(JSON if writes else {})})

    return made


def with_signature(run: Callable[..., None], named: Callable[..., Any], parameters: Parameters) -> Callable[..., None]:
    """The function as Typer reads it: with the given parameters, and the name and help of another."""
    vars(run)["__signature__"] = inspect.Signature(
        [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
            for name, (annotation, default) in parameters.items()
        ]
    )
    run.__annotations__ = {name: annotation for name, (annotation, _) in parameters.items()}
    run.__name__, run.__doc__, run.__module__ = named.__name__, named.__doc__, named.__module__
    return run
