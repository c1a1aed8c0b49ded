"""`python -m tests.support.recorded_model FILE… [--port PORT]`: answer as a strong model did once to the same data.

A line of a file is `{"shown", "about", "answer"}`: a digest of the request's data, its first words, and the answer that
was written before anybody saw a label. What was never shown is refused and printed: after such a line no figure holds.
A line of a recall is `{"question", "named"}`: what answers, whichever notes stand around it. Where all lines are such,
nothing is said of messages, so that the encoder reads them.
In another terminal:

    export OPENAI_BASE_URL=http://127.0.0.1:8766/v1 OPENAI_API_KEY=none GRAPHMEM_CHAT_MODEL=recorded
    python -m tests.evals sessions --data tests/evals/data/sessions_fresh.jsonl
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.support.model_answers import GOOD_MARKS, is_trial

PORT = 8766
SAME = 0.8
SILENCE = "no marks"
"""An answer without the form of one: the encoder reads what it is about."""


def digest_of(data: str) -> str:
    """The digest of a request's data, its last message."""
    return hashlib.sha256(data.encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Recording:
    """Answers about messages by digest, and by question the notes that answer it, the best first."""

    marks: Mapping[str, Any]
    named: Mapping[str, Sequence[Mapping[str, str]]]

    def answer(self, data: str) -> Any:
        """The answer to a request's data; None where nobody gave one."""
        if not data.startswith('{"question"'):
            return self.marks.get(digest_of(data)) if self.marks else SILENCE
        asked = json.loads(data)
        if (named := self.named.get(asked["question"])) is None:
            return None
        found = [note["note"] for one in named for note in asked["notes"] if _is_same(note, one)]
        return {"answers": list(dict.fromkeys(found))}


def answers_of(files: Iterable[Path]) -> Recording:
    """The recorded answers of these files."""
    lines = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    return Recording(
        {line["shown"]: line["answer"] for line in lines if "shown" in line},
        {line["question"]: line["named"] for line in lines if "named" in line},
    )


def _is_same(note: Mapping[str, Any], named: Mapping[str, str]) -> bool:
    """Whether a note is the named one, or another excerpt of the same turn, which shares most words of the shorter."""
    one, other = ({*text.casefold().split()} for text in (note["text"], named["text"]))
    return note.get("day", "") == named["day"] and len(one & other) >= SAME * min(len(one), len(other))


def serve(answers: Recording, port: int = PORT) -> ThreadingHTTPServer:
    """A server on loopback that answers from the recording; the caller runs it."""

    class Endpoint(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            data = body["messages"][-1]["content"]
            said = GOOD_MARKS if is_trial(body) and not answers.marks else answers.answer(data)
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
    print(f"{len(answers.marks) + len(answers.named)} answers, at http://127.0.0.1:{given.port}/v1", flush=True)
    serve(answers, given.port).serve_forever()


if __name__ == "__main__":
    main()
