"""Which of the six relations holds between two memories, decided without a model from what was read from each.

The thresholds of overlap are shares of the smaller memory's content words, not of the union (Szymkiewicz and Simpson's
overlap coefficient): a detail is often three times as long as what it details, and Jaccard's index would miss it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from graphmem.model.relation import Relation, RelationType

SAME_ENTITY, ELABORATES, RELATED_TO, CAUSES = 0.7, 0.5, 0.4, 0.5
"""Confidence of the heuristics."""

CHAIN, POINTING, TOPIC, ONE_ENTITY = 0.4, 0.45, 0.35, 0.5
"""Confidence of weaker evidence: a chain of events, "that is why", a shared topic, one shared entity only."""

STATED = 0.9
"""Confidence of what the gate decided."""

SHARED_ENTITIES = 2
"""Entities that two memories share for a full SAME_ENTITY."""

DETAIL_OVERLAP, RELATED_OVERLAP, CLAUSE_OVERLAP = 0.30, 0.15, 0.30
"""Shared content words, as a share of the smaller side, above which memories detail, or speak of the same; and of a
causal clause, for it to speak of the other memory."""

NAMED_CLAUSE = 0.6
"""Match of a clause that only names who or what the other memory names, too."""

UNNAMED_OVERLAP = 0.5
"""Without a shared entity a detail must repeat half of what it details."""


@dataclass(frozen=True, slots=True)
class Described:
    """A memory as the rules see it.

    `stems` are content words without names, `names` and `entities` what is named (stems; URIs), `capitals` names and
    words that a capital may make one, `topics` what it is about and `own_topics` those that no name brings. `clauses`
    are the stems of cause and effect stated in it, an empty half meaning the statement before; `chain` the ranks of its
    events in a chain of causes, 0 first. `replaces` says that it tells of a change.
    """

    id: str
    stems: frozenset[str]
    category: str = ""
    names: frozenset[str] = frozenset()
    entities: frozenset[str] = frozenset()
    capitals: frozenset[str] = frozenset()
    topics: frozenset[str] = frozenset()
    own_topics: frozenset[str] = frozenset()
    clauses: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    chain: frozenset[int] = frozenset()
    replaces: bool = False
    said_at: datetime | None = None


def relate(new: Described, old: Described, *, adjacent: bool, verdict: RelationType | None = None) -> Relation | None:
    """The strongest relation between a new memory and an older one; None when they have nothing to do with each other.

    `adjacent` says that one was said right after the other, so that "that is why" may point to it. `verdict` is
    SUPERSEDES or CONTRADICTS when the gate found either.
    """
    if verdict is not None:
        return _edge(new.id, old.id, verdict, STATED, "gate")
    return next(_found(new, old, adjacent=adjacent), None)


def verdict(new: Described, old: Described, *, contradicts: bool) -> RelationType | None:
    """SUPERSEDES when a contradiction tells of a change ("now", "moved"), else CONTRADICTS: which one holds is open.

    A change that is told of the same thing without a contradiction of values ("they broke up") supersedes, too; such an
    edge by itself closes nothing, only the gate does.
    """
    if contradicts:
        return RelationType.SUPERSEDES if new.replaces else RelationType.CONTRADICTS
    if not new.replaces or old.replaces or new.clauses or next(_chained(new, old), None):
        return None
    shared, overlap = _shared_entities(new, old), _shared_words(new, old)
    said_again = shared >= min(SHARED_ENTITIES, len(old.names)) and len(old.stems) < SHARED_ENTITIES
    same = said_again or shared >= SHARED_ENTITIES or (overlap >= UNNAMED_OVERLAP and not _other_person(new, old))
    return RelationType.SUPERSEDES if same or _details(new, old, shared=shared, overlap=overlap) else None


def _other_person(new: Described, old: Described) -> bool:
    """Whether both speak of people, and of different ones."""
    people = [{uri for uri in one.entities if uri.startswith("entity://person/")} for one in (new, old)]
    return all(people) and people[0].isdisjoint(people[1])


def merged(relations: Iterable[Relation]) -> tuple[Relation, ...]:
    """One relation for each pair and type, that of the higher confidence; in the order in which they first came."""
    best: dict[tuple[str, str, RelationType], Relation] = {}
    for relation in relations:
        key = (relation.source, relation.target, relation.type)
        if key not in best or relation.confidence > best[key].confidence:
            best[key] = relation
    return tuple(best.values())


def _found(new: Described, old: Described, *, adjacent: bool) -> Iterator[Relation]:
    """Relations by precedence: CAUSES, ELABORATES, SAME_ENTITY, RELATED_TO."""
    shared = _shared_entities(new, old)
    overlap = _shared_words(new, old)
    yield from _causes(new, old, adjacent=adjacent, linked=bool(shared or overlap))
    if _details(new, old, shared=shared, overlap=overlap):
        yield _edge(new.id, old.id, RelationType.ELABORATES, ELABORATES, "overlap")
    if shared:
        sure = SAME_ENTITY if shared >= SHARED_ENTITIES else ONE_ENTITY
        yield _edge(new.id, old.id, RelationType.SAME_ENTITY, sure, "shared entities")
    if new.category == old.category and overlap > RELATED_OVERLAP:
        yield _edge(new.id, old.id, RelationType.RELATED_TO, RELATED_TO, "category")
    if new.topics & old.topics:
        yield _edge(new.id, old.id, RelationType.RELATED_TO, TOPIC, "topic")


def _details(new: Described, old: Described, *, shared: int, overlap: float) -> bool:
    """Whether one says more of what the other says. Without a shared entity no two names may differ: Mia's birthday
    and Luke's are two."""
    if shared:
        # "Omar went to Morocco" is all names: whatever is told of both tells more of it.
        is_bare = (
            shared >= SHARED_ENTITIES
            and old.capitals <= new.capitals
            and len(old.stems) < SHARED_ENTITIES < len(new.stems)
        )
        same_topic = shared < SHARED_ENTITIES and bool(new.own_topics & old.own_topics)
        return overlap > DETAIL_OVERLAP or is_bare or same_topic
    return overlap >= UNNAMED_OVERLAP and not (new.names and old.names)


