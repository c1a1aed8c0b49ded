"""Garbage collection of graphmem's own processes: commands and the server.

Once a memory is open, some 130,000 objects stay for good (modules, word lists, patterns). Each full collection looks at
all of them, 66 ms in a thread that blocks every other. A dream of twenty thousand memories, which are data without
cycles, spent a fifth of its time on that.
"""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 2_000, 10, 10
"""New objects after which the youngest are checked (Python: 700), and checks before the older ones.
A few megabytes of garbage may stay meanwhile."""


def settle() -> None:
    """Exempt the present objects from collection, and collect new ones less often.

    Call it once in a process, and only in one of graphmem's own: another program decides for itself.
    """
    if gc.get_freeze_count():
        return
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
