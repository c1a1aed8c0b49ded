"""The judge of changes: how likely a new statement ends each of the memories that are near to it.

It sees them side by side, as they stand in a store: how near each is beside the others, what the words of both tell
about each other, and how the new statement sounds. A pair alone says little of that: of the pairs in a whole store one
in forty is a change. In the store of somebody who has told a few things it is one in nine, so that such a store has a
judge of its own. `graphmem/services/heads/changes` holds what was learned (`python -m tests.evals.change_judge`), with
a card beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.boosted_trees import BoostedTrees
from graphmem.language.contradiction import undoes_nothing
from graphmem.language.contradiction.succession import is_of_another
from graphmem.language.contradiction.supposed import is_supposed
from graphmem.language.doc import doc_of
from graphmem.language.pairing import Compared, bare, compare_pair, personal
from graphmem.model.category import Category
from graphmem.model.language import Language
from graphmem.providers.tuned_encoder import tuned_encoder

FILE, SMALL_FILE = "heads/changes/judge.npz", "heads/changes/small.npz"

BESIDE = 6
"""Memories that are looked at: the five nearest by the retrieval embedder hold 106 of the 112 messages that two unread
writers' stores end. The words of a pair take a millisecond."""

FEW = BESIDE
"""Memories that a statement meets below which there are no more: the store is small."""

CATEGORIES = tuple(one.value for one in Category)
OF_ANOTHER = 0
"""The place of a feature that forbids: whether the statement is about somebody whom the memory does not name."""

Row = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Told:
    """A new statement: its category, whether it `lasts` until it is changed, and whether it is about the future."""

    text: str
    category: str
    lasts: bool = True
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class Near:
    """A memory near a statement, with its calibrated similarity to it."""

    text: str
    similarity: float
    category: str


@dataclass(frozen=True, slots=True, eq=False)
class ChangeJudge:
    """What was learned. `sounds` are the weights of the encoder's vector of a statement, shape (width, kinds), and
    `bias`, for how it tells what it tells: as a new value, an event, a correction, of this once, of somebody else …
    `marks` are the names of those of a pair. From the probability `closes` on a memory is ended, from `asks` on
    somebody is asked."""

    sounds: Row
    bias: Row
    marks: tuple[str, ...]
    trees: BoostedTrees
    closes: float
    asks: float

    def likely(self, told: Told, near: Sequence[Near], language: Language) -> list[float]:
        """The probability that the statement ends each memory, best ones first; 0 for those beyond BESIDE, and where it
        is about somebody whom the memory does not name: that is another's."""
        if not near:
            return []
        odds = tuned_encoder().text(plain(told.text)) @ self.sounds + self.bias
        rows = features(told, near, language, self.marks, odds - np.logaddexp.reduce(odds))
        said = np.where(rows[:, OF_ANOTHER] > 0, 0.0, 1 / (1 + np.exp(-self.trees.log_odds(rows))))
        return [*said.tolist(), *[0.0] * (len(near) - len(rows))]


def features(told: Told, near: Sequence[Near], language: Language, marks: Sequence[str], sounds: Row) -> Row:
    """A row for each of the BESIDE best memories: how near it is beside the others, what both are, how the statement
    sounds, what the words of both have in common, and the marks of the pair."""
    sims = [one.similarity for one in near]
    second = sims[1] if len(sims) > 1 else 0.0
    new = doc_of(plain(told.text), language)
    own = [*sounds.tolist(), told.lasts, told.ahead, is_supposed(new), *_kind(told.category)]
    rows = []
    for place, one in enumerate(near[:BESIDE]):
        pair = compared(one.text, told.text, language)
        old = doc_of(plain(one.text), language)
        behind = sims[place + 1] if place + 1 < len(sims) else 0.0
        rows.append(
            [
                is_of_another(old, new), one.similarity, place, sims[0] - one.similarity, sims[0] - second,
                one.similarity - behind, one.similarity - sims[-1], one.category == told.category,
                *_kind(one.category), pair.shared, pair.words, pair.of_another, pair.of_other_values,
                pair.denies_past, pair.is_exception, undoes_nothing(old, new),
                *(pair.marks[name] for name in marks), *own,
            ]
        )  # fmt: skip
    return np.array(rows, np.float32)


def _kind(category: str) -> list[bool]:
    return [category == one for one in CATEGORIES]


@lru_cache(maxsize=4_000)
def compared(old: str, new: str, language: Language) -> Compared:
    """What the words of two statements tell about each other."""
    return compare_pair(doc_of(plain(old), language), doc_of(plain(new), language))


def plain(text: str) -> str:
    """A memory's text as it is compared: as its speaker would say it, without label and annotations."""
    return personal(bare(text))


def change_judge() -> ChangeJudge | None:
    """The judge of whole stores, read at the first use; None where nothing was learned."""
    return _judge(FILE)


def small_judge() -> ChangeJudge | None:
    """The judge of small stores, which knows what a plain statement ends there; it has somebody asked, no more."""
    return _judge(SMALL_FILE)


@cache
def _judge(name: str) -> ChangeJudge | None:
    file = files("graphmem.services") / name
    if not file.is_file():
        return None
    with np.load(BytesIO(file.read_bytes()), allow_pickle=False) as kept:
        return read(kept)


def read(kept: Mapping[str, NDArray[Any]]) -> ChangeJudge:
    """The judge of a file's arrays."""
    trees = BoostedTrees(
        float(kept["start"]), int(kept["depth"]), kept["roots"], kept["feature"], kept["threshold"], kept["left"],
        kept["right"], kept["value"],
    )  # fmt: skip
    return ChangeJudge(
        kept["sounds"], kept["bias"], tuple(kept["marks"].tolist()), trees,
        float(kept["closes"]), float(kept["asks"]),
    )  # fmt: skip
