"""Atomic facts: sentences without questions and greetings, cut at "and", "but", "ve", "ama" and semicolons.

A cut needs a finite verb on either side, so that lists within one predicate stay whole. An English part that begins
with its verb takes over the subject before: "I moved to Izmir and started a course" is two facts about "I".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.language.formation.asking import told
from graphmem.language.formation.verbs import finite_words, is_base
from graphmem.language.temporal.tense import is_past
from graphmem.language.turkish import lower
from graphmem.language.wordlists import words
from graphmem.model.language import Language

_BREAK = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)|\n+")
_WORD = re.compile(r"[^\W\d_]+(?:['’.][^\W\d_]+)*")
_JOINTS = {
    Language.EN: re.compile(r"(?:,? (?:and|but|whereas|while)(?: then| also| now)? |; )(?=\S)"),
    Language.TR: re.compile(r"(?:,? (?:ve|ama|fakat|ancak|lakin|oysa) |; )(?=\S)"),
}
_QUESTION = {
    Language.EN: re.compile(
        r"(?:(?:do|does|did|can|could|would|will|should|is|are|was|were|have|has)(?:n't)? (?:you|i|we|he|she|it"
        r"|they|there|the|your|my|this|that)\b|(?:what|how|why|where|who|which|whose)(?:'s| (?:is|are|do|does|did|was"
        r"|were|about|can|should|would|much|many|come)\b)|any (?:idea|thoughts|tips))",
        re.IGNORECASE,
    ),
    Language.TR: re.compile(
        r"(?:.* )?(?:m[ıiuü](?:s[ıiuü]n(?:[ıiuü]z)?|y[ıiuü][mz]|yd[ıiuü])?|nedir|nasıl|neden|niye"
        r"|hangisi|kimdir|nerede)\W*$",
        re.IGNORECASE,
    ),
}
_OWN_SUBJECT = re.compile(
    r"(?:(?:i|we|he|she|they|it|you|this|that|there|my|our|his|her|their|your|the|a|an|nobody|everyone|everybody)\b"
    r"|(?:i|we|he|she|they|it|you|that|there)['’]|(?-i:[A-Z]))",
    re.IGNORECASE,
)
_MOST_SUBJECT = 5
"""Words of the longest subject that is carried over."""
_INFINITIVE = re.compile(r"\b(?:to|will|would|can|could|should|must|might|may|let's|'ll|'d|don't|not)\b", re.IGNORECASE)
_LEAST = 2
"""Words of the shortest part that can be a fact."""


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, each with its end mark; abbreviations, initials and ordinals end none."""
    found, start = [], 0
    for match in _BREAK.finditer(text):
        if _ends(text, match):
            found.append(text[start : match.end()].strip())
            start = match.end()
    found.append(text[start:].strip())
    return tuple(sentence for sentence in found if sentence)


def is_statement(sentence: str, language: Language) -> bool:
    """Whether a sentence may state something: no question, no greeting, no exclamation alone."""
    bare = sentence.rstrip("\"'”’) ")
    if bare.endswith("?") or _QUESTION[language].match(bare):
        return False
    listed = words(f"formation_{language.value}_interjections")
    said = [lower(word) if language is Language.TR else word.lower() for word in _WORD.findall(bare)]
    if len(said) < _LEAST:
        return False
    strange = [word for word in said if word not in listed]
    if any(char.isdigit() for char in bare):
        return bool(strange)
    return bool(strange) and not (len(strange) == 1 and said[0] in listed and len(said) <= _LEAST + 1)


def facts(sentence: str, language: Language) -> tuple[str, ...]:
    """The parts of one statement that stand by themselves."""
    parts = [sentence.strip()]
    for match in reversed(list(_JOINTS[language].finditer(parts[0]))):
        left, right = parts[0][: match.start()], parts[0][match.end() :]
        if _stands(left, language) and _stands(right, language):
            carried = _with_subject(left, right) if language is Language.EN else right
            if carried is not None:
                parts[:1] = [left, carried]
    return tuple(_whole(part) for part in parts)


def told_by(text: str, language: Language) -> str:
    """The text with every sentence that asks replaced by what it tells besides; the text itself when none does."""
    said = sentences(text)
    kept = [part for sentence in said for part in told(sentence, language)]
    return text if kept == list(said) else " ".join(kept)


def atoms(text: str, language: Language) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each statement of a text with its atomic facts; of a sentence that asks, what it tells besides."""
    for sentence in sentences(text):
        for part in told(sentence, language):
            if is_statement(part, language) and (part is sentence or _tells(part, language)):
                yield part, facts(part, language)


def _tells(part: str, language: Language) -> bool:
    """Whether what is left of a question tells something: it has a verb or a number ("kira 900 lira")."""
    if any(char.isdigit() for char in part) and len(part.split()) > _LEAST:
        return True
    return _stands(part.rstrip(" .!…"), language)


def _ends(text: str, match: re.Match[str]) -> bool:
    if not match[0].startswith(".") or len(match[0].rstrip("\"'”’)]")) > 1:
        return True
    word = text[: match.start()].rsplit(None, 1)[-1] if text[: match.start()].strip() else ""
    after = text[match.end() :].lstrip()
    if word.strip("(\"'").lower() in words("formation_abbreviations") or (len(word) == 1 and word.isupper()):
        return not after
    return not (word.isdigit() and after[:1].islower())


def _stands(part: str, language: Language) -> bool:
    """Whether a part has a verb and more than it; in Turkish the verb is its last word."""
    found = _WORD.findall(part)
    if len(found) < _LEAST:
        return False
    return bool(finite_words(found[-1] if language is Language.TR else part, language))


def _with_subject(left: str, right: str) -> str | None:
    """The right part with a subject; None when it is no clause of its own."""
    first = _WORD.match(right)
    if not first:
        return None
    word = first[0].lower()
    if is_past(word) or (is_base(word) and not _INFINITIVE.search(left)):
        subject = _subject(left)
        return f"{subject} {right}" if subject else None
    own = _OWN_SUBJECT.match(right)
    rest = right[own.end() :] if own and "'" in own[0] else right[first.end() :]
    contracted = "'" in first[0] or "’" in first[0]
    return right if own and (contracted or finite_words(rest, Language.EN)) else None


def _subject(clause: str) -> str | None:
    """What stands before the first verb, without a leading time or comma phrase."""
    start = clause.rfind(",") + 1 if "," in clause else 0
    before: list[str] = []
    for match in _WORD.finditer(clause, start):
        word = match[0].replace("’", "'")
        if before and finite_words(word, Language.EN):
            return " ".join(before)
        head, _, tail = word.partition("'")
        if tail in {"m", "ve", "ll", "d", "re"}:
            return " ".join([*before, head])
        if word.lower() not in words("formation_en_adverbs"):
            before.append(word)
        if len(before) > _MOST_SUBJECT:
            return None
    return None


def _whole(part: str) -> str:
    """A part as a sentence."""
    part = part.strip(" ,;")
    return part if part.endswith((".", "!", "?", "…", '"', "”")) else f"{part}."
