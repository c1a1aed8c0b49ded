"""A peer that ranks by shared words, and misbehaves as its first argument says: for tests of comparisons.

With a model every turn goes through it first, and its answer is kept in the turn's place.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "evals" / "peers" / "scripts"))

from speaking import Json, hit, said, serve


class Memory:
    """Turns in a list by space."""

    def __init__(self, given: Json) -> None:
        self._chat = given["chat"]
        self._turns: dict[str, dict[str, str]] = {}

    def add(self, space: str, title: str, turns: list[Json]) -> int:
        print("what a library prints")
        known = self._turns.setdefault(space, {})
        known |= {turn["id"]: self._kept(said(turn)) for turn in turns}
        return len(turns)

    def _kept(self, text: str) -> str:
        if self._chat is None:
            return text
        body = {"model": self._chat["model"], "messages": [{"role": "user", "content": text}]}
        request = urllib.request.Request(
            f"{self._chat['url']}/chat/completions",
            json.dumps(body).encode(),
            {"content-type": "application/json", "authorization": f"Bearer {self._chat['key']}"},
        )
        with urllib.request.urlopen(request) as answer:
            return str(json.loads(json.load(answer)["choices"][0]["message"]["content"])["kept"])

    def search(self, space: str, query: str, limit: int) -> list[Json]:
        words = set(query.lower().split())
        found = sorted(self._turns[space].items(), key=lambda item: -len(words & set(item[1].lower().split())))
        return [hit(id_, text=text) for id_, text in found[:limit]]

    def forget(self, space: str, turn: str) -> None:
        del self._turns[space][turn]

    def erase(self, space: str) -> None:
        del self._turns[space]

    def close(self) -> None: ...


def misbehave(how: str) -> None:
    """Answer the first request in a forbidden way."""
    number = json.loads(sys.stdin.readline())["id"]
    if how == "killed":
        print("out of memory", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "silent":
        time.sleep(60)
    print({"wrong id": json.dumps({"id": number + 7, "ok": 1}), "garbage": "Loading 100%"}[how], flush=True)
    time.sleep(60)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        misbehave(sys.argv[1])
    else:
        serve("graphmem-neo4j", Memory)
