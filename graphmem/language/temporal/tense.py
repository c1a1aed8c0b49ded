"""Direction of the verb beside a time expression: −1 past, 0 unknown, 1 future.

In English the nearest cue of the clause decides, then of the sentence; in Turkish the first finite verb after the
expression, since verbs come last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cache, lru_cache

from graphmem.language.temporal.words import alternatives, months
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language

_SENTENCE = re.compile(r"[.!?;\n]+(?=\s|$)")
_CLAUSE = re.compile(r"[.!?;:\n]+(?=\s|$)|,|[☀-➿\U0001f300-\U0001faff]| but | and | because | so that | which ")
_EN_FUTURE = re.compile(
    r"\b(?:will|won't|shall|gonna|wanna|going to|plan(?:s|ning)?|intend(?:s|ing)?|hop(?:e|es|ing)|wants? to|like to"
    r"|love to|needs? to|ha(?:ve|s) to|must|should|let's|lets|might|may|can|remind|scheduled|supposed to|due|about to"
    r"|expect(?:s|ed|ing)?|aim(?:s|ing)?|thinking|consider(?:s|ing)?|don't forget)\b|'ll\b"
    r"|(?:\b(?:am|is|are|be)|'m|'re|'s) (?:(?!(?:my|your|his|her|its|our|their|no|a|the) )\w+ ){0,2}?\w{2,}ing\b"
)
_EN_AHEAD = re.compile(
    r"\s*(?:(?:and|so|then|now|we|btw|also) ){0,2}(?:arriv|clos|com|deploy|driv|fly|gett?|go|hav|head|interview|launch"
    r"|leav|meet|mov|open|present|pick|return|see|ship|sign|start|tak|travel+|visit)ing\b"
)
"""A clause without its "I am": "we found one, signing on Friday"."""
_PAST_FUTURE = re.compile(
    r"\b(?:was|were|wasn't|weren't|had) (?:\w+ )?(?:going|about|planning|supposed|hoping|meaning|due) "
)
_PAST_PROGRESSIVE = re.compile(r"\b(?:was|were|wasn't|weren't|been) (?:\w+ )?\w+ing\b|'s had\b")
_SINCE = re.compile(r"\bsince (?:[\w'-]+ ){1,7}$")
"""Events since which a state holds: "since that scare at Christmas"."""
_SUBJECT = re.compile(r"\b(?:i|we|you|they|he|she) [a-z]")
_NEXT_SUBJECT = re.compile(r"\b(?:i|we|you|they|he|she|it)(?:'(?:m|ve|s|re|d|ll))? [a-z]")
_STARTING = re.compile(r"(?:starting|beginning|effective)(?!\w)")
"""Beginnings of an offer or a plan that stands before its time: "got a job, starting in January"."""
_STATIVE = frozenset({"is", "are", "am", "be", "get", "gets", "isn't", "aren't", "remains", "stays", "im", "the"})
_EN_WORD = re.compile(r"[a-z']+")
_TR_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_TR_PAST = re.compile(
    r"[a-z]{2,}(?:(?:(?:d|(?<=[fstkchp])t)[iu](?:m|n|k|niz|nuz|l[ae]r)?)"
    r"|m[iu]s(?:[iu]m|[iu]z|s[iu]n|l[ae]r|t[iu][a-z]*)?)"
)
"""The suffix is hard behind a hard consonant alone: "gitti", but neither "toplantı" nor "denetim"."""
_TR_FUTURE = re.compile(
    r"(?!bac[ae][gk])[a-z]+(?:[ae]cak|[ae]cek)(?:l[ae]r|s[iu]n(?:[iu]z)?|m[iu]s|t[iu]r)?|(?!bacag)[a-z]+[ae]c[ae]g(?:[iu]m|[iu]z)|lazim|gerek(?:iyor|li)?"
)
_TR_OTHER = re.compile(
    r"[a-z]+(?:[iu]yor(?:um|sun|uz|sunuz|l[ae]r)?|[ae]bil[iu]r(?:[iu][mz]|s[iu]n(?:[iu]z)?|l[ae]r)?|m[ae]l[iu](?:y[iu]m|y[iu]z|s[iu]n)?|[a-z][ae]l[iu]m|[ae]y[iu]m)"
)
_TR_NONVERBAL = re.compile(r"(?:var|yok)(?:sa|mis)?")
"""Words in place of a verb in the present: "toplantı var"."""
_TR_OF_PERSON = re.compile(r"[a-z]+[iu](?:m|k)")
"""Past verbs of the first person, which count even before another verb: "gittim geldim"."""
_TR_AFTER_NOUN = re.compile(r" (?:(?:var|yok)(?:mis)?|icin|ile|sonrasi|oncesi|hakkinda|boyunca)(?!\w)")
_TR_TOLD = re.compile(r"(?:var|yok) (?:diye|de[dm]|idi)")
"""A "there is" that another verb follows: "işim yok diye evde kaldım"."""
_TR_COMES = re.compile(r"gelecek *(?:[.,;!?)]|$)")
"""At the end of its clause it is the verb and not "next"."""
_TR_CLOSED = re.compile(r" *,")
_TR_LAST = re.compile(r"([a-z]+) $")
_TR_NEXT = re.compile(r" ([a-z]+)(?!['\w])")
_DATED = re.compile(r"\d [a-z]{3}|[a-z]{3} \d|\d(?:st|nd|rd|th)\b")
"""A day of a month: "9-13 april", "april 9"."""
_EN_IN_FORCE = re.compile(
    r"\b(?:effective|valid|in force|applies|applicable|starting)(?: as)?(?: from| of| on| in)*(?: the)? $"
)
_TR_IN_FORCE = re.compile(r"\w*(?: (?:itibar\w+|baslayarak))? (?:gecerli|yururlu)")
MOVING = r"\b(?:postpone|reschedule|push|delay|extend|defer|move|shift|bump|pull|bring|brought)[a-z]*"
"""English verbs of rescheduling."""
_MOVED_TO = re.compile(rf"\bfor (?:the )?$|{MOVING} [^.!?;]*\bto (?:the )?$")
_TR_DATIVE = re.compile(r"[^dt][ae](?<!cuma)(?<!carsamba)(?<!persembe)(?<!gece)(?<!ogle)(?<!hafta)$")
_COPULA = ("ydi", "ydu", "ymis", "ymus")
"""The past of "to be" as a suffix of a time: "toplantı salıydı"."""
_MONTHS = 12
_LOOK_BACK = 60
_FARTHEST = 400
"""Most characters between an expression and its verb, lest texts full of dates take quadratic time."""
_TR_MOST_BETWEEN = 2
"""Most words between the new day of a rescheduling and its verb: "perşembeye bir bilet aldım"."""
_TR_LAST_RESORT = 3
"""Last words of a sentence that are searched without a verb after the expression."""


def direction(folded: str, start: int, end: int, language: Language, said: date, *, ends: bool = False) -> int:
    """Return the direction of the verb that goes with `folded[start:end]`, said on a day.

    For a time that `ends` something only its own clause counts: "the school's shut until Friday, a pipe burst".
    """
    folded = _without_corrections(folded, language)
    sign = _direction(folded, start, end, language, ends=ends)
    if sign < 0 and (_is_in_force(folded, start, end, language) or _only_arranged(folded, start, end, language, said)):
        return 0
    return sign


def _is_in_force(folded: str, start: int, end: int, language: Language) -> bool:
    """Whether a rule is in force from then on: "effective from April", "nisandan itibaren geçerli".

    It was agreed before, whatever the verb is.
    """
    if language is Language.TR:
        return _TR_IN_FORCE.match(folded, end) is not None
    return _EN_IN_FORCE.search(folded, max(0, start - _LOOK_BACK), start) is not None


def _only_arranged(folded: str, start: int, end: int, language: Language, said: date) -> bool:
    """Whether past verbs only arrange a future day: "the hotel I booked, 9-13 April".

    The day is one of the calendar, or a month whose next one is nearer ("we booked Madeira in December"), and no other
    past verb stands beside it.
    """
    if not _DATED.search(folded, start, end) and not _is_soon(folded[start:end].strip(" .,;!?"), said):
        return False
    first, last = _around(_SENTENCE, folded, start, end)
    sentence = folded[first:last]
    arranged = [found.span() for found in _arranging(language).finditer(sentence)]
    if language is Language.TR:
        past = [found.start() for found in _TR_WORD.finditer(sentence) if is_turkish_past(found[0])]
    else:
        past = list(_past_words(sentence))
    return bool(past) and all(any(begin <= place < stop for begin, stop in arranged) for place in past)


def _is_soon(written: str, said: date) -> bool:
    """Whether a month without a year comes sooner than its last one is ago.

    "I chose it in May", said in June, means the May just past.
    """
    month = _bare_month().fullmatch(written)
    return month is not None and (months()[month["month"]] - said.month) % _MONTHS <= _MONTHS // 2


@cache
def _bare_month() -> re.Pattern[str]:
    return re.compile(rf"(?:in |for )?(?P<month>{alternatives(list(months()))})(?:'?[a-z]{{1,3}})?")


@cache
def _arranging(language: Language) -> re.Pattern[str]:
    verbs = "|".join(f"(?:{line})" for line in lines(f"{language.value}/temporal_arranging"))
    return re.compile(rf"(?<!\w)(?:{verbs})(?!\w)")


def _direction(folded: str, start: int, end: int, language: Language, *, ends: bool) -> int:
    if language is Language.TR:
        return _turkish(folded, start, end)
    if _MOVED_TO.search(folded, max(0, start - _LOOK_BACK), start):
        return 1
    since = _SINCE.search(folded, max(0, start - _LOOK_BACK), start)
    if since and not _EN_FUTURE.search(since[0]):
        return -1
    for splitter in (_CLAUSE,) if ends else (_CLAUSE, _SENTENCE):
        first, last = _around(splitter, folded, start, end)
        found = _nearest(folded, first, last, start, end)
        # "She said fine, I take the shift on the 5th": a clause with a subject and no cue is in the present.
        if found or (splitter is _CLAUSE and _SUBJECT.search(folded, first, start)):
            return found
        if splitter is _CLAUSE and _STARTING.match(folded, start):
            return 1
    return 0


@lru_cache(maxsize=16)
def _without_corrections(folded: str, language: Language) -> str:
    """Return the text with blanks for words of correction: in "I meant Friday" nothing is past."""
    return _meant(language).sub(lambda found: " " * len(found[0]), folded)


@cache
def _meant(language: Language) -> re.Pattern[str]:
    told = "|".join(f"(?:{line})" for line in lines(f"{language.value}/temporal_meant"))
    return re.compile(rf"(?<!\w)(?:{told})(?!\w)")


def is_past(word: str) -> bool:
    """Whether an English word is a past form."""
    if word in words("en/temporal_past"):
        return True
    return len(word) > 3 and word.endswith("ed") and word not in words("en/temporal_not_past")


def is_dative(folded: str) -> bool:
    """Whether a Turkish time expression ends in the dative: "perşembeye", not "perşembe"."""
    return _TR_DATIVE.search(folded) is not None


def is_moved(folded: str, end: int) -> bool:
    """Whether a Turkish verb of rescheduling follows within a few words."""
    return _moved_to().match(folded, end) is not None


@cache
def is_turkish_past(word: str) -> bool:
    """Whether a folded Turkish word is a finite past form."""
    return bool(_TR_PAST.fullmatch(word)) and word not in words("tr/temporal_not_past")


def _around(splitter: re.Pattern[str], text: str, start: int, end: int) -> tuple[int, int]:
    """Return the clause or sentence around a span, within the reach of its verb."""
    first, last = max(0, start - _FARTHEST), min(len(text), end + _FARTHEST)
    if first:
        first = max(first, text.find(" ", first, start) + 1)
    if last < len(text):
        last = max(text.rfind(" ", end, last), end)
    for match in splitter.finditer(text, first, last):
        if match.end() <= start:
            first = match.end()
        elif match.start() >= end:
            return first, match.start()
    return first, last


def _nearest(folded: str, first: int, last: int, start: int, end: int) -> int:
    """Return the direction of the cue nearest to the expression, in characters."""
    clause = folded[first:last]
    if _PAST_FUTURE.search(clause):
        return -1
    cues = [(match.start() + first, 1) for match in _EN_FUTURE.finditer(clause)]
    if ahead := _EN_AHEAD.match(clause):
        cues.append((ahead.end() + first - 1, 1))
    cues += [(match.start() + first, -1) for match in _PAST_PROGRESSIVE.finditer(clause)]
    cues += [(place + first, -1) for place in _past_words(clause)]
    if any(place < start for place, _ in cues) and (other := _NEXT_SUBJECT.search(folded, end, last)):
        # A verb of its own stands before the time: the verb of another subject behind it goes with other times.
        cues = [(place, sign) for place, sign in cues if place < other.start()]
    outside = [
        (start - place if place < start else place - end, sign) for place, sign in cues if not start <= place < end
    ]
    return min(outside)[1] if outside else 0


def _past_words(clause: str) -> Iterator[int]:
    """Yield the places of past forms; "is closed" and "gets paid" are none."""
    before = ""
    for match in _EN_WORD.finditer(clause):
        held = match[0] == "got" and before.endswith(("'ve", "have", "has", "'s"))
        if is_past(match[0]) and not held and before not in _STATIVE and not before.endswith(("'s", "'re", "'m")):
            yield match.start()
        if not match[0].endswith("ly") and match[0] not in {"not", "still", "now", "already"}:
            before = match[0]


def _turkish(folded: str, start: int, end: int) -> int:
    if folded[start:end].endswith(_COPULA):
        return -1
    if is_dative(folded[start:end]) and is_moved(folded, end):
        return 1
    first, last = _around(_SENTENCE, folded, start, end)
    if (told := _turkish_before(folded, first, start, end)) is not None:
        return told
    for match in _TR_WORD.finditer(folded, end, last):
        found = 1 if _TR_COMES.match(folded, match.start()) else _turkish_word(match[0])
        if found is None or (found < 0 and _is_noun(folded, match)) or _TR_TOLD.match(folded, match.start()):
            continue
        return found
    before = [match[0] for match in _TR_WORD.finditer(folded, first, start)][-_TR_LAST_RESORT:]
    return next((found for word in reversed(before) if (found := _turkish_word(word)) is not None), 0)


def _turkish_before(folded: str, first: int, start: int, end: int) -> int | None:
    """Return the direction of the verb before a time that ends its clause: "olacak ayın 20'sinde, …"."""
    said = _TR_LAST.search(folded, first, start) if _TR_CLOSED.match(folded, end) else None
    found = _turkish_word(said[1]) if said else None
    return None if said is None or (found == -1 and not _TR_OF_PERSON.fullmatch(said[1])) else found


def _is_noun(folded: str, match: re.Match[str]) -> bool:
    """Whether a word is no past verb, since its clause's verb follows: "parti var", "kredi görüşeceğiz"."""
    if _TR_AFTER_NOUN.match(folded, match.end()):
        return True
    after = _TR_NEXT.match(folded, match.end())
    return after is not None and not _TR_OF_PERSON.fullmatch(match[0]) and _turkish_word(after[1]) in {0, 1}


@cache
def _moved_to() -> re.Pattern[str]:
    verbs = "|".join(lines("tr/temporal_moves"))
    return re.compile(rf"(?: \w+){{0,{_TR_MOST_BETWEEN}}} (?:{verbs})(?!\w)")


@cache
def _turkish_word(word: str) -> int | None:
    if _TR_FUTURE.fullmatch(word):
        return None if word == "gelecek" else 1
    if is_turkish_past(word):
        return -1
    return 0 if _TR_OTHER.fullmatch(word) or _TR_NONVERBAL.fullmatch(word) else None
