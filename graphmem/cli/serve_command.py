"""`graphmem serve` as a command; `serve` and `workers` do the work, and import the web server."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.cli.output import run


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; GRAPHMEM_HOST or 127.0.0.1.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="GRAPHMEM_PORT or 8000; 0 takes any free one.")
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes that serve at one port.")] = 1,
    worker: Annotated[str | None, typer.Option(hidden=True)] = None,
) -> None:
    """Serve the memory over GraphQL, with GraphiQL in the browser, until Ctrl-C."""
    from graphmem.cli.serve import listen, serve_until_stopped
    from graphmem.cli.workers import require_sensible, supervise, work
    from graphmem.config import load_settings

    require_sensible(workers)
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    settings = load_settings(**given)
    if worker is not None:
        return run(lambda: work(settings, worker))
    listener = listen(settings)
    try:
        if workers > 1 and (code := run(lambda: supervise(settings, listener, workers))):
            raise typer.Exit(code)
        if workers == 1:
            run(lambda: serve_until_stopped(settings, listener))
    finally:
        listener.close()
