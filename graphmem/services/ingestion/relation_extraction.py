"""Relations of new memories to others: near in meaning, of the same entities, said just before.

The search never scans: it compares at most a dozen others with each memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

import numpy as np

from graphmem.cognition.calibration import calibrated
from graphmem.cognition.relations import Described, grounded, judged, merged, relate, same_matter
from graphmem.language.contradiction.succession import is_of_another
from graphmem.language.describe import Content, describe, name_stems
from graphmem.language.doc import Doc, doc_of
from graphmem.language.quotes import told_of
from graphmem.model.entity import EntityType, Mention
from graphmem.model.language import Language
from graphmem.model.memory import DataSource
from graphmem.model.relation import Relation, RelationType
from graphmem.model.transcript import Role
from graphmem.services.ingestion.consolidation import Plan
from graphmem.services.ingestion.draft import Candidate, Draft
from graphmem.services.judging import Judge
from graphmem.store.memories import Neighbour, Relative, Surroundings

MOST = 2
"""Most relations of a new memory, causes first, then by confidence; the gate's own are not counted."""

NEAREST = 2
"""In a project, nearest memories that may be of a new memory's matter.
Statements there change often and are seldom repeated in the same words; a context shows later ones beside earlier."""

STRONGER = frozenset({RelationType.CAUSES, RelationType.SAME_ENTITY})
"""Relations that replace an ELABORATES of the gate."""

ONE_MATTER = frozenset({RelationType.SUPERSEDES, RelationType.CONTRADICTS, RelationType.ELABORATES})
"""Relations between statements of one matter, along which a context finds later updates."""

PAUSE = timedelta(hours=1)
"""Pause after which "that is why" refers to nothing said before."""


class Relater:
    """Collects the relations of one plan."""

    def __init__(self, plan: Plan, model: str, judge: Judge | None = None) -> None:
        """`model` is the embedder's name, which selects the calibration of its cosines.
        The `judge` decides about pairs of texts that it has read; rules decide about the others."""
        self._judge = judge
        self._model = model
        pairs = {frozenset((relation.source, relation.target)): relation for relation, _ in plan.relations}
        # ELABORATES is the gate's weakest relation: a cause or shared entities may replace it.
        self._details = {pair: one for pair, one in pairs.items() if one.type is RelationType.ELABORATES}
        self._decided = pairs.keys() - self._details.keys()
        self._found: list[tuple[Relation, datetime]] = list(plan.relations)
        self._since = {draft.id: draft.valid_from for draft in plan.drafts.values()}
        self._before: dict[str, list[Draft]] = {}
        self._last: Draft | None = None
        self._told: dict[str, tuple[str, Language]] = {}
        self._texts: dict[str, str] = {}

    def add(self, draft: Draft, near: list[Neighbour], relatives: list[Relative]) -> None:
        """Relate one new memory; call it for drafts in the order they were said."""
        new = self._described_draft(draft)
        others: dict[str, Described] = {}
        known: list[Neighbour | Relative] = [*near, *relatives]
        language = draft.candidate.message.language
        self._texts = {other.id: other.text for other in known if other.language == language}
        self._texts |= {id_: text for id_, (text, spoken) in self._told.items() if spoken is language}
        self._told[draft.id] = (draft.text, language)
        for other in known:
            others.setdefault(other.id, _described(other))
        for uri in new.entities:
            for earlier in self._before.get(uri, [])[-MOST:]:
                others.setdefault(earlier.id, self._described_draft(earlier))
        last = self._last if self._last is not None and _follows(draft, self._last) else None
        if last is not None:
            others.setdefault(last.id, self._described_draft(last))
        self._relate(draft, new, others, last, self._similarity(draft, last))
        self._found += self._of_same_matter(draft, new, near, others)
        for uri in new.entities:
            self._before.setdefault(uri, []).append(draft)
        self._last = draft

    def relations(self) -> list[tuple[Relation, datetime]]:
        """All relations, each with the instant from which it is valid."""
        return self._found

    def _relate(
        self, draft: Draft, new: Described, others: dict[str, Described], last: Draft | None, similarity: float
    ) -> None:
        relations = []
        for other in others.values():
            if other.id != new.id and frozenset((new.id, other.id)) not in self._decided:
                is_last = last is not None and other.id == last.id
                relation = self._one(draft, new, other, last if is_last else None, similarity)
                detail = self._details.get(frozenset((new.id, other.id)))
                if relation is not None and (detail is None or relation.type in STRONGER):
                    relations.append(relation)
        for pair, detail in [(pair, one) for pair, one in self._details.items() if new.id in pair]:
            beside = others.get(next(iter(pair - {new.id})))
            if beside is not None and not grounded(new, beside):
                self._found = [one for one in self._found if one[0] is not detail]
        # Causes come first: they are few and explicit, while an elaboration is a guess, if often of more confidence.
        best = sorted(merged(relations), key=lambda one: (one.type is not RelationType.CAUSES, -one.confidence))[:MOST]
        weaker = [self._details.get(frozenset((relation.source, relation.target))) for relation in best]
        self._found = [one for one in self._found if one[0] not in weaker]
        self._found.extend((relation, self._since[new.id]) for relation in best)

    def _of_same_matter(
        self, draft: Draft, new: Described, near: list[Neighbour], others: dict[str, Described]
    ) -> list[tuple[Relation, datetime]]:
        """Relate a user's new memory in a project to the nearest earlier ones of its matter, if unrelated."""
        message = draft.candidate.message
        if message.project is None or message.role is not Role.USER:
            return []
        linked = {frozenset((one.source, one.target)) for one, _ in self._found if one.type in ONE_MATTER}
        drawn = [
            same_matter(new, others[other.id])
            for other in near[:NEAREST]
            if other.said_at < message.said_at
            and other.data_source is DataSource.USER
            and other.id != new.id
            and frozenset((new.id, other.id)) not in linked
        ]
        found = [relation for relation in drawn if relation is not None]
        pairs = {frozenset((one.source, one.target)) for one in found}
        # RELATED_TO, a shared topic or category, says less of such a pair.
        self._found = [
            (one, since)
            for one, since in self._found
            if one.type is not RelationType.RELATED_TO or frozenset((one.source, one.target)) not in pairs
        ]
        return [(relation, self._since[new.id]) for relation in found]

    def _one(
        self, draft: Draft, new: Described, other: Described, last: Draft | None, similarity: float
    ) -> Relation | None:
        """The relation to one other memory; a cause stated in the text overrides the judge."""
        together = last is not None and last.candidate.message.id == draft.candidate.message.id
        near = similarity if last is not None else 0.0
        found = relate(new, other, adjacent=last is not None, similarity=near, together=together)
        told, language = self._texts.get(other.id), draft.candidate.message.language
        verdict = None if self._judge is None or told is None else self._judge.relation(told, draft.text, language)
        if verdict is None:
            return found
        if found is not None and found.type is RelationType.CAUSES:
            return found
        drawn = judged(new, other, verdict.probabilities, together=together, adjacent=last is not None)
        is_conflict = drawn is not None and drawn.type is RelationType.CONTRADICTS
        if is_conflict and told is not None and is_of_another(doc_of(told, language), doc_of(draft.text, language)):
            drawn = None
        # Shared entities are a fact, even if the judge is sure of no relation.
        return found if drawn is None and found is not None and found.type is RelationType.SAME_ENTITY else drawn

    def _similarity(self, draft: Draft, last: Draft | None) -> float:
        """Calibrated similarity to the statement before in the same message; 0 across messages or unembedded.

        At the start of a message, "that is why" may refer to somebody else's words.
        """
        if last is None or draft.vector is None or last.vector is None:
            return 0.0
        if draft.candidate.message.id != last.candidate.message.id:
            return 0.0
        return calibrated(float(np.dot(draft.vector, last.vector)), self._model)

    def _described_draft(self, draft: Draft) -> Described:
        statement, message = draft.candidate.statement, draft.candidate.message
        content = _content(doc_of(draft.text, message.language))
        uris = (mention.uri for mention in statement.entities)
        speaker = _speaker(message.speaker, message.language)
        return _join(draft.id, content, statement.category.value, uris, speaker, draft.valid_from)


