"""Bars stand only while something is waited for; a log gets two lines a stage."""

from __future__ import annotations

import re
from io import StringIO

from rich.console import Console

from graphmem.cli.progress import Bars, Lines, shown_on


def _terminal() -> Console:
    return Console(file=StringIO(), force_terminal=True, width=80, color_system=None)


def _written(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_a_stage_that_nobody_ends_is_gone_once_the_display_settles() -> None:
    console = _terminal()
    with shown_on(console) as display:
        assert isinstance(display, Bars)
        display("starting Neo4j", 11, None)
        assert "starting Neo4j" in _written(console)
        display.settle()
        before = len(_written(console))
        console.print("the answer")
        assert _written(console)[before:] == "the answer\n"


def test_a_stage_that_reached_its_total_leaves_no_bar() -> None:
    console = _terminal()
    with shown_on(console) as display:
        display("downloading neo4j 2026.09.0, neo4j-browser 5.24.0 (MB)", 12, 195)
        shown = _written(console)
        display("downloading neo4j 2026.09.0, neo4j-browser 5.24.0 (MB)", 195, 195)
        before = len(_written(console))
        console.print("the answer")
        assert _written(console)[before:] == "the answer\n"
    assert "12/195" in shown
    drawn = re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", shown)
    assert all(len(line) <= 80 for line in re.split(r"[\r\n]", drawn))


def test_a_log_gets_the_first_and_the_last_line_of_a_stage() -> None:
    console = Console(file=StringIO(), width=80)
    with shown_on(console) as display:
        assert isinstance(display, Lines)
        for done in (0, 90, 195):
            display("downloading neo4j 2026.09.0 (MB)", done, 195)
    assert _written(console) == "… downloading neo4j 2026.09.0 (MB)\n… downloading neo4j 2026.09.0 (MB) 195/195\n"
