"""`python -m tests.evals peers`, `peers-table`, `peers-refit`: graphmem and other systems on the same questions."""

from __future__ import annotations

import asyncio
import json as jsons
import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from graphmem.cli.options import given_file
from graphmem.cli.output import err, opened, out, progress, run
from graphmem.cli.results import save
from graphmem.config import Settings, load_settings
from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.ports import Progress
from tests.evals import stored_hits
from tests.evals import tune as tune_evaluation
from tests.evals.commands.labelled import JsonFile
from tests.evals.peers import endpoint, plain_changes, refit, registry, results, runner, sets, venvs
from tests.evals.peers.registry import Peer
from tests.evals.peers.sets import Half

app = typer.Typer()


@app.command()
def peers(
    names: Annotated[list[str] | None, typer.Argument(help=f"Of {', '.join(registry.PEERS)}; all if missing.")] = None,
    data: Annotated[Path | None, given_file("LoCoMo's JSON file.")] = None,
    half: Annotated[Half | None, typer.Option(help="Which of LoCoMo's conversations; all if missing.")] = None,
    longmemeval: Annotated[Path | None, given_file("LongMemEval's JSON file, for its sessions and turns.")] = None,
    changes: Annotated[bool, typer.Option(help="Also what is stale and what comes back, by our own pairs.")] = True,
    prepare: Annotated[
        bool, typer.Option("--prepare", help="Only make the peers' environments from their pins.")
    ] = False,
    chat: Annotated[str | None, typer.Option("--endpoint", help="An OpenAI-compatible endpoint for all.")] = None,
    model: Annotated[str | None, typer.Option(help="The model there.")] = None,
    key: Annotated[str, typer.Option(help="The variable of the environment that holds its key.")] = "OPENAI_API_KEY",
    json: JsonFile = None,
) -> None:
    """graphmem and other systems: the same conversations, questions, embedder and scoring, with a model or without."""
    chosen, settings = registry.chosen(names or ()), load_settings()
    if prepare:
        for peer in chosen:
            made = venvs.prepare(peer, settings.home / "peers")
            err.print(f"{peer.name}: {'made' if made else 'there'}", markup=False)
        return
    if data is None and longmemeval is None:
        raise InvalidInputError("There is nothing to ask.", field="data", remedy="Give --data, --longmemeval or both.")
    if (chat is None) is not (model is None):
        raise InvalidInputError("An endpoint needs a model.", field="model", remedy="Give --endpoint and --model.")
    work = runner.Work(
        [] if data is None else sets.of_locomo(data, half),
        longmemeval,
        plain_changes.pairs() if changes else (),
        None if chat is None or model is None else runner.Chat(chat, model, os.environ.get(key, "")),
    )

    async def measured() -> report.Report:
        with progress() as news:
            return await compared(chosen, work, settings, data, half, news)

    result = run(measured)
    show(result)
    save(result, json)


async def compared(
    chosen: list[Peer], work: runner.Work, settings: Settings, data: Path | None, half: Half | None, news: Progress
) -> report.Report:
    """Every peer's row, one after another, with what they were measured on."""
    for peer in chosen:
        if not peer.missing(has_model=work.chat is not None):
            venvs.python_of(peer, settings.home / "peers")
        runner.weights_of(peer, work.talks)
    rows: results.Rows = {}
    async with endpoint.served(settings, news) as served:
        for peer in chosen:
            news(peer.name, 0, None)
            rows[peer.name] = await runner.run(peer, work, served, settings, news)
        told = {
            "data": None if data is None else sets.file_digest(data),
            "questions": sets.digest(work.talks),
            "longmemeval": None if work.long is None else sets.file_digest(work.long),
            "changes": sets.cases_digest(work.changes),
            "embedder": await asyncio.to_thread(endpoint.fingerprint, served.embedder, settings),
            "model": None if work.chat is None else f"{work.chat.model} at {work.chat.url}",
        }
    questions = sum(len(talk.questions) for talk in work.talks)
    turns = sum(len(talk.turns) for talk in work.talks)
    return results.of(
        rows, told, half=half, questions=questions, turns=turns, conversations=[talk.space for talk in work.talks]
    )


@app.command("peers-table")
def table(
    files: Annotated[list[Path], typer.Argument(help="Result files of `peers`; what was measured must be the same.")],
) -> None:
    """One Markdown table of several results, refused where they were not measured on the same."""
    typer.echo(results.markdown(results.merged(files)))


@app.command("peers-refit")
def refitted(
    data: Annotated[Path, given_file("LoCoMo's JSON file.")],
    half: Annotated[Half, typer.Option(help="The conversations that the constants are chosen on.")] = Half.TUNED,
    arms: Annotated[
        Path | None, typer.Option(help="Stored results of the retrievers: read when there, else written.")
    ] = None,
    to: Annotated[Path, typer.Option(help="Where the constants go.")] = registry.LEFT_OUT,
) -> None:
    """Choose graphmem's constants of the order of turns on one half, from no value that is shipped."""

    async def work() -> report.Report:
        with progress() as news, tempfile.TemporaryDirectory(prefix="graphmem-") as folder:
            part = Path(folder) / data.name
            part.write_text(jsons.dumps(sets.records(data, half)), "utf-8")
            path = arms or Path(folder) / "arms.gz"
            if not path.exists():
                async with opened(news) as memory:
                    await stored_hits.gather(memory, "locomo", part, path, progress=news)
            stored = await asyncio.to_thread(tune_evaluation.load, path, "locomo")
            return await refit.chosen(stored, progress=news) | {"data": sets.file_digest(data)}

    save(run(work), to)


def show(result: report.Report) -> None:
    """The table of a run, and which peers were not measured."""
    rows: results.Rows = result["metrics"]
    shown = {name: results.figures(row) for name, row in rows.items()}
    heads = list(dict.fromkeys(head for figures in shown.values() for head in figures))
    grid = Table("%", *rows, title="On the same questions", title_justify="left")
    for head in heads:
        grid.add_row(head, *(figures.get(head, "–") for figures in shown.values()))
    out.print(grid)
    for name, row in rows.items():
        if "failed" in row:
            err.print(f"{name}: {row['failed']}", style="yellow", markup=False)
