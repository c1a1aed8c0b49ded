"""`python -m tests.evals talks`: what is concluded from long talks about the same few matters, in which little changes.

A line is a message: `{"id", "lang", "chat", "said_at", "text", "ends": [{"id", "old", "new"}], "because": [{"id",
"cause", "effect"}]}`. Its writer listed all of what it makes untrue of what was said before, and every reason that is
told; whatever else is closed, asked about or linked as a cause is wrong. Pairs alone cannot show that: most of what
stands near a statement in a talk goes on where it stopped. Each chat is mined as anybody's would be.

Nobody marked what says the same as before. Which memories several turns told is listed with these, to be read.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.turkish import fold
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.relation import RelationType
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.model.views import Source
from graphmem.ports import Progress, silent
from graphmem.store import memory_views
from graphmem.store.relations import RelatedPair
from tests.evals import labelled

MOST_ERRORS = 50
PAGE, TURNS = 100, 5
"""Memories looked at at once, and the turns of one that are listed."""
SPEAKER = "User"
FIELDS = ("id", "lang", "chat", "said_at", "text", "ends", "because")
KINDS = {"closed": RelationType.SUPERSEDES, "asked": RelationType.CONTRADICTS, "caused": RelationType.CAUSES}
_WORD = re.compile(r"[^\W_]+")
_SAID = 0.5
"""Share of the words of the shorter one that a memory and what was marked have in common, to speak of the same."""


@dataclass(frozen=True, slots=True)
class Marked:
    """Two marked passages: what ended and what ended it, or an effect and its cause; with the messages they are of."""

    new: str
    old: str
    new_text: str
    old_text: str

    def is_said_by(self, found: RelatedPair) -> bool:
        """Whether the two memories of a relation say these passages; of one without a direction either may."""
        sides = [(found.new, found.new_sources), (found.old, found.old_sources)]
        turned = [sides[::-1]] if RelationType(found.type).symmetric else []
        return any(
            self.new in new_from
            and self.old in old_from
            and speaks_of(new, self.new_text)
            and speaks_of(old, self.old_text)
            for (new, new_from), (old, old_from) in (sides, *turned)
        )


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """Precision and recall of what is closed, asked about and linked as a cause. Raises InvalidInputError."""
    chats = by_chat(labelled.cases("talks", data, FIELDS))
    found: dict[str, list[RelatedPair]] = {}
    merged: list[dict[str, object]] = []
    async with isolated(memory, "talks", data or Path("talks"), {}) as run:
        for number, (name, lines) in enumerate(chats.items(), start=1):
            owner = await run.file(conversation(name, lines), name, memories=True)
            who = Owner.named(owner)
            found[name] = await memory.memories.related(who, *KINDS.values())
            merged += [{"chat": name} | one for one in await _merged(memory, who)]
            await run.over(name)
            progress("talks", number, len(chats))
    metrics = scores(chats, found)
    metrics["merged"] = len(merged)
    languages = {name: str(lines[0]["lang"]) for name, lines in chats.items()}
    metrics["by_language"] = {
        language: scores({name: chats[name] for name in chats if languages[name] == language}, found)
        for language in sorted(set(languages.values()))
    }
    writers = {name: str(lines[0].get("writer", "")) for name, lines in chats.items()}
    if len(set(writers.values())) > 1:
        metrics["by_writer"] = {
            writer: scores({name: chats[name] for name in chats if writers[name] == writer}, found)
            for writer in dict.fromkeys(writers.values())
        }
    errors = [wrong for name, lines in chats.items() for wrong in errors_of(name, lines, found[name])]
    settings = report.settings(command="evaluate talks", data=str(data or "talks"), embedder=memory.embedder.model)
    return {"metrics": metrics, "settings": settings, "errors": errors[:MOST_ERRORS], "merged": merged}


async def _merged(memory: GraphMem, owner: Owner) -> list[dict[str, object]]:
    """What several turns told: the memory's text as it is now, and theirs."""
    return [
        {"memory": one.text, "turns": [turn.text for turn in turns]}
        async for one, turns in remembered(memory, owner)
        if len(turns) > 1
    ]


async def remembered(
    memory: GraphMem, owner: Owner, *, live: bool = True
) -> AsyncIterator[tuple[Memory, tuple[Source, ...]]]:
    """Every memory with the first turns that told it; those of what is over, too, unless they are to be `live`."""
    after: str | None = None
    while True:
        page = await memory.memories.page(owner, live=live, first=PAGE, after=after)
        told = await memory_views.sources(memory.database, owner, [one.id for one in page.items], TURNS)
        for one in page.items:
            yield one, told.get(one.id, ())
        if not page.has_next:
            return
        after = page.cursors[-1]


