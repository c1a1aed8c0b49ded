"""`python -m tests.support.first_minutes WHEEL`: the first minutes without a checkout, timed.

It has a home of its own, the wheel in an environment of its own, and three commands: the demo, a server, the hooks of
Claude Code. A fact told in one session has to stand before the model in the next. The client is scripted: it runs the
hooks of the settings with the events that Claude Code sends.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FACT = "My accountant is called Perihan and her office is in Bornova."
PROMPT = "Who is my accountant, and where is the office?"
READY_SECONDS = 240.0
PASSED_ON = ("PIP_", "HTTP_", "HTTPS_", "NO_PROXY", "SSL_", "REQUESTS_", "MAVEN_")
"""Prefixes of variables for package sources and certificates."""


def main(wheel: Path) -> None:
    """Print the time of each step; exit with 1 if the fact is not remembered."""
    with tempfile.TemporaryDirectory(prefix="first-minutes-") as folder:
        home = Path(folder)
        bin_, env = home / "venv" / "bin", {"HOME": folder, "LANG": "C.UTF-8", "GRAPHMEM_OWNER": "ada"}
        env |= {name: value for name, value in os.environ.items() if name.upper().startswith(PASSED_ON)}
        env |= {"PATH": f"{bin_}:/usr/bin:/bin", "GRAPHMEM_PORT": str(free_port())}
        began = time.monotonic()
        timed("environment", sys.executable, "-m", "venv", str(home / "venv"), env=env, cwd=home)
        timed("install", "pip", "install", "-q", str(wheel.resolve()), env=env, cwd=home)
        shown = timed("1. graphmem demo", "graphmem", "demo", env=env, cwd=home)
        print("   " + next(line for line in shown.splitlines() if line.startswith("First answer")))
        server = subprocess.Popen(
            ["graphmem", "serve"], env=env, cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            wait_until_ready("2. graphmem serve, until it is ready", env["GRAPHMEM_PORT"])
            timed("3. graphmem hook install", "graphmem", "hook", "install", "claude-code", env=env, cwd=home)
            remembered = in_the_next_session(home, env)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=60)
        print(f"{'all':40} {time.monotonic() - began:6.1f} s")
        print("remembered" if remembered else "NOT remembered")
        sys.exit(not remembered)


def free_port() -> int:
    """A port without a listener."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def timed(name: str, *command: str, env: Mapping[str, str], cwd: Path, given: str = "") -> str:
    """Run a command to its end and return its output."""
    began = time.monotonic()
    done = subprocess.run(command, env=env, cwd=cwd, input=given, capture_output=True, text=True, check=False)
    print(f"{name:40} {time.monotonic() - began:6.1f} s", flush=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def wait_until_ready(name: str, port: str) -> None:
    """Wait until the server is ready."""
    began = time.monotonic()
    while time.monotonic() - began < READY_SECONDS:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2) as answer:
                if answer.status == 200:
                    print(f"{name:40} {time.monotonic() - began:6.1f} s", flush=True)
                    return
        except (OSError, urllib.error.URLError):
            time.sleep(0.2)
    sys.exit(f"port {port} is not ready after {READY_SECONDS:.0f} s.")


def in_the_next_session(home: Path, env: Mapping[str, str]) -> bool:
    """Whether a fact of one session stands before the model in the next one."""
    hooks = json.loads((home / ".claude" / "settings.json").read_text("utf-8"))["hooks"]
    transcript = home / "first.jsonl"
    message = {"role": "user", "content": FACT}
    said = {"type": "user", "uuid": "1", "timestamp": "2026-01-05T10:00:00Z", "message": message}
    transcript.write_text(json.dumps(said) + "\n", "utf-8")

    def fire(moment: str, session: str, **event: Any) -> str:
        (command,) = (one["command"] for group in hooks[moment] for one in group["hooks"])
        given = json.dumps({"session_id": session, "cwd": str(home), "hook_event_name": moment, **event})
        return timed(f"   {session}: {moment}", "sh", "-c", command, env=env, cwd=home, given=given)

    fire("SessionStart", "first", source="startup")
    fire("UserPromptSubmit", "first", prompt=FACT)
    fire("Stop", "first", transcript_path=str(transcript))
    shown = fire("SessionStart", "second", source="startup") + fire("UserPromptSubmit", "second", prompt=PROMPT)
    return "Perihan" in shown


if __name__ == "__main__":
    main(Path(sys.argv[1]))
