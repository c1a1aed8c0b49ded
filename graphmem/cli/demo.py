"""`graphmem demo`: the sample conversations, filed and asked about, in under a minute."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from graphmem import sample
from graphmem.cli.output import out, progress, run
from graphmem.facade import GraphMem
from graphmem.model.recall import RecallResult
from graphmem.sample import SampleQuestion

OWNER = "demo"
HITS = 5
"""Turns looked at per question; a question counts as answered when one of them holds evidence."""


def demo(
    keep: Annotated[bool, typer.Option(help="Keep what was filed, to explore it in Neo4j Browser.")] = True,
) -> None:
    """Remember a bilingual sample of conversations and answer questions from it."""

    async def work() -> None:
        started = perf_counter()
        with progress() as news:
            async with GraphMem.open(progress=news) as memory:
                reading = sample.conversations()
                reports = [await memory.mine(item, owner=OWNER, progress=news) for item in reading.conversations]
                new = sum(report.filed for report in reports)
                turns = new + sum(report.known for report in reports)
                out.print(f"[bold]{turns} turns[/] in {len(reports)} conversations remembered ({new} of them new).\n")
                found = await _ask(memory, started)
                browser = memory.browser_url
                if not keep:
                    await memory.erase(owner=OWNER)
        out.print(f"\n{found} of {len(sample.questions())} questions found their evidence in the first {HITS} turns.")
        out.print("Ask your own:   graphmem recall --owner demo 'Elif bisikletini neden sattı?'", markup=False)
        if browser:
            out.print("See the graph:  graphmem neo4j start && graphmem neo4j browser", markup=False)

    run(work)


async def _ask(memory: GraphMem, started: float) -> int:
    """Ask every sample question, print each answer as it comes, and count those that found their evidence."""
    found = 0
    for number, question in enumerate(sample.questions()):
        result = await memory.recall(question.text, owner=OWNER, limit=HITS)
        if number == 0:
            out.print(f"First answer {perf_counter() - started:.1f} s after the start.\n", style="dim")
        hit = next((hit for hit in result.hits if hit.drawer.source_id in question.evidence), None)
        found += hit is not None
        _print_answer(question, result)
    return found


def _print_answer(question: SampleQuestion, result: RecallResult) -> None:
    mark = "[dim]" + question.kind.value.replace("_", " ") + "[/]"
    out.print(f"[bold cyan]?[/] {escape(question.text)}  {mark}")
    table = Table.grid(padding=(0, 1))
    for hit in result.hits[:2]:
        star = "[green]●[/]" if hit.drawer.source_id in question.evidence else "[dim]○[/]"
        said = f"[bold]{escape(hit.drawer.speaker)}[/] {escape(hit.drawer.text[:220])}"
        table.add_row("  ", star, said, f"[dim]{escape(hit.drawer.pointer)}[/]")
    out.print(table)
