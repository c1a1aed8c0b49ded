"""Webhooks: signed events of an owner's memory, sent to the owner's URL until it accepts them.

A delivery is a job enqueued in the transaction of the change, so a killed process loses none. Events arrive at least
once, with the same event id on repetition, in no guaranteed order.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from graphmem.errors import DeliveryError, InvalidInputError, NotFoundError
from graphmem.model.audit import Verb
from graphmem.model.job import Job, JobKind, JobState
from graphmem.model.palace import Owner, Page
from graphmem.model.webhook import MOST, EventKind, Webhook, signature
from graphmem.ports import Post
from graphmem.services.audit import audited
from graphmem.store import jobs, webhooks
from graphmem.store.database import Database

MAX_URL = 2_000
SIGNATURE, EVENT_ID = "graphmem-signature", "graphmem-event-id"


class Webhooks:
    """The webhooks of each owner and their deliveries."""

    def __init__(self, database: Database, post: Post, *, private: bool = False) -> None:
        """`private` allows http beyond this machine, as it lets `post` use private addresses."""
        self._database = database
        self._post = post
        self._private = private

    async def list(self, owner: Owner) -> list[Webhook]:
        """The owner's webhooks, the oldest first."""
        return await webhooks.of_owner(self._database, owner)

    @audited(Verb.ADD_WEBHOOK, lambda added: [added.id])
    async def add(self, owner: Owner, url: str, events: Sequence[EventKind] = ()) -> Webhook:
        """Add a webhook for these kinds of events, by default all. Raises InvalidInputError."""
        _require_url(url, self._private)
        kinds = tuple(dict.fromkeys(events)) or tuple(EventKind)
        added = Webhook(secrets.token_hex(16), url, kinds, datetime.now(UTC), f"whsec_{secrets.token_urlsafe(32)}")

        def with_it(kept: list[Webhook]) -> list[Webhook]:
            if len(kept) >= MOST:
                raise InvalidInputError(f"There are {MOST} webhooks.", field="url", remedy="Remove one first.")
            return [*kept, added]

        await webhooks.change(self._database, owner, with_it)
        return added

    @audited(Verb.REMOVE_WEBHOOK, lambda removed: [removed.id])
    async def remove(self, owner: Owner, id_: str) -> Webhook:
        """Remove a webhook by its id or a prefix. Raises NotFoundError."""
        removed = await self._resolve(owner, id_)
        await webhooks.change(self._database, owner, lambda kept: [one for one in kept if one.id != removed.id])
        return removed

    async def test(self, owner: Owner, id_: str) -> int:
        """Send one `ping` event now and return the HTTP status. Raises NotFoundError, DeliveryError."""
        webhook = await self._resolve(owner, id_)
        now = datetime.now(UTC).isoformat()
        return await self._send(webhook, {"id": secrets.token_hex(16), "type": "ping", "at": now})

    async def dead(self, owner: Owner, *, first: int = 20, after: str | None = None) -> Page[Job]:
        """Failed deliveries, the last first; `Jobs.retry` sends one again."""
        dead = [JobState.DEAD]
        return await jobs.jobs(self._database, owner, states=dead, kinds=[JobKind.WEBHOOK], first=first, after=after)

    async def deliver(self, owner: Owner, payload: dict[str, Any]) -> None:
        """Send a job's event, unless its webhook was removed. Raises DeliveryError unless it was accepted."""
        kept = await self.list(owner)
        webhook = next((one for one in kept if one.id == payload["webhook"]), None)
        if webhook is not None:
            await self._send(webhook, payload["event"])

    async def _resolve(self, owner: Owner, id_: str) -> Webhook:
        meant = [one for one in await self.list(owner) if id_ and one.id.startswith(id_)]
        if len(meant) != 1:
            raise NotFoundError(f"No webhook {id_[:40]!r}.", field="id", remedy="See `graphmem webhook list`.")
        return meant[0]

    async def _send(self, webhook: Webhook, event: dict[str, Any]) -> int:
        body = json.dumps(event, separators=(",", ":")).encode()
        headers = {
            "content-type": "application/json",
            EVENT_ID: str(event["id"]),
            SIGNATURE: signature(webhook.secret, body, at=int(time.time())),
        }
        status = await self._post(webhook.url, body, headers)
        if not 200 <= status < 300:
            raise DeliveryError(f"The receiver answered {status}.", remedy="It must answer 2xx.")
        return status


def _require_url(url: str, private: bool) -> None:
    """Raise InvalidInputError for an invalid URL. The address behind a host name is checked on sending."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        good &= not (parts.username or parts.password or parts.fragment)
        good &= private or parts.scheme == "https" or _is_here(parts.hostname or "")
    except ValueError:
        good = False
    if not good or len(url) > MAX_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise InvalidInputError(
            f"{url[:80]!r} is no address of a receiver.",
            field="url",
            remedy="Give one like https://example.com/events; http is for this machine alone.",
        )


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
