"""`graphmem keys`: bearer keys for the API. A key is shown once; the store has only its SHA-256."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem.cli.output import err, opened, out, print_json, run

if TYPE_CHECKING:
    from graphmem.services.keys import IssuedKey

app = typer.Typer(
    help="Bearer keys for the API: issued ones, which open an owner's memory from anywhere, and this user's own.",
    no_args_is_help=True,
)

OwnerArgument = Annotated[str, typer.Argument(help="Whose memory the key opens.")]


@app.command()
def add(
    owner: OwnerArgument,
    label: Annotated[str, typer.Option("--label", help="What the key is for; by it the key is revoked.")] = "default",
) -> None:
    """Issue a key. It is printed once, alone on standard output, and cannot be shown again."""

    async def work() -> str:
        async with opened() as memory:
            return await memory.keys.issue(memory.owner(owner), label)

    key = run(work)
    err.print(f"Key {label!r} of {owner!r}. Keep it now, it is not shown again:", markup=False)
    typer.echo(key)
    err.print("Send it as `Authorization: Bearer KEY`.", style="dim")


@app.command()
def local() -> None:
    """Print the key by which this machine's own user is served, here alone. It lies in the home, mode 0600."""
    from graphmem import home_token
    from graphmem.config import load_settings

    typer.echo(home_token.ensure(load_settings()))


@app.command(name="list")
def list_(
    owner: OwnerArgument,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document instead of a table.")] = False,
) -> None:
    """Show the labels of an owner's keys and when they were issued."""

    async def work() -> list[IssuedKey]:
        async with opened() as memory:
            return await memory.keys.issued(memory.owner(owner))

    issued = run(work)
    if as_json:
        print_json([{"label": key.label, "created_at": key.created_at.isoformat()} for key in issued])
        return
    if not issued:
        out.print(f"{owner} has no key. Issue one: graphmem keys add {owner}", markup=False)
        return
    table = Table("label", "issued")
    for key in issued:
        table.add_row(key.label, f"{key.created_at:%Y-%m-%d %H:%M} UTC")
    out.print(table)


@app.command()
def revoke(
    owner: OwnerArgument,
    label: Annotated[str, typer.Argument(help="The label it was issued with.")],
) -> None:
    """Take back an owner's keys of a label. A running server notices within 15 seconds."""

    async def work() -> int:
        async with opened() as memory:
            return await memory.keys.revoke(memory.owner(owner), label)

    out.print(f"{run(work)} key(s) revoked.")
