"""`python -m tests.evals gate`, `language`, `dates`, `privacy`, `relations` … on labelled lines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from graphmem.cli.options import given_file
from graphmem.cli.output import escape, opened, out, progress, run
from graphmem.cli.results import save
from graphmem.evaluation.report import Report
from graphmem.facade import GraphMem
from graphmem.ports import Progress
from tests.evals import changes as changes_evaluation
from tests.evals import coding as coding_evaluation
from tests.evals import dates as dates_evaluation
from tests.evals import formation as formation_evaluation
from tests.evals import gate as gate_evaluation
from tests.evals import language as language_evaluation
from tests.evals import own_schema
from tests.evals import people as people_evaluation
from tests.evals import poison as poison_evaluation
from tests.evals import privacy as privacy_evaluation
from tests.evals import relations as relations_evaluation
from tests.evals import router as router_evaluation
from tests.evals import sessions as sessions_evaluation
from tests.evals import situations as situations_evaluation
from tests.evals import small_stores as small_stores_evaluation
from tests.evals import talks as talks_evaluation

DataFile = Annotated[Path | None, given_file("JSON lines of the same form; our own labelled set when missing.")]
JsonFile = Annotated[Path | None, typer.Option(help="Write the result to this file.")]
ErrorsFlag = Annotated[bool, typer.Option("--errors", help="Show lines that came out wrong, at most 50.")]

_PARTS = ("tuned_on", "held_back")
_GROUPS = ("by_language", "by_role", "by_writer")
_SCORES = ("precision", "recall", "f1", "count")


def gate(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """What the prediction-error gate decides about pairs of statements, with the configured embedder."""

    _show(_served(gate_evaluation.evaluate, data), "the gate", json, errors=errors)


def language(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """What the observer keeps of messages, and the category, emotions and entities it finds."""
    _evaluate(language_evaluation.evaluate, "the observer", data, json, errors=errors)


def dates(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """Since when and until when statements hold, and whether they are about the future."""
    _evaluate(dates_evaluation.evaluate, "dates", data, json, errors=errors)


def privacy(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """What is found of passwords, keys, cards, accounts, numbers of the state, phones and mail, among look-alikes."""
    _evaluate(privacy_evaluation.evaluate, "privacy", data, json, errors=errors)


def relations(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """The six relations between two memories and their directions, as mining writes them."""

    _show(_served(relations_evaluation.evaluate, data), "relations", json, errors=errors)


def changes(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """Which memories a message closes that tells a change of mind, among others, with the configured embedder."""

    _show(_served(changes_evaluation.evaluate, data), "changes of mind", json, errors=errors)


def small(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """What a statement ends of the two to six things that somebody told before; writers that nothing learns from."""

    _show(_served(small_stores_evaluation.evaluate, data), "small stores", json, errors=errors)


def talks(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """What is closed, asked about and linked as a cause in long talks in which little changes."""

    result = _served(talks_evaluation.evaluate, data)
    found = result["metrics"]
    groups = {"all": found, **found["by_language"]}
    out.print(_concluded(f"Talks, {found['messages']} messages", groups, talks_evaluation.KINDS))
    for wrong in result["errors"] if errors else ():
        out.print(f"{wrong['kind']}: {wrong['old']}  ←  {wrong['new']}", markup=False)
    for one in result["merged"] if errors else ():
        out.print(f"told by several turns: {one['memory']}  ←  {' / '.join(one['turns'])}", markup=False)
    save(result, json)


def _concluded(title: str, groups: Mapping[str, Mapping[str, Any]], kinds: Iterable[str]) -> Table:
    """How much of what is concluded is right, and of what is there is concluded; how much of each there is."""
    table = Table("", title=title, title_justify="left")
    for name in ("precision", "recall", "said", "count"):
        table.add_column(name, justify="right")
    for group, scores in groups.items():
        for kind in kinds:
            table.add_row(f"{kind} ({group})", *(str(value) for value in scores[kind].values()))
    return table


def poison(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """What hostile texts change of a memory by an agent's tools, a tool's output and a document: nothing should.

    Exits with 1 when one became a rule, closed or changed what a person said, or deleted something.
    """

    result = _served(poison_evaluation.evaluate, data)
    _show(result, "poison", json, errors=errors)
    if result["errors"]:
        raise typer.Exit(1)


def formation(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """What is remembered of raw messages: how much of it is right, clumsy, wrong or junk, and how much is missed."""

    _show(_served(formation_evaluation.evaluate, data), "formation", json, errors=errors)


def sessions(
    data: DataFile = None,
    json: JsonFile = None,
    errors: ErrorsFlag = False,
    by_message: Annotated[
        bool, typer.Option("--by-message", help="Observe each message by itself, without a session.")
    ] = False,
) -> None:
    """What is remembered of people's sessions with an assistant, by who said it, and what of it is closed."""

    result = _served(partial(sessions_evaluation.evaluate, by_message=by_message), data)
    found = result["metrics"]
    if not by_message:
        out.print(_concluded(f"Sessions, {found['messages']} messages", {"all": found}, sessions_evaluation.KINDS))
    _show(result, "sessions", json, errors=errors)


