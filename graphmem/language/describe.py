"""Features that decide how two memories relate: content words, names, topics, causes and effects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from graphmem.language.connectives import causal
from graphmem.language.doc import Doc, reading, tokens
from graphmem.language.stem import stem
from graphmem.language.stopwords import is_listed, is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, words
from graphmem.language.words import Word
from graphmem.language.words import words as words_of
from graphmem.model.language import Language

TURKISH_STEM = 5
"""First letters by which Turkish words are compared: for verbs five do what a stemmer of nouns cannot.
(Can et al., Information retrieval on Turkish texts, JASIST 59(3), 2008.)"""


@dataclass(frozen=True, slots=True)
class Content:
    """The features of a text, all folded and stemmed, for comparison only.

    `stems` are content words without names; `names` proper names; `capitals` names and other capitalised words;
    `topics` the subjects of the text, `own_topics` those that do not come from a name; `clauses` the stems of cause and
    effect. An empty half of a clause stands for the statement before.
    """

    stems: frozenset[str]
    names: frozenset[str]
    capitals: frozenset[str]
    topics: frozenset[str]
    own_topics: frozenset[str]
    clauses: tuple[tuple[frozenset[str], frozenset[str]], ...]


_PERSONS = frozenset({"user", "users", "kullanici", "assistant", "asistan"})
_SHORTEST = 2


@reading
def _said(doc: Doc) -> list[_Token]:
    return _tokens(tokens(doc), doc.language)


@reading
def content_words(doc: Doc) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of content words without names, and the names."""
    found = _said(doc)
    names = frozenset(token.stem for token in found if token.is_name)
    return frozenset(token.stem for token in found if not token.is_name and not token.is_title) - names, names


@reading
def describe(doc: Doc) -> Content:
    """Return the features of one memory's text."""
    language = doc.language
    found = _said(doc)
    known = _topics_by_stem(language)
    stems, names = content_words(doc)
    common = [token for token in found if not token.is_name and not token.is_title]
    return Content(
        stems,
        names,
        names | frozenset(token.stem for token in common if token.has_capital and token.stem not in known),
        frozenset(_topics([token for token in found if not token.is_title], language)),
        frozenset(_topics(common, language)),
        tuple((_stems(c.cause, language), _stems(c.effect, language)) for c in causal(doc.text, language)),
    )


def name_stems(name: str, language: Language) -> frozenset[str]:
    """Return the words of a name in the form of `Content`."""
    return frozenset(filter(None, (_root(word, word, language) for word in name.split())))


@dataclass(frozen=True, slots=True)
class _Token:
    """A word with its role; `is_title` marks titles beside a name: "Project Falcon", "Hasan amca"."""

    stem: str
    has_capital: bool
    is_name: bool
    is_title: bool


def _stems(text: str, language: Language) -> frozenset[str]:
    return frozenset(token.stem for token in _tokens(words_of(text), language))


def _tokens(said: Sequence[Word], language: Language) -> list[_Token]:
    found = []
    for word in said:
        root = _root(word.written, word.text, language)
        if root:
            found.append(_Token(root, word.text[0].isupper(), _is_name(word), _is_title(word.text, language)))
    return [_beside(found, place) for place in range(len(found))]


def _beside(tokens: list[_Token], place: int) -> _Token:
    """Return the token as a title only if a name stands beside it; "Grandpa" alone is a name."""
    token = tokens[place]
    if not token.is_title:
        return token
    beside = tokens[max(place - 1, 0) : place] + tokens[place + 1 : place + 2]
    if any(other.has_capital and not other.is_title for other in beside):
        return _Token(token.stem, token.has_capital, is_name=False, is_title=True)
    return _Token(token.stem, token.has_capital, is_name=token.has_capital, is_title=False)


@lru_cache(maxsize=50_000)
def _is_title(head: str, language: Language) -> bool:
    folded = fold(head)
    return folded.startswith("proje") or folded in words(f"{language.value}/relations_titles")


@lru_cache(maxsize=50_000)
def _root(written: str, head: str, language: Language) -> str:
    """Return the stem of a content word; "" for other words."""
    folded = fold(head)
    if len(head) < _SHORTEST or folded in _PERSONS or _user_suffixed(folded):
        return ""
    if any(is_stop_word(form, language) or is_listed(form, language, "chatter") for form in (written, head)):
        return ""
    root = stem(head, language)
    if language is not Language.TR or root[:1].isdigit():  # five letters of a date would leave the year
        return root
    # The stemmer leaves the s of a possessive before a case ending: "gezisinde" → "gezis", but "gezisi" → "gezi".
    return re.sub(r"(?<=[aeiou])s$", "", root[:TURKISH_STEM])


def _user_suffixed(folded: str) -> bool:
    return folded.startswith("kullanici") and folded[9:] in {"nin", "ya", "yi", "da", "dan", "yla", "ninki"}


def _is_name(word: Word) -> bool:
    """Whether a capital marks a name: inside a sentence, before an apostrophe, or on a given name."""
    if not word.text[0].isupper():
        return False
    return bool(word.suffix) or not word.is_first or word.folded in words("given_names")


def _topics(tokens: list[_Token], language: Language) -> Iterator[str]:
    known = _topics_by_stem(language)
    for index, token in enumerate(tokens):
        yield from known.get(token.stem, ())
        if index:
            yield from known.get(f"{tokens[index - 1].stem} {token.stem}", ())


@cache
def _topics_by_stem(language: Language) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in lines(f"{language.value}/relations_topics"):
        topic, _, listed = line.partition(":")
        for phrase in listed.split(","):
            for form in _forms(phrase.strip(), language):
                root = " ".join(filter(None, (_root(word, word, language) for word in form.split())))
                if root:
                    found.setdefault(root, set()).add(topic)
    return {root: frozenset(topics) for root, topics in found.items()}


def _forms(phrase: str, language: Language) -> tuple[str, ...]:
    """Return both stems that a Turkish noun may have under an ending ("vitamin", "vitamini")."""
    vowel = next((char for char in reversed(fold(phrase)) if char in "aeiou"), "e")
    ending = {"a": "ı", "e": "i", "i": "i", "o": "u", "u": "u"}[vowel]
    is_inflected = language is Language.TR and phrase[-1:] not in "aeıioöuü"
    return (phrase, phrase + ending) if is_inflected else (phrase,)
