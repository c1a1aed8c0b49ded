"""Query files: headers, bindings, the owner in each of them, and no full scan on the live server."""

from __future__ import annotations

import importlib
import pkgutil
import re
from typing import Any

import pytest

import graphmem.store
from graphmem.errors import QueryFileError
from graphmem.store import nodes, queries
from graphmem.store.archive_schema import EDGES
from graphmem.store.database import Database
from graphmem.store.queries import Mode

for module in pkgutil.iter_modules(graphmem.store.__path__):
    importlib.import_module(f"graphmem.store.{module.name}")

OWNERLESS = {
    "place/unfinished",
    "tenant/any_keys",
    "tenant/key_owner",
    "tenant/use_key",
    "tenant/owners",
    "session/idle_sessions",
    "tenant/doctor_repairs_tiers",
    "tenant/doctor_repairs_quotes",
    "tenant/doctor_repairs_intervals",
    "tenant/doctor_repairs_successors",
    "tenant/doctor_repairs_facts",
    "tenant/doctor_repairs_embeddings",
    "tenant/doctor_repairs_languages",
    "tenant/doctor_repairs_causes",
    "tenant/doctor_repairs_grounds",
    "tenant/doctor_repairs_palace",
    "tenant/doctor_repairs_reviews",
    "tenant/doctor_repairs_dreams",
    "tenant/doctor_repairs_tombstones",
    "tenant/doctor_repairs_order",
    "tenant/doctor_repairs_interrupted",
    "tenant/doctor_facts",
    "tenant/doctor_lost_settings",
    "tenant/doctor_interrupted",
    "tenant/doctor_under_way",
    "tenant/doctor_tiers",
    "tenant/doctor_tombstones",
    "tenant/doctor_provenance",
    "tenant/doctor_quotes",
    "tenant/doctor_intervals",
    "tenant/doctor_successors",
    "tenant/doctor_embeddings",
    "tenant/doctor_languages",
    "tenant/doctor_owners",
    "tenant/doctor_palace",
    "tenant/doctor_causes",
    "tenant/doctor_grounds",
    "tenant/doctor_order",
    "tenant/doctor_dreams",
    "tenant/doctor_schedules",
    "tenant/doctor_barren",
    "tenant/doctor_sweeping",
    "tenant/doctor_unused_keys",
    "tenant/doctor_waiting_jobs",
    "tenant/doctor_token_states",
    "tenant/doctor_sizes",
    "schedule/owners_without_schedule",
    "schedule/due_schedules",
    "tenant/doctor_reviews",
    "tenant/doctor_procedures",
    "job/claim_job",
    "job/ready_jobs",
    "job/job_counts",
    "job/open_jobs",
    "tenant/store_sizes",
    "job/prune_jobs",
    "request/prune_requests",
    "block/prune_blocks",
    "dream/fold_changes",
    "tenant/prune_erased",
    "audit/old_owners",
    "audit/unsealed_owners",
}
"""Besides schema/: maintenance of the whole store, finding out whose key it is, and workers, who serve every owner.
Nothing else may lack $owner."""

SCANS = {name for name in OWNERLESS if "doctor" in name} | {"tenant/owners", "tenant/store_sizes", "place/unfinished"}
"""Maintenance that reads everything on purpose."""


_NAMED = re.compile(r"[(\[](\w+):([A-Z]\w*(?:[|&!]:?[A-Z]\w*)*)")
_PROPERTY = re.compile(r"\b([a-z_]\w*)\.(\w+)\b")
NOT_KEPT = {
    *("Review.asked", "MENTIONS.kind", "MENTIONS.memory_id", "FACT.kind", "FACT.held"),  # removed in the same statement
    *("Lease.lease_until", "SchemaLock.held"),  # of nodes without a class
    *("Owner.owner", "Tombstone.text", "TombstoneKey.text"),  # a name that stands for other labels, too; of old stores
}
"""Properties in statements that no class has, and why."""


def _properties(cls: Any) -> set[str]:
    defined = cls.defined_properties(rels=False, aliases=False).items()
    return {getattr(one, "db_property", None) or name for name, one in defined}


def test_every_property_of_a_statement_is_known_to_archives() -> None:
    """What an archive does not know makes it unreadable where it is imported."""
    known = {name: _properties(one) for name, one in vars(nodes).items() if hasattr(one, "defined_properties")}
    for kind in EDGES.values():
        known.setdefault(kind.relation, set()).update(*map(_properties, kind.carries))
    unknown: dict[str, set[str]] = {}
    for name in queries.names():
        lines = queries.load(name).text.splitlines()
        text = "\n".join(line for line in lines if not line.startswith("//"))
        types: dict[str, set[str]] = {}
        for variable, named in _NAMED.findall(text):
            types.setdefault(variable, set()).update(re.split(r"[|&!:]+", named))
        for variable, asked in _PROPERTY.findall(text):
            own = types.get(variable, set())
            if own and own <= known.keys() and not any(asked in known[one] for one in own):
                unknown.setdefault(f"{min(own)}.{asked}", set()).add(name)
    assert unknown.keys() <= NOT_KEPT, {one: unknown[one] for one in unknown.keys() - NOT_KEPT}


def test_every_file_is_bound_by_one_module() -> None:
    assert set(queries.names()) == set(queries.bound())


