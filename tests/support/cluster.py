"""A Neo4j cluster for tests: a router and three members before one real Community server.

The members differ by their ports. Bolt messages pass unchanged; only fields that tell members apart are read. One
member leads, and the others refuse other modes than "r", whose writes Community refuses itself. A test may fail the
leader's commits, move or take away the leadership, make members lag behind or unreachable.
"""

from __future__ import annotations

import asyncio
import base64
import threading
from collections import Counter, deque
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from enum import StrEnum
from typing import Any

from neo4j._codec.packstream import v1

from graphmem.store.database import Address

HOST = "127.0.0.1"
packstream: Any = v1
ROUTER = -1
MEMBERS = 3
GOODBYE, RESET, RUN, BEGIN, COMMIT, ROLLBACK, DISCARD, PULL, ROUTE = 2, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x2F, 0x3F, 0x66
SUCCESS, RECORD, IGNORED, FAILURE = 0x70, 0x71, 0x7E, 0x7F
VERSIONS = bytes([0, 6, 6, 5]) + bytes(12)
"""Bolt 5.0 to 5.6, whatever the driver offers: later ones have longer handshakes and errors."""

NO_LEADER = {"code": "Neo.ClientError.Cluster.NotALeader", "message": "No write operations are allowed on this member."}


class Fault(StrEnum):
    """The fault of a leader's commit."""

    NOT_A_LEADER = "NotALeader"
    LOST_BEFORE = "connection lost before COMMIT"
    LOST_AFTER = "connection lost after COMMIT"


class Cluster:
    """The state that a test sees and sets. Members count from 0; `server` is the address behind them all."""

    def __init__(self, server: Address) -> None:
        self.server = server.uri.partition("//")[2].split(":")
        self.address = server
        self.leader: int | None = 0
        self.ttl = 300  # seconds for which a routing table is valid
        self.faults: deque[Fault] = deque()
        self.injected: Counter[Fault] = Counter()
        self.behind: dict[int, int] = {}
        """Members that are behind, and since which transaction: they have nothing for those who show no later one."""
        self.catching_up = 0.0  # seconds that such a member delays its clients
        self.begun: Counter[tuple[int, str]] = Counter()  # transactions by member and mode, `r` or `w`
        self.ran: Counter[tuple[int, str]] = Counter()  # statements by member and their effect: `r`, `w` or `rw`
        self.blind = 0  # transactions that a member answered though it lagged
        self.newest = 0  # the newest transaction of the leader
        self.ports: dict[int, int] = {}
        self._listening: dict[int, asyncio.Server] = {}
        self._open: set[_Connection] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cluster", daemon=True)

    def start(self) -> None:
        """Open all ports in a thread, since tests wait for processes that call here."""
        self._thread.start()
        self.heal()
        self.address = replace(self.address, uri=f"neo4j://{HOST}:{self.ports[ROUTER]}")

    def stop(self) -> None:
        """Close all ports."""
        for member in range(ROUTER, MEMBERS):
            self.take_down(member)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def take_down(self, member: int) -> None:
        """Make a member unreachable and cut its connections; `heal` undoes it."""
        self._wait(self._close(member))

    def fall_behind(self, *members: int) -> None:
        """Make members lag: they learn of writes only when a client shows a bookmark."""
        self.behind = dict.fromkeys(members, self.newest)

    def heal(self) -> None:
        """Restore a whole cluster with the first member as its leader."""
        self.leader, self.ttl, self.catching_up = 0, 300, 0.0
        self.faults.clear()
        self.behind.clear()
        for member in range(ROUTER, MEMBERS):
            if member not in self._listening:
                self._wait(self._listen(member))

    @property
    def readers(self) -> list[int]:
        return [member for member in range(MEMBERS) if member != self.leader]

    def table(self, database: str) -> dict[str, Any]:
        """The routing table in the form of ROUTE."""
        roles = {"ROUTE": [ROUTER, *range(MEMBERS)], "READ": self.readers, "WRITE": [self.leader]}
        servers = [
            {"role": role, "addresses": [f"{HOST}:{self.ports[one]}" for one in members if one is not None]}
            for role, members in roles.items()
        ]
        return {"rt": {"ttl": self.ttl, "db": database, "servers": servers}}

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _listen(self, member: int) -> None:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._open.add(connection := _Connection(self, member, reader, writer))
            try:
                await connection.serve()
            finally:
                self._open.discard(connection)

        server = await asyncio.start_server(serve, HOST, self.ports.get(member, 0))
        self._listening[member] = server
        self.ports[member] = server.sockets[0].getsockname()[1]

    async def _close(self, member: int) -> None:
        if server := self._listening.pop(member, None):
            server.close()
        for one in (left := {one for one in self._open if one.member == member}):
            one.cut()
        while self._open & left:  # noqa: ASYNC110 - each leaves by itself
            await asyncio.sleep(0.01)


