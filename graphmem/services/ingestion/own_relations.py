"""Applies an owner's declared relations to new statements and to the memories that the gate compares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from graphmem.cognition.prediction_error import Neighbour as Beside
from graphmem.language.doc import doc_of
from graphmem.language.entities import find
from graphmem.language.quotes import dated, split
from graphmem.language.statements import statements
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.language import Language
from graphmem.model.own_schema import Functional
from graphmem.model.trust import is_outside
from graphmem.services.ingestion.draft import Candidate, Draft
from graphmem.services.ingestion.formation import USER
from graphmem.store.memories import Neighbour

Slot = tuple[str, str]
"""The URI of a subject, and the name of a relation."""


def set_declared(facts: Iterable[Statement], functional: Functional) -> tuple[Statement, ...]:
    """Set whether each fact's relation has one value, as declared; a reported fact never ends another."""
    return tuple(_declared(fact, functional.single(fact.predicate)) for fact in facts)


def _declared(fact: Statement, single: bool | None) -> Statement:
    return fact if single is None else replace(fact, single=single and not fact.reported, declared=True)


def apply_declared(candidates: Iterable[Candidate], functional: Functional) -> None:
    """Apply the owner's declared relations to the facts of candidates."""
    for candidate in candidates:
        statement = candidate.statement
        candidate.statement = replace(statement, facts=set_declared(statement.facts, functional))


def adjust_neighbour(candidate: Candidate, near: Neighbour, read: Beside) -> Beside:
    """Adjust the gate's reading of a memory by the relations that its owner declared.

    A memory is replaced if the new statement gives another value for each of its facts, all of relations with one value
    at a time. Another value of a relation with many values contradicts nothing.
    """
    told = {_slot(fact): fact for fact in _binding(candidate)}
    if not told:
        return read
    known = {_slot(fact): fact for fact in facts_of(near) if not fact.ended}
    others = {slot for slot, fact in known.items() if slot in told and fact.object.uri != told[slot].object.uri}
    if others and all(told[slot].single for slot in others) and others == known.keys():
        return replace(read, replaced=True, hearsay=False)
    if any(not told[slot].single for slot in others):
        return replace(read, contradicts=False, follows=False, disputes=False, changed=None)
    return read


def single_slots(candidate: Candidate) -> frozenset[Slot]:
    """The slots of a statement's facts whose relation is declared to have one value."""
    return frozenset(_slot(fact) for fact in _binding(candidate) if fact.single)


def slots_of(draft: Draft) -> frozenset[Slot]:
    """The slots of a draft's facts."""
    return frozenset(map(_slot, draft.candidate.statement.facts))


def facts_of(near: Neighbour) -> Sequence[Statement]:
    """Read the facts that a memory states from its text."""
    doc = doc_of(near.text, Language(near.language))
    speaker = split(near.text)[0]
    subject = Mention(speaker, EntityType.PERSON) if speaker else USER
    return statements(dated(doc), doc.language, subject, (subject, *find(doc, speaker)))


def _binding(candidate: Candidate) -> list[Statement]:
    if is_outside(candidate.message.role):
        return []
    facts = candidate.statement.facts
    return [fact for fact in facts if fact.declared and not (fact.ended or fact.reported)]


def _slot(fact: Statement) -> Slot:
    return fact.subject.uri, fact.predicate
