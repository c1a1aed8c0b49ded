"""From a message to memories, entities and facts on the command line."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.cli.conftest import graphmem
from tests.support.canaries import in_graph

NURSE = "Ayşe lives in Ankara and works as a nurse."


def answer(environment: dict[str, str], *arguments: str) -> Any:
    """The JSON of a command that must succeed."""
    ended = graphmem(environment, *arguments, "--json")
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def test_a_message_from_dry_run_to_forgetting(environment: dict[str, str]) -> None:
    dry = graphmem(environment, "observe", NURSE, "--dry-run", "--speaker", "Elif")
    assert dry.returncode == 0, dry.stderr
    assert "A dry run: nothing was written." in dry.stdout
    assert "reading" in dry.stdout
    assert "No memory yet. Observe something: graphmem observe TEXT" in graphmem(environment, "memories").stdout
    assert "No entity yet" in graphmem(environment, "entities").stdout

    seen = answer(environment, "observe", NURSE, "--speaker", "Elif")
    id_ = seen["statements"][0]["memory"][:8]
    listed = graphmem(environment | {"COLUMNS": "80"}, "memories").stdout
    assert re.search(rf"(^|\W){id_}(\W|$)", listed)
    assert "Ankara" in listed
    assert graphmem(environment, "pin", id_).stdout.startswith("Pinned: ")
    shown = graphmem(environment, "show", id_).stdout
    for told in (
        "(pinned)",
        "Said in",
        NURSE,
        "§ W-001",
        "Tiers",
        "episodic",
        "entity://person/ayse",
        "100% comes to mind",
    ):
        assert told in shown
    assert graphmem(environment, "pin", id_, "--off").stdout.startswith("No longer pinned: ")
    assert answer(environment, "show", id_)["memory"]["pinned"] is False
    assert graphmem(environment, "forget", id_).stdout.startswith("Forgotten.\n")
    assert graphmem(environment, "forget", id_).stdout == "It was forgotten before.\n"
    assert id_ not in graphmem(environment, "memories").stdout
    assert "retracted" in graphmem(environment, "memories", "--all").stdout


def test_a_request_to_forget_shows_what_would_go(environment: dict[str, str]) -> None:
    id_ = answer(environment, "observe", "Eski adresim Bostanlı'daydı.")["statements"][0]["memory"][:8]
    shown = graphmem(environment, "observe", "Eski adresimi unut lütfen.").stdout
    assert "It asks to forget: Eski adresim" in shown
    assert f"  {id_}  User: Eski adresim Bostanlı'daydı." in shown
    assert "graphmem forget ID" in shown
    assert graphmem(environment, "forget", id_).stdout.startswith("Forgotten.")
    assert "Nothing that is remembered" in graphmem(environment, "observe", "Eski adresimi unut.").stdout


@pytest.mark.long
def test_a_session_from_start_to_end(environment: dict[str, str]) -> None:
    assert "graphmem session start" in graphmem(environment, "session", "list").stdout
    started = graphmem(environment, "session", "start", "--agent", "planner")
    assert started.returncode == 0, started.stderr
    id_ = started.stdout.strip()
    repeated = ("observe", NURSE, "--session", id_, "--idempotency-key", "k-1")
    seen = answer(environment, *repeated)
    assert answer(environment, *repeated) == seen
    assert graphmem(environment, "learn", NURSE, "--idempotency-key", "k-1").returncode == 2
    (row,) = answer(environment, "session", "list")
    assert (row["id"], row["agent"], row["state"], row["messages"]) == (id_, "planner", "active", 1)
    assert row["held"] == len(seen["statements"])
    assert id_ in graphmem(environment, "session", "list").stdout
    assert len(answer(environment, "session", "end", id_)["released"]) == row["held"]
    assert answer(environment, "session", "start", "chat-1") == {"id": "chat-1"}
    assert graphmem(environment, "session", "end", "chat-1").stdout == "Ended; it had 0 memories in mind.\n"
    unknown = graphmem(environment, "session", "end", "chat-2")
    assert unknown.returncode == 2
    assert "chat-2" in unknown.stderr


TWIN = """
MATCH (m:Memory {id: $id})
CREATE (n:Memory) SET n = m {.*, id: $twin, owner: coalesce($owner, m.owner), text: 'A twin.'}
"""
"""A memory whose id starts as another's, which digests are too seldom to wait for."""