class _Connection:
    """A driver's connection to a member, and the one behind it to the server."""

    def __init__(
        self, cluster: Cluster, member: int, client: asyncio.StreamReader, to_client: asyncio.StreamWriter
    ) -> None:
        self.cluster, self.member = cluster, member
        self._client, self._to_client = client, to_client
        self._server: asyncio.StreamReader
        self._to_server: asyncio.StreamWriter
        self._owed: deque[int] = deque()  # tags of requests that the server has not answered
        self._even = asyncio.Event()
        self._failed = self._blind = self._within = self._lost = False

    async def serve(self) -> None:
        """Shake hands, then pass messages until either side leaves."""
        with suppress(OSError, asyncio.IncompleteReadError):
            self._server, self._to_server = await asyncio.open_connection(*self.cluster.server)
            try:
                hello = await self._client.readexactly(20)
                self._to_server.write(hello[:4] + VERSIONS)
                self._to_client.write(await self._server.readexactly(4))
                ways = [asyncio.ensure_future(way) for way in (self._ask(), self._answer())]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
            finally:
                self._to_server.close()
        self._to_client.close()

    def cut(self) -> None:
        """Drop the connection, as a dying member does."""
        self._to_client.transport.abort()

    async def _ask(self) -> None:
        while True:
            raw, body = await _message(self._client)
            tag = body[1]
            if tag == RESET:
                self._failed = self._within = False
            elif self._failed:
                await self._say(IGNORED)
                continue
            if answer := await self._own(tag, body):
                self._failed = answer[0] == FAILURE
                await self._say(*answer)
                continue
            if tag == COMMIT and not self._blind and await self._faulty():
                continue
            self._within = tag == BEGIN or (self._within and tag not in (COMMIT, ROLLBACK))
            if tag != GOODBYE:
                self._owed.append(tag)
                self._even.clear()
            self._to_server.write(raw)
            await self._to_server.drain()

    async def _own(self, tag: int, body: bytes) -> tuple[int, dict[str, Any]] | None:
        """A member's own answer, without the server."""
        if tag == ROUTE:
            return SUCCESS, self.cluster.table(str(_fields(body)[-1].get("db", "neo4j")))
        if tag == BEGIN or (tag == RUN and not self._within):
            extra = _fields(body)[-1]
            mode = extra.get("mode", "w")
            if self.member == ROUTER or (mode == "w" and self.member != self.cluster.leader):
                return FAILURE, NO_LEADER
            self.cluster.begun[self.member, mode] += 1
            await self._catch_up(extra.get("bookmarks", []))
        return None

    async def _catch_up(self, bookmarks: list[str]) -> None:
        """Wait for the bookmarks' transactions; a client without a newer bookmark is answered at once."""
        since = self.cluster.behind.get(self.member)
        self._blind = since is not None and max(map(_number, bookmarks), default=0) <= since
        self.cluster.blind += self._blind
        if since is not None and not self._blind:
            await asyncio.sleep(self.cluster.catching_up)

    async def _faulty(self) -> bool:
        """Apply the scripted fault to a commit; returns whether it is kept from the server."""
        if self.member != self.cluster.leader or not self.cluster.faults:
            return False
        fault = self.cluster.faults.popleft()
        self.cluster.injected[fault] += 1
        if fault is Fault.NOT_A_LEADER:
            self._failed = True
            await self._say(FAILURE, NO_LEADER)
        elif fault is Fault.LOST_BEFORE:
            self.cut()
        else:
            self._lost = True
        return not self._lost

    async def _say(self, tag: int, *fields: object) -> None:
        """Answer in the server's place, after its pending answers."""
        if self._owed:
            await self._even.wait()
        buffer = packstream.PackableBuffer()
        packstream.Packer(buffer).pack_struct(bytes([tag]), fields)
        self._to_client.write(len(buffer.data).to_bytes(2) + bytes(buffer.data) + bytes(2))
        await self._to_client.drain()

    async def _answer(self) -> None:
        while True:
            raw, body = await _message(self._server)
            tag = body[1]
            if tag == RECORD and self._blind:
                continue
            if tag != RECORD:
                asked = self._owed.popleft()
                if tag == SUCCESS and asked in (COMMIT, PULL, DISCARD):
                    self._note(_fields(body)[0])
                if asked == COMMIT and self._lost:
                    self.cut()
                    return
            self._to_client.write(raw)
            await self._to_client.drain()
            if not self._owed:
                self._even.set()

    def _note(self, told: dict[str, Any]) -> None:
        if self.member == self.cluster.leader:
            self.cluster.newest = max(self.cluster.newest, _number(told.get("bookmark", "")))
        if "type" in told:
            self.cluster.ran[self.member, told["type"]] += 1


async def _message(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """The next message: its original chunks, and its content."""
    raw, body = bytearray(), bytearray()
    while True:
        head = await reader.readexactly(2)
        raw += head
        if size := int.from_bytes(head):
            chunk = await reader.readexactly(size)
            raw += chunk
            body += chunk
        elif body:
            return bytes(raw), bytes(body)


def _fields(body: bytes) -> list[Any]:
    """The fields of a message, a structure: its first byte has their number, its second the type."""
    buffer = packstream.UnpackableBuffer(body[2:])
    unpacker = packstream.Unpacker(buffer)
    return [unpacker.unpack() for _ in range(body[0] & 0x0F)]


def _number(bookmark: str) -> int:
    """The transaction of a bookmark: `FB:` and the base64 of the database's id and that number, packed."""
    if not bookmark.startswith("FB:"):
        return 0
    text = bookmark[3:]
    data = base64.b64decode(text + "=" * (-len(text) % 4))
    return int(packstream.Unpacker(packstream.UnpackableBuffer(data[1:] if data[1] != 0xCC else data[19:])).unpack())


@contextmanager
def cluster_before(server: Address) -> Iterator[Cluster]:
    """A cluster over the data of one server."""
    cluster = Cluster(server)
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop()
