"""`graphmem mcp`: the agent tools for a client that starts this command and talks to it."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.cli.options import OwnerOption
from graphmem.cli.output import opened, run


def mcp(
    owner: OwnerOption = None,
    agent: Annotated[str, typer.Option(help="The client's name, as the speaker of what it learns.")] = "agent",
    project: Annotated[
        str | None,
        typer.Option(help='What it works on; by default the repository it is started in; "" for none.'),
    ] = None,
) -> None:
    """Speak MCP at standard input and output: recall, learn and six more tools for an agent, until it hangs up."""
    from importlib.util import find_spec

    from graphmem.errors import MissingExtraError

    if find_spec("mcp_types") is None:
        raise MissingExtraError("MCP requests", "mcp")

    from graphmem.hooks.project import of_repository
    from graphmem.model.project import mark_of

    at_work_on = of_repository(".") if project is None else project
    mark_of(at_work_on or None)

    async def work() -> None:
        from graphmem.mcp_server.transports import serve_stdio

        async with opened() as memory:
            await serve_stdio(memory, owner, agent, at_work_on or None)

    run(work)
