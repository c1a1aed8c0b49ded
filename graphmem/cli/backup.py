"""The embedded store as a file: `backup` writes one, `restore` puts one in place."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.options import JsonFlag, existing
from graphmem.cli.output import err, opened, out, print_json, progress, run, say

if TYPE_CHECKING:
    from graphmem.server.backups import Backup


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it, such as memory.zip; it must not be there yet.")],
    as_json: JsonFlag = False,
) -> None:
    """Write the embedded store of this home to one file, all owners with vectors and keys.

    Neo4j Community cannot back up while it runs: it is stopped meanwhile, so first end what uses it, such as
    `graphmem serve`. To keep one owner's memory while it is served, use `graphmem export`."""
    from graphmem.config import load_settings
    from graphmem.server import backups

    async def work() -> Backup:
        with progress() as news:
            return await backups.backup(load_settings(), file, news)

    made = run(work)
    if as_json:
        print_json({"file": str(file), **asdict(made)})
        return
    out.print(f"[green]Backed up[/] {made.files} files, {made.bytes / 1e6:.1f} MB, to ", end="")
    say(str(file))
    if made.restarted:
        out.print("Neo4j runs again.", style="dim")


def restore_store(file: Path, *, replace: bool, as_json: bool) -> None:
    """Put a backup in the place of this home's store, once it proves to open. What was there is kept until then."""
    existing(file)
    from graphmem.config import load_settings
    from graphmem.server import backups

    async def work() -> Backup:
        settings = load_settings()
        with progress() as news:
            async with backups.restored(settings, file, replace=replace, progress=news) as held:
                async with opened(news, settings) as memory:
                    breaches = [one.check for one in await memory.doctor(news) if one.count and one.grave]
                if breaches:
                    err.print(f"The doctor says of it: {'; '.join(breaches)}.", style="yellow", markup=False)
            return held

    held = run(work)
    if as_json:
        print_json({"file": str(file), **asdict(held)})
        return
    out.print(f"[green]Restored[/] the store of {held.made_at:%d %B %Y %H:%M} (UTC), {held.files} files.")
