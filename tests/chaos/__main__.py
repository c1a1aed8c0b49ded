"""`make chaos`: faults in bounded number, and an account of what they did. Ends with 1 when any round failed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable

from tests.chaos.deaths import deaths
from tests.chaos.disks import can_mount, disks
from tests.chaos.erasures import erasures
from tests.chaos.first_starts import first_starts
from tests.chaos.rounds import Round, account, summary
from tests.chaos.slots import slots

KINDS = ("parallel", "interrupted", "deaths", "erasures", "artifacts", "full", "slots")


def main() -> int:
    """Play the rounds of every kind."""
    asked = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    asked.add_argument("--rounds", type=int, default=6, help="of each kind")
    asked.add_argument("--kind", choices=KINDS, action="append")
    asked.add_argument("--json", action="store_true", help="print the account as one JSON object")
    given = asked.parse_args()
    kinds = set(given.kind or KINDS)

    def tell(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    rounds = _played(kinds, given.rounds, tell)
    failed = sum(not one.passed for one in rounds)
    if given.json:
        print(json.dumps(summary(rounds), indent=2))
    else:
        print(f"{len(rounds) - failed} of {len(rounds)} rounds passed")
    return 1 if failed else 0


def _played(kinds: set[str], count: int, tell: Callable[[str], None]) -> list[Round]:
    rounds: list[Round] = []
    if kinds & {"parallel", "interrupted"}:
        with first_starts() as starts:
            if "parallel" in kinds:
                rounds += account("parallel", count, starts.parallel, tell)
            if "interrupted" in kinds:
                rounds += account("interrupted", count, starts.interrupted, tell)
    if "deaths" in kinds:
        with deaths() as striking:
            rounds += account("deaths", count, striking.strike, tell)
    if "erasures" in kinds:
        with erasures() as erasing:
            rounds += account("erasures", count, erasing.erase, tell)
    if "slots" in kinds:
        rounds += slots(count, tell)
    return rounds + _on_disks(kinds, count, tell)


def _on_disks(kinds: set[str], count: int, tell: Callable[[str], None]) -> list[Round]:
    rounds: list[Round] = []
    with disks() as damaging:
        if "artifacts" in kinds:
            rounds += account("artifacts", count, damaging.artifacts, tell)
        if "full" in kinds and can_mount():
            rounds += account("full", count, damaging.full, tell)
        elif "full" in kinds:
            tell("full: left out, since only root may mount a small disk")
    return rounds


if __name__ == "__main__":
    sys.exit(main())
