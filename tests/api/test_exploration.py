"""Causal chains, entities as of an instant, timelines and standing contexts through GraphQL."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.language.quotes import bare
from tests.api.conftest import Client, client_of, of_owner
from tests.api.test_entities import AYSE, told
from tests.api.test_memories import NOWHERE, RELATE
from tests.api.test_observe import LEARN, learn
from tests.api.test_remembering import recall, texts

PROBLEM = "... on Problem { code field message remedy }"
CHAIN = f"""query($ids: [String!]!, $direction: CausalDirection, $asOf: AsOf, $first: Int! = 10) {{
  causalChain(ids: $ids, direction: $direction, asOf: $asOf, limit: $first) {{ __typename ... on CausalChains {{
    chains {{ start {{ id }} end {{ id text }} direction confidence steps {{ type source target sourceText }} }} }}
    {PROBLEM} }} }}"""
RELATED = f"""query($id: String!, $hops: Int! = 1, $types: [LinkType!], $asOf: AsOf, $first: Int! = 20) {{
  related(id: $id, hops: $hops, types: $types, asOf: $asOf, limit: $first) {{ __typename ... on RelatedMemories {{
    memories {{ memory {{ id }} hops confidence path {{ type source target via confidence }} }} }} {PROBLEM} }} }}"""
PROFILE = f"""query($name: String!, $asOf: AsOf, $first: Int! = 10) {{
  entityProfile(name: $name, asOf: $asOf, limit: $first) {{ __typename ... on EntityAsOf {{
    entity {{ uri name mentionCount }} facts {{ object predicate validUntil }} memories {{ id text }} }}
    {PROBLEM} }} }}"""
FACTS = f"""query($uri: String!, $asOf: AsOf, $timeline: Boolean! = false) {{ entity(uri: $uri) {{ __typename
  ... on EntityProfile {{ facts(asOf: $asOf, timeline: $timeline) {{ nodes {{ object predicate }} }} }}
  {PROBLEM} }} }}"""
TIMELINE = f"""query($name: String!, $after: DateTime, $before: DateTime, $knownAt: DateTime, $first: Int! = 50) {{
  timeline(name: $name, after: $after, before: $before, knownAt: $knownAt, limit: $first) {{ __typename
    ... on Timeline {{ events {{ at until kind text id replacedBy }} }} {PROBLEM} }} }}"""
ACTIVATE = f"""query($task: String! = "", $path: String, $budget: Int! = 800) {{
  activate(task: $task, path: $path, budget: $budget) {{ __typename ... on Activation {{ text tokens budget
    entries {{ layer score tokens memory {{ text }} }} dropped {{ layer reason memory {{ text }} }} }}
    {PROBLEM} }} }}"""


async def chain(client: Client) -> list[str]:
    """Ids of three memories, each the cause of the next."""
    texts = ("The card ran full.", "The gateway froze overnight.", "The harbour missed the storm warning.")
    ids = [(await learn(client, text, category="EPISODE"))["statements"][0]["memory"] for text in texts]
    for cause, effect in pairwise(ids):
        await client.data(RELATE, source=cause, target=effect, confidence=0.8)
    return ids


async def ends(client: Client, **given: Any) -> list[tuple[str, str, float]]:
    chains = (await client.data(CHAIN, **given))["causalChain"]["chains"]
    return [(one["end"]["id"], one["direction"], one["confidence"]) for one in chains]


async def test_chains_lead_back_and_forth(client: Client) -> None:
    first, second, third = await chain(client)
    assert await ends(client, ids=[third]) == [(second, "CAUSES", 0.8), (first, "CAUSES", 0.64)]
    assert await ends(client, ids=[first], direction="EFFECTS") == [(second, "EFFECTS", 0.8), (third, "EFFECTS", 0.64)]
    assert await ends(client, ids=[first], direction="CAUSES") == []
    assert len(await ends(client, ids=[second], first=1)) == 1
    assert await ends(client, ids=[third], asOf={"knownAt": "2020-01-01"}) == []
    assert await ends(client, ids=[]) == []


async def test_chains_from_nowhere_and_from_others(client: Client, memory: GraphMem, owner: str) -> None:
    (first, *_) = await chain(client)
    never = (await client.data(CHAIN, ids=[first, NOWHERE]))["causalChain"]
    assert (never["__typename"], never["field"]) == ("NotFound", "ids[1]")
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        assert (await other.data(CHAIN, ids=[first]))["causalChain"]["code"] == "NOT_FOUND"
    refused = (await client.data(CHAIN, ids=[first], first=0))["causalChain"]
    assert (refused["__typename"], refused["field"]) == ("InvalidInput", "limit")


async def related(client: Client, **given: Any) -> dict[str, tuple[int, float]]:
    found = (await client.data(RELATED, **given))["related"]["memories"]
    return {one["memory"]["id"]: (one["hops"], one["confidence"]) for one in found}


async def test_neighbours_are_found_breadth_first(client: Client, memory: GraphMem, owner: str) -> None:
    first, second, third = await chain(client)
    causes = {"types": ["CAUSES"]}
    assert await related(client, id=first, **causes) == {second: (1, 0.8)}
    assert await related(client, id=first[:12], hops=4, **causes) == {second: (1, 0.8), third: (2, 0.64)}
    assert await related(client, id=first, hops=4, first=1, **causes) == {second: (1, 0.8)}
    assert await related(client, id=first, hops=4, types=["CONTRADICTS"]) == {}
    assert await related(client, id=first, hops=4, asOf={"knownAt": "2020-01-01"}) == {}
    refused: list[tuple[str, dict[str, Any]]] = [
        ("hops", {"hops": 5}),
        ("hops", {"hops": 0}),
        ("limit", {"first": 101}),
        ("types", {"types": []}),
    ]
    for field, given in refused:
        answer = (await client.data(RELATED, id=first, **given))["related"]
        assert (answer["__typename"], answer["field"]) == ("InvalidInput", field)
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        assert (await other.data(RELATED, id=first, hops=4))["related"]["code"] == "NOT_FOUND"


async def test_what_names_the_same_hangs_together(client: Client) -> None:
    texts = (
        "Clara repaired the violin.",
        "Clara lives in Lisbon.",
        "Lisbon has a long harbour.",
        "The old kettle broke yesterday.",
    )
    ids = [(await learn(client, text))["statements"][0]["memory"] for text in texts]
    found = (await client.data(RELATED, id=ids[0], hops=3, types=["MENTIONS"]))["related"]["memories"]
    assert [(one["memory"]["id"], one["hops"]) for one in found] == [(ids[1], 1), (ids[2], 2)]
    assert [step["via"] for step in found[1]["path"]] == ["Clara", "Lisbon"]
    assert 0 < found[1]["confidence"] < found[0]["confidence"] < 1


def homes(facts: list[dict[str, Any]]) -> list[str]:
    return [fact["object"] for fact in facts if fact["predicate"] == "lives_in"]


@pytest.mark.parametrize(
    ("as_of", "expected"),
    [
        (None, ["Izmir"]),
        ({}, ["Izmir"]),
        ({"validAt": "2026-02-01"}, ["Ankara"]),
        ({"validAt": "2025-12-31"}, []),
        ({"knownAt": "2020-01-01"}, []),
        ({"timeline": True}, ["Ankara", "Izmir"]),
    ],
    ids=str,
)
async def test_facts_as_of_every_instant(client: Client, as_of: dict[str, Any] | None, expected: list[str]) -> None:
    await told(client)
    profile = (await client.data(PROFILE, name="ayşe", asOf=as_of))["entityProfile"]
    assert profile["entity"]["uri"] == AYSE
    assert homes(profile["facts"]) == expected
    assert [any(home in memory["text"] for memory in profile["memories"]) for home in expected] == [True] * len(
        expected
    )
    facts = (await client.data(FACTS, uri=AYSE, asOf=as_of))["entity"]["facts"]["nodes"]
    assert homes(facts) == expected


async def test_profiles_that_are_none(client: Client) -> None:
    await told(client)
    for name in ("Nobody", "entity://person/nobody", "", " ", "://"):
        profile = (await client.data(PROFILE, name=name))["entityProfile"]
        assert (profile["__typename"], profile["field"]) == ("NotFound", "name"), name
        assert (await client.data(TIMELINE, name=name))["timeline"]["field"] == "name"
    wrong = {"validAt": "2026-02-01", "timeline": True}
    assert (await client.data(PROFILE, name="Ayşe", asOf=wrong))["entityProfile"]["field"] == "asOf.timeline"
    answer = await client.ask(FACTS, uri=AYSE, asOf={"timeline": True}, timeline=True)
    assert answer["errors"][0]["extensions"]["field"] == "timeline"


async def test_a_timeline_tells_what_replaced_what(client: Client) -> None:
    await told(client)
    events = (await client.data(TIMELINE, name="Ayşe"))["timeline"]["events"]
    assert [event["at"] for event in events] == sorted(event["at"] for event in events)
    old = next(event for event in events if "Ankara" in event["text"])
    new = next(event for event in events if "Izmir" in event["text"])
    assert (old["until"], new["until"]) == (new["at"], None)
    assert old["replacedBy"] == new["id"]
    later = (await client.data(TIMELINE, name="Ayşe", after="2026-02-01"))["timeline"]["events"]
    assert [event["id"] for event in later] == [event["id"] for event in events if event["at"] >= "2026-02-01"]
    earlier = (await client.data(TIMELINE, name="Ayşe", before="2026-02-01"))["timeline"]["events"]
    assert len(earlier) + len(later) == len(events)
    assert (await client.data(TIMELINE, name="Ayşe", knownAt="2020-01-01"))["timeline"]["events"] == []


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"after": "2026-02-01", "before": "2026-01-01"}, "after"),
        ({"first": 0}, "limit"),
    ],
    ids=str,
)
async def test_timelines_that_enclose_no_time(client: Client, given: dict[str, Any], field: str) -> None:
    await told(client)
    answer = (await client.data(TIMELINE, name="Ayşe", **given))["timeline"]
    assert (answer["__typename"], answer["field"]) == ("InvalidInput", field)
    assert answer["remedy"]


async def test_a_standing_context_within_its_budget(client: Client) -> None:
    await learn(client, "Secrets never go into the repository.", category="POLICY", scope=["src/**"])
    await learn(client, "To release, tag the commit and then run the pipeline.", category="WORKFLOW")
    whole = (await client.data(ACTIVATE, task="release a new version", path="src/a.py"))["activate"]
    assert [entry["layer"] for entry in whole["entries"]] == ["A", "C"]
    assert whole["text"].startswith("<memory_context>")
    assert whole["tokens"] <= whole["budget"] == 800
    elsewhere = (await client.data(ACTIVATE, path="docs/a.md"))["activate"]
    assert (elsewhere["entries"], elsewhere["text"], elsewhere["tokens"]) == ([], "", 0)
    small = (await client.data(ACTIVATE, path="src/a.py", budget=30))["activate"]
    assert small["entries"] == []
    assert "tokens" in small["dropped"][0]["reason"]
    assert (await client.data(ACTIVATE, budget=0))["activate"]["field"] == "budget"


async def test_a_scope_covers_the_files_that_its_globs_say(client: Client) -> None:
    deep, flat = "Every module begins with a docstring.", "Every script begins with an interpreter line."
    await learn(client, deep, category="POLICY", scope=["src/**/*.py"])
    await learn(client, flat, category="POLICY", scope=["src/*.{py,sh}"])
    for path, rules in (("src/a.py", [deep, flat]), ("src/a/b/c.py", [deep]), ("src/a.sh", [flat]), ("a.py", [])):
        standing = (await client.data(ACTIVATE, path=path))["activate"]["entries"]
        asked = await recall(client, "With what does every module or script begin?", path=path)
        assert sorted(bare(entry["memory"]["text"]) for entry in standing) == rules
        assert sorted(texts(asked)) == rules
    refused = await client.data(LEARN, input={"text": "Nobody pushes to main.", "scope": ["src/{1..9999}.py"]})
    assert (refused["learn"]["field"], "stand for more than 100" in refused["learn"]["message"]) == (
        "input.scope",
        True,
    )
