"""What a message states and what it only asks, requests or acknowledges."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from graphmem.language.observer.patterns import any_of, plain
from graphmem.language.stopwords import is_stop_word
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language

_SENTENCE = re.compile(
    r"[.!?…](?<!\bdr.)(?<!\bmr.)(?<!\bmrs.)(?<!\bms.)(?<!\bprof.)(?<!\bst.)(?<!\bvs.)(?<!\b\d.)(?<!\b\d\d.)"
    r"[.!?…]*[\"')\]]*(?=\s|$)|\n+"
)
_CLAUSE = re.compile(
    r"[,;:()] | - | (?=(?:and|but|because|so|although|while|whereas|which|ama|fakat|cunku|ve|ancak|yoksa) )"
)
_WORD = re.compile(r"[^\W_]+(?:['.\-][^\W_]+)*")
_FEWEST = 2
"""Words of a clause that can state something; "my mistake" has two and is small talk."""
_SPEAKER = re.compile(r"(?:i|we|my|our)\b(?! wonder)")
_SPEAKER_VERB = re.compile(r"(?:[dt][iu]m|[dt][iu]k|yorum|yoruz|[ae]cagi[mz]|[ae]cegi[mz]|m[iu]s[iu]m|var|yok)$")


@lru_cache(maxsize=64)
def stated(text: str, language: Language) -> str:
    """The text without its questions, as phrases see it: folded, English contractions written out."""
    parts = []
    for sentence, end in _sentences(spelled_out(text, language)):
        said = _before_question(sentence, language) if _asks(sentence, end, language) else sentence + end
        if said:
            parts.append(said)
    return " ".join(parts).strip()


def content_words(clause: str, language: Language) -> int:
    """Words of a clause that are neither grammar nor small talk."""
    small = words("observer_small_talk")
    return sum(1 for word in _WORD.findall(clause) if word not in small and not is_stop_word(word, language))


@lru_cache(maxsize=64)
def spelled_out(text: str, language: Language) -> str:
    """Folded text; in English "don't" and "dont" both become "do not"."""
    said = plain(text)
    if language is not Language.EN:
        return said
    return _contraction().sub(lambda match: _contractions()[match[0]], said)


def _sentences(said: str) -> Iterator[tuple[str, str]]:
    at = 0
    for end in _SENTENCE.finditer(said):
        sentence = said[at : end.start()].strip()
        if sentence:
            yield sentence, end[0].strip() or "\n"
        at = end.end()
    if said[at:].strip():
        yield said[at:].strip(), ""


def _clauses(sentence: str, language: Language) -> list[str]:
    """Parts that state something for themselves; another part of a word or two belongs to the one before it."""
    clauses: list[str] = []
    for part in (part.strip() for part in _CLAUSE.split(sentence)):
        if not part or _is_empty(part, language):
            continue
        if clauses and len(part.split()) <= _FEWEST:
            clauses[-1] += f", {part}"
        else:
            clauses.append(part)
    return [clause for clause in clauses if len(_WORD.findall(clause)) >= _FEWEST]


def _asks(sentence: str, end: str, language: Language) -> bool:
    if "?" in end:
        return True
    if end not in {"", "\n"}:
        return False
    pattern = _asking("ask", language)
    return (pattern.search(sentence) if language is Language.TR else pattern.match(sentence)) is not None


def _before_question(sentence: str, language: Language) -> str:
    """What was stated in the sentence before it asks: "I moved to Izmir, do you know a dentist?"."""
    before = _CLAUSE.split(sentence)[:-1]
    if language is Language.EN:
        return ", ".join(clause for clause in before if _SPEAKER.match(clause.strip()))
    return ", ".join(clause for clause in before if _SPEAKER_VERB.search(clause.strip()))


def _whole(sentence: str, language: Language) -> bool:
    """Whether a request is all of a sentence: Turkish ones end it, English ones begin it."""
    if language is Language.EN:
        return True
    return _asking("request", language).fullmatch(sentence) is not None


def _is_empty(clause: str, language: Language) -> bool:
    """Whether a clause is small talk, a request or too vague to state anything."""
    if all(word in words("observer_small_talk") for word in _WORD.findall(clause)):
        return True
    if any(_asking(kind, language).fullmatch(clause.strip(" ,.!…")) for kind in ("request", "vague")):
        return True
    return language is Language.EN and _asking("request", language).match(clause) is not None


def _asking(kind: str, language: Language) -> re.Pattern[str]:
    return any_of(f"{language.value}/observer_questions", kind)


@cache
def _contractions() -> Mapping[str, str]:
    pairs = (line.partition(",") for line in lines("en/observer_contractions"))
    return {written.strip(): read.strip() for written, _, read in pairs}


@cache
def _contraction() -> re.Pattern[str]:
    written = "|".join(map(re.escape, sorted(_contractions(), key=len, reverse=True)))
    return re.compile(rf"(?<![\w'])(?:{written})(?![\w'])")
