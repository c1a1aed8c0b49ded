"""`graphmem observe-many` and `graphmem forget-many`: messages of a file, memories by filters."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphmem.cli.listing import table, whole, wide
from graphmem.cli.opened_memory import Target, on
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import err, escape, out, plain, print_json
from graphmem.cli.verb_commands import command
from graphmem.errors import InvalidInputError, TranscriptError
from graphmem.model.ids import shown
from graphmem.model.observation import Observation
from graphmem.owned import OwnedMemory
from graphmem.services import instants
from graphmem.services.batches import MOST_MESSAGES

if TYPE_CHECKING:
    from graphmem.services.memories import ForgettingMany

Results = list[Observation | InvalidInputError]

Lines = Annotated[
    Path,
    typer.Argument(
        allow_dash=True,
        help="A message a line, a JSON object of `observe`'s arguments (text, speaker, said_at, …); - reads the "
        "standard input.",
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the verdicts, and write nothing.")]


def observe_many(file: Lines, dry_run: DryRun = False, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """File the messages of a file, a JSON object a line, as `observe` does; exit with 2 if one is refused."""
    lines, messages = zip(*_messages(file), strict=True)

    async def work(target: Target) -> Results:
        found = Results()
        for first in range(0, len(messages), MOST_MESSAGES):
            found += await target.owner.observe_many(messages[first : first + MOST_MESSAGES], dry_run=dry_run)
            target.news("observing", len(found), len(messages))
        return found

    found = on(owner, work)
    if as_json:
        print_json([_plain_result(one) for one in found])
    else:
        _show(messages, found, dry_run=dry_run)
    for number, one in zip(lines, found, strict=True):
        if isinstance(one, InvalidInputError):
            err.print(f"{file}:{number}: {one}", style="red", markup=False, soft_wrap=True)
    if any(isinstance(one, InvalidInputError) for one in found):
        raise typer.Exit(InvalidInputError.exit_code)


def _messages(file: Path) -> list[tuple[int, dict[str, Any]]]:
    """All messages by line, before the first is filed. Raises TranscriptError for an invalid line."""
    try:
        text = typer.get_text_stream("stdin").read() if str(file) == "-" else file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TranscriptError(
            f"it cannot be read ({error})", source=str(file), remedy="Give a file of UTF-8."
        ) from error
    lines = enumerate(text.splitlines(), start=1)
    found = [(number, _message(line, str(file), number)) for number, line in lines if line.strip()]
    if not found:
        raise TranscriptError("it holds no message", source=str(file), remedy='Write {"text": "…"} in each line.')
    return found


def _message(line: str, source: str, number: int) -> dict[str, Any]:
    try:
        given = json.loads(line)
    except ValueError as error:
        raise TranscriptError(
            f"no JSON ({error})", source=source, line=number, remedy="Write one object a line."
        ) from error
    if not isinstance(given, dict):
        raise TranscriptError("no JSON object", source=source, line=number, remedy='Write {"text": "…"}.')
    if isinstance(given.get("said_at"), str):
        try:
            given["said_at"] = instants.moment(given["said_at"], "said_at")
        except InvalidInputError as error:
            raise TranscriptError(error.message, source=source, line=number, remedy=error.remedy) from error
    return given


def _plain_result(one: Observation | InvalidInputError) -> Any:
    if isinstance(one, InvalidInputError):
        return {"code": one.code, "field": one.field, "message": str(one), "remedy": one.remedy}
    return plain(one)


def _show(messages: Sequence[dict[str, Any]], found: Results, *, dry_run: bool) -> None:
    rows = []
    for message, one in zip(messages, found, strict=True):
        if isinstance(one, InvalidInputError):
            filed, kept = "[red]refused[/]", ""
        else:
            filed = str(one.pointer or ("" if dry_run else "filed before"))
            kept = "\n".join(f"{verdict.action.value}: {escape(verdict.text)}" for verdict in one.statements)
        rows.append((filed, escape(str(message.get("text", ""))), kept))
    out.print(table(whole("filed as"), wide("message"), wide("memories"), rows=rows, title=f"{len(found)} messages"))
    if dry_run:
        out.print("A dry run: nothing was written.", style="yellow")


@command(OwnedMemory.forget_many)
def forget_many(told: ForgettingMany) -> None:
    """Show the memories that filters find; with `--no-dry` forget each, and those that say the same."""
    if not told.memories:
        out.print("The filters find nothing.", style="dim")
        return
    dry = not told.forgotten
    stones = [one.tombstone for one in told.forgotten] or [None] * len(told.memories)
    rows = [
        (shown(memory.id), escape(memory.text), shown(stone) if stone else "")
        for memory, stone in zip(told.memories, stones, strict=True)
    ]
    title = f"{len(rows)} of {told.total} memories" + ("" if dry else ", forgotten")
    out.print(table(whole("id"), wide("memory"), whole("tombstone"), rows=rows, title=title))
    how = "Nothing was written: --no-dry forgets them." if dry else "Take one back: graphmem lift TOMBSTONE"
    out.print(how, style="yellow" if dry else "dim", markup=False)
