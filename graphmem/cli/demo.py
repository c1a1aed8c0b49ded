"""`graphmem demo`: the sample conversations, filed, remembered and asked about."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from graphmem import sample
from graphmem.cli import demo_sections as sections
from graphmem.cli.arrows import arrows
from graphmem.cli.output import out, progress, run
from graphmem.config import load_settings
from graphmem.facade import GraphMem
from graphmem.model.recall import MemoryHit, RecallResult
from graphmem.ports import Progress
from graphmem.sample import SampleQuestion
from graphmem.server import aot, supervisor
from graphmem.services.mine import MineReport
from graphmem.services.reading.options import Options

OWNER = "demo"
HITS = 5
"""Turns looked at per question; a question counts as answered when one of them holds evidence."""

REMEMBERED = 2
"""Memories shown with an answer, above the turns."""


def demo(
    keep: Annotated[bool, typer.Option(help="Keep what was filed, to explore it in Neo4j Browser.")] = True,
) -> None:
    """Remember a bilingual sample of conversations, show what became of it, and answer questions from it."""

    settings = load_settings()

    async def work() -> None:
        started = perf_counter()
        with progress() as news:
            async with GraphMem.open(settings, progress=news) as memory:
                _print_reports(await _mine(memory, news))
                first, *rest = sample.questions()
                found = await _ask(memory, [first])
                out.print(f"First answer {perf_counter() - started:.1f} s after the start.\n", style="dim")
                await _show_memories(memory)
                out.print(
                    "[bold]Questions[/]  ◆ a memory and its way through the graph  ● a turn that holds the answer\n"
                )
                found += await _ask(memory, rest)
                browser = memory.browser_url
                if not keep:
                    await memory.erase(owner=OWNER)
        out.print(f"\n{found} of {len(sample.questions())} questions found their evidence in the first {HITS} turns.")
        _print_next(has_browser=bool(browser), kept=keep)
        if browser:  # the server was ours
            # Whoever liked the first demo starts another soon, and should not find the machine busy with this.
            with progress() as news:
                await aot.assembled(supervisor.files_of(settings), news)

    run(work)


async def _mine(memory: GraphMem, news: Progress) -> list[MineReport]:
    """File what is not filed yet."""
    return [
        await memory.mine(conversation, owner=OWNER, progress=news)
        for conversation in sample.conversations().conversations
    ]


def _print_reports(reports: Sequence[MineReport]) -> None:
    new = sum(report.filed for report in reports)
    turns = new + sum(report.known for report in reports)
    out.print(f"[bold]{turns} turns[/] in {len(reports)} conversations remembered ({new} of them new).\n")


async def _show_memories(memory: GraphMem) -> None:
    everything = await sections.read_everything(memory, memory.owner(OWNER))
    turns = {turn.source_id or "": turn.text for talk in sample.conversations().conversations for turn in talk.turns}
    memories = [view.memory for view in everything.views]
    edges = sections.edges_of(everything.views)
    sections.show_kinds(memories, len(turns))
    sections.show_lessons(memories)
    sections.show_relations(edges, sample.links(), turns)
    sections.show_changes_of_mind(edges)
    sections.show_timeline(everything.people)


async def _ask(memory: GraphMem, asked: Sequence[SampleQuestion]) -> int:
    """Ask, print each answer as it comes, and count those that found their evidence."""
    found = 0
    for question in asked:
        # Nothing is touched, so that the demo shows the same again the next time.
        result = await memory.recall(question.text, owner=OWNER, options=Options(limit=HITS, touch=False))
        found += any(hit.drawer.source_id in question.evidence for hit in result.hits)
        _print_answer(question, result)
    return found


def _print_answer(question: SampleQuestion, result: RecallResult) -> None:
    mark = "[dim]" + result.intent.value.replace("_", " ") + "[/]"
    out.print(f"[bold cyan]?[/] {escape(question.text)}  {mark}")
    for part in result.sub_queries:
        out.print(f"     [cyan]?[/] {escape(part)}")
    table = Table.grid(padding=(0, 1))
    for memory in result.memories[:REMEMBERED]:
        way = f"\n[magenta]{escape(arrows(memory.path))}[/]" if memory.path else ""
        table.add_row("  ", "[yellow]◆[/]", f"{escape(memory.memory.text[:220])}{way}", f"[dim]{_since(memory)}[/]")
    for hit in result.hits[:2]:
        star = "[green]●[/]" if hit.drawer.source_id in question.evidence else "[dim]○[/]"
        said = f"[bold]{escape(hit.drawer.speaker)}[/] {escape(hit.drawer.text[:220])}"
        table.add_row("  ", star, said, f"[dim]{escape(hit.drawer.pointer)}[/]")
    out.print(table)


def _since(hit: MemoryHit) -> str:
    """When it began to be true, and when that ended."""
    until = hit.memory.valid_until
    return f"since {hit.memory.valid_from:%Y-%m-%d}" + (f" until {until:%Y-%m-%d}" if until else "")


def _print_next(*, has_browser: bool, kept: bool) -> None:
    """What to try; nothing can be asked of a memory that was erased."""
    tries = [("Say something:", 'graphmem observe --dry-run "Artık İzmir\'de yaşıyorum."')]
    if kept:
        tries += [
            ("Ask your own:", "graphmem recall --owner demo 'Elif bisikletini neden sattı?'"),
            ("Know somebody:", "graphmem entity --owner demo Marcus"),
        ]
    if kept and has_browser:
        tries.append(("See the graph:", "graphmem neo4j start && graphmem neo4j browser"))
    for title, command in tries:
        out.print(f"{title:<16}{command}", markup=False, soft_wrap=True)
