"""Webhooks: the URLs and kinds of events of an owner, and the signature of a delivery."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graphmem.model.audit import Verb

MOST = 10
"""Webhooks of one owner: each adds a job to each change."""

ATTEMPTS = 15
"""Attempts of one delivery: by `backoff_seconds` the last one is 67 minutes after the first."""


class EventKind(StrEnum):
    """The kind of an event. REVIEW means that a review was decided."""

    MEMORY = "memory"
    DREAM = "dream"
    REVIEW = "review"


KINDS: Mapping[Verb, EventKind] = {
    **dict.fromkeys((Verb.OBSERVE, Verb.SAY, Verb.READ, Verb.LEARN, Verb.MINE), EventKind.MEMORY),
    **dict.fromkeys((Verb.RECORD_PROCEDURE, Verb.RECORD_EPISODE, Verb.PIN, Verb.SET_IMMUTABLE), EventKind.MEMORY),
    **dict.fromkeys((Verb.RELATE, Verb.EDIT, Verb.INVALIDATE, Verb.RESTORE, Verb.FORGET), EventKind.MEMORY),
    **dict.fromkeys((Verb.DELETE_DRAWER, Verb.LIFT, Verb.WAKE, Verb.PROMOTE, Verb.DEMOTE), EventKind.MEMORY),
    **dict.fromkeys((Verb.MERGE_ENTITIES, Verb.UNMERGE_ENTITIES), EventKind.MEMORY),
    **dict.fromkeys((Verb.DREAM, Verb.UNDO_DREAM), EventKind.DREAM),
    Verb.DECIDE_REVIEW: EventKind.REVIEW,
}
"""Audit verbs that are events; the others only stay in the audit."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A URL that gets events. `secret` signs them; it is shown once, when the webhook is added."""

    id: str
    url: str
    events: tuple[EventKind, ...]
    created_at: datetime
    secret: str = field(repr=False)


def signature(secret: str, body: bytes, *, at: int) -> str:
    """Return the signature of a delivery, `t=<seconds>,v1=<hex>`.

    It is HMAC-SHA256 over sending time (seconds since 1970), a full stop and the body.
    """
    mac = hmac.new(secret.encode(), str(at).encode() + b"." + body, hashlib.sha256)
    return f"t={at},v1={mac.hexdigest()}"
