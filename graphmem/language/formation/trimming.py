"""A statement without what its sentence asks for besides: "Otis is four now, so make the portions bigger".

People tell things on the way to a request, before it or after it, without a question mark. What is asked for now is
over in a minute and goes; a rule for later stays. Only ends are cut, so that nothing is spliced, and only where what is
left tells something by itself.
"""

from __future__ import annotations

import re

from graphmem.language.formation.verbs import finite_words
from graphmem.language.observer.patterns import expression, plain
from graphmem.language.observer.requests import requests
from graphmem.language.turkish import fold
from graphmem.model.language import Language

_WORD = re.compile(r"[^\W\d_]+(?:['’.][^\W\d_]+)*")
_FEWEST = 3
"""Words of the shortest statement that is left."""
_LEAD = 10
"""Words of the longest request or announcement that a sentence opens with."""
_LONGEST = 20
"""Words of the longest statement that may be nothing but a request."""
_ENDS = 2
"""Words with which a Turkish question ends: its verb, and what follows that."""
_QUOTE = re.compile(r"[\"'”’)]")
_PART = re.compile(r"[,;:!?]+\s|\s[:;]-?[)(]+\s|\s[-–—]+\s|[.!?…]+(?:\s|$)|\n")


def told_only(sentence: str, language: Language) -> tuple[int, int]:
    """Where what is left of a sentence stands in it; all of it where nothing is cut."""
    start = _after_lead(sentence, language)
    end = _before_tail(sentence, start, language)
    return start, _before_run_on(sentence, start, end) if language is Language.TR else end


def only_asked(statement: str, language: Language) -> bool:
    """Whether a statement is nothing but a question without its mark, or a request of now: "hocam kaç ağaca bir
    asılır", "rename the button, only on this branch"."""
    if len(statement.split()) > _LONGEST or _of(language, "lasting").search(plain(statement)):
        return False
    parts = [part for part in _PART.split(statement) if part.strip()]
    asked = [part for part in parts if _asks(part, language)]
    rest = [part for part in parts if part not in asked]
    if any(_states(part, language) for part in rest) or any(_states_besides(part, language) for part in asked):
        return False
    return bool(asked) and sum(map(_size, asked)) >= sum(map(_size, rest))


def _asks(part: str, language: Language) -> bool:
    """Whether a part of a statement asks for an answer or for something to be done now."""
    said = plain(part).strip(" .!,;:")
    if _of(language, "asks").search(said) or _is_asked(part, language):
        return True
    if _of(language, "politely").search(said) and not finite_words(part, language):
        return True
    return _of(language, "once").search(said) is not None and _of(language, "own").search(said) is None


def _states(part: str, language: Language) -> bool:
    """Whether a part beside a request tells something, in Turkish also in a word or two or without a verb: "beş
    yaşında", "yıllık bütçem 1,8 milyon TL"."""
    if language is Language.EN:
        return _tells(part, language)
    found, said = _WORD.findall(part), fold(part).rstrip(" .!,;")
    if _of(language, "order").search(said):
        return False
    return len(found) > _FEWEST or bool(found and finite_words(found[-1], language)) or _is_nominal(said)


def _is_nominal(said: str) -> bool:
    return len(said.split()) > 1 and _of(Language.TR, "nominal").search(said) is not None


def _states_besides(part: str, language: Language) -> bool:
    """Whether a part that asks tells something, too, as people run on: "dereye düşürdüm nasıl söylesem", "can anyone
    cover i've got a christening"."""
    if language is Language.EN:
        return _of(language, "goes_on").search(plain(part)) is not None
    found = _WORD.findall(part)
    stated = any(len(word) > _FEWEST and finite_words(word, language) for word in found[:-_ENDS])
    return stated or any(_of(language, "own").search(fold(word)) for word in found[:-1])


def _size(part: str) -> int:
    return len(part.split())


def _after_lead(sentence: str, language: Language) -> int:
    """Where it goes on after a request or an announcement that it opens with."""
    joint = _of(language, "joint").search(sentence)
    if joint is None:
        return 0
    lead, rest = sentence[: joint.start()], sentence[joint.end() :]
    if len(lead.split()) > _LEAD or not _tells(rest, language):
        return 0
    if ":" in joint[0]:
        opens = _of(language, "announced").search(plain(lead)) is not None or _is_asked(lead, language)
    else:
        opens = _is_asked(lead, language) and _of(language, "subject").match(rest) is not None
    return joint.end() if opens else 0


def _before_tail(sentence: str, start: int, language: Language) -> int:
    """Where it ends before the requests that it closes with."""
    end = len(sentence)
    joints = list(_of(language, "joint").finditer(sentence, start))
    if _of(language, "lasting").search(plain(sentence[start:])):
        return end
    for place in reversed(range(len(joints))):
        joint = joints[place]
        head, tail = sentence[start : joint.start()], sentence[joint.end() : end]
        before = sentence[joints[place - 1].end() if place else start : joint.start()]
        # Of things that follow each other ("I stamp it, take the cash, write the tag") the last is no request.
        is_comma, is_first = bool(joint[0].strip()), place == 0
        is_listed = is_comma and not (language is Language.TR or is_first or _of(language, "subject").match(before))
        if is_listed or not _is_asked(tail, language):
            break
        if _tells(head, language):
            end = joint.start()
        elif is_comma:  # "…, porsiyonları ona göre hesapla" begins before "ona göre"
            break
    return end


def _before_run_on(sentence: str, start: int, end: int) -> int:
    """Where a Turkish sentence ends before what it asks without a comma: "etiketi yok proteinini nasıl anlarım"."""
    if _of(Language.TR, "lasting").search(plain(sentence[start:end])):
        return end
    for word in reversed(list(_WORD.finditer(sentence, start, end))):
        if not _of(Language.TR, "runs_on").search(fold(word[0])):
            continue
        head, tail = sentence[start : word.end()], sentence[word.end() : end].strip(" .,;:!")
        is_bound = _PART.search(tail) or _QUOTE.match(tail) or _of(Language.TR, "bound").match(fold(tail))
        if is_bound or len(head.split()) < _FEWEST:
            break
        if len(tail.split()) > 1:
            is_asked = _is_asked(tail, Language.TR) or _of(Language.TR, "asks").search(plain(tail))
            return word.end() if is_asked else end
    return end


def _is_asked(part: str, language: Language) -> bool:
    said = plain(part).strip(" .!,;:")
    if _of(language, "lasting").search(said):
        return False
    return requests(part, language) or _of(language, "asked").search(said) is not None


def _tells(part: str, language: Language) -> bool:
    """Whether a part tells something by itself: it has a verb that is no order."""
    found = _WORD.findall(part)
    if len(found) < _FEWEST or _is_asked(part, language):
        return False
    if language is Language.TR:
        said = fold(part).rstrip(" .!,;")
        stated = finite_words(found[-1], language) or _of(language, "nominal").search(said)
        return bool(stated) and not _of(language, "order").search(said)
    return bool(finite_words(part, language)) and not _of(language, "order").search(plain(part))


def _of(language: Language, section: str) -> re.Pattern[str]:
    return expression(f"{language.value}/formation_trimming", section)
