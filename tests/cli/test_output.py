"""The console shows what was said, and never does what it says."""

from __future__ import annotations

import json

import pytest
from rich.table import Table
from rich.text import Text

from graphmem.cli.output import Terminal, escape, print_json


def test_stored_text_is_no_markup_and_is_measured_as_it_is_shown() -> None:
    console = Terminal()
    table = Table("said", "by")
    table.add_row(escape("[\u200blink=https://evil.example]a[/\u200blink] :smile:" + "\u200b" * 60), "Ada")
    with console.capture() as captured:
        console.print(table)
        console.print(Text("\x1b[2J as it is"))
        console.print("\x1b]0;owned\x07 plain", markup=False)
    shown = captured.get()
    assert not set(shown) & set("\x1b\x07\u200b")
    assert "[link=https://evil.example]a[/link] :smile:" in shown
    rows = [line for line in shown.splitlines() if line.endswith(("│", "┃"))]
    assert len({len(row) for row in rows}) == 1


def test_json_spells_what_acts_and_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    said = {"text": "\x1b[2J \x9b \u202e \U000e0041 \ud800 Ayşe 👩‍👧"}
    print_json(said)
    printed = capsys.readouterr().out
    assert "Ayşe 👩‍👧" in printed
    assert not set(printed) & set("\x1b\x9b\u202e\U000e0041\ud800")
    assert json.loads(printed) == said
