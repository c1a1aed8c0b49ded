"""A real OpenAI-compatible server of embeddings and chat on 127.0.0.1, whose misbehaviour a test can script."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import socket
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.support.batch_api import BatchApi
from tests.support.chat_answers import CHAT_BEHAVIOURS, completion
from tests.support.model_answers import GOOD_MARKS, is_trial

DIMENSIONS = 24
MOST_TEXTS = 32
"""Most texts of a request in "small_batches", as in Text Embeddings Inference by default."""


def vector_of(text: str, dimensions: int = DIMENSIONS) -> list[float]:
    """The vector of a text, always the same, of no particular length."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
    values: list[float] = np.random.default_rng(seed).normal(size=dimensions).tolist()
    return values


@dataclass(frozen=True, slots=True)
class Received:
    """A received request."""

    path: str
    authorization: str
    body: dict[str, Any]

    @property
    def texts(self) -> list[str]:
        return list(self.body["input"])


@dataclass
class OpenAIServer:
    """The running server. `behave` scripts the coming requests; after the script, `default` answers."""

    url: str
    default: str = "ok"
    script: deque[str] = field(default_factory=deque)
    reply: Any = field(default_factory=dict)
    """The chat model's answer: a JSON value, or a function that makes one of the request's body."""

    embed: Callable[[list[str]], Awaitable[list[list[float]]]] | None = None
    """The function of the embeddings, called in this server's thread; None for `vector_of`."""

    batches: BatchApi = field(default_factory=BatchApi)
    received: list[Received] = field(default_factory=list)
    arrival: threading.Condition = field(default_factory=threading.Condition)
    tried: bool = True
    """Whether the model passes a trial by itself, unseen by the test; else a trial is answered as anything else."""

    active: int = 0
    most_active: int = 0
    """The most requests that were being answered at the same time."""

    def behave(self, *behaviours: str, default: str = "ok") -> None:
        """Start afresh: forget received requests, and answer as scripted (`_BEHAVIOURS`, `CHAT_BEHAVIOURS`)."""
        self.received.clear()
        self.batches = BatchApi()
        self.script = deque(behaviours)
        self.default = default
        self.most_active = 0

    async def batch_api(self, request: Request) -> Response:
        """Files and batches, whose lines are answered as single requests are."""

        def answer(body: dict[str, Any]) -> Response:
            said = self.reply(body) if callable(self.reply) else self.reply
            return CHAT_BEHAVIOURS[self.script.popleft() if self.script else self.default](body, request, said)

        return await self.batches.respond(request, answer)

    async def wait_for(self, requests: int) -> None:
        """Wait until so many requests have arrived."""
        assert await asyncio.to_thread(self._wait, requests), (
            f"{len(self.received)} of {requests} requests came in 10 s"
        )

    def _wait(self, requests: int) -> bool:
        with self.arrival:
            return self.arrival.wait_for(lambda: len(self.received) >= requests, timeout=10)

    async def answer(self, request: Request) -> Response:
        body = json.loads(await request.body())
        if isinstance(body.get("input"), str):
            body["input"] = [body["input"]]
        if self.tried and is_trial(body):
            return completion(body, json.dumps(GOOD_MARKS), usage=False)
        with self.arrival:
            self.received.append(Received(request.url.path, request.headers.get("authorization", ""), body))
            self.arrival.notify_all()
        behaviour = self.script.popleft() if self.script else self.default
        self.active += 1
        self.most_active = max(self.most_active, self.active)
        try:
            if behaviour == "hang":
                await request.receive()  # returns when the client hangs up
            if behaviour == "slow":
                await asyncio.sleep(0.1)
            if request.url.path.endswith("/chat/completions"):
                said = self.reply(body) if callable(self.reply) else self.reply
                return CHAT_BEHAVIOURS[behaviour](body, request, said)
            if self.embed is not None:
                vectors = await self.embed(body["input"])
                return _changed(
                    lambda content: [
                        item.update(embedding=vector) for item, vector in zip(content["data"], vectors, strict=True)
                    ]
                )(body | {"encoding_format": "float"}, request)
            return _BEHAVIOURS[behaviour](body, request)
        finally:
            self.active -= 1


def _ok(body: dict[str, Any], _request: Request) -> Response:
    return _numbers(_content(body))


