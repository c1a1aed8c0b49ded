"""Authentication: the owner of the bearer key, or the local owner by the token in this home.

Anybody who can read this home can read the token (`home_token`), and the token alone is not enough. The request must
come from a loopback address and name a loopback host (a page that rebinds its own name to 127.0.0.1 does not). No proxy
may have forwarded it, and it may not come from a foreign page, unless the settings allow its origin.
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
"""Seconds for which a known key stays valid without another lookup.

A key that another process revoked, or erased with its owner, works no longer than this; one of this process ends at
once.
"""

REMEMBERED_KEYS = 1_024

_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
_REMEDY = (
    "Send `Authorization: Bearer KEY`: `graphmem keys add OWNER` issues a key, "
    "`graphmem keys local` prints the one of this machine's own user."
)


class KeyLookup(Protocol):
    """A lookup of keys: those of one server, or of several."""

    @property
    def withdrawals(self) -> int:
        """The number of keys revoked in this process so far."""

    async def access_of(self, key: str) -> Access | None:
        """The access of a key, None for an unknown one. Raises AuthenticationError for an expired one."""


class Authenticator:
    """Find the owner and the rights of a request.

    One per application; it asks the store at most once in REMEMBERED_SECONDS per key.
    """

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
        """The only owner whose memory this request may touch, and its rights. Raises AuthenticationError.

        It counts from the arrival of the request, or from the last lookup of its key: not beyond an erasure. The token
        of this home may name an owner (`named`); an issued key names its owner itself.
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
        """The access of a key that did not come in the header. Raises AuthenticationError."""
        return self.local_access(request) if self.is_local(key) else await self.access_with(key)

    def local_access(self, request: HTTPConnection) -> Access:
        """The local owner's access, for a request proved to be from this home. Raises AuthenticationError."""
        local = Owner.named(self._local.name)
        require_loopback(request, self._origins)
        return Access(local)

    def knows_as_local(self, request: Request) -> bool:
        """Whether this machine's own user asks, by the rules of `access_of`."""
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
        """The access of an issued key."""
        # Only known keys are cached: a key that is issued now must work now.
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
        if withdrawals == self._keys.withdrawals:  # else it may have been revoked during the lookup
            self._known[key] = access
        return access


def bearer(header: str | None) -> str | None:
    """The key of an Authorization header, None without one.

    Raises AuthenticationError for anything but `Bearer KEY`.
    """
    if header is None or not header.strip():
        return None
    scheme, _, key = header.strip().partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise AuthenticationError("The Authorization header is not `Bearer KEY`.", remedy=_REMEDY)
    return key.strip()


def require_loopback(request: HTTPConnection, origins: Collection[str] = ()) -> None:
    """Raise AuthenticationError unless this machine's own user asks, over loopback and no proxy.

    The request must name a name of this machine. Pages of `origins` may ask, too.
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
    # A request that a page merely embeds, such as an image whose address is a query, has no origin.
    if origin is None and headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        raise AuthenticationError("Pages of elsewhere may not ask this server.", remedy=_REMEDY)


def _hostname(url: str) -> str:
    """The host in an address, empty without a valid one."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # brackets without an address
        return ""


def is_loopback(host: str) -> bool:
    """Whether a host is this machine: `localhost`, 127.0.0.0/8 or ::1."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
