"""Marks of a pair of statements: the features by which a pair judge compares their words.

Nothing is decided here. Every mark is a small number, and none describes one text alone: a judge that saw that would
learn the writers of its examples.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, lru_cache

from graphmem.language.contradiction import Statement, contradicts, disputes, never_was, statement
from graphmem.language.contradiction.alignment import Alignment, align_tokens, same_subject
from graphmem.language.contradiction.claims import claims
from graphmem.language.contradiction.tokens import Kind, Token
from graphmem.language.describe import Content, describe
from graphmem.language.doc import Doc, reading
from graphmem.language.guards import Guard, Wording, compare
from graphmem.language.quantities import quantities, unmatched
from graphmem.language.rhythm import is_exception
from graphmem.language.turkish import fold
from graphmem.language.values import values_differ
from graphmem.language.verbs import denies
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language

MOST = 3.0
"""The highest value of a mark that counts."""

FEW, NEARLY = 2, 0.7
"""Least shared words of two texts that are equal but for a word: number, and share of either text."""

_ANNOTATION = re.compile(r"\s*\[[^\[\]]{1,60}\]")
_LABEL = re.compile(r"^[^\W\d_][^:\n]{0,40}:\s+(?=\S)")
_SELF = (
    (re.compile(r"\b[Uu]ser['’]s\b"), "my"),
    (re.compile(r"\b[Uu]ser\b"), "I"),
    (re.compile(r"\b[Kk]ullanıcının\b"), "benim"),
    (re.compile(r"\b[Kk]ullanıcıya\b"), "bana"),
    (re.compile(r"\b[Kk]ullanıcıyı\b"), "beni"),
    (re.compile(r"\b[Kk]ullanıcı\b"), "ben"),
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_VERSION = re.compile(r"\b\d+(?:\.\d+){2,}\b")
_WEIGHED = (Guard.NUMBER, Guard.DATE, Guard.NAME, Guard.NEGATION)
"""The guards that the judge weighs; an intention and its completion are separated whatever it says."""
_PREFIX = 4
"""First letters by which two forms of a name match."""


def bare(text: str) -> str:
    """Return a statement without its speaker's label and without annotations in brackets."""
    return _LABEL.sub("", _ANNOTATION.sub("", text)).strip() or text


def said_by_others(old: str, new: str) -> bool:
    """Whether both statements are quotes with labels of two speakers."""
    labels = [_LABEL.match(_ANNOTATION.sub("", text)) for text in (old, new)]
    return all(labels) and len({fold(label[0]).strip(": ") for label in labels if label}) > 1


def personal(text: str) -> str:
    """Return a statement in its speaker's first person: "User's car" as "my car"."""
    for pattern, said in _SELF:
        text = pattern.sub(said, text)
    return text


@dataclass(frozen=True, slots=True)
class _Side:
    """One statement, prepared for comparison."""

    statement: Statement
    content: Content
    folded: tuple[str, ...]
    numbers: frozenset[str]
    capitals: frozenset[str]
    kin: frozenset[int]
    rivals: dict[int, frozenset[int]]
    quantities: tuple[frozenset[float], bool]
    times: frozenset[int]
    changes: int
    corrections: int
    denials: int
    measures: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Compared:
    """The marks of a pair by name, and the differences that keep both apart."""

    marks: dict[str, float]
    differing: frozenset[Guard]
    of_another: bool = False
    """Both share a verb, and each has objects that the other lacks."""
    of_other_values: bool = False
    """The newer one has a figure, a name or a denial that the older one lacks, or theirs are exchanged."""
    of_other_versions: bool = False
    """Each states a version ("2.0.18") that the other lacks."""
    words: int = 0
    """Number of words of the longer text."""
    shared: float = 1.0
    """Shared content words and names, as a share of the shorter one's."""
    denies_past: bool = False
    """The newer one says that something never was: it denies the older one, and changes nothing."""
    is_exception: bool = False
    """The newer one leaves out one occurrence of the older one's recurrence."""


