"""`graphmem mine`: files and folders, filed turn by turn, with their rejected parts; the filed turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Column, Table
from rich.tree import Tree

from graphmem.cli.listing import table
from graphmem.cli.opened_memory import Target, in_batches, on
from graphmem.cli.options import JsonFlag, OwnerOption, existing
from graphmem.cli.output import err, escape, out, plain, print_json
from graphmem.cli.verb_commands import command
from graphmem.errors import GraphMemError, InvalidInputError
from graphmem.model.document import DocumentFormat
from graphmem.model.palace import PlacedDrawer
from graphmem.model.transcript import Rejected
from graphmem.owned import OwnedMemory

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.services.ingestion.documents import MinedFile
    from graphmem.services.ingestion.mine import MineReport

AT_ONCE = 32
"""Conversations mined side by side for a batch: each stays in memory until its answers come."""

ENDINGS = frozenset(
    {".md", ".markdown", ".txt", ".text", ".html", ".htm", ".xhtml", ".pdf", ".json", ".jsonl", ".ndjson"}
)
"""Suffixes of files that hold conversations, documents or feeds."""


def expand_folders(paths: Iterable[Path]) -> tuple[list[Path], list[str]]:
    """The paths with the files of folders in place of folders, in order, and a note on each skipped one.

    Hidden files and folders, in which programs keep their own data, and links, which may lead in circles, are skipped.
    """
    files: list[Path] = []
    notes: list[str] = []
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        inside = [file for file in sorted(path.rglob("*")) if _is_own(file, path)]
        files += [file for file in inside if file.suffix.lower() in ENDINGS]
        others = Counter(file.suffix.lower() or file.name for file in inside if file.suffix.lower() not in ENDINGS)
        if others:
            told = ", ".join(f"{count} {ending}" for ending, count in others.most_common())
            notes.append(f"{path}: passed over what is no text: {told}.")
        elif not inside:
            notes.append(f"{path}: there are no files in it.")
    return files, notes


def _is_own(file: Path, folder: Path) -> bool:
    parts = file.relative_to(folder).parts
    above = [folder.joinpath(*parts[: place + 1]) for place in range(len(parts))]
    return file.is_file() and not any(part.startswith(".") for part in parts) and not any(map(Path.is_symlink, above))


_COUNTS = {
    **{"rooms": "rooms", "new": "filed", "known": "known", "memories": "memories", "superseded": "superseded"},
    **{"relations": "relations", "ended": "ended", "no embedding": "unembedded"},
}
"""Columns of the table of mined conversations, with their fields of a report."""

_ALWAYS = frozenset({"new", "known", "memories"})
"""Columns that are shown even when empty."""

MOST_TOLD = 20
"""Lines about rejected parts; years of chats have thousands."""


class Kind(StrEnum):
    """The form of a file: conversation, document or feed."""

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
    kind: Annotated[Kind | None, typer.Option("--as", help="The form of the files; detected when missing.")] = None,
    id_: Annotated[
        str | None, typer.Option("--id", help="The document's id across changes; its path when missing.")
    ] = None,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch", help="Ask the chat model over its endpoint's batch API: half the price, answers within a day."
        ),
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """File conversations, documents and feeds verbatim, and remember their statements.

    A second run takes only new parts. With --batch this process waits for the answers, also while a server runs. After
    an interruption the same command continues with the batch that was sent.
    """

    if not any(file.exists() for file in files):
        existing(files[0])
    found, passed_over = expand_folders(files)
    if id_ is not None and len(found) > 1:
        raise InvalidInputError("--id names one document.", field="id", remedy="Mine one file with it.")
    how = {"owner": owner, "wing": wing, "kind": _read_as(kind), "key": id_}

    async def work(one: Target) -> Mined:
        return await mine_files(one.memory, found, at_once=AT_ONCE if batch else 1, progress=one.news, **how)

    came = in_batches(owner, work, stored=lambda came: not came.failed) if batch else on(owner, work)
    passed_over += came.empty
    if as_json:
        failed = [{"code": error.code, "message": error.message} for error in came.failed]
        told = {"conversations": plain(came.reports), "rejected": plain(came.rejected)}
        print_json({**told, "failed": failed, "passed_over": passed_over})
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


@dataclass(slots=True)
class Mined:
    """The result of mining files: reports, rejected parts by line, failures, and files without turns."""

    reports: list[MineReport] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    failed: list[GraphMemError] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)


async def mine_files(memory: GraphMem, files: Sequence[Path], *, at_once: int = 1, **how: Any) -> Mined:
    """Mine files and conversations, `at_once` side by side; one bad file stops no other."""
    import asyncio  # a sixth of the time of `--help`

    came, opening, slots = Mined(), asyncio.Semaphore(at_once), asyncio.Semaphore(at_once)

    async def one(file: Path) -> MinedFile | GraphMemError:
        async with opening:
            try:
                return await memory.mine_file(file, slots=slots, **how)
            except GraphMemError as error:
                return error

    for file, found in zip(files, await asyncio.gather(*map(one, files)), strict=True):
        if isinstance(found, GraphMemError):
            came.failed.append(found)
            continue
        reports, rejected = found
        if not (reports or rejected):
            came.empty.append(f"{file}: it is empty.")
        came.reports += reports
        came.rejected += rejected
    return came


def print_mined(reports: Sequence[MineReport], rejected: Sequence[Rejected], *, is_quiet: bool = False) -> None:
    """Print a row for each conversation, then rejected parts; `is_quiet` omits notes on empty results."""
    if reports:
        out.print(_table(reports))
        for note in dict.fromkeys(note for report in reports for note in report.notes):
            err.print(note, style="yellow", markup=False)
    elif not is_quiet:
        out.print("No conversation found: nothing to file.")
    told = left_out(rejected)
    for line in told[:MOST_TOLD]:
        err.print(line, style="yellow", markup=False)
    if len(told) > MOST_TOLD:
        err.print(f"… and {len(told) - MOST_TOLD} more of the kind; --json lists all.", style="yellow", markup=False)


def left_out(rejected: Sequence[Rejected]) -> list[str]:
    """Print the rejected parts, one line for each reason and file: the first place, and the count."""
    found: dict[tuple[str, str], list[int]] = {}
    for one in rejected:
        found.setdefault((one.source, one.reason), []).append(one.line)
    return [
        f"{source}:{lines[0]}: {reason}" + (f" ({len(lines)} times)" if len(lines) > 1 else "")
        for (source, reason), lines in found.items()
    ]


def _table(reports: Sequence[MineReport]) -> Table:
    """The table without empty columns: eight do not fit beside a title."""
    kept = {name: field for name, field in _COUNTS.items() if name in _ALWAYS or any(map(attrgetter(field), reports))}
    columns = (Column(name, justify="right", no_wrap=True) for name in kept)
    rows = ((escape(one.title), *(str(getattr(one, field)) for field in kept.values())) for one in reports)
    return table("conversation", *columns, rows=rows, title="Filed verbatim")
