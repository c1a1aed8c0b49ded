"""What an owner declares of relations, in the statements that are read and in the memories that they meet."""

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
from graphmem.services.ingestion.forming import USER
from graphmem.store.memories import Neighbour

Slot = tuple[str, str]
"""The address of a subject, and the name of a relation."""


def as_declared(facts: Iterable[Statement], functional: Functional) -> tuple[Statement, ...]:
    """Facts of relations with as many values as their owner says; what is only reported ends nothing all the same."""
    return tuple(_declared(fact, functional.single(fact.predicate)) for fact in facts)


def _declared(fact: Statement, single: bool | None) -> Statement:
    return fact if single is None else replace(fact, single=single and not fact.reported, declared=True)


def told_as_declared(candidates: Iterable[Candidate], functional: Functional) -> None:
    """Give the statements of candidates what their owner declares."""
    for candidate in candidates:
        formed = candidate.formed
        candidate.formed = replace(formed, statements=as_declared(formed.statements, functional))


def beside(candidate: Candidate, near: Neighbour, read: Beside) -> Beside:
    """What the gate must know of a memory, by the relations that its owner declared.

    A memory is replaced where all its facts are of relations with one value at a time, of which the new statement tells
    another one. One whose relation has many values is contradicted by no other value.
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
    """The subjects and relations with one value, as declared, of which a statement tells."""
    return frozenset(_slot(fact) for fact in _binding(candidate) if fact.single)


def slots_of(draft: Draft) -> frozenset[Slot]:
    """The subjects and relations of which a memory that is about to be made tells."""
    return frozenset(map(_slot, draft.candidate.formed.statements))


def facts_of(near: Neighbour) -> Sequence[Statement]:
    """The facts that a memory states, read in its words."""
    doc = doc_of(near.text, Language(near.language))
    speaker = split(near.text)[0]
    subject = Mention(speaker, EntityType.PERSON) if speaker else USER
    return statements(dated(doc), doc.language, subject, (subject, *find(doc, speaker)))


def _binding(candidate: Candidate) -> list[Statement]:
    if is_outside(candidate.message.role):
        return []
    facts = candidate.formed.statements
    return [fact for fact in facts if fact.declared and not (fact.ended or fact.reported)]


def _slot(fact: Statement) -> Slot:
    return fact.subject.uri, fact.predicate