@reading
def _side(doc: Doc) -> _Side:
    text, language = doc.text, doc.language
    written = tuple(_WORD.findall(text))
    folded = tuple(fold(word) for word in written)
    heads = tuple(word.partition("'")[0] for word in folded)
    return _Side(
        statement=statement(doc),
        content=describe(doc),
        folded=heads,
        numbers=frozenset(found.strip(".,:").replace(",", "").replace(".", "") for found in _NUMBER.findall(text)),
        capitals=_capitals(text),
        kin=frozenset(_kin()[word] for word in folded if word in _kin()),
        rivals=_rivals_of(heads),
        quantities=quantities(doc),
        times=frozenset(place for place, listed in enumerate(_times(language)) if listed.intersection(heads)),
        changes=sum(_begins(word, words(f"{language.value}/pair_changes")) for word in heads),
        corrections=sum(word in words(f"{language.value}/pair_corrections") for word in heads),
        denials=_denials(folded, language),
        measures=frozenset((one.unit, one.value) for one in claims(doc).measures if one.unit),
    )


def _begins(word: str, listed: Collection[str]) -> bool:
    return word in listed or any(len(one) > _PREFIX - 1 and word.startswith(one) for one in listed)


def _capitals(text: str) -> frozenset[str]:
    """Return folded, capitalised words inside sentences."""
    found = set()
    for match in _WORD.finditer(text):
        before = text[: match.start()].rstrip()
        if match[0][0].isupper() and before and before[-1] not in ".!?:" and match[0] not in ("I", "Ben"):
            found.add(fold(match[0]).partition("'")[0])
    return frozenset(found)


@cache
def _kin() -> dict[str, int]:
    """Return folded words for relatives and others with the line of the list."""
    found: dict[str, int] = {}
    for place, line in enumerate(lines("statements_kin")):
        for phrase in line.partition(":")[2].split(","):
            word = fold(phrase.strip())
            if word and " " not in word:
                found[word] = place
    return found


@cache
def _times(language: Language) -> tuple[frozenset[str], ...]:
    """Return the lists of words for habit, past and plan."""
    parts = " ".join(lines(f"{language.value}/pair_times")).split("|")
    return tuple(frozenset(part.split()) for part in parts)


@cache
def _rivals() -> dict[str, tuple[tuple[int, int], ...]]:
    """Return each listed word with its places (line, side)."""
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for line, text in enumerate(lines("pair_rivals")):
        for side, part in enumerate(text.split("|")):
            for word in part.split():
                found[word] = (*found.get(word, ()), (line, side))
    return found


@lru_cache(maxsize=50_000)
def _rival(word: str) -> tuple[tuple[int, int], ...]:
    """Return the places of a word, by its longest listed beginning."""
    listed = _rivals()
    for length in range(len(word), _PREFIX - 1, -1):
        if word[:length] in listed:
            return listed[word[:length]]
    return listed.get(word, ())


def _rivals_of(folded: Collection[str]) -> dict[int, frozenset[int]]:
    found: dict[int, frozenset[int]] = {}
    for word in folded:
        for line, side in _rival(word):
            found[line] = found.get(line, frozenset()) | {side}
    return found


def _rivalries(before: _Side, after: _Side) -> int:
    """Return the number of lines of which each text has a word that the other lacks, and no shared one."""
    return sum(
        before.rivals[line].isdisjoint(after.rivals[line]) for line in before.rivals.keys() & after.rivals.keys()
    )


def _denials(folded: Collection[str], language: Language) -> int:
    if language is not Language.TR:
        return sum(word in words("en/pair_denials") for word in folded)
    return sum(word in ("degil", "yok", "hic", "asla", "degilim") or denies(word) for word in folded)


