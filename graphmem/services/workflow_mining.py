"""Workflow mining: the search for recurring steps in successful episodes that are no procedure yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from graphmem.cognition import sequences, success
from graphmem.language import steps as language
from graphmem.language.steps import Step
from graphmem.language.transcripts.messages import MAX_NAME

SUPPORT = 3
"""Fewest episodes that must contain a workflow."""

SUCCESS_FROM = 0.7
"""Lowest expected success rate of those episodes."""

SHORTEST, LONGEST = 3, 12
GAP = 1
"""Most other steps between two of a workflow's."""

HEADS = 3
"""Steps that the name lists if the episodes share no event."""


@dataclass(frozen=True, slots=True)
class EpisodeTrace:
    """An episode as input of the search: its event, its steps, and whether it succeeded."""

    id: str
    event: str
    steps: tuple[str, ...]
    worked: bool


@dataclass(frozen=True, slots=True)
class RecurringWorkflow:
    """A workflow with the shapes that identify it, and the ids of the episodes that contain it."""

    name: str
    steps: tuple[str, ...]
    shapes: tuple[str, ...]
    episodes: tuple[str, ...]
    worked: int
    failed: int


def find_workflows(
    episodes: Sequence[EpisodeTrace], *, support: int = SUPPORT, success_from: float = SUCCESS_FROM
) -> list[RecurringWorkflow]:
    """Workflows of episodes, none contained in another one, the best supported first.

    A word in fewer than `support` episodes is an argument. A shape repeated in a row counts once. A workflow with a
    step that reads as an instruction to a model is left out.
    """
    rare = _rare(episodes, support)
    read = [_once(tuple(language.read(step, rare) for step in one.steps)) for one in episodes]
    shapes = [tuple(step.shape for step in steps) for steps in read]
    patterns = sequences.recurring(shapes, support=support, shortest=SHORTEST, longest=LONGEST, gap=GAP)
    good = [one for one in patterns if _share(one, episodes) >= success_from]
    found = [_workflow_of(one, episodes, read, rare) for one in sequences.maximal(good, shapes, gap=GAP)]
    safe = [one for one in found if all(map(language.is_safe, (one.name, *one.steps)))]
    return sorted(safe, key=lambda one: (-len(one.episodes), -len(one.steps), one.shapes))


def _share(pattern: sequences.Pattern, episodes: Sequence[EpisodeTrace]) -> float:
    worked = sum(episodes[number].worked for number in pattern.places)
    return success.mean(worked, len(pattern.places) - worked)


def _workflow_of(
    pattern: sequences.Pattern, episodes: Sequence[EpisodeTrace], read: Sequence[Sequence[Step]], rare: Collection[str]
) -> RecurringWorkflow:
    done = [[read[number][place] for place in places] for number, places in pattern.places.items()]
    held = [episodes[number] for number in pattern.places]
    told = language.slots(done)
    worked = sum(one.worked for one in held)
    ids = tuple(one.id for one in held)
    return RecurringWorkflow(_name(held, done[0], rare), told, pattern.items, ids, worked, len(held) - worked)


def _name(held: Sequence[EpisodeTrace], steps: Sequence[Step], rare: Collection[str]) -> str:
    """The event of half of the episodes or more, else the beginnings of the first steps."""
    about = [language.read(one.event, rare) for one in held]
    shape, count = Counter(step.shape for step in about).most_common(1)[0]
    if 2 * count >= len(held) and shape.strip("\0 "):
        (name,) = language.slots([[step] for step in about if step.shape == shape])
    else:
        more = ["…"] if len(steps) > HEADS else []
        name = ", ".join([*dict.fromkeys(step.head for step in steps[:HEADS]), *more])
    return name[:MAX_NAME].strip()


def _rare(episodes: Sequence[EpisodeTrace], support: int) -> frozenset[str]:
    """Words of steps and events that fewer than `support` episodes contain."""
    had = Counter(
        word
        for one in episodes
        for word in frozenset().union(*(language.read(text).words for text in (one.event, *one.steps)))
    )
    return frozenset(word for word, count in had.items() if count < support)


def _once(steps: Sequence[Step]) -> tuple[Step, ...]:
    return tuple(step for at, step in enumerate(steps) if not at or steps[at - 1].shape != step.shape)
