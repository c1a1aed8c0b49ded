"""What the rounds share: homes of their own, commands as processes, and the account of what happened."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from graphmem.config import Settings

RUN = [sys.executable, "-c", "from graphmem.cli.app import main; main()"]

COMMAND_SECONDS = 240
"""A command that takes longer counts as hung."""


@dataclass
class Round:
    """One fault and what came of it. A round without its fault proves nothing and counts as failed."""

    kind: str
    number: int
    injected: bool = False
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return self.injected and not self.failures

    def check(self, holds: bool, otherwise: str) -> None:
        """Note what should have held and did not."""
        if not holds:
            self.failures.append(otherwise)


def environment(home: Path) -> dict[str, str]:
    """A small store in `home`, on any free ports, with the downloads that are there already."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J_", "OPENAI_"))}
    return kept | {
        "GRAPHMEM_HOME": str(home),
        "GRAPHMEM_ARTIFACTS": str(Settings().artifacts_dir),
        "GRAPHMEM_OPS_LOG": "off",
        "GRAPHMEM_BOLT_PORT": "0",
        "GRAPHMEM_HTTP_PORT": "0",
        "GRAPHMEM_NEO4J_HEAP": "384m",
        "GRAPHMEM_NEO4J_PAGE_CACHE": "64m",
    }


def start(given: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    """A command, running."""
    return subprocess.Popen([*RUN, *arguments], env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code of a command and what it said; one that hangs is killed and counts as -9."""
    try:
        said, told = process.communicate(timeout=COMMAND_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        said, told = process.communicate()
    return process.returncode, (said + told)[-400:]


def account(kind: str, count: int, play: Callable[[Round], None], tell: Callable[[str], None]) -> list[Round]:
    """Play so many rounds, telling each one's end."""
    rounds = []
    for number in range(count):
        one, begun = Round(kind, number), time.monotonic()
        try:
            play(one)
        except Exception as error:  # a round that breaks is a round that failed; the others still tell something
            one.failures.append(f"{type(error).__name__}: {error}"[:400])
        one.seconds = round(time.monotonic() - begun, 1)
        rounds.append(one)
        state = "passed" if one.passed else "no fault injected" if not one.failures else "; ".join(one.failures)
        tell(f"{kind} {number + 1}/{count}: {state} ({one.seconds} s)")
    return rounds


def summary(rounds: list[Round]) -> dict[str, object]:
    """Figures by kind, and every failed round whole."""
    kinds = {one.kind: [other for other in rounds if other.kind == one.kind] for one in rounds}
    return {
        "kinds": {
            kind: {
                "rounds": len(of),
                "passed": sum(one.passed for one in of),
                "not_injected": sum(not one.injected for one in of),
            }
            for kind, of in kinds.items()
        },
        "failed": [asdict(one) for one in rounds if not one.passed],
    }
