"""`graphmem observe` and `graphmem learn`: one message or statement, with the verdict of every stage."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from graphmem.calls import call
from graphmem.cli.options import JsonFlag, OwnerOption, ProjectOption
from graphmem.cli.output import escape, out, print_json
from graphmem.cli.remote import ask
from graphmem.model.category import Category, Priority
from graphmem.model.gate import GateAction
from graphmem.model.ids import shown
from graphmem.model.observation import ForgetRequest, Observation, StatementVerdict
from graphmem.model.transcript import Role
from graphmem.owned import OwnedMemory

KeyOption = Annotated[
    str | None,
    typer.Option(
        metavar="KEY", help="Sent again with this key within a day, it is answered as before and not written."
    ),
]
SessionOption = Annotated[str | None, typer.Option("--session", help="A session that was started.")]

_COLOURS = {
    GateAction.CREATE: "green",
    GateAction.SKIP: "yellow",
    GateAction.UPDATE: "cyan",
    GateAction.REINFORCE: "blue",
    GateAction.SUPERSEDE: "magenta",
}


def observe(
    text: Annotated[str, typer.Argument(help="What was said, English or Turkish.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Tell what would become of it, and write nothing.")
    ] = False,
    session: SessionOption = None,
    project: ProjectOption = None,
    speaker: Annotated[str | None, typer.Option(help="Who said it, for example Ada.")] = None,
    role: Annotated[Role, typer.Option(help="Which part the speaker plays.")] = Role.USER,
    idempotency_key: KeyOption = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """File a message verbatim and remember what it states, showing the verdict of every stage."""
    asked = call(
        OwnedMemory.observe, text, role=role, speaker=speaker, session=session, dry_run=dry_run,
        idempotency_key=idempotency_key, project=project,
    )  # fmt: skip
    _show(ask(asked, owner), as_json=as_json)


def learn(
    text: Annotated[str, typer.Argument(help="What to remember, English or Turkish.")],
    category: Annotated[Category | None, typer.Option(help="Found in the text when missing.")] = None,
    priority: Annotated[Priority | None, typer.Option(help="The category's when missing.")] = None,
    pin: Annotated[bool, typer.Option("--pin", help="Keep it from decay and pruning.")] = False,
    immutable: Annotated[bool, typer.Option("--immutable", help="Let no later statement change it.")] = False,
    scope: Annotated[
        list[str] | None,
        typer.Option(
            help="A file glob it is limited to; may be repeated. * stays within a folder, ** is any number of folders "
            "or none, {a,b} is either; dot files count; without a slash it is a file's name in any folder."
        ),
    ] = None,
    session: SessionOption = None,
    project: ProjectOption = None,
    idempotency_key: KeyOption = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Remember a statement on purpose: no filter stops it, the gate still decides."""
    asked = call(
        OwnedMemory.learn, text, category=category, priority=priority, pinned=pin, immutable=immutable,
        scope=scope or (), session=session, idempotency_key=idempotency_key, project=project,
    )  # fmt: skip
    _show(ask(asked, owner), as_json=as_json)


def _show(seen: Observation, *, as_json: bool) -> None:
    if as_json:
        print_json(asdict(seen))
        return
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
