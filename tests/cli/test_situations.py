"""A conversation on the command line: what a file of messages may look like."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from graphmem.cli.recall import _messages
from graphmem.errors import InvalidInputError

SAID = {"role": "user", "content": "Where is Ada?"}
LINE = '{"role": "user", "content": "Where is Ada?"}'


@pytest.mark.parametrize(
    "text", [f"[{LINE}]", LINE, f'{{"messages": [{LINE}]}}', f'{{\n"messages":\n[{LINE}]}}', f"\n{LINE}\n"]
)
def test_messages_in_every_form(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "talk.json"
    file.write_text(text, "utf-8")
    assert _messages(str(file)) == [SAID]
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert _messages("-") == [SAID]


@pytest.mark.parametrize("text", ["Where is Ada?", "[1]", '"x"', "{", LINE + "\n{"])
def test_what_is_no_conversation_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    file.write_text(text, "utf-8")
    with pytest.raises(InvalidInputError):
        _messages(str(file))
    with pytest.raises(InvalidInputError, match="cannot be read"):
        _messages(str(tmp_path / "missing.json"))
