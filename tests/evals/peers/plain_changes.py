"""Two rates of our own pairs in English and Turkish (`data/plain_changes.jsonl`): what is stale, and what comes back.

Stale: all the old values are told, a month later all the new ones, then each is asked about. An answer is stale where
the old statement comes before the new one and the peer does not say that it holds no longer. Comes back: the old values
are told, each is forgotten by the peer's own verb, and the same turns are imported once more. A value is back where one
of the ten best hits says it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem.language.turkish import fold
from graphmem.model.transcript import Role, Turn
from graphmem.ports import Purpose
from tests.evals import labelled
from tests.evals.peers.endpoint import Endpoint
from tests.evals.peers.protocol import Hit, PeerProcess, RefusedError
from tests.evals.peers.sets import told

DEPTH = 10
SAID = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = timedelta(days=30)
SPEAKER = "Ada"
TURN_SECONDS = 120.0
"""What a turn may take, a model that reads it included."""
_FIELDS = ("id", "lang", "old", "new", "ask", "old_value", "new_value")


@dataclass(frozen=True, slots=True)
class _Asking:
    """A peer, and the endpoint that is told which side is embedded."""

    peer: PeerProcess
    endpoint: Endpoint

    async def add(self, space: str, turns: Sequence[dict[str, Any]]) -> None:
        self.endpoint.purpose = Purpose.PASSAGE
        seconds = self.peer.timeout + TURN_SECONDS * len(turns)
        await self.peer.ask("add", space=space, title=space, turns=turns, seconds=seconds)

    async def hits(self, space: str, case: labelled.Case) -> list[Hit]:
        self.endpoint.purpose = Purpose.QUERY
        found, _ = await self.peer.search(space, str(case["ask"]), DEPTH)
        return found


def pairs(data: Path | None = None) -> list[labelled.Case]:
    """The pairs. Raises InvalidInputError for a file of another form."""
    return labelled.cases("plain_changes", data, _FIELDS)


async def measure(peer: PeerProcess, cases: Sequence[labelled.Case], endpoint: Endpoint) -> dict[str, Any]:
    """Both rates in percent, over all and by language; a peer that cannot forget says why. Raises PeerError."""
    asking = _Asking(peer, endpoint)
    stale: dict[str, list[bool]] = {}
    missing: list[bool] = []
    back: dict[str, list[bool]] = {}
    refused = ""
    for language in sorted({str(case["lang"]) for case in cases}):
        own = [case for case in cases if case["lang"] == language]
        verdicts = await _changed(asking, f"changes-{language}", own)
        stale[language] = [verdict is True for verdict in verdicts]
        missing += [verdict is None for verdict in verdicts]
        try:
            back[language] = await _forgotten(asking, f"forgetting-{language}", own)
        except RefusedError as error:
            refused = str(error)[:200]
            await peer.ask("erase", space=f"forgetting-{language}")
    return {
        "stale": _rates(stale),
        "neither_found": _share(missing),
        "comes_back": None if refused else _rates(back),
        **({"cannot_forget": refused} if refused else {}),
        "pairs": len(cases),
    }


async def _changed(asking: _Asking, space: str, cases: Sequence[labelled.Case]) -> list[bool | None]:
    turns = [*_turns(cases, "old", SAID), *_turns(cases, "new", SAID + LATER)]
    await asking.add(space, turns)
    found = [await asking.hits(space, case) for case in cases]
    await asking.peer.ask("erase", space=space)
    return [is_stale(hits, f"old-{case['id']}", f"new-{case['id']}") for hits, case in zip(found, cases, strict=True)]


def is_stale(hits: Sequence[Hit], old: str, new: str) -> bool | None:
    """Whether the old turn is given as current; None where neither of both is found."""
    for one in hits:
        if new in one.ids:
            return False
        if old in one.ids and not one.ended:
            return True
    return None


async def _forgotten(asking: _Asking, space: str, cases: Sequence[labelled.Case]) -> list[bool]:
    turns = _turns(cases, "old", SAID)
    await asking.add(space, turns)
    for turn in turns:
        await asking.peer.ask("forget", space=space, turn=turn["id"])
    await asking.add(space, turns)
    back = []
    for case in cases:
        hits = await asking.hits(space, case)
        back.append(any(fold(str(case["old_value"])) in fold(one.text) for one in hits))
    await asking.peer.ask("erase", space=space)
    return back


def _turns(cases: Sequence[labelled.Case], which: str, start: datetime) -> list[dict[str, Any]]:
    return [
        dict(
            told(
                Turn(str(case[which]), SPEAKER, Role.USER, start + timedelta(minutes=place), f"{which}-{case['id']}"),
                which,
            )
        )
        for place, case in enumerate(cases)
    ]


def _rates(by_language: dict[str, list[bool]]) -> dict[str, float]:
    return {"all": _share([one for found in by_language.values() for one in found])} | {
        language: _share(found) for language, found in by_language.items()
    }


def _share(found: Sequence[bool]) -> float:
    return round(100 * sum(found) / len(found), 1) if found else 0.0
