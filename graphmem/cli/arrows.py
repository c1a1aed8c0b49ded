"""Paths through the graph in words: “cause → effect”."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from graphmem.model.recall import Step
from graphmem.model.relation import RelationType

LONGEST = 90
"""Characters of a memory on a path."""


def arrows(steps: Sequence[Step], *, longest: int = LONGEST) -> str:
    """The memories along the steps, each cause before its effect; a path that turns around step by step."""
    for way in (list(steps), list(reversed(steps))):
        if all(one.target == next_.source for one, next_ in pairwise(way)):
            start = [_on_a_way(way[0].source_text, longest)] if way else []
            return " ".join(start + [f"{_arrow(step)} {_on_a_way(step.target_text, longest)}" for step in way])
    told = (f"{_on_a_way(s.source_text, longest)} {_arrow(s)} {_on_a_way(s.target_text, longest)}" for s in steps)
    return "; ".join(told)


def _arrow(step: Step) -> str:
    if step.via is not None:
        return f"–{step.via}–"
    kind = RelationType(step.type)
    if kind is RelationType.CAUSES:
        return "→"
    name = kind.value.lower().replace("_", " ")
    return f"–{name}–" if kind.symmetric else f"–{name}→"


def short(text: str, longest: int) -> str:
    """A text of at most so many characters, cut between words."""
    return text if len(text) <= longest else text[:longest].rsplit(" ", 1)[0] + " …"


def _on_a_way(text: str, longest: int) -> str:
    """A memory without its final full stop, which would end the path."""
    return short(text.rstrip(". "), longest)
