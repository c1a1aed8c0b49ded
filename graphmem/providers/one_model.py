"""One copy of a local model in a process, however many memories are open.

Each server over which owners are spread has an embedder of its own, with threads and a ledger of its own, over the same
weights.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

M = TypeVar("M")

_open: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()
_opening = threading.Lock()


def one_model(make: Callable[..., M], *given: Hashable) -> M:
    """The model that `make` gives for these arguments; the present one as long as somebody holds it."""
    with _opening:
        found = _open.get((make, *given))
        if found is None:
            found = _open[make, *given] = make(*given)
        return cast(M, found)