def find_relations(
    plan: Plan, model: str, judge: Judge, candidates: Sequence[Candidate], near: Sequence[Surroundings]
) -> list[tuple[Relation, datetime]]:
    """All relations of a plan, each with the start of its validity; `near` are the candidates' neighbours."""
    surroundings = {id(candidate): around for candidate, around in zip(candidates, near, strict=True)}
    relater = Relater(plan, model, judge)
    for draft in plan.drafts.values():
        if draft.retracted_at is None:
            around = surroundings[id(draft.candidate)]
            relater.add(draft, around.near, around.relatives)
    return relater.relations()


def _described(other: Neighbour | Relative) -> Described:
    language = Language(other.language)
    speaker = _speaker(other.speaker, language)
    content = _content(doc_of(other.text, language))
    return _join(other.id, content, other.category, other.entities, speaker, other.valid_from)


@lru_cache(maxsize=1_000)
def _speaker(name: str, language: Language) -> frozenset[str]:
    """The names of a speaker in texts: the URI, and the stems of the name's words."""
    return frozenset({Mention(name, EntityType.PERSON).uri, *name_stems(name, language)}) if name else frozenset()


def _join(
    id_: str, content: Content, category: str, entities: Iterable[str], speaker: frozenset[str], begins: datetime
) -> Described:
    return Described(
        id=id_,
        stems=content.stems,
        category=category,
        names=content.names,
        entities=frozenset(entities),
        capitals=content.capitals,
        topics=content.topics,
        own_topics=content.own_topics,
        clauses=content.clauses,
        speaker=speaker,
        begins=begins,
    )


def _content(doc: Doc) -> Content:
    return describe(told_of(doc)[1])


def _follows(draft: Draft, last: Draft) -> bool:
    """Whether one speaker said both in one conversation, within PAUSE."""
    message, before = draft.candidate.message, last.candidate.message
    is_same = (message.session, message.speaker) == (before.session, before.speaker)
    return is_same and abs(message.said_at - before.said_at) <= PAUSE
