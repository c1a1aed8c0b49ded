"""What a person opens: Browser queries that answer on the live server, a style for every label, a tour that runs."""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from neomodel import AsyncStructuredNode, StringProperty

from graphmem.cli.neo4j import query_of
from graphmem.config import Settings
from graphmem.facade import GraphMem
from graphmem.sample import conversations
from graphmem.store import edges, nodes, skill_nodes, tombstone_nodes, work_nodes
from graphmem.store.database import Database
from tests.support.notebooks import NOTEBOOKS, STORED, code, play, plots_of, printed, shown_by

QUERIES = sorted((NOTEBOOKS / "browser").glob("*.cypher"))
OF_NODES = tuple(one.__name__ for one in (nodes, work_nodes, skill_nodes, tombstone_nodes))
DECIMAL = re.compile(r"\d+\.\d+")

SEED = """
MATCH (o:Owner {name: $owner})
MATCH (m:Memory {owner: o.key}) WITH o, m LIMIT 1
CREATE (:DreamRun {id: 'd', owner: o.key, started_at: datetime()})
         -[:CHANGED {step: 'tiers', field: 'tier', before: 'episodic', after: 'semantic'}]->(m)
"""
"""What nothing writes yet. It is rolled back, so that no other test meets it."""


@pytest_asyncio.fixture(scope="module")
async def told(memory: GraphMem) -> AsyncIterator[str]:
    """The name of an owner that knows the sample and has a session going on."""
    owner = f"test-{secrets.token_hex(6)}"
    for conversation in conversations().conversations:
        await memory.mine(conversation, owner=owner)
    session = await memory.sessions.start(memory.owner(owner))
    await memory.observer.observe(memory.owner(owner), "I prefer the window seat.", session=session)
    yield owner
    await memory.erase(owner=owner)


def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def rules() -> dict[str, dict[str, str]]:
    """The style as selector → properties, read as Browser reads it."""
    text = (NOTEBOOKS / "browser" / "style.grass").read_text("utf-8")
    found = re.findall(r"([\w.]+) \{\n((?:  [\w-]+: [^\n]+;\n)+)\}", text)
    return {
        selector: {key.strip(): value.strip() for key, value in re.findall(r"([\w-]+): ([^\n]+);", body)}
        for selector, body in found
    }


def node_classes() -> Iterator[type[AsyncStructuredNode]]:
    for _, found in inspect.getmembers(nodes, inspect.isclass):
        if issubclass(found, AsyncStructuredNode) and found.__module__ in OF_NODES:
            yield found


def relation_types() -> set[str]:
    source = "".join(inspect.getsource(one) for one in (nodes, work_nodes, skill_nodes))
    return set(re.findall(r'AsyncRelationship\w+\("\w+", "(\w+)"', source))


def test_there_are_queries() -> None:
    assert len(QUERIES) >= 12


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_a_query_has_a_title_a_limit_and_says_what_to_set(path: Path) -> None:
    text = text_of(path)
    title, setting, *_ = text.splitlines()
    assert re.match(r"// \w", title)
    assert re.match(r"WITH 'demo' AS owner(, \S.* AS \w+)*  // whose memory", setting)
    assert re.search(r"^LIMIT \d+$", text, re.MULTILINE)
    assert "$" not in text, "it runs as it is"
    assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|REMOVE)\b", text)


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
async def test_a_query_answers_on_the_live_server(database: Database, told: str, path: Path) -> None:
    query: Any = query_of(path.name, told)
    async with database.driver.session(database=database.address.database) as session:
        explained = await (await session.run(f"EXPLAIN {query}")).consume()
        assert explained.query_type == "r"
        transaction = await session.begin_transaction()
        await transaction.run(SEED, {"owner": told})
        rows = await (await transaction.run(query)).data()
        await transaction.rollback()
    assert rows


def test_every_label_has_a_colour_and_a_caption_that_exists() -> None:
    styled = rules()
    for found in node_classes():
        rule = styled.pop(f"node.{found.__name__}")
        caption = re.fullmatch(r'"\{(\w+)\}"', rule["caption"])
        assert caption is not None
        assert caption[1] in found.defined_properties(aliases=False, rels=False)
        assert re.fullmatch(r"#[0-9A-F]{6}", rule["color"])
    assert not [selector for selector in styled if selector.startswith("node.")]


def test_every_edge_is_styled_and_its_caption_exists() -> None:
    styled = {
        selector.removeprefix("relationship."): rule
        for selector, rule in rules().items()
        if selector.startswith("relationship.")
    }
    assert relation_types() <= set(styled)
    named = {edge: rule["caption"] for edge, rule in styled.items() if "caption" in rule}
    assert named == {"FACT": '"{predicate}"', "CHANGED": '"{step}"'}
    assert isinstance(edges.FactEdge.predicate, StringProperty)
    assert isinstance(edges.Change.step, StringProperty)


def test_the_tour_is_stripped_and_defines_nothing() -> None:
    for cell in code("tour"):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None
        tree = compile("".join(cell["source"]), "cell", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]


@pytest.fixture
def at_home(memory: GraphMem, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notebooks open the memory of their environment: the session's server here."""
    address = memory.database.address
    monkeypatch.setenv("NEO4J_URI", address.uri)
    monkeypatch.setenv("NEO4J_PASSWORD", address.password)
    monkeypatch.setenv("GRAPHMEM_HOME", str(settings.home))
    monkeypatch.setenv("GRAPHMEM_ARTIFACTS", str(settings.artifacts_dir))


@pytest.mark.long
async def test_the_tour_runs(memory: GraphMem, at_home: None) -> None:
    """Its cells, in order, in a kernel."""
    said = "".join(map(printed, shown_by(await asyncio.to_thread(play, "tour"))))
    assert "Kazadan sonra bisiklete binmek istemiyorum" in said
    assert "§ W-001/R-" in said
    assert "SUPERSEDES: Nora: I live in Izmir now." in said
    assert "instead of: Nora: I live in Ankara." in said
    assert re.search(r"Nora lives_in Ankara: .* to 20\d\d-\d\d-\d\d, known", said)
    assert (await memory.counts(owner="tour")).drawers == 0, "the tour cleans up after itself"


@pytest.mark.long
@pytest.mark.parametrize("name", STORED)
async def test_a_notebook_shows_what_is_stored_with_it(at_home: None, name: str) -> None:
    """What it prints now; `make notebooks` stores it anew. Of plots that there are as many: fonts differ."""
    told = [cell["outputs"] for cell in code(name)]
    shown = shown_by(await asyncio.to_thread(play, name))
    for now, then in zip(shown, told, strict=True):
        assert DECIMAL.sub("#", printed(now)) == DECIMAL.sub("#", printed(then))
        figures = [[float(one) for one in DECIMAL.findall(printed(what))] for what in (now, then)]
        # An embedder of small integers gives another last digit on another processor.
        assert figures[0] == pytest.approx(figures[1], abs=0.021)
    assert [plots_of(one) for one in shown] == [plots_of(one) for one in told]
    assert sum(plots_of(one) for one in told) >= 1
    stored = (NOTEBOOKS / f"{name}.ipynb").read_text("utf-8")
    assert len(stored) < 150_000
    assert not re.search(r"https?://|/(?:home|root|tmp|work|Users)/", stored)
