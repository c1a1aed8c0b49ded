"""The pair judge: heads learned from labelled lines, over what an embedder reads of two texts. One file per embedder.

`graphmem/services/heads` holds a file for each local embedder, written by `make heads`, with a card beside it that says
what it was learned from and how well it does on writers it has not seen. Without a file for the embedder, or for texts
in two languages, there is no verdict, and rules decide alone.
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
from graphmem.services.change_judge import compared as compared_pair
from graphmem.services.change_judge import plain

FOLDER = "heads"

NEAREST, RELATED = 3, 2
"""Memories that a statement is judged beside: of the nearest, and of those about the same entities. A verdict takes a
millisecond, and as much as embedding a text where a memory is not among those read lately."""

LONGEST = 16
"""Words of the longer of two statements up to which a head may act. Of the labelled statements 99 in 100 have at most
13, and of longer ones the heads know nothing: of 25 memories that they had closed in ten long chats of BEAM, two had
ended."""

ALIKE = 0.4
"""Share of the shorter statement's content words that both have, from which a head may end one."""

COVERED = 0.4
"""How much of what the one statement says the other must say, word by word, for a head to take them for the same. Of
fifteen that heads merged in the same talks two said the same; with this and a probability of 0.8 one is merged, and
rightly."""

Read = Mapping[str, TokenStates]
"""What the encoder read, by the text as it is stored."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a head says of a newer text beside an older one: the probability of each label, and the labels that
    may not be acted on whatever their probability, because numbers, dates, names or kin disagree, or the texts are
    longer than what the head was taught."""

    probabilities: Mapping[str, float]
    forbidden: frozenset[str]

    @property
    def label(self) -> str:
        """The most probable label."""
        return max(self.probabilities, key=self.probabilities.__getitem__)


@dataclass(frozen=True, slots=True)
class Heads:
    """What was learned for one embedder. `cuts` are the probabilities from which a verdict may act, by label."""

    features: Features
    gate: GateHead
    relations: LinearHead
    cuts: Mapping[str, float]
    floor: float


@cache
def heads_of(model: str) -> Heads | None:
    """The heads of an embedder; None where there are none. Reads the file once, some milliseconds."""
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
    """The cosine from which the judge of an embedder looks at a pair; above 1 where there is none."""
    return floor_of(heads_of(model))


def floor_of(heads: Heads | None) -> float:
    """The same of its heads."""
    return 1.01 if heads is None else heads.floor


async def read(embedder: Embedder, texts: Iterable[str]) -> Read:
    """What the encoder reads of the texts; nothing where it tells no states, has no heads, or fails."""
    if heads_of(embedder.model) is None:
        return {}
    try:
        return await read_all(embedder, texts)
    except EmbeddingError:
        return {}


async def read_all(embedder: Embedder, texts: Iterable[str]) -> dict[str, TokenStates]:
    """The same whether or not there are heads; nothing where the encoder tells no states. Raises EmbeddingError."""
    distinct = list(dict.fromkeys(texts))
    reader = getattr(embedder, "tokens", None)
    if reader is None or not distinct:
        return {}
    found: Sequence[TokenStates] | None = await reader([plain(text) for text in distinct])
    return {} if found is None else dict(zip(distinct, found, strict=True))


def forbidden_to_heads(compared: Compared) -> frozenset[str]:
    """The gate's labels that no head may act on, because the texts disagree or are unlike those it was taught by."""
    is_short = compared.words <= LONGEST
    is_same = is_short and compared.marks["covered"] >= COVERED and not forbids_one(compared)
    is_alike = is_short and compared.shared >= ALIKE
    return frozenset(([] if is_same else [SAME]) + ([] if is_alike else ["supersede"]))


class Judge:
    """Verdicts on pairs of texts that were read."""

    def __init__(self, model: str, read: Read) -> None:
        self._heads = heads_of(model)
        self._read = read
        self._rows: dict[tuple[str, str], tuple[Row, Compared]] = {}

    @property
    def cuts(self) -> Mapping[str, float]:
        """The probabilities from which a verdict may act."""
        return {} if self._heads is None else self._heads.cuts

    @property
    def floor(self) -> float:
        """The cosine below which two texts have nothing to do with each other."""
        return floor_of(self._heads)

    def gate(self, old: str, new: str, language: Language) -> Verdict | None:
        """What becomes of a new statement beside an old one; None where one of them was not read."""
        return None if self._heads is None else self._verdict(self._heads.gate, old, new, language)

    def relation(self, one: str, other: str, language: Language) -> Verdict | None:
        """How one text relates to another; the label of a relation with a direction ends in ">" from one to the other,
        else in "<"."""
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
