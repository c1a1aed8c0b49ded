"""`graphmem evaluate sessions`: what is remembered of people's sessions with an assistant, and what of it is over.

A line is a message: `{"id", "writer", "lang", "chat", "role", "speaker", "said_at", "text", "memories": [{"span",
"category", "day", "until"}], "junk", "ends": [{"id", "old", "new"}]}`. Its writer marked what would help the assistant
weeks later, and what the message makes untrue of what was said before; most of what people type to an assistant, and
nearly all of its answers, is neither. Each chat is mined as anybody's would be, by an owner of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from graphmem.errors import InvalidInputError
from graphmem.evaluation import formation, labelled, report, talks
from graphmem.evaluation.formation import Stored
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, silent
from graphmem.store import memory_views
from graphmem.store.relations import Related

FIELDS = (*talks.FIELDS[:-1], "role", "speaker", "memories", "junk")
KINDS = {kind: talks.KINDS[kind] for kind in ("closed", "asked")}
MOST_ERRORS = 400

Judged = list[tuple[labelled.Case, list[Stored]]]


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """Memories by judgement, of all and of the assistants' messages, and what was closed. Raises InvalidInputError."""
    chats = talks.by_chat({"because": []} | case for case in labelled.cases("sessions", data, FIELDS))
    judged: Judged = []
    found: dict[str, list[Related]] = {}
    async with isolated(memory, "sessions", data or Path("sessions"), {}) as run:
        for number, (name, lines) in enumerate(chats.items(), start=1):
            owner = Owner.named(await run.file(conversation(name, lines), name, memories=True))
            judged += _judged(lines, await _remembered(memory, owner))
            found[name] = await memory.memories.related(owner, *KINDS.values())
            await run.over(name)
            progress("sessions", number, len(chats))
    metrics = formation.scores(judged)
    for field in ("lang", "role", "writer"):
        values = dict.fromkeys(str(case.get(field, "")) for case, _ in judged)
        if len(values) > 1:
            metrics[f"by_{field}"] = {
                value: formation.scores([one for one in judged if str(one[0].get(field, "")) == value])
                for value in values
            }
    metrics |= talks.scores(chats, found, KINDS)
    errors = [
        {"id": case["id"], "text": case["text"], one.judgement: one.text}
        for case, stored in judged
        for one in stored
        if one.judgement != "right"
    ]
    errors += [wrong for name, lines in chats.items() for wrong in talks.errors_of(name, lines, found[name], KINDS)]
    settings = report.settings(
        command="evaluate sessions", data=str(data or "sessions"), embedder=memory.embedder.model
    )
    return {"metrics": metrics, "settings": settings, "errors": errors[:MOST_ERRORS]}


def conversation(name: str, lines: Sequence[labelled.Case]) -> Conversation:
    """A chat as it is mined: a session for each day."""
    turns = [_turn(case) for case in lines]
    days = groupby(turns, key=lambda turn: turn.said_at.date() if turn.said_at else None)
    sessions = [(day, tuple(said)) for day, said in days]
    return Conversation(
        name, name, name, tuple(Session(f"{name} {day}", said[0].said_at, said) for day, said in sessions)
    )


def _turn(case: labelled.Case) -> Turn:
    try:
        role = Role(case["role"])
    except ValueError as error:
        raise InvalidInputError(
            f"line {case['id']}: role is {case['role']!r}.", field="role", remedy=f"Give one of {', '.join(Role)}."
        ) from error
    return Turn(str(case["text"]), str(case["speaker"]), role, talks.instant(case), source_id=str(case["id"]))


async def _remembered(memory: GraphMem, owner: Owner) -> list[tuple[str, Memory]]:
    """Every memory, also of what is over, with the text of the turn that told it first."""
    remembered: list[tuple[str, Memory]] = []
    after: str | None = None
    while True:
        page = await memory.memories.page(owner, live=False, first=talks.PAGE, after=after)
        told = await memory_views.sources(memory.database, owner, [one.id for one in page.items], 1)
        remembered += [(told[one.id][0].text, one) for one in page.items if told.get(one.id)]
        if not page.has_next:
            return remembered
        after = page.cursors[-1]


def _judged(lines: Sequence[labelled.Case], remembered: Sequence[tuple[str, Memory]]) -> Judged:
    of_text: dict[str, list[Memory]] = {}
    for text, memory in remembered:
        of_text.setdefault(text, []).append(memory)
    # Two messages of the same words ("ok thanks") have the memories of the first.
    return [(case, [formation.judge(case, one) for one in of_text.pop(case["text"], ())]) for case in lines]
