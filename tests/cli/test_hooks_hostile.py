"""Hooks given what nobody should send them: silent, and what can be read of a talk is filed."""

from __future__ import annotations

import asyncio
import fcntl
import json
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from graphmem import home_token
from graphmem.cli.server_record import announce
from graphmem.facade import GraphMem
from graphmem.hooks import events, server, transcript
from graphmem.model.category import Category
from graphmem.model.transcript import Role
from tests.api.conftest import own, served
from tests.cli.conftest import graphmem
from tests.cli.test_hooks import hook, lines, message
from tests.support.waiting import until

__all__ = ["own", "served"]  # fixtures

DEEP = "[" * 100_000
ENTRY = f"{sys.executable} -m graphmem.cli.entry hook"


def shell(environment: dict[str, str], command: str, given: bytes = b"{}") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["/bin/sh", "-c", command], input=given, env=environment, capture_output=True, timeout=110, check=False
    )


@pytest.mark.parametrize(
    "given",
    [DEEP.encode(), b'{"prompt": ' + DEEP.encode(), b'\xff\xfe{"prompt": "\xe9"}', b'{"prompt": "caf\xe9 is open"}'],
)
def test_what_cannot_be_read_is_passed_over(environment: dict[str, str], given: bytes) -> None:
    for name in events.EVENTS:
        ended = shell(environment, f"{ENTRY} {name}", given)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "<&- >&- 2>&-", ">/dev/full"])
def test_a_stream_that_is_closed_is_no_matter(environment: dict[str, str], closed: str) -> None:
    for name in events.EVENTS:
        ended = shell(environment, f"{ENTRY} {name} {closed}", b'{"session_id": "s1", "prompt": "What is this about?"}')
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


async def test_what_is_remembered_is_printed_into_any_stream(
    own: GraphMem, served: str, environment: dict[str, str], owner: str, tmp_path: Path
) -> None:
    await own.owner(owner).learn("Şule never deploys on Fridays.", category=Category.POLICY)
    settings = own.settings.model_copy(update={"home": tmp_path / "home"})
    settings.home.mkdir(mode=0o700)
    home_token.file_of(settings).write_text(home_token.ensure(own.settings))
    home_token.file_of(settings).chmod(0o600)
    with announce(settings, served):

        async def is_told() -> bool:
            ended = await asyncio.to_thread(
                shell, environment | {"PYTHONIOENCODING": "ascii"}, f"{ENTRY} session-start"
            )
            assert (ended.returncode, ended.stderr) == (0, b"")
            return "Şule" in ended.stdout.decode("utf-8")

        await until(is_told)
        ended = await asyncio.to_thread(shell, environment, f"{ENTRY} session-start >/dev/full")
        assert (ended.returncode, ended.stderr) == (0, b"")


async def test_a_turn_with_what_is_no_character_is_filed(
    own: GraphMem, served: str, environment: dict[str, str], owner: str, tmp_path: Path
) -> None:
    settings = own.settings.model_copy(update={"home": tmp_path / "home"})
    settings.home.mkdir(mode=0o700)
    home_token.file_of(settings).write_text(home_token.ensure(own.settings))
    home_token.file_of(settings).chmod(0o600)
    said = lines(
        tmp_path / "talk.jsonl",
        message("1", "user", "My brother Kaan\x00 works at Vestas \ud83d in Aarhus."),
        message("2", "assistant", "Noted: Kaan works \udc4d at Vestas."),
    )
    event = {"session_id": "s\ud83d1", "transcript_path": said, "cwd": str(tmp_path / "sh\ud83dop")}
    with announce(settings, served):

        async def is_filed() -> bool:
            ended = await asyncio.to_thread(hook, environment, "stop", event)
            assert (ended.returncode, ended.stdout) == (0, "")
            return Role.ASSISTANT.value in (await own.owner(owner).stats()).drawers_by_role

        await until(is_filed)
    assert (await own.owner(owner).stats()).drawers_by_role[Role.USER.value].memories == 1


