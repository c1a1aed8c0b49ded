"""Who asks: the owner of the bearer key, or the local owner, who can read the token in this home (`home_token`).

The token alone is not enough: such a request comes from a loopback address, is addressed to a loopback name (a page
that rebinds its own name to 127.0.0.1 is not), was not forwarded by a proxy, and does not come from a foreign page,
unless the settings allow its origin.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Protocol
from urllib.parse import urlsplit

from cachetools import TTLCache
from starlette.requests import HTTPConnection, Request

from graphmem.errors import AuthenticationError
from graphmem.model.access import Access
from graphmem.model.palace import Owner
from graphmem.services.keys import require_unexpired

REMEMBERED_SECONDS = 15.0
"""How long a key that was found stays valid without asking the store again. One that another process revoked, or erased
with its owner, works no longer than this; one of this process ends at once."""

REMEMBERED_KEYS = 1_024

_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
_REMEDY = (
    "Send `Authorization: Bearer KEY`: `graphmem keys add OWNER` issues a key, "
    "`graphmem keys local` prints the one of this machine's own user."
)


class KeyLookup(Protocol):
    """Knows the keys: those of one server, or of several."""

    @property
    def withdrawals(self) -> int:
        """Goes up whenever a key was taken back in this process."""

    async def access_of(self, key: str) -> Access | None:
        """What a key opens, None for one nobody issued. Raises AuthenticationError for one that has expired."""


class Authenticator:
    """Finds whom a request speaks for, and what it may do. One per application; asks the store at most once in a while
    per key."""

    def __init__(
        self,
        keys: KeyLookup,
        local: Owner,
        token: str,
        *,
        origins: Collection[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keys = keys
        self._origins = origins
        self._local = local
        self._token = token.encode()
        self._known: TTLCache[str, Access] = TTLCache(REMEMBERED_KEYS, REMEMBERED_SECONDS, timer=clock)
        self._withdrawals = keys.withdrawals

    async def access_of(self, request: Request, named: Owner | None = None) -> Access:
        """Whose memory this request may touch, and no other, and how. Raises AuthenticationError.

        It speaks for the owner since it came in, or since its key was last looked for: not beyond an erasure. An owner
        who is `named` is accepted with the token of this home; an issued key names its owner itself.
        """
        key = bearer(request.headers.get("authorization"))
        if key is None:
            raise AuthenticationError("A key is required.", remedy=_REMEDY)
        if named is None:
            return await self.access_by(request, key)
        if not self.is_local(key):
            raise AuthenticationError("Only the token of this home may name an owner.", remedy=_REMEDY)
        return replace(self.local_access(request), owner=named)

    async def access_by(self, request: HTTPConnection, key: str) -> Access:
        """The same for a key that a request brings otherwise. Raises AuthenticationError."""
        return self.local_access(request) if self.is_local(key) else await self.access_with(key)

    def local_access(self, request: HTTPConnection) -> Access:
        """The local owner, for a request that proved to come of this home. Raises AuthenticationError."""
        local = Owner.named(self._local.name)
        require_loopback(request, self._origins)
        return Access(local)

    def knows_as_local(self, request: Request) -> bool:
        """Whether this machine's own user asks, as `access_of` takes it."""
        try:
            if not self.is_local(bearer(request.headers.get("authorization"))):
                return False
            require_loopback(request, self._origins)
        except AuthenticationError:
            return False
        return True

    def is_local(self, key: str | None) -> bool:
        """Whether it is the token of this home, which this machine's own user can read."""
        return key is not None and secrets.compare_digest(key.encode(), self._token)

    async def access_with(self, key: str) -> Access:
        """What an issued key opens. Raises AuthenticationError."""
        # Only keys that were found are remembered: one that is issued now must work now.
        if (withdrawals := self._keys.withdrawals) != self._withdrawals:
            self._known.clear()
            self._withdrawals = withdrawals
        if (known := self._known.get(key)) is not None:
            require_unexpired(known, datetime.now(UTC))
            return known
        asked_at = datetime.now(UTC)
        found = await self._keys.access_of(key)
        if found is None:
            raise AuthenticationError("This key is unknown or was revoked.", remedy=_REMEDY)
        access = found.asked(asked_at)
        if withdrawals == self._keys.withdrawals:  # else it may have been taken back while it was looked for
            self._known[key] = access
        return access


def bearer(header: str | None) -> str | None:
    """The key of an Authorization header, None without a header. AuthenticationError for anything but `Bearer KEY`."""
    if header is None or not header.strip():
        return None
    scheme, _, key = header.strip().partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise AuthenticationError("The Authorization header is not `Bearer KEY`.", remedy=_REMEDY)
    return key.strip()


def require_loopback(request: HTTPConnection, origins: Collection[str] = ()) -> None:
    """Raise AuthenticationError unless this machine's own user asks, by a name of this machine, through no proxy.

    Pages of `origins` may ask, too.
    """
    headers = request.headers
    host = headers.get("host", "")
    if request.client is None or not is_loopback(request.client.host):
        raise AuthenticationError("With its token only this machine itself is served.", remedy=_REMEDY)
    if any(name in headers for name in _FORWARDED):
        raise AuthenticationError("With its token nothing that a proxy forwards is served.", remedy=_REMEDY)
    if not is_loopback(_hostname(f"//{host}")):
        raise AuthenticationError(
            f"With its token only requests to localhost are served, not to {host[:100]!r}.", remedy=_REMEDY
        )
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != host and origin not in origins:
        raise AuthenticationError(f"Pages of {origin[:100]!r} may not ask this server.", remedy=_REMEDY)
    # What a page merely embeds, such as an image whose address is a query, comes without an origin.
    if origin is None and headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        raise AuthenticationError("Pages of elsewhere may not ask this server.", remedy=_REMEDY)


def _hostname(url: str) -> str:
    """The host in an address, empty when there is none that could be one."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # brackets that hold no address
        return ""


def is_loopback(host: str) -> bool:
    """Whether a host is this machine: `localhost`, 127.0.0.0/8 or ::1."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
