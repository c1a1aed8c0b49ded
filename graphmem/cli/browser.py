"""`graphmem browser`: Neo4j Browser on the graph, with colours, queries and first steps."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.cli.output import err, out


def browser(
    no_open: Annotated[bool, typer.Option("--no-open", help="Only print the address and the first steps.")] = False,
    show_password: Annotated[bool, typer.Option("--show-password", help="Print the password itself.")] = False,
) -> None:
    """Open the graph in Neo4j Browser. If need be, start Neo4j; `neo4j stop` ends it."""
    from graphmem.cli import neo4j

    if neo4j.ensure_running():
        err.print("Neo4j was started; it runs until `graphmem neo4j stop`.", style="dim")
    neo4j.browser(print_only=no_open, show_password=show_password)
    out.print("A first query stands in the editor: press Ctrl+Enter. More to paste:", style="dim")
    for query, told in neo4j.saved_queries():
        out.print(f"  {query:<26}{told}", markup=False, soft_wrap=True)