@pytest.mark.parametrize("name", queries.names())
def test_every_query_names_its_owner(name: str) -> None:
    query = queries.load(name)
    if name.startswith("schema/") or name in OWNERLESS:
        assert "owner" not in query.params
    else:
        assert "owner" in query.params


def operators(plan: dict[str, Any]) -> set[str]:
    found = {plan["operatorType"].split("@")[0]}
    for child in plan.get("children", ()):
        found |= operators(child)
    return found


SAMPLE: dict[str, Any] = {
    "limit": 3,
    "most": 3,
    "kept": 3,
    "entities": 3,
    **dict.fromkeys(("linked", "beside", "together", "often", "depth", "deep", "pool"), 3),
    **dict.fromkeys(("whole_up_to", "deep_up_to"), 3),
    **dict.fromkeys(("turns_lucene", "memories_lucene"), "a"),
    **{"reach": 3, "parts": 3, "each": 3},
    "after": 0,
    "first": 3,
    "dimensions": 384,
    "labels": {},
    "wing": {},
    "properties": {},
    "chain": {},
    "lucene": "a",
    "vector": [0.1] * 384,
    "factor": 1.3,
    "folds": 7.4,
    "now_ms": 0,
    "surplus": 3,
    "turns": 3,
    "slug": "a",
    "after_at": None,
    "after_id": None,
}
PLANNED = [name for name in queries.names() if not name.startswith("schema/")]


async def plan_of(database: Database, name: str) -> dict[str, Any]:
    query = queries.load(name)
    text: Any = (
        f"EXPLAIN {query.text}"
        if "CYPHER 25" not in query.text
        else query.text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
    )
    async with database.driver.session(database="neo4j") as session:
        given = {param: SAMPLE.get(param, []) for param in query.params}
        summary = await (await session.run(text, given)).consume()
    assert summary.plan is not None
    return dict(summary.plan)


@pytest.mark.parametrize("name", PLANNED)
async def test_no_query_scans(database: Database, name: str) -> None:
    used = operators(await plan_of(database, name))
    scans = {
        operator for operator in used if operator in {"AllNodesScan", "NodeByLabelScan", "DirectedAllRelationshipsScan"}
    }
    if name in SCANS:
        return
    assert not scans, f"{name} scans: {sorted(used)}"


def details(plan: dict[str, Any]) -> list[str]:
    found = [str(plan["args"].get("Details", ""))]
    for child in plan.get("children", ()):
        found += details(child)
    return found


INDEXES = """SHOW INDEXES YIELD name, type, labelsOrTypes, properties, owningConstraint
WHERE type = 'RANGE' AND owningConstraint IS NULL RETURN labelsOrTypes[0] AS label, properties"""


async def test_every_index_is_used(database: Database) -> None:
    """Each is paid at every commit. A planner picks by what is stored, so that one that no plan here has counts as used
    when a query asks for all that it orders."""
    used = "\n".join([line for name in PLANNED for line in details(await plan_of(database, name))])
    rows = (await database.driver.execute_query(INDEXES)).records
    assert len(rows) > 50
    texts = [queries.load(name).text for name in PLANNED]
    unused = [
        (row["label"], row["properties"])
        for row in rows
        if f":{row['label']}({', '.join(row['properties'])})" not in used
        and not any(_asks(text, row["label"], row["properties"]) for text in texts)
    ]
    assert unused == []


def _asks(text: str, label: str, properties: list[str]) -> bool:
    return f":{label}" in text and all(re.search(rf"\b{name}\b", text) for name in properties)


def test_vector_search_filters_inside_the_index() -> None:
    text = queries.load("recall/nearest_drawers").text
    inside = text[text.index("SEARCH") : text.index(") SCORE")]
    assert "d.owner = $owner" in inside


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        (
            "// Says.\n// mode: read\n// params: owner\n// returns: n\nRETURN 1 AS n",
            r"cypher:3.*not used: \['owner'\]",
        ),
        ("// Says.\n// mode: read\n// params: nothing\n// returns: n\nRETURN $a AS n", r"not declared: \['a'\]"),
        ("// mode: read\n// params: nothing\n// returns: n\nRETURN 1", "says nothing"),
        ("// Says.\n// params: nothing\n// returns: n\nRETURN 1", "lacks `mode:`"),
        ("// Says.\n// mode: eat\n// params: nothing\n// returns: n\nRETURN 1", r"x.cypher:2: mode 'eat'"),
    ],
)
def test_a_header_that_lies_is_refused(source: str, complaint: str) -> None:
    with pytest.raises(QueryFileError, match=complaint):
        queries.parse("x", source)


def test_dollars_in_strings_and_comments_are_no_parameters() -> None:
    source = "// Says.\n// mode: read\n// params: a\n// returns: n\nRETURN '$b' + \"$c\" + $a AS `n$d` // $e"
    assert queries.parse("x", source).params == {"a"}


def test_a_second_module_may_not_bind_a_query() -> None:
    with pytest.raises(QueryFileError, match="asked for by elsewhere"):
        queries.bind("recall/nearest_drawers", "elsewhere")


async def test_read_mode_is_protection(database: Database) -> None:
    """A write that pretends to be a read is refused by the server itself."""
    from graphmem.errors import DatabaseError

    liar = queries.parse(
        "liar", "// Lies.\n// mode: read\n// params: owner\n// returns: nothing\nCREATE (:Owner {key: $owner})"
    )
    assert liar.mode is Mode.READ
    with pytest.raises(DatabaseError):
        await database.run(liar, owner="u" + "0" * 32)
