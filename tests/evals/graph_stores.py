"""Stories of people and causes, and the store in which each is asked about: its own turns amid five hundred others.

A line of `graph.jsonl` is `{"id", "lang", "speaker", "turns": [{"at", "text"}], "questions": [...]}`. A causal question
names the turns of its chain in their order and what only looks like a cause (`wrong`); a profile the turns of an entity
that hold (`current`), those that no longer do (`former`), and those about somebody or something of a similar name
(`others`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.model.transcript import Conversation, Role, Session, Turn
from tests.evals import labelled

CAUSAL, PROFILE = "causal", "profile"
HALVES = ("odd", "even", "all")
LEAST = 500
"""Turns of a store, those of the story among them."""

PAUSE = timedelta(hours=6)
"""After so long another session begins."""

_FIELDS = ("id", "lang", "speaker", "turns", "questions")
_OF_KIND = {CAUSAL: ("chain", "wrong"), PROFILE: ("current", "former", "others")}
_FILLERS = ("talks", "months", "first_weeks")
"""Our own sets from which the rest of a store is filled, in this order."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a story, and places of its turns by what they are to the question."""

    kind: str
    query: str
    turns: dict[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Story:
    """What somebody tells over time, and what is asked of it."""

    id: str
    lang: str
    speaker: str
    said: tuple[tuple[datetime, str], ...]
    questions: tuple[Question, ...]

    @property
    def is_odd(self) -> bool:
        """Whether it is of the half that changes are developed on."""
        return int("".join(filter(str.isdigit, self.id.rpartition("-")[2])) or 0) % 2 == 1

    def source_id(self, place: int) -> str:
        """The name of a turn in the store."""
        return f"{self.id}/{place}"


def stories(paths: Sequence[Path]) -> list[Story]:
    """The stories of these files, those of our own writers if none is given. Raises InvalidInputError."""
    found = paths or sorted((labelled.DATA / "writers").glob("*/graph.jsonl"))
    if not found:
        raise InvalidInputError("There are no stories.", field="data", remedy="Name a file of stories.")
    return [_story(case) for path in found for case in labelled.cases("graph", path, _FIELDS)]


def of_half(every: Iterable[Story], half: str) -> list[Story]:
    """Those of a half: of odd numbers, of even ones, or all."""
    return [one for one in every if half == "all" or one.is_odd == (half == "odd")]


def store(story: Story, every: Sequence[Story], least: int | None = None) -> list[Conversation]:
    """What is mined into the store of a story, in the order of its beginnings: the story, the others of its language,
    and talk of our own sets until there are `least` turns (LEAST). One user says all of it."""
    talks = [_conversation(one.id, _turns(one, story.speaker)) for one in every if one.lang == story.lang]
    missing = (LEAST if least is None else least) - sum(len(list(talk.turns)) for talk in talks)
    if missing > 0:
        talks += _filler(story, missing)
    return sorted(talks, key=_beginning)


def _filler(story: Story, missing: int) -> Iterator[Conversation]:
    chats: dict[str, list[Turn]] = {}
    for name, case in islice(_spoken(story.lang), missing):
        said = Turn(str(case["text"]), story.speaker, Role.USER, _instant(str(case["said_at"])), f"{name}/{case['id']}")
        chats.setdefault(f"{name} {case['chat']}", []).append(said)
    for name, turns in chats.items():
        yield _conversation(name, turns)


def _spoken(lang: str) -> Iterator[tuple[str, labelled.Case]]:
    """What users say in our own sets."""
    for name in _FILLERS:
        for case in labelled.cases(name, None, ("id", "lang", "chat", "said_at", "text")):
            if case["lang"] == lang and case.get("role", Role.USER) == Role.USER:
                yield name, case


def _turns(story: Story, speaker: str) -> list[Turn]:
    return [
        Turn(text, speaker, Role.USER, at, source_id=story.source_id(place))
        for place, (at, text) in enumerate(story.said)
    ]


def _conversation(name: str, turns: Sequence[Turn]) -> Conversation:
    sessions: list[list[Turn]] = []
    for turn in turns:
        if not sessions or _since(sessions[-1][-1], turn) > PAUSE:
            sessions.append([])
        sessions[-1].append(turn)
    return Conversation(
        name, name, name,
        tuple(Session(f"{name} {place}", said[0].said_at, tuple(said)) for place, said in enumerate(sessions, 1)),
    )  # fmt: skip


def _since(before: Turn, turn: Turn) -> timedelta:
    assert before.said_at is not None
    assert turn.said_at is not None
    return turn.said_at - before.said_at


def _beginning(talk: Conversation) -> tuple[datetime, str]:
    first = next(iter(talk.turns)).said_at
    assert first is not None
    return first, talk.key


def _story(case: labelled.Case) -> Story:
    try:
        said = tuple((_instant(str(turn["at"])), str(turn["text"])) for turn in case["turns"])
        questions = tuple(_question(one, len(said)) for one in case["questions"])
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidInputError(
            f"story {case['id']} is of another form ({error}).",
            field="data", remedy=f"See {__name__.rpartition('.')[2]}.py for the form.",
        ) from error  # fmt: skip
    return Story(str(case["id"]), str(case["lang"]), str(case["speaker"]), said, questions)


def _question(asked: dict[str, Any], turns: int) -> Question:
    kind = str(asked["kind"])
    places = {name: tuple(int(place) for place in asked.get(name) or ()) for name in _OF_KIND[kind]}
    if any(not 0 <= place < turns for found in places.values() for place in found):
        raise ValueError(f"{asked['query']}: a turn is named that is not there")
    return Question(kind, str(asked["query"]), places)


def _instant(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
