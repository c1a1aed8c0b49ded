"""The pair judge: learned heads over an embedder's reading of two texts. One file per embedder.

`graphmem/services/heads` has a file for each local embedder, written by `make heads`, with a card that says what it was
learned from and how well it does on unseen writers. Without a file for the embedder, or for texts in two languages,
there is no verdict, and rules decide alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.linear_head import LinearHead, Row
from graphmem.cognition.logistic import Logistic
from graphmem.cognition.pair_head import SAME, Features, GateHead, Rarity
from graphmem.errors import EmbeddingError
from graphmem.language.pair_guards import forbids_one
from graphmem.language.pairing import Compared, said_by_others
from graphmem.model.language import Language
from graphmem.ports import Embedder, TokenStates
from graphmem.services.change_judge import compare_words as compared_pair
from graphmem.services.change_judge import plain

FOLDER = "heads"

NEAREST, RELATED = 3, 2
"""Memories judged per statement: of the nearest, and of those about the same entities.
A verdict takes a millisecond, and as much as embedding a text if a memory was not read lately."""

LONGEST = 16
"""Words of the longer of two statements up to which a head may act.
Of the labelled statements 99 in 100 have at most 13, so the heads know nothing of longer ones: of 25 memories that
they had closed in ten long chats of BEAM, two had ended."""

ALIKE = 0.4
"""Share of the shorter statement's content words that both have, from which a head may end one."""

COVERED = 0.4
"""Share of one statement that the other must say, word by word, for a head to merge them.
Of fifteen merged in the same chats two said the same; with this and a probability of 0.8 one is merged, rightly."""

Read = Mapping[str, TokenStates]
"""The encoder's token states by stored text."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A head's verdict on a newer text beside an older one: the probability of each label.

    Labels in `forbidden` are ruled out whatever their probability, because numbers, dates, names or kin differ, or the
    texts are longer than those that the head learned from.
    """

    probabilities: Mapping[str, float]
    forbidden: frozenset[str]

    @property
    def label(self) -> str:
        """The most probable label."""
        return max(self.probabilities, key=self.probabilities.__getitem__)


@dataclass(frozen=True, slots=True)
class Heads:
    """The learned heads of one embedder; `thresholds` are each label's least probability to act."""

    features: Features
    gate: GateHead
    relations: LinearHead
    thresholds: Mapping[str, float]
    floor: float


@cache
def heads_of(model: str) -> Heads | None:
    """The heads of an embedder; None without a file. Reads the file once, some milliseconds."""
    file = files("graphmem.services") / FOLDER / f"{model}.npz"
    if not file.is_file():
        return None
    with np.load(BytesIO(file.read_bytes()), allow_pickle=False) as kept:
        rare = Rarity(kept["token_ids"], kept["token_rarity"], float(kept["token_unseen"]))
        features = Features(tuple(kept["marks"].tolist()), rare, kept["levels"])
        cuts = dict(zip(kept["cut_labels"].tolist(), kept["cuts"].tolist(), strict=True))
        gate = GateHead(_head(kept, "same"), _head(kept, "gate"))
        return Heads(features, gate, _head(kept, "relations"), cuts, float(kept["floor"]))


def _head(kept: Mapping[str, NDArray[Any]], name: str) -> LinearHead:
    weights = kept[f"{name}_weights"].astype(np.float64)
    learned = Logistic(tuple(kept[f"{name}_labels"].tolist()), weights, kept[f"{name}_bias"].astype(np.float64))
    return LinearHead(learned, kept[f"{name}_mean"].astype(np.float64), kept[f"{name}_scale"].astype(np.float64))


def floor(model: str) -> float:
    """The lowest cosine at which an embedder's judge looks at a pair; above 1 without a judge."""
    return floor_of(heads_of(model))


def floor_of(heads: Heads | None) -> float:
    """The lowest cosine at which these heads look at a pair; above 1 without heads."""
    return 1.01 if heads is None else heads.floor


async def read_states(embedder: Embedder, texts: Iterable[str]) -> Read:
    """Token states of the texts; {} if the embedder gives none, has no heads, or fails."""
    if heads_of(embedder.model) is None:
        return {}
    try:
        return await read_all_states(embedder, texts)
    except EmbeddingError:
        return {}


async def read_all_states(embedder: Embedder, texts: Iterable[str]) -> dict[str, TokenStates]:
    """Token states of the texts, with or without heads.

    {} if the embedder gives no states. Raises EmbeddingError.
    """
    distinct = list(dict.fromkeys(texts))
    reader = getattr(embedder, "tokens", None)
    if reader is None or not distinct:
        return {}
    found: Sequence[TokenStates] | None = await reader([plain(text) for text in distinct])
    return {} if found is None else dict(zip(distinct, found, strict=True))


def forbidden_to_heads(compared: Compared) -> frozenset[str]:
    """Gate labels that no head may act on: the texts differ, or are unlike those the heads learned from."""
    is_short = compared.words <= LONGEST
    is_same = is_short and compared.marks["covered"] >= COVERED and not forbids_one(compared)
    is_alike = is_short and compared.shared >= ALIKE
    return frozenset(([] if is_same else [SAME]) + ([] if is_alike else ["supersede"]))


class Judge:
    """Verdicts on pairs of texts in `read`."""

    def __init__(self, model: str, read: Read) -> None:
        self._heads = heads_of(model)
        self._read = read
        self._rows: dict[tuple[str, str], tuple[Row, Compared]] = {}

    @property
    def thresholds(self) -> Mapping[str, float]:
        """The probabilities from which a verdict may act."""
        return {} if self._heads is None else self._heads.thresholds

    @property
    def floor(self) -> float:
        """The cosine below which two texts are unrelated."""
        return floor_of(self._heads)

    def gate(self, old: str, new: str, language: Language) -> Verdict | None:
        """The verdict on a new statement beside an old one; None if one of them was not read."""
        return None if self._heads is None else self._verdict(self._heads.gate, old, new, language)

    def relation(self, one: str, other: str, language: Language) -> Verdict | None:
        """The relation of one text to another; a label with a direction ends in ">" (to the other) or "<"."""
        return None if self._heads is None else self._verdict(self._heads.relations, one, other, language)

    def _verdict(self, head: LinearHead | GateHead, old: str, new: str, language: Language) -> Verdict | None:
        before, after = self._read.get(old), self._read.get(new)
        if before is None or after is None or self._heads is None or said_by_others(old, new):
            return None
        if (old, new) not in self._rows:
            compared = compared_pair(old, new, language)
            self._rows[old, new] = (self._heads.features.of(compared.marks, before, after), compared)
        row, compared = self._rows[old, new]
        return Verdict(head.probabilities(row), forbidden_to_heads(compared))
