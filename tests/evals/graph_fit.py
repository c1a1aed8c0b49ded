"""`python -m tests.evals graph --fit FILE`: what the graph's signals say, learned from stories.

A link is learned beside all that stands near a turn of a chain; then how likely a turn that a walk reaches is a part of
the chain that is asked for; and of the turns that say the whole name of a profile, how many tell of whom it asks about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from graphmem.cognition.confidence import Head
from graphmem.evaluation import report
from graphmem.facade import GraphMem
from graphmem.language.query import query_terms
from graphmem.language.question import understand
from graphmem.language.question.question_names import Naming, asked_names
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.model.recall import Hit
from graphmem.services.graph_evidence import chain_signals
from graphmem.services.retrieval import causal_walk
from graphmem.services.retrieval.options import LEFT_OUT, RecallOptions
from graphmem.services.retrieval.search import Search
from graphmem.store import causal_turns
from graphmem.store.memory_recall import Scope
from tests.evals.graph_stores import CAUSAL, PROFILE, Question, Story
from tests.evals.learning import fitted

WITHOUT = replace(RecallOptions(touch=False), without=LEFT_OUT | {"causes"})

Example = tuple[Mapping[str, float], bool]


@dataclass(slots=True)
class Examples:
    """What is learned from, of each kind."""

    links: list[Example] = field(default_factory=list)
    chains: list[Example] = field(default_factory=list)
    named: list[bool] = field(default_factory=list)


async def learned(memory: GraphMem, stores: Sequence[tuple[Story, str]]) -> dict[str, Any]:
    """The heads as the file holds them; `stores` are stories with the owners in whose stores they lie."""
    examples = Examples()
    asked = [(story, owner, one) for story, owner in stores for one in story.questions]
    for story, owner, one in asked:
        if one.kind == CAUSAL:
            examples.links += await _links(memory, memory.owner(owner), story, one)
        if one.kind == PROFILE:
            examples.named += await _named(memory, owner, story, one)
    link = _head(examples.links)
    for story, owner, one in asked:
        if one.kind == CAUSAL:
            examples.chains += await _chains(memory, memory.owner(owner), story, one, link)
    named = sum(examples.named) / max(len(examples.named), 1)
    return {
        "learned_of": {"stories": [story.id for story, _ in stores], "links": len(examples.links)},
        "link": _written(link),
        "chain": _written(_head(examples.chains)),
        "named": round(named, 4),
    }


async def _links(memory: GraphMem, owner: Owner, story: Story, one: Question) -> list[Example]:
    """What stands beside each turn of a chain but its first, and whether it is the turn before it."""
    found: list[Example] = []
    turns = await _turns(memory, owner, story, one)
    chain = [turns[story.source_id(place)] for place in one.turns["chain"] if story.source_id(place) in turns]
    ids = {hit.drawer.id for hit in chain}
    for cause, effect in pairwise(chain):
        words = query_terms(effect.drawer.text, Language(effect.drawer.language))
        scope = Scope(owner, WITHOUT.as_of.bounds(Search(owner, understand(one.query), WITHOUT, ()).now))
        beside = await causal_turns.turns_near(
            memory.database, scope, {effect.drawer.id: words}, back=True, limit=causal_walk.BESIDE
        )
        for turn, signals in causal_walk.links(beside.get(effect.drawer.id, ()), back=True):
            if turn.id == cause.drawer.id or turn.id not in ids:
                found.append((signals, turn.id == cause.drawer.id))
    return found


async def _chains(memory: GraphMem, owner: Owner, story: Story, one: Question, link: Head) -> list[Example]:
    """What a walk reaches, and whether it is of the chain."""
    ids = {story.source_id(place) for place in one.turns["chain"]}
    turns = await _turns(memory, owner, story, one)
    chain = {turns[id_].drawer.id for id_ in ids if id_ in turns}
    answer = await memory.query_hits(one.query, owner=owner.name, options=WITHOUT)
    found: list[Example] = []
    for part in answer.parts[:1]:
        search = Search(owner, understand(one.query), WITHOUT, ())
        own = {hit.drawer.id: hit.confidence for hit in part.turns.hits}
        for id_, turn in (await causal_walk.reachable_turns(memory.database, search, part, link)).items():
            signals = chain_signals(strength=turn.strength, steps=turn.steps, own=own.get(id_, 0.0))
            found.append((signals, id_ in chain))
    return found


async def _named(memory: GraphMem, owner: str, story: Story, one: Question) -> list[bool]:
    """Of the turns that say the whole name, whether each tells of whom it is asked about."""
    names = asked_names(one.query, Language(story.lang))
    theirs = {story.source_id(place) for kind in ("current", "former") for place in one.turns[kind]}
    answer = await memory.query_hits(one.query, owner=owner, options=WITHOUT)
    return [
        hit.drawer.source_id in theirs
        for hit in answer.turns.hits
        if any(name.in_text(hit.drawer.text) is Naming.WHOLE for name in names)
    ]


async def _turns(memory: GraphMem, owner: Owner, story: Story, one: Question) -> dict[str, Hit]:
    """The turns of a chain by what they are called, each found by its own words."""
    found: dict[str, Hit] = {}
    for place in one.turns["chain"]:
        answer = await memory.query_hits(story.said[place][1][:500], owner=owner.name, options=WITHOUT)
        found |= {hit.drawer.source_id: hit for hit in answer.turns.hits if hit.drawer.source_id}
    return found


def _head(examples: Sequence[Example]) -> Head:
    return fitted([row for row, _ in examples], [is_so for _, is_so in examples])


def _written(head: Head) -> dict[str, Any]:
    rows = zip(head.names, head.mean, head.scale, head.weights, strict=True)
    return {
        "bias": round(head.bias, 4),
        "signals": {name: [round(value, 4) for value in values] for name, *values in rows},
    }


def write(found: dict[str, Any], path: Path) -> None:
    """Write what was learned. Raises InvalidInputError."""
    report.write(found, path)