def compare_pair(old: Doc, new: Doc) -> Compared:
    """Return the marks of two bare statements; the same marks in the same order for every pair."""
    before, after = _side(old), _side(new)
    forth, back = compare(old, new), compare(new, old)
    marks: dict[str, float] = {}
    marks |= _worded(forth, back)
    marks |= _rule_marks(old, new)
    marks |= _stated(before, after)
    marks |= _count_marks(before, after)
    marks |= _content_marks(before, after)
    aligned = align_tokens(_words(before.statement), _words(after.statement), new.language)
    of_another = marks["verbs shared"] > 0 and bool(aligned.only_old) and bool(aligned.only_new)
    versions = [frozenset(_VERSION.findall(doc.text)) for doc in (old, new)]
    other_versions = all(versions) and not versions[0] & versions[1]
    longer = max(len(before.folded), len(after.folded))
    told = [side.content.stems | side.content.capitals for side in (before, after)]
    shared = len(told[0] & told[1]) / max(1, min(map(len, told)))
    return Compared(
        marks,
        forth.differing | back.differing,
        of_another=of_another,
        of_other_values=values_differ(old, new),
        of_other_versions=other_versions,
        words=longer,
        shared=shared,
        denies_past=never_was(new),
        is_exception=is_exception(old, new),
    )


def _worded(forth: Wording, back: Wording) -> dict[str, float]:
    marks = {
        "covered": forth.covered,
        "repeated": forth.repeated,
        "apart": float(forth.apart),
        "identical": float(forth.identical),
    }
    for guard in _WEIGHED:
        marks[f"{guard.value} added"] = float(guard in forth.differing)
        marks[f"{guard.value} lost"] = float(guard in back.differing)
        marks[f"{guard.value} exchanged"] = float(guard in forth.differing and guard in back.differing)
    return marks


def _rule_marks(old: Doc, new: Doc) -> dict[str, float]:
    return {
        "contradicts": float(contradicts(old, new) is not None),
        "contradicted": float(contradicts(new, old) is not None),
        "disputes": float(disputes(old, new) is not None),
    }


def _stated(before: _Side, after: _Side) -> dict[str, float]:
    old, new = before.statement, after.statement
    verbs = len(old.verbs & new.verbs)
    subjects = align_tokens(old.subject_tokens, new.subject_tokens, new.language)
    words = align_tokens(_words(old), _words(new), new.language)
    marks = {
        "one apart": float(_is_one_apart(words)),
        "same subject": float(same_subject(old, new)),
        "subject shared": min(MOST, len(subjects.shared)),
        "subjects differ": float(bool(subjects.only_old) and bool(subjects.only_new)),
        "verbs shared": min(MOST, verbs),
        "no verb shared": float(bool(old.verbs) and bool(new.verbs) and not verbs),
        "rejects it": float(bool({one.key for one in new.rejected} & {one.key for one in old.content})),
        "was rejected": float(bool({one.key for one in old.rejected} & {one.key for one in new.content})),
        "polarity differs": float((old.negative or old.quits) != (new.negative or new.quits)),
    }
    for name in ("changed", "quits", "negative", "past", "is_copular"):
        marks[f"new {name}"] = float(getattr(new, name))
        marks[f"old {name}"] = float(getattr(old, name))
    return marks


def _words(statement: Statement) -> tuple[Token, ...]:
    return (*statement.subject_tokens, *statement.content, *statement.rejected)


def _is_one_apart(words: Alignment) -> bool:
    """Whether two texts share nearly all words, and each has one of its own.

    People seldom repeat themselves so closely: such a pair mostly differs in that word.
    """
    shared, lost, added = len(words.shared), len(words.only_old), len(words.only_new)
    return shared >= FEW and bool(lost and added) and shared >= NEARLY * (shared + max(lost, added))


