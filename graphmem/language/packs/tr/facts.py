"""Turkish facts: the object stands before the final verb; the subject opens the clause or is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.language.naming.spellings import mention
from graphmem.language.observer.patterns import any_of
from graphmem.language.packs.tr.own_profession import own_profession
from graphmem.language.statements.parties import Parties, statement
from graphmem.language.statements.tables import (
    Verb,
    is_thing,
    kin,
    predicate,
    professions,
    turkish_verbs,
)  # fmt: skip
from graphmem.language.turkish import fold, lower
from graphmem.language.wordlists import words
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.language import Language

_WORD = re.compile(r"[^\W_](?:[\w+#]|[.\-](?=\w))*(?:['’]\w+)?")
_CASES = {
    "loc": re.compile(r"[dt][ae](?:ki)?$|nd[ae]$"),
    "abl": re.compile(r"[dt][ae]n$|nd[ae]n$"),
    "dat": re.compile(r"(?:[yn]?[ae])$"),
    "acc": re.compile(r"(?:[yn]?[iu])$"),
    "com": re.compile(r"y?l[ae]$"),
}
_FIRST_PERSON = re.compile(r"(?:[iu]m|[dt][iu]k|[iu]z|[dt]im|[dt]um)$")
_NEGATIVE_OR_WISHED = re.compile(r"^\s*(?:mi|mu|degil|olabilir|olsa|istiyor\w*|ister\w*|ise|gibi)\b")
_SOFTENED = {"ğ": "k", "b": "p", "c": "ç", "d": "t"}
_VERBAL = re.compile(r"m([ae])y[ıi]$|m([ae])kt[ae]n$|m([ae])y[ae]$")
_GENERIC = re.compile(r"(?:proje|uygulama|ekib|ekip|takim|sirket)")
_ACCUSATIVE = re.compile(r"(?:[iu]n[iu]|y[iu])$")
_OTHERS = re.compile(r"'[yn]?[iuae]n?$|[iu]n[ae]$|m[ae]$")
_PARTICIPLE = re.compile(r"\w{2}[ae]n$")
_MOST_WORDS = 3


def read(sentence: str, parties: Parties) -> Iterator[Statement]:
    """Return the facts of one sentence."""
    folded = fold(sentence)
    if len(folded) != len(sentence):
        return
    yield from _possessions(sentence, folded, parties)
    pattern, verbs = turkish_verbs()
    start = 0
    for match in pattern.finditer(folded):
        if match.start() < start:
            continue
        readings = _readings(match[0], verbs)
        if _NEGATIVE_OR_WISHED.match(folded[match.end() :]) is None:
            yield from _clause(sentence[start : match.start()], match[0], readings, sentence, parties)
        start = match.end()
    yield from _profession(sentence, parties)
    yield from own_profession(sentence, parties)


def _readings(found: str, verbs: dict[str, tuple[Verb, ...]]) -> tuple[Verb, ...]:
    """Return the readings of a verb, whose personal ending may be more than the listed one."""
    return next((verbs[found[:size]] for size in range(len(found), 0, -1) if found[:size] in verbs), ())


def _clause(left: str, verb: str, readings: tuple[Verb, ...], sentence: str, parties: Parties) -> Iterator[Statement]:
    """Return the facts of one clause by the readings of its verb with this subject and object."""
    subject, rest = _subject(_without_adverbs(left), verb, parties)
    if subject is None:
        return
    parties.last = subject
    tokens, job = _as_what(rest.split())
    allowed = [reading for reading in readings if _may_do(subject, reading)]
    if job is not None and any(reading.case == "olarak" for reading in allowed):
        yield statement(subject, Verb(predicate("works_as")), job, sentence)
    for reading in allowed:
        object_ = _object(tokens, reading, parties)
        if object_ is not None and object_ != subject and _may_be(object_, reading, tokens):
            yield statement(subject, reading, object_, sentence)
            yield from _besides(subject, reading, tokens, allowed, sentence, parties)
            return


def _besides(
    subject: Mention, stated: Verb, tokens: list[str], readings: list[Verb], sentence: str, parties: Parties
) -> Iterator[Statement]:
    """Return the facts of words before the object: "İzmir'den Ankara'ya taşındı", "ODTÜ'de fizik okuyor".

    The first ends a stay in İzmir, the second tells where somebody studies.
    """
    for size in range(len(tokens) - 1, 0, -1):
        for reading in readings:
            is_end = reading.case == "abl" and reading.ended and stated.case == "dat"
            is_place = reading.case == "loc" and stated.case == "bare" and not reading.ended
            if not (is_end or is_place) or "'" not in tokens[size - 1].replace("’", "'"):
                continue
            other = _object(tokens[:size], reading, parties)
            if other is not None and other != subject:
                yield statement(subject, reading, other, sentence)
                return


def _may_do(subject: Mention, verb: Verb) -> bool:
    """Whether a subject can do it: people work at places, software runs on them."""
    is_person = subject.type is EntityType.PERSON
    if verb.predicate.name == "uses" and verb.case in {"loc", "com"}:
        return not is_person
    return is_person or verb.predicate.name in {"uses", "owns", "manages", "has_name"}


def _may_be(object_: Mention, verb: Verb, tokens: list[str]) -> bool:
    """Whether an object fits: software is named, and a purchase for or from somebody is not the buyer's."""
    name = verb.predicate.name
    if name == "uses" and object_.name.islower():
        return verb.case != "dat" and is_thing(object_.name)
    return name != "owns" or not any(_OTHERS.search(fold(token)) for token in tokens[:-1])


