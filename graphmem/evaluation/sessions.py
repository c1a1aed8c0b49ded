"""`graphmem evaluate sessions`: what is remembered of people's sessions with an assistant, and what of it is over.

A line is a message: `{"id", "writer", "lang", "chat", "role", "speaker", "said_at", "text", "memories": [{"span",
"category", "day", "until"}], "junk", "ends": [{"id", "old", "new"}]}`. Its writer marked what would help the assistant
weeks later, and what the message makes untrue of what was said before; most of what people type to an assistant, and
nearly all of its answers, is neither. Each chat is mined as anybody's would be, by an owner of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from graphmem.evaluation import formation, labelled, report, talks
from graphmem.evaluation.formation import MOST_ERRORS, Stored
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from graphmem.store.relations import Related

FIELDS = ("id", "lang", "chat", "role", "speaker", "said_at", "text", "memories", "junk", "ends")
KINDS = {kind: talks.KINDS[kind] for kind in ("closed", "asked")}
GROUPS = {"lang": "by_language", "role": "by_role", "writer": "by_writer"}

Judged = list[tuple[labelled.Case, list[Stored]]]


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """Memories by judgement, of all and of the assistants' messages, and what was closed. Raises InvalidInputError."""
    chats = talks.by_chat(labelled.cases("sessions", data, FIELDS))
    judged: Judged = []
    found: dict[str, list[Related]] = {}
    async with isolated(memory, "sessions", data or Path("sessions"), {}) as run:
        for number, (name, lines) in enumerate(chats.items(), start=1):
            owner = Owner.named(await run.file(talks.conversation(name, lines), name, memories=True))
            told = [(turns[0].text, one) async for one, turns in talks.remembered(memory, owner, live=False) if turns]
            judged += _judged(lines, told)
            found[name] = await memory.memories.related(owner, *KINDS.values())
            await run.over(name)
            progress("sessions", number, len(chats))
    metrics = formation.scores(judged) | talks.scores(chats, found, KINDS)
    for field, group in GROUPS.items():
        values = dict.fromkeys(str(case.get(field, "")) for case, _ in judged)
        if len(values) > 1:
            metrics[group] = {
                value: formation.scores([one for one in judged if str(one[0].get(field, "")) == value])
                for value in values
            }
    errors = formation.errors_of(judged)
    errors += [wrong for name, lines in chats.items() for wrong in talks.errors_of(name, lines, found[name], KINDS)]
    model = memory.embedder.model
    settings = report.settings(command="evaluate sessions", data=str(data or "sessions"), embedder=model)
    return {"metrics": metrics, "settings": settings, "errors": errors[:: max(1, len(errors) // MOST_ERRORS)]}


def _judged(lines: Sequence[labelled.Case], told: Iterable[tuple[str, Memory]]) -> Judged:
    of_text: dict[str, list[Memory]] = {}
    for text, memory in told:
        of_text.setdefault(text, []).append(memory)
    # Two messages of the same words ("ok thanks") have the memories of the first.
    return [(case, [formation.judge(case, one) for one in of_text.pop(case["text"], ())]) for case in lines]
