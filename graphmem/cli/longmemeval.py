"""`graphmem evaluate longmemeval`: the pipeline's stages, from the download to judged answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from graphmem import ports
from graphmem.cli.opened_memory import run_with_progress
from graphmem.cli.options import given_file
from graphmem.cli.output import err, opened, out
from graphmem.cli.progress import Display
from graphmem.cli.results import print_groups, print_latency, save
from graphmem.config import load_settings
from graphmem.evaluation import report
from graphmem.evaluation.longmemeval import answers, download, pipeline
from graphmem.evaluation.longmemeval.pipeline import SMOKE, Pipeline, Stage

FIGURES = ("recall_any@5", "recall_all@5", "recall_any@10", "recall_all@10", "ndcg@10", "questions")
"""The figures in the tables; the result file has every depth."""


class Variant(StrEnum):
    """The files of LongMemEval."""

    S = "s"
    ORACLE = "oracle"
    M = "m"


def longmemeval(
    stage: Annotated[Stage, typer.Argument(help="The stage; `full` is all but the download.")] = Stage.FULL,
    data: Annotated[Path | None, given_file("LongMemEval's JSON file; the downloaded one when missing.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write the result to this file.")] = None,
    variant: Annotated[Variant, typer.Option(help="The file to download.")] = Variant.S,
    url: Annotated[str | None, typer.Option(help="Download from here instead of the hub.")] = None,
    folder: Annotated[Path | None, typer.Option("--dir", help="The folder of the stages' files.")] = None,
    name: Annotated[str, typer.Option("--run", help="The run's name; made of data and settings when missing.")] = "",
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", "--first", min=1, help="Only so many questions; 10 in a smoke run.")
    ] = None,
    memories: Annotated[bool, typer.Option("--memories", help="Also make memories of the chats.")] = False,
    top_k: Annotated[int, typer.Option(min=1, max=20, help="Turns shown to the reader.")] = answers.TOP_K,
    judge: Annotated[str | None, typer.Option(help="The model that judges; the reader when missing.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an interrupted run.")] = False,
) -> None:
    """LongMemEval: recall of sessions and of turns, then, with a chat model, answers and their judgement."""
    settings = load_settings()
    place = folder or settings.home / "evaluations" / "longmemeval"

    async def work(news: Display) -> report.Report:
        if stage is Stage.DOWNLOAD:
            return await _download(place, variant, url, data, news)
        path = pipeline.data_of(data, place, variant)
        count = SMOKE if stage is Stage.SMOKE and limit is None else limit
        chosen = Pipeline(settings, path, place, count, memories, top_k, judge, resume, name, news)
        if not stage.needs_store:
            return await pipeline.run(stage, chosen)
        async with opened(news, settings) as memory:
            return await pipeline.run(stage, chosen, memory)

    result = run_with_progress(work)
    show(result)
    save(result, json)


async def _download(
    place: Path, variant: Variant, url: str | None, data: Path | None, news: ports.Progress
) -> report.Report:
    """Fetch the file, or take the given one, and count its questions."""
    path = data
    if path is None:
        path = await asyncio.to_thread(download.fetch, place / "data", variant.value, url, news)
    questions = await asyncio.to_thread(download.check, path, news)
    return {
        "metrics": {"download": {"file": str(path), "questions": questions}},
        "settings": report.settings(variant=variant.value, url=url),
    }


def show(result: report.Report) -> None:
    """Print a stage's figures. Sessions and turns are different tasks, each in a table of its own."""
    found = result["metrics"]
    for level in ("session", "turn"):
        if level in found:
            print_groups(found[level], f"LongMemEval, recall by {level}s, %", head="type", figures=FIGURES)
    print_latency(result)
    answered = found.get("qa", {})
    if "accuracy" in answered:
        print_groups(answered, "LongMemEval, answers judged correct, %", head="type")
    elif "skipped" in answered:
        err.print(f"Answers were not judged. {answered['skipped']}", style="yellow", markup=False)
    for name in ("download", "ingest", "retrieve", "qa", "clean"):
        _print_counts(name, found.get(name, {}))


def _print_counts(stage: str, counts: Mapping[str, Any]) -> None:
    told = ", ".join(f"{value} {name}" for name, value in counts.items() if isinstance(value, int))
    if told and "accuracy" not in counts:
        where = f" in {counts['file']}" if "file" in counts else ""
        out.print(f"{stage}: {told}{where}", markup=False)
