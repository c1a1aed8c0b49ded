"""`graphmem audit`: the changes of a memory, by actor and verb; verification and export of its chain."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from graphmem.cli.listing import After, Listing, cursor_of
from graphmem.cli.opened_memory import on
from graphmem.cli.options import JsonFlag, OwnerOption, existing, given_file
from graphmem.cli.output import escape, out, plain, print_json, say
from graphmem.model.audit import Entry
from graphmem.model.audit_chain import Checked

SHOWN_IDS = 2

app = typer.Typer(help="Changes of 90 days: list them, verify their chain, export it.")

KeyFile = Annotated[Path | None, given_file("What signs an export: 16 bytes or more; GRAPHMEM_AUDIT_KEY by default.")]


@app.callback(invoke_without_command=True)
def audit(
    ctx: typer.Context,
    owner: OwnerOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", "--first", help="Number of results, 1 to 100.")] = 30,
    after: After = None,
    as_json: JsonFlag = False,
) -> None:
    """Show the changes of the last 90 days: time, verb, key and ids, the last first; no text."""
    if ctx.invoked_subcommand is not None:
        ctx.obj = owner
        return
    page = on(owner, lambda one: one.memory.audit.page(one.owner, first=limit, after=after))
    if as_json:
        print_json({"entries": plain(page.items), "after": cursor_of(page)})
    else:
        ENTRIES(page)


def _row(entry: Entry) -> tuple[str, ...]:
    who = " ".join(part for part in (entry.key, entry.agent or entry.person) if part)
    more = f" +{entry.count - SHOWN_IDS}" if entry.count > SHOWN_IDS else ""
    about = " ".join(id_[:12] for id_ in entry.ids[:SHOWN_IDS]) + more
    return f"{entry.at:%Y-%m-%d %H:%M:%S}", entry.verb.value, entry.via, escape(who), escape(about)


ENTRIES = Listing(
    _row, ("when", "what", "through", "who", "about"), title="", empty="Nothing was changed in the last 90 days."
)


@app.command()
def verify(
    ctx: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(callback=existing, help="An export, which needs no server; the store when missing.")
    ] = None,
    key_file: KeyFile = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Verify that no entry was changed, removed, inserted or moved; exit with 1 if one was."""
    if file is None:
        checked = on(owner or ctx.obj, lambda one: one.memory.audit.verify(one.owner))
    else:
        from graphmem.services.audit_chain import verify_file

        checked = verify_file(file, _key(key_file))
    if as_json:
        print_json({**asdict(checked), "whole": checked.broken is None})
    else:
        _tell(checked, is_file=file is not None)
    if checked.broken is not None:
        raise typer.Exit(1)


def _tell(checked: Checked, *, is_file: bool) -> None:
    whose = f"The audit of {checked.owner}"
    if (broken := checked.broken) is not None:
        parts = [str(one) for one in (broken.number, broken.id and f"({broken.id[:12]})") if one is not None]
        which = " ".join(["entry", *parts]) if parts else "it"
        say(f"{whose} is broken: {which} {broken.reason}.", "bold red")
        return
    out.print(f"{whose} is whole: {checked.count} entries up to number {checked.head.number}.", markup=False)
    say(f"Its last hash is {checked.head.hash}.")
    if checked.under_way:
        out.print(f"{checked.under_way} changes are under way and not in the chain yet.")
    if is_file and checked.signed is None:
        out.print("The file is not signed: whoever can write it can make all of it anew.", style="yellow")
    if checked.signed is False:
        out.print("Its signature was not checked: give the key with --key-file.", style="yellow")


@app.command()
def export(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, as JSON Lines; mode 0600.")],
    key_file: KeyFile = None,
    owner: OwnerOption = None,
) -> None:
    """Write the entries with their chain to a file, signed with HMAC-SHA256 if a key is given."""
    key = _key(key_file)
    told = on(owner or ctx.obj, lambda one: one.memory.audit.export(one.owner, file, key=key))
    signed = "signed" if told.signed else "not signed"
    say(f"{told.count} entries written to {file}, {signed}. The last hash is {told.head.hash}.")


def _key(file: Path | None) -> bytes | None:
    from graphmem.config import load_settings

    if file is not None:
        return file.read_bytes().strip()
    given = load_settings().audit_key
    return None if given is None else given.get_secret_value().encode()
