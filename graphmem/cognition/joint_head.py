"""A judge that reads two texts together: the words of each see those of the other in an encoder's upper layers.

An encoder that reads each text alone decides too early what of it matters: that "they gave my desk to somebody" ends "I
work at the harbour office" shows only where both are read at once. The lower layers are those of the single texts
(MacAvaney et al., Efficient document re-ranking by precomputing term representations, SIGIR 2020; Cao et al., DeFormer,
ACL 2020), so a pair costs a few layers and no encoding. What was learned of these layers are two narrow matrices beside
each of the encoder's own (Hu et al., LoRA, ICLR 2022); on the mean states stand linear heads, which see the marks of
the words, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.linear_head import standardised
from graphmem.cognition.logistic import Logistic

Matrix = NDArray[np.float32]
Row = NDArray[np.float64]

OLDER, NEWER = 0, 1
"""The rows of `sides`."""


@dataclass(frozen=True, slots=True, eq=False)
class JointHead:
    """What was learned for one encoder. `sides` are added to the states of the older and of the newer text; `mean` and
    `scale` standardise the marks; `questions` have a weight for each place of a row."""

    adapters: Mapping[str, Matrix]
    sides: Matrix
    mean: Row
    scale: Row
    questions: Mapping[str, Logistic]

    def probabilities(self, question: str, row: Row) -> dict[str, float]:
        """The probability of each label of a question."""
        asked = self.questions[question]
        return dict(zip(asked.labels, asked.probabilities(row[None, :])[0].tolist(), strict=True))

    def row(
        self, old: NDArray[np.float16], new: NDArray[np.float16], marks: Row,
        upper: Callable[[Matrix, Mapping[str, Matrix]], Matrix],
    ) -> Row:  # fmt: skip
        """What the questions are asked of: for each text the mean of its tokens, how these differ, their product, and
        the marks. `old` and `new` are early states, shape (tokens, width)."""
        states = upper(np.concatenate([old + self.sides[OLDER], new + self.sides[NEWER]]), self.adapters)
        u, v = states[: len(old)].mean(axis=0), states[len(old) :].mean(axis=0)
        return np.concatenate([u, v, np.abs(u - v), u * v, standardised(marks, self.mean, self.scale)])
