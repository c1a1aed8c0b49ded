"""`graphmem demo`: it files and remembers the sample conversations, and answers questions from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem import sample
from graphmem.cli import demo_sections as sections
from graphmem.cli.arrows import short
from graphmem.cli.output import escape, opened, out, progress, run
from graphmem.model.recall import FORMER, PARTLY_FORMER, RecallResult
from graphmem.sample import SampleQuestion
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.sanitising import make_inert

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.ports import Progress
    from graphmem.services.ingestion.mine import MineReport

OWNER = "demo"
BRIEF, WHOLE = sections.Lengths(90, 50, 62, 74, 3), sections.Lengths(220, 400, 200, 200, None)
"""The short form of the demo, which fits on one or two screens, and the form of `--all`."""

IN_BRIEF = ("q03", "q04", "q06", "q10", "q12", "q18")
"""The questions that are shown where not all are: causes in either language, a time, a preference,
a habit asked for in the other language, and a version that changed."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A question, its block, and whether all of its evidence stands in the block."""

    question: SampleQuestion
    result: RecallResult
    holds: bool


def demo(
    keep: Annotated[bool, typer.Option(help="Keep the demo's memory, to explore it in Neo4j Browser.")] = True,
    small: Annotated[
        bool, typer.Option("--small", help="Make no Java cache now (213 MB); GRAPHMEM_JAVA_CACHE=false: never.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every question and section, cut no text short.")
    ] = False,
) -> None:
    """Remember a bilingual sample of conversations and answer questions from it."""

    from graphmem.config import load_settings
    from graphmem.server import aot, supervisor

    settings = load_settings(java_cache=False) if small else load_settings()

    async def work() -> None:
        started = perf_counter()
        lengths = WHOLE if everything else BRIEF
        with progress() as news:
            async with opened(news, settings) as memory:
                _print_reports(await _mine(memory, news))
                first, *rest = sample.questions()
                answers = await _ask(memory, [first], lengths, whole={first.id})
                out.print(f"First answer {perf_counter() - started:.1f} s after the start.\n", style="dim")
                await _show_memories(memory, lengths)
                out.print("[bold]Questions[/]  ● the answer is in the text that an agent gets")
                answers += await _ask(memory, rest, lengths, whole={one.id for one in rest} if everything else set())
                unknown = await memory.recall(sample.UNKNOWN, owner=OWNER, options=RecallOptions(touch=False))
                _print_found(answers, unknown)
                await sections.show_a_month_later(memory, memory.owner(OWNER), lengths)
                await sections.show_forgetting(memory)
                browser = memory.browser_url
                if not keep:
                    await memory.erase(owner=OWNER)
        _print_next(kept=keep)
        if browser:  # the demo started this server
            # A second demo often follows soon, and this work would slow it down.
            with progress() as news:
                await aot.assembled(supervisor.files_of(settings), news)

    run(work)


async def _mine(memory: GraphMem, news: Progress) -> list[MineReport]:
    """File the conversations that are not filed yet."""
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
    if lengths is WHOLE:
        sections.show_examples(memories, lengths)
    sections.show_relations(edges, sample.links(), turns, lengths)
    sections.show_changes_of_mind(edges, lengths)
    sections.show_timeline(everything.people, None if lengths is WHOLE else 3)


async def _ask(
    memory: GraphMem, asked: Sequence[SampleQuestion], lengths: sections.Lengths, *, whole: Set[str]
) -> list[Answered]:
    """Ask the questions, print some blocks, with all lines of those named `whole`, and return the answers."""
    told = {turn.source_id or "": turn.text for talk in sample.conversations().conversations for turn in talk.turns}
    answers = []
    for question in asked:
        # The recall writes nothing, so that the demo shows the same next time.
        result = await memory.recall(question.text, owner=OWNER, options=RecallOptions(touch=False))
        answers.append(Answered(question, result, _holds(result, question, told)))
        if question.id in whole or question.id in IN_BRIEF:
            _print_block(answers[-1], lengths, whole=question.id in whole)
    return answers


def _holds(result: RecallResult, question: SampleQuestion, told: Mapping[str, str]) -> bool:
    """Whether the block has every part of the evidence: the words of the turn, or a memory made of it."""
    made = {id_ for hit in result.memories if make_inert(hit.memory.text) in result.context for id_ in hit.source_ids}
    return all(id_ in made or make_inert(told[id_]) in result.context for id_ in question.evidence)


def _print_block(answer: Answered, lengths: sections.Lengths, *, whole: bool) -> None:
    """Print the question, whether its block holds the answer, its tokens, and the block or its best line."""
    question, result = answer.question, answer.result
    mark = "[green]●[/]" if answer.holds else "[yellow]○[/]"
    asked = escape(short(question.text, lengths.question))
    out.print(f"{mark} [bold]{asked}[/]  [dim]{result.context_tokens} tokens[/]", soft_wrap=True)
    lines = result.context.splitlines()[2:-1]
    if whole:
        for line in lines if lengths.lines is None else lines[: lengths.lines]:
            out.print(f"    {escape(short(line, lengths.text))}", soft_wrap=True)
        left = len(lines) - (len(lines) if lengths.lines is None else lengths.lines)
        if left > 0:
            out.print(f"    [dim]… and {left} more lines[/]")
    elif lines:
        out.print(f"    [dim]{escape(short(_surest(result, lines), lengths.line))}[/]", soft_wrap=True)


def _surest(result: RecallResult, lines: Sequence[str]) -> str:
    """The block's line of the surest hit that still holds."""
    told = [(hit.confidence, hit.drawer.text) for hit in result.hits]
    told += [(hit.confidence, hit.memory.text) for hit in result.memories]
    holding = [line for line in lines if FORMER not in line and PARTLY_FORMER not in line]
    # Of about equally sure ones the first, since earlier questions move the last digits.
    for _, text in sorted(told, key=lambda one: -round(one[0], 1)):
        if found := next((line for line in holding if make_inert(text) in line), None):
            return found
    return lines[0]


def _print_found(answers: Sequence[Answered], unknown: RecallResult) -> None:
    """Print how many blocks held the answer, their tokens, and the result of an unanswerable question."""
    tokens = round(sum(answer.result.context_tokens for answer in answers) / len(answers))
    holding = sum(answer.holds for answer in answers)
    out.print(f"\nFor {holding} of {len(answers)} questions the block holds the answer, at {tokens} tokens on average.")
    block = f"a block of {unknown.context_tokens} tokens" if unknown.context else "no block"
    out.print(f"[bold]{escape(unknown.query)}[/]  {block}: {escape(unknown.answerable_reason)}", soft_wrap=True)


def _print_next(*, kept: bool) -> None:
    """Print the next steps; questions only if the memory was kept."""
    tries = [("In your client:", "graphmem hook install claude-code", "beside `graphmem serve`")]
    if kept:
        tries = [
            ("See the page:", "GRAPHMEM_OWNER=demo graphmem serve", "then http://127.0.0.1:8000/memory"),
            *tries,
            ("Ask your own:", "graphmem recall --owner demo 'What does Elif drink?'", "in code: README, Ten lines"),
        ]
    for title, command, then in tries:
        out.print(f"{title:<16}[bold]{escape(command)}[/]  [dim]{escape(then)}[/]", soft_wrap=True)
