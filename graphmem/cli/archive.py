"""An owner's memory as a file: `export` writes one, `import` reads one."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.options import JsonFlag, OwnerOption, existing
from graphmem.cli.output import opened, out, print_json, progress, run

if TYPE_CHECKING:
    from graphmem.model.archive import ImportReport, Manifest


def export(
    file: Annotated[
        Path, typer.Argument(help="Where to write it, such as ada.graphmem.zip; it must not be there yet.")
    ],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Write everything of an owner to one file, to keep or to import elsewhere: a zip of JSON lines with checksums.

    It holds the texts themselves: keep it as you keep the memory. Vectors and keys stay here."""

    async def work() -> Manifest:
        with progress() as news:
            async with opened(news) as memory:
                return await memory.archives.export(memory.owner(owner), file, progress=news)

    manifest = run(work)
    if as_json:
        print_json({"file": str(file), "says": manifest.says, **asdict(manifest)})
        return
    counts = manifest.counts
    out.print(
        f"[green]Exported[/] {counts.get('nodes/Drawer', 0)} turns and {counts.get('nodes/Memory', 0)} memories to ",
        end="",
    )
    out.print(str(file), markup=False, soft_wrap=True)
    if manifest.keys:
        out.print(f"Its {len(manifest.keys)} keys stay here: issue others where it is imported.", style="dim")
    if manifest.jobs:
        out.print(f"{manifest.jobs} jobs are still to do here; what they will add is not in it.", style="yellow")


def import_(
    file: Annotated[Path, typer.Argument(help="An archive that `graphmem export` wrote.", callback=existing)],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Add what an archive holds to an owner's memory. Imported again it adds nothing; damaged it adds nothing at all.

    What somebody had forgotten here stays forgotten. Texts are embedded by the embedder of this store."""

    async def work() -> ImportReport:
        with progress() as news:
            async with opened(news) as memory:
                return await memory.archives.import_(memory.owner(owner), file, progress=news)

    report = run(work)
    if as_json:
        print_json(asdict(report))
        return
    added = report.added
    out.print(
        f"[green]Imported[/] {added.get('Drawer', 0)} turns and {added.get('Memory', 0)} memories; "
        f"{report.known} things were here already."
    )
    if report.barred:
        out.print(f"{report.barred} memories were left out: somebody had them forgotten. See `graphmem tombstones`.")
    if report.keys:
        out.print("Keys are not imported; issue them with `graphmem keys add`.", style="dim")