def _without_adverbs(left: str) -> str:
    """Return a clause without the adverbs and conjunctions at its ends."""
    skipped = _adverbs()
    tokens = left.replace(",", " ").split()
    while tokens and fold(tokens[0]) in skipped:
        tokens = tokens[1:]
    while tokens and fold(tokens[-1]) in skipped:
        tokens = tokens[:-1]
    return " ".join(tokens)


def _adverbs() -> frozenset[str]:
    return words("tr/statements_adverbs")


def _subject(left: str, verb: str, parties: Parties) -> tuple[Mention | None, str]:
    """Return the subject of a clause, and the rest of it for the object."""
    owner = _kin_subject(left, parties)
    if owner is not None:
        return owner
    tokens = left.split()
    if "alerji" in verb:
        whose, behind = _owner(tokens, parties)
        if whose is not None:
            return whose, " ".join(behind)
    for size in range(min(3, len(tokens) - 1), 0, -1):
        phrase = " ".join(tokens[:size])
        own = parties.subject(phrase)
        if own is not None and own is not parties.last:
            return own, " ".join(tokens[_titled(tokens, size) :])
        if own is not None and parties.named(phrase) is not None:
            return own, " ".join(tokens[_titled(tokens, size) :])
    if _FIRST_PERSON.search(verb):
        return parties.user, left
    if not kin(Language.TR).keys().isdisjoint(map(fold, tokens[:4])):  # "Annem Bursa'da yaşıyor": nobody who is named
        return None, left
    return (parties.last, left) if parties.last is not None and len(tokens) <= _MOST_WORDS else (None, left)


def _titled(tokens: list[str], size: int) -> int:
    """Return the number of the subject's words with a title behind the name: "Hasan amca"."""
    return size + (size < len(tokens) - 1 and fold(tokens[size]) in words("tr/statements_titles"))


def _kin_subject(left: str, parties: Parties) -> tuple[Mention, str] | None:
    """Return the named relative as subject: "Kullanıcının ablası Elif …", "ablam Elif …"."""
    match = re.match(r"(?:\S+\s){0,3}?(\S+) ", left)
    tokens = left.split()
    known = kin(Language.TR)
    for place, token in enumerate(tokens[:4]):
        if fold(token) in known and place + 1 < len(tokens) and match:
            named = parties.named(tokens[place + 1])
            if named is not None:
                return named, " ".join(tokens[place + 2 :])
    return None


def _as_what(tokens: list[str]) -> tuple[list[str], Mention | None]:
    """Return the words without a profession, and the profession: "yazılım mühendisi olarak Getir'de"."""
    place = next((place for place, token in enumerate(tokens) if fold(token) == "olarak"), 0)
    for size in (2, 1):
        job = " ".join(tokens[max(place - size, 0) : place])
        if job and fold(job) in professions():
            return tokens[: place - size] + tokens[place + 1 :], Mention(job, EntityType.TOPIC)
    return tokens, None


def _object(tokens: list[str], verb: Verb, parties: Parties) -> Mention | None:
    """Return the object before a verb if it has the case that the reading requires."""
    if not tokens or verb.case == "olarak":
        return None
    if verb.case == "com" and fold(tokens[-1]) in {"ile", "beraber", "birlikte"}:
        return _plain(tokens[:-1], verb, parties, "com")
    return _plain(tokens, verb, parties, verb.case)