def coding(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """What a coding agent gets of earlier sessions at its prompts, by its hooks, and what is remembered of them."""

    _show(_served(coding_evaluation.evaluate, data), "coding sessions", json, errors=errors)


def router(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """What queries ask for: nothing, an intent, in how many questions, and the shape of an answer."""
    _evaluate(router_evaluation.evaluate, "the router", data, json, errors=errors)


def situations(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """What memory has for the next turn of a conversation, beside its last message and all of them as a question."""

    result = _served(situations_evaluation.evaluate, data)
    found = result["metrics"]
    table = Table("%", title=f"Situations, {found['lines']} lines", title_justify="left")
    columns = {"all": found, **found["by_language"]}
    for name in columns:
        table.add_column(escape(name), justify="right")
    for way in situations_evaluation.WAYS:
        for top in situations_evaluation.TOPS:
            key = f"recall_at_{top}"
            table.add_row(f"{way} @{top}".replace("_", " "), *(str(column[way][key]) for column in columns.values()))
    table.add_row("all of it in the block", *(str(column["in_block"]) for column in columns.values()))
    out.print(table)
    out.print(f"{found['ratio_to_recall']} times as long as a recall of the last message", style="dim")
    if errors:
        _print_errors(result["errors"])
    save(result, json)


def own_types(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """Which of an owner's own types a name is of, by similarity with descriptions."""
    _show(_served(own_schema.types, data), "own types", json, errors=errors)


def own_instructions(data: DataFile = None, json: JsonFile = None, errors: ErrorsFlag = False) -> None:
    """What is left out because its owner never wants it kept, by similarity with examples."""
    _show(_served(own_schema.instructions, data), "own instructions", json, errors=errors)


def people(
    data: Annotated[Path | None, typer.Option(help="A folder of people; our five when missing.")] = None,
    json: JsonFile = None,
    named: Annotated[bool, typer.Option(help="Whether each tells their name with what they say.")] = True,
    blocks: Annotated[bool, typer.Option("--blocks", help="Show every block.")] = False,
) -> None:
    """What stands in the blocks of plain questions of invented people: the answer, and what else."""
    result = _served(
        lambda memory, path, news: people_evaluation.evaluate(memory, path, named=named, progress=news), data
    )
    found = result["metrics"]
    table = Table("", title="Plain questions of people", title_justify="left")
    columns = {"all": found, **found["by_person"]}
    for name in columns:
        table.add_column(escape(name), justify="right")
    for key in (name for name in found if name != "by_person"):
        table.add_row(key.replace("_", " "), *(str(column[key]) for column in columns.values()))
    out.print(table)
    for one in result["asked"] if blocks else ():
        out.print(f"\n{escape(one['person'])}: {escape(one['question'])} {one['evidence']}", style="bold")
        out.print(escape(one["block"]) or "no block")
    save(result, json)


def _people(named: bool, memory: GraphMem, data: Path | None, news: Progress) -> Awaitable[Report]:
    return people_evaluation.evaluate(memory, data, named=named, progress=news)


def _served(evaluate: Callable[[GraphMem, Path | None, Progress], Awaitable[Report]], data: Path | None) -> Report:
    """What an evaluation finds that enters where a user does."""

    async def work() -> Report:
        with progress() as news:
            async with opened(news) as memory:
                return await evaluate(memory, data, news)

    return run(work)


def _evaluate(
    evaluation: Callable[[Path | None], Report], title: str, data: Path | None, json: Path | None, *, errors: bool
) -> None:
    _show(evaluation(data), title, json, errors=errors)


def _show(result: Report, title: str, path: Path | None, *, errors: bool) -> None:
    measured = result["metrics"]
    parts = {"all": measured} | {part: measured[part] for part in _PARTS if part in measured}
    beside = {name: group for by in _GROUPS for name, group in measured.get(by, {}).items()}
    out.print(_overview(parts | beside, title))
    scored = {name: value for name, value in measured.items() if _is_scores(value)}
    if scored:
        out.print(_by_label("label", parts, ()))
    for name, value in measured.items():
        if name not in (*_PARTS, *_GROUPS) and _is_labels(value):
            out.print(_by_label(name.removeprefix("by_"), parts, (name,)))
    if errors:
        _print_errors(result["errors"])
    save(result, path)


def _overview(groups: Mapping[str, Mapping[str, Any]], title: str) -> Table:
    """The single figures of the whole set, of its parts and of its languages side by side."""
    table = Table("measure", title=f"Labelled lines: {title}", title_justify="left")
    for name in groups:
        table.add_column(name.replace("_", " "), justify="right")
    for name, value in groups["all"].items():
        if isinstance(value, int | float):
            table.add_row(name.replace("_", " "), *(_figure(group.get(name)) for group in groups.values()))
    return table


def _by_label(title: str, parts: Mapping[str, Any], path: tuple[str, ...]) -> Table:
    """Precision and recall of each label in the whole set and, where there is one, in the part that was held back."""
    table = Table(title, title_justify="left")
    for name in _SCORES:
        table.add_column(name, justify="right")
    held = _at(parts["held_back"], path) if "held_back" in parts else {}
    for name in _SCORES[:2] if held else ():
        table.add_column(f"held back {name}", justify="right", style="dim")
    for label, scores in _at(parts["all"], path).items():
        if _is_scores(scores):
            others = [_figure(held.get(label, {}).get(name)) for name in _SCORES[:2]] if held else []
            table.add_row(escape(label), *(_figure(scores[name]) for name in _SCORES), *others)
    return table


def _at(group: Mapping[str, Any], path: tuple[str, ...]) -> Mapping[str, Any]:
    for name in path:
        group = group.get(name, {})
    return group


def _is_scores(value: object) -> bool:
    return isinstance(value, Mapping) and value.keys() >= set(_SCORES)


def _is_labels(value: object) -> bool:
    return isinstance(value, Mapping) and bool(value) and all(_is_scores(inner) for inner in value.values())


def _figure(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _print_errors(errors: list[Mapping[str, Any]]) -> None:
    if not errors:
        out.print("No line came out wrong.", style="green")
    for error in errors:
        out.print(f"[bold]{escape(str(error.get('id', '')))}[/]")
        for name, value in error.items():
            if name != "id":
                out.print(f"  {name}: {value}", markup=False, soft_wrap=True)
