"""Every constant of the order of turns that was fitted to data, by name, with the values it is tried at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from graphmem.cognition import bridging, fusion, scoring
from graphmem.services.retrieval import rerank_by_text, rerank_newest

Value = float | int


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant of `module`: an attribute, or what `path` leads to in it. `order` tells whether it orders all turns or
    only those that name a value that changed.
    """

    module: ModuleType
    attribute: str
    values: tuple[Value, ...]
    path: tuple[str, ...] = ()
    order: bool = True

    @property
    def name(self) -> str:
        """Where it stands: `scoring.RELEVANCE.weights.text`."""
        return ".".join((self.module.__name__.rpartition(".")[2], self.attribute, *self.path))

    @property
    def present(self) -> Value:
        """The value it has now."""
        found: Any = getattr(self.module, self.attribute)
        for step in self.path:
            found = found[step] if isinstance(found, Mapping) else getattr(found, step)
        value: Value = found
        return value

    @property
    def tried(self) -> list[Value]:
        """The values to try, among them the present one, rising."""
        return sorted({*self.values, self.present})

    @contextmanager
    def at(self, value: Value) -> Iterator[None]:
        """With another value for a while; this process must do nothing else meanwhile."""
        before = getattr(self.module, self.attribute)
        setattr(self.module, self.attribute, _changed(before, self.path, value))
        try:
            yield
        finally:
            setattr(self.module, self.attribute, before)


def _changed(whole: Any, path: Sequence[str], value: Value) -> Any:
    if not path:
        return value
    step, *rest = path
    if isinstance(whole, Mapping):
        return {**whole, step: _changed(whole[step], rest, value)}
    return replace(whole, **{step: _changed(getattr(whole, step), rest, value)})


def _weight(name: str, *values: Value) -> Constant:
    return Constant(scoring, "RELEVANCE", values, ("weights", name))


CONSTANTS: tuple[Constant, ...] = (
    _weight("text", 0.7, 0.85, 1.15, 1.3),
    _weight("similarity", 0.2, 0.3, 0.5, 0.6, 0.8),
    _weight("context", 0.75, 0.9, 1.1, 1.25),
    _weight("speaker", 0.0, 0.05, 0.1, 0.2, 0.25),
    _weight("memory", 0.0, 0.15, 0.45, 0.6),
    _weight("rrf", 0.0, 0.05, 0.2, 0.3),
    _weight("statement", 0.0, 0.15, 0.4, 0.5, 0.7),
    _weight("tells", 0.0, 0.15, 0.35, 0.5),
    _weight("bridge", 0.0, 0.4, 0.6, 1.0),
    Constant(scoring, "RELEVANCE", (1.0, 1.4, 2.2, 2.6), ("room",)),
    Constant(scoring, "UNSTATED", (1.0, 1.5, 2.0, 3.0, 4.0)),
    Constant(scoring, "ASKED", (0.0, 0.1, 0.3, 0.4, 0.6)),
    Constant(scoring, "SHARPNESS", (1.0, 1.25, 1.75, 2.0)),
    Constant(scoring, "STATED_SHARPNESS", (1.0, 1.5, 2.5, 3.0)),
    Constant(scoring, "BEFORE", (0.2, 0.35, 0.65, 0.8)),
    Constant(scoring, "AFTER", (0.1, 0.2, 0.4, 0.5)),
    Constant(scoring, "PASSAGE_COMPANY", (0.0, 0.3, 0.5, 1.0)),
    Constant(scoring, "FOREIGN_TEXT", (0.0, 0.2, 0.6, 1.0)),
    Constant(scoring, "ROOM_BEST", (1, 2, 4, 5)),
    Constant(scoring, "FEW_ROOMS", (0, 2, 10, 20)),
    Constant(scoring, "SCATTERED_ROOM", (0.0, 0.2, 0.6, 1.0)),
    Constant(scoring, "SCATTERED", (1.0, 1.5, 3.0, 4.0), ("statement",)),
    Constant(scoring, "SCATTERED", (0.0, 1.0, 3.0, 4.0), ("speaker",)),
    Constant(fusion, "K", (10, 30, 120)),
    Constant(bridging, "LEADERS", (1, 3, 4)),
    Constant(bridging, "COMMON", (4, 6, 12, 16)),
    Constant(rerank_by_text, "READ", (20, 25, 40)),
    Constant(rerank_by_text, "ANSWERED", (0.5, 0.6, 0.8, 0.9, 1.0)),
    Constant(rerank_newest, "CONSIDERED", (0, 3, 5, 8, 12, 15), order=False),
    Constant(rerank_newest, "REACH", (10, 15, 25, 30), order=False),
    Constant(rerank_newest, "SHARED", (1, 3, 4), order=False),
    Constant(rerank_newest, "CORRECTED", (0, 5, 15, 20), order=False),
)
