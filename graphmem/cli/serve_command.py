"""`graphmem serve` as a command; what it does is in `serve`, which brings the web server."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.cli.output import run


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; GRAPHMEM_HOST or 127.0.0.1.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="GRAPHMEM_PORT or 8000; 0 takes any free one.")
    ] = None,
) -> None:
    """Serve the memory over GraphQL, with GraphiQL in the browser, until Ctrl-C."""
    from graphmem.cli.serve import listen, serve_until_stopped
    from graphmem.config import load_settings

    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    settings = load_settings(**given)
    listener = listen(settings)
    try:
        run(lambda: serve_until_stopped(settings, listener))
    finally:
        listener.close()
