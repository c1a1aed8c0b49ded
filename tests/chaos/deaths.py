"""Neo4j, or the API, dies or stands still under writers: what was acknowledged stays, and the API comes back."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

import httpx2
import psutil

from tests.chaos.rounds import Round, ended, environment, start

WRITERS = 4
TURNS = 5
BACK_SECONDS = 180
"""How long the API may take to answer again, on a machine with other things to do."""

MINE = """mutation($input: ConversationInput!) { mineConversation(input: $input) {
  ... on MinedConversation { filed known } ... on Problem { message } } }"""

FAULTS = ("kill neo4j", "stop neo4j", "end neo4j", "kill both", "kill api", "end api")


class Serving:
    """`graphmem serve` in a home of its own, started again by us only when we ended it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.environment = environment(home)
        self.process: subprocess.Popen[str]
        self.api: httpx2.Client

    def start(self) -> None:
        self.process = start(self.environment, "serve", "--port", "0")
        news, said = cast("IO[str]", self.process.stderr), ""
        while "Ctrl-C" not in said:
            line = news.readline()
            if not line:
                raise RuntimeError(said)
            said += line
        found = re.search(r"POST (http://[\d.]+:\d+)/graphql", said)
        assert found
        key = {"authorization": f"Bearer {(self.home / 'token').read_text('ascii')}"}
        self.api = httpx2.Client(base_url=found[1], headers=key, timeout=BACK_SECONDS)
        threading.Thread(target=news.read, daemon=True).start()

    def neo4j(self) -> psutil.Process:
        state = json.loads((self.home / "neo4j" / "server.json").read_text("utf-8"))
        return psutil.Process(state["pid"])

    def ask(self, document: str, variables: dict[str, Any]) -> dict[str, Any]:
        """Ask as this machine's own user. httpx2.HTTPError or ValueError when there is no answer in JSON."""
        answer: dict[str, Any] = self.api.post("/graphql", json={"query": document, "variables": variables}).json()
        return answer

    def mine(self, name: str) -> dict[str, int]:
        """File a conversation of that name. httpx2.HTTPError or ValueError when that cannot be known."""
        turns = [{"speaker": "Ada", "text": f"{name}: note {n} about buoy {n * 7}"} for n in range(TURNS)]
        given = {"id": name, "title": name, "wing": "chaos", "turns": turns}
        answer = self.ask(MINE, {"input": given})
        if not answer.get("data"):
            raise ValueError(str(answer)[:200])
        filed: dict[str, int] = answer["data"]["mineConversation"]
        return filed


class Deaths:
    """One fault a round, on one store that grows."""

    def __init__(self, serving: Serving) -> None:
        self.serving = self._serving = serving
        self._acknowledged: list[str] = []
        self._odd: list[str] = []

    def strike(self, one: Round) -> None:
        """Write from several threads, let one thing die, and look at everything once it is back."""
        fault = FAULTS[one.number % len(FAULTS)]
        done = threading.Event()
        before = len(self._acknowledged)
        writers = [threading.Thread(target=self._write, args=(f"{one.number}-{n}", done)) for n in range(WRITERS)]
        for writer in writers:
            writer.start()
        self._await_a_write(before)
        time.sleep(random.uniform(0, 3))
        one.injected = self._strike(fault) and len(self._acknowledged) > before
        one.check(self._back(), f"{fault}: no answer within {BACK_SECONDS} s")
        done.set()
        for writer in writers:
            writer.join()
        self._examine(one, fault)

    def _write(self, name: str, done: threading.Event) -> None:
        number = 0
        while not done.is_set():
            number += 1
            try:
                if self._serving.mine(f"{name}-{number}").get("filed") == TURNS:
                    self._acknowledged.append(f"{name}-{number}")
            except (httpx2.HTTPError, ValueError):
                time.sleep(0.2)

    def _await_a_write(self, before: int) -> None:
        """Until one was acknowledged, else the fault would meet nothing; on a busy machine that takes its time."""
        deadline = time.monotonic() + BACK_SECONDS
        while len(self._acknowledged) <= before and time.monotonic() < deadline:
            time.sleep(0.05)

    def _strike(self, fault: str) -> bool:
        what, whom = fault.split()
        number = {"kill": signal.SIGKILL, "stop": signal.SIGSTOP, "end": signal.SIGTERM}[what]
        struck = [self._serving.neo4j()] if whom in ("neo4j", "both") else []
        if whom in ("api", "both"):
            struck.append(psutil.Process(self._serving.process.pid))
        alive = all(process.is_running() for process in struck)
        for process in struck:
            process.send_signal(number)
        if number == signal.SIGTERM:
            psutil.wait_procs(struck, BACK_SECONDS)  # one that is about to end still answers
        if whom != "neo4j":
            self._serving.process.wait(BACK_SECONDS)
            self._serving.start()
        return alive

    def _back(self) -> bool:
        deadline = time.monotonic() + BACK_SECONDS
        while time.monotonic() < deadline:
            try:
                self._serving.mine("back")
            except (httpx2.HTTPError, ValueError):
                time.sleep(0.5)
            else:
                return True
        return False

    def _examine(self, one: Round, fault: str) -> None:
        for name in self._acknowledged[-40:]:
            found: dict[str, Any] = self._serving.mine(name)
            one.check(found.get("known") == TURNS and found.get("filed") == 0, f"{fault}: {name} is {found}")
        code, said = ended(start(self._serving.environment, "doctor"))
        one.check(code == 0, f"{fault}: doctor ended with {code}: {said}")


@contextmanager
def deaths() -> Iterator[Deaths]:
    """The rounds over a served home of their own."""
    with tempfile.TemporaryDirectory() as home:
        serving = Serving(Path(home))
        serving.start()
        try:
            yield Deaths(serving)
        finally:
            serving.process.send_signal(signal.SIGTERM)
            serving.process.wait(BACK_SECONDS)
