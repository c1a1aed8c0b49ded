"""`python -m tests.support.recorded_model FILE… [--port PORT]`: answer as a strong model did once to the same data.

A line of a file is `{"shown", "about", "answer"}`: a digest of the request's data, its first words, and the answer that
was written before anybody saw a label. What was never shown is refused and printed: after such a line no figure holds.
In another terminal:

    export OPENAI_BASE_URL=http://127.0.0.1:8766/v1 OPENAI_API_KEY=none GRAPHMEM_CHAT_MODEL=recorded
    python -m tests.evals sessions --data tests/evals/data/sessions_fresh.jsonl
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PORT = 8766


def digest_of(data: str) -> str:
    """The digest of a request's data, its last message."""
    return hashlib.sha256(data.encode()).hexdigest()[:24]


def answers_of(files: Iterable[Path]) -> dict[str, Any]:
    """The recorded answers by digest."""
    lines = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    return {line["shown"]: line["answer"] for line in lines}


def serve(answers: dict[str, Any], port: int = PORT) -> ThreadingHTTPServer:
    """A server on loopback that answers from the recording; the caller runs it."""

    class Endpoint(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            data = body["messages"][-1]["content"]
            said = answers.get(digest_of(data))
            if said is None:
                print(f"not recorded: {data[:200]}", file=sys.stderr)
                self._send(422, {"error": {"message": "nobody answered this when it was recorded"}})
                return
            message = {"role": "assistant", "content": json.dumps(said, ensure_ascii=False)}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            self._send(200, {"object": "chat.completion", "model": body["model"], "choices": [choice]})

        def _send(self, status: int, content: dict[str, Any]) -> None:
            told = json.dumps(content, ensure_ascii=False).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        def log_message(self, *_: Any) -> None:
            """Requests are not logged."""

    return ThreadingHTTPServer(("127.0.0.1", port), Endpoint)


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--port", type=int, default=PORT)
    given = parser.parse_args()
    answers = answers_of(given.files)
    print(f"{len(answers)} answers, at http://127.0.0.1:{given.port}/v1", flush=True)
    serve(answers, given.port).serve_forever()


if __name__ == "__main__":
    main()
