"""Ids as people type them: a unique prefix stands for a memory, job, review or dream."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.errors import InvalidInputError
from graphmem.model.ids import ID_DIGITS
from graphmem.model.palace import Owner
from graphmem.store.database import Database
from graphmem.store.queries import Query, bind

LEAST_DIGITS = 4
"""Digits of the shortest prefix; a shorter one would match a large part of all owners' ids."""

NAMED = 4
"""Ids that the error about an ambiguous prefix names at most."""

LONGEST_TEXT = 40
"""Characters of text shown with each of these ids."""

_MEMORIES = bind("memory/memories_starting", __name__)
_JOBS = bind("job/jobs_starting", __name__)
_REVIEWS = bind("review/reviews_starting", __name__)
_WORKFLOWS = bind("workflow/workflows_starting", __name__)
_DREAMS = bind("dream/runs_starting", __name__)
_TOMBSTONES = bind("tombstone/tombstones_starting", __name__)


async def memory_id(database: Database, owner: Owner, given: str, field: str = "id") -> str:
    """The memory id with this prefix, or `given` itself without one. See `memory_ids`."""
    return (await memory_ids(database, owner, [given], field))[0]


async def memory_ids(database: Database, owner: Owner, given: Sequence[str], field: str = "ids") -> list[str]:
    """For each prefix the id of the owner's memory, or the prefix itself if no id matches.

    Raises InvalidInputError for a prefix of several ids, and names them.
    """
    return await _whole(database, owner, given, field, _MEMORIES)


async def job_id(database: Database, owner: Owner, given: str) -> str:
    """The job id with this prefix; otherwise as `memory_id`."""
    return (await _whole(database, owner, [given], "id", _JOBS))[0]


async def review_ids(database: Database, owner: Owner, given: Sequence[str]) -> list[str]:
    """The review ids with these prefixes, decided ones included; otherwise as `memory_ids`."""
    return await _whole(database, owner, given, "id", _REVIEWS)


async def workflow_id(database: Database, owner: Owner, given: str) -> str:
    """The workflow id with this prefix, decided ones included; otherwise as `memory_id`."""
    return (await _whole(database, owner, [given], "id", _WORKFLOWS))[0]


async def dream_id(database: Database, owner: Owner, given: str) -> str:
    """The id of the dream with this prefix; otherwise as `memory_id`."""
    return (await _whole(database, owner, [given], "id", _DREAMS))[0]


async def tombstone_id(database: Database, owner: Owner, given: str) -> str:
    """The tombstone id with this prefix; otherwise as `memory_id`."""
    return (await _whole(database, owner, [given], "id", _TOMBSTONES))[0]


async def _whole(database: Database, owner: Owner, given: Sequence[str], field: str, query: Query) -> list[str]:
    starts = {id_: id_.strip().lower() for id_ in given if LEAST_DIGITS <= len(id_.strip()) < ID_DIGITS}
    if not starts:
        return list(given)
    found: dict[str, list[tuple[str, str]]] = {}
    wanted = list(dict.fromkeys(starts.values()))
    for row in await database.run(query, owner=owner.key, starts=wanted, limit=NAMED + 1):
        found.setdefault(row["start"], []).append((row["id"], row["text"]))
    return [_one(id_, found.get(starts.get(id_, ""), []), field) for id_ in given]


def _one(given: str, found: list[tuple[str, str]], field: str) -> str:
    if len(found) <= 1:
        return found[0][0] if found else given
    named = ", ".join(f"{id_[:12]} ({text[:LONGEST_TEXT]})" for id_, text in found[:NAMED])
    more = ", …" if len(found) > NAMED else ""
    raise InvalidInputError(
        f"{given!r} is the start of several ids: {named}{more}.", field=field, remedy="Give more digits."
    )
