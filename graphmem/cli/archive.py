"""Files of a memory: `export` and `import` of an owner, `backup` and `restore` of the embedded store."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphmem.cli.opened_memory import on, run_with_progress
from graphmem.cli.options import JsonFlag, OwnerOption, existing
from graphmem.cli.output import err, opened, out, print_json, say
from graphmem.cli.progress import Display
from graphmem.drafts import to_be_made
from graphmem.model.archive import Manifest

if TYPE_CHECKING:
    from graphmem.server.backups import Backup

MOST_SKIPPED = 20
"""Lines of skipped parts that are shown."""


def export(
    file: Annotated[Path, typer.Argument(help="The file to write, such as ada.graphmem.zip; it must not exist yet.")],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Export an owner's whole memory to one file: a zip of JSON lines with checksums.

    It holds the texts themselves: keep it as you keep the memory. Vectors and keys are left out.
    """
    to_be_made(file)  # before Neo4j starts
    manifest = on(owner, lambda one: one.memory.archives.export(one.owner, file, progress=one.news))
    if as_json:
        print_json(exported((file, manifest)))
        return
    out.print(f"[green]Exported[/] {contents(manifest)} to ", end="")
    say(str(file))
    if manifest.keys:
        out.print(f"Its {len(manifest.keys)} keys stay here: issue others where it is imported.", style="dim")
    if manifest.jobs:
        out.print(f"{manifest.jobs} jobs are still to do here; what they will add is not in it.", style="yellow")


def exported(made: tuple[Path, Manifest]) -> dict[str, Any]:
    """The export as plain JSON."""
    file, manifest = made
    return {"file": str(file), "says": manifest.says, **asdict(manifest)}


def contents(manifest: Manifest) -> str:
    """The size of an export, in words."""
    return f"{manifest.counts.get('nodes/Drawer', 0)} turns and {manifest.counts.get('nodes/Memory', 0)} memories"


class Source(StrEnum):
    """The system that wrote the export."""

    GRAPHMEM = "graphmem"
    MEM0 = "mem0"
    MEMPALACE = "mempalace"
    CHATGPT = "chatgpt"
    MARKDOWN = "markdown"


def import_(
    path: Annotated[
        Path, typer.Argument(help="A file that `graphmem export` wrote, or an export of the system in --from.")
    ],
    owner: OwnerOption = None,
    source: Annotated[
        Source,
        typer.Option(
            "--from",
            help="mem0: the JSON of get_all(); mempalace: its exported folder; chatgpt: conversations.json or the zip; "
            "markdown: a folder of notes.",
        ),
    ] = Source.GRAPHMEM,
    trusted: Annotated[
        bool,
        typer.Option("--trusted", help="Trust its statements, as those of the people it names; for your own export."),
    ] = False,
    settings: Annotated[
        bool, typer.Option("--settings", help="Also import its settings, unless settings exist here.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Add an archive to an owner's memory. A second import adds nothing; a damaged one is refused whole.

    Statements forgotten here stay forgotten. Without --trusted the archive's statements are words of a document: they
    are no rules, end nobody's statement, and those that give orders to an assistant are left out. The embedder of this
    store embeds the texts. --from imports the export of another system: it mines conversations and notes, and learns
    statements.
    """
    existing(path)
    if source is not Source.GRAPHMEM:
        _take_over(path, owner, source, as_json=as_json)
        return

    from graphmem.services.archive.importing import Trust

    trust = Trust(words=trusted, settings=settings)
    report = on(owner, lambda one: one.memory.archives.import_(one.owner, path, trust=trust, progress=one.news))
    if as_json:
        print_json(asdict(report))
        return
    added = report.added
    made = f"{added.get('Drawer', 0)} turns and {added.get('Memory', 0)} memories"
    out.print(f"[green]Imported[/] {made}; {report.known} things were here already.")
    if report.barred:
        left = f"{report.barred} memories were left out: they had been forgotten or corrected."
        out.print(f"{left} See `graphmem tombstones`.")
    if report.outside:
        out.print(f"{report.outside} memories came in as outside words. --trusted takes them as said.", style="dim")
    if report.refused:
        out.print(f"{report.refused} memories and entities were left out: they give orders to an assistant.")
    if report.settings:
        out.print("Its settings came along, where none were made here.")
    if report.keys:
        out.print("Keys are not imported; issue them with `graphmem keys add`.", style="dim")


def _take_over(path: Path, owner: str | None, source: Source, *, as_json: bool) -> None:
    from graphmem.services.ingestion import memory_import

    kind = memory_import.Source(source.value)
    taken = on(owner, lambda one: one.memory.importer.import_from(one.owner, kind, path, progress=one.news))
    if as_json:
        print_json(asdict(taken))
        return
    made = f"{taken.filed} texts from {source.value}, which made {taken.memories} memories"
    out.print(f"[green]Imported[/] {made}; {taken.known} were here already.")
    for skipped in taken.skipped[:MOST_SKIPPED]:
        err.print(f"passed over: {skipped}", style="yellow", markup=False, soft_wrap=True)
    if len(taken.skipped) > MOST_SKIPPED:
        err.print(f"and {len(taken.skipped) - MOST_SKIPPED} more; --json lists them.", style="yellow")


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, such as memory.zip; it must not exist yet.")],
    as_json: JsonFlag = False,
) -> None:
    """Back up the embedded store of this home to one file: all owners with vectors and keys.

    Neo4j Community cannot back up while it runs, so this command stops it. First end its users, such as `graphmem
    serve`. To back up one owner's memory while it is served, use `graphmem export`.
    """
    from graphmem.config import load_settings
    from graphmem.server import backups

    made = run_with_progress(lambda news: backups.backup(load_settings(), file, news))
    if as_json:
        print_json({"file": str(file), **asdict(made)})
        return
    out.print(f"[green]Backed up[/] {made.files} files, {made.bytes / 1e6:.1f} MB, to ", end="")
    say(str(file))
    if made.restarted:
        out.print("Neo4j runs again.", style="dim")


def restore_store(file: Path, *, replace: bool, as_json: bool) -> None:
    """Put a backup in place of this home's store, once it opens. Until then the old store is kept."""
    existing(file)
    from graphmem.config import load_settings
    from graphmem.server import backups

    async def work(news: Display) -> Backup:
        settings = load_settings()
        async with backups.restored(settings, file, replace=replace, progress=news) as held:
            async with opened(news, settings) as memory:
                breaches = [one.check for one in await memory.doctor(news, model=False) if one.count and one.grave]
            if breaches:
                err.print(f"The doctor says of it: {'; '.join(breaches)}.", style="yellow", markup=False)
        return held

    held = run_with_progress(work)
    if as_json:
        print_json({"file": str(file), **asdict(held)})
        return
    out.print(f"[green]Restored[/] the store of {held.made_at:%d %B %Y %H:%M} (UTC), {held.files} files.")
