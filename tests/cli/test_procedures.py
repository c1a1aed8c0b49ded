"""Procedures, episodes and counts on the command line."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import graphmem

pytestmark = pytest.mark.long


def test_an_agent_keeps_its_work(environment: dict[str, str]) -> None:
    told = graphmem(
        environment, "procedure", "record", "Ship a release", "Run the tests.", "Tag it.", "--tag", "release"
    )
    assert told.stdout.strip() == "Ship a release: version 1, 2 steps.", told.stderr
    assert "worked 1, failed 0" in graphmem(environment, "procedure", "outcome", "ship a release", "--success").stdout
    listed = json.loads(graphmem(environment, "procedure", "list", "how do I ship the release", "--json").stdout)
    assert [one["name"] for one in listed["procedures"]] == ["Ship a release"]
    assert listed["procedures"][0]["memory"]["success_count"] == 1
    graphmem(environment, "procedure", "record", "Ship a release", "Tag it.")
    shown = graphmem(environment, "procedure", "show", "Ship a release").stdout
    assert "version 2" in shown
    assert "1. Run the tests." in shown
    assert graphmem(environment, "procedure", "show", "Fly").returncode == 2
    happened = graphmem(environment, "episode", "record", "The tag was wrong.", "--outcome", "Tagged again.")
    assert happened.returncode == 0, happened.stderr
    assert "Tagged again." in graphmem(environment, "episode", "list").stdout
    assert "2 memories live" in (stats := graphmem(environment, "stats").stdout)
    assert "1 procedures, 1 episodes" in stats
