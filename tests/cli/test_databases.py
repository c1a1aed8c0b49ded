"""`GRAPHMEM_DATABASES` where it cannot work: said at once, with what to do."""

from __future__ import annotations

import json
import time

import pytest

from tests.cli.conftest import graphmem

COMMANDS = (["recall", "locker"], ["observe", "My locker has the number 7."], ["serve", "--port", "0"], ["doctor"])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: str(words[0]))
def test_community_has_one_database_and_says_so_within_the_deadline(
    environment: dict[str, str], command: list[str]
) -> None:
    began = time.monotonic()
    told = graphmem(environment | {"GRAPHMEM_DATABASES": "memory0,memory1"}, *command)
    assert time.monotonic() - began < 60
    assert told.returncode == 17, told.stderr
    assert "DATABASE_MISSING" in told.stderr
    assert "'memory0'" in told.stderr
    assert "Community has one alone" in " ".join(told.stderr.split())


@pytest.mark.parametrize("command", [*COMMANDS, ["health"]], ids=lambda words: str(words[0]))
def test_a_wrong_database_tells_its_remedy(environment: dict[str, str], command: list[str]) -> None:
    told = graphmem(environment | {"NEO4J_DATABASE": "nosuch"}, *command)
    assert told.returncode == 17, told.stderr
    said = " ".join(told.stderr.split())
    assert "DATABASE_MISSING" in said
    assert "'nosuch'" in said
    assert "Name one that it has (NEO4J_DATABASE" in said


@pytest.mark.parametrize(
    ("databases", "said"),
    [("memory0,memory0", "named twice"), ("m", "'m'"), ("memory0,system", "'system'"), ("memory0;x", "'memory0;x'")],
)
def test_names_that_are_none_are_refused(environment: dict[str, str], databases: str, said: str) -> None:
    told = graphmem(environment | {"GRAPHMEM_DATABASES": databases}, "owners")
    assert told.returncode == 3
    assert said in " ".join(told.stderr.split())


def test_the_embedded_server_has_one_database(environment: dict[str, str]) -> None:
    alone = {name: value for name, value in environment.items() if not name.startswith("NEO4J")}
    told = graphmem(alone | {"GRAPHMEM_DATABASES": "memory0,memory1"}, "owners")
    assert told.returncode == 3
    assert "needs NEO4J_URI" in " ".join(told.stderr.split())


def test_nobody_moves_where_there_is_one_database(environment: dict[str, str]) -> None:
    told = graphmem(environment, "owners", "move", "ada", "memory1")
    assert told.returncode == 3
    assert "GRAPHMEM_DATABASES" in told.stderr


def test_owners_are_listed_and_a_script_is_told_their_database(environment: dict[str, str]) -> None:
    graphmem(environment, "observe", "My locker has the number 7.")
    told = graphmem(environment, "owners")
    assert environment["GRAPHMEM_OWNER"] in told.stdout
    assert "database" not in told.stdout, "there is only one"
    rows = json.loads(graphmem(environment, "owners", "--json").stdout)["owners"]
    assert [row["database"] for row in rows if row["name"] == environment["GRAPHMEM_OWNER"]] == ["neo4j"]


def test_a_quota_is_set_kept_and_told(environment: dict[str, str]) -> None:
    owner = environment["GRAPHMEM_OWNER"]
    graphmem(environment, "observe", "My locker has the number 7.")
    told = json.loads(graphmem(environment, "owners", "quota", owner, "--texts", "1", "--json").stdout)
    assert (told["texts"], told["quota"]["texts"]) == (1, 1)
    refused = graphmem(environment, "observe", "My bike is blue.")
    assert refused.returncode == 2
    assert "QUOTA_EXCEEDED" in refused.stderr
    assert "any number" in graphmem(environment, "owners", "quota", owner, "--texts", "-1").stdout
