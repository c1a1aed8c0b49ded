"""The audit entry of a batch, written in the batch's own transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphmem.model.audit import Verb
from graphmem.model.job import JobKind, JobRequest
from graphmem.model.memory import WriteSource
from graphmem.model.palace import Owner
from graphmem.services.ingestion.consolidation import Outcome
from graphmem.store import audit
from graphmem.store.database import Transaction


def verb_of(source: WriteSource, later: Sequence[JobRequest]) -> Verb:
    """The audited verb of a write, by its write source and the jobs it enqueues."""
    if any(wanted.kind is JobKind.EXTRACT for wanted in later):
        return Verb.SAY
    if source is WriteSource.MINING:
        return Verb.MINE
    if source is WriteSource.IMPORT:
        return Verb.IMPORT
    return Verb.OBSERVE if source is WriteSource.OBSERVER else Verb.LEARN


async def note_written(
    transaction: Transaction, owner: Owner, verb: Verb, outcomes: Iterable[Outcome], drawers: Iterable[str] = ()
) -> None:
    """Note the ids of the written memories, then those of the `drawers`."""
    said = [outcome.memory for outcome in outcomes if outcome.memory is not None]
    await audit.note(transaction, owner, verb, list(dict.fromkeys((*said, *drawers))))
