"""Finds the relations of new memories among their neighbours: near in meaning, about the same entities, or said just
before. Never a scan: a batch looks at a dozen others per memory at the most."""

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
"""Relations a new memory gets, causes before others and then the most certain; the gate's own come on top."""

NEAREST = 2
"""At work on a project, so many of what is nearest to a new memory may be of its matter. What is told there is seldom
told again in the same words, and changes often; a context shows what was told later beside what it is of."""

STRONGER = frozenset({RelationType.CAUSES, RelationType.SAME_ENTITY})
"""What takes the place of an ELABORATES of the gate."""

ONE_MATTER = frozenset({RelationType.SUPERSEDES, RelationType.CONTRADICTS, RelationType.ELABORATES})
"""Relations of statements of one matter, along which a context looks for what was told later, too."""

PAUSE = timedelta(hours=1)
"""After so long a "that is why" points to nothing said before."""


class Relater:
    """The relations of one plan."""

    def __init__(self, plan: Plan, model: str, judge: Judge | None = None) -> None:
        """`model` is the embedder's, whose cosines are calibrated by its name. The `judge` decides about pairs that it
        has read, rules about the others."""
        self._judge = judge
        self._model = model
        pairs = {frozenset((relation.source, relation.target)): relation for relation, _ in plan.relations}
        # That a statement says much the same is the gate's weakest word: a cause or shared names tell more.
        self._details = {pair: one for pair, one in pairs.items() if one.type is RelationType.ELABORATES}
        self._decided = pairs.keys() - self._details.keys()
        self._found: list[tuple[Relation, datetime]] = list(plan.relations)
        self._since = {draft.id: draft.valid_from for draft in plan.drafts.values()}
        self._before: dict[str, list[Draft]] = {}
        self._last: Draft | None = None
        self._told: dict[str, tuple[str, Language]] = {}
        self._texts: dict[str, str] = {}

    def add(self, draft: Draft, near: list[Neighbour], relatives: list[Relative]) -> None:
        """Relate one new memory; drafts come in the order they were said."""
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

    def found(self) -> list[tuple[Relation, datetime]]:
        """Every relation with the moment since which it holds."""
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
        # Causes are few and told in words; that something says more of something is a guess, if often a surer one.
        best = sorted(merged(relations), key=lambda one: (one.type is not RelationType.CAUSES, -one.confidence))[:MOST]
        weaker = [self._details.get(frozenset((relation.source, relation.target))) for relation in best]
        self._found = [one for one in self._found if one[0] not in weaker]
        self._found.extend((relation, self._since[new.id]) for relation in best)

    def _of_same_matter(
        self, draft: Draft, new: Described, near: list[Neighbour], others: dict[str, Described]
    ) -> list[tuple[Relation, datetime]]:
        """What was told of the same matter before at work on the project, where nothing relates the two already."""
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
        # A shared topic or category says less of the two.
        self._found = [
            (one, since)
            for one, since in self._found
            if one.type is not RelationType.RELATED_TO or frozenset((one.source, one.target)) not in pairs
        ]
        return [(relation, self._since[new.id]) for relation in found]

    def _one(
        self, draft: Draft, new: Described, other: Described, last: Draft | None, similarity: float
    ) -> Relation | None:
        """The relation to one other memory; what a text says itself of cause and effect goes before the judge."""
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
        # Two names in common are a fact, whatever else the judge is not sure of.
        return found if drawn is None and found is not None and found.type is RelationType.SAME_ENTITY else drawn

    def _similarity(self, draft: Draft, last: Draft | None) -> float:
        """How near a statement is to the one before it in its message; 0 elsewhere and when the embedder failed.

        "That is why" at the beginning of a message may mean what somebody else said before.
        """
        if last is None or draft.vector is None or last.vector is None:
            return 0.0
        if draft.candidate.message.id != last.candidate.message.id:
            return 0.0
        return calibrated(float(np.dot(draft.vector, last.vector)), self._model)

    def _described_draft(self, draft: Draft) -> Described:
        formed, message = draft.candidate.formed, draft.candidate.message
        content = _content(doc_of(draft.text, message.language))
        uris = (mention.uri for mention in formed.entities)
        speaker = _speaker(message.speaker, message.language)
        return _join(draft.id, content, formed.category.value, uris, speaker, draft.valid_from)


def related(
    plan: Plan, model: str, judge: Judge, candidates: Sequence[Candidate], near: Sequence[Surroundings]
) -> list[tuple[Relation, datetime]]:
    """The relations of what a plan makes, with the moments since which they hold; `near` is what each candidate met."""
    surroundings = {id(candidate): around for candidate, around in zip(candidates, near, strict=True)}
    relater = Relater(plan, model, judge)
    for draft in plan.drafts.values():
        if draft.retracted_at is None:
            around = surroundings[id(draft.candidate)]
            relater.add(draft, around.near, around.relatives)
    return relater.found()


def _described(other: Neighbour | Relative) -> Described:
    language = Language(other.language)
    speaker = _speaker(other.speaker, language)
    content = _content(doc_of(other.text, language))
    return _join(other.id, content, other.category, other.entities, speaker, other.valid_from)


@lru_cache(maxsize=1_000)
def _speaker(name: str, language: Language) -> frozenset[str]:
    """How texts name who said them: by address and by the stems of the name's words."""
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
    """Whether somebody said one right after the other in one conversation."""
    message, before = draft.candidate.message, last.candidate.message
    is_same = (message.session, message.speaker) == (before.session, before.speaker)
    return is_same and abs(message.said_at - before.said_at) <= PAUSE
