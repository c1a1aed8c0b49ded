"""`make chaos`: faults in bounded number, and an account of what they did. Ends with 1 when any round failed."""

from __future__ import annotations

import argparse
import json
import sys

from tests.chaos.deaths import deaths
from tests.chaos.first_starts import first_starts
from tests.chaos.rounds import account, summary


def main() -> int:
    """Play the rounds of every kind."""
    asked = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    asked.add_argument("--rounds", type=int, default=6, help="of each kind")
    asked.add_argument("--kind", choices=("parallel", "interrupted", "deaths"), action="append")
    asked.add_argument("--json", action="store_true", help="print the account as one JSON object")
    given = asked.parse_args()
    kinds = set(given.kind or ("parallel", "interrupted", "deaths"))

    def tell(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    rounds = []
    if kinds & {"parallel", "interrupted"}:
        with first_starts() as starts:
            if "parallel" in kinds:
                rounds += account("parallel", given.rounds, starts.parallel, tell)
            if "interrupted" in kinds:
                rounds += account("interrupted", given.rounds, starts.interrupted, tell)
    if "deaths" in kinds:
        with deaths() as striking:
            rounds += account("deaths", given.rounds, striking.strike, tell)
    failed = sum(not one.passed for one in rounds)
    if given.json:
        print(json.dumps(summary(rounds), indent=2))
    else:
        print(f"{len(rounds) - failed} of {len(rounds)} rounds passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
