"""English statements in the form for comparison: subject, content, polarity."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from graphmem.language.contradiction.short_dates import dated
from graphmem.language.contradiction.statement import USER, Statement
from graphmem.language.contradiction.tokens import (
    Kind,
    Token,
    Written,
    concepts,
    date,
    is_given_name,
    number,
    phrases,
    written,
)
from graphmem.language.stem import stem
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language

_WHAT_IS = re.compile(r"(?<=\w)['’]s(?= (?:an?|now|still|called|named|not)\b)")
"""A contracted "is" that cannot be a possessive: "my car's a Fiesta", "my phone's now a Pixel"."""
_USER = frozenset({"user", "i", "im", "ive", "we", "id"})
_DEFINITE = frozenset({"the", "our", "my", "their"})
_BE = frozenset(lines("en/gate_auxiliaries")[0].split())
_AUXILIARY = words("en/gate_auxiliaries")
_NEGATIVE = words("en/gate_negatives")
_PREPOSITIONS = words("en/gate_prepositions")
_DETERMINERS = words("en/gate_determiners")
_ADVERBS = words("en/gate_adverbs")
_SUBORDINATES = words("en/gate_subordinates")
"""Words that begin a subordinate clause: a denial there does not deny the statement."""
_POINTING = frozenset({"it", "this", "that", "these", "those", "them"})
_PARTICIPLES = {"be": ("ing",), "have": ("ed", "ing")}
_MAIN_REACH = 6
"""Most words between the first of a predicate and its verb."""
_LINK_REACH = 3
"""Most words between a preposition and its object: "at a big bank"."""
_REJECTION_ENDS = words("en/gate_rejection_ends")
_UNREAL = words("en/gate_not_yet")
"""Words after which nothing has happened yet."""
_NO_MORE = re.compile(
    r"\b(?:do|does|am|is|are|ca|wo|could|would)(?:n['’]?t| not|not) ((?:[\w'’-]+ ){0,5}?[\w'’-]+)"
    r" any ?(?:more|longer)\b",
    re.IGNORECASE,
)
"""A denied present with "any more": "I don't smoke any more" gives it up as "no longer" does."""

_SWITCHING = frozenset({"switched", "switch", "switching", "moved", "move", "changed", "migrated", "went"})
_PREFERRING = frozenset({"prefer", "prefers", "preferred", "chose"})
_TO_HAVE = frozenset({"has", "have", "had"})
_TO_DO = frozenset({"do", "does", "did"})
_KEPT = frozenset({"back", "off", "no", "own"})
"""Stop words that may be a statement's subject."""


def read(text: str) -> Statement:
    """Return the statement in the form for comparison."""
    spelled, tokens = scan(_WHAT_IS.sub(" is", text))
    start = _verb_at(spelled)
    in_subject, is_user = _subject(spelled[:start])
    subject = [token for token in tokens if token.place < start and token.place in in_subject]
    said = [token for token in tokens if token.place >= start or token.place not in in_subject]
    quit_from = _quits_at(spelled)
    rejected = _rejected_places(spelled, quit_from)
    return Statement(
        language=Language.EN,
        subject=frozenset({USER}) if is_user else frozenset(token.key for token in subject),
        subject_tokens=tuple(subject),
        content=tuple(token for token in said if token.place not in rejected),
        rejected=tuple(token for token in said if token.place in rejected),
        main=_main(spelled, start),
        negative=_is_negative(spelled, start),
        quits=quit_from is not None,
        changed=quit_from is not None or any(word.folded in words("en/gate_changes") for word in spelled[1:]),
        past=_is_past(spelled[start:]),
        is_copular=start < len(spelled) and spelled[start].folded in _BE,
        vague=any(word.folded in _POINTING for word in spelled[start:]),
        definite=any(word.folded in _DEFINITE or word.suffix == "s" for word in spelled[start + 1 : start + 3]),
    )


def scan(text: str) -> tuple[list[Written], list[Token]]:
    """Return the words of a text, and its content words."""
    spelled = [word for word in written(phrases("en/gate_phrases")(_NO_MORE.sub(r"no longer \1", text))) if word.folded]
    return spelled, list(dated(_tokens(spelled)))


def denies(clause: Sequence[Written]) -> bool:
    """Whether a clause is denied."""
    return any(word.folded in _NEGATIVE or word.suffix == "t" for word in clause)


def _tokens(spelled: Sequence[Written]) -> Iterator[Token]:
    """Return the content words, each with the preposition before it."""
    link, reach = "", 0
    for place, word in enumerate(spelled):
        if word.folded in _PREPOSITIONS:
            link, reach = word.folded, _LINK_REACH
            continue
        reach -= 1
        if word.folded == "one" and _stands_for_noun(spelled, place):
            continue
        token = _token(word, place, link if reach >= 0 else "", is_noun=_is_noun(spelled, place))
        if token:
            yield token


