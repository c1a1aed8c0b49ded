"""Walks causal chains from the best turns of a why-question, back to causes or forth to effects.

A step follows a stored causal edge, or a likely one: near in meaning, shared rare words, said shortly before. The
strength of the path to a turn enters the turn's confidence as a signal of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.cognition.confidence import Head
from graphmem.cognition.likely_causes import DAMPING, link_signals
from graphmem.language.query import query_terms
from graphmem.model.language import Language
from graphmem.model.palace import PlacedDrawer
from graphmem.model.question import CausalDirection, Intent
from graphmem.model.recall import Hit
from graphmem.services.graph_evidence import BACK, CHAIN, graph_heads
from graphmem.services.retrieval.query_hits import SubQueryResult
from graphmem.services.retrieval.search import Search
from graphmem.store import causal_turns
from graphmem.store import recall as retrievers
from graphmem.store.causal_turns import Neighbour
from graphmem.store.database import Database
from graphmem.store.memory_recall import Scope

SEEDS = 5
"""The surest turns, from which the walk starts: one of them states the event asked about.
Of 40 questions to stories three seeds and a beam of four find 45 % of the chains among twenty turns, five and six
50 % (a trial over stored neighbours; a beam of ten finds no more)."""

BEAM, STEPS = 6, 3
"""Strongest turns extended per step, and steps: a chain of four turns has three links."""

BESIDE = 60
"""Neighbours read of each turn, by meaning and by words."""

LEAST_LIKELY = 0.01
"""Probability below which a link is dropped: nearly all neighbours of a turn are unrelated."""

MOST = 16
"""Strongest turns kept of a walk, its seeds included."""


@dataclass(frozen=True, slots=True)
class ChainTurn:
    """A turn of a chain: the strength of the path to it, 0–1, and the path's number of links."""

    strength: float
    steps: int
    text: str
    language: str


async def add_causal_chains(database: Database, search: Search, part: SubQueryResult) -> SubQueryResult:
    """Add the causal chains from a part's best turns.
    Returns the part unchanged if its intent is not causal or it is not answerable."""
    options = search.options
    if part.intent is not Intent.CAUSAL or not options.has("causes") or part.answerable < part.answers_from:
        return part
    with search.stage("causes"):
        reached = await reachable_turns(database, search, part, graph_heads().link)
        further = await _further(database, search, part, reached)
    hits = [*part.turns.hits, *further]
    turns = tuple(_with_chain(hit, reached, part.answerable, back=_goes_back(search)) for hit in hits)
    return replace(part, turns=replace(part.turns, hits=turns))


async def _further(
    database: Database, search: Search, part: SubQueryResult, reached: Mapping[str, ChainTurn]
) -> list[Hit]:
    """The turns of chains that the part does not hold yet."""
    known = {hit.drawer.id for hit in part.turns.hits}
    if not (ids := [id_ for id_ in reached if id_ not in known]):
        return []
    as_of = search.options.as_of
    described = await retrievers.describe(database, search.owner, ids, until=as_of.said_by, known=as_of.known_at)
    return [_hit(item) for item in described.values()]


def _goes_back(search: Search) -> bool:
    """Whether the walk goes back to causes, which is so unless the question asks for effects."""
    return search.understood.causal_direction is not CausalDirection.EFFECTS


def _seeds(part: SubQueryResult) -> dict[str, ChainTurn]:
    surest = sorted(part.turns.hits, key=lambda hit: -hit.confidence)[:SEEDS]
    highest = max((hit.confidence for hit in surest), default=0.0) or 1.0
    return {
        hit.drawer.id: ChainTurn(hit.confidence / highest, 0, hit.drawer.text, hit.drawer.language) for hit in surest
    }


async def reachable_turns(database: Database, search: Search, part: SubQueryResult, head: Head) -> dict[str, ChainTurn]:
    """The MOST turns with the strongest paths, seeds included; `head` gives the probability of a link."""
    options = search.options
    scope = Scope(search.owner, options.as_of.bounds(search.now), project=options.of_project)
    back = _goes_back(search)
    reached, gone = _seeds(part), set[str]()
    for _ in range(STEPS):
        ahead = sorted((id_ for id_ in reached if id_ not in gone), key=lambda id_: -reached[id_].strength)[:BEAM]
        if not ahead:
            break
        gone |= set(ahead)
        fronts = {id_: _words(reached[id_]) for id_ in ahead}
        found = await causal_turns.turns_near(
            database, scope, fronts, back=back, limit=BESIDE, until=options.as_of.said_by
        )
        for id_ in ahead:
            for other, one in _links(head, reached[id_], found.get(id_, ()), back=back):
                if other not in reached or one.strength > reached[other].strength:
                    reached[other] = one
    return {id_: reached[id_] for id_ in sorted(reached, key=lambda id_: -reached[id_].strength)[:MOST]}


def _links(head: Head, front: ChainTurn, beside: Sequence[Neighbour], *, back: bool) -> Iterator[tuple[str, ChainTurn]]:
    """Yield the turns that a turn links to, each with the strength of the path through it."""
    for one, signals in links(beside, back=back):
        likely = max(head.probability(signals), one.drawn)
        if likely >= LEAST_LIKELY:
            yield one.id, ChainTurn(front.strength * likely**DAMPING, front.steps + 1, one.text, one.language)


def links(beside: Sequence[Neighbour], *, back: bool) -> Iterator[tuple[Neighbour, dict[str, float]]]:
    """Yield the neighbours of a turn, each with the signals of a link to it.

    Places are scaled to BESIDE turns: the second nearest of four says no more than the thirtieth of sixty.
    """
    apart = max(BESIDE / len(beside), 1.0) if beside else 1.0
    for place, one in enumerate(sorted(beside, key=lambda one: -one.near)):
        days = one.days if back else -one.days
        yield one, link_signals(near=2 * one.near - 1, words=one.words, days=days, place=place * apart)


def _words(turn: ChainTurn) -> tuple[str, ...]:
    return query_terms(turn.text, Language.TR if turn.language == Language.TR else Language.EN)


def _hit(item: PlacedDrawer) -> Hit:
    """The hit of a turn that only a chain found; its score is 0."""
    return Hit(item.drawer, item.wing, item.room, item.closet, 0.0, {}, {}, "a chain of causes leads to it", item.made)


def _with_chain(hit: Hit, reached: Mapping[str, ChainTurn], answerable: float, *, back: bool) -> Hit:
    one = reached.get(hit.drawer.id)
    if one is None:
        return hit
    signals = {**hit.signals, CHAIN: round(one.strength, 4), BACK: float(back)}
    sure = answerable * graph_heads().chained(strength=one.strength, steps=one.steps, own=hit.confidence)
    return replace(hit, signals=signals, confidence=round(max(hit.confidence, sure), 4))
