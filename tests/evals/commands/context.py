"""`python -m tests.evals context`: the block of a prompt on research data."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from graphmem.cli.output import escape, opened, out, progress, run
from graphmem.cli.results import save
from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from tests.evals import confidence, context_asked
from tests.evals import context as context_evaluation
from tests.evals.commands.files import all_existing, given_files


def context(
    data: Annotated[
        list[Path] | None,
        given_files("LoCoMo's, BEAM's or MuSiQue's file; repeat for more, which then lie in one store."),
    ] = None,
    asked: Annotated[
        list[Path] | None,
        typer.Option(
            help="Answers of the recalls: read when the file exists, else written from the data. Repeat for "
            "more that exist."
        ),
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the result to this file.")] = None,
    fit: Annotated[
        Path | None, typer.Option(help="Learn the confidence anew from these answers, and write it to this file.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Ask every so-manieth question only.")] = 1,
) -> None:
    """What of the evidence stands in the block for a prompt, at how many tokens, and when there is no block.

    The confidence is judged with what was learned without the conversation that is asked.
    """

    async def work() -> report.Report:
        with progress() as news, tempfile.TemporaryDirectory(prefix="graphmem-") as folder:
            paths = asked or [Path(folder) / "asked.gz"]
            if len(paths) > 1:
                all_existing(paths)
            elif not paths[0].exists():
                if not data:
                    raise InvalidInputError("There are no answers of a recall.", field="data", remedy="Give --data.")
                async with opened(news) as memory:
                    await context_asked.gather(memory, data, paths[0], every=every, progress=news)
            stored = await asyncio.to_thread(context_asked.load, paths)
            if fit is None:
                return await context_evaluation.evaluate(stored)
            learned = await asyncio.to_thread(confidence.learn, stored.asked)
            measured = await context_evaluation.evaluate(stored, learned)
            confidence.write(learned, stored, fit, measured["metrics"])
            return measured

    result = run(work)
    found = result["metrics"]
    for name, figures in {"all": found, **found.get("by_data", {})}.items():
        _show(name, figures)
    save(result, json)


def _show(name: str, found: dict[str, Any]) -> None:
    table = Table(title=f"The block, {escape(name)}, {found['questions']} questions, %", title_justify="left")
    for head in ("tokens at most", "evidence inside", "whole", "tokens taken"):
        table.add_column(head, justify="right")
    for budget, inside in found["block_recall"].items():
        table.add_row(budget, *(str(value) for value in (
            inside, found["block_whole"][budget], found["block_tokens"][budget]
        )))  # fmt: skip
    table.add_row("ten best turns", str(found["ten_best"]), "", str(found["ten_best_tokens"]))
    table.add_row("whole history", "100", "100", str(found["history_tokens"]))
    out.print(table)
    names = (
        "answer_words",
        "lines_beside",
        "off_topic_empty",
        "answered_kept",
        "abstention_empty",
        "auroc",
        "ece",
        "auroc_own",
        "auroc_questions",
    )
    out.print(", ".join(f"{name} {found[name]}" for name in names if name in found) + "\n")
