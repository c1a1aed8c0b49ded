"""First commands on an empty store: several at once, or one that is stopped while it prepares the schema.

One Neo4j serves all rounds and is emptied for each, since the fault lies in the graph, not in starting Java.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

import neo4j

from tests.chaos.rounds import Round, ended, environment, start

AT_ONCE = 3

LATEST = 0.2
"""Share of the time that the first start before took, after which no signal is sent: it would come when all is done."""

ATTEMPTS = 5
"""Times a signal that came too late is sent anew, to another first start: only the moment is drawn."""

_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGKILL)


class FirstStarts:
    """The rounds, over the server that `environment` names."""

    def __init__(self, given: dict[str, str]) -> None:
        self._given = given

    def parallel(self, one: Round) -> None:
        """Several `graphmem health` at once: all of them and a later one succeed."""
        self._wipe()
        processes = [start(self._given, "health", "--json") for _ in range(AT_ONCE)]
        one.injected = self._constraints() == 0
        for process in processes:
            code, said = ended(process)
            one.check(code == 0, f"a first start ended with {code}: {said}")
        self._usable(one)

    def interrupted(self, one: Round) -> None:
        """A signal at a random moment while the schema is prepared: the next command succeeds."""
        for _ in range(ATTEMPTS):
            self._interrupt(one)
            if one.injected or one.failures:
                return

    def _interrupt(self, one: Round) -> None:
        self._wipe()
        undisturbed = start(self._given, "health", "--json")
        _begun(undisturbed)
        since = time.monotonic()
        while not self._migrated() and undisturbed.poll() is None:
            time.sleep(0.01)
        seconds = time.monotonic() - since
        ended(undisturbed)
        self._wipe()
        number = random.choice(_SIGNALS)
        process = start(self._given, "health", "--json")
        _begun(process)
        # From the first statement on, or once the store shows something of it: a clock alone comes too late where
        # the second time is quicker.
        seen = random.choice((False, True))
        while seen and not self._constraints() and process.poll() is None:
            time.sleep(0.01)
        time.sleep(random.random() * LATEST * seconds)
        process.send_signal(number)
        code, said = ended(process)
        one.injected = code in (130, -signal.SIGKILL)
        one.check(code in (0, 130, -signal.SIGKILL), f"the stopped start ended with {code}: {said}")
        self._usable(one)

    def _usable(self, one: Round) -> None:
        for arguments in (("health", "--json"), ("doctor",)):
            code, said = ended(start(self._given, *arguments))
            one.check(code == 0, f"{arguments[0]} ended with {code}: {said}")

    def _constraints(self) -> int:
        with self._driver() as driver:
            return len(driver.execute_query("SHOW CONSTRAINTS").records)

    def _migrated(self) -> int:
        with self._driver() as driver:
            return int(driver.execute_query("MATCH (v:SchemaVersion) RETURN count(v) AS done").records[0]["done"])

    def _wipe(self) -> None:
        with self._driver() as driver:
            driver.execute_query("MATCH (n) DETACH DELETE n")
            for row in driver.execute_query("SHOW CONSTRAINTS YIELD name").records:
                driver.execute_query("DROP CONSTRAINT $name", name=row["name"])
            for row in driver.execute_query("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP'").records:
                driver.execute_query("DROP INDEX $name", name=row["name"])

    def _driver(self) -> neo4j.Driver:
        return neo4j.GraphDatabase.driver(
            self._given["NEO4J_URI"], auth=("neo4j", self._given["NEO4J_PASSWORD"]), notifications_min_severity="OFF"
        )


def _begun(process: subprocess.Popen[str]) -> None:
    """Wait until a command changes the schema."""
    news = cast("IO[str]", process.stderr)
    while (line := news.readline()) and "preparing the schema" not in line:
        pass


@contextmanager
def first_starts() -> Iterator[FirstStarts]:
    """The rounds over an embedded server of their own, stopped at the end."""
    with tempfile.TemporaryDirectory() as home:
        given = environment(Path(home))
        code, said = ended(start(given, "neo4j", "start"))
        if code:
            raise RuntimeError(said)
        try:
            state = json.loads((Path(home) / "neo4j" / "server.json").read_text("utf-8"))
            password = (Path(home) / "neo4j" / "password").read_text("utf-8")
            uri = f"bolt://127.0.0.1:{state['bolt_port']}"
            yield FirstStarts(given | {"NEO4J_URI": uri, "NEO4J_PASSWORD": password})
        finally:
            ended(start(given, "neo4j", "stop", "--force"))