def _stands_for_noun(spelled: Sequence[Written], place: int) -> bool:
    """Whether "one" counts nothing: "never attended one before", "one of them"."""
    after = spelled[place + 1].folded if place + 1 < len(spelled) else ""
    return not after or not after[0].isalnum() or is_stop_word(after, Language.EN) or after in _PREPOSITIONS


def _is_noun(spelled: Sequence[Written], place: int) -> bool:
    """Whether a word that may be a verb is a noun here: "this book", "Ada's plan", "for work"."""
    if not place:
        return False
    before = spelled[place - 1]
    if before.folded in _DETERMINERS or before.suffix == "s" or before.head[0].isdigit():
        return True
    return before.folded in _PREPOSITIONS and before.folded != "to" and not spelled[place].folded.endswith("ing")


def _token(word: Written, place: int, link: str, *, is_noun: bool) -> Token | None:
    meant = _meant(word)
    if meant is None:
        return None
    key, kind, may_be_verb = meant
    return Token(key, kind, word.folded, place, link, is_verb=may_be_verb and not is_noun)


@lru_cache(maxsize=50_000)
def _meant(word: Written) -> tuple[str, Kind, bool] | None:
    """Return a word's key and kind and whether it may be a verb, in any position; None for stop words."""
    folded, has_capital = word.folded, word.head[0].isupper()
    value = number(word, Language.EN)
    if value is not None:
        return value, Kind.NUMBER, False
    day = date(folded, has_capital=has_capital)
    if day is not None:
        return day, Kind.DATE, False
    if _says_nothing(folded):
        return None
    if folded not in _verbs() and is_given_name(folded, has_capital=has_capital):
        return folded, Kind.NAME, False
    if has_capital and not word.is_first:
        return _lemma(folded), Kind.NAME, False
    return _lemma(folded), Kind.WORD, folded in _verbs()


def _says_nothing(folded: str) -> bool:
    if folded in _USER or folded in _NEGATIVE or not folded[0].isalnum():
        return True
    if folded in words("en/gate_fillers") or folded in words("en/gate_quits") or folded in ("insteadof", "now"):
        return True
    return (
        folded not in _KEPT and folded not in _TO_HAVE and (folded in _AUXILIARY or is_stop_word(folded, Language.EN))
    )


def key(word: str) -> str:
    """Return the key of a listed word."""
    return _lemma(fold(word))


@lru_cache(maxsize=50_000)
def _lemma(folded: str) -> str:
    if folded in _verbs():
        return _verbs()[folded]
    meaning = _concepts().get(folded)
    return stem(meaning or folded, Language.EN)


@cache
def _concepts() -> dict[str, str]:
    """Return listed words with their meaning's word, plurals included, but not by stem."""
    listed = concepts("en/gate_concepts")
    return {f"{word}s": first for word, first in listed.items()} | listed


@cache
def _verbs() -> dict[str, str]:
    """Return every form of every verb with the verb that stands for its meaning."""
    return {form: first for word, first in reversed(concepts("en/gate_verbs").items()) for form in _forms(word)}


def _forms(word: str) -> Iterator[str]:
    yield word
    if word.endswith("e"):
        yield from (word + "s", word + "d", word[:-1] + "ing")
    elif word.endswith("y") and word[-2] not in "aeiou":
        yield from (word[:-1] + "ies", word[:-1] + "ied", word + "ing")
    else:
        doubled = word + word[-1]
        yield from (word + "s", word + "es", word + "ed", word + "ing", doubled + "ing", doubled + "ed")


def _verb_at(spelled: Sequence[Written]) -> int:
    """Return the place where the predicate begins; the end if there is none."""
    for place, word in enumerate(spelled):
        folded = word.folded
        if folded in _AUXILIARY or folded in _NEGATIVE or (word.suffix in ("m", "re", "ll", "ve", "t") and place < 2):
            return place + (word.suffix in ("m", "re", "ll", "ve") and folded in _USER)
        if _begins_predicate(spelled, place):
            return place
    return len(spelled)


def _begins_predicate(spelled: Sequence[Written], place: int) -> bool:
    """Whether a word that may be a verb is one here: "the plan" and "work laptop" are none."""
    word = spelled[place]
    if word.folded not in _verbs() and word.folded not in words("en/gate_quits"):
        return False
    before = spelled[place - 1] if place else None
    if before is not None and (before.folded in _DETERMINERS or before.folded == "to" or before.suffix == "s"):
        return False
    after = spelled[place + 1].folded if place + 1 < len(spelled) else ""
    return before is not None or (after not in _AUXILIARY and not word.folded.endswith("s"))


def _subject(before: Sequence[Written]) -> tuple[frozenset[int], bool]:
    """Return the places of the subject's words, and whether it is the owner.

    In "Every morning I" the morning belongs to the statement about the owner.
    """
    for word in before:
        if word.folded in _USER and word.suffix != "s":
            return frozenset(), True
        if word.folded == "you":
            return frozenset(), False
    return frozenset(range(len(before))), False


