"""The chat side of the test server: answers in the wrappings of endpoints and models, or refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

Wrapping = Callable[[str], str]


def completion(body: dict[str, Any], content: str | None, *, finish: str = "stop", usage: bool = True) -> Response:
    """A chat completion with that content; 10 tokens were sent and 5 written."""
    message = {"role": "assistant", "content": content}
    answer = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    if usage:
        answer["usage"] = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    return JSONResponse(answer)


def kind_of(body: dict[str, Any]) -> str:
    """The kind of answer a request asked for: json_schema, json_object or text."""
    return str((body.get("response_format") or {"type": "text"})["type"])


def refusal(status: int, message: str) -> Response:
    return JSONResponse({"error": {"message": message, "type": "error"}}, status, headers={"retry-after": "0.01"})


def _says(wrap: Wrapping, **options: Any) -> Callable[[dict[str, Any], Request, Any], Response]:
    def behave(body: dict[str, Any], _request: Request, said: Any) -> Response:
        return completion(body, wrap(json.dumps(said, ensure_ascii=False)), **options)

    return behave


def _without(*kinds: str) -> Callable[[dict[str, Any], Request, Any], Response]:
    def behave(body: dict[str, Any], request: Request, said: Any) -> Response:
        if kind_of(body) in kinds:
            return refusal(400, f"response_format.type {kind_of(body)} is not supported")
        return _says(str)(body, request, said)

    return behave


def _ignores_the_schema(body: dict[str, Any], request: Request, said: Any) -> Response:
    """Prose, until the prompt itself has the schema, as servers do that ignore the parameter."""
    if kind_of(body) == "json_schema":
        return completion(body, "Ada likes tea, and that is all I can say.")
    return _says(str)(body, request, said)


def _without_parameter(name: str) -> Callable[[dict[str, Any], Request, Any], Response]:
    def behave(body: dict[str, Any], request: Request, said: Any) -> Response:
        if name in body:
            return refusal(400, f"Unsupported parameter: '{name}' is not supported with this model.")
        return _says(str)(body, request, said)

    return behave


def _refuses(status: int, message: str) -> Callable[[dict[str, Any], Request, Any], Response]:
    def behave(_body: dict[str, Any], request: Request, _said: Any) -> Response:
        return refusal(status, message.replace("{key}", request.headers.get("authorization", "")))

    return behave


def _as_parts(body: dict[str, Any], _request: Request, said: Any) -> Response:
    text = json.dumps(said)
    parts: Any = [{"type": "text", "text": text[:9]}, {"type": "text", "text": text[9:]}]
    return completion(body, parts)


CHAT_BEHAVIOURS: dict[str, Callable[[dict[str, Any], Request, Any], Response]] = {
    "ok": _says(str),
    "hang": _says(str),
    "slow": _says(str),
    "no_schema": _without("json_schema"),
    "no_format": _without("json_schema", "json_object"),
    "ignored_schema": _ignores_the_schema,
    "no_temperature": _without_parameter("temperature"),
    "no_max_tokens": _without_parameter("max_tokens"),
    "fenced": _says(lambda text: f"Here it is:\n```json\n{text}\n```\nAnything else?"),
    "think": _says(lambda text: f'<think>First {{"answer": "no"}}? No.</think>\n{text}'),
    "think_unopened": _says(lambda text: f'First {{"answer": "no"}}?</think>{text}'),
    "prose": _says(lambda text: f"As [1] says {{really}}, I found {text} in the conversation [2]."),
    "trailing_comma": _says(lambda text: text[:-1] + ", }"),
    "wrapped": _says(lambda text: f'{{"result": {text}}}'),
    "truncated": _says(lambda text: text[: len(text) // 2], finish="length"),
    "truncated_whole": _says(str, finish="length"),
    "empty": _says(lambda text: ""),
    "null": lambda body, _request, _said: completion(body, None),
    "nothing": _says(lambda text: "{}"),
    "words": _says(lambda text: "I would rather not."),
    "brackets": _says(lambda text: "[" * 100_000),
    "filtered": _says(str, finish="content_filter"),
    "parts": _as_parts,
    "no_usage": _says(str, usage=False),
    "no_choices": lambda _body, _request, _said: JSONResponse({"choices": []}),
    "html": lambda _body, _request, _said: Response("<html>a proxy's login page</html>", media_type="text/html"),
    "busy": _refuses(429, "slow down"),
    "broken": _refuses(500, "out of memory"),
    "unauthorized": _refuses(401, "Incorrect API key provided: {key}"),
    "no_model": _refuses(404, "model not found"),
    "bad_request": _refuses(400, "I do not like it; you sent {key}"),
}
