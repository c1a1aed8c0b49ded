"""The runner's side of the protocol: a peer's process that is asked line by line (`scripts/speaking.py` is the other).

Whatever a peer does wrong is one `PeerError` with what it said last: it ended, stayed silent, answered another request,
or wrote what is no answer. Its process never outlives the block that started it.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of an answer: a search gives some texts, nothing gives a whole conversation."""

LAST_WORDS = 5
"""Lines of standard error that a failure repeats."""

CLOSING = 20.0
"""Seconds that a peer has to end by itself."""


class PeerError(Exception):
    """A peer did not do what it was asked; the message says what it did."""


class RefusedError(PeerError):
    """A peer answered that it could not; it goes on."""


@dataclass(frozen=True, slots=True)
class Hit:
    """What a peer found: the turns that it comes from, its text, whether the peer says that it holds no longer."""

    ids: tuple[str, ...]
    text: str
    ended: bool


@dataclass(slots=True)
class PeerProcess:
    """A running peer. Requests go one by one."""

    process: asyncio.subprocess.Process
    timeout: float
    last: deque[str] = field(default_factory=lambda: deque(maxlen=LAST_WORDS))
    number: int = 0

    async def ask(self, op: str, *, seconds: float | None = None, **given: object) -> tuple[Any, float]:
        """The answer and how many milliseconds it took. Raises PeerError."""
        self.number += 1
        line = json.dumps({"id": self.number, "op": op, **given}) + "\n"
        started = perf_counter()
        try:
            async with asyncio.timeout(seconds or self.timeout):
                said = await self._exchanged(line.encode())
        except TimeoutError:
            raise self._failure(op, f"was silent for {seconds or self.timeout:g} seconds") from None
        except (ConnectionError, ValueError) as error:
            raise self._failure(op, f"broke off ({type(error).__name__})") from error
        taken = (perf_counter() - started) * 1000
        if not said:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.process.wait(), 1)
            raise self._failure(op, f"ended with {self.process.returncode}")
        return self._read(op, said), taken

    async def _exchanged(self, line: bytes) -> bytes:
        writer, reader = self.process.stdin, self.process.stdout
        assert writer is not None
        assert reader is not None
        writer.write(line)
        await writer.drain()
        return await reader.readline()

    def _read(self, op: str, said: bytes) -> Any:
        try:
            answer = json.loads(said)
        except ValueError:
            raise self._failure(op, f"wrote what is no answer: {said[:80]!r}") from None
        if not isinstance(answer, dict) or answer.get("id") != self.number:
            raise self._failure(op, f"answered another request than {self.number}: {said[:80]!r}")
        if "ok" not in answer:
            raise RefusedError(str(self._failure(op, f"failed: {answer.get('error', 'without saying why')}", words="")))
        return answer["ok"]

    def _failure(self, op: str, what: str, words: str | None = None) -> PeerError:
        words = " | ".join(self.last) if words is None else words
        return PeerError(f"asked to {op}, it {what}" + (f" (it said: {words[:400]})" if words else ""))

    async def search(self, space: str, query: str, limit: int) -> tuple[list[Hit], float]:
        """Hits, best first, and the milliseconds of the search. Raises PeerError for hits of another form."""
        found, taken = await self.ask("search", space=space, query=query, limit=limit)
        try:
            return [Hit(tuple(map(str, one["ids"])), str(one["text"]), bool(one["ended"])) for one in found], taken
        except (TypeError, KeyError) as error:
            raise self._failure("search", f"gave no hits: {str(found)[:80]}") from error

    async def _listen(self) -> None:
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            if text := line.decode(errors="replace").strip():
                self.last.append(text)


@asynccontextmanager
async def started(
    command: Sequence[str], *, seconds: float = 120.0, folder: Path | None = None, env: Mapping[str, str] | None = None
) -> AsyncIterator[PeerProcess]:
    """A peer's process, ended in any case; `seconds` are what an answer may take where nothing else is said."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=LONGEST_LINE,
        cwd=folder,
        env=env,
    )
    peer = PeerProcess(process, seconds)
    listening = asyncio.create_task(peer._listen())
    try:
        yield peer
    finally:
        await _ended(process)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Let it close what it has open; a peer that does not is killed."""
    if process.returncode is None and process.stdin is not None:
        process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), CLOSING)
    if process.returncode is None:
        process.kill()
        await process.wait()
