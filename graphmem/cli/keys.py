"""`graphmem keys`: bearer keys for the API. A key is shown once; the store has only its SHA-256."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphmem.cli.listing import table, whole
from graphmem.cli.opened_memory import Target, on
from graphmem.cli.options import JsonFlag, OwnerOption, asked_for
from graphmem.cli.output import err, out, print_json
from graphmem.errors import InvalidInputError
from graphmem.model.access import EVERYTHING, KeyInfo, Scope

if TYPE_CHECKING:
    from graphmem.services.keys import Issued

app = typer.Typer(
    help="Bearer keys for the API: issued keys of owners, and this user's own.",
    no_args_is_help=True,
)

OwnerArgument = Annotated[str, typer.Argument(callback=asked_for, help="The owner of the memory that the key opens.")]
NamedKey = Annotated[str, typer.Argument(help="The key's prefix as `keys list` shows it, or its label.")]


@app.command()
def add(
    owner: OwnerArgument,
    label: Annotated[str, typer.Option("--label", help="The key's purpose; revoke it by this name.")] = "default",
    scope: Annotated[
        list[Scope] | None,
        typer.Option("--scope", help="A scope of the key; may be repeated. All scopes when missing."),
    ] = None,
    days: Annotated[float | None, typer.Option("--days", help="Days until it expires; never when missing.")] = None,
    agent: Annotated[str | None, typer.Option("--agent", help="The only agent that it may act as.")] = None,
) -> None:
    """Issue a key. It is printed once, alone on standard output, and cannot be shown again."""
    until = None if days is None else _in_days(days)
    how: dict[str, Any] = {"scopes": frozenset(scope) if scope else EVERYTHING, "expires_at": until, "agent": agent}
    _tell(on(owner, lambda one: one.memory.keys.issue(one.owner, label, **how)), owner)


def _in_days(days: float) -> datetime:
    try:
        return datetime.now(UTC) + timedelta(days=days)
    except (OverflowError, ValueError) as error:
        raise InvalidInputError(
            f"In {days:g} days no calendar has a day.",
            field="days",
            remedy="Give a number of days, like 90, or leave --days out for a key that never ends.",
        ) from error


@app.command()
def rotate(
    owner: OwnerArgument,
    key: NamedKey,
    overlap: Annotated[float, typer.Option("--overlap", help="Hours for which the old key stays valid.")] = 24.0,
) -> None:
    """Replace a key by a new one; the old one ends after an overlap. The new one is printed once."""
    _tell(on(owner, lambda one: one.memory.keys.rotate(one.owner, key, overlap_hours=overlap)), owner)
    err.print(f"The old one ends in {overlap:g} hours.", style="dim")


def _tell(issued: Issued, owner: str) -> None:
    err.print(f"Key {issued.info.label!r} of {owner!r}. Keep it now, it is not shown again:", markup=False)
    typer.echo(issued.secret)
    err.print("Send it as `Authorization: Bearer KEY`.", style="dim")


@app.command()
def local() -> None:
    """Print the key for this machine's own user, which works here alone. It lies in the home, mode 0600."""
    from graphmem import home_token
    from graphmem.config import load_settings

    settings = load_settings()
    if (told := home_token.tightened(settings)) is not None:
        err.print(told, style="yellow", markup=False, soft_wrap=True)
    typer.echo(home_token.ensure(settings))


@app.command(name="list")
def list_(
    owner: Annotated[str | None, typer.Argument(callback=asked_for, help="The owner of the keys; as --owner.")] = None,
    named: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show an owner's keys: scopes, end, and time of last use."""
    if owner is not None and named is not None and owner != named:
        raise InvalidInputError(
            f"{owner} and --owner {named} are two owners.", field="owner", remedy="Name one of the two."
        )
    asked_for(owner or named)  # the option read last may be the wrong one

    async def work(target: Target) -> tuple[str, list[KeyInfo]]:
        return target.owner.name, await target.memory.keys.issued(target.owner)

    name, issued = on(owner or named, work)
    if as_json:
        print_json([_plain(key) for key in issued])
        return
    if not issued:
        out.print(f"{name} has no key. Issue one: graphmem keys add {name}", markup=False)
        return
    columns = (whole("key"), "label", "scopes", "agent", "issued", "last used", "ends")
    out.print(table(*columns, rows=map(_row, issued), title=""))


def _row(key: KeyInfo) -> tuple[str, ...]:
    used = "never" if key.used_at is None else f"{key.used_at:%Y-%m-%d %H}h"
    ends = "never" if key.expires_at is None else f"{key.expires_at:%Y-%m-%d %H:%M}"
    scopes = " ".join(scope for scope in Scope if scope in key.scopes)
    return key.prefix, key.label, scopes, key.agent or "", f"{key.created_at:%Y-%m-%d %H:%M}", used, ends


def _plain(key: KeyInfo) -> dict[str, object]:
    scopes = [scope.value for scope in Scope if scope in key.scopes]
    told = {"prefix": key.prefix, "label": key.label, "scopes": scopes, "agent": key.agent}
    return {**told, "created_at": key.created_at, "used_at": key.used_at, "expires_at": key.expires_at}


@app.command()
def revoke(owner: OwnerArgument, key: NamedKey) -> None:
    """Revoke a key by its prefix, or all of a label. A running server notices within 15 seconds."""
    revoked = on(owner, lambda one: one.memory.keys.revoke(one.owner, key))
    out.print(f"{revoked} key(s) revoked.")
