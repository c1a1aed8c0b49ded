"""The judge of changes: the probability that a new statement ends each of the memories near it.

It sees them side by side, as they are in a store: their similarity relative to the others, the relation of both texts'
words, and the tone of the new statement. A pair alone says little: in a whole store one pair in forty is a change. In
the store of a person with few memories it is one in nine, so such a store has its own judge.
`graphmem/services/heads/changes` has the weights (`python -m tests.evals.change_judge`), with a card beside them.
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
from graphmem.language.contradiction.supposition import is_supposed
from graphmem.language.doc import doc_of
from graphmem.language.pairing import Compared, bare, compare_pair, personal
from graphmem.model.category import Category
from graphmem.model.language import Language
from graphmem.providers.tuned_encoder import tuned_encoder

FILE, SMALL_FILE = "heads/changes/judge.npz", "heads/changes/small.npz"

BESIDE = 6
"""Memories judged per statement; comparing the words of a pair takes a millisecond.
The five nearest by the retrieval embedder hold 106 of the 112 messages that two unread writers' stores end."""

FEW = BESIDE
"""Memories beside a statement below which the store is small."""

CATEGORIES = tuple(one.value for one in Category)
OF_ANOTHER = 0
"""Place of the feature that forbids: the statement is about a person whom the memory does not name."""

Row = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Utterance:
    """A new statement: category, whether it `lasts` until changed, whether it is about the future."""

    text: str
    category: str
    lasts: bool = True
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class SimilarMemory:
    """A memory near a statement, with its calibrated similarity."""

    text: str
    similarity: float
    category: str


@dataclass(frozen=True, slots=True, eq=False)
class ChangeJudge:
    """The learned judge. `sounds` and `bias` are a linear layer over the encoder's vector of a statement,
    shape (width, kinds): a new value, an event, a correction, a single occasion, another person … `marks` are the names
    of a pair's marks. From probability `closes` on, a memory ends; from `asks` on, a review is proposed."""

    sounds: Row
    bias: Row
    marks: tuple[str, ...]
    trees: BoostedTrees
    closes: float
    asks: float

    def likely(self, told: Utterance, near: Sequence[SimilarMemory], language: Language) -> list[float]:
        """The probability that the statement ends each memory, best ones first.
        It is 0 beyond BESIDE, and for a memory that does not name the person whom the statement is about."""
        if not near:
            return []
        odds = tuned_encoder().text(plain(told.text)) @ self.sounds + self.bias
        rows = features(told, near, language, self.marks, odds - np.logaddexp.reduce(odds))
        said = np.where(rows[:, OF_ANOTHER] > 0, 0.0, 1 / (1 + np.exp(-self.trees.log_odds(rows))))
        return [*said.tolist(), *[0.0] * (len(near) - len(rows))]


def features(
    told: Utterance, near: Sequence[SimilarMemory], language: Language, marks: Sequence[str], sounds: Row
) -> Row:
    """Build a row for each of the BESIDE best memories.

    A row holds the similarity relative to the others, the kinds of both, the tone of the statement, shared words, and
    the marks of the pair.
    """
    sims = [one.similarity for one in near]
    second = sims[1] if len(sims) > 1 else 0.0
    new = doc_of(plain(told.text), language)
    own = [*sounds.tolist(), told.lasts, told.ahead, is_supposed(new), *_kind(told.category)]
    rows = []
    for place, one in enumerate(near[:BESIDE]):
        pair = compare_words(one.text, told.text, language)
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
def compare_words(old: str, new: str, language: Language) -> Compared:
    """The comparison of two statements' words."""
    return compare_pair(doc_of(plain(old), language), doc_of(plain(new), language))


def plain(text: str) -> str:
    """A memory's text as its speaker would say it, without label and annotations."""
    return personal(bare(text))


def change_judge() -> ChangeJudge | None:
    """The judge of whole stores, read on first use; None without learned weights."""
    return _judge(FILE)


def small_judge() -> ChangeJudge | None:
    """The judge of small stores, which knows what a plain statement ends there; it only proposes reviews."""
    return _judge(SMALL_FILE)


@cache
def _judge(name: str) -> ChangeJudge | None:
    file = files("graphmem.services") / name
    if not file.is_file():
        return None
    with np.load(BytesIO(file.read_bytes()), allow_pickle=False) as kept:
        return read(kept)


def read(kept: Mapping[str, NDArray[Any]]) -> ChangeJudge:
    """The judge in a file's arrays."""
    trees = BoostedTrees(
        float(kept["start"]), int(kept["depth"]), kept["roots"], kept["feature"], kept["threshold"], kept["left"],
        kept["right"], kept["value"],
    )  # fmt: skip
    return ChangeJudge(
        kept["sounds"], kept["bias"], tuple(kept["marks"].tolist()), trees,
        float(kept["closes"]), float(kept["asks"]),
    )  # fmt: skip
