"""Ports: preferred, remembered, or any."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

import pytest

from graphmem.server.ports import any_free, choose, is_free


def test_the_preferred_ports_are_taken_when_free(tmp_path: Path) -> None:
    bolt = any_free()
    http = any_free(besides=bolt)
    assert choose(tmp_path / "ports.json", bolt=bolt, http=http) == (bolt, http)


def test_busy_ports_are_avoided_and_the_others_remembered(tmp_path: Path) -> None:
    remembered = tmp_path / "ports.json"
    with closing(socket.create_server(("127.0.0.1", 0))) as busy:
        port = busy.getsockname()[1]
        assert not is_free(port)
        bolt, http = choose(remembered, bolt=port, http=0)
        assert port not in (bolt, http)
        assert bolt != http
    assert choose(remembered, bolt=port, http=0) == (bolt, http), "the Browser keeps its address"
    other = any_free(besides=port)
    assert choose(remembered, bolt=other, http=0)[0] == other, "a new preference counts at once"


def test_a_wildcard_listener_counts_as_busy() -> None:
    with closing(socket.create_server(("0.0.0.0", 0))) as busy:
        assert not is_free(busy.getsockname()[1])


def test_one_port_for_both_is_split(tmp_path: Path) -> None:
    port = any_free()
    bolt, http = choose(tmp_path / "ports.json", bolt=port, http=port)
    assert bolt == port
    assert http != port


@pytest.mark.parametrize(
    "text", ["[1", '{"wanted": [0, 0], "used": ["word", 7474]}', '{"wanted": [0, 0], "used": [70000, -1]}']
)
def test_a_damaged_memory_is_ignored(tmp_path: Path, text: str) -> None:
    remembered = tmp_path / "ports.json"
    remembered.write_text(text)
    bolt, http = choose(remembered, bolt=0, http=0)
    assert bolt > 0
    assert http > 0