async def test_the_start_of_an_id_is_enough_as_long_as_it_is_one_memorys(
    environment: dict[str, str], memory: GraphMem
) -> None:
    id_ = answer(environment, "learn", "Deploys go out on Tuesdays.")["statements"][0]["memory"]
    twins = [id_[:9] + digit * 23 for digit in "xyz"]
    async with memory.database.driver.session(database=memory.database.address.database) as session:
        try:
            await session.run(TWIN, {"id": id_, "twin": twins[0], "owner": "u" + "0" * 32})
            assert answer(environment, "show", id_[:6].upper())["memory"]["id"] == id_, "another owner's does not count"
            await session.run(TWIN, {"id": id_, "twin": twins[1], "owner": None})
            refused = graphmem(environment, "outcome", id_[:8], "--success")
            assert refused.returncode == 2
            for told in (
                f"'{id_[:8]}' is the start of several ids",
                f"{id_[:12]} (User: Deploys",
                f"{twins[1][:12]} (A twin",
            ):
                assert told in refused.stderr
            assert twins[0][:12] not in refused.stderr
            assert graphmem(environment, "outcome", id_[:12], "--success").returncode == 0
            assert "No memory 'abc'" in graphmem(environment, "pin", "abc").stderr
        finally:
            await session.run("MATCH (m:Memory) WHERE m.id IN $twins DETACH DELETE m", {"twins": twins})


def test_learning_and_listing_by_kind_and_page(environment: dict[str, str]) -> None:
    learned = graphmem(environment, "learn", "Deploys go out on Tuesdays.", "--category", "policy", "--pin")
    assert learned.returncode == 0, learned.stderr
    assert "Deploys go out on Tuesdays." in learned.stdout
    answer(
        environment,
        "learn",
        "The docs moved in May.",
        "--immutable",
        "--scope",
        "src/**",
        "--scope",
        "docs/**",
    )
    (policy,) = answer(environment, "memories", "--category", "policy")["memories"]
    assert policy["pinned"]
    first = answer(environment, "memories", "-n", "1")
    second = answer(environment, "memories", "-n", "1", "--after", first["next"])
    assert first["memories"][0]["scope"] == ["src/**", "docs/**"]
    assert (second["memories"][0]["id"], second["next"]) == (policy["id"], None)
    assert "No memory like that" in graphmem(environment, "memories", "--tier", "dormant").stdout
    here = answer(environment, "owners")["owners"]
    assert {environment["GRAPHMEM_OWNER"]: 2}.items() <= {one["name"]: one["turns"] for one in here}.items()


@pytest.mark.long
def test_an_entity_by_its_name_with_its_timeline_merged_and_parted(environment: dict[str, str]) -> None:
    for text in (NURSE, "Ayşe lives in Izmir now.", "Aysegul lives in Bursa."):
        answer(environment, "observe", text)
    assert "entity://place/izmir" in graphmem(environment, "entities", "--type", "place").stdout
    assert "entity://place/izmir" not in graphmem(environment, "entities", "--type", "person").stdout
    assert len(answer(environment, "memories", "--entity", "ayşe", "--all")["memories"]) == 2
    shown = graphmem(environment, "entity", "AYŞE")
    assert shown.returncode == 0, shown.stderr
    assert "Timeline" in shown.stdout
    assert "Named in 2 memories" in shown.stdout
    known = answer(environment, "entity", "Ayşe")
    lines = known["summary"]["lines"]
    assert {line["data_source"] for line in lines} == {"user_message"}
    assert all(f"{line['text']} [{line['pointer']}]" in shown.stdout for line in lines)
    assert any("Izmir" in line["text"] for line in lines)
    homes = [fact for fact in known["facts"] if fact["predicate"] == "lives_in"]
    assert [(fact["object"], fact["valid_until"] is None) for fact in homes] == [("Ankara", False), ("Izmir", True)]
    assert graphmem(environment, "merge", "Aysegul", "Ayşe").stdout.startswith("Aysegul is Ayşe")
    assert "entity://person/aysegul (manual" in graphmem(environment, "entity", "entity://person/ayse").stdout
    assert "stands for itself again" in graphmem(environment, "unmerge", "entity://person/aysegul").stdout


