"""`python -m tests.evals forgetting|contradictions`: does what was forgotten stay so, and what is over end?"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from rich.table import Table

from graphmem import ports
from graphmem.cli.output import opened, out, progress, run
from graphmem.cli.results import save
from graphmem.evaluation.report import Report
from graphmem.facade import GraphMem
from tests.evals import contradictions as contradictions_evaluation
from tests.evals import forgetting as forgetting_evaluation
from tests.evals.commands.labelled import DataFile, ErrorsFlag, JsonFile

SHOWN = 50
"""Lines that came out wrong, at most."""

Evaluation = Callable[[GraphMem, Path | None, ports.Progress], Awaitable[Report]]


def forgetting(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """Thirteen steps after which nothing forgotten may be told, and all else must be; or cases of ForgetEval's form."""
    _measured(forgetting_evaluation.evaluate, "Forgotten, and kept, %", data, json, errors=errors)


def contradictions(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """Five forms in which something stops being so, told in five ways: what is current, and what was, as of then."""
    _measured(contradictions_evaluation.evaluate, "What is over, and what holds, %", data, json, errors=errors)


def _measured(evaluation: Evaluation, title: str, data: Path | None, json: Path | None, *, errors: bool) -> None:
    async def work() -> Report:
        with progress() as news:
            async with opened(news) as memory:
                return await evaluation(memory, data, news)

    result = run(work)
    table = Table("what", "%", title=title, title_justify="left")
    for name, value in result["metrics"].items():
        if isinstance(value, dict):
            for key, found in value.items():
                table.add_row(f"{name}: {key}", _group(found))
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
