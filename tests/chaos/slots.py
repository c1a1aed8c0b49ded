"""Three servers on one database and a slot every few seconds: each slot is worked off, and once."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.chaos.deaths import Serving
from tests.chaos.rounds import Round, ended, start

SERVERS = 3
EVERY_SECONDS = 3
"""Between two slots: long enough that a busy machine is not late by a whole one, which would make two of them one."""

LATE_SLOTS = 3
"""A job is asked for before so many slots have passed."""

LATE_SECONDS = 180
"""How much longer than its slots a run may take."""

SCHEDULES = "{ schedules { runs } }"
PAUSE = "mutation { setSchedule(paused: true) { __typename } }"
JOBS = """query($after: String) { jobs(kinds: [DREAM], first: 100, after: $after) {
  nodes { state attempts createdAt } pageInfo { hasNextPage endCursor } } }"""


def slots(count: int, tell: Callable[[str], None]) -> list[Round]:
    """A round for each of so many slots: whether one job of it was done, at its first attempt."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as stack:
        servers = [Serving(Path(folder)) for _ in range(SERVERS)]
        for one in servers:
            one.environment["GRAPHMEM_DREAM_SCHEDULE"] = f"*/{EVERY_SECONDS} * * * * *"
        code, said = ended(start(servers[0].environment, "learn", "The deploy script lives in the tools folder."))
        if code:
            raise RuntimeError(said)
        for one in servers:
            one.start()
            stack.callback(one.process.wait)
            stack.callback(one.process.terminate)
        begun = time.monotonic()
        asked = servers[0]
        while (runs := _runs(asked)) < count:
            tell(f"slots: {runs}/{count} ({time.monotonic() - begun:.0f} s)")
            if time.monotonic() - begun > count * EVERY_SECONDS + LATE_SECONDS:
                break
            time.sleep(10)
        asked.ask(PAUSE, {})
        time.sleep(2 * EVERY_SECONDS)  # what was asked for is done by then
        found = _judged(_jobs(asked), count)
    failed = sum(not one.passed for one in found)
    tell(f"slots: {len(found) - failed} of {len(found)} slots of {SERVERS} servers worked off once")
    return found


def _runs(serving: Serving) -> int:
    schedules = serving.ask(SCHEDULES, {})["data"]["schedules"]
    return int(schedules[0]["runs"]) if schedules else 0


def _jobs(serving: Serving) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    after: str | None = None
    while True:
        page = serving.ask(JOBS, {"after": after})["data"]["jobs"]
        found += page["nodes"]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            return found


def _judged(jobs: list[dict[str, Any]], count: int) -> list[Round]:
    """Jobs in their order are the slots in theirs; one more or one less would leave all later ones out of time."""
    found = sorted(jobs, key=lambda job: str(job["createdAt"]))
    at = [datetime.fromisoformat(job["createdAt"]) for job in found]
    # The slot that was due last when a job was asked for is its own, unless it was asked for late.
    first = min(_slot(when) - timedelta(seconds=place * EVERY_SECONDS) for place, when in enumerate(at))
    rounds = []
    for number in range(count):
        one, slot = Round("slots", number, injected=True), first + timedelta(seconds=number * EVERY_SECONDS)
        rounds.append(one)
        if number >= len(found):
            one.check(False, f"the slot of {slot:%H:%M:%S} has no job")
            continue
        done, late = (found[number]["state"], found[number]["attempts"]), at[number] - slot
        one.check(done == ("DONE", 1), f"the job of {slot:%H:%M:%S} is {done}")
        one.check(
            late < timedelta(seconds=LATE_SLOTS * EVERY_SECONDS), f"the slot of {slot:%H:%M:%S} has no job in time"
        )
    return rounds


def _slot(when: datetime) -> datetime:
    """The slot that was due last."""
    return when.replace(second=when.second - when.second % EVERY_SECONDS, microsecond=0)
