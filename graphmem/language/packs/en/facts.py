"""English facts: subject, verb phrase and object by clause, and possessions ("Ayşe's sister is Elif")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphmem.language.naming.spellings import mention
from graphmem.language.statements.parties import Parties, statement
from graphmem.language.statements.tables import (
    Predicate,
    Verb,
    english_verbs,
    english_words,
    is_thing,
    kin,
    predicate,
    professions,
)
from graphmem.language.turkish import fold
from graphmem.language.wordlists import words
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.language import Language

_CUT = re.compile(r",\s|\s(?:and|but|who|which|where|while|so|because|or|then)\s(?=\S)|\s[–—-]\s|:\s")
_OBJECT_END = re.compile(rf'[,;:()"“”]|\s[–—-]\s|\s(?:{english_words("ends")})\b')
_KEPT = {"likes": ("in", "on", "at", "to", "from", "by"), "dislikes": ("in", "on", "at", "to", "from", "by")}
"""Prepositions that belong to an object: "likes working from home"."""
_WHERE = {"studies": "studies_at", "works_as": "works_at"}
"""The predicate that "at …" states beside these predicates."""
_ADVERBS = re.compile(rf"(?:\s|^|(?='))(?:{english_words('adverbs')})$")
_UNREAL = re.compile(rf"(?:\b|(?='))(?:{english_words('unreal')})$")
_DETERMINER = re.compile(rf"^(?:{english_words('determiners')})\s+", re.IGNORECASE)
_TAIL = re.compile(rf"\s+(?:{english_words('tails')})$")
_NO_LONGER = re.compile(r"\b(?:no longer|not [\w ]{0,12}any ?more|stopped|used to|formerly|previously)$")
_NEGATED = re.compile(r"(?:n't|n’t|\bnot|\bnever|\bnobody|\bcannot|\bdont|\bdoesnt|\bdidnt)(?: \w+)?$")
_ANY_MORE = re.compile(r"\bany ?more\b|\bany longer\b")
_NAMED_AFTER = re.compile(r"\b(?:named|called|whose name)\b")
_TO = re.compile(r"[^,;]{1,40}?\s+to\s+(.+)")
_LEAD = re.compile(r"^(?:and|but|so|then|project|the|well|yes|uncle|aunt|dr\.?|mr\.?|mrs\.?)\s+(?=\S)", re.IGNORECASE)
_GROUPS = frozenset({"project", "team", "company", "colleague", "startup", "app", "service"})
_POSSESSIVE = re.compile(
    r"(?P<owner>[^,;]{1,60}?)(?:'s|’s|(?<=s)['’])\s+(?P<what>[^,;']{2,50}?)"
    r"(?P<link>,?\s+(?:is|are|was)(?:\s+(?:called|named))?\s+|\s*,\s*(?=[A-Z])|\s+(?=[A-ZÇĞİÖŞÜ]))(?P<rest>.+)"
)
_MY = re.compile(r"\b(?:[Mm]y|[Oo]ur)\b")
_NAMED = re.compile(
    r"\b(?:ha(?:s|ve)|owns?|adopted|got|bought)\s+(?:an?|two|three|one)\s+(?P<what>[\w -]{2,40}?)\s*,?\s+"
    r"(?:named|called|whose name is)\s+(?P<name>[A-ZÇĞİÖŞÜ][\w’-]*)"
)
_IS_A = re.compile(
    r"^(?P<who>[^,]{1,50}?)(?:\s+(?:is|am|are|works as)|'s|'m)\s+(?:now\s+|currently\s+|also\s+)?(?:an?|the)\s+"
    r"(?P<what>[^,;.]{2,60})"
)
_OWN_CLAUSE = re.compile(r"[,;]\s+(?:(?:and|but)\s+)?(?=I['’ ])|(?<=[.!])\s+|\s(?:and|but)\s(?=I['’ ])")
_RANKS = words("en/statements_ranks")
_NOT_HAD = words("en/statements_not_had")
_NO_OBJECT = words("en/statements_no_object")
_POINTING = words("en/statements_pointing")
_MOST_WORDS = 4


def read(sentence: str, parties: Parties) -> Iterator[Statement]:
    """Return the facts of one sentence."""
    owner = parties.user.name if parties.user else "User"
    for one in _facts(_MY.sub(f"{owner}'s", sentence), parties):
        yield replace(one, text=sentence)


def _facts(sentence: str, parties: Parties) -> Iterator[Statement]:
    yield from _possessions(sentence, parties)
    yield from _professions(sentence, parties)
    pattern, verbs = english_verbs()
    # Two places at once would fold the sentence twice; lower() keeps offsets but for a capital dotted I.
    lowered = sentence.replace("İ", "i").lower()
    for match in pattern.finditer(lowered):
        verb, right = verbs[match[0]], sentence[match.end() :]
        subjects, ended, is_negated = _subjects(sentence[: match.start()], parties)
        ended = ended or (is_negated and _ANY_MORE.search(right) is not None)
        if not subjects or (is_negated and not ended):
            continue
        for one, object_ in _stated(match[0], verb, right, parties):
            yield from (statement(subject, one, object_, sentence, ended=ended) for subject in subjects)


def _stated(phrase: str, verb: Verb, right: str, parties: Parties) -> Iterator[tuple[Verb, Mention]]:
    """Return what follows a verb, with its reading: objects, "from A to B", a place of study or work."""
    name = verb.predicate.name
    objects = list(_objects(right, verb, parties))
    if phrase in {"has", "have"}:
        objects = [] if _NAMED_AFTER.search(right) else [thing for thing in objects if is_thing(thing.name)]
    yield from ((verb, object_) for object_ in objects)
    to = _TO.match(right) if phrase.endswith(" from") and verb.ended else None
    target = _object(to[1][: _end(to[1], name)], verb.predicate, parties) if to else None
    if target is not None:
        yield Verb(verb.predicate), target
    at = re.match(r"[^,;]*?\s(?:at|for)\s+(.+)", right) if name in _WHERE and not verb.ended else None
    place = _object(at[1][: _end(at[1], "")], predicate(_WHERE[name]), parties) if at else None
    if place is not None:
        yield Verb(predicate(_WHERE[name])), place


def _subjects(left: str, parties: Parties) -> tuple[list[Mention], bool, bool]:
    """Return the subjects of a clause, whether it tells an end ("no longer"), and whether it denies."""
    cuts = list(_CUT.finditer(left))
    tail = left[cuts[-1].end() :] if cuts else left
    ended = is_negated = False
    phrase = tail.strip()
    for _ in range(6):
        low = phrase.lower()
        over, no = _NO_LONGER.search(low), _NEGATED.search(low)
        if over is None and _UNREAL.search(low):
            return [], False, False
        ended, is_negated = ended or over is not None, is_negated or (no is not None and over is None)
        spot = over or no or _ADVERBS.search(low)
        if spot is None:
            break
        phrase = phrase[: spot.start()].strip()
    subjects = _named(phrase, left, cuts, parties)
    if subjects:
        parties.last = subjects[-1]
    return subjects, ended, is_negated


def _named(phrase: str, left: str, cuts: list[re.Match[str]], parties: Parties) -> list[Mention]:
    """Return the subjects of a clause; "Tom and Rachel", split before, are two."""
    phrase = _LEAD.sub("", phrase)
    own = parties.subject(phrase)
    if own is None:
        own = _after_kin(phrase, parties)
    if own is None:
        return []
    if cuts and cuts[-1][0].strip() == "and" and phrase:
        start = cuts[-2].end() if len(cuts) > 1 else 0
        other = parties.subject(left[start : cuts[-1].start()]) if left[start : cuts[-1].start()].strip() else None
        return [other, own] if other is not None and other != own else [own]
    return [own]


def _after_kin(phrase: str, parties: Parties) -> Mention | None:
    """Return the name that ends a phrase: "User's sister Elif", "Project Atlas", "my friend Tom"."""
    within = parties.within(phrase)
    if within and within[-1][1] == len(phrase):
        before = phrase[: within[-1][0]].strip().lower().split()
        if before and (before[-1] in kin(Language.EN) or before[-1] in _GROUPS):
            return within[-1][2]
    return None


def _objects(right: str, verb: Verb, parties: Parties) -> Iterator[Mention]:
    """Return the objects after a verb: one phrase, and one after "and" unless that is a clause."""
    end = _end(right, verb.predicate.name)
    first = _object(right[:end], verb.predicate, parties)
    if first is None:
        return
    yield first
    rest = re.match(r"\s+and\s+([\w+#.'-]+(?:\s[\w+#.'-]+)?)\s*[.!]?$", right[end:])
    if rest and not english_verbs()[0].search(rest[1].lower()):
        second = _object(rest[1], verb.predicate, parties)
        if second is not None:
            yield second


def _end(right: str, name: str) -> int:
    for match in _OBJECT_END.finditer(right):
        if not right[: match.start()].strip() or match[0].strip() in _KEPT.get(name, ()):
            continue
        return match.start()
    return len(right)


def _object(phrase: str, predicate: Predicate, parties: Parties) -> Mention | None:
    text = phrase.strip(" \t.!,;:'\"“”")
    while (shorter := _TAIL.sub("", _DETERMINER.sub("", text))) != text:
        text = shorter
    words = text.split()
    if not words or len(words) > _MOST_WORDS or words[0].lower() in _NOT_HAD:
        return _fitting(phrase, parties)
    if fold(text) in _POINTING or words[0].lower() in _NO_OBJECT:
        return None
    if predicate.name == "uses" and text.islower() and not is_thing(text) and parties.named(text) is None:
        return None
    return parties.object(text, predicate)


def _fitting(phrase: str, parties: Parties) -> Mention | None:
    """Return a known entity that begins a long object.

    "A flat in Leeds near the park" has none, "Leeds near …" has.
    """
    within = parties.within(phrase)
    return within[0][2] if within and not phrase[: within[0][0]].strip() else None


def _possessions(sentence: str, parties: Parties) -> Iterator[Statement]:
    """Return the facts of "Ayşe's sister is Elif", "User's dog Pamuk …", "has a cat named Luna"."""
    named = _NAMED.search(sentence)
    kind = _kin(named["what"]) if named else None
    if named and kind:
        subjects, *_ = _subjects(sentence[: named.start()], parties)
        for subject in subjects:
            name = parties.named(named["name"]) or mention(named["name"], kind.expects)
            yield statement(subject, Verb(kind), name, sentence)
    match = _POSSESSIVE.match(sentence)
    owner = parties.subject(match["owner"].strip()) if match else None
    if match is None or owner is None:
        return
    kind, is_stated = _kin(match["what"].strip().lower()), bool(match["link"].strip(" ,"))
    if kind is None:
        return
    rest = match["rest"]
    if not is_stated:
        opening = parties.opening(rest)
        rest = opening.name if opening is not None else (re.match(r"[\w'’-]+", rest) or match)[0]
    object_ = _object(rest[: _end(rest, kind.name)], kind, parties)
    if object_ is not None and not re.match(r"\s*(?:an?|the|not|in|on|at|very)\b", rest):
        yield statement(owner, Verb(kind), object_, sentence)


def _kin(what: str) -> Predicate | None:
    words = fold(what).split()
    known = kin(Language.EN)
    return known.get(" ".join(words[-2:])) or known.get(words[-1]) if words else None


def _professions(sentence: str, parties: Parties) -> Iterator[Statement]:
    """Return the facts of "Gina is a lawyer", "I'm Emma, I'm a product designer at Monzo"."""
    for clause in _OWN_CLAUSE.split(sentence):
        yield from _profession(clause, sentence, parties)


def _profession(clause: str, sentence: str, parties: Parties) -> Iterator[Statement]:
    match = _IS_A.match(clause)
    subject = parties.subject(match["who"]) if match else None
    if match is None or subject is None:
        return
    parties.last = subject
    words = re.split(r"\s(?:at|in|for|with|and|who|from|on|of)\s", match["what"])[0].lower().split()
    size = next((size for size in (3, 2, 1) if " ".join(words[-size:]) in professions()), 0)
    if size:
        size += " ".join(words[-size - 1 : -size]) in _RANKS
        job = " ".join(words[-size:])
        yield statement(subject, Verb(predicate("works_as")), Mention(job, EntityType.TOPIC), sentence)
        place = re.search(rf"{re.escape(job)}\s+(?:at|for)\s+(.+)", clause, re.IGNORECASE)
        employer = _object(place[1][: _end(place[1], "")], predicate("works_at"), parties) if place else None
        if employer is not None:
            yield statement(subject, Verb(predicate("works_at")), employer, sentence)