def test_jobs_and_usage_say_that_there_is_nothing(environment: dict[str, str]) -> None:
    assert "No job: nothing was asked for" in graphmem(environment, "jobs").stdout
    assert answer(environment, "jobs", "--state", "dead") == []
    assert "No model was called in 7 day(s)." in graphmem(environment, "usage", "--days", "7").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("observe", " "), "The text is empty"),
        (("observe", "I live in Ankara.", "--session", "s-nowhere"), "No session 's-nowhere'"),
        (("learn", ""), "The text is empty"),
        (("show", "nonsense"), "No memory 'nonsense'"),
        (("pin", "nonsense"), "No memory 'nonsense'"),
        (("forget", "nonsense"), "No memory 'nonsense'"),
        (("entity", "Nobody"), "No entity 'Nobody'"),
        (("memories", "--entity", "Nobody"), "No entity 'Nobody'"),
        (("memories", "--after", "x"), "no cursor"),
        (("merge", "Nobody", "Somebody"), "No entity 'Nobody'"),
        (("unmerge", "entity://person/nobody"), "No entity"),
        (("jobs", "--retry", "nonsense"), "No job 'nonsense'"),
        (("evaluate", "locomo", "--data", "nowhere.json"), "nowhere.json does not exist"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_mistakes_name_the_value_and_a_remedy(
    environment: dict[str, str], arguments: tuple[str, ...], said: str
) -> None:
    result = graphmem(environment, *arguments)
    assert result.returncode == 2, result.stderr
    assert said in result.stderr
    assert "→" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("memories", "--tier", "ghost"),
        ("entities", "--type", "ghost"),
        ("learn", "x", "--category", "gossip"),
        ("usage", "--days", "0"),
    ],
    ids=lambda value: " ".join(value),
)
def test_values_out_of_bounds_are_refused_before_anything_opens(
    environment: dict[str, str], arguments: tuple[str, ...]
) -> None:
    result = graphmem(environment | {"NEO4J_URI": "bolt://127.0.0.1:1"}, *arguments)
    assert result.returncode == 2
    assert "Invalid value" in result.stderr


@pytest.mark.long
async def test_erase_gives_a_receipt_and_says_what_it_does_not_reach(
    environment: dict[str, str], memory: GraphMem, owner: str, tmp_path: Path
) -> None:
    """Fifty words of an owner: the graph, its indexes and the log know none of them afterwards; in the files of the
    store they may stand in places that are free now, which the receipt says."""
    words = [f"kanarya{number:02d}{chr(97 + number % 26)}zqx" for number in range(50)]
    lines = [f"{word.title()} lives in Ankara and works as a nurse." for word in words]
    said = tmp_path / "said.txt"
    said.write_text("\n".join(f"Ada: {line}" for line in lines), "utf-8")
    environment = environment | {"GRAPHMEM_OPS_LOG": str(tmp_path / "ops.jsonl")}
    assert graphmem(environment, "mine", str(said)).returncode == 0
    whose = Owner.named(owner)
    assert await in_graph(memory.database, whose, words)
    ended = graphmem(environment, "erase", owner, "--yes", "--json")
    assert ended.returncode == 0, ended.stderr
    receipt = json.loads(ended.stdout)
    assert receipt["counts"]["Drawer"] >= 1
    assert receipt["nodes"] == sum(receipt["counts"].values())
    assert {"AuditEntry", "Memory", "Owner"} <= set(receipt["counts"])
    assert len(receipt["digest"]) == 64
    assert await in_graph(memory.database, whose, words) == []
    assert not any(word in (tmp_path / "ops.jsonl").read_text("utf-8").casefold() for word in words)
    # No checkpoint can be asked for in this edition: the logs of transactions are looked through as they are.
    found = Counter(
        str(path.relative_to(memory.settings.server_dir))
        for path in memory.settings.server_dir.rglob("*")
        if path.is_file()
        for word in words
        if word.encode() in path.read_bytes().lower()
    )
    print("found in the files of the store:", dict(found))
    elsewhere = [name for name in found if not re.search(r"neostore|/schema/index/|transactions/", name)]
    assert not elsewhere, found
    if found:
        assert any("not yet written over" in told for told in receipt["not_reached"])
