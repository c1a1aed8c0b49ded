"""First person to third: "I prefer X" becomes "User prefers X", or the speaker's name where it is known."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.formation import person_turkish
from graphmem.language.formation.verbs import is_base, third
from graphmem.language.temporal.tense import is_past
from graphmem.language.wordlists import words
from graphmem.model.language import Language

_ROLES = frozenset({"", "user", "human", "me", "kullanıcı", "kullanici", "unknown", "other"})
_GROUP = "{} and others"
_APOSTROPHE = r"['’]"
_CONTRACTED = {"m": "is", "ve": "has", "ll": "will", "d": "would"}
_PLAIN = {"am": "is", "have": "has", "do": "does", "don't": "doesn't", "dont": "doesn't", "haven't": "hasn't"}
_PLAIN |= {"was": "was", "were": "was", "aren't": "isn't"}
_SUBJECT = re.compile(
    rf"(?<![\w'’])(?P<who>I|i|[Ww]e)(?:{_APOSTROPHE}(?P<short>m|ve|ll|d|re))?"
    rf"(?P<adverbs>(?: (?:no longer|{'|'.join(sorted(words('formation_en_adverbs')))}|\w{{2,}}ly)\b)*)"
    rf"(?: (?P<verb>[A-Za-z]+(?:{_APOSTROPHE}t)?))?(?![\w'’])"
)
_UNWRITTEN = re.compile(r"\b(?:im|ive)\b", re.IGNORECASE)
_AND_VERB = re.compile(
    r"(?P<joint> (?:and|or|but) )(?P<adverbs>(?:(?:also|never|always|then|usually|often) )*)(?P<verb>[a-z]+)\b"
)
_OWN = [
    (re.compile(r"\b[Mm]yself\b"), "themself"),
    (re.compile(r"\b[Oo]urselves\b"), "themselves"),
    (re.compile(r"\b(?:[Mm]y|[Mm]ine)(?: own)?\b(?!-)"), "{own}"),
    (re.compile(r"\b(?:[Oo]urs?)(?: own)?\b(?!-)"), "{own}"),
    (re.compile(r"\bme\b(?! too)"), "{name}"),
    (re.compile(r"\bus\b"), "{group}"),
]
_DROPPED_SUBJECT = frozenset({"prefer", "love", "like", "hate", "live", "dislike", "adore"})
_NO_SUBJECT_DROP = frozenset(
    {"used", "based", "born", "compared", "given", "set", "read", "put", "made", "let", "cut", "cost", "bet"}
)
_MARKED = re.compile(r"(?<![\w'’])(?:i|me|my|mine|myself|we|us|our|ours|ourselves|im|ive)(?![\w])", re.IGNORECASE)


def name_of(speaker: str) -> str:
    """The speaker's name, `User` where only the role is known, `Assistant` for an assistant."""
    bare = speaker.strip()
    lowered = bare.lower()
    if lowered in _ROLES:
        return "User"
    return "Assistant" if lowered in {"assistant", "ai", "bot", "asistan"} else bare


def third_person(text: str, language: Language, speaker: str) -> str:
    """The text told about the speaker instead of by them."""
    name = name_of(speaker)
    if language is Language.TR:
        return person_turkish.third_person(text, name)
    return _english(text, name)


def _english(text: str, name: str) -> str:
    dropped = _with_dropped_subject(text, name)
    if dropped is not None:
        text = dropped
    if not _MARKED.search(text):
        return text
    text = _UNWRITTEN.sub(lambda match: f"I'{match[0][1:].lower()}", text)
    present = False

    def write(match: re.Match[str]) -> str:
        nonlocal present
        written, inflected = _clause(match, name)
        present = present or inflected
        return written

    text = _SUBJECT.sub(write, text)
    if present:
        text = _AND_VERB.sub(_agreeing, text)
    owner = f"{name}'" if name.endswith("s") else f"{name}'s"
    for pattern, replacement in _OWN:
        text = pattern.sub(replacement.format(own=owner, name=name, group=_GROUP.format(name)), text)
    return text


def _clause(match: re.Match[str], name: str) -> tuple[str, bool]:
    """Subject, adverbs and verb in the third person, and whether a present form was inflected."""
    plural = match["who"].lower() == "we"
    subject = _GROUP.format(name) if plural else name
    verb, adverbs = match["verb"] or "", match["adverbs"]
    short = match["short"]
    if short:
        auxiliary = _auxiliary(short, verb, plural=plural)
        return f"{subject} {auxiliary}{adverbs}{f' {verb}' if verb else ''}", False
    if plural or not verb:
        return f"{subject}{adverbs}{f' {verb}' if verb else ''}", False
    agreed = _agreed(verb)
    return f"{subject}{adverbs} {agreed}", agreed != verb and is_base(verb.lower())


def _auxiliary(short: str, verb: str, *, plural: bool) -> str:
    if short == "re" or (plural and short == "ve"):
        return "are" if short == "re" else "have"
    if short == "d" and (verb == "better" or verb in {"been", "gone", "had", "done"}):
        return "had"
    return _CONTRACTED[short]


def _agreed(verb: str) -> str:
    """The third person of a known verb after I; modals, past forms and unknown words stay as they are."""
    lowered = verb.lower().replace("’", "'")
    if lowered in _PLAIN:
        return _PLAIN[lowered]
    if is_base(lowered) and lowered not in {"read", "put", "quit", "cut"}:
        return third(lowered)
    if is_past(lowered) or lowered in words("formation_en_invariable"):
        return verb
    return third(lowered) if lowered in _known() else verb


@cache
def _known() -> frozenset[str]:
    return words("gate_en_verbs") | words("formation_en_inflected")


def _agreeing(match: re.Match[str]) -> str:
    verb = match["verb"]
    return (
        f"{match['joint']}{match['adverbs']}{third(verb)}"
        if is_base(verb) and verb not in words("formation_en_verb_nouns")
        else match[0]
    )


def _with_dropped_subject(text: str, name: str) -> str | None:
    """ "Moved to Berlin" begins with the verb; the speaker is its subject."""
    first, _, rest = text.partition(" ")
    word = first.lower()
    if not rest or not first[:1].isupper() or not first.isalpha():
        return None
    if is_past(word) and word not in _NO_SUBJECT_DROP and word not in words("formation_en_invariable"):
        after = rest.split(" ", 1)[0].lower()
        return None if after in {"i", "we", "you", "by"} else f"{name} {word} {rest}"
    if rest.split(" ", 1)[0].lower() in {"and", "or", "is", "was", "it"}:
        return None
    return f"{name} {third(word)} {rest}" if word in _DROPPED_SUBJECT else None
