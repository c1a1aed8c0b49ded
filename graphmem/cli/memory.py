"""The everyday commands: mine, palace, drawer, health, and the keeping of a store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.tree import Tree

from graphmem.cli.asking import command
from graphmem.cli.folders import unfolded
from graphmem.cli.listing import facts, table
from graphmem.cli.mined import mined, print_mined
from graphmem.cli.options import JsonFlag, OwnerOption, asked_for, existing
from graphmem.cli.output import EVERYBODY, err, escape, opened, out, print_json, progress, run
from graphmem.cli.working import watched
from graphmem.errors import InvalidInputError
from graphmem.model.change import Change
from graphmem.model.document import DocumentFormat
from graphmem.model.palace import PlacedDrawer
from graphmem.owned import OwnedMemory

if TYPE_CHECKING:
    pass


class Kind(StrEnum):
    """What a file is to be read as."""

    TRANSCRIPT = "transcript"
    MARKDOWN = "markdown"
    TEXT = "text"
    HTML = "html"
    PDF = "pdf"
    FEED = "feed"


def mine(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Transcripts (JSON, JSON lines, Markdown, plain text), documents (Markdown, text, HTML, PDF), feeds; "
            "folders of them."
        ),
    ],
    owner: OwnerOption = None,
    wing: Annotated[str | None, typer.Option(help="The person, project or topic to file under.")] = None,
    kind: Annotated[Kind | None, typer.Option("--as", help="What the files are; found out when missing.")] = None,
    id_: Annotated[
        str | None, typer.Option("--id", help="Names a document across its changes; where it lies when missing.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """File conversations, documents and feeds verbatim, and remember their statements.

    A second run takes only what is new."""

    if not any(file.exists() for file in files):
        existing(files[0])
    found, passed_over = unfolded(files)
    if id_ is not None and len(found) > 1:
        raise InvalidInputError("--id names one document.", field="id", remedy="Mine one file with it.")
    how = {"owner": owner, "wing": wing, "kind": _read_as(kind), "key": id_}
    came = watched(lambda memory, news: mined(memory, found, progress=news, **how), owner=owner)
    passed_over += came.empty
    if as_json:
        print_json(
            {
                "conversations": [asdict(report) for report in came.reports],
                "rejected": [asdict(line) for line in came.rejected],
                "failed": [{"code": error.code, "message": error.message} for error in came.failed],
                "passed_over": passed_over,
            }
        )
    else:
        print_mined(came.reports, came.rejected, is_quiet=bool(came.failed))
        for note in passed_over:
            err.print(note, style="yellow", markup=False)
    if came.failed:
        for error in came.failed[:-1]:
            err.print(str(error), style="red", markup=False)
        raise came.failed[-1]


def _read_as(kind: Kind | None) -> DocumentFormat | str | None:
    if kind is None or kind is Kind.TRANSCRIPT:
        return None if kind is None else kind.value
    return DocumentFormat(kind.value)


@command(OwnedMemory.palace)
def palace(wings: list[dict[str, Any]]) -> None:
    """Show the wings and rooms of a memory as a tree."""
    if not wings:
        out.print("The palace is empty. File a conversation: graphmem mine FILE", style="dim")
        return
    tree = Tree("[bold]palace[/]")
    for wing in wings:
        branch = tree.add(f"[bold]W-{wing['number']:03d}[/] {escape(str(wing['name']))}")
        for room in wing["rooms"]:
            branch.add(f"R-{room['number']:02d} {escape(room['title'])} [dim]{room['drawers']} turns[/]")
    out.print(tree)


@command(OwnedMemory.drawer)
def drawer(found: PlacedDrawer) -> None:
    """Show the turn behind a pointer, word for word."""
    turn = found.drawer
    out.print(f"{turn.pointer}  {found.wing} / {found.room} / {found.closet}", style="dim", markup=False)
    out.print(f"{turn.speaker} ({turn.said_at or 'no time'})", style="bold", markup=False)
    out.print(turn.text, markup=False)


def health(owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """Show the server, the embedder, and the size of the memory."""

    async def work() -> dict[str, object]:
        async with opened(owner=owner) as memory:
            return await memory.health(owner=owner)

    found = run(work)
    if as_json:
        print_json(found)
    else:
        out.print(facts((name, str(value)) for name, value in found.items()))


def doctor(
    repair: Annotated[bool, typer.Option("--repair", help="Mend what can safely be mended.")] = False,
    cluster: Annotated[bool, typer.Option("--cluster", help="Examine the server or cluster instead.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Check the invariants of the whole graph; exit with 1 if one is broken. Warnings break none.

    What can safely be mended `--repair` mends, as often as it is asked; of the rest the remedy is shown.
    `--cluster` looks at what NEO4J_URI names: edition, roles, routing, lag of readers, rights and settings."""
    if cluster:
        from graphmem.cli.cluster import examine

        return examine(as_json=as_json)

    async def work() -> list[dict[str, object]]:
        with progress() as news:
            async with opened(news) as memory:
                return [asdict(finding) for finding in await memory.doctor(progress=news, repair=repair)]

    findings = run(work)
    broken = [finding for finding in findings if finding["count"] and finding["grave"]]
    if as_json:
        print_json({"ok": not broken, "checks": findings})
    else:
        out.print(table("check", "found", "example", rows=map(_checked, findings), title=""))
        for finding in findings:
            _tell_remedy(finding)
    if broken:
        raise typer.Exit(1)
    return None


