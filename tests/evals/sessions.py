"""`python -m tests.evals sessions`: what is remembered of people's sessions with an assistant, and what of it is over.

A line is a message: `{"id", "writer", "lang", "chat", "role", "speaker", "said_at", "text", "memories": [{"span",
"category", "day", "until"}], "junk", "ends": [{"id", "old", "new"}]}`. Its writer marked what would help the assistant
weeks later, and what the message makes untrue of what was said before; most of what people type to an assistant, and
nearly all of its answers, is neither. Each chat is mined as anybody's would be, by an owner of its own, or observed a
message at a time without a session, as coding clients and simple agents do: then nothing but the message itself tells
who is spoken to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.transcripts.roles import is_role_name
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation
from graphmem.ports import Progress, silent
from graphmem.store.relations import RelatedPair
from tests.evals import formation, labelled, talks
from tests.evals.formation import MOST_ERRORS, Stored

FIELDS = ("id", "lang", "chat", "role", "speaker", "said_at", "text", "memories", "junk", "ends")
KINDS = {kind: talks.KINDS[kind] for kind in ("closed", "asked")}
GROUPS = {"lang": "by_language", "role": "by_role", "writer": "by_writer"}

Judged = list[tuple[labelled.Case, list[Stored]]]


async def evaluate(
    memory: GraphMem, data: Path | None = None, progress: Progress = silent, *, by_message: bool = False
) -> report.Report:
    """Memories by judgement, of all and of the assistants' messages, and what was closed; of chats that are observed
    `by_message` the memories alone. Raises InvalidInputError."""
    chats = talks.by_chat(labelled.cases("sessions", data, FIELDS))
    judged: Judged = []
    found: dict[str, list[RelatedPair]] = {}
    async with isolated(memory, "sessions", data or Path("sessions"), {}) as run:
        for number, (name, lines) in enumerate(chats.items(), start=1):
            told_by = talks.conversation(name, lines)
            if by_message:
                owner = Owner.named(run.owner(name))
                await _observe(memory, owner, told_by)
            else:
                owner = Owner.named(await run.file(told_by, name, memories=True))
            told = [(turns[0].text, one) async for one, turns in talks.remembered(memory, owner, live=False) if turns]
            judged += _judged(lines, told)
            if not by_message:  # what is told by itself has no id of the file
                found[name] = await memory.memories.related(owner, *KINDS.values())
            await run.over(name)
            progress("sessions", number, len(chats))
    metrics = formation.scores(judged) | (talks.scores(chats, found, KINDS) if found else {})
    for field, group in GROUPS.items():
        values = dict.fromkeys(str(case.get(field, "")) for case, _ in judged)
        if len(values) > 1:
            metrics[group] = {
                value: formation.scores([one for one in judged if str(one[0].get(field, "")) == value])
                for value in values
            }
    errors = formation.errors_of(judged)
    errors += [wrong for name, one in found.items() for wrong in talks.errors_of(name, chats[name], one, KINDS)]
    model = memory.embedder.model
    settings = report.settings(
        command="evaluate sessions", data=str(data or "sessions"), embedder=model, by_message=by_message
    )
    return {"metrics": metrics, "settings": settings, "errors": errors[:: max(1, len(errors) // MOST_ERRORS)]}


async def _observe(memory: GraphMem, owner: Owner, conversation: Conversation) -> None:
    """Tell every message by itself; who has no name of their own is told by the role alone."""
    for turn in (turn for session in conversation.sessions for turn in session.turns):
        speaker = None if is_role_name(turn.speaker) else turn.speaker
        await memory.observer.observe(owner, turn.text, role=turn.role, speaker=speaker, said_at=turn.said_at)


def _judged(lines: Sequence[labelled.Case], told: Iterable[tuple[str, Memory]]) -> Judged:
    of_text: dict[str, list[Memory]] = {}
    for text, memory in told:
        of_text.setdefault(text, []).append(memory)
    # Two messages of the same words ("ok thanks") have the memories of the first.
    return [(case, [formation.judge(case, one) for one in of_text.pop(case["text"], ())]) for case in lines]
