"""The owner is erased, and turns are deleted, while others write: what was there before does not come back."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from graphmem.config import Settings
from tests.chaos.deaths import BACK_SECONDS, TURNS, WRITERS, Serving, deaths
from tests.chaos.rounds import Round, ended, start

DELETED = 5
"""Drawers that are tried to be deleted in a round before everything is erased."""

ERASE = "mutation($owner: String!) { eraseOwner(confirm: $owner) { __typename } }"
DELETE = "mutation($pointer: String!) { deleteDrawer(pointer: $pointer) { __typename } }"


class Erasures:
    """One erasure a round, under writers."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._acknowledged: list[str] = []

    def erase(self, one: Round) -> None:
        """Write from several threads, delete some turns, erase the owner, and look whether anything is left."""
        done = threading.Event()
        self._acknowledged.clear()
        word = f"canary{random.randrange(10**9)}"
        threads = [threading.Thread(target=self._write, args=(f"{word}-{n}", done)) for n in range(WRITERS)]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + BACK_SECONDS
        while not self._acknowledged and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(random.uniform(0, 3))
        deleted = sum(self._delete(number) for number in range(1, DELETED + 1))
        before = list(self._acknowledged)
        answer = self._serving.ask(ERASE, {"owner": Settings().owner})
        done.set()
        for thread in threads:
            thread.join()
        one.injected = bool(before) and deleted > 0 and "ErasedOwner" in str(answer)
        one.check("ErasedOwner" in str(answer), f"erase was answered {str(answer)[:200]}")
        for name in before[-10:]:
            found = self._serving.mine(name)
            one.check(found.get("filed") == TURNS, f"{name} was there after the erasure: {found}")
        # Without writers a second one leaves nothing at all.
        self._serving.ask(ERASE, {"owner": Settings().owner})
        left = self._serving.ask("{ health { drawers } memories { edges { node { id } } } }", {})["data"]
        one.check(left["health"]["drawers"] == 0 and not left["memories"]["edges"], f"left: {str(left)[:200]}")
        code, said = ended(start(self._serving.environment, "doctor"))
        one.check(code == 0, f"doctor ended with {code}: {said}")

    def _write(self, name: str, done: threading.Event) -> None:
        number = 0
        while not done.is_set():
            number += 1
            try:
                if self._serving.mine(f"{name}-{number}").get("filed") == TURNS:
                    self._acknowledged.append(f"{name}-{number}")
            except (httpx2.HTTPError, ValueError):
                time.sleep(0.2)

    def _delete(self, number: int) -> bool:
        return "DeletedDrawer" in str(self._serving.ask(DELETE, {"pointer": f"W-001/R-01/D-{number:03d}"}))


@contextmanager
def erasures() -> Iterator[Erasures]:
    """The rounds over a served home of their own."""
    with deaths() as striking:
        yield Erasures(striking.serving)
