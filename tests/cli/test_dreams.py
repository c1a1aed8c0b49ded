"""Dreams on the command line: looked at, carried out, listed, shown and taken back."""

from __future__ import annotations

import pytest

from tests.cli.conftest import graphmem
from tests.cli.test_memories import answer

pytestmark = pytest.mark.long

TEXT = "The deploy script lives in the tools folder."


def test_a_dream_from_look_to_undo(environment: dict[str, str]) -> None:
    empty = graphmem(environment, "dream")
    assert empty.returncode == 2
    assert "no memory to dream of" in empty.stderr
    assert "without --apply" in graphmem(environment, "dream", "--confirm").stderr
    assert "Nobody has dreamt yet" in graphmem(environment, "dream", "runs").stdout
    assert "No memory yet" in graphmem(environment, "tiers").stdout
    answer(environment, "learn", TEXT)
    assert "rehearse, consolidate, compact" in graphmem(environment, "dream", "--only", "nap").stderr
    only = answer(environment, "dream", "--only", "compact", "--only", "sleep")
    assert [step["step"] for step in only["steps"]] == ["merge", "sleep"]
    rehearsed = answer(environment, "dream", "--only", "rehearse", "--apply")
    assert ([step["step"] for step in rehearsed["plan"]["steps"]], rehearsed["run"]) == (["rehearsal"], None)
    assert "Nothing is hot" in graphmem(environment, "hot").stdout
    assert "Nothing to change among 1 awake" in graphmem(environment, "dream", "--apply").stdout
    for _ in range(2):
        session = graphmem(environment, "session", "start").stdout.split()[0]
        answer(environment, "learn", TEXT, "--session", session)
        (held,) = answer(environment, "session", "show", session)
        assert (held["memory"]["text"], held["session"], held["accesses"]) == (f"User: {TEXT}", session, 1)
        assert TEXT[:20] in graphmem(environment, "session", "show").stdout
    looked = graphmem(environment, "dream").stdout
    for told in ("episodic → semantic", "told three times", "Nothing is written yet: graphmem dream --apply"):
        assert told in looked
    assert answer(environment, "tiers") == {"episodic": 1, "semantic": 0, "dormant": 0}
    done = answer(environment, "dream", "--apply")
    assert (done["run"]["state"], done["run"]["changed"], done["run"]["by"]) == ("applied", 1, "command line")
    id_ = done["run"]["id"]
    assert answer(environment, "dream", "runs")["runs"][0]["id"] == id_
    shown = graphmem(environment, "dream", "show", id_[:8]).stdout
    assert "Dream 1 of" in shown
    assert "episodic → semantic" in shown
    assert "Taken back: 1 of 1" in graphmem(environment, "dream", "undo", id_[:8]).stdout
    assert "(undone)" in graphmem(environment, "dream", "show", id_).stdout
    again = graphmem(environment, "dream", "undo", id_)
    assert again.returncode == 2
    assert "undone before" in again.stderr
    assert graphmem(environment, "dream", "undo", "feedfeed").returncode == 2
