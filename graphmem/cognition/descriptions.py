"""Zero-shot choice of the description that fits a text, by vectors.

Some descriptions are near to any text ("hubs"; Dinu, Lazaridou and Baroni, Improving zero-shot learning by mitigating
the hubness problem, ICLR 2015 workshop): s(x, d) = x·d − mean over r of r·d, where r are `everyday` texts of no kind in
particular. The best is d* = argmax s, and its margin is s(x, d*) − max over the other d of s(x, d).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


def centred(texts: Vectors, descriptions: Vectors, everyday: Vectors) -> Vectors:
    """Each text's (row's) similarity to each description (column), minus the description's usual one."""
    usual: Vectors = (everyday @ descriptions.T).mean(axis=0)
    near: Vectors = texts @ descriptions.T - usual
    return near


def best(near: Vectors) -> tuple[int, float]:
    """The place of a row's maximum, and its margin over the second; the whole value if there is only one."""
    order = np.argsort(near)
    second = float(near[order[-2]]) if len(near) > 1 else 0.0
    return int(order[-1]), float(near[order[-1]]) - second
