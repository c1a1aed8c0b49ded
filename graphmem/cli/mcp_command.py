"""`graphmem mcp`: the agent tools for a client that starts this command, and its configuration entry."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from graphmem.cli.options import OwnerOption
from graphmem.cli.output import carry_out, opened, run
from graphmem.clients import rules
from graphmem.clients.mcp_entries import PASSED_ON, Client, entry, file_of, planned
from graphmem.clients.program import program
from graphmem.errors import MissingExtraError

app = typer.Typer(invoke_without_command=True)

ClientArgument = Annotated[Client, typer.Argument(help="The client.")]
YesFlag = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
ConfigOption = Annotated[
    Path | None, typer.Option("--config", help="The configuration file; your client's own by default.")
]


@app.callback()
def mcp(
    context: typer.Context,
    owner: OwnerOption = None,
    agent: Annotated[str, typer.Option(help="The client's name, as the speaker of its statements.")] = "agent",
    project: Annotated[
        str | None,
        typer.Option(help='What it works on; by default the repository it is started in; "" for none.'),
    ] = None,
) -> None:
    """Speak MCP at standard input and output: recall, learn and six more tools for an agent."""
    if context.invoked_subcommand:
        return
    _must_be_there()

    from graphmem.hooks.project import of_repository
    from graphmem.model.project import mark_of

    at_work_on = of_repository(".") if project is None else project
    mark_of(at_work_on or None)

    async def work() -> None:
        from graphmem.mcp_server.transports import serve_stdio

        async with opened() as memory:
            await serve_stdio(memory, owner, agent, at_work_on or None)

    run(work)


@app.command("install")
def install(
    client: ClientArgument,
    owner: OwnerOption = None,
    yes: YesFlag = False,
    config: ConfigOption = None,
    with_rules: Annotated[
        bool, typer.Option("--rules", help="Also add to this project's rules file when to recall and learn.")
    ] = False,
) -> None:
    """Put an entry that starts `graphmem mcp` into a client's configuration: shows the change and asks."""
    _must_be_there()
    passed = {name: os.environ[name] for name in PASSED_ON if os.environ.get(name, "").strip()}
    wanted = entry(client, program(), owner, passed)
    ruled = rules.planned(client, _project()) if with_rules else None  # all refusals come before any writing
    plan = planned(client, _file(client, config), wanted)
    carry_out(plan, yes=yes, nothing="The entry is there already.", done="Written. Restart the client.")
    if ruled:
        nothing = f"{ruled.path} has the rules already."
        carry_out(ruled, yes=yes, nothing=nothing, done="Written. Restart the client.")


@app.command("uninstall")
def uninstall(client: ClientArgument, yes: YesFlag = False, config: ConfigOption = None) -> None:
    """Remove the entry from a client's configuration, and the rules from this project's rules file.

    Everything else stays unchanged.
    """
    plan = planned(client, _file(client, config), None)
    ruled = rules.planned(client, _project(), remove=True) if rules.has_rules(client) else None
    nothing = f"{plan.path} has no entry of graphmem."
    carry_out(plan, yes=yes, nothing=nothing, done="Removed. Restart the client.")
    if ruled and ruled.diff:
        carry_out(ruled, yes=yes, nothing="", done="Removed. Restart the client.")


def _file(client: Client, config: Path | None) -> Path:
    return config or file_of(client, Path.home(), os.environ)


def _project() -> Path:
    """The root of the present repository, else the present folder."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)


def _must_be_there() -> None:
    if find_spec("mcp_types") is None:
        raise MissingExtraError("MCP requests", "mcp")
