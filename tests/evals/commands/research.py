"""`python -m tests.evals …`: quality on research data, without a model that judges."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from graphmem.cli.evaluate import JsonFile, ResumeFlag, measured
from graphmem.cli.options import given_file
from graphmem.cli.output import err, escape, out
from graphmem.cli.results import print_groups, print_latency, save
from graphmem.config import load_settings
from graphmem.evaluation import report
from tests.evals import ablation as ablation_evaluation
from tests.evals import beam_links as beam_links_evaluation
from tests.evals import beam_recall, tiny
from tests.evals import musique as musique_evaluation
from tests.evals import timeqa as timeqa_evaluation
from tests.evals import xquad as xquad_evaluation

app = typer.Typer()


@app.command()
def beam(
    data: Annotated[Path, given_file("BEAM's chats, one JSON object a line, gzipped or not.")],
    json: JsonFile = None,
    resume: ResumeFlag = False,
) -> None:
    """Message recall on BEAM by ability; of pairs, whether the newer statement comes first and the two are linked."""
    result = measured(lambda memory, news: beam_recall.evaluate(memory, data, resume=resume, progress=news))
    _show(result, "BEAM, message level, %", json, head="ability")


@app.command()
def musique(
    data: Annotated[Path, given_file("MuSiQue's questions with their paragraphs, gzipped or not.")],
    json: JsonFile = None,
    resume: ResumeFlag = False,
) -> None:
    """Passage recall on MuSiQue's multi-hop questions, and how often all the passages are found."""
    result = measured(lambda memory, news: musique_evaluation.evaluate(memory, data, resume=resume, progress=news))
    _show(result, "MuSiQue, passages, %", json)


@app.command()
def xquad(
    data: Annotated[
        Path,
        given_file("Parallel paragraphs with questions, English and Turkish, gzipped or not."),
    ],
    json: JsonFile = None,
    resume: ResumeFlag = False,
) -> None:
    """Paragraphs found on XQuAD within and across English and Turkish; query language → paragraph language."""
    result = measured(lambda memory, news: xquad_evaluation.evaluate(memory, data, resume=resume, progress=news))
    _show(result, "XQuAD, paragraphs, %", json, head="direction")


@app.command()
def ablation(
    kind: Annotated[str, typer.Argument(help="What the data are: locomo or musique.")],
    data: Annotated[Path, given_file("The same file as for that evaluation.")],
    json: JsonFile = None,
    every: Annotated[int, typer.Option(help="Ask every so-manieth question only.")] = 1,
) -> None:
    """What each stage of a recall is worth: the default, then every stage left out, or put in, one by one."""
    result = measured(lambda memory, news: ablation_evaluation.evaluate(memory, kind, data, every=every, progress=news))
    rows = result["metrics"]["by_category"]
    table = Table("recall", *next(iter(rows.values())), title=f"Stages on {kind}, %", title_justify="left")
    for name, found in rows.items():
        table.add_row(name, *(str(value) for value in found.values()))
    out.print(table)
    save(result, json)


@app.command()
def timeqa(
    data: Annotated[Path, given_file("Facts with their validity and instants to ask for, gzipped or not.")],
    json: JsonFile = None,
    errors: Annotated[bool, typer.Option("--errors", help="Show wrong answers, at most 50.")] = False,
) -> None:
    """As-of answers from the temporal graph on TimeQA's facts, and silence where nothing is valid."""
    result = measured(lambda memory, news: timeqa_evaluation.evaluate(memory, data, progress=news))
    _show(result, "TimeQA, as of an instant, %", json, head="expected")
    for wrong in result["errors"] if errors else ():
        out.print(
            f"{wrong['subject']} {wrong['property']} at {wrong['at']}: {wrong['found']}, not {wrong['expected']}",
            markup=False,
        )


@app.command()
def smoke(json: JsonFile = None) -> None:
    """Run every evaluation once on a few lines of our own, in a store of its own: do they work?"""
    given = load_settings()
    with tempfile.TemporaryDirectory(prefix="graphmem-") as home:
        settings = given.model_copy(
            update={
                "home": Path(home),
                "artifacts": given.artifacts_dir,
                "bolt_port": 0,
                "http_port": 0,
                "ops_log": None,
            }
        )
        result = measured(lambda memory, news: tiny.evaluate(memory, Path(home), progress=news), settings)
    table = Table("evaluation", "figure", "%", "seconds", title="Tiny sets: does it run?", title_justify="left")
    for name, found in result["metrics"].items():
        table.add_row(name, found["figure"], str(found["value"]), str(found["seconds"]))
    out.print(table)
    save(result, json)
    if result["failed"]:
        err.print(f"Below the floor: {', '.join(result['failed'])}", style="red")
        raise typer.Exit(1)


@app.command("beam-links")
def beam_links(
    data: Annotated[Path, given_file("BEAM's chats, one JSON object a line, gzipped or not.")],
    json: JsonFile = None,
    show: Annotated[int, typer.Option(min=0, max=100, help="How many supersessions to print, to judge them.")] = 0,
) -> None:
    """Whether statements that replace or contradict each other end up linked; what was superseded is listed."""
    result = measured(lambda memory, news: beam_links_evaluation.evaluate(memory, data, progress=news))
    found = result["metrics"]
    table = Table("measure", "value", title="BEAM, pairs linked, %", title_justify="left")
    for name, value in (*found["by_ability"].items(), *found.items()):
        if name != "by_ability":
            table.add_row(name, str(value))
    out.print(table)
    for pair in result["supersessions"][:show]:
        out.print(f"[green]{escape(pair['new'])}[/]\n  [strike]{escape(pair['old'])}[/]")
    save(result, json)


def _show(result: report.Report, title: str, path: Path | None, *, head: str = "category") -> None:
    print_groups(result["metrics"], title, head=head)
    print_latency(result)
    save(result, path)
