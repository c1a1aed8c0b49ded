"""The GraphQL server of `graphmem serve`, from a free port to the last connection; alone or a worker."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

import uvicorn

from graphmem import home_token
from graphmem.cli.heap import settle
from graphmem.cli.logs import log_to
from graphmem.cli.neo4j import browser_url
from graphmem.cli.output import err, progress
from graphmem.cli.server_record import announce
from graphmem.config import Settings
from graphmem.errors import ConfigurationError
from graphmem.server.state import ServerFiles

if TYPE_CHECKING:
    from graphmem_api.shared import WorkerLink

    from graphmem.databases import Served

SOCKET_BYTES = 256 * 1024
PING_SECONDS = 20.0

GRACE_SECONDS = 10
"""Seconds for running requests after Ctrl-C or SIGTERM."""

_ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  compared with, not bound to


def listen(settings: Settings) -> socket.socket:
    """A socket bound to the settings' address. Raises ConfigurationError for a taken port."""
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise _cannot_listen(settings, error) from error
    try:
        # Without it a port stays taken for a minute after its last server; a living server still keeps it.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(socket.SOMAXCONN)
    except OSError as error:
        listener.close()
        raise _cannot_listen(settings, error) from error
    return listener


def _cannot_listen(settings: Settings, error: OSError) -> ConfigurationError:
    if error.errno == errno.EADDRINUSE:
        return ConfigurationError(
            f"Port {settings.port} on {settings.host} is taken.",
            remedy="Choose another with --port, or --port 0 for any free one.",
        )
    return ConfigurationError(
        f"Cannot listen on {settings.host}:{settings.port} ({error.strerror}).",
        remedy="Choose an address of this machine with --host and a port with --port.",
    )


@dataclass(frozen=True, slots=True)
class Worker:
    """One of several processes that serve at one socket."""

    link: WorkerLink

    def ready(self) -> None:
        """Signal that it serves."""
        from graphmem_api.shared import READY

        self.link.ask(READY)

    def look(self) -> None:
        """End as by SIGTERM once the supervisor has ended, since nobody else would end this process."""
        if self.link.has_ended():
            asyncio.get_running_loop().remove_reader(self.link)
            signal.raise_signal(signal.SIGTERM)


async def serve_until_stopped(settings: Settings, listener: socket.socket, worker: Worker | None = None) -> None:
    """Open the memory and answer at the bound socket until SIGINT or SIGTERM."""
    from graphmem.databases import first_of, opened  # a hundred megabytes, which a supervisor does not need

    task = asyncio.current_task()
    assert task is not None
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, task.cancel)
    if worker is not None:
        loop.add_reader(worker.link, worker.look)
    if (told := home_token.tightened(settings)) is not None:
        err.print(told, style="yellow", markup=False, soft_wrap=True)
    home_token.ensure(settings)  # fail before Neo4j starts if the home cannot keep it
    async with AsyncExitStack() as stack:
        with progress() as news:
            served = await stack.enter_async_context(opened(settings, progress=news))
        await _refuse_open_door(settings, served)
        memory = first_of(served)
        server = _Server(_config(settings, served, worker))
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, server.stop)
        with serving(settings, listener) if worker is None else nullcontext():
            from graphmem_api.warm_up import warm_up

            await stack.enter_async_context(warm_up(memory))
            settle()
            if worker is not None:
                worker.ready()
            await server.serve(sockets=[listener])
        if worker is None:
            err.print("Stopping …", style="dim")


@contextmanager
def serving(settings: Settings, listener: socket.socket) -> Iterator[None]:
    """Announce the server's address to commands of this home, and on standard error."""
    url = _url(settings, listener.getsockname()[1])
    with announce(settings, url):
        _announce(settings, url)
        yield


async def _refuse_open_door(settings: Settings, served: Served) -> None:
    if not settings.listens_on_loopback and not await served.keys.any():
        raise ConfigurationError(
            f"{settings.host} can be reached from other machines, but the store has no key.",
            remedy="Issue one with `graphmem keys add OWNER`, or listen on 127.0.0.1.",
        )


class _Server(uvicorn.Server):
    """A uvicorn server without signal handlers: uvicorn's would end the process before Neo4j is released."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        """Finish running requests, then end; a second call ends at once."""
        self.force_exit = self.should_exit
        if not self.should_exit:  # open-ended subscriptions would otherwise delay the end
            self.config.app.state.live.end()  # type: ignore[union-attr]  # our own application
        self.should_exit = True


def _config(settings: Settings, served: Served, worker: Worker | None) -> uvicorn.Config:
    log_to(sys.stderr, settings, worker=worker.link.number if worker else None)
    # Strawberry takes a third of a second to import, which no other command should wait for.
    from graphmem_api.app import create_app
    from graphmem_api.request_timeout import TimedProtocol

    return uvicorn.Config(
        create_app(settings, served, link=worker.link if worker else None),
        host=settings.host,
        port=settings.port,
        # Its lines have our form; its own line of a request has the path, which may hold what somebody typed.
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        # It would count connections, also silent ones; the application counts requests.
        http=TimedProtocol,
        # Subscriptions; without the extra `live` there are server-sent events alone. Pings find lost clients.
        ws="websockets-sansio" if find_spec("websockets") else "none",
        ws_max_size=SOCKET_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        # The client's address must be the real one: the home's key is refused from another machine.
        proxy_headers=False,
        # Connections that one worker takes at a time: else the first one would take all that wait.
        backlog=2048 if worker is None else 1,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def _url(settings: Settings, port: int) -> str:
    host = _ANY_ADDRESS.get(settings.host, settings.host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _announce(settings: Settings, base: str) -> None:
    state = None if settings.neo4j_uri else ServerFiles(settings.server_dir).running()
    err.print("[bold green]graphmem serves[/]")
    for name, value in (
        ("Memory", f"{base}/memory{_brought(settings)}"),
        ("GraphiQL", f"{base}/graphql{_brought(settings)}"),
        ("GraphQL", f"POST {base}/graphql"),
        ("Neo4j Browser", browser_url(state) if state else f"the one of {settings.neo4j_uri}"),
    ):
        # Not in a table, since a cut address cannot be clicked.
        err.print(f"  {name:<14}{value}", soft_wrap=True, markup=False)
    if state:
        err.print("  Its password: graphmem neo4j browser --show-password", style="dim")
    err.print("  Every request needs a key. Yours, on this machine: graphmem keys local", style="dim")
    err.print("Ctrl-C stops.", style="dim")


def _brought(settings: Settings) -> str:
    """The key as the fragment of the address.

    It stays in the browser, which sends it as a header; no log has it.
    """
    return f"#key={home_token.ensure(settings)}" if err.is_terminal else ""
