"""`graphmem observe` and `graphmem learn`: one message or statement, with the verdict of every stage."""

from __future__ import annotations

from rich.table import Table

from graphmem.cli.asking import command
from graphmem.cli.output import escape, out
from graphmem.model.gate import GateAction
from graphmem.model.ids import shown
from graphmem.model.observation import ForgetRequest, Observation, StatementVerdict
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
    stages = Table("stage", "", "verdict", title=f"Read as {seen.language}", title_justify="left")
    for stage in seen.stages:
        mark = "[green]passed[/]" if stage.passed else "[red]stopped[/]"
        stages.add_row(escape(stage.name), mark, escape(stage.detail))
    out.print(stages)
    if seen.statements:
        out.print(_statements(seen))
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


def _show_request(asked: ForgetRequest) -> None:
    about = f"to forget: {asked.about}" if asked.about else "to forget what was just said"
    out.print(f"It asks {about}", markup=False, soft_wrap=True)
    for one in asked.candidates:
        out.print(f"  {shown(one.memory) if one.memory else one.pointer}  {one.text}", markup=False, soft_wrap=True)
    out.print(asked.remedy, style="yellow", markup=False, soft_wrap=True)


def _statements(seen: Observation) -> Table:
    table = Table("gate", "statement", "why", title="Statements", title_justify="left", show_lines=True)
    for verdict in seen.statements:
        colour = _COLOURS[verdict.action]
        table.add_row(f"[{colour}]{verdict.action.value}[/]", _statement(verdict), _why(verdict))
    return table


def _statement(verdict: StatementVerdict) -> str:
    lines = [f"[bold]{escape(verdict.text)}[/]"]
    told = f"{verdict.category.value}, importance {verdict.importance:.2f}, since {verdict.valid_from:%Y-%m-%d}"
    if verdict.valid_until is not None:
        told += f" until {verdict.valid_until:%Y-%m-%d}"
    lines.append(f"{told}; {', '.join(verdict.feeling.emotions)}")
    lines += [f"→ {escape(verdict.lesson)}"] if verdict.lesson else []
    if verdict.entities:
        # Names, not addresses: in a column those would be cut in two, and either is taken for the other.
        lines.append(f"names [cyan]{escape(', '.join(mention.name for mention in verdict.entities))}[/]")
    for fact in verdict.facts:
        lines.append(escape(f"{fact.subject.name} –{fact.predicate}→ {fact.object.name}"))
    if verdict.memory is not None:
        lines.append(f"[dim]{shown(verdict.memory)}[/]")
    return "\n".join(lines)


def _why(verdict: StatementVerdict) -> str:
    near = f"\n[dim]{shown(verdict.target)}, similarity {verdict.similarity:.2f}[/]" if verdict.target else ""
    return escape(verdict.reason) + near
