"""`graphmem observe` and `graphmem learn`: one message or statement, with the verdict of every stage."""

from __future__ import annotations

from graphmem.cli.listing import table
from graphmem.cli.output import escape, out, say
from graphmem.cli.verb_commands import command
from graphmem.model.gate import GateAction
from graphmem.model.ids import shown
from graphmem.model.observation import ForgetRequest, Observation, Stage, StatementVerdict
from graphmem.owned import OwnedMemory

_COLOURS = {
    GateAction.CREATE: "green",
    GateAction.SKIP: "yellow",
    GateAction.UPDATE: "cyan",
    GateAction.REINFORCE: "blue",
    GateAction.SUPERSEDE: "magenta",
}


@command(OwnedMemory.observe)
def observe(seen: Observation) -> None:
    """File a message verbatim and remember its statements; show the verdict of every stage."""
    _show(seen)


@command(OwnedMemory.learn)
def learn(seen: Observation) -> None:
    """Remember a statement on purpose: no filter applies, the gate still decides."""
    _show(seen)


def _show(seen: Observation) -> None:
    out.print(table("stage", "", "verdict", rows=map(_stage, seen.stages), title=f"Read as {seen.language}"))
    if seen.statements:
        rows = map(_statement, seen.statements)
        out.print(table("gate", "statement", "why", rows=rows, title="Statements", lines=True))
    else:
        out.print("It makes no memory.", style="dim")
    for asked in seen.forget:
        _show_request(asked)
    if seen.dry_run:
        out.print("A dry run: nothing was written.", style="yellow")
    elif seen.pointer is None:
        out.print("It was filed before; nothing new was written.", style="dim")
    else:
        out.print(f"Filed as {seen.pointer}, {seen.relations} relation(s) made.", style="dim", markup=False)


def _stage(stage: Stage) -> tuple[str, ...]:
    return escape(stage.name), "[green]passed[/]" if stage.passed else "[red]stopped[/]", escape(stage.detail)


def _show_request(asked: ForgetRequest) -> None:
    about = f"to forget: {asked.about}" if asked.about else "to forget what was just said"
    say(f"It asks {about}")
    for one in asked.candidates:
        say(f"  {shown(one.memory) if one.memory else one.pointer}  {one.text}")
    say(asked.remedy, "yellow")


def _statement(verdict: StatementVerdict) -> tuple[str, ...]:
    near = f"\n[dim]{shown(verdict.target)}, similarity {verdict.similarity:.2f}[/]" if verdict.target else ""
    gate = f"[{_COLOURS[verdict.action]}]{verdict.action.value}[/]"
    return gate, "\n".join(_lines(verdict)), escape(verdict.reason) + near


def _lines(verdict: StatementVerdict) -> list[str]:
    lines = [f"[bold]{escape(verdict.text)}[/]"]
    told = f"{verdict.category.value}, importance {verdict.importance:.2f}, since {verdict.valid_from:%Y-%m-%d}"
    if verdict.valid_until is not None:
        told += f" until {verdict.valid_until:%Y-%m-%d}"
    lines.append(f"{told}; {', '.join(verdict.feeling.emotions)}")
    lines += [f"→ {escape(verdict.lesson)}"] if verdict.lesson else []
    if verdict.entities:
        # Names, not addresses: a column would cut addresses, and commands take either.
        lines.append(f"names [cyan]{escape(', '.join(mention.name for mention in verdict.entities))}[/]")
    for fact in verdict.facts:
        lines.append(escape(f"{fact.subject.name} –{fact.predicate}→ {fact.object.name}"))
    if verdict.memory is not None:
        lines.append(f"[dim]{shown(verdict.memory)}[/]")
    return lines
