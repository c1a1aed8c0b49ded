"""Garbage collection of a process that is ours: a command, or the server.

Once a memory is open some 130,000 objects stay for good (modules, word lists, patterns), and each full collection looks
at all of them, 66 ms in a thread that holds every other up. A dream of twenty thousand memories, which are data
without cycles, spent a fifth of its time so.
"""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 2_000, 10, 10
"""New objects after which the youngest are looked at (Python: 700), and how many such looks the older ones wait for. A
few megabytes of garbage may lie about meanwhile."""


def settle() -> None:
    """What is there stays for good and is looked at no more; what comes is looked at less often.

    Once in a process, and only in one that is ours alone: in somebody else's program that is theirs to say.
    """
    if gc.get_freeze_count():
        return
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
