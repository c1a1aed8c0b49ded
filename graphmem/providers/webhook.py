"""Sends webhooks: over TLS or to this machine, never to a private address unless a setting allows it.

The address is looked up once, checked, and then connected to, so that a name which changes its address in between leads
nowhere else. It follows no redirect and uses no proxy.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from graphmem.errors import DeliveryError

STEP_SECONDS = 5.0
ALL_SECONDS = 15.0
"""Seconds for one step of a delivery, and for all of it: a receiver first takes the event, then works."""


class Poster:
    """Sends to receivers; `private` allows addresses of private networks, and http beyond this machine."""

    def __init__(self, *, private: bool = False) -> None:
        self._private = private

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """POST the body and return the status. Raises DeliveryError."""
        return await asyncio.to_thread(self._post, url, body, headers)

    def _post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        parts = urlsplit(url)
        host, secure = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        try:
            with self._connected(host, port, secure) as link:
                timer = threading.Timer(ALL_SECONDS, _cut, [link])
                timer.start()
                try:
                    return _exchange(link, secure, host, port, parts.path, parts.query, body, headers)
                finally:
                    timer.cancel()
        except (OSError, HTTPException, UnicodeError) as error:
            raise DeliveryError(
                f"Nobody at {host[:100]} took it ({type(error).__name__}).", remedy="Check the receiver."
            ) from error

    def _connected(self, host: str, port: int, secure: bool) -> socket.socket:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        self._require(ip_address(str(address[0]).partition("%")[0]), host, secure)
        link = socket.socket(family, kind, protocol)
        try:
            link.settimeout(STEP_SECONDS)
            link.connect(address)
            return ssl.create_default_context().wrap_socket(link, server_hostname=host) if secure else link
        except BaseException:
            link.close()
            raise

    def _require(self, found: IPv4Address | IPv6Address, host: str, secure: bool) -> None:
        """Raises DeliveryError for a forbidden address."""
        mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
        meant = mapped or found
        if meant.is_loopback or self._private:
            return
        if not meant.is_global or meant.is_multicast:
            raise DeliveryError(
                f"{host[:100]} leads to a private address.", remedy="GRAPHMEM_WEBHOOK_PRIVATE=true allows it."
            )
        if not secure:
            raise DeliveryError(f"{host[:100]} is asked without TLS.", remedy="Use https.")


def _exchange(
    link: socket.socket, secure: bool, host: str, port: int, path: str, query: str, body: bytes,
    headers: Mapping[str, str],
) -> int:  # fmt: skip
    kind = HTTPSConnection if secure else HTTPConnection
    connection = kind(host, port)
    connection.sock = link  # it connects by itself only without one
    connection.request("POST", (path or "/") + (f"?{query}" if query else ""), body, dict(headers))
    return connection.getresponse().status


def _cut(link: socket.socket) -> None:
    with suppress(OSError):
        link.shutdown(socket.SHUT_RDWR)
