"""Emotion of a text from word lists, in English and Turkish: three labels, valence and arousal.

Valence follows the habits of VADER (Hutto and Gilbert, ICWSM 2014): boosters, dampers, negation, and the clause after a
contrast weighs more; the sum is squashed to −1…1 by x/√(x² + α). Labels are Ekman's six with Plutchik's trust and
anticipation.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from graphmem.language import verbs
from graphmem.language.doc import Doc, reading, spoken
from graphmem.language.doc import prose as prose_of
from graphmem.language.lexicon import Hit, Lexicon
from graphmem.language.turkish import LETTERS, fold, lower
from graphmem.language.wordlists import lines
from graphmem.language.words import Word
from graphmem.model.emotion import Emotion, Feeling
from graphmem.model.language import Language

ALPHA = 0.4
"""Constant of the squashing of valence: one plain word of 0.8 becomes about 0.78."""
NEUTRAL_AT = 0.42
"""Below this strength of the strongest label a text is neutral."""
FAINT = 0.5
"""Share of valence that remains of a sign so weak that the text stays neutral ("sorry", "allergic")."""
FURTHER = 0.35
"""Share of its strength that each further sign of one label adds."""
PLAN_STRENGTH = 0.45
SHOUTED_STRENGTH = 0.6
BOOSTED, DAMPED = 1.25, 0.65
BEFORE_CONTRAST, AFTER_CONTRAST = 0.6, 1.2
DENIED_VALENCE = -0.6
DENIED_AROUSAL = 0.5
URGENT_AROUSAL, PROFANE_AROUSAL, SHOUTED_AROUSAL = 0.4, 0.35, 0.25
EXCLAIMED_AROUSAL = (0.0, 0.12, 0.22, 0.35)
"""Arousal by number of exclamation marks: none, one, two, three or more."""

_REACH_BEFORE, _REACH_AFTER = 3, 2
_PART = re.compile(r"[-.&_]+")
_PLAN = re.compile(r"[a-z]{2,}(?:[ae]c[ae]g[iu][mz]|[aeiu]c[ae][mz])")
"""Folded Turkish first-person futures, also colloquial ones: gireceğim, boyicaz."""
_CEASING = frozenset({"stop", "stopped"})
_BREAK = re.compile(r"[.!?…,;:\n()–—]")
_END = re.compile(r"[.!?…:\n\"“(]")
_CONTRACTED = frozenset({"s", "m", "t", "d", "re", "ve", "ll"})
"""Endings after an apostrophe that are English contractions, not Turkish suffixes."""
_SIGN = re.compile(r"[:;=][-']?[()DOo](?!\w)|xD\b|<3|[‼⁉⌚-⏿☀-➿🌀-🫿]")
_LONGEST_READ = 4_000
"""Characters read of a text; later ones add nothing to its tone."""

_DENIED: Mapping[Emotion, tuple[tuple[Emotion, float], ...]] = {
    Emotion.JOY: ((Emotion.SADNESS, 0.6), (Emotion.ANGER, 0.45)),
    Emotion.TRUST: ((Emotion.FEAR, 0.5), (Emotion.ANGER, 0.5)),
    Emotion.FEAR: ((Emotion.TRUST, 0.75),),
    Emotion.SADNESS: ((Emotion.TRUST, 0.4),),
    Emotion.ANGER: ((Emotion.TRUST, 0.4),),
    Emotion.ANTICIPATION: ((Emotion.SADNESS, 0.4),),
}
"""Labels of denied feelings: "not afraid" is trust; denied surprise and disgust leave nothing."""
_COMPANIONS: Mapping[Emotion, tuple[Emotion, ...]] = {
    Emotion.TRUST: (Emotion.JOY,),
    Emotion.ANTICIPATION: (Emotion.JOY,),
    Emotion.FEAR: (Emotion.SADNESS,),
    Emotion.ANGER: (Emotion.SADNESS,),
    Emotion.DISGUST: (Emotion.ANGER,),
}
"""The label that most often comes with each; it precedes labels that only fill up the three."""
_FILLERS = (Emotion.TRUST, Emotion.ANTICIPATION, Emotion.NEUTRAL)
_NEUTRAL_FILLERS = (Emotion.NEUTRAL, Emotion.TRUST, Emotion.ANTICIPATION)


@dataclass(frozen=True, slots=True)
class _Sense:
    """The meaning of a lexicon's entry."""

    label: Emotion
    strength: float
    valence: float
    arousal: float


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text with the facts that the rules need.

    Words are folded, and with accents where the text has any. Beside them: the clause of each, the places of names, the
    number of words in capitals, and whether most are.
    """

    folded: tuple[str, ...]
    written: tuple[str, ...] | None
    clauses: tuple[int, ...]
    names: frozenset[int]
    shouted: int
    is_shout: bool


@reading
def feel(doc: Doc) -> Feeling:
    """Return the feeling in a text: without any sign neutral, valence 0, low arousal."""
    language, prose = doc.language, prose_of(doc)[:_LONGEST_READ]
    words = _read(doc)
    weighed = [*_in_words(words, language), *_in_signs(prose), *_in_plans(words, language)]
    weighed += _in_shouting(prose, words, weighed)
    labels: dict[Emotion, list[float]] = defaultdict(list)
    for sense in weighed:
        labels[sense.label].append(sense.strength)
    scores = {label: _together(strengths) for label, strengths in labels.items()}
    return Feeling(_three(scores), _valence(weighed), _arousal(prose, words, weighed, language))


def _read(doc: Doc) -> _Words:
    said: list[str] = []
    clauses: list[int] = []
    names: set[int] = set()
    clause = 0
    for word in spoken(doc):
        if word.start > _LONGEST_READ:
            break
        # Most words stand behind nothing but a blank.
        is_first = not said
        if word.gap != " ":
            clause += _BREAK.search(word.gap) is not None
            is_first = is_first or _END.search(word.gap) is not None
        if word.text[0].isupper() and _is_name(word, is_first=is_first):
            names.add(len(said))
        parts = _spelled(word)
        said += parts
        clauses += [clause] * len(parts)
    letters = [word for word in said if len(word) >= 2 and word.isalpha()]
    shouted = sum(len(word) >= 4 and word.isupper() for word in letters)
    is_written = doc.language is Language.TR and not LETTERS.isdisjoint(doc.text)
    return _Words(
        tuple(map(_folded, said)),
        tuple(map(lower, said)) if is_written else None,
        tuple(clauses),
        frozenset(names),
        shouted,
        len(letters) >= 3 and shouted * 2 >= len(letters),
    )


def _spelled(word: Word) -> list[str]:
    """Return the words of a token for a lexicon: "I'll" two, "well-known" two, "don't" one."""
    parts = _PART.split(word.text)
    if word.suffix == "ll":
        return [*parts, "will"]
    return [*parts[:-1], parts[-1] + word.suffix]


def _is_name(word: Word, *, is_first: bool) -> bool:
    """Whether a word is written as a name: Umut, Joy and Grace feel nothing.

    A word that opens a sentence is a name only with an ending behind an apostrophe.
    """
    if not word.text[1:2].islower():
        return False
    return bool(word.suffix) and word.suffix not in _CONTRACTED if is_first else True


def _in_words(words: _Words, language: Language) -> list[_Sense]:
    contrast = _contrast(words, language)
    found: list[_Sense] = []
    for hit in _lexicon(language).hits(words.folded, words.written):
        if hit.end - hit.start == 1 and hit.start in words.names:
            continue
        weight = _degree(words, hit, language)
        if contrast is not None:
            weight *= BEFORE_CONTRAST if hit.start < contrast else AFTER_CONTRAST
        denied = hit.denied != _is_denied(words, hit, language)
        for head in hit.heads:
            found += _weighed(_sense(head), weight, denied=denied)
    return found


def _in_signs(prose: str) -> list[_Sense]:
    return [sense for match in _SIGN.finditer(prose) if (sense := _signs().get(match[0]))]


def _in_plans(words: _Words, language: Language) -> list[_Sense]:
    """Return anticipation for a Turkish plan that is no decision; the lexicon has the English phrases."""
    if language is not Language.TR or not _modifiers(language)["settled"].isdisjoint(words.folded):
        return []
    if not any(_PLAN.fullmatch(word) and not verbs.denies(word) for word in words.folded):
        return []
    return [_Sense(Emotion.ANTICIPATION, PLAN_STRENGTH, 0.1, 0.1)]


def _in_shouting(prose: str, words: _Words, said: Sequence[_Sense]) -> list[_Sense]:
    """Return anger for shouting without a word of feeling; joy, fear and surprise name themselves."""
    if not words.is_shout or "!" not in prose or any(sense.strength >= NEUTRAL_AT for sense in said):
        return []
    return [_Sense(Emotion.ANGER, SHOUTED_STRENGTH, -0.4, 0.4)]


def _weighed(sense: _Sense, weight: float, *, denied: bool) -> list[_Sense]:
    strength, arousal = sense.strength * weight, min(1.0, sense.arousal * weight)
    if not denied:
        return [_Sense(sense.label, strength, sense.valence * weight, arousal)]
    valence = sense.valence * DENIED_VALENCE
    left = _DENIED.get(sense.label, ())
    shares = len(left) or 1
    return [_Sense(label, strength * share, valence / shares, arousal * DENIED_AROUSAL) for label, share in left] or [
        _Sense(Emotion.NEUTRAL, 0.0, valence, 0.0)
    ]


def _is_denied(words: _Words, hit: Hit, language: Language) -> bool:
    denying = _modifiers(language)["negation"]
    if language is not Language.TR:
        before = _neighbours(words, hit.start, range(hit.start - _REACH_BEFORE, hit.start))
        denied = [word for word in before if word in denying]
        # "can't stop crying": a denied verb of ceasing means that it continues.
        goes_on = len(denied) > 1 and not _CEASING.isdisjoint(denied)
        return bool(denied) and not goes_on and "only" not in before
    after = _neighbours(words, hit.end - 1, range(hit.end, hit.end + _REACH_AFTER))
    return any(word in denying or verbs.denies(word) for word in after)


def _degree(words: _Words, hit: Hit, language: Language) -> float:
    modifiers = _modifiers(language)
    before = _neighbours(words, hit.start, range(hit.start - 2, hit.start))
    if any(word in modifiers["booster"] for word in before):
        return BOOSTED
    return DAMPED if any(word in modifiers["damper"] for word in before) else 1.0


def _neighbours(words: _Words, place: int, span: range) -> list[str]:
    """Return the words of a span in the clause of `place`."""
    clause = words.clauses[place]
    return [words.folded[i] for i in span if 0 <= i < len(words.folded) and words.clauses[i] == clause]


def _contrast(words: _Words, language: Language) -> int | None:
    """Return the place of the last contrast; one that opens the text contrasts with nothing in it."""
    contrasting = _modifiers(language)["contrast"]
    places = [i for i, word in enumerate(words.folded) if i and word in contrasting]
    return places[-1] if places else None


def _together(strengths: Iterable[float]) -> float:
    best, *rest = sorted(strengths, reverse=True)
    return best + FURTHER * sum(rest)


def _three(scores: Mapping[Emotion, float]) -> tuple[Emotion, Emotion, Emotion]:
    felt = [label for label, score in sorted(scores.items(), key=lambda item: -item[1]) if score > 0]
    is_felt = bool(felt) and scores[felt[0]] >= NEUTRAL_AT
    ordered = (
        [*felt, *_COMPANIONS.get(felt[0], ()), *_FILLERS] if is_felt else [Emotion.NEUTRAL, *felt, *_NEUTRAL_FILLERS]
    )
    first, second, third = list(dict.fromkeys(ordered))[:3]
    return first, second, third


def _valence(weighed: Sequence[_Sense]) -> float:
    total = sum(sense.valence for sense in weighed)
    return round(total / math.sqrt(total * total + ALPHA), 3)


def _arousal(prose: str, words: _Words, weighed: Sequence[_Sense], language: Language) -> float:
    """Return the arousal of independent signs together, 1 − Π(1 − sign).

    The signs are the strongest word, urgency, profanity, capitals and exclamations.
    """
    modifiers = _modifiers(language)
    urgent = sum(word in modifiers["urgent"] for word in words.folded)
    signs = [
        max((sense.arousal for sense in weighed), default=0.05),
        URGENT_AROUSAL * min(urgent, 2) / 2 + (URGENT_AROUSAL / 4 if urgent == 1 else 0.0),
        PROFANE_AROUSAL if any(word in modifiers["profane"] for word in words.folded) else 0.0,
        SHOUTED_AROUSAL * min(words.shouted, 2) / 2 if weighed or urgent or words.is_shout else 0.0,
        EXCLAIMED_AROUSAL[min(prose.count("!"), len(EXCLAIMED_AROUSAL) - 1)],
    ]
    return round(1 - math.prod(1 - sign for sign in signs), 3)


_folded = lru_cache(maxsize=20_000)(fold)


@cache
def _lexicon(language: Language) -> Lexicon:
    return Lexicon(f"{language.value}/emotion", language)


@cache
def _sense(head: str) -> _Sense:
    label, strength, valence, arousal = head.split()
    share = FAINT if float(strength) < NEUTRAL_AT else 1.0
    return _Sense(Emotion(label), float(strength), float(valence) * share, float(arousal))


@cache
def _signs() -> Mapping[str, _Sense]:
    rows = (line.partition(": ") for line in lines("emotion_signs"))
    return {sign: _sense(head) for head, _, signs in rows for sign in signs.split()}


@cache
def _modifiers(language: Language) -> Mapping[str, frozenset[str]]:
    rows = (line.partition(":") for line in lines(f"{language.value}/emotion_modifiers"))
    return {kind: frozenset(fold(word) for word in words.split()) for kind, _, words in rows}
