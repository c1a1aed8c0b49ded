"""The tuned encoder's readings: a clause's kind and worth, a question's intent.

The encoder judges; rules only forbid. One decision says whether a clause is remembered: it is likely worth it in its
setting, or likely to hold from now on. Each threshold is chosen on the lines of writers whom the encoder did not see.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.logistic import Logistic
from graphmem.cognition.marking import OUTSIDE, marked_stretches
from graphmem.language.formation.splitting import Span
from graphmem.model.category import Category
from graphmem.providers.tuned_encoder import TunedEncoder, Word, heads_file, tuned_encoder

CATEGORY, STANDING, INTENT, SKIP = "category", "standing", "intent", "skip"
YES, NO = "yes", "no"
"""The labels of a yes/no head."""

MARKS = "marks"
"""The head of words, with the labels of `cognition.marking`."""


_PAUSES = frozenset(',;:.!?…)"”–—-')
"""Ends of a word after which a second statement of a sentence may begin."""

_EDGES = " ,;:–—-(\t"
"""Characters at the ends of a marked stretch that are not part of it."""

OPENER = 2
"""Opening words of a sentence that a statement right after them includes."""

_LEAST = 1e-6


class Setting(StrEnum):
    """The audience of a message; the value names the head that gives its worth there."""

    PEOPLE = "worth"
    ASSISTANT = "told"
    WORK = "at_work"


RULE = "rule"
"""The name of the threshold from which a clause holds from now on."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A clause's probabilities: of each category, of holding from now on, of being worth remembering.

    The last one is by setting.
    """

    categories: Mapping[str, float]
    standing: float
    worth: Mapping[Setting, float]

    def kind(self, rule_from: float) -> tuple[Category, float]:
        """The category and its probability; POLICY only if its probability is at least `rule_from`."""
        if self.standing >= rule_from:
            return Category.POLICY, self.standing
        best = max((one for one in self.categories if one != Category.POLICY), key=self.categories.__getitem__)
        return Category(best), self.categories[best]


@dataclass(frozen=True, slots=True)
class Markup:
    """The marks of a text: `spans` in order, and each word's probability of being inside one."""

    spans: tuple[Span, ...]
    words: Sequence[Word]
    inside: Sequence[float]

    def within(self, sentence: Span) -> list[Span]:
        """The marked stretches of a sentence."""
        return [one for one in self.spans if sentence.start <= one.start < sentence.end]

    def share(self, span: Span) -> float:
        """The mean mark of a stretch's words, 0 without words."""
        own = [
            inside for word, inside in zip(self.words, self.inside, strict=True) if span.start <= word.start < span.end
        ]
        return sum(own) / max(1, len(own))


@dataclass(frozen=True, slots=True)
class Heads:
    """The linear heads over the encoder's vectors, by name, and the thresholds of verdicts."""

    heads: Mapping[str, Logistic]
    thresholds: Mapping[str, float]

    def scores(self, head: str, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """The log probability of each label for each row of vectors."""
        said = self.heads[head].probabilities(vectors.astype(np.float64))
        found: NDArray[np.float32] = np.log(np.maximum(said, _LEAST)).astype(np.float32)
        return found

    def say(self, head: str, vector: NDArray[np.float32]) -> dict[str, float]:
        """The probability of each label."""
        learned = self.heads[head]
        said = learned.probabilities(vector[None].astype(np.float64))[0]
        return dict(zip(learned.labels, said.tolist(), strict=True))


class TextReader:
    """Judges clauses and questions. A text takes milliseconds, in the caller's thread."""

    def __init__(self, encoder: TunedEncoder, heads: Heads) -> None:
        self._encoder, self._heads = encoder, heads

    @property
    def thresholds(self) -> Mapping[str, float]:
        """The thresholds of verdicts, by name: a setting's, RULE, SKIP."""
        return self._heads.thresholds

    def clause(self, text: str, marked: float | None = None) -> Reading:
        """The reading of a clause; `marked` is the mean mark of its words in the message, None if not marked.

        The clause alone shows its kind, its message shows whether it is told: its worth combines both.
        """
        say, vector = self._heads.say, self._encoder.text(text)
        worth = {one: say(one, vector)[YES] for one in Setting}
        if marked is not None:
            worth = {one: mean_probability(value, marked) for one, value in worth.items()}
        return Reading(say(CATEGORY, vector), say(STANDING, vector)[YES], worth)

    def mark(self, text: str, sentences: Sequence[Span]) -> Markup:
        """The stretches of a text's sentences that may be statements, in one pass of the encoder."""
        words: list[Word] = []
        inside: list[float] = []
        spans: list[Span] = []
        first_words = {one.start for one in sentences}
        for window in self._encoder.pieces.windows(text, [(one.start, one.end) for one in sentences]):
            scores = self._heads.scores(MARKS, self._encoder.words(window))
            opens = [word.start in first_words for word in window]
            may_open = [True, *(text[word.end - 1] in _PAUSES for word in window[:-1])]
            for start, end in marked_stretches(scores, opens, may_open):
                spans.append(_bare(text, Span(window[start].start, window[end - 1].end)))
            words += window
            inside += np.exp(scores[:, :OUTSIDE]).sum(axis=1).tolist()
        whole = (_with_opener(text, one, sentences) for one in spans if len(one.of(text).split()) > 1)
        return Markup(tuple(whole), words, inside)

    def question(self, text: str) -> tuple[Mapping[str, float], float]:
        """The probability of each intent, and that nothing is asked."""
        vector = self._encoder.text(text)
        return self._heads.say(INTENT, vector), self._heads.say(SKIP, vector)[YES]

    def is_worth(self, reading: Reading, setting: Setting) -> bool:
        """Whether a clause is remembered: the one decision."""
        return reading.worth[setting] >= self.thresholds[setting] or reading.standing >= self.thresholds[RULE]


def mean_probability(one: float, other: float) -> float:
    """The mean of two probabilities, on the scale of log odds."""
    odds = [min(max(value, _LEAST), 1 - _LEAST) for value in (one, other)]
    return 1 / (1 + math.exp(-sum(math.log(value / (1 - value)) for value in odds) / 2))


def _with_opener(text: str, span: Span, sentences: Sequence[Span]) -> Span:
    """The stretch with one or two opening words of its sentence that refer back: "So", "Actually"."""
    start = max((one.start for one in sentences if one.start <= span.start), default=span.start)
    before = text[start : span.start]
    few = 1 if _PAUSES.intersection(before) else OPENER
    return Span(start, span.end) if len(before.split()) <= few else span


def _bare(text: str, span: Span) -> Span:
    """The stretch without the punctuation that joins it to its neighbours."""
    said = span.of(text)
    start = span.start + len(said) - len(said.lstrip(_EDGES))
    return Span(start, max(start, span.start + len(said.rstrip(_EDGES))))


def heads_of(kept: Mapping[str, NDArray[Any]]) -> Heads:
    """The heads of a file: `<head>_labels`, `_weights` (width, labels), `_bias`, `cut_names`, `cuts`."""
    names = [name.removesuffix("_labels") for name in kept if name.endswith("_labels")]
    return Heads(
        {
            name: Logistic(
                tuple(kept[f"{name}_labels"].tolist()),
                kept[f"{name}_weights"].astype(np.float64),
                kept[f"{name}_bias"].astype(np.float64),
            )
            for name in names
        },
        dict(zip(kept["cut_names"].tolist(), kept["cuts"].tolist(), strict=True)),
    )


@cache
def text_reader() -> TextReader:
    """The reader of this process, loaded on first use."""
    return TextReader(tuned_encoder(), heads_of(heads_file()))
