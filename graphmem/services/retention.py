"""Retention: memories that an owner wants kept for a limited time are retracted when it is over.

They end as by `invalidate`, without a tombstone: no present answer has them, and they may be remembered again. Only a
rule that names their category removes memories that are pinned, immutable, critical or vital for health.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.language.vital_news import is_vital
from graphmem.model.audit import Verb
from graphmem.model.category import Priority
from graphmem.model.language import Language
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.retention import Outlived, Retained, Rule, read_rules
from graphmem.services.owner_settings import settings_of
from graphmem.store import amendments, audit, filing, memory_views, retention
from graphmem.store.cursors import require_count
from graphmem.store.database import Database, Transaction

BY = "retention"
SHOWN = 100
MOST_SHOWN = 1_000
AT_ONCE = 500
"""Memories that one transaction retracts."""


@dataclass(frozen=True, slots=True)
class Retention:
    """Applies owners' retention rules, over one database."""

    database: Database

    async def apply(
        self, owner: Owner, *, dry: bool = False, limit: int = SHOWN, now: datetime | None = None
    ) -> Retained:
        """Retract memories by the owner's rules, or only list them with `dry`; at most `limit` are listed.

        An owner without rules loses nothing. Raises InvalidInputError for `limit` out of 1 to 1,000.
        """
        require_count(limit, MOST_SHOWN, "limit")
        at = now or datetime.now(UTC)
        found: dict[str, Outlived] = {}
        for rule in read_rules((await settings_of(self.database, owner)).of(None).retention or "") or ():
            async for memory in retention.outlived_memories(self.database, owner, rule, at):
                if rule.category is not None or not _is_kept(memory):
                    found.setdefault(memory.id, Outlived(memory, _describe(rule)))
        if not dry:
            going = tuple(found.values())
            for start in range(0, len(going), AT_ONCE):
                await self._end(owner, going[start : start + AT_ONCE])
        return Retained(dry, len(found), tuple(found.values())[:limit])

    async def _end(self, owner: Owner, outlived: tuple[Outlived, ...]) -> None:
        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            ids = [one.memory.id for one in outlived]
            await memory_views.forget(transaction, owner, ids, datetime.now(UTC))
            for rule in dict.fromkeys(one.rule for one in outlived):
                ruled = [one.memory.id for one in outlived if one.rule == rule]
                await amendments.mark(transaction, owner, ruled, None, rule, BY)
            await audit.note(transaction, owner, Verb.INVALIDATE, ids)

        await self.database.write(work)


def _is_kept(memory: Memory) -> bool:
    if memory.pinned or memory.immutable or memory.priority is Priority.CRITICAL:
        return True
    return is_vital(memory.text, Language(memory.language))


def _describe(rule: Rule) -> str:
    return f"kept for {rule.kept.days} days: {rule.name}"
