"""`graphmem demo`: the sample conversations, filed, remembered and asked about."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem import sample
from graphmem.cli import demo_sections as sections
from graphmem.cli.arrows import arrows, short
from graphmem.cli.output import escape, opened, out, progress, run
from graphmem.model.recall import MemoryHit, RecallResult
from graphmem.sample import SampleQuestion
from graphmem.services.retrieval.options import Options

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.ports import Progress
    from graphmem.services.ingestion.mine import MineReport

OWNER = "demo"
HITS = 5
"""Turns looked at per question; a question counts as answered when one of them holds evidence."""

SHOWN = ("q02", "q04", "q06")
"""Questions whose answers are shown, after the first one's; of the others only what was not found is named."""

BRIEF, WHOLE = sections.Lengths(120, 45, 70), sections.Lengths(220, 90, 400)
"""What fits on one screen, or two; and what `--verbose` shows."""

LONGEST_LINE = 74
"""Characters of a question that is only named."""


def demo(
    keep: Annotated[bool, typer.Option(help="Keep what was filed, to explore it in Neo4j Browser.")] = True,
    verbose: Annotated[bool, typer.Option("--verbose", help="Answer every question, cut no text short.")] = False,
) -> None:
    """Remember a bilingual sample of conversations, show what became of it, and answer questions from it."""

    from graphmem.config import load_settings
    from graphmem.server import aot, supervisor

    settings = load_settings()

    async def work() -> None:
        started = perf_counter()
        lengths = WHOLE if verbose else BRIEF
        with progress() as news:
            async with opened(news, settings) as memory:
                _print_reports(await _mine(memory, news))
                first, *rest = sample.questions()
                missed = await _ask(memory, [first], [first], lengths)
                out.print(f"First answer {perf_counter() - started:.1f} s after the start.\n", style="dim")
                await _show_memories(memory, lengths)
                out.print("[bold]Questions[/]  ◆ a memory, and its way  ● a turn that holds the answer\n")
                shown = rest if verbose else [question for question in rest if question.id in SHOWN]
                missed += await _ask(memory, rest, shown, lengths)
                browser = memory.browser_url
                if not keep:
                    await memory.erase(owner=OWNER)
        _print_found(missed)
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


async def _show_memories(memory: GraphMem, lengths: sections.Lengths) -> None:
    everything = await sections.read_everything(memory, memory.owner(OWNER))
    turns = {turn.source_id or "": turn.text for talk in sample.conversations().conversations for turn in talk.turns}
    memories = [view.memory for view in everything.views]
    edges = sections.edges_of(everything.views)
    sections.show_kinds(memories, len(turns))
    sections.show_examples(memories, lengths)
    sections.show_relations(edges, sample.links(), turns, lengths)
    sections.show_changes_of_mind(edges)
    sections.show_timeline(everything.people)


async def _ask(
    memory: GraphMem, asked: Sequence[SampleQuestion], shown: Sequence[SampleQuestion], lengths: sections.Lengths
) -> list[SampleQuestion]:
    """Ask, print the answers that are to be shown as they come, and return what did not find its evidence."""
    missed: list[SampleQuestion] = []
    for question in asked:
        # Nothing is touched, so that the demo shows the same again the next time.
        result = await memory.recall(question.text, owner=OWNER, options=Options(limit=HITS, touch=False))
        if not any(hit.drawer.source_id in question.evidence for hit in result.hits):
            missed.append(question)
        if question in shown:
            _print_answer(question, result, lengths)
    return missed


def _print_answer(question: SampleQuestion, result: RecallResult, lengths: sections.Lengths) -> None:
    """The best memory with its way, and the two best turns."""
    mark = "[dim]" + result.intent.value.replace("_", " ") + "[/]"
    out.print(f"[bold cyan]?[/] {escape(question.text)}  {mark}")
    for part in result.sub_queries:
        out.print(f"     [cyan]?[/] {escape(part)}")
    table = Table.grid(padding=(0, 1))
    for memory in result.memories[:1]:
        way = escape(arrows(memory.path, longest=lengths.on_a_way)) if memory.path else ""
        told = escape(short(memory.memory.text, lengths.text)) + (f"\n[magenta]{way}[/]" if way else "")
        table.add_row("  ", "[yellow]◆[/]", told, f"[dim]{_since(memory)}[/]")
    for hit in result.hits[:2]:
        star = "[green]●[/]" if hit.drawer.source_id in question.evidence else "[dim]○[/]"
        said = f"[bold]{escape(hit.drawer.speaker)}[/] {escape(short(hit.drawer.text, lengths.text))}"
        table.add_row("  ", star, said, f"[dim]{escape(hit.drawer.pointer)}[/]")
    out.print(table)


def _print_found(missed: Sequence[SampleQuestion]) -> None:
    """How many questions found their evidence, and which did not."""
    asked = len(sample.questions())
    told = f"{asked - len(missed)} of {asked} questions found their evidence in the first {HITS} turns"
    out.print(f"\n{told}{'; not so:' if missed else '.'}")
    for question in missed:
        out.print(f"  [dim]○[/] {escape(short(question.text, LONGEST_LINE))}")


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