def by_chat(cases: Iterable[labelled.Case]) -> dict[str, list[labelled.Case]]:
    """The messages of each chat. Raises InvalidInputError for a mark of a message that is not there."""
    chats: dict[str, list[labelled.Case]] = {}
    for case in cases:
        chats.setdefault(str(case["chat"]), []).append(case)
    for lines in chats.values():
        known = {str(case["id"]): str(case["text"]) for case in lines}
        for case in lines:
            for field, passages in (("ends", ("new", "old")), ("because", ("effect", "cause"))):
                for mark in case.get(field, ()):
                    _check(case, field, mark, known, passages)
    return chats


def _check(case: labelled.Case, field: str, mark: Any, known: Mapping[str, str], passages: tuple[str, str]) -> None:
    """`passages` are what this message says and what the marked one does, by their keys."""
    said, marked_ = passages
    fits = (
        isinstance(mark, Mapping)
        and str(mark.get("id")) in known
        and str(mark.get(said)) in str(case["text"])
        and str(mark.get(marked_)) in known[str(mark["id"])]
    )
    if not fits:
        raise InvalidInputError(
            f"line {case['id']}: {field} has {str(mark)[:120]!r}.",
            field=field,
            remedy=f"Give id of a message of the chat, {marked_!r} as it stands there and {said!r} as it stands here.",
        )


def conversation(name: str, lines: Sequence[labelled.Case]) -> Conversation:
    """A chat as it is mined: a session for each day."""
    turns = [_turn(case) for case in lines]
    days = groupby(turns, key=lambda turn: turn.said_at.date() if turn.said_at else None)
    sessions = [(day, tuple(said)) for day, said in days]
    return Conversation(
        name, name, name, tuple(Session(f"{name} {day}", said[0].said_at, said) for day, said in sessions)
    )


def _turn(case: labelled.Case) -> Turn:
    """A message as a turn, said by the one person of a talk unless it tells who says it."""
    try:
        role = Role(case.get("role", Role.USER))
    except ValueError as error:
        raise InvalidInputError(
            f"line {case['id']}: role is {case['role']!r}.", field="role", remedy=f"Give one of {', '.join(Role)}."
        ) from error
    return Turn(str(case["text"]), str(case.get("speaker", SPEAKER)), role, _instant(case), source_id=str(case["id"]))


def marked(lines: Sequence[labelled.Case], kind: str) -> list[Marked]:
    """What the writer of a chat marked; a cause stands where its effect is told."""
    if kind == "caused":
        return [
            Marked(str(one["id"]), str(case["id"]), str(one["cause"]), str(one["effect"]))
            for case in lines
            for one in case["because"]
        ]
    return [
        Marked(str(case["id"]), str(one["id"]), str(one["new"]), str(one["old"]))
        for case in lines
        for one in case["ends"]
    ]


def _instant(case: labelled.Case) -> datetime:
    try:
        found = datetime.fromisoformat(str(case["said_at"]))
    except ValueError as error:
        raise InvalidInputError(
            f"line {case['id']}: said_at is {case['said_at']!r}.", field="said_at", remedy="Give an ISO 8601 date."
        ) from error
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


def speaks_of(memory: str, passage: str) -> bool:
    """Whether a memory and a marked passage say the same."""
    one, other = (set(_WORD.findall(fold(text))) for text in (memory, passage))
    return len(one & other) >= _SAID * min(len(one), len(other)) if one and other else False


def _of(found: Iterable[RelatedPair], kind: str) -> list[RelatedPair]:
    return [one for one in found if one.type == KINDS[kind].value]


def scores(
    chats: Mapping[str, Sequence[labelled.Case]],
    found: Mapping[str, Sequence[RelatedPair]],
    kinds: Iterable[str] = KINDS,
) -> dict[str, object]:
    """Precision and recall of the relations of some kinds."""
    scores: dict[str, object] = {}
    for kind in kinds:
        wanted = {name: marked(lines, kind) for name, lines in chats.items()}
        said = [(name, one) for name in chats for one in _of(found[name], kind)]
        right = [(name, one) for name, one in said if any(mark.is_said_by(one) for mark in wanted[name])]
        met = [
            mark
            for name in chats
            for mark in wanted[name]
            if any(mark.is_said_by(one) for one in _of(found[name], kind))
        ]
        there = sum(map(len, wanted.values()))
        scores[kind] = {
            "precision": round(len(right) / len(said), 4) if said else 1.0,
            "recall": round(len(met) / there, 4) if there else 1.0,
            "said": len(said),
            "count": there,
        }
    scores["messages"] = sum(map(len, chats.values()))
    return scores


def errors_of(
    name: str, lines: Sequence[labelled.Case], found: Sequence[RelatedPair], kinds: Iterable[str] = KINDS
) -> list[dict[str, str]]:
    """The relations that nobody marked."""
    return [
        {"chat": name, "kind": kind, "old": one.old, "new": one.new}
        for kind in kinds
        for one in _of(found, kind)
        if not any(mark.is_said_by(one) for mark in marked(lines, kind))
    ]
