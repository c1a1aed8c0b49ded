"""Bearer keys: issued once in clear, stored and looked up as their SHA-256.

The secret of a key is 32 random bytes, so its plain SHA-256 cannot be searched for, and the timing of an index look-up
by hash gives an attacker nothing. The prefix before the secret names the key and opens nothing.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from graphmem.errors import AuthenticationError, InvalidInputError, NotFoundError
from graphmem.language.printable import printable
from graphmem.model.access import EVERYTHING, Access, KeyInfo, Scope
from graphmem.model.audit import Verb
from graphmem.model.palace import Owner
from graphmem.services.audit import audited
from graphmem.store import keys
from graphmem.store.database import Database
from graphmem.store.keys import StoredKey

PREFIX = "gm_"
MAX_LABEL = 100
MAX_KEYS = 100
"""Keys per owner: each is one more that can be lost."""

OVERLAP_HOURS = 24.0
MOST_OVERLAP_HOURS = 24.0 * 30


@dataclass(frozen=True, slots=True)
class Issued:
    """A new key: `secret` is the whole key, shown only this once."""

    secret: str
    info: KeyInfo


def new_key() -> str:
    """A new key: `gm_`, ten characters that name it, `_`, and 43 URL-safe characters."""
    return f"{PREFIX}{secrets.token_hex(5)}_{secrets.token_urlsafe(32)}"


def prefix_of(key: str) -> str:
    """The part of a key that may be shown."""
    return key[: len(PREFIX) + 10]


def hashed(key: str) -> str:
    """The stored hash of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


class Keys:
    """The keys of one store."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._withdrawals = 0

    @property
    def withdrawals(self) -> int:
        """Number of keys revoked by this process. A cache of keys must be dropped when it has grown."""
        return self._withdrawals

    def withdrawn(self) -> None:
        """Count a revocation."""
        self._withdrawals += 1

    @audited(Verb.ISSUE_KEY, lambda issued: [issued.info.prefix])
    async def issue(
        self,
        owner: Owner,
        label: str,
        *,
        scopes: Collection[Scope] = EVERYTHING,
        expires_at: datetime | None = None,
        agent: str | None = None,
        within: KeyInfo | None = None,
    ) -> Issued:
        """Issue a key of the owner; it cannot be read again.

        By default it has all scopes and never expires. With `agent` it acts as that agent only.

        `within` is the requesting key: the new one gets no further scopes, no later end and no other agent. Raises
        InvalidInputError for arguments out of bounds, and when the owner was erased after the request.
        """
        now = datetime.now(UTC)
        name = _bounded("label", label)
        speaks_as = None if agent is None else _bounded("agent", agent)
        if not scopes:
            raise InvalidInputError("A key without a scope opens nothing.", field="scopes", remedy="Give one or more.")
        if expires_at is not None and expires_at.astimezone(UTC) <= now:
            raise InvalidInputError(
                f"{expires_at.astimezone(UTC).isoformat().replace('+00:00', 'Z')} is over already.",
                field="expiresAt",
                remedy="Give a time to come.",
            )
        asked = KeyInfo("", name, frozenset(scopes), now, speaks_as, expires_at)
        info = asked if within is None else _restrict(within, asked)
        if len(await keys.of_owner(self._database, owner)) >= MAX_KEYS:
            raise InvalidInputError(
                f"{owner.name} has {MAX_KEYS} keys.", field="label", remedy="Revoke one that nobody uses."
            )
        return await self._keep(owner, info, ())

    @audited(Verb.ROTATE_KEY, lambda issued: [issued.info.prefix])
    async def rotate(
        self, owner: Owner, key: str, *, overlap_hours: float = OVERLAP_HOURS, within: KeyInfo | None = None
    ) -> Issued:
        """Replace a key, named by prefix or label, by a new one with the same scopes, label, agent and end.

        The old key stays valid for `overlap_hours`, 0 to 720, so that its users can change over.

        Raises NotFoundError, and InvalidInputError for a label of several keys, or for a key with more rights than the
        requesting one (`within`).
        """
        if not 0 <= overlap_hours <= MOST_OVERLAP_HOURS:
            raise InvalidInputError(
                f"The overlap is {overlap_hours:g} hours.",
                field="overlapHours",
                remedy=f"Take 0 to {MOST_OVERLAP_HOURS:g}; the default is {OVERLAP_HOURS:g}.",
            )
        named = await self._matching_keys(owner, key)
        now = datetime.now(UTC)
        living = [one for one in named if not one.info.expired(now)] or named
        if len(living) > 1:
            raise InvalidInputError(
                f"{owner.name} has {len(living)} keys labelled {key!r}.",
                field="key",
                remedy=f"Name one by its prefix: {', '.join(one.info.prefix for one in living[:5])}.",
            )
        old = living[0]
        if within is not None:
            require_within(within, old.info, "key")
        info = KeyInfo("", old.info.label, old.info.scopes, now, old.info.agent, old.info.expires_at)
        issued = await self._keep(owner, info, (old.hash,), until=now + timedelta(hours=overlap_hours))
        self.withdrawn()
        return issued

    async def access_of(self, key: str) -> Access | None:
        """The access of a key, None for an unknown or revoked one; its use is recorded by the hour.
        Raises AuthenticationError for an expired key."""
        found = await keys.access(self._database, hashed(key))
        if found is None or not found.owner.name or found.key is None:
            return None
        now = datetime.now(UTC)
        require_unexpired(found, now)
        hour = now.replace(minute=0, second=0, microsecond=0)
        if found.key.used_at is None or found.key.used_at < hour:
            await keys.note_use(self._database, hashed(key), hour)
        return found.asked(now)

    async def any(self) -> bool:
        """Whether the store has any key: without one, no other machine can be served."""
        return await keys.has_keys(self._database)

    async def issued(self, owner: Owner) -> list[KeyInfo]:
        """The owner's keys, oldest first."""
        return [kept.info for kept in await keys.of_owner(self._database, owner)]

    async def revoke(self, owner: Owner, key: str) -> int:
        """Revoke the owner's key with that prefix, or all with that label; returns their number.
        Raises NotFoundError if there is none."""
        return len(await self._revoke(owner, await self._matching_keys(owner, key)))

    @audited(Verb.REVOKE_KEY, lambda prefixes: prefixes)
    async def _revoke(self, owner: Owner, named: Sequence[StoredKey]) -> list[str]:
        await keys.remove(self._database, owner, [one.hash for one in named])
        self.withdrawn()
        return [one.info.prefix for one in named]

    async def _keep(
        self, owner: Owner, info: KeyInfo, old: tuple[str, ...], *, until: datetime | None = None
    ) -> Issued:
        key = new_key()
        kept = KeyInfo(prefix_of(key), info.label, info.scopes, info.created_at, info.agent, info.expires_at)
        end = until or info.created_at
        await keys.add(self._database, owner, hashed(key), kept, instead_of=old, until=end)
        return Issued(key, kept)

    async def _matching_keys(self, owner: Owner, key: str) -> list[StoredKey]:
        name = key.strip()
        # A whole key stands for its prefix; the rest is neither stored nor shown.
        short = prefix_of(name) if name.startswith(PREFIX) else name
        every = await keys.of_owner(self._database, owner)
        found = [one for one in every if one.info.prefix == short] or [one for one in every if one.info.label == name]
        if not found:
            raise NotFoundError(
                f"{owner.name} has no key labelled {short!r}.",
                field="key",
                remedy=f"See `graphmem keys list {owner.name}`.",
            )
        return found