def _count_marks(before: _Side, after: _Side) -> dict[str, float]:
    old_words, new_words = set(before.folded), set(after.folded)
    missing = _unfound(before.capitals, new_words)
    added = _unfound(after.capitals, old_words)
    numbers = [side.statement.of_kind(Kind.NUMBER) | side.numbers for side in (before, after)]
    dates = [side.statement.of_kind(Kind.DATE) for side in (before, after)]
    lost = unmatched(before.quantities[0], after.quantities[0])
    more = unmatched(after.quantities[0], before.quantities[0])
    units = {unit for unit, _ in before.measures} & {unit for unit, _ in after.measures}
    told_apart = {unit for unit, _ in before.measures ^ after.measures} & units
    return {
        "rivals": min(MOST, _rivalries(before, after)),
        "quantities lost": min(MOST, lost),
        "quantities added": min(MOST, more),
        "quantities kept": min(MOST, len(before.quantities[0]) - lost),
        "quantities exchanged": min(MOST, lost, more),
        "quantity for a one": float((bool(lost) and after.quantities[1]) or (bool(more) and before.quantities[1])),
        "names lost": min(MOST, missing),
        "names added": min(MOST, added),
        "names kept": min(MOST, len(before.capitals) - missing),
        "names exchanged": min(MOST, min(missing, added)),
        "numbers lost": min(MOST, len(numbers[0] - numbers[1])),
        "numbers added": min(MOST, len(numbers[1] - numbers[0])),
        "numbers kept": min(MOST, len(numbers[0] & numbers[1])),
        "numbers exchanged": min(MOST, len(numbers[0] - numbers[1]), len(numbers[1] - numbers[0])),
        "dates kept": min(MOST, len(dates[0] & dates[1])),
        "dates exchanged": min(MOST, len(dates[0] - dates[1]), len(dates[1] - dates[0])),
        "unit with another value": float(bool(told_apart)),
        "unit with the same value": float(bool(before.measures & after.measures)),
        "kin differ": float(before.kin != after.kin and bool(before.kin) and bool(after.kin)),
        "kin on one side": float(bool(before.kin) != bool(after.kin)),
        "kin shared": float(bool(before.kin & after.kin)),
        "times differ": float(before.times.isdisjoint(after.times) and bool(before.times) and bool(after.times)),
        "times shared": float(bool(before.times & after.times)),
        "old habit": float(0 in before.times),
        "new habit": float(0 in after.times),
        "old past": float(1 in before.times),
        "new past": float(1 in after.times),
        "new plan": float(2 in after.times),
        "new changes": min(MOST, after.changes),
        "old changes": min(MOST, before.changes),
        "new corrects": float(bool(after.corrections)),
        "new denies": min(MOST, after.denials),
        "old denies": min(MOST, before.denials),
        "denials differ": float(bool(before.denials) != bool(after.denials)),
        "words kept": len(old_words & new_words) / max(1, min(len(old_words), len(new_words))),
        "longer": _ratio(len(after.folded), len(before.folded)),
    }


def _unfound(names: Collection[str], others: Collection[str]) -> int:
    return sum(
        name not in others and not any(word[:_PREFIX] == name[:_PREFIX] for word in others if len(word) >= _PREFIX)
        for name in names
    )


def _ratio(new: int, old: int) -> float:
    """Return how much longer the newer one is, −1 to 1."""
    return (new - old) / max(1, new + old)


def _content_marks(before: _Side, after: _Side) -> dict[str, float]:
    old, new = before.content, after.content
    stems = len(old.stems & new.stems)
    names = (old.names & new.names) | (old.capitals & new.capitals)
    return {
        "stems kept": stems / max(1, min(len(old.stems), len(new.stems))),
        "stems shared": min(MOST, stems),
        "named by both": min(MOST, len(names)),
        "two named by both": float(len(names) > 1),
        "topics shared": min(MOST, len(old.topics & new.topics)),
        "old topics alone": float(bool(old.topics - new.topics)),
        "old tells a cause": float(bool(old.clauses)),
        "new tells a cause": float(bool(new.clauses)),
        "old is the cause told": _clause_share(new.clauses, old, 0),
        "old is the effect told": _clause_share(new.clauses, old, 1),
        "new is the cause told": _clause_share(old.clauses, new, 0),
        "new is the effect told": _clause_share(old.clauses, new, 1),
        "new points back": float(any(not cause for cause, _ in new.clauses)),
        "new gives the reason": float(any(not effect for _, effect in new.clauses)),
        "old words": min(len(old.stems), 12) / 12,
        "new words": min(len(new.stems), 12) / 12,
    }


def _clause_share(clauses: tuple[tuple[frozenset[str], frozenset[str]], ...], other: Content, half: int) -> float:
    """Return the share, 0–1, of a causal clause's half in the other text."""
    said = other.stems | other.names
    parts = [clause[half] for clause in clauses if clause[half]]
    return max((len(part & said) / len(part) for part in parts), default=0.0)
