"""The files and batches of the test server; `looks` and `ends` script the end of a batch."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

Answer = Callable[[dict[str, Any]], Response]


@dataclass
class BatchApi:
    """The files and batches of one endpoint; `is_there` false answers 404 to everything."""

    is_there: bool = True
    looks: int = 2
    ends: str = "completed"
    unanswered: int = 0
    """Requests of each batch that get no answer, the first ones."""

    refused_looks: int = 0
    """Looks at batches that fail, the first ones."""

    files: dict[str, bytes] = field(default_factory=dict)
    made: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The batches by id."""

    looked: int = 0
    """Looks at batches so far."""

    def requests(self) -> list[list[dict[str, Any]]]:
        """The bodies of the requests of each batch."""
        return [[line["body"] for line in batch["lines"]] for batch in self.made.values()]

    async def respond(self, request: Request, answer: Answer) -> Response:
        """Answer one request."""
        if not self.is_there:
            return JSONResponse({"error": {"message": "Not Found"}}, 404)
        _, kind, *rest = request.url.path.strip("/").split("/")
        if kind == "files":
            return await self._file(request, rest)
        if request.method == "POST":
            return self._begin(json.loads(await request.body()))
        if not rest:
            return JSONResponse({"object": "list", "data": [_shown(one) for one in self.made.values()]})
        return self._look(rest[0], answer)

    async def _file(self, request: Request, rest: list[str]) -> Response:
        if request.method == "POST":
            async with request.form() as form:
                assert form["purpose"] == "batch"
                sent = form["file"]
                assert not isinstance(sent, str)
                return JSONResponse({"id": self._kept(await sent.read()), "object": "file"})
        if request.method == "DELETE":
            self.files.pop(rest[0])
            return JSONResponse({"id": rest[0], "object": "file", "deleted": True})
        return Response(self.files[rest[0]], media_type="application/octet-stream")

    def _kept(self, content: bytes) -> str:
        id_ = f"file-{len(self.files) + 3 * len(self.made) + 1}"
        self.files[id_] = content
        return id_

    def _begin(self, body: dict[str, Any]) -> Response:
        assert (body["endpoint"], body["completion_window"]) == ("/v1/chat/completions", "24h")
        lines = [json.loads(line) for line in self.files[body["input_file_id"]].splitlines()]
        assert len({line["custom_id"] for line in lines}) == len(lines)
        id_ = f"batch-{len(self.made) + 1}"
        self.made[id_] = {
            **{"id": id_, "object": "batch", "created_at": 1, "looks": 0, "lines": lines, "status": "in_progress"},
            **{key: body[key] for key in ("endpoint", "completion_window", "input_file_id")},
            "request_counts": {"total": len(lines), "completed": 0, "failed": 0},
        }
        return JSONResponse(_shown(self.made[id_]))

    def _look(self, id_: str, answer: Answer) -> Response:
        self.looked += 1
        if self.looked <= self.refused_looks:
            return JSONResponse({"error": {"message": "overloaded"}}, 503, headers={"retry-after": "0.01"})
        if id_ not in self.made:
            return JSONResponse({"error": {"message": f"No batch found with id '{id_}'."}}, 404)
        batch = self.made[id_]
        batch["looks"] += 1
        if batch["status"] == "in_progress" and batch["looks"] >= self.looks:
            self._end(batch, answer)
        return JSONResponse(_shown(batch))

    def _end(self, batch: dict[str, Any], answer: Answer) -> None:
        batch["status"] = self.ends
        if self.ends == "failed":
            batch["errors"] = {"object": "list", "data": [{"message": "Enqueued token limit reached", "line": None}]}
            return
        files: dict[str, list[dict[str, Any]]] = {"output_file_id": [], "error_file_id": []}
        for line in batch["lines"][self.unanswered :]:
            came = answer(line["body"])
            response = {"status_code": came.status_code, "body": json.loads(bytes(came.body))}
            done = {"id": "r", "custom_id": line["custom_id"], "response": response, "error": None}
            files["output_file_id" if came.status_code == 200 else "error_file_id"].append(done)
        code = "batch_expired" if self.ends == "expired" else "server_error"
        for line in batch["lines"][: self.unanswered]:
            error = {"code": code, "message": f"{code} of this request"}
            files["error_file_id"].append({"custom_id": line["custom_id"], "response": None, "error": error})
        for name, lines in files.items():
            if lines:
                batch[name] = self._kept("\n".join(map(json.dumps, lines)).encode())


def _shown(batch: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in batch.items() if key not in ("lines", "looks")}
