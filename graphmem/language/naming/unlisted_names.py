"""Unlisted names, with types by their form and their neighbours."""

from __future__ import annotations

import re

from graphmem.language import verbs
from graphmem.language.naming import cues, gazetteer, runs
from graphmem.language.naming.reading import Reading, Span
from graphmem.language.words import Word
from graphmem.model.entity import EntityType
from graphmem.model.language import Language

_MIXED = re.compile(
    r"(?!Mc|Mac|De|Di|La|Le|Van)[A-Z]?[a-z]+[A-Z]\w*|[A-Z][a-z]+\d\w*|\w+\.(?:js|ai|io|py|net)", re.ASCII
)
_LANGUAGE = re.compile(r"[a-z]{3,}c[ae](?:(?:[yn]|s[iu]n?)\w{0,4}|[dt][ae]n?)?")
_JOINING = frozenset({"and", "ve", "the", "for"})
_ADVERB = re.compile(r"\w{3,}(?:ly|ing)")
_PROJECT_WORDS = ("project", "proje", "codename", "kod adi")


def unknown(reading: Reading, place: int) -> Span | None:
    """Return the run of capitals at a word, if something tells its type."""
    word = reading.words[place]
    if reading.speaker and word.folded == reading.speaker and word.has_capital:
        return Span(place, place + 1, EntityType.PERSON)
    if not word.has_capital or reading.is_shouted or len(word.text) < 2:
        return None
    if gazetteer.is_not_name(word.folded, reading.language, is_whole=bool(word.suffix)):
        return None
    if _is_language(reading, word) or _is_german_noun(reading, word):
        return None
    if cues.is_self(reading.words, place):
        return _self(reading, place)
    end = _until_known(reading, place, max(place + 1, runs.capital_run(reading.words, place)))
    kind = _kind(reading, place, end)
    return Span(place, end, kind) if kind else None


def _self(reading: Reading, place: int) -> Span | None:
    """Return the speaker's own name if it is introduced: "My name is Ingvild", "Adım Ingvild"."""
    word, first = reading.words[place], reading.words[place].folded
    is_doubtful = word.is_upper or gazetteer.is_everyday(first, reading.language)  # "I am TERRIFIED" names nobody
    if is_doubtful and not gazetteer.is_given_name(first):
        return None
    end = place + 1
    while end < len(reading.words) and end - place < 3 and _is_surname(reading.words[end]):
        end += 1
    return Span(place, end, EntityType.PERSON)


def _is_surname(word: Word) -> bool:
    return word.joins and word.has_capital and word.folded not in gazetteer.not_names()


def _is_german_noun(reading: Reading, word: Word) -> bool:
    """Whether a capital says nothing, as German writes every noun with one; GitLab and Steffi are names."""
    is_name = gazetteer.is_name_somewhere(word.folded) or _MIXED.fullmatch(word.text) is not None
    return reading.language is Language.DE and not is_name


def _is_language(reading: Reading, word: Word) -> bool:
    """Whether a word is a Turkish name of a language, Fransızca; only a learner makes it a topic."""
    return reading.language is Language.TR and not word.suffix and _LANGUAGE.fullmatch(word.folded) is not None


def _until_known(reading: Reading, start: int, end: int) -> int:
    for place in range(start + 1, end):
        is_mixed = _MIXED.fullmatch(reading.words[place].text) is not None  # a name of its own: "Haritayı MapLibre …"
        if reading.words[place].folded in _JOINING or (is_mixed and reading.words[start].is_first):
            return place
        known = (found.known for found in gazetteer.find(reading.words, place, reading.language))
        if any(not entry.is_word or entry.type is not EntityType.PERSON for entry in known):
            return place
    return end


def _kind(reading: Reading, start: int, end: int) -> EntityType | None:
    words, language = reading.words, reading.language
    if runs.title_after(words, end):
        return EntityType.PERSON
    stated = cues.explicit(words, start, end, language)
    first = words[start]
    is_word = _is_plainly_no_name(first) or gazetteer.is_everyday(first.folded, language)
    if stated and not (stated is EntityType.ORG and first.is_first and is_word):  # "Young people", "Having people"
        return stated
    if first.is_quoted:
        return None
    if _MIXED.fullmatch(first.text):
        return EntityType.ORG if cues.is_employer(words, start, end, language) else EntityType.TECH
    if (
        end - start == 1
        and gazetteer.is_everyday(first.folded, reading.language)
        and not _has_name_suffix(reading, end)
    ):
        return None
    if first.is_first and not _has_name_suffix(reading, end):
        return _kind_of_opener(reading, start, end)
    implied = cues.implied(words, start, end, language)
    if implied is EntityType.PERSON and _speaks_of_project(reading) and end - start == 1:
        return EntityType.PROJECT
    if implied or first.is_upper:
        return implied if implied is not EntityType.PERSON or not first.is_upper else None
    return EntityType.PERSON if _is_somebody(reading, start, end) else EntityType.TOPIC


def _is_somebody(reading: Reading, start: int, end: int) -> bool:
    """Whether a name without typed neighbours is a person's: by a given name in it, or by "she" after it."""
    if gazetteer.is_name_somewhere(reading.words[start].folded):
        return True
    return reading.language is not Language.TR and cues.is_spoken_of(reading.words, start, end)


def _kind_of_opener(reading: Reading, start: int, end: int) -> EntityType | None:
    """Return the type of a name that opens a sentence by its neighbours, since its capital means nothing."""
    first = reading.words[start]
    if end - start > 1 and gazetteer.is_given_name(first.folded) and not first.is_upper:
        return cues.described(reading.words, end, reading.language) or EntityType.PERSON
    if gazetteer.is_everyday(first.folded, reading.language) or first.is_upper or _is_plainly_no_name(first):
        return None
    described = cues.described(reading.words, end, reading.language)
    if described:
        return described
    if end - start > 1:
        return EntityType.PERSON if _is_somebody(reading, start, end) else EntityType.TOPIC
    after = reading.words[end].folded if end < len(reading.words) and reading.words[end].joins else ""
    if cues.is_agent(reading.words, end, reading.language) and _is_somebody(reading, start, end):
        return EntityType.PERSON
    is_subject = after in {"said", "says", "told", "asked", "called", "dedi", "aradi", "soyledi"}
    return EntityType.PERSON if is_subject else None


def _is_plainly_no_name(word: Word) -> bool:
    """Whether a word is plainly no name: Hopefully, Taking; Unutmayın, Gelmedi."""
    return verbs.denies(word.folded) or _ADVERB.fullmatch(word.folded) is not None


def _has_name_suffix(reading: Reading, end: int) -> bool:
    """Whether the word has a Turkish suffix behind an apostrophe, which only proper names take."""
    return reading.language is Language.TR and bool(cues.case_of(reading.words[end - 1].suffix))


def _speaks_of_project(reading: Reading) -> bool:
    return any(word.folded.startswith(_PROJECT_WORDS) for word in reading.words)
