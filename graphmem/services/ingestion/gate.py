"""Compares a new statement with one stored memory for the write gate; pure."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.cognition.calibration import calibrated, crossing
from graphmem.cognition.prediction_error import CREATE_BELOW, Judged, Neighbour
from graphmem.language.contradiction import ENDING, contradicts, disputes, ends_in_passing, undoes_nothing
from graphmem.language.contradiction.instructions import INSTRUCTION
from graphmem.language.contradiction.succession import find_succession, is_of_another
from graphmem.language.contradiction.supposition import is_supposed
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
"""Calibrated similarity from which a contradiction of subject and attribute counts as near.
The words prove one matter, while a small embedder puts "moved to Lisbon" far from "lives in Berlin"."""


BY_WORD = frozenset({ENDING, INSTRUCTION})
"""Attributes of contradictions that are found word by word, so that cosines say little of them."""

SAME_CLAUSE = 0.42
"""The same for two clauses that disagree, since the rest of the statements may be of other matters."""


@dataclass(frozen=True, slots=True)
class NearMemory:
    """A live memory of the same owner, with the raw cosine of its vector to the new statement's vector."""

    id: str
    text: str
    cosine: float
    immutable: bool = False
    language: Language | None = None
    """None if it is the new statement's language."""
    stated: bool = False
    """Whether the new statement states a fact, or its end, of the same property as this memory."""
    others: bool = False
    """Whether somebody else said this memory."""
    binding: bool = False
    """Whether this memory is a rule or workflow, and the new statement only an event."""


def clauses_disagree(text: str, near: NearMemory, *, model: str, language: Language) -> bool:
    """Whether clauses of statement and memory disagree, even if the whole texts concern other matters."""
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
    """Compare the statement `text` with one memory, across languages too, for the gate.
    `claim` is the part that its speaker claims, if not all of it.

    The `judge` adds a verdict on texts that it has read and that are near enough.
    """
    old, new = doc_of(near.text, language), doc_of(text, language)
    told = doc_of(near.text, near.language or language)
    wording = compare(old, new)
    exchanged = values_apart(old, new)
    common, shared = _common_words(old, new)
    similarity = calibrated(near.cosine, model)
    is_exempt = is_exception(told, new)
    another = is_exempt or is_of_another(told, new)
    apart = another or undoes_nothing(told, new)
    contradiction = None if another else contradicts(told, new) or ends_in_passing(told, new)
    follows = None if another or contradiction is not None else find_succession(told, new)
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
        judged=None if judge is None else _judge_pair(text, near, language, judge),
    )


def _common_words(old: Doc, new: Doc) -> tuple[int, float]:
    """Count of shared content words and names, speakers' names excluded, and share of the shorter text."""
    (speaker, before), (other, after) = told_of(old), told_of(new)
    one, two = describe(before), describe(after)
    who = {*name_stems(speaker, old.language), *name_stems(other, new.language)}
    words = [(content.stems | content.capitals) - who for content in (one, two)]
    both = len(((one.stems & two.stems) | (one.capitals & two.capitals)) - who)
    return both, both / max(1, min(len(found) for found in words))


def _judge_pair(text: str, near: NearMemory, language: Language, judge: Judge) -> Judged | None:
    """The pair judge's verdict; None if the pair is too far apart or unread."""
    verdict = judge.gate(near.text, text, language) if near.cosine >= judge.floor else None
    return None if verdict is None else Judged(verdict.probabilities, verdict.forbidden, judge.thresholds)
