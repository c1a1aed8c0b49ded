"""Recall of memories through GraphQL with every option, plain search, and what uses teach."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.language.quotes import bare
from tests.api.conftest import Client, client_of, of_owner
from tests.api.test_memories import LIST, MEMORY, NOWHERE, RELATE
from tests.api.test_observe import learn, observe

HIT = """score confidence reason sources entities signals { name value } ranks { arm rank }
  path { type source sourceText target targetText confidence }
  memory { id text category validFrom validUntil accessCount }"""
FOUND = f"""{{ __typename ... on Recollection {{ memories {{ {HIT} }} hits {{ drawer {{ text }} }} intent intentReason
  skipped subQueries expansions context contextTokens answerable answerableReason tipOfTheTongue notes }}
  ... on Problem {{ code field message remedy }} }}"""
RECALL = f"""query($query: String!, $limit: Int! = 10, $session: String, $asOf: AsOf, $categories: [Category!],
  $profile: RecallProfile! = COGNITIVE, $path: String, $dormant: Boolean! = false, $touch: Boolean! = false,
  $without: [String!], $budget: Int! = 800, $minConfidence: Float, $format: BlockFormat! = TEXT) {{
  recall(query: $query, limit: $limit, session: $session, asOf: $asOf, categories: $categories,
    profile: $profile, path: $path, dormant: $dormant, touch: $touch, without: $without, budget: $budget,
    minConfidence: $minConfidence, format: $format) {FOUND} }}"""
TURNS = "{ ... on Recollection { context hits { drawer { text saidAt } } } }"
SEARCH = f"query($query: String!, $limit: Int! = 10) {{ search(query: $query, limit: $limit) {FOUND} }}"
OUTCOME = """mutation($ids: [String!]!, $success: Boolean!) { recordOutcome(ids: $ids, success: $success) { __typename
  ... on RecordedOutcome { memories success } ... on Problem { code field message remedy } } }"""
JANUARY, MARCH = "2026-01-05T09:00:00Z", "2026-03-05T09:00:00Z"


async def moved(client: Client) -> None:
    """Ayşe moves from Ankara to Izmir on the 5th of March."""
    for text, at in (("Ayşe lives in Ankara.", JANUARY), ("Ayşe lives in Izmir now.", MARCH)):
        assert (await observe(client, text, saidAt=at, speaker="Elif"))["statements"], text


async def recall(client: Client, query: str, **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = (await client.data(RECALL, query=query, **options))["recall"]
    return found


def texts(found: dict[str, Any]) -> list[str]:
    return [bare(hit["memory"]["text"]) for hit in found["memories"]]


def _homes(told: list[str]) -> list[str]:
    """The places that texts name, one each."""
    return [place for text in told for place in ("Ankara", "Izmir") if place in text]


@pytest.mark.parametrize(
    ("as_of", "home"),
    [
        ({"validAt": "2026-02-01"}, "Ankara"),
        ({"validAt": "2026-04-01T03:00:00+03:00"}, "Izmir"),
        ({"validAt": "1687-07-05"}, None),
        ({"knownAt": "2026-02-01T00:00:00Z"}, None),
    ],
    ids=str,
)
async def test_a_moment_of_either_clock(client: Client, as_of: dict[str, str], home: str | None) -> None:
    await moved(client)
    found = await recall(client, "Where does Ayşe live?", asOf=as_of)
    expected = [home] if home else []
    assert _homes(texts(found)) == expected, texts(found)
    listed = await client.data(
        "query($asOf: AsOf) { memories(asOf: $asOf) { nodes { text } } }", asOf=as_of
    )  # the list reads the same instant
    assert _homes([memory["text"] for memory in listed["memories"]["nodes"]]) == expected


async def test_no_turn_of_a_later_day_is_found_as_of_a_day(client: Client) -> None:
    await moved(client)
    query = f"query($query: String!, $asOf: AsOf) {{ recall(query: $query, asOf: $asOf, touch: false) {TURNS} }}"
    for day, said in (("2026-02-01", [JANUARY]), ("2026-03-05T09:00:00Z", [MARCH, JANUARY]), ("2025-12-01", [])):
        found = (await client.data(query, query="Where does Ayşe live?", asOf={"validAt": day}))["recall"]
        dates = [hit["drawer"]["saidAt"][:10] for hit in found["hits"]]
        assert sorted(dates) == sorted(moment[:10] for moment in said)
        assert all(moment[:10] in found["context"] for moment in said[:1])
        assert said or found["context"] == ""


async def test_the_present_and_the_whole_of_time(client: Client) -> None:
    await moved(client)
    now = await recall(client, "Where does Ayşe live?", without=["router"])
    assert [text for text in texts(now) if "lives" in text] == ["Ayşe lives in Izmir now."]
    ever = await recall(client, "Where does Ayşe live?", asOf={"timeline": True})
    assert {"Ayşe lives in Ankara.", "Ayşe lives in Izmir now."} <= set(texts(ever))
    old = next(hit["memory"] for hit in ever["memories"] if "Ankara" in hit["memory"]["text"])
    assert old["validUntil"] == "2026-03-05T09:00:00+00:00"


async def test_what_was_known_then(client: Client) -> None:
    await observe(client, "Ayşe lives in Ankara.", speaker="Elif")
    known = datetime.now(UTC).isoformat()
    await observe(client, "Ayşe lives in Izmir now.", speaker="Elif")
    asked = "Where does Ayşe live?"
    assert texts(await recall(client, asked, asOf={"knownAt": known})) == ["Ayşe lives in Ankara."]
    assert texts(await recall(client, asked, asOf={"knownAt": known, "timeline": True})) == ["Ayşe lives in Ankara."]
    later = datetime.now(UTC).isoformat()
    assert texts(await recall(client, asked, asOf={"knownAt": later})) == ["Ayşe lives in Izmir now."]
    assert len((await client.data(LIST, filters={"live": False}))["memories"]["nodes"]) == 2


@pytest.mark.parametrize(
    ("options", "field", "told"),
    [
        ({"asOf": {"validAt": "2026-02-01", "timeline": True}}, "asOf.timeline", "Leave out one"),
        ({"limit": 0}, "limit", "1 to 200"),
        ({"categories": []}, "categories", "leave it out"),
        ({"without": ["gravity"]}, "without", "spread"),
    ],
    ids=str,
)
async def test_options_that_cannot_be_name_the_field(
    client: Client, options: dict[str, Any], field: str, told: str
) -> None:
    found = await recall(client, "Where does Ayşe live?", **options)
    assert (found["__typename"], found["code"], found["field"]) == ("InvalidInput", "INVALID_INPUT", field)
    assert told in found["remedy"]


async def test_lists_refuse_two_ways_of_saying_when(client: Client) -> None:
    query = "query($asOf: AsOf) { memories(filters: {live: false}, asOf: $asOf) { nodes { id } } }"
    assert (await client.ask(query, asOf={"validAt": "2026-02-01"}))["errors"][0]["extensions"]["field"] == "asOf"


async def test_a_memory_says_why_it_was_chosen(client: Client) -> None:
    cause = await learn(client, "The SD card of the gateway ran full.", category="FACT")
    effect = await learn(client, "The harbour sensors lost a night of readings.", category="EPISODE")
    ids = [seen["statements"][0]["memory"] for seen in (cause, effect)]
    await client.data(RELATE, source=ids[0], target=ids[1], confidence=0.9)
    found = await recall(client, "Why did the harbour sensors lose readings?")
    assert found["intent"] == "CAUSAL"
    assert found["intentReason"]
    by_id = {hit["memory"]["id"]: hit for hit in found["memories"]}
    (step,) = by_id[ids[0]]["path"]
    assert (step["type"], step["source"], step["target"], step["confidence"]) == ("CAUSES", *ids, 0.9)
    assert step["sourceText"] == by_id[ids[0]]["memory"]["text"]
    assert "causes" in {rank["arm"] for rank in by_id[ids[0]]["ranks"]}
    assert {signal["name"] for signal in by_id[ids[1]]["signals"]} >= {"similarity", "activation", "importance", "rrf"}
    assert all(hit["reason"] and hit["sources"][0].startswith("§ W-") for hit in found["memories"])
    plain = await recall(client, "Why did the harbour sensors lose readings?", without=["causes", "router", "hyde"])
    assert plain["intent"] == "GENERAL"
    assert all(step["type"] != "CAUSES" or hit["ranks"] for hit in plain["memories"] for step in hit["path"])


async def test_kinds_scopes_and_sub_questions(client: Client) -> None:
    await learn(client, "Tabs are never used in Python files.", category="POLICY", scope=["src/**/*.py"])
    await learn(client, "Berk prefers oat milk in his coffee.", category="PREFERENCE")
    asked = "What about tabs and coffee?"
    assert texts(await recall(client, asked, categories=["POLICY"])) == ["Tabs are never used in Python files."]
    assert "Tabs" not in "".join(texts(await recall(client, asked, path="docs/index.md")))
    assert "Tabs" in "".join(texts(await recall(client, asked, path="src/app/main.py")))
    parts = await recall(client, "What does Berk drink? And which characters are never used in Python files?")
    assert len(parts["subQueries"]) == 2
    assert {hit["category"] for hit in (h["memory"] for h in parts["memories"])} == {"POLICY", "PREFERENCE"}
    assert parts["context"].startswith("<memory_context>")
    assert (parts["answerable"], 0 < parts["contextTokens"] <= 800, parts["tipOfTheTongue"]) == (True, True, [])
    told = await recall(client, "What does Berk drink?", budget=200, minConfidence=0.0, format="JSON")
    assert json.loads(told["context"])["groups"]
    assert told["contextTokens"] <= 200
    wrong = (await client.data(RECALL, query="Berk", minConfidence=2.0))["recall"]
    assert (wrong["__typename"], wrong["field"]) == ("InvalidInput", "minConfidence")
    expanded = await recall(client, "What is oat milk?", without=[])
    assert expanded["expansions"]


@pytest.mark.parametrize("greeting", ["hello!", "günaydın"])
async def test_small_talk_is_skipped_but_searched_for_when_typed(client: Client, greeting: str) -> None:
    await moved(client)
    found = await recall(client, greeting)
    assert (found["skipped"], found["memories"], found["context"]) == (True, [], "")
    typed = (await client.data(SEARCH, query=greeting))["search"]
    assert (typed["skipped"], typed["intent"]) == (False, "GENERAL")
    assert typed["memories"]


async def test_search_is_plain_and_writes_nothing(client: Client, own: GraphMem) -> None:
    await moved(client)
    found = (await client.data(SEARCH, query="Ayşe Izmir", limit=1))["search"]
    assert texts(found) == ["Ayşe lives in Izmir now."]
    assert {rank["arm"] for rank in found["memories"][0]["ranks"]} <= {"vector", "text"}
    await own.learner.drain()
    assert (await client.data(SEARCH, query="Izmir", limit=1))["search"]["memories"][0]["memory"]["accessCount"] == (
        found["memories"][0]["memory"]["accessCount"]
    )
    assert (await client.data(SEARCH, query="x", limit=0))["search"]["field"] == "limit"


async def test_a_recall_teaches_unless_it_must_not(client: Client, own: GraphMem) -> None:
    await moved(client)
    quiet = await recall(client, "Where does Ayşe live?")
    await own.learner.drain()
    loud = await recall(client, "Where does Ayşe live?", touch=True)
    await own.learner.drain()
    after = await recall(client, "Where does Ayşe live?")
    counts = [found["memories"][0]["memory"]["accessCount"] for found in (quiet, loud, after)]
    assert counts == [counts[0], counts[0], counts[0] + 1]


async def test_outcomes_move_utility_either_way(client: Client) -> None:
    ids = [(await learn(client, f"Rule {n}: water the {plant} daily.", category="POLICY"))["statements"][0]["memory"]
           for n, plant in enumerate(("ferns", "cactus"))]  # fmt: skip
    helped = (await client.data(OUTCOME, ids=[ids[0], ids[0]], success=True))["recordOutcome"]
    assert helped == {"__typename": "RecordedOutcome", "memories": 1, "success": True}
    await client.data(OUTCOME, ids=[ids[1]], success=False)
    utility = [(await client.data(MEMORY, id=id_))["memory"]["memory"]["utility"] for id_ in ids]
    assert utility == [pytest.approx(0.55), pytest.approx(0.45)]


async def test_one_unknown_id_and_nothing_is_counted(client: Client, memory: GraphMem, owner: str) -> None:
    id_ = (await learn(client, "Deploys happen on Tuesdays.", category="POLICY"))["statements"][0]["memory"]
    answer = (await client.data(OUTCOME, ids=[id_, NOWHERE], success=True))["recordOutcome"]
    assert (answer["__typename"], answer["field"]) == ("NotFound", "ids")
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        assert (await other.data(OUTCOME, ids=[id_], success=True))["recordOutcome"]["code"] == "NOT_FOUND"
    assert (await client.data(MEMORY, id=id_))["memory"]["memory"]["utility"] == pytest.approx(0.5)
    for ids in ([], [f"{n:032x}" for n in range(101)]):
        refused = (await client.data(OUTCOME, ids=ids, success=True))["recordOutcome"]
        assert (refused["__typename"], refused["field"]) == ("InvalidInput", "ids")


async def test_who_was_spoken_of_is_told_of_though_the_question_shares_but_the_name(client: Client) -> None:
    said = (
        ("Deniz", "Marcus, can you give Selin access to the staging server?"),
        ("Marcus", "Done. By the way, the buoy batteries last nine months."),
        ("Priya", "The mayor's office is upset, so the demo moves to 15 May."),
        ("Deniz", "We put buoys with water-level sensors along the coast near Foça."),
    )
    for speaker, text in said:
        assert (await observe(client, text, saidAt=JANUARY, speaker=speaker))["pointer"]
    found = await recall(client, "What do we know about Marcus?")
    assert (found["intent"], found["answerable"]) == ("ENTITY_PROFILE", True), found["answerableReason"]
    assert "staging server" in found["context"]
    unknown = await recall(client, "What do we know about Nora?")
    assert (unknown["answerable"], unknown["context"]) == (False, "")
    assert "nobody spoke of Nora" in unknown["answerableReason"]
