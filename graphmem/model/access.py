"""Access of a request: the owner it acts for, its key, and the key's scopes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from graphmem.errors import ForbiddenError
from graphmem.model.palace import Actor, Owner


class Scope(StrEnum):
    """A right of a key. None includes another: a key that only writes cannot read."""

    READ = "read"
    WRITE = "write"
    DREAM = "dream"
    ADMIN = "admin"


EVERYTHING = frozenset(Scope)


@dataclass(frozen=True, slots=True)
class KeyInfo:
    """The visible part of an issued key.

    `prefix` names it: the first characters of the key, or `#` and the start of its digest for a key from before keys
    had prefixes.

    `used_at` is the hour of its last use, None for never; `expires_at` None is never. `agent` is the only agent it may
    act as.
    """

    prefix: str
    label: str
    scopes: frozenset[Scope]
    created_at: datetime
    agent: str | None = None
    expires_at: datetime | None = None
    used_at: datetime | None = None

    def expired(self, now: datetime) -> bool:
        """Whether it has expired."""
        return self.expires_at is not None and self.expires_at <= now


@dataclass(frozen=True, slots=True)
class Access:
    """The right of one request: the owner and the scopes. Without a `key` it is this machine's user.

    `own_quota` is the operator's quota for this owner; see `model.quota`.
    """

    owner: Owner
    scopes: frozenset[Scope] = EVERYTHING
    key: KeyInfo | None = field(default=None, repr=False)
    own_quota: tuple[int, ...] | None = None

    @property
    def agent(self) -> str | None:
        """The agent that the key is bound to."""
        return None if self.key is None else self.key.agent

    def require(self, scope: Scope, what: str) -> None:
        """Raise ForbiddenError unless the scope is held; `what` names the action."""
        if scope not in self.scopes:
            raise ForbiddenError(what, scope.value)

    def speaking(self, via: str) -> Access:
        """This access through one channel; the audit notes its changes as the key's, or this machine's user's."""
        by = Actor(via, person="local user")
        if self.key is not None:
            by = Actor(via, self.key.prefix, self.key.agent, None if self.key.agent else self.key.label)
        return replace(self, owner=replace(self.owner, by=by))

    def asked(self, at: datetime) -> Access:
        """This access as requested at `at`."""
        return replace(self, owner=replace(self.owner, asked_at=at))