def _causes(new: Described, old: Described, *, adjacent: bool, linked: bool) -> Iterator[Relation]:
    if adjacent:
        yield from _pointing(new, old)
    for one, other in ((new, old), (old, new)):
        for cause, effect in one.clauses:
            as_cause, as_effect = _match(cause, other), _match(effect, other)
            if as_cause > max(as_effect, CLAUSE_OVERLAP):
                yield _edge(other.id, one.id, RelationType.CAUSES, CAUSES, "connective")
            elif as_effect > max(as_cause, CLAUSE_OVERLAP):
                yield _edge(one.id, other.id, RelationType.CAUSES, CAUSES, "connective")
    if adjacent or linked:
        yield from _chained(new, old)


def _pointing(new: Described, old: Described) -> Iterator[Relation]:
    """ "That is why …" names what was said before as the cause, "The reason is …" as the effect."""
    for cause, effect in new.clauses:
        if not cause:
            yield _edge(old.id, new.id, RelationType.CAUSES, POINTING, "pointing connective")
        elif not effect:
            yield _edge(new.id, old.id, RelationType.CAUSES, POINTING, "pointing connective")


def _chained(new: Described, old: Described) -> Iterator[Relation]:
    """A text of early events and one of late events: the early cause the late."""
    if not new.chain or not old.chain:
        return
    forward = max(new.chain) - min(old.chain)
    backward = max(old.chain) - min(new.chain)
    if forward > max(backward, 0):
        yield _edge(old.id, new.id, RelationType.CAUSES, CHAIN, "chain of events")
    elif backward > max(forward, 0):
        yield _edge(new.id, old.id, RelationType.CAUSES, CHAIN, "chain of events")


def _match(clause: frozenset[str], other: Described) -> float:
    """How far a clause speaks of another memory, 0–1. A name that both share tells only when it is the whole clause
    ("thanks to Grandpa")."""
    if clause and clause <= other.names:
        return NAMED_CLAUSE
    return _overlap(clause - other.names, other.stems)


def _shared_entities(new: Described, old: Described) -> int:
    """Entities by address, or by what capitals name in both, whichever are more."""
    return max(len(new.entities & old.entities), len(new.capitals & old.capitals))


def _shared_words(new: Described, old: Described) -> float:
    """Overlap of content words, of which what both write with a capital is none."""
    names = new.capitals & old.capitals
    return _overlap(new.stems - names, old.stems - names)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


def _edge(source: str, target: str, kind: RelationType, confidence: float, rule: str) -> Relation:
    """Edges that have no direction run from the smaller id to the larger."""
    if kind.symmetric and source > target:
        source, target = target, source
    return Relation(source, target, kind, confidence, rule)
