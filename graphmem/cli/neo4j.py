"""`graphmem neo4j`: control of the embedded database."""

from __future__ import annotations

import asyncio
import json
import webbrowser
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import quote

import typer
from rich.status import Status

from graphmem.cli.output import err, escape, out, print_json
from graphmem.config import Settings, load_settings
from graphmem.errors import ConfigurationError, ServerError
from graphmem.server import supervisor
from graphmem.server.conf import LOOPBACK, USER
from graphmem.server.state import ServerFiles, ServerState
from graphmem.server.style import NOTEBOOKS

app = typer.Typer(
    help="The embedded Neo4j: start it, stop it, browse it.", no_args_is_help=True, rich_markup_mode="rich"
)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command()
def start(as_json: Json = False) -> None:
    """Start Neo4j and let it run until [bold]graphmem neo4j stop[/bold]. The first start downloads 195 MB."""
    settings = _embedded()
    with err.status("looking for Neo4j") as status:
        reused = asyncio.run(_start(settings, status))
    files = supervisor.files_of(settings)
    if as_json:
        print_json({"started": not reused} | _report(files))
        return
    out.print("[green]Neo4j was already running[/green]" if reused else "[green]Neo4j is running[/green]")
    _show(files)


@app.command()
def stop(
    force: Annotated[
        bool, typer.Option("--force", help="Stop it even while others use it; they start it again.")
    ] = False,
) -> None:
    """Stop Neo4j; when others still use it, it stops with the last of them."""
    files = supervisor.files_of(_embedded())
    if not files.child_lives():
        out.print("Nothing to stop: no embedded Neo4j is running.")
        return
    files.pin.unlink(missing_ok=True)
    with err.status("stopping Neo4j"):
        stopped = asyncio.run(_stop(files, force=force))
    if stopped:
        out.print("[green]Neo4j has stopped[/green]")
    else:
        out.print(
            "[yellow]Other processes still use Neo4j[/yellow]: it stops with the last of them. "
            "To stop it now: graphmem neo4j stop --force"
        )


@app.command()
def status(as_json: Json = False) -> None:
    """Show whether Neo4j runs, where, and which process keeps it running."""
    files = supervisor.files_of(_embedded())
    if as_json:
        print_json(_report(files))
    elif files.running():
        _show(files)
    elif files.child_lives():
        out.print(f"[yellow]Neo4j is starting or stopping[/yellow]. Logs: {files.logs}", soft_wrap=True)
    else:
        out.print("No embedded Neo4j is running. Start it with: [bold]graphmem neo4j start[/bold]")


@app.command()
def browser(
    print_only: Annotated[bool, typer.Option("--print", help="Do not open a web browser.")] = False,
    show_password: Annotated[bool, typer.Option("--show-password", help="Print the password itself.")] = False,
) -> None:
    """Open Neo4j Browser on the graph. Log in with the user and the password named here."""
    files = supervisor.files_of(_embedded())
    state = files.running()
    if state is None:
        raise ServerError("no embedded Neo4j is running.", remedy="Start it with `graphmem neo4j start`.")
    url = browser_url(state, query_of("0-story.cypher", load_settings().owner))
    password = files.ensure_password() if show_password else f"in the file {files.password}"
    _tell({"address": url, "user": USER, "password": password})
    _tell({"queries": str(NOTEBOOKS / "browser"), "tour": str(NOTEBOOKS / "tour.ipynb")})
    if not print_only and not webbrowser.open(url):
        out.print("[yellow]No web browser could be opened[/yellow]; open the address yourself.")


def ensure_running() -> bool:
    """Start Neo4j unless it runs, and pin it; returns whether it was started."""
    settings = _embedded()
    if supervisor.files_of(settings).running():
        return False
    with err.status("looking for Neo4j") as shown:
        return not asyncio.run(_start(settings, shown))


def saved_queries() -> list[tuple[str, str]]:
    """The saved queries that graphmem ships, in order, each with the first line of its comment."""
    files = sorted((NOTEBOOKS / "browser").glob("*.cypher"), key=lambda file: int(file.stem.partition("-")[0]))
    return [(file.name, file.read_text("utf-8").partition("\n")[0].lstrip("/ ")) for file in files]


def query_of(name: str, owner: str) -> str:
    """A shipped query, for an owner's memory.

    Signs with a meaning in an address are escaped: Browser decodes an address before it splits it.
    """
    text = (NOTEBOOKS / "browser" / name).read_text("utf-8")
    named = json.dumps(owner, ensure_ascii=False)
    literal = "".join(f"\\u{ord(sign):04x}" if sign in "&#+%=?" else sign for sign in named)
    return text.replace("'demo' AS owner", f"{literal} AS owner", 1)


def browser_url(state: ServerState, query: str | None = None) -> str:
    """The address of Neo4j Browser with server, user and a query filled in.

    It takes no password that way.
    """
    connect = quote(f"bolt://{USER}@{LOOPBACK}:{state.bolt_port}", safe="")
    url = f"http://{LOOPBACK}:{state.http_port}/browser/?connectURL={connect}"
    return url if query is None else f"{url}&cmd=edit&arg={quote(query, safe='')}"


def _embedded() -> Settings:
    settings = load_settings()
    if settings.neo4j_uri:
        raise ConfigurationError(
            f"NEO4J_URI names another server, {settings.neo4j_uri}; the embedded Neo4j is not used.",
            remedy="Unset NEO4J_URI to use the embedded one.",
        )
    return settings


@dataclass(frozen=True, slots=True)
class _Shown:
    """Progress as one changing line: a share of a known total, else seconds."""

    status: Status

    def __call__(self, what: str, done: int, total: int | None) -> None:
        counted = f"{done} of {total}" if total else f"{done} s"
        self.status.update(f"{what}: {counted}")


async def _start(settings: Settings, status: Status) -> bool:
    server = await supervisor.acquire(settings, _Shown(status))
    try:
        supervisor.pin(server)
    finally:
        await supervisor.release(server)
    return server.reused


async def _stop(files: ServerFiles, *, force: bool) -> bool:
    if force:
        await supervisor.end(files)
        return True
    return await supervisor.stop_unused(files)


def _report(files: ServerFiles) -> dict[str, object]:
    state = files.running()
    if state is None:
        return {"running": False, "home": str(files.root)}
    return {
        "running": True,
        "uri": f"bolt://{LOOPBACK}:{state.bolt_port}",
        "http_url": f"http://{LOOPBACK}:{state.http_port}",
        "browser_url": browser_url(state),
        "user": USER,
        "password_file": str(files.password),
        "version": state.version,
        "pid": state.pid,
        "started_at": datetime.fromtimestamp(state.started_at, UTC).isoformat(timespec="seconds"),
        "pinned": files.is_pinned(state),
        "in_use": supervisor.in_use(files),
        "home": str(files.root),
    }


def _show(files: ServerFiles) -> None:
    report = _report(files)
    told = ("uri", "browser_url", "user", "password_file", "version", "pid", "started_at")
    keeper = "graphmem neo4j start" if report.get("pinned") else "the processes that use it"
    _tell({name.replace("_", " "): report.get(name, "") for name in told} | {"kept by": keeper})


def _tell(values: Mapping[str, object]) -> None:
    """Print a line for each.

    Not a table, since a cut address can be neither copied nor clicked.
    """
    for name, value in values.items():
        out.print(f"[cyan]{name:<15}[/]{escape(str(value))}", soft_wrap=True)
