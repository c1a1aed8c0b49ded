"""What the write gate reads of texts: calibrated cosines, the words of both, contradictions. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.cognition.calibration import calibrated, crossing
from graphmem.cognition.prediction_error import CREATE_BELOW, Judged, Neighbour
from graphmem.language.contradiction import ENDING, contradicts, disputes, ends_in_passing, undoes_nothing
from graphmem.language.contradiction.instructions import INSTRUCTION
from graphmem.language.contradiction.succession import is_of_another, succeeds
from graphmem.language.contradiction.supposed import is_supposed
from graphmem.language.corrections import corrects
from graphmem.language.describe import describe, name_stems
from graphmem.language.doc import Doc, doc_of
from graphmem.language.guards import compare
from graphmem.language.quotes import told_of
from graphmem.language.rhythm import is_exception
from graphmem.language.values import values_apart, values_differ
from graphmem.model.language import Language
from graphmem.services.judging import Judge

SAME_MATTER = 0.5
"""Calibrated similarity from which a contradiction found by subject and attribute counts as near: the words have shown
that both are of one matter, and "moved to Lisbon" is far from "lives in Berlin" for a small embedder."""


BY_WORD = frozenset({ENDING, INSTRUCTION})
"""What is found word by word, so that cosines say little of it."""

SAME_CLAUSE = 0.42
"""The same for what two clauses disagree about: the rest of the statements may be of other matters."""


@dataclass(frozen=True, slots=True)
class NearMemory:
    """A live memory of the same owner, with the raw cosine of its vector to the new statement's."""

    id: str
    text: str
    cosine: float
    immutable: bool = False
    language: Language | None = None
    """None where it is that of the new statement."""
    stated: bool = False
    """Whether the new statement states a fact, or the end of one, of the very property that this one states."""
    others: bool = False
    """Whether somebody else said it."""
    binding: bool = False
    """Whether it is a rule or a way of working, and the new statement tells only what happened."""


def disputed(text: str, near: NearMemory, *, model: str, language: Language) -> bool:
    """Whether a clause of the statement disagrees with one of a memory that may be of another matter as a whole."""
    return (
        calibrated(near.cosine, model) >= SAME_CLAUSE
        and disputes(doc_of(near.text, language), doc_of(text, language)) is not None
    )


def read_neighbour(
    text: str,
    near: NearMemory,
    model: str,
    language: Language,
    claim: str | None = None,
    judge: Judge | None = None,
) -> Neighbour:
    """What the gate must know of one memory beside the statement `text`, of which its speaker claims only `claim`.
    Whether they contradict each other is read across languages, too.

    The `judge` has a verdict on texts that it has read and that are near enough.
    """
    old, new = doc_of(near.text, language), doc_of(text, language)
    told = doc_of(near.text, near.language or language)
    wording = compare(old, new)
    exchanged = values_apart(old, new)
    common, shared = _common(old, new)
    similarity = calibrated(near.cosine, model)
    is_exempt = is_exception(told, new)
    another = is_exempt or is_of_another(told, new)
    apart = another or undoes_nothing(told, new)
    contradiction = None if another else contradicts(told, new) or ends_in_passing(told, new)
    follows = None if another or contradiction is not None else succeeds(told, new)
    is_put_off = follows is not None and follows.sure
    is_contradicted = contradiction is not None or is_put_off
    matter = similarity if told is old else calibrated(near.cosine + crossing(model), model)
    if (
        near.stated
        or is_put_off
        or (contradiction is not None and (told is not old or contradiction.attribute in BY_WORD))
    ):
        matter = 1.0  # found by a fact, across languages, or word by word
    disputed_ = None if is_contradicted or is_exempt else disputes(told, new)
    is_disputed = disputed_ is not None
    is_hearsay = claim is not None and (
        contradicts(told, doc_of(claim, language)) is None if contradiction is not None else not claim
    )
    if (is_contradicted and matter >= SAME_MATTER) or (is_disputed and matter >= SAME_CLAUSE):
        similarity = max(similarity, CREATE_BELOW)
    return Neighbour(
        id=near.id,
        similarity=similarity,
        covered=wording.covered,
        repeated=wording.repeated,
        apart=wording.apart or exchanged,
        differs=bool(wording.differing) or exchanged or values_differ(old, new),
        identical=wording.identical and not exchanged,
        contradicts=is_contradicted,
        disputes=is_disputed,
        partly=disputed_ is not None and disputed_.in_part,
        follows=follows is not None,
        put_off=follows is not None and follows.matter == "moved",
        hearsay=is_hearsay,
        others=near.others,
        immutable=near.immutable,
        binding=near.binding,
        corrects=not (another or apart or is_supposed(new)) and corrects(told_of(old)[1], told_of(new)[1]),
        common=common,
        shared=shared,
        judged=None if judge is None else _judged(text, near, language, judge),
    )


def _common(old: Doc, new: Doc) -> tuple[int, float]:
    """Content words and names of both, without those of whoever speaks, and their share of the shorter one's."""
    (speaker, before), (other, after) = told_of(old), told_of(new)
    one, two = describe(before), describe(after)
    who = {*name_stems(speaker, old.language), *name_stems(other, new.language)}
    words = [(content.stems | content.capitals) - who for content in (one, two)]
    both = len(((one.stems & two.stems) | (one.capitals & two.capitals)) - who)
    return both, both / max(1, min(len(found) for found in words))


def _judged(text: str, near: NearMemory, language: Language, judge: Judge) -> Judged | None:
    """The judge's verdict."""
    verdict = judge.gate(near.text, text, language) if near.cosine >= judge.floor else None
    return None if verdict is None else Judged(verdict.probabilities, verdict.forbidden, judge.cuts)
