"""What heads over the encoder say while it is frozen: how much of the figures is the tuning's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.logistic import Logistic
from graphmem.ports import Purpose
from graphmem.providers.multilingual import MultilingualModel
from tests.evals.encoder.endings import UNREAD
from tests.evals.encoder.examples import TEXT_HEADS, Stretch, Text
from tests.evals.encoder.judging import Judged, say
from tests.evals.learning import fit

RIDGE = 1e-3

Vector = NDArray[np.float32]
Part = tuple[Text, Stretch]


class FrozenReader:
    """Judges stretches by heads over the vectors of the encoder as it came."""

    def __init__(self, texts: Sequence[Text], news: Callable[[str], None]) -> None:
        """Reads all stretches."""
        model = MultilingualModel()
        self.parts: list[Part] = [(text, part) for text in texts for part in text.stretches]
        found = []
        for number, (text, part) in enumerate(self.parts):
            found.append(model.vector(text.text[part.start : part.end], Purpose.QUERY)[0])
            if number % 2000 == 1999:
                news(f"{number + 1} of {len(self.parts)} stretches read")
        self.vectors = np.stack(found)

    def judge(self, left_out: frozenset[str]) -> list[Judged]:
        """What heads that learn from all other writers say of the lines of these."""
        seen = [place for place, (text, _) in enumerate(self.parts) if _is_read(text, left_out)]
        heads = {head: self._fit(head, seen) for head in TEXT_HEADS}
        return [
            Judged(text, part, {name: say(one, self.vectors[place]) for name, one in heads.items()})
            for place, (text, part) in enumerate(self.parts)
            if text.writer in left_out
        ]

    def _fit(self, head: str, seen: Sequence[int]) -> Logistic:
        labelled = [place for place in seen if head in self.parts[place][1].labels]
        rows = self.vectors[labelled].astype(np.float64)
        mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
        labels = [self.parts[place][1].labels[head] for place in labelled]
        found = fit((rows - mean) / spread, labels, np.full(rows.shape[1], RIDGE), balanced=False)
        weights = found.weights / spread[:, None]
        return Logistic(found.labels, weights, found.bias - mean @ weights)


def _is_read(text: Text, left_out: frozenset[str]) -> bool:
    return text.writer not in left_out and not text.writer.startswith(UNREAD)
