"""Records whether memories, procedures and blocks helped the agent that used them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from graphmem.cognition.review import INITIAL_DIFFICULTY, Reviewed, review
from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.model.audit import Verb
from graphmem.model.palace import Owner
from graphmem.model.procedure import Procedure, Use
from graphmem.services.audit import audited
from graphmem.services.procedure_versions import with_versions
from graphmem.services.retrieval.reinforcement import Learner
from graphmem.services.surroundings import step_of, surroundings
from graphmem.store import blocks, filing, memory_recall, procedures
from graphmem.store.database import Database, Transaction
from graphmem.store.short_ids import memory_ids

MOST = 100


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Records the outcomes of uses as FSRS reviews of the memories."""

    database: Database
    learner: Learner | None = None
    """Writes blocks a moment after they were shown; settled before a block's outcome is recorded."""

    async def report(self, owner: Owner, ids: Sequence[str] | None, block: str | None, *, success: bool) -> int:
        """Call `record` for ids or `record_block` for a block. Raises InvalidInputError for both or none."""
        if (ids is None) == (block is None):
            raise InvalidInputError(
                "Both ids and a block are named." if block is not None else "Neither ids nor a block are named.",
                field="ids",
                remedy="Name memories by ids, or a whole block by the id that recall gave it.",
            )
        if block is not None:
            return await self.record_block(owner, block, success=success)
        return await self.record(owner, ids or (), success=success)

    @audited(Verb.RECORD_OUTCOME, lambda _: [])
    async def record(self, owner: Owner, ids: Sequence[str], *, success: bool) -> int:
        """Record one use of each memory, all or none of them; return their number.

        Raises NotFoundError for an id that is neither a memory of the owner nor the start of one's id, and
        InvalidInputError for none or more than 100 ids, or a start of several.
        """
        wanted = list(dict.fromkeys(await memory_ids(self.database, owner, ids)))
        if not 1 <= len(wanted) <= MOST:
            raise InvalidInputError(
                f"{len(wanted)} memories are named.", field="ids", remedy=f"Name 1 to {MOST} of them."
            )
        now = datetime.now(UTC)

        async def work(transaction: Transaction) -> int:
            found = await memory_recall.strengths(transaction, owner, wanted)
            if missing := sorted(set(wanted) - {row.id for row in found}):
                raise NotFoundError(
                    f"No memory {missing[0][:80]!r}.", field="ids", remedy="Take ids from a recall or from `memories`."
                )
            rows = [{"id": row.id} | asdict(_reviewed(row, now, success=success)) for row in found]
            return await memory_recall.record_outcomes(transaction, owner, rows, now, success=success)

        return await self.database.write(work)

    @audited(Verb.RECORD_OUTCOME, lambda told: [told.memory.id])
    async def used(
        self,
        owner: Owner,
        name: str,
        *,
        success: bool,
        step: int | str | None = None,
        version: int | None = None,
        project: str | None = None,
        tools: Mapping[str, str] | None = None,
    ) -> Procedure:
        """Record a use of a procedure; return the procedure with the record of its versions.

        `step` is the failed step, by its number from 1 or its text; `version` the one followed, the latest when
        missing; `project` and the versions of `tools` are its surroundings. Raises NotFoundError for an unknown
        procedure, InvalidInputError for an unknown version or step.
        """
        place, now = surroundings(project, tools), datetime.now(UTC)

        async def work(transaction: Transaction) -> Procedure:
            await filing.lock(transaction, owner)
            known = await procedures.procedure_named(transaction, owner, name, place.project)
            if known is None:
                raise NotFoundError(
                    f"No procedure {name[:80]!r}.", field="name", remedy="Take a name of `procedures`, or record it."
                )
            id_, followed = known.memory.id, known.version if version is None else version
            steps = {
                one.version: one.steps
                for one in (await procedures.former_steps(transaction, owner, [id_])).get(id_, ())
            }
            steps[known.version] = known.steps
            if followed not in steps:
                raise InvalidInputError(
                    f"{known.name[:80]!r} has no version {followed}.",
                    field="version",
                    remedy=f"Give one of {', '.join(map(str, sorted(steps)))}.",
                )
            at = None if success else step_of(step, steps[followed])
            use = Use(followed, success, now, at, place, counted=followed == known.version)
            if use.counted:
                (row,) = await memory_recall.strengths(transaction, owner, [id_])
                rows = [{"id": row.id} | asdict(_reviewed(row, now, success=success))]
                await memory_recall.record_outcomes(transaction, owner, rows, now, success=success)
            await procedures.keep_use(transaction, owner, id_, use)
            told = await procedures.procedure_named(transaction, owner, name, place.project)
            assert told is not None
            former = await procedures.former_steps(transaction, owner, [id_])
            had = await procedures.uses(transaction, owner, [id_])
            return with_versions(told, former.get(id_, ()), had.get(id_, ()), place)

        return await self.database.write(work)

    @audited(Verb.RECORD_OUTCOME, lambda _: [])
    async def record_block(self, owner: Owner, block: str, *, success: bool) -> int:
        """Record a use of a block's memories and those made of its turns; return their number, at most MOST.

        Repeating the same outcome changes nothing. Raises NotFoundError for a block that is not the owner's or has
        expired, InvalidInputError if the opposite outcome is recorded.
        """
        now = datetime.now(UTC)
        if self.learner is not None:
            await self.learner.settle()

        async def work(transaction: Transaction) -> int:
            found = await blocks.open_(transaction, owner, block, now)
            if found is None:
                raise NotFoundError(
                    f"No block {block[:80]!r}.",
                    field="block",
                    remedy=f"Take its id from a recall of the last {blocks.KEPT_DAYS} days.",
                )
            ids, told = found
            if told is not None and told is not success:
                raise InvalidInputError(
                    "The opposite was told of this block.",
                    field="block",
                    remedy="Tell of single memories by their ids.",
                )
            known = await memory_recall.strengths(transaction, owner, ids[:MOST])
            if told is None and known:
                rows = [{"id": row.id} | asdict(_reviewed(row, now, success=success)) for row in known]
                await memory_recall.record_outcomes(transaction, owner, rows, now, success=success)
            await blocks.record_outcome(transaction, owner, block, success=success)
            return len(known)

        return await self.database.write(work)


def _reviewed(row: memory_recall.StrengthRow, now: datetime, *, success: bool) -> Reviewed:
    return review(
        stability=row.stability,
        difficulty=INITIAL_DIFFICULTY if row.difficulty is None else row.difficulty,
        utility=row.utility,
        last=row.last_accessed_at,
        now=now,
        success=success,
    )
