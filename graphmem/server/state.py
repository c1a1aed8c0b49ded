"""The files the embedded server keeps in its directory, and who may read them.

server.json   who runs and where, written by the server process when it is ready, removed when it stops
launch.json   the paths and options with which the server process starts
password      the generated password, mode 0600 in a directory of mode 0700
ports.json    the ports of the last start, so that the Browser keeps its address
pinned        the process id of a server that stays until `graphmem neo4j stop`
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

import psutil

from graphmem.server.locks import is_held


@dataclass(frozen=True, slots=True)
class ServerState:
    """The contents of `server.json`; `created` is the process's start and tells a reused id apart."""

    pid: int
    created: float
    started_at: float
    bolt_port: int
    http_port: int
    version: str

    def is_process(self) -> bool:
        """Whether the process id still names the process that wrote this."""
        try:
            return _same_start(psutil.Process(self.pid), self.created)
        except psutil.Error:
            return False

    def is_stopped(self) -> bool:
        """Whether a signal has stopped the process, so that it neither serves nor ends on request."""
        try:
            return self.is_process() and psutil.Process(self.pid).status() == psutil.STATUS_STOPPED
        except psutil.Error:
            return False


@dataclass(frozen=True, slots=True)
class ServerFiles:
    """The paths in one server directory."""

    root: Path

    @property
    def state(self) -> Path:
        return self.root / "server.json"

    @property
    def launch(self) -> Path:
        return self.root / "launch.json"

    @property
    def conf(self) -> Path:
        return self.root / "neo4j.conf"

    @property
    def password(self) -> Path:
        return self.root / "password"

    @property
    def ports(self) -> Path:
        return self.root / "ports.json"

    @property
    def data(self) -> Path:
        """The databases and their transaction logs."""
        return self.root / "data"

    @property
    def pin(self) -> Path:
        return self.root / "pinned"

    @property
    def users_lock(self) -> Path:
        return self.root / "users.lock"

    @property
    def start_lock(self) -> Path:
        return self.root / "start.lock"

    @property
    def child_lock(self) -> Path:
        return self.root / "child.lock"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def child_log(self) -> Path:
        """The output of the server process and Java since the last start."""
        return self.logs / "server.log"

    def bytes_on_disk(self) -> int:
        """The size of the databases; files that come and go meanwhile are counted as they are found."""
        total = 0
        for folder, _, names in os.walk(self.data):
            for name in names:
                with contextlib.suppress(OSError):
                    total += Path(folder, name).stat().st_size
        return total

    def prepare(self) -> None:
        """Make the directories, closed to everyone else."""
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.root.chmod(0o700)
        self.logs.mkdir(exist_ok=True, mode=0o700)

    def child_lives(self) -> bool:
        """Whether a server process of this directory lives, ready or not."""
        return is_held(self.child_lock)

    def child_process(self) -> psutil.Process | None:
        """The living server process, ready or not; never another process with a reused id."""
        try:
            record = json.loads(self.child_lock.read_text(encoding="utf-8"))
            process = psutil.Process(record["pid"])
            is_same = _same_start(process, record["created"])
        except (OSError, ValueError, KeyError, TypeError, psutil.Error):
            return None
        return process if is_same and self.child_lives() else None

    def read_state(self) -> ServerState | None:
        """The last announced state, of a living or dead server; None without a file, or with a damaged one."""
        try:
            return ServerState(**json.loads(self.state.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def running(self) -> ServerState | None:
        """The state of the server that is ready now, else None."""
        state = self.read_state()
        return state if state and state.is_process() and self.child_lives() else None

    def is_pinned(self, state: ServerState) -> bool:
        """Whether this very server was pinned, to stay without users."""
        try:
            return int(self.pin.read_text(encoding="utf-8")) == state.pid
        except (OSError, ValueError):
            return False

    def ensure_password(self) -> str:
        """The password, made at the first call, and again if its file is empty."""
        if not self.password.exists() or not self.password.read_bytes().strip():
            draft = self.root / f"password.{os.getpid()}"
            write_private(draft, secrets.token_urlsafe(24))
            draft.replace(self.password)
        self.password.chmod(0o600)
        return self.password.read_text(encoding="utf-8").strip()


def _same_start(process: psutil.Process, created: float) -> bool:
    # The system counts a process's start in hundredths of a second; a process id is not reused within one second.
    return abs(process.create_time() - created) < 1.0


def write_private(path: Path, text: str) -> None:
    """Write a file that nobody else can read at any instant."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
