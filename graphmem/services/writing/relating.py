"""Finds the relations of new memories among their neighbours: near in meaning, about the same entities, or said just
before. Never a scan: a batch looks at a dozen others per memory at the most."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from graphmem.cognition.relations import Described, merged, relate
from graphmem.language.describe import Content, describe
from graphmem.model.language import Language
from graphmem.model.relation import Relation
from graphmem.services.writing.draft import Draft
from graphmem.services.writing.planning import Plan
from graphmem.store.memories import Neighbour, Relative

MOST = 4
"""Relations a new memory gets, the most certain first; the gate's own come on top."""

_content = lru_cache(maxsize=20_000)(describe)


class Relater:
    """The relations of one plan."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._decided = {frozenset((relation.source, relation.target)) for relation, _ in plan.relations}
        self._found: list[tuple[Relation, datetime]] = list(plan.relations)
        self._since = {draft.id: draft.valid_from for draft in plan.drafts.values()}
        self._before: dict[str, list[Draft]] = {}
        self._last: Draft | None = None

    def add(self, draft: Draft, near: list[Neighbour], relatives: list[Relative]) -> None:
        """Relate one new memory; drafts come in the order they were said."""
        new = self._described_draft(draft)
        others: dict[str, Described] = {}
        known: list[Neighbour | Relative] = [*near, *relatives]
        for other in known:
            others.setdefault(other.id, _described(other))
        for uri in new.entities:
            for earlier in self._before.get(uri, [])[-MOST:]:
                others.setdefault(earlier.id, self._described_draft(earlier))
        last = self._last if self._last is not None and _follows(draft, self._last) else None
        if last is not None:
            others.setdefault(last.id, self._described_draft(last))
        self._relate(new, others, last)
        for uri in new.entities:
            self._before.setdefault(uri, []).append(draft)
        self._last = draft

    def found(self) -> list[tuple[Relation, datetime]]:
        """Every relation with the moment since which it holds."""
        return self._found

    def _relate(self, new: Described, others: dict[str, Described], last: Draft | None) -> None:
        relations = []
        for other in others.values():
            if other.id != new.id and frozenset((new.id, other.id)) not in self._decided:
                relation = relate(new, other, adjacent=last is not None and other.id == last.id)
                if relation is not None:
                    relations.append(relation)
        best = sorted(merged(relations), key=lambda relation: -relation.confidence)[:MOST]
        self._found.extend((relation, self._since[new.id]) for relation in best)

    def _described_draft(self, draft: Draft) -> Described:
        formed, message = draft.candidate.formed, draft.candidate.message
        uris = frozenset(mention.uri for mention in formed.entities)
        content = _content(draft.text, message.language)
        return _join(draft.id, content, formed.category.value, uris, message.said_at)


def _described(other: Neighbour | Relative) -> Described:
    content = _content(other.text, Language(other.language))
    return _join(other.id, content, other.category, frozenset(other.entities), other.said_at)


def _join(id_: str, content: Content, category: str, entities: frozenset[str], said_at: datetime) -> Described:
    return Described(
        id=id_,
        stems=content.stems,
        category=category,
        names=content.names,
        entities=entities,
        capitals=content.capitals,
        topics=content.topics,
        own_topics=content.own_topics,
        clauses=content.clauses,
        chain=content.chain,
        replaces=content.replaces,
        said_at=said_at,
    )


def _follows(draft: Draft, last: Draft) -> bool:
    """Whether one was said right after the other in one conversation."""
    return draft.candidate.message.session == last.candidate.message.session
