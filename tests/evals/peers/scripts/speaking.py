"""The peer's side of the protocol, in the standard library alone: it runs inside the peer's own environment.

A request is a JSON object a line, `{"id", "op", …}`; the answer repeats its id and has either `ok` or `error`.

    open    embeddings, chat or null, neo4j or null, folder, variant, weights → version, packages
    add     space, title, turns [{id, session, speaker, role, text, said_at}]
    search  space, query, limit → hits [{ids, text, ended}], best first
    forget  space, turn → what was told by that turn is to be forgotten
    erase   space

Whatever a library prints goes to standard error, so that standard output holds answers and nothing else. Scripts import
their peer when it is opened: a library that is missing, or that takes standard output for itself, is an answer then.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import sys
import traceback
from collections.abc import Awaitable, Callable
from importlib.metadata import distributions
from typing import Any, Protocol

Json = dict[str, Any]
Given = Any
"""What a method gives back: a value, or something to wait for."""


class Memory(Protocol):
    """What a script makes of its peer; each method may be a coroutine."""

    def add(self, space: str, title: str, turns: list[Json]) -> Given: ...

    def search(self, space: str, query: str, limit: int) -> Given: ...

    def forget(self, space: str, turn: str) -> Given: ...

    def erase(self, space: str) -> Given: ...

    def close(self) -> Given: ...


def packages() -> dict[str, str]:
    """Every package of this environment with its version."""
    return {one.metadata["Name"].lower(): one.version for one in distributions() if one.metadata["Name"]}


def said(turn: Json) -> str:
    """A turn as one text, for peers that have no field for the speaker."""
    return f"{turn['speaker']}: {turn['text']}"


def hit(*ids: str, text: str, ended: bool = False) -> Json:
    """A hit by the turns it comes from; `ended` where the peer says that it holds no longer."""
    return {"ids": list(ids), "text": text, "ended": ended}


def serve(distribution: str, opening: Callable[[Json], Memory | Awaitable[Memory]]) -> None:
    """Answer requests until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    asyncio.run(_serve(distribution, opening, lambda line: answers.write(json.dumps(line) + "\n")))


async def _serve(distribution: str, opening: Callable[[Json], Any], answer: Callable[[Json], object]) -> None:
    memory: Memory | None = None
    while line := await asyncio.to_thread(sys.stdin.readline):
        request = json.loads(line)
        number, op = request.pop("id"), request.pop("op")
        try:
            if op == "open":
                memory = await _waited(opening(request))
                installed = packages()
                ok: Any = {"version": installed.get(distribution, "?"), "packages": installed}
            else:
                ok = await _waited(getattr(memory, op)(**request))
            answer({"id": number, "ok": ok})
        except Exception as error:
            traceback.print_exc()
            answer({"id": number, "error": f"{type(error).__name__}: {error}"[:500]})
    if memory is not None:
        await _waited(memory.close())


async def _waited(value: Given) -> Any:
    return await value if inspect.isawaitable(value) else value
