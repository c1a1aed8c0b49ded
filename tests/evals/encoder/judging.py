"""What a tuned encoder says of lines, as the product reads them: int8, a message in one pass, a pair in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.logistic import Logistic
from graphmem.language.formation.splitting import Span, prose
from graphmem.providers.tuned_encoder import TunedEncoder
from graphmem.services.reading import Heads, TextReader
from tests.evals.encoder.endings import Pair
from tests.evals.encoder.examples import RELATION, TEXT_HEADS, Stretch, Text, mirrored_pair
from tests.evals.encoder.rows import pair_vector

Said = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Judged:
    """A stretch of a text with what is said of it, by head, and how far it is marked where it stands."""

    text: Text
    stretch: Stretch
    said: Mapping[str, Said]
    marked: float | None = None


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """A pair with what is said of it; of a relation, also with its texts exchanged, read back."""

    pair: Pair
    said: Said


def heads_in(state: Mapping[str, Any], labels: Mapping[str, Sequence[str]]) -> dict[str, Logistic]:
    """The heads of a reader's state."""
    found = {}
    for name, value in state.items():
        if name.startswith("of_") and name.endswith(".weight"):
            head = name.split(".")[1]
            bias = state[name.removesuffix("weight") + "bias"]
            found[head] = Logistic(tuple(labels[head]), value.double().numpy().T, bias.double().numpy())
    return found


def say(head: Logistic, vector: NDArray[np.float32]) -> dict[str, float]:
    """The probability of each label."""
    said = head.probabilities(vector[None].astype(np.float64))[0]
    return dict(zip(head.labels, said.tolist(), strict=True))


def judge_texts(
    encoder: TunedEncoder, heads: Mapping[str, Logistic], texts: Sequence[Text], news: Callable[[str], None] = print
) -> list[Judged]:
    """What heads say of every labelled stretch."""
    reader = TextReader(encoder, Heads(heads, {}))
    of_texts = {name: one for name, one in heads.items() if name in TEXT_HEADS}
    found = []
    for number, text in enumerate(texts):
        markup = None if text.marks is None else reader.mark(text.text, list(prose(text.text)))
        for stretch in text.stretches:
            vector = encoder.text(text.text[stretch.start : stretch.end])
            said = {name: say(one, vector) for name, one in of_texts.items()}
            marked = None if markup is None else markup.share(Span(stretch.start, stretch.end))
            found.append(Judged(text, stretch, said, marked))
        if number % 1000 == 999:
            news(f"{number + 1} of {len(texts)} texts read")
    return found


def judge_pairs(encoder: TunedEncoder, heads: Mapping[str, Logistic], pairs: Sequence[Pair]) -> list[JudgedPair]:
    """What heads say of every pair."""
    found = []
    for pair in pairs:
        said = say(heads[pair.head], pair_vector(encoder, pair.old, pair.new))
        if pair.head == RELATION:
            other = mirrored_pair(pair)
            back = say(heads[pair.head], pair_vector(encoder, other.old, other.new))
            said = {name: (said[name] + back[_mirror(name)]) / 2 for name in said}
        found.append(JudgedPair(pair, said))
    return found


def _mirror(label: str) -> str:
    return label[:-1] + {">": "<", "<": ">"}[label[-1]] if label[-1] in "<>" else label


def encoder_at(folder: Path) -> TunedEncoder:
    """The encoder that was written to a folder."""
    return TunedEncoder(folder)