class Silent:
    """A server of a home that takes what it is asked and answers nothing, or a byte at a time for ten seconds."""

    def __init__(self, home: Path, piece: bytes = b"") -> None:
        self.asked = 0
        self._piece, self._socket = piece, socket.create_server(("127.0.0.1", 0))
        home.mkdir(mode=0o700)
        (home / "token").write_text("a-key")
        (home / "token").chmod(0o600)
        url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._told = (home / "serve.json").open("w")
        self._told.write(json.dumps({"url": url, "owner": "ada", "settings": ""}))
        self._told.flush()
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Silent:
        fcntl.flock(self._told, fcntl.LOCK_EX)
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._told.close()

    def _accept(self) -> None:
        kept = []
        with suppress(OSError):
            while True:
                taken, _ = self._socket.accept()
                self.asked += 1
                kept.append(taken)
                if self._piece:
                    threading.Thread(target=self._drip, args=(taken,), daemon=True).start()

    def _drip(self, taken: socket.socket) -> None:
        with suppress(OSError), taken:
            taken.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
            for _ in range(200):
                taken.sendall(self._piece)
                time.sleep(0.05)
            taken.sendall(b'{"text": "at last"}')


def test_a_server_that_does_not_answer_is_waited_for_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GRAPHMEM_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("GRAPHMEM_OWNER", raising=False)
    monkeypatch.setattr(server, "ANSWER_SECONDS", 0.3)
    monkeypatch.setattr(events, "FILING_SECONDS", 0.3)
    said = lines(tmp_path / "talk.jsonl", message("1", "user", "We pin numpy."), message("2", "assistant", "Yes."))
    with Silent(tmp_path / "home") as silent:
        for number, (name, event) in enumerate(
            (("session-start", {}), ("prompt", {"prompt": "What do we pin?"}), ("stop", {"transcript_path": said})), 1
        ):
            assert events.EVENTS[name]({"session_id": "s1", **event}) == ""
            assert silent.asked == number


def test_a_server_that_answers_byte_by_byte_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GRAPHMEM_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("GRAPHMEM_OWNER", raising=False)
    with Silent(tmp_path / "home", piece=b" "):
        assert server.ask("activate", {}, server.patience(0.3)) is None


def test_a_hook_that_is_none_takes_nothing_back(environment: dict[str, str]) -> None:
    """With 2, the client would block what it was called at."""
    ended = shell(environment, f"{ENTRY} subagent-stop")
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert b"no hook 'subagent-stop'" in ended.stderr


def test_ends_of_lines_within_a_message_are_its_own(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    text = "First\u2028second\u2029third\x85fourth."
    entries = [message("1", "user", text), message("2", "assistant", "Yes.")]
    path.write_text("\r\n".join(json.dumps(one, ensure_ascii=False) for one in entries) + "\r\n", "utf-8", newline="")
    assert [said.text for said in transcript.last_exchange(path)] == [text, "Yes."]


def test_a_line_that_is_too_deep_is_passed_over(tmp_path: Path) -> None:
    path = Path(
        lines(tmp_path / "talk.jsonl", message("1", "user", "We pin numpy."), message("2", "assistant", "Yes."))
    )
    path.write_text(f"{path.read_text('utf-8')}\n{DEEP}\n", "utf-8")
    assert [said.text for said in transcript.last_exchange(path)] == ["We pin numpy.", "Yes."]


@pytest.mark.parametrize(
    "given", [b'{"model": "\xe9"}', b'{"model": ' + DEEP.encode(), b'{"model": ' + 600 * b"[" + 600 * b"]" + b"}"]
)
def test_settings_that_cannot_be_read_are_named(environment: dict[str, str], tmp_path: Path, given: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(given)
    ended = graphmem(environment, "hook", "install", "claude-code", "--settings", str(path))
    if ended.returncode:
        assert (ended.returncode, "no settings file" in ended.stderr) == (2, True), ended.stderr
        assert path.read_bytes() == given
    assert "Traceback" not in ended.stderr


def test_half_a_pair_in_the_settings_stays(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"model": "\\ud83d"}', "utf-8")
    ended = graphmem(environment, "hook", "install", "claude-code", "--settings", str(path))
    assert ended.returncode == 0, ended.stderr
    assert json.loads(path.read_text("utf-8"))["model"] == "\ud83d"