def require_unexpired(access: Access, now: datetime) -> None:
    """Raise AuthenticationError for an access with an expired key."""
    if access.key is not None and access.key.expired(now):
        assert access.key.expires_at is not None
        raise AuthenticationError(
            f"The key {access.key.prefix} expired on {access.key.expires_at:%Y-%m-%d %H:%M} UTC.",
            remedy="Ask the owner for another: `graphmem keys rotate`, or `graphmem keys add`.",
        )


def _restrict(key: KeyInfo, asked: KeyInfo) -> KeyInfo:
    """The key to issue within `key`: its own end and agent where none is given."""
    info = replace(asked, agent=asked.agent or key.agent, expires_at=asked.expires_at or key.expires_at)
    require_within(key, info)
    return info


def require_within(key: KeyInfo, asked: KeyInfo, field: str = "") -> None:
    """Raise InvalidInputError, about `field`, if `asked` has more rights than `key`, or lasts longer."""
    if beyond := sorted(asked.scopes - key.scopes):
        raise InvalidInputError(
            f"The key {key.prefix} has not the scopes {', '.join(beyond)} itself.",
            field=field or "scopes",
            remedy="Ask with a key that has them, or by `graphmem keys`.",
        )
    if key.expires_at is not None and (asked.expires_at is None or asked.expires_at > key.expires_at):
        raise InvalidInputError(
            f"The key {key.prefix} ends on {key.expires_at:%Y-%m-%d %H:%M} UTC itself.",
            field=field or "expiresAt",
            remedy="Give a time before that, or ask with a key that lasts longer.",
        )
    if key.agent is not None and asked.agent != key.agent:
        raise InvalidInputError(
            f"The key {key.prefix} speaks as {key.agent!r} alone.",
            field=field or "agent",
            remedy="Leave the agent out, or ask with a key of any agent.",
        )


def _bounded(field: str, text: str) -> str:
    kept = text.strip()
    if not 0 < len(kept) <= MAX_LABEL:
        raise InvalidInputError(
            f"The {field} has {len(kept)} characters.", field=field, remedy=f"Take 1 to {MAX_LABEL}."
        )
    if printable(kept) != kept or len(kept.splitlines()) > 1 or "\t" in kept:
        raise InvalidInputError(
            f"The {field} {kept!a} holds characters that nobody sees.",
            field=field,
            remedy="Take letters, digits and signs.",
        )
    return kept
