"""A receiver of webhooks on this machine: it keeps requests and answers as scripted."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Receiver:
    """`statuses` are the answers to the next requests, 200 after the last; `hold` delays an answer."""

    url: str = ""
    statuses: list[int] = field(default_factory=list)
    came: list[tuple[Message, bytes]] = field(default_factory=list)
    hold: threading.Event | None = None

    @property
    def events(self) -> list[dict[str, Any]]:
        """The bodies of the received requests."""
        return [json.loads(body) for _, body in self.came]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver until the block ends."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status = receiver.statuses.pop(0) if receiver.statuses else 200
            hold = receiver.hold
            receiver.came.append((self.headers, body))
            if hold is not None:
                hold.wait()
            self.send_response(status)
            if status == 302:
                self.send_header("location", receiver.url + "/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_given: object) -> None:
            """Log nothing."""

        def handle(self) -> None:
            with suppress(OSError):  # the sender was killed
                super().handle()

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield receiver
        finally:
            if receiver.hold is not None:
                receiver.hold.set()
            server.shutdown()
            thread.join()
