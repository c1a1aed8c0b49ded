"""Situations as questions: a conversation's last messages as one self-contained question.

The user's last message is the question. If it points back ("what must she not eat?"), is an answer ("the red one") or
the rest of a question ("and on Sundays?"), names and words of earlier messages are added, and the question that is
still open. A message that begins another topic stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.language.detect import detect
from graphmem.language.doc import doc_of
from graphmem.language.emotion import feel
from graphmem.language.entities import find
from graphmem.language.keywords import keywords
from graphmem.language.observer.patterns import any_of, plain
from graphmem.language.question import gate
from graphmem.language.turkish import fold
from graphmem.model.emotion import Emotion, Feeling
from graphmem.model.language import Language
from graphmem.model.situation import Said, Situation
from graphmem.model.transcript import Role

WINDOW = 8
"""Last messages that are read: earlier ones hardly matter to a message."""

MOST_READ = 2_000
"""Characters of a message that are read."""

FEW = 3
"""Most content words of a message that only continues a question ("and on Sundays?")."""

LONGEST_THREAD = 160
"""Characters of an open question that are repeated."""

NAMES, WORDS = 3, 3
"""Most names, or without names words, that are added to a message which points back."""

FADING = 0.5
"""Weight of a user's message in the mood, relative to the one after it."""

NO_FEELING = Feeling((Emotion.NEUTRAL, Emotion.NEUTRAL, Emotion.NEUTRAL), 0.0, 0.0)

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")


def read(messages: Sequence[Said]) -> Situation | None:
    """Return the question of a conversation; None if the user said nothing in its last messages."""
    window = [Said(one.role, one.text[:MOST_READ]) for one in messages[-WINDOW:]]
    place = max((place for place, one in enumerate(window) if _by_user(one)), default=None)
    if place is None:
        return None
    said, before = window[place].text.strip(), window[:place]
    spoken = " ".join(one.text for one in window if one.role is Role.USER)
    language = detect(said, default=detect(spoken))
    feeling = _mood([one for one in window if _by_user(one)], language)
    offered = _asked_by_assistant(before)
    if offered and gate.asks_nothing(said):
        # "Yes, please": the user wants what was offered.
        leaning = _names(before, offered)
        return Situation(said, offered, _joined(*leaning, offered), language, feeling, leaning)
    if not before or _turns_away(said, language):
        return Situation(said, said, said, language, feeling)
    if _goes_on(said, offered, language):
        thread, known = _open_question(before), before[:-1] if _denies(said) else before
        asked = thread or offered
        leaning = _names(known, f"{asked} {said}") or _words(known, f"{asked} {said}", language)
        return Situation(said, asked or said, _joined(*leaning, asked, said), language, feeling, leaning)
    if _points_back(said, language):
        leaning = _names(before, said) or _words(before, said, language)
        return Situation(said, said, _joined(*leaning, said), language, feeling, leaning)
    return Situation(said, said, said, language, feeling)


def _by_user(message: Said) -> bool:
    return message.role is Role.USER and bool(message.text.strip())


def _joined(*parts: str) -> str:
    """Return the parts as one text, each closed by a mark."""
    closed = (part if part[-1:] in ".!?…" else f"{part}." for part in (part.strip() for part in parts) if part)
    return " ".join(closed)


def _turns_away(said: str, language: Language) -> bool:
    return bool(any_of(f"{language.value}/situation_turning").search(plain(said)))


def _denies(said: str) -> bool:
    """Whether a message begins with a no: the assistant misunderstood its subject."""
    return bool(any_of("denying").match(plain(said)))


def _points_back(said: str, language: Language) -> bool:
    return bool(any_of(f"{language.value}/situation_pointing").search(plain(said)))


def _goes_on(said: str, offered: str, language: Language) -> bool:
    """Whether a message continues a question, or answers the assistant's."""
    content = keywords(doc_of(said, language), FEW + 1)
    if any_of(f"{language.value}/situation_openers").match(plain(said)) and len(content) <= FEW:
        return True
    return bool(offered) and "?" not in said and len(content) <= FEW


def _asked_by_assistant(before: Sequence[Said]) -> str:
    """Return the question with which the assistant ended, or ""."""
    if not before or before[-1].role is Role.USER:
        return ""
    sentences = _sentences(before[-1].text)
    return sentences[-1][:LONGEST_THREAD] if sentences and sentences[-1].endswith("?") else ""


def _open_question(before: Sequence[Said]) -> str:
    """Return the user's last question before, else the user's last message."""
    for message in reversed(before):
        if not _by_user(message) or gate.asks_nothing(message.text):
            continue
        sentences = _sentences(message.text)
        asked = next((one for one in reversed(sentences) if one.endswith("?")), sentences[0])
        return asked[:LONGEST_THREAD]
    return ""


def _sentences(text: str) -> list[str]:
    return [part.strip() for part in _SENTENCE.split(text.strip()) if part.strip()]


def _names(before: Sequence[Said], said: str) -> tuple[str, ...]:
    """Return people and things of the messages before that this one does not name, the latest first."""
    known = fold(said)
    found: dict[str, str] = {}
    for message in reversed(before):
        mentions = find(doc_of(message.text, detect(message.text)))
        for mention in reversed(mentions):
            if fold(mention.name) not in known:
                found.setdefault(fold(mention.name), mention.name)
    return tuple(found.values())[:NAMES]


def _words(before: Sequence[Said], said: str, language: Language) -> tuple[str, ...]:
    """Return the keywords of the user's message before."""
    known = set(keywords(doc_of(said, language), 50))
    for message in reversed(before):
        if _by_user(message):
            words = [word for word in keywords(doc_of(message.text, language), WORDS * 2) if word not in known]
            if words:
                return tuple(words[:WORDS])
    return ()


def _mood(messages: Sequence[Said], language: Language) -> Feeling:
    """Return the user's mood: each message's feeling has half the weight of the next one's."""
    valence = arousal = total = 0.0
    scores: dict[Emotion, float] = {}
    weight = 1.0
    for message in reversed(messages):
        felt = feel(doc_of(message.text, language))
        valence, arousal, total = valence + weight * felt.valence, arousal + weight * felt.arousal, total + weight
        # A faint feeling follows a first label of neutral.
        for rank, emotion in enumerate(felt.emotions if felt.emotions[0] is not Emotion.NEUTRAL else ()):
            if emotion is not Emotion.NEUTRAL:
                scores[emotion] = scores.get(emotion, 0.0) + weight / (1 + rank)
        weight *= FADING
    if not total:
        return NO_FEELING
    best = [*sorted(scores, key=lambda one: -scores[one]), *([Emotion.NEUTRAL] * 3)][:3]
    return Feeling((best[0], best[1], best[2]), valence / total, arousal / total)
