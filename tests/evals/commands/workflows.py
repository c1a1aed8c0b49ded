"""`python -m tests.evals workflows`: ways to work that are planted and found, or that recur in transcripts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from graphmem.cli.output import escape, out
from graphmem.cli.results import save
from graphmem.services.workflow_mining import find_workflows
from tests.evals import workflow_versions
from tests.evals import workflows as evaluation
from tests.evals.commands.files import given_files

SEEDS = 30


def workflows(
    data: Annotated[
        list[Path] | None, given_files("Transcripts of Claude Code (.jsonl); what recurs in them is listed instead.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The first of the sets.")] = 0,
    sets: Annotated[int, typer.Option(min=1, help="How many sets are made, by as many seeds.")] = SEEDS,
    json: Annotated[Path | None, typer.Option(help="Write the result to this file.")] = None,
) -> None:
    """Which of 12 planted workflows are found in 200 episodes, what else is, and which versions are recommended."""
    if data:
        lived = evaluation.transcribed(data)
        for one in (found := find_workflows(lived)):
            out.print(f"\n[bold]{escape(one.name)}[/] worked {one.worked}, failed {one.failed}")
            out.print("\n".join(f"  {number}. {escape(step)}" for number, step in enumerate(one.steps, start=1)))
        out.print(f"\n{len(found)} proposed from {len(lived)} turns with calls.")
        return
    result = evaluation.evaluate(seed, sets)
    found_, versions = result["mining"], workflow_versions.evaluate(seed)
    out.print(f"The set of seed {seed}: {found_['first']['planted']} of 12 found, {found_['first']['false']} false.")
    out.print(
        f"{sets} sets: {found_['planted']:.1f} found, {found_['false']:.1f} false; {found_['good']} with 10 and 2."
    )
    out.print(
        f"{versions['cases']} procedures of known rates: {versions['wrong']} times a version that is worse by a tenth "
        f"or more was recommended over the latest; in {versions['regressions']} the latest had regressed, of which "
        f"{versions['caught']} were told."
    )
    save({**result, "versions": versions}, json)
