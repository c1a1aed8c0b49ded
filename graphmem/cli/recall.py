"""`graphmem recall`: memories and turns that answer a question, each with its reason."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Column, Table

from graphmem.calls import call
from graphmem.cli.arrows import arrows
from graphmem.cli.listing import table, whole, wide
from graphmem.cli.options import ContextFlag
from graphmem.cli.output import err, escape, out, say
from graphmem.cli.remote import ask
from graphmem.cli.verb_commands import command
from graphmem.errors import InvalidInputError
from graphmem.model.ids import shown
from graphmem.model.recall import Hit, MemoryHit, RecallResult
from graphmem.model.relation import RelationType
from graphmem.owned import OwnedMemory
from graphmem.services.retrieval.options import RecallOptions

Query = Annotated[str | None, typer.Argument(help="A question or some words, English or Turkish.")]
Conversation = Annotated[
    str | None,
    typer.Option("--for", metavar="FILE", help="Instead: the last messages of a conversation, JSON; - for stdin."),
]
ExplainFlag = Annotated[bool, typer.Option("--explain", help="Show every signal and each arm's rank.")]

LONGEST_CELL = 400
"""Characters of a turn in a table; `graphmem drawer` and --json show all of it."""


def _recall(
    owner: str | None, options: RecallOptions, query: str | None = None, conversation: str | None = None
) -> RecallResult:
    """The answer to a question or a conversation."""
    if (query is None) == (conversation is None):
        raise InvalidInputError(
            "A question and a conversation are given." if query is not None else "Nothing is asked.",
            field="query",
            remedy="Give a QUERY, or --for FILE with the last messages.",
        )
    if query is not None:
        return ask(call(OwnedMemory.recall, query, options=options), owner)
    return ask(call(OwnedMemory.context_for, _messages(conversation or ""), options=options), owner)


@command(OwnedMemory.recall, _recall, query=(Query, None), conversation=(Conversation, None), limit=None)
def recall(
    result: RecallResult, *, options: RecallOptions, explain: ExplainFlag = False, context: ContextFlag = False
) -> None:
    """Find memories and turns that answer a question or help a conversation, each with its reason."""
    if context:
        print_context(result.context, why="" if result.answerable else result.answerable_reason)
    else:
        print_recall(result, explain=explain, now=options.as_of.said_by is None)


def _messages(source: str) -> list[dict[str, Any]]:
    """Messages of a JSON list, of JSON lines, or of {"messages": […]}."""
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(f"{source} cannot be read ({error}).", field="--for", remedy="Name a file.") from error
    found = _values(text)
    if len(found) == 1 and isinstance(found[0], dict) and isinstance(found[0].get("messages"), list):
        found = found[0]["messages"]
    if not all(isinstance(message, dict) for message in found):
        raise InvalidInputError("A message is no object.", field="--for", remedy=_FORM)
    return found


def _values(text: str) -> list[Any]:
    """The values of a JSON text: the items of its list, itself, or one a line."""
    try:
        whole = json.loads(text)
    except ValueError:
        try:
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        except ValueError as error:
            raise InvalidInputError(f"That is no JSON ({error}).", field="--for", remedy=_FORM) from error
    return whole if isinstance(whole, list) else [whole]


_FORM = 'Write [{"role": "user", "content": "…"}, …], or one such message a line.'


def print_context(block: str, *, why: str = "") -> None:
    """Print the block alone, for a pipe into a prompt; for an empty one print only `why`, as news."""
    if block:
        say(block)
    else:
        err.print(why or "Nothing is sure enough to stand in a prompt.", style="dim", markup=False)


def print_recall(result: RecallResult, *, explain: bool = False, now: bool = True) -> None:
    """Print a result as tables: memories above turns.

    `now` False says that both are of another instant.
    """
    for note in result.notes:
        out.print(note, style="yellow", markup=False)
    if not result.hits and not result.memories:
        if result.query.strip() and not result.skipped:
            out.print("Nothing found.", style="dim")
        return
    print_understood(result)
    if result.memories:
        out.print(hit_table(result.memories, explain=explain))
    elif not now:
        out.print("Nothing that was remembered then answers it.", style="dim")
    if result.hits:
        out.print(_turns(result.hits, "Turns" if now else "Turns said by then", explain=explain))
    if not result.answerable:
        out.print(result.answerable_reason, style="yellow", markup=False)
    for hit in result.memories:
        if hit.memory.id in result.tip_of_the_tongue:
            out.print(f"On the tip of the tongue: {hit.memory.text}", style="yellow", markup=False)
    total = result.latency_ms.get("total", 0.0)
    found = f"{len(result.memories)} memories; {len(result.hits)} of {result.candidates} turns that were weighed"
    out.print(f"{found}; {total:.0f} ms ({result.strategy})", style="dim")


def print_understood(result: RecallResult) -> None:
    """Print the question, its reading, and its parts."""
    out.print(f"[bold]“{escape(result.query[:100])}”[/]")
    reason = f" ({result.intent_reason})" if result.intent_reason else ""
    out.print(f"asks: {result.intent.value.replace('_', ' ')}{reason}", style="dim", markup=False)
    for number, part in enumerate(result.sub_queries, start=1):
        out.print(f"  {number}. {part}", style="dim", markup=False)


def hit_table(hits: Sequence[MemoryHit], *, explain: bool = False) -> Table:
    """The table of memories with their retrievers; the start of the id stands below each text."""
    columns = (
        *(Column("score", justify="right", style="cyan"), Column("sure", justify="right", style="dim")),
        *(whole("since"), "kind", wide("memory"), Column("why", style="dim", ratio=2)),
    )
    rows = (_memory_row(hit, explain=explain) for hit in hits)
    return table(*columns, rows=rows, title="Memories", lines=explain)


def _memory_row(hit: MemoryHit, *, explain: bool) -> tuple[str, ...]:
    memory = hit.memory
    until = f"\n– {memory.valid_until:%Y-%m-%d}" if memory.valid_until else ""
    lines = [f"[bold]{escape(memory.text)}[/]"]
    if hit.path and (explain or _led_there(hit)):
        lines.append(f"[cyan]{escape(arrows(hit.path))}[/]")
    if hit.space:
        lines.append(f"[cyan]{escape(hit.space)} · {escape(hit.author or '')}[/]")
    lines.append(f"[dim]{shown(memory.id)}[/]")
    since, why = f"{memory.valid_from:%Y-%m-%d}{until}", escape(_memory_why(hit) if explain else hit.reason)
    return f"{hit.score:.2f}", f"{hit.confidence:.2f}", since, memory.category.value, "\n".join(lines), why


def _led_there(hit: MemoryHit) -> bool:
    """Whether the graph says more about it than words and meaning: a cause, or its only path."""
    return any(step.type == RelationType.CAUSES for step in hit.path) or not hit.ranks.keys() & {"vector", "text"}


def _memory_why(hit: MemoryHit) -> str:
    sources = ", ".join(hit.sources) or "no turn"
    names = f"\nnames {', '.join(hit.entities)}" if hit.entities else ""
    return f"{hit.reason}\n{_measured(hit)}\nfrom {sources}{names}"


def _measured(hit: Hit | MemoryHit) -> str:
    ranks = ", ".join(f"{arm} #{rank}" for arm, rank in hit.ranks.items())
    signals = " ".join(f"{name} {value:.2f}" for name, value in hit.signals.items())
    return f"{ranks}\n{signals}"


def _turns(hits: Sequence[Hit], title: str, *, explain: bool) -> Table:
    last = Column("why" if explain else "pointer", style="dim", no_wrap=not explain)
    columns = (Column("score", justify="right", style="cyan"), whole("when"), wide("who said what"), last)
    return table(*columns, rows=(_turn_row(hit, explain=explain) for hit in hits), title=title, lines=explain)


def _turn_row(hit: Hit, *, explain: bool) -> tuple[str, ...]:
    when = hit.drawer.said_at.strftime("%Y-%m-%d") if hit.drawer.said_at else "—"
    return f"{hit.score:.2f}", when, _turn_cell(hit), _why(hit) if explain else escape(hit.drawer.pointer)


def _turn_cell(hit: Hit) -> str:
    text = hit.drawer.text
    shown = text if len(text) <= LONGEST_CELL else text[:LONGEST_CELL] + " …"
    return f"[bold]{escape(hit.drawer.speaker)}[/]: {escape(shown)}"


def _why(hit: Hit) -> str:
    return escape(f"{hit.drawer.pointer}\n{hit.reason}\n{_measured(hit)}\n{hit.wing} / {hit.room} / {hit.closet}")
