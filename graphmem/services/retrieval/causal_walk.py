"""A walk along a chain of causes, from the turns that answer a why-question best: back to causes, or forth to effects.

Each step goes by causes that were drawn, and by what is near in meaning, shares rare words and was said shortly before.
How strong the way to a turn is enters its confidence as a signal of its own.
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
from graphmem.services.retrieval.found import SubQueryResult
from graphmem.services.retrieval.search import Search
from graphmem.store import leading
from graphmem.store import recall as retrievers
from graphmem.store.database import Database
from graphmem.store.leading import Neighbour
from graphmem.store.remembered import Scope

SEEDS = 5
"""The surest turns of an answer, from which a walk begins: one of them tells what is asked about. Of 40 questions to
stories three seeds and four ways find 45 % of the chains among twenty turns, five and six 50 % (a trial over stored
neighbours; ten ways find no more)."""

BEAM, STEPS = 6, 3
"""Turns that are gone on from, the strongest ones, and how often: a chain of four turns has three links."""

BESIDE = 60
"""Turns that are looked at beside each, by meaning and by words."""

LEAST_LIKELY = 0.01
"""Probability below which a link is none: of what stands beside a turn nearly all has nothing to do with it."""

MOST = 16
"""Turns of chains, the strongest ones, that an answer holds beside the others."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A turn of a chain: how strong the way to it is, 0–1, and how many links it has."""

    strength: float
    steps: int
    text: str
    language: str


async def walked(database: Database, search: Search, part: SubQueryResult) -> SubQueryResult:
    """What a part of a question found with the chains that lead from its best turns; itself where no cause is asked
    for, or nothing answers."""
    options = search.options
    if part.intent is not Intent.CAUSAL or not options.has("causes") or part.answerable < part.answers_from:
        return part
    with search.stage("causes"):
        reached = await reach(database, search, part, graph_heads().link)
        further = await _further(database, search, part, reached)
    hits = [*part.turns.hits, *further]
    turns = tuple(_with_chain(hit, reached, part.answerable, back=_goes_back(search)) for hit in hits)
    return replace(part, turns=replace(part.turns, hits=turns))


async def _further(
    database: Database, search: Search, part: SubQueryResult, reached: Mapping[str, Reached]
) -> list[Hit]:
    """The turns of chains that the answer has not found."""
    known = {hit.drawer.id for hit in part.turns.hits}
    if not (ids := [id_ for id_ in reached if id_ not in known]):
        return []
    as_of = search.options.as_of
    described = await retrievers.describe(database, search.owner, ids, until=as_of.said_by, known=as_of.known_at)
    return [_hit(item) for item in described.values()]


def _goes_back(search: Search) -> bool:
    """Whether causes are asked for, and not effects."""
    return search.understood.causal_direction is not CausalDirection.EFFECTS


def _seeds(part: SubQueryResult) -> dict[str, Reached]:
    surest = sorted(part.turns.hits, key=lambda hit: -hit.confidence)[:SEEDS]
    highest = max((hit.confidence for hit in surest), default=0.0) or 1.0
    return {hit.drawer.id: Reached(hit.confidence / highest, 0, hit.drawer.text, hit.drawer.language) for hit in surest}


async def reach(database: Database, search: Search, part: SubQueryResult, head: Head) -> dict[str, Reached]:
    """The turns that a chain leads to by the strongest ways, those it begins with among them; `head` tells links."""
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
        found = await leading.beside(database, scope, fronts, back=back, limit=BESIDE, until=options.as_of.said_by)
        for id_ in ahead:
            for other, one in _links(head, reached[id_], found.get(id_, ()), back=back):
                if other not in reached or one.strength > reached[other].strength:
                    reached[other] = one
    return {id_: reached[id_] for id_ in sorted(reached, key=lambda id_: -reached[id_].strength)[:MOST]}


def _links(head: Head, front: Reached, beside: Sequence[Neighbour], *, back: bool) -> Iterator[tuple[str, Reached]]:
    """Where the links of a turn lead, and how strong the way is by each."""
    for one, signals in links(beside, back=back):
        likely = max(head.probability(signals), one.drawn)
        if likely >= LEAST_LIKELY:
            yield one.id, Reached(front.strength * likely**DAMPING, front.steps + 1, one.text, one.language)


def links(beside: Sequence[Neighbour], *, back: bool) -> Iterator[tuple[Neighbour, dict[str, float]]]:
    """What stands beside a turn, with the signals of a link to it.

    Places are those among BESIDE turns: to be the second nearest of four says no more than the thirtieth of sixty.
    """
    apart = max(BESIDE / len(beside), 1.0) if beside else 1.0
    for place, one in enumerate(sorted(beside, key=lambda one: -one.near)):
        days = one.days if back else -one.days
        yield one, link_signals(near=2 * one.near - 1, words=one.words, days=days, place=place * apart)


def _words(turn: Reached) -> tuple[str, ...]:
    return query_terms(turn.text, Language.TR if turn.language == Language.TR else Language.EN)


def _hit(item: PlacedDrawer) -> Hit:
    """A turn that a chain alone leads to."""
    return Hit(item.drawer, item.wing, item.room, item.closet, 0.0, {}, {}, "a chain of causes leads to it", item.made)


def _with_chain(hit: Hit, reached: Mapping[str, Reached], answerable: float, *, back: bool) -> Hit:
    one = reached.get(hit.drawer.id)
    if one is None:
        return hit
    signals = {**hit.signals, CHAIN: round(one.strength, 4), BACK: float(back)}
    sure = answerable * graph_heads().chained(strength=one.strength, steps=one.steps, own=hit.confidence)
    return replace(hit, signals=signals, confidence=round(max(hit.confidence, sure), 4))
