"""What the tuned encoder says: what a clause is and is worth, what a question asks.

It judges; rules only forbid. One decision says whether a clause is remembered: how likely it is worth it, in the
setting in which it was said, or how likely it is to hold from now on, each from a cut on that is chosen on the lines of
writers whom the encoder did not see.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.logistic import Logistic
from graphmem.model.category import Category
from graphmem.providers.tuned_encoder import TunedEncoder, heads_file, tuned_encoder

CATEGORY, STANDING, INTENT, SKIP = "category", "standing", "intent", "skip"
YES, NO = "yes", "no"
"""The labels of a head that answers one question."""


class Setting(StrEnum):
    """To whom something is said. The value is the name of the head that says what it is worth remembering there."""

    PEOPLE = "worth"
    ASSISTANT = "told"
    WORK = "at_work"


RULE = "rule"
"""The name of the cut from which something holds from now on."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is said of a clause: the probability of each category, that it tells how to act from now on, and that it is
    worth remembering, by the setting."""

    categories: Mapping[str, float]
    standing: float
    worth: Mapping[Setting, float]

    def kind(self, rule_from: float) -> tuple[Category, float]:
        """The category and its probability; a rule where it is one as likely as `rule_from`, and nowhere else."""
        if self.standing >= rule_from:
            return Category.POLICY, self.standing
        best = max((one for one in self.categories if one != Category.POLICY), key=self.categories.__getitem__)
        return Category(best), self.categories[best]


@dataclass(frozen=True, slots=True)
class Heads:
    """The linear heads over the encoder's vectors, by name, and the probabilities from which a verdict counts."""

    heads: Mapping[str, Logistic]
    cuts: Mapping[str, float]

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
    def cuts(self) -> Mapping[str, float]:
        """The probabilities from which a verdict counts, by name: a setting's, RULE, SKIP."""
        return self._heads.cuts

    def clause(self, text: str) -> Reading:
        """What is said of a clause."""
        say, vector = self._heads.say, self._encoder.text(text)
        return Reading(
            say(CATEGORY, vector),
            say(STANDING, vector)[YES],
            {one: say(one, vector)[YES] for one in Setting},
        )

    def question(self, text: str) -> tuple[Mapping[str, float], float]:
        """The probability of each intent, and that nothing is asked."""
        vector = self._encoder.text(text)
        return self._heads.say(INTENT, vector), self._heads.say(SKIP, vector)[YES]

    def is_worth(self, reading: Reading, setting: Setting) -> bool:
        """Whether a clause is remembered: the one decision."""
        return reading.worth[setting] >= self.cuts[setting] or reading.standing >= self.cuts[RULE]


def heads_of(kept: Mapping[str, NDArray[Any]]) -> Heads:
    """The heads of a file: `<head>_labels`, `_weights` (width, labels) and `_bias`, `cut_names` and `cuts`."""
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
    """The reader of this process, loaded at the first use."""
    return TextReader(tuned_encoder(), heads_of(heads_file()))