def _content(body: dict[str, Any]) -> dict[str, Any]:
    dimensions = body.get("dimensions", DIMENSIONS)
    data: list[dict[str, Any]] = [
        {"object": "embedding", "index": index, "embedding": vector_of(text, dimensions)}
        for index, text in enumerate(body["input"])
    ]
    if body.get("encoding_format", "float") == "base64":
        for item in data:
            item["embedding"] = base64.b64encode(np.float32(item["embedding"]).tobytes()).decode()
    tokens = sum(len(text.split()) for text in body["input"])
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "model": body["model"], "data": data, "usage": usage}


def _numbers(content: dict[str, Any]) -> Response:
    """Like JSONResponse, but lets NaN and Infinity through, as sloppy servers do."""
    return Response(json.dumps(content), media_type="application/json")


def _changed(change: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any], Request], Response]:
    def behave(body: dict[str, Any], _request: Request) -> Response:
        content = _content(body)
        change(content)
        return _numbers(content)

    return behave


def _refusal(status: int, message: str, **headers: str) -> Callable[[dict[str, Any], Request], Response]:
    def behave(_body: dict[str, Any], request: Request) -> Response:
        told = message.replace("{key}", request.headers.get("authorization", ""))
        return JSONResponse({"error": {"message": told, "type": "error"}}, status, headers=headers)

    return behave


def _small_batches(body: dict[str, Any], request: Request) -> Response:
    if len(body["input"]) > MOST_TEXTS:
        return _refusal(422, f"batch size > maximum allowed batch size {MOST_TEXTS}")(body, request)
    return _ok(body, request)


def _html(_body: dict[str, Any], _request: Request) -> Response:
    return Response("<html>a proxy's login page</html>", media_type="text/html")


_BEHAVIOURS: dict[str, Callable[[dict[str, Any], Request], Response]] = {
    "ok": _ok,
    "hang": _ok,
    "slow": _ok,
    "busy": _refusal(429, "slow down", **{"retry-after": "0.2"}),
    "broken": _refusal(500, "out of memory", **{"retry-after": "0.01"}),
    "unauthorized": _refusal(401, "Incorrect API key provided: {key}"),
    "no_model": _refusal(404, "model not found"),
    "bad_request": _refusal(400, "this model has no dimensions parameter; you sent {key}"),
    "small_batches": _small_batches,
    "reversed": _changed(lambda content: content["data"].reverse()),
    "no_usage": _changed(lambda content: content.pop("usage")),
    "same_index": _changed(lambda content: [item.update(index=0) for item in content["data"]]),
    "one_missing": _changed(lambda content: content["data"].pop()),
    "wrong_size": _changed(lambda content: [item["embedding"].append(0.5) for item in content["data"]]),
    "ragged": _changed(lambda content: content["data"][-1]["embedding"].pop()),
    "nan": _changed(lambda content: content["data"][-1].update(embedding=[float("nan")] * DIMENSIONS)),
    "infinite": _changed(lambda content: content["data"][-1].update(embedding=[float("inf")] * DIMENSIONS)),
    "zero": _changed(lambda content: content["data"][-1].update(embedding=[0.0] * DIMENSIONS)),
    "words": _changed(lambda content: content["data"][-1].update(embedding=["a"] * DIMENSIONS)),
    "base64": _changed(lambda content: content["data"][-1].update(embedding="AAAA")),
    "html": _html,
}


@contextmanager
def openai_server() -> Iterator[OpenAIServer]:
    """A server in a thread, on a port of its own; `url` is the value of OPENAI_BASE_URL."""
    listener = socket.create_server(("127.0.0.1", 0))
    state = OpenAIServer(url=f"http://127.0.0.1:{listener.getsockname()[1]}/v1")
    paths = ("/v1/embeddings", "/v1/chat/completions")
    routes = [Route(path, state.answer, methods=["POST"]) for path in paths]
    places = ("/v1/files{rest:path}", "/v1/batches{rest:path}")
    routes += [Route(path, state.batch_api, methods=["GET", "POST", "DELETE"]) for path in places]
    app = Starlette(routes=routes)
    config = uvicorn.Config(app, log_config=None, lifespan="off", ws="none", timeout_graceful_shutdown=0)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="openai-server")
    thread.start()
    try:
        yield state
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