def _checked(finding: dict[str, object]) -> tuple[str, ...]:
    colour = ("red" if finding["grave"] else "yellow") if finding["count"] else "green"
    return escape(str(finding["check"])), f"[{colour}]{finding['count']}[/]", str(finding["example"] or "")


def _tell_remedy(finding: Mapping[str, object]) -> None:
    """What was done about a finding, and what there is to do."""
    if finding["repaired"]:
        out.print(
            f"Mended {finding['repaired']}: {finding['check']}. Now {finding['remedy']}.", markup=False, soft_wrap=True
        )
    if finding["count"]:
        how = "graphmem doctor --repair: " if finding["repairable"] and not finding["repaired"] else ""
        out.print(f"Not so: {finding['check']}. Remedy: {how}{finding['remedy']}.", markup=False, soft_wrap=True)


def backfill(owner: OwnerOption = None) -> None:
    """Embed turns that have no vector, and read again turns of an older version."""
    read = watched(lambda memory, news: memory.backfill(owner=owner, progress=news), owner=owner)
    out.print(f"{read} turns and memories read.")


def reform(
    owner: OwnerOption = None,
    everyone: Annotated[bool, typer.Option("--all", help="The memories of every owner.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Rebuild rule-made memories from their turns, as quotes; the old text stays as a version.

    Pinned and immutable ones, and what a model or a person wrote, are left alone. It can be run again at any time.
    """
    how: dict[str, Any] = {"owner": owner, "everyone": everyone, "dry_run": dry_run}
    found = watched(lambda memory, news: memory.reform(**how, progress=news), owner=EVERYBODY if everyone else owner)
    if as_json:
        print_json(
            {
                name: {**{change.value: one.counts[change] for change in Change}, "changes": one.changes}
                for name, one in found.items()
            }
        )
        return
    for name, one in found.items():
        told = ", ".join(f"{one.counts[change]} {change.value}" for change in Change)
        out.print(f"[bold]{escape(name)}[/]: {told}{' (nothing was written)' if dry_run else ''}")
        for _, before, after in one.changes if dry_run else ():
            out.print(f"  {escape(before)}\n    → {escape(after) or '[dim]retracted[/]'}", soft_wrap=True)


def reindex(
    schema_only: Annotated[bool, typer.Option("--schema-only", help="Only create what is missing.")] = False,
) -> None:
    """Rebuild the indexes and embed everything with the configured embedder."""
    embedded = watched(
        lambda memory, news: memory.reindex(schema_only=schema_only, progress=news), check_embedder=False
    )
    out.print(f"Indexes are online; {embedded} turns embedded.")


def erase(
    owner: Annotated[str, typer.Argument(callback=asked_for, help="The owner whose memory goes, all of it, for good.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Erase everything of an owner, the bearer keys included, and print a receipt. There is no undo."""
    if not yes:
        typer.confirm(f"Erase everything that {owner!r} ever said?", abort=True)
    receipt = watched(lambda memory, news: memory.erase(owner=owner, progress=news), owner=owner)
    if as_json:
        print_json(asdict(receipt) | {"nodes": receipt.nodes, "digest": receipt.digest})
        return
    out.print(f"{receipt.nodes} nodes removed of {receipt.owner} at {receipt.at:%Y-%m-%d %H:%M:%S} UTC.", markup=False)
    for label, count in sorted(receipt.counts.items()):
        out.print(f"  {label}: {count}", markup=False)
    out.print(f"Receipt {receipt.digest}", style="dim", soft_wrap=True)
    out.print("Not reached:", style="dim")
    for told in receipt.not_reached:
        out.print(f"  {told}", style="dim", markup=False)
