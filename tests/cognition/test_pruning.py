"""Relations that go when an owner has too many."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.pruning import Edge, pruned, surplus
from graphmem.model.relation import RelationType as T


def test_none_go_up_to_the_limit() -> None:
    assert surplus(1000, limit=1000) == 0
    assert surplus(1001, limit=1000) == 101


def test_by_type_then_confidence_then_id() -> None:
    edges = [
        Edge("e1", T.ELABORATES, 0.1),
        Edge("s1", T.SAME_ENTITY, 0.5),
        Edge("s2", T.SAME_ENTITY, 0.7),
        Edge("r2", T.RELATED_TO, 0.4),
        Edge("r1", T.RELATED_TO, 0.4),
        Edge("c1", T.CAUSES, 0.0),
        Edge("u1", T.SUPERSEDES, 0.0),
        Edge("x1", T.CONTRADICTS, 0.0),
    ]
    assert [edge.id for edge in pruned(edges, limit=5)] == ["r1", "r2", "s1", "s2"]
    assert [edge.id for edge in pruned(edges, limit=1)] == ["r1", "r2", "s1", "s2", "e1"]
    assert pruned(edges, limit=8) == ()


edges = st.lists(st.builds(Edge, st.uuids().map(str), st.sampled_from(list(T)), st.floats(0, 1)), max_size=60)


@given(edges, st.integers(1, 60))
def test_never_the_unprunable_and_never_too_many(held: list[Edge], limit: int) -> None:
    gone = pruned(held, limit=limit)
    assert all(edge.type.prune_rank is not None for edge in gone)
    assert len(gone) <= surplus(len(held), limit=limit)
    prunable = sum(edge.type.prune_rank is not None for edge in held)
    assert len(gone) == min(surplus(len(held), limit=limit), prunable)