def _quits_at(spelled: Sequence[Written]) -> int | None:
    """Return the place where something is given up; "won't quit" and "don't stop" give up nothing."""
    for place, word in enumerate(spelled):
        if word.folded in words("en/gate_quits"):
            return None if _is_not_given_up(spelled, place) else place
    return None


def _is_not_given_up(spelled: Sequence[Written], place: int) -> bool:
    """Whether something is not given up in fact: "won't quit", "may cancel", "tools used to draw"."""
    if spelled[place].folded == "formerly":
        return any(word.folded in _verbs() or word.folded in _BE for word in spelled[:place])
    near = spelled[max(0, place - 2) : place]
    return any(word.folded in _NEGATIVE or word.suffix == "t" for word in near) or _is_unreal(spelled, place)


def _is_unreal(spelled: Sequence[Written], place: int) -> bool:
    """Whether the verb states a possibility or duty, not a fact: "is trying to switch", "if we cancel"."""
    return any(word.folded in _UNREAL for word in spelled[max(0, place - 4) : place])


def _rejected_places(spelled: Sequence[Written], quit_from: int | None) -> frozenset[int]:
    """Return the places of words that the statement gives up.

    They stand after "instead of" and "stopped", before "but", between "from" and "to".
    """
    places: set[int] = set()
    seen: set[str] = set()
    for place, word in enumerate(spelled):
        starts = word.folded == "insteadof" or place == quit_from
        starts = starts or (word.folded == "over" and bool(seen & _PREFERRING))
        starts = starts or (word.folded == "from" and bool(seen & _SWITCHING) and not _is_unreal(spelled, place))
        starts = starts or _turns_to(spelled, place)
        if starts:
            places |= _until_clause_ends(spelled, place + 1, to_ends=word.folded == "from")
        seen.add(word.folded)
    return frozenset(places)


def _tells_more(spelled: Sequence[Written], place: int) -> bool:
    """Whether a "not" belongs to "not only X", which gives up nothing."""
    return any(word.folded in words("not_only") for word in spelled[place + 1 : place + 2])


def _turns_to(spelled: Sequence[Written], place: int) -> bool:
    """Whether a "not" belongs to "not X but Y"; "not only" gives up nothing."""
    if spelled[place].folded != "not" or _tells_more(spelled, place):
        return False
    return any(later.folded == "but" for later in spelled[place:])


def _until_clause_ends(spelled: Sequence[Written], start: int, *, to_ends: bool) -> set[int]:
    places: set[int] = set()
    for place in range(start, len(spelled)):
        word = spelled[place].folded
        if word in _REJECTION_ENDS or (word == "to" and to_ends):
            break
        places.add(place)
    return places


def _main(spelled: Sequence[Written], start: int) -> str:
    """Return the subject's verb, "be" or "have" if that is all, "" if none is known."""
    helper = ""
    for place, word in enumerate(spelled[start : start + _MAIN_REACH], start):
        folded = word.folded
        if folded == "gonna" or (
            folded == "going" and [after.folded for after in spelled[place + 1 : place + 2]] == ["to"]
        ):
            helper = ""
        elif folded in _BE or folded in _TO_HAVE:
            helper = "be" if folded in _BE else "have"
        elif folded in _AUXILIARY:
            helper = helper or ("do" if folded in _TO_DO else "")
        elif folded.endswith(_PARTICIPLES.get(helper, ())):
            return _lemma(folded)
        elif helper == "be":
            break
        elif folded in _verbs() or folded in words("en/gate_quits"):
            return _lemma(folded)
        elif not _is_beside_verb(word):
            break
    return helper


def _is_beside_verb(word: Written) -> bool:
    folded = word.folded
    return folded in _NEGATIVE or folded in words("en/gate_fillers") or folded in _ADVERBS or folded.endswith("ly")


def _is_negative(spelled: Sequence[Written], start: int) -> bool:
    """Whether the statement as a whole is denied.

    "Not X but Y", "not only X", "won't quit" and a denied subordinate clause do not deny it.
    """
    for place, word in enumerate(spelled):
        if place > start and word.folded in _SUBORDINATES:
            return False
        if word.folded in _NEGATIVE or word.suffix == "t":
            goes_on = any(later.folded in words("en/gate_quits") for later in spelled[place : place + 3])
            return not (goes_on or _tells_more(spelled, place)) and not any(
                later.folded == "but" for later in spelled[place:]
            )
    return False


def _is_past(predicate: Sequence[Written]) -> bool:
    """Whether it happened once: a past form that is no state and no change of one."""
    for word in predicate[:3]:
        folded = word.folded
        if folded in _AUXILIARY or folded in words("en/gate_changes"):
            return folded in ("did", "was", "were") and len(predicate) > 1
        if folded in words("en/gate_past") or (folded.endswith("ed") and folded in _verbs()):
            return True
    return False