def _plain(tokens: list[str], verb: Verb, parties: Parties, case: str) -> Mention | None:
    if not tokens:
        return None
    last = tokens[-1]
    head, apostrophe, suffix = last.replace("’", "'").partition("'")
    if case == "bare":
        return _bare(tokens, verb, parties) if not apostrophe else None
    separate = case == "com" and not apostrophe and parties.within(" ".join(tokens))
    if not separate and not _CASES[case].search(fold(suffix if apostrophe else last)):
        return None
    if case == "dat" and _CASES["loc"].search(fold(suffix or last)):
        return None
    known = _known(tokens, head, parties)
    if known is not None:
        return parties.object(known.name, verb.predicate)
    if apostrophe:
        return parties.object(head, verb.predicate)
    return None if verb.predicate.wants_name else _common(tokens, case, verb)


def _known(tokens: list[str], head: str, parties: Parties) -> Mention | None:
    """Return the entity that ends the object, with or without a case ending in its name."""
    if len(tokens) > 1 and _GENERIC.match(fold(head)):  # "Atlas projesini"
        tokens, head = tokens[:-1], tokens[-2].partition("'")[0]
    phrase = " ".join((*tokens[:-1], head))
    within = parties.within(phrase)
    if within and within[-1][1] == len(phrase):
        return within[-1][2]
    folded = fold(head)
    attached = [m for m in parties.mentions if folded.startswith(fold(m.name)) and len(folded) - len(m.name) <= 4]
    return max(attached, key=lambda mention: len(mention.name), default=None)


_CASE = re.compile(r"n?[dt][ae](?:n|ki)?|[yn]?[aeiu]|y?l[ae]")
_LOCATIVE = re.compile(r"\w{4,}d[ae]")


def _tells_where(word: str) -> bool:
    """Whether the noun has a locative ending: "iftarı kordonda yaptık".

    "Soda" and "oda" are too short for one, and a name may have any ending.
    """
    return word.islower() and _LOCATIVE.fullmatch(fold(word)) is not None


def _bare(tokens: list[str], verb: Verb, parties: Parties) -> Mention | None:
    """Return an object without an ending: the words after "bir", or the last words."""
    folded = [fold(token) for token in tokens]
    counts = [place + 1 for place, word in enumerate(folded) if word in {"bir", "iki", "uc"} or "'" in word]
    start = max(counts, default=0)
    phrase = tokens[max(start, len(tokens) - _MOST_WORDS) :]
    while cut := _not_of_it(phrase):
        phrase = phrase[cut:]
    is_accusative = not start and _ACCUSATIVE.search(folded[-1]) is not None
    if not phrase or is_accusative or _tells_where(phrase[-1]) or folded[-1] in words("tr/statements_not_objects"):
        return None
    if (
        verb.predicate.name == "owns"
        and not start
        and not is_thing(phrase[-1])
        and parties.named(" ".join(phrase)) is None
    ):
        return None
    return parties.object(" ".join(phrase), verb.predicate)


def _not_of_it(phrase: list[str]) -> int:
    """Return how many words before an object do not belong to it: adverbs, "perşembe akşamları"."""
    if len(phrase) > 1 and fold(phrase[0]) in _adverbs():
        return 1
    times = any_of("tr/observer_times")
    return next((size for size in (2, 1) if len(phrase) > size and times.fullmatch(fold(" ".join(phrase[:size])))), 0)


def _common(tokens: list[str], case: str, verb: Verb) -> Mention | None:
    """Return a common noun without its case ending: "kahveyi" → "kahve", "fıstığa" → "fıstık"."""
    is_pair = len(tokens) > 1 and fold(tokens[-2]) not in _adverbs() and verb.predicate.name != "owns"
    phrase = (
        tokens[-2:]
        if is_pair and not tokens[-2][0].isupper() and not _PARTICIPLE.search(fold(tokens[-2]))
        else tokens[-1:]
    )
    word = lower(phrase[-1]) if len(tokens) == 1 else phrase[-1]  # it opens its clause
    if verb.predicate.name == "owns" and not is_thing(word):
        return None
    verbal = _VERBAL.search(word)
    stem = _infinitive(word, verbal) if verbal else _stripped(word, case)
    if len(stem) < 2 or fold(stem) in words("tr/statements_not_objects"):
        return None
    return mention(" ".join((*phrase[:-1], stem)), verb.predicate.expects)


def _infinitive(word: str, ending: re.Match[str]) -> str:
    """Return the infinitive "koşmak" of "koşmayı": the ending's vowel stays."""
    vowel = next(str(group) for group in ending.groups() if group)
    return f"{word[: ending.start()]}m{vowel}k"


