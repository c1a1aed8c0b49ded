"""Webhooks of owners, stored on the owner's node; jobs in the change's transaction deliver events."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.model.audit import Verb
from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from graphmem.model.webhook import ATTEMPTS, KINDS, EventKind, Webhook
from graphmem.store import filing, jobs
from graphmem.store.database import Database, Runner, Transaction
from graphmem.store.queries import bind

_WEBHOOKS = bind("webhook/webhooks", __name__)
_SET = bind("webhook/set_webhooks", __name__)


async def of_owner(runner: Runner, owner: Owner) -> list[Webhook]:
    """The owner's webhooks, the oldest first."""
    rows = await runner.run(_WEBHOOKS, owner=owner.key)
    return [_read(text) for row in rows for text in row["webhooks"]]


async def change(database: Database, owner: Owner, how: Callable[[list[Webhook]], list[Webhook]]) -> None:
    """Store what `how` makes of the owner's webhooks, under the lock. Raises as `filing.lock` and `how`."""

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        kept = how(await of_owner(transaction, owner))
        await transaction.run(_SET, owner=owner.key, webhooks=[_written(one) for one in kept])

    await database.write(work)


async def carry(source: Database, target: Database, owner: Owner) -> None:
    """Copy the webhooks of a moving owner."""
    if kept := await of_owner(source.leader, owner):
        await target.run(_SET, owner=owner.key, webhooks=[_written(one) for one in kept])


async def enqueue_deliveries(
    transaction: Transaction, owner: Owner, entry: Mapping[str, Any], at: datetime, kept: Sequence[str]
) -> None:
    """Enqueue a delivery of an audit entry to each webhook that subscribes to such events."""
    kind = KINDS.get(Verb(entry["verb"]))
    if kind is None:
        return
    event = {name: entry[name] for name in ("id", "verb", "via", "agent", "ids", "count")}
    event |= {"type": kind.value, "at": at.isoformat()}
    for webhook in map(_read, kept):
        if kind in webhook.events:
            payload = {"webhook": webhook.id, "event": event}
            await jobs.enqueue(transaction, owner, JobKind.WEBHOOK, payload, max_attempts=ATTEMPTS)


def _written(webhook: Webhook) -> str:
    return json.dumps({
        "id": webhook.id,
        "url": webhook.url,
        "events": list(webhook.events),
        "created_at": webhook.created_at.isoformat(),
        "secret": webhook.secret,
    })  # fmt: skip


def _read(text: str) -> Webhook:
    told = json.loads(text)
    events = tuple(EventKind(one) for one in told["events"])
    return Webhook(told["id"], told["url"], events, datetime.fromisoformat(told["created_at"]), told["secret"])
