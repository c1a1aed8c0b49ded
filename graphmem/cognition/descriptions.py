"""Which of a few descriptions a text is of, by vectors, without a line to learn from.

Some descriptions are near to any text ("hubs"; Dinu, Lazaridou and Baroni, Improving zero-shot learning by mitigating
the hubness problem, ICLR 2015 workshop): s(x, d) = x·d − mean over r of r·d, where r are `everyday` texts of no kind in
particular. The best is d* = argmax s, and its margin is s(x, d*) − max over the other d of s(x, d).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


def centred(texts: Vectors, descriptions: Vectors, everyday: Vectors) -> Vectors:
    """How near each text (row) is to each description (column), above what is usual for the description."""
    usual: Vectors = (everyday @ descriptions.T).mean(axis=0)
    near: Vectors = texts @ descriptions.T - usual
    return near


def best(near: Vectors) -> tuple[int, float]:
    """The place of the greatest of a row, and how far it is above the second; the whole of it where there is one."""
    order = np.argsort(near)
    second = float(near[order[-2]]) if len(near) > 1 else 0.0
    return int(order[-1]), float(near[order[-1]]) - second