def _stripped(word: str, case: str) -> str:
    endings = {
        "acc": r"(?:s[ıiuü]n[ıiuü]|[yn]?[ıiuü])$",
        "dat": r"[yn]?[ae]$",
        "abl": r"n?[dt][ae]n$",
        "loc": r"n?[dt][ae]$",
        "com": r"y?l[ae]$",
    }
    stem = re.sub(endings[case], "", word)
    is_softened = stem != word and stem[-1:] in _SOFTENED and case in {"acc", "dat"} and len(stem) > 3
    return stem[:-1] + _SOFTENED[stem[-1]] if is_softened and stem[-1] != "d" else stem


def _possessions(sentence: str, folded: str, parties: Parties) -> Iterator[Statement]:
    """Return the facts of "Ayşe'nin köpeği Pamuk", "Elif'in bir karavanı var", "eşim Mert"."""
    tokens = _WORD.findall(sentence)
    owner, rest = _owner(tokens, parties)
    if owner is None or not rest:
        return
    parties.last = parties.last or owner
    if folded.rstrip(" .!").endswith((" var", " vardi")) and len(rest) > 1:
        yield from _has(owner, rest[:-1], sentence)
        return
    yield from _kin(owner, rest, sentence, parties)


def _has(owner: Mention, rest: list[str], sentence: str) -> Iterator[Statement]:
    thing = rest[-1]
    if is_thing(thing) and not thing[0].isupper():
        stem = re.sub(r"(?:s[ıiuü]|[ıiuü]m?|[ıiuü])$", "", thing)
        noun = stem[:-1] + "k" if stem.endswith("ğ") else stem
        yield statement(owner, Verb(predicate("owns")), Mention(noun, EntityType.ITEM), sentence)


def _kin(owner: Mention, rest: list[str], sentence: str, parties: Parties) -> Iterator[Statement]:
    known = kin(Language.TR)
    for size in (3, 2, 1):
        kind = known.get(_nominative(" ".join(rest[:size])))
        if kind is None or len(rest) <= size:
            continue
        place = size + (fold(rest[size]) in {"adi", "ismi", "adli", "isimli"})
        name, _, ending = rest[place].replace("’", "'").partition("'") if place < len(rest) else ("", "", "")
        # A name in another case is another person, or a place: "annem Nizip'te", "annem Ayşe'yi aradı".
        if name[:1].isupper() and not _CASE.fullmatch(fold(ending)):
            yield statement(owner, Verb(kind), parties.opening(*rest[place:]) or mention(name, kind.expects), sentence)
        return


def _nominative(phrase: str) -> str:
    """Return "köpeği" of "köpeğinin" (adı)."""
    return re.sub(r"(?<=[iu])n[iu]n$", "", fold(phrase))


def _owner(tokens: list[str], parties: Parties) -> tuple[Mention | None, list[str]]:
    """Return the owner of the thing, and the other words: "Ayşe'nin …", "benim …", "eşim …"."""
    if not tokens:
        return None, []
    first = tokens[0].replace("’", "'")
    head, apostrophe, suffix = first.partition("'")
    if apostrophe and re.fullmatch(r"n?[iu]n", fold(suffix)):
        return parties.named(head), tokens[1:]
    if fold(first) in {"kullanicinin", "benim", "bizim"}:
        return parties.user, tokens[1:]
    if re.search(r"[iu]?m$", fold(first)) and fold(first) in kin(Language.TR):
        return parties.user, tokens
    return None, []


def _profession(sentence: str, parties: Parties) -> Iterator[Statement]:
    """Return the facts of "Gizem İzmir'de avukat." and "Kullanıcı bir yazılım mühendisi"."""
    tokens = _WORD.findall(sentence)
    for size in (2, 1):
        job = re.sub(r"(?:d[iu]r|t[iu]r|[iu]m|y[iu]m)$", "", fold(" ".join(tokens[-size:])))
        if len(tokens) > size and job in professions():
            subject, rest = _subject(" ".join(tokens[:-size]) + " x", "", parties)
            if subject is None or len(rest.split()) > _MOST_WORDS + 1:
                return
            said = Mention(" ".join(tokens[-size:]), EntityType.TOPIC)
            yield statement(subject, Verb(predicate("works_as")), said, sentence)
            before = rest.split()[:-1]
            employer = _plain(before, Verb(predicate("works_at")), parties, "loc") if before else None
            if employer is not None and employer.type is EntityType.ORG:
                yield statement(subject, Verb(predicate("works_at")), employer, sentence)
            return
