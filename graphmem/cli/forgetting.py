"""`graphmem evaluate forgetting`: does what was forgotten stay so?"""

from __future__ import annotations

from rich.table import Table

from graphmem.cli.labelled import DataFile, ErrorsFlag, JsonFile
from graphmem.cli.output import opened, out, progress, run
from graphmem.cli.results import save
from graphmem.evaluation import forgetting as evaluation
from graphmem.evaluation.report import Report

SHOWN = 50
"""Lines that came out wrong, at most."""


def forgetting(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """Thirteen steps after which nothing forgotten may be told, and all else must be; or cases of ForgetEval's form."""

    async def work() -> Report:
        with progress() as news:
            async with opened(news) as memory:
                return await evaluation.evaluate(memory, data, progress=news)

    result = run(work)
    figures = result["metrics"]
    table = Table("what", "%", title="Forgotten, and kept, %", title_justify="left")
    for name, value in figures.items():
        if isinstance(value, dict):
            for key, found in value.items():
                told = (
                    ", ".join(f"{one} {found[one]}" for one in found if one != "by_step")
                    if isinstance(found, dict)
                    else found
                )
                table.add_row(f"{name}: {key}", str(told))
        else:
            table.add_row(name, str(value))
    out.print(table)
    for step, why in result["settings"].get("skipped", {}).items():
        out.print(f"Skipped: {step}, {why}.", style="dim", markup=False)
    for line in result["errors"][:SHOWN] if errors else ():
        out.print(str(line), markup=False, soft_wrap=True)
    save(result, json)


def _group(found: object) -> str:
    """The figures of a group in one line; those by step are told for all groups together."""
    if not isinstance(found, dict):
        return str(found)
    return ", ".join(f"{name} {value}" for name, value in found.items() if name != "by_step")
