"""Pronouns become the entity they stand for, when exactly one was named that fits.

Only subjects, possessives and, in Turkish, the case forms of "o" are touched. English "it" that stands for nothing
("it is raining") and Turkish "o" before a noun ("o gün") stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from graphmem.language.formation.cases import Case, inflected
from graphmem.model.entity import EntityType, Mention
from graphmem.model.language import Language

_PEOPLE = frozenset({EntityType.PERSON})
_PLACES = frozenset({EntityType.PLACE})
_THINGS = frozenset({EntityType.TECH, EntityType.ORG, EntityType.PROJECT, EntityType.ITEM, EntityType.EVENT})
_GROUPS = frozenset({EntityType.ORG})
_START = r"(?:^|(?<=[.!?] )|(?<=, )|(?<=; )|(?<=\band )|(?<=\bbut )|(?<=\bbecause )|(?<=\bthat )|(?<=\bwhen ))"
_PERFECT = re.compile(r" (?:\w+ly |just |already |never |always )?(?:been|got|gone|had|\w+ed|become|made|done|taken)\b")

Write = Callable[[re.Match[str], str], str]


def _subject(match: re.Match[str], name: str) -> str:
    contraction = match["short"]
    if not contraction:
        return name
    if contraction in {"ll", "d"}:
        return f"{name} {'will' if contraction == 'll' else 'would'}"
    return f"{name} {'has' if _PERFECT.match(match.string, match.end()) else 'is'}"


def _possessive(_match: re.Match[str], name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _there(match: re.Match[str], name: str) -> str:
    motion = re.search(r"(?:go|goes|went|going|moved|moving|move|fly|flew|flying|travel\w*|drove|return\w*)$", match[1])
    return f"{match[1]} {'to' if motion else 'in'} {name}"


def _turkish(case: Case) -> Write:
    return lambda _match, name: inflected(name, case)


def _bare(_match: re.Match[str], name: str) -> str:
    return name


_SHORT = r"(?:['’](?P<short>s|ll|d)\b|(?P<none>(?= [a-z])))"
_ENGLISH: list[tuple[re.Pattern[str], frozenset[EntityType], Write]] = [
    (re.compile(rf"{_START}(?:[Hh]e|[Ss]he){_SHORT}"), _PEOPLE, _subject),
    (
        re.compile(rf"{_START}(?:[Hh]is|[Hh]er)(?= [a-z])(?! (?:a|an|the|that|this|to|in|at|and)\b)"),
        _PEOPLE,
        _possessive,
    ),
    (
        re.compile(
            r"(?:^|(?<=[.!?] ))It(?:['’](?P<short>ll)\b|(?= (?!is|was|will be|would be|takes?|took|seems?|looks?"
            r"|depends?|rain|snow|turns? out|makes? sense|means?|feels?|has been|had been|sounds?|could|might|may)"
            r"[a-z]))(?P<none>)"
        ),
        _THINGS,
        _subject,
    ),
    (re.compile(r"(?:^|(?<=[.!?] ))Its(?= [a-z])"), _THINGS, _possessive),
    (re.compile(r"(?:^|(?<=[.!?] ))They(?P<short>(?!))?(?= [a-z])"), _GROUPS, _subject),
    (
        re.compile(
            r"\b(liv(?:e|es|ed|ing)|work(?:s|ed|ing)?|stay(?:s|ed|ing)?|been|born|stud(?:y|ies|ied|ying)|grew up|go"
            r"|goes|went|going|mov(?:e|ed|ing)|fl(?:y|ew|ying)|return(?:ed|ing)?|drove) there\b"
        ),
        _PLACES,
        _there,
    ),
]
_TR_START = r"(?:^|(?<=[.!?] ))"
_ANYONE = _PEOPLE | _THINGS
_TURKISH: list[tuple[re.Pattern[str], frozenset[EntityType], Write]] = [
    (
        re.compile(
            rf"{_TR_START}O(?= (?:da|de|çok|hep|hâlâ|hala|şimdi|artık|benim|bizim|dün|bugün|yarın|zaten|hiç|geçen"
            r"|ayrıca|asla|genelde|her|sürekli|eskiden|henüz)\b)(?! da (?:ne|var)\b)"
        ),
        _PEOPLE,
        _bare,
    ),
    (
        re.compile(r"(?<!\w)[Oo]nun(?!\w)(?! (?:için|gibi|kadar|yerine|yüzünden|dışında|üzerine|sayesinde)\b)"),
        _ANYONE,
        _turkish(Case.GENITIVE),
    ),
    (re.compile(r"(?<!\w)[Oo]na(?!\w)(?! (?:göre|rağmen|kadar)\b)"), _ANYONE, _turkish(Case.DATIVE)),
    (re.compile(r"(?<!\w)[Oo]nu(?!\w)"), _ANYONE, _turkish(Case.ACCUSATIVE)),
    (re.compile(r"(?<!\w)[Oo]ndan(?!\w)(?! (?:sonra|önce|beri|dolayı)\b)"), _ANYONE, _turkish(Case.ABLATIVE)),
    (re.compile(r"(?<!\w)[Oo]nunla(?!\w)"), _ANYONE, _turkish(Case.WITH)),
    (re.compile(r"(?<!\w)[Oo]rada(?!\w)"), _PLACES, _turkish(Case.LOCATIVE)),
    (re.compile(r"(?<!\w)[Oo]raya(?!\w)"), _PLACES, _turkish(Case.DATIVE)),
    (re.compile(r"(?<!\w)[Oo]radan(?!\w)"), _PLACES, _turkish(Case.ABLATIVE)),
]
_HINT = {
    Language.EN: re.compile(r"\b(?:he|she|his|her|it|its|they|there)\b", re.IGNORECASE),
    Language.TR: re.compile(r"(?<!\w)[Oo](?:n(?:un|a|u|dan|unla)|ra(?:da|ya|dan))?(?!\w)"),
}


def resolved(text: str, language: Language, mentions: Sequence[Mention]) -> str:
    """The text with its pronouns replaced by `mentions` of the turns before, most recent last."""
    if not mentions or not _HINT[language].search(text):
        return text
    for pattern, kinds, write in _TURKISH if language is Language.TR else _ENGLISH:
        if not pattern.search(text):
            continue
        name = _antecedent(text, kinds, mentions)
        if name:
            text = pattern.sub(lambda match, name=name, write=write: write(match, name), text)  # type: ignore[misc]
    return text


def _antecedent(text: str, kinds: frozenset[EntityType], mentions: Sequence[Mention]) -> str | None:
    """The one entity of these kinds; none when two were named or the text names one itself."""
    fitting = {mention.name.casefold(): mention.name for mention in mentions if mention.type in kinds}
    if len(fitting) != 1:
        return None
    name = next(iter(fitting.values()))
    return None if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) else name
