"""Turkish statements in the form for comparison: subject, content, polarity.

Words are compared folded to ASCII, so that what people type without Turkish letters reads the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

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
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language

_PERSON = r"(?:y?[iu]m|s[iu]n|y?[iu]z|s[iu]n[iu]z|[mk]|l[ae]r)?"
_VERB = re.compile(
    r"(?P<voice>(?:[iu]?[ln]|[dt][iu]r|[iu]?s|t)(?=[iu]yor|[iu]r|d[iu]|m[iu]|[ae]c|m[ae]))?"
    r"(?:y?[ae]bil)?"
    r"(?:"
    r"(?P<neg>y?[ae]?m[iu]yor|y?[ae]?m[ae]z|m[ae]m(?=$)|m[ae]y(?=[iu]z$)|y?[ae]?m[ae]d[iu]|y?[ae]?m[ae]m[iu]s"
    r"|y?[ae]?m[ae]y[ae]c[ae][kg]|m[ae]m[ae]l[iu]|m[ae]y[ae]n|m[ae]s[iu]n)"
    r"|(?P<past>[dt][iu])"
    r"|m[iu]s(?:t[iu]r)?|y?[iu]?yor|[aeiu]?r|y?[ae]c[ae][kg]|m[ae]kt[ae]|m[ae]l[iu]|s[iu]n|[iu]p"
    r"|(?P<noun>m[ae]k|m[ae](?:y[ae]|y[iu]|s[iu]n?[iu]?|kt[ae]n)?|[dt][iu][gk]\w*|y?[ae]r[ae]k|y?[ae]n|m[ae]d[ae]n)"
    r")"
    rf"(?P<person>{_PERSON})(?:d[iu]|[dt][iu]r|m[iu]s)?{_PERSON}"
)
_PRESENT = re.compile(rf"(?P<root>\w+?)(?P<neg>m)?[iu]yor{_PERSON}(?:d[iu])?{_PERSON}")
_FIRST_PERSON = re.compile(r"(?:y?[iu]m|[iu]z|[mk])")
_NOUN = re.compile(
    r"(?:l[ae]r)?(?:[iu]?m(?:[iu]z)?|[iu]?n(?:[iu]z)?|s?[iu]|s[iu]n)?"
    r"(?:n?y?[aeiu]|n?[iu]n|n?[dt][ae]n?(?:ki)?|y?l[ae]|[dt][iu]r|y?[iu]m|l[iu][kg]?[iu]?|y?d[iu])?"
)
_WAS = re.compile(r"\w*[aeiu]yd[iu]\w{0,3}")
"""The past of "to be": Roma'daydı, balıkçıydı."""
_NOMINAL_FIRST = re.compile(r".{2,}[iu]m")
_CASES = (
    ("loc", re.compile(r".*[dt][ae]")),
    ("abl", re.compile(r".*[dt][ae]n")),
    ("dat", re.compile(r".*[aeiun]?y?n?[ae]")),
)
_POSTPOSITIONS = frozenset({"ile", "olarak", "icin"})
_USER = frozenset({"kullanici", "ben", "biz", "user"})
_GENITIVE_USER = frozenset({"kullanicinin", "benim", "bizim"})
_NO = frozenset({"degil", "degilim", "degiliz", "yok", "yoktu", "degildi", "yokmus", "asla"})
_QUIT_ROOTS = frozenset({"birak", "vazgec", "kes", "sat", "iptal", "ayril"})
_LIGHT_ROOTS = frozenset({"ol", "et"})
_CLAUSE_ENDS = frozenset({",", ";", ".", "ve", "ama", "fakat"})
_PLAIN = str.maketrans("ğışçöüâîûĞİŞÇÖÜ", "giscouaiuGISCOU")
_END = re.compile(r"(?<!\w)([uU])ç")
"""Uç (an end, or to fly) would fold to üç (three): it is spelled with two c's instead."""
_HARD = str.maketrans("gbd", "kpt")
_ROOT_CHANGES = {"gid": "git", "ed": "et", "yi": "ye", "di": "de", "tad": "tat", "gud": "gut"}
_SHORTEST_ROOT = 2
_SHORTEST_LIGHT = 5
"""First letters of nouns that form verbs with "etmek": tercih, nefret, ziyaret."""
_FAVOURITE = "sevdig"


@dataclass(frozen=True, slots=True)
class _Form:
    """A word's parts. `root` is common to its forms."""

    root: str
    is_verb: bool = False
    negative: bool = False
    past: bool = False
    finite: bool = False
    first_person: bool = False
    link: str = ""


def read(text: str) -> Statement:
    """Return the statement in the form for comparison."""
    spelled = [word for word in written(phrases("tr/gate_phrases")(_plain(text))) if word.folded]
    forms = [_form(word.folded, word.suffix) for word in spelled]
    tokens = list(_tokens(spelled, forms))
    subject = _subject(spelled, forms, tokens)
    rejected = _rejected_places(spelled, forms, subject)
    said = [token for token in tokens if token not in subject]
    is_user = not subject and _is_of_user(spelled, forms)
    return Statement(
        language=Language.TR,
        subject=frozenset({USER}) if is_user else frozenset(token.key for token in subject),
        subject_tokens=tuple(subject),
        content=tuple(token for token in said if token.place not in rejected),
        rejected=tuple(token for token in said if token.place in rejected),
        main=_main(forms),
        negative=_is_negative(spelled, forms),
        quits=any(_gives_up(form) for form in forms),
        changed=any(_is_change(word, form) for word, form in zip(spelled, forms, strict=True)),
        past=_happened_once(forms)
        or (bool(spelled) and _WAS.fullmatch(spelled[-1].suffix or spelled[-1].folded) is not None),
        is_copular=not any(form.finite for form in forms),
        has_one=any(word.folded == "bir" for word in spelled),
        owned=any(word.folded in _GENITIVE_USER for word in spelled),
    )


def scan(text: str) -> tuple[list[Written], list[Token]]:
    """Return the words of a text, and its content words."""
    spelled = [word for word in written(phrases("tr/gate_phrases")(_plain(text))) if word.folded]
    return spelled, list(_tokens(spelled, [_form(word.folded, word.suffix) for word in spelled]))


def denies(spelled: Sequence[Written]) -> bool:
    """Whether a clause is denied."""
    return _is_negative(spelled, [_form(word.folded, word.suffix) for word in spelled])


def _plain(text: str) -> str:
    """Return the text with Turkish letters folded one to one; capitals stay, since they mark names."""
    return _END.sub(r"\1cc", text).translate(_PLAIN)


def _tokens(spelled: Sequence[Written], forms: Sequence[_Form]) -> Iterator[Token]:
    for place, (word, form) in enumerate(zip(spelled, forms, strict=True)):
        token = _token(word, form, place)
        if token:
            after = spelled[place + 1].folded if place + 1 < len(spelled) else ""
            yield replace(token, link=after) if after in _POSTPOSITIONS else token


def _token(word: Written, form: _Form, place: int) -> Token | None:
    has_capital = word.head[0].isupper()
    value = number(word, Language.TR) or number(_bare(word, form), Language.TR)
    if value is not None:
        return Token(value, Kind.NUMBER, word.folded, place, form.link)
    day = date(word.folded, has_capital=has_capital)
    if day is None and not (has_capital and not word.is_first and not word.suffix):  # Marta is no March
        day = date(_day(word.folded), has_capital=has_capital)
    if day is not None:
        return Token(day, Kind.DATE, word.folded, place, form.link)
    if _says_nothing(word, form):
        return None
    is_proper = has_capital and (not word.is_first or bool(word.suffix))
    if not form.is_verb and (is_proper or is_given_name(word.folded, has_capital=has_capital)):
        link = form.link if word.suffix else ""  # Tesla and Toyota only look like a dative and a locative
        return Token(word.folded if word.suffix else form.root, Kind.NAME, word.folded, place, link)
    return Token(form.root, Kind.WORD, word.folded, place, form.link, is_verb=form.is_verb)


def _bare(word: Written, form: _Form) -> Written:
    return Written(form.root, form.root, word.suffix, word.is_first)


@lru_cache(maxsize=10_000)
def _day(folded: str) -> str:
    """Return a month or weekday without its suffix: haziranda, pazartesileri; "nişanlı" is no month."""
    if folded in _vocabulary():
        return folded
    for length in range(len(folded) - 1, 3, -1):
        if _NOUN.fullmatch(folded[length:]) and date(folded[:length], has_capital=False):
            return folded[:length]
    return folded


def _says_nothing(word: Written, form: _Form) -> bool:
    folded = word.folded
    if folded in _USER or folded in _GENITIVE_USER or folded in _NO or not folded[0].isalnum():
        return True
    if (
        folded in words("tr/gate_fillers")
        or folded == "yerine"
        or (form.is_verb and form.root in _QUIT_ROOTS | _LIGHT_ROOTS)
    ):
        return True
    if folded in ("var", "simdi", "artik"):
        return True
    return is_stop_word(folded, Language.TR)


@lru_cache(maxsize=50_000)
def _form(folded: str, suffix: str) -> _Form:
    """Return a word's parts; letters after an apostrophe are a suffix, and only its case counts."""
    if suffix:
        return _Form(_concept(folded), link=_case(suffix))
    if folded.startswith(_FAVOURITE):
        return _Form(_FAVOURITE)
    found = _verb(folded)
    if found:
        return found
    if len(folded) >= _SHORTEST_LIGHT and folded in _verb_roots():
        return _Form(_verb_roots()[folded], is_verb=True)
    return _Form(_noun(folded), link=_case(folded), first_person=bool(_NOMINAL_FIRST.fullmatch(folded)))


def is_ending(letters: str) -> bool:
    """Whether letters may follow a noun as its plural, possessive and case."""
    return _NOUN.fullmatch(letters) is not None


def key(word: str) -> str:
    """Return the key of a listed word: a verb's root, else a noun's."""
    return _verb_roots().get(word) or _form(word, "").root


def _verb(folded: str) -> _Form | None:
    for length in range(len(folded) - 1, _SHORTEST_ROOT - 1, -1):
        root = _verb_root(folded[:length], folded[length:])
        if root and (found := _VERB.fullmatch(folded[length:])):
            return _verb_form(root, found)
    present = _PRESENT.fullmatch(folded)
    if present and len(present["root"]) >= _SHORTEST_ROOT:
        root = present["root"].rstrip("aeiu") or present["root"]
        first = folded.endswith(("um", "uz"))
        return _Form(root, is_verb=True, negative=bool(present["neg"]), finite=True, first_person=first)
    return None


def _verb_root(head: str, rest: str) -> str | None:
    """Return the verb root of a word; before -iyor it lacks a final a or e: yaşıyor, istiyor."""
    roots = _verb_roots()
    if head in roots or not rest.startswith(("iyor", "uyor")):
        return roots.get(head)
    return roots.get(head + "a") or roots.get(head + "e")


def _verb_form(root: str, found: re.Match[str]) -> _Form:
    finite = not found["noun"] and not found[0].endswith("p")
    negative = found["neg"]
    first = bool(_FIRST_PERSON.fullmatch(found["person"] or "")) or bool(negative and negative.endswith("mem"))
    first = first or bool(negative and negative.endswith("mam"))
    return _Form(
        root,
        is_verb=True,
        negative=bool(negative),
        past=bool(found["past"]) or bool(negative and negative[-2:] in ("di", "du")),
        finite=finite,
        first_person=finite and first,
    )


@cache
def _verb_roots() -> dict[str, str]:
    """Return each verb root, also softened before a vowel, with the root that stands for its meaning."""
    found = dict(concepts("tr/gate_verbs"))
    for softened, root in _ROOT_CHANGES.items():
        if root in found:
            found[softened] = found[root]
    return found


def _noun(folded: str) -> str:
    vocabulary = _vocabulary()
    for length in range(len(folded), _SHORTEST_ROOT - 1, -1):
        head = folded[:length]
        if head in vocabulary and _NOUN.fullmatch(folded[length:]):
            return vocabulary[head]
    return _concept(_hard(stem(folded, Language.TR)))


def _hard(root: str) -> str:
    """Return a word with its softened final consonant hard again: kitab, kitap."""
    return root[:-1] + root[-1].translate(_HARD) if len(root) > _SHORTEST_ROOT else root


def _concept(folded: str) -> str:
    return concepts("tr/gate_concepts").get(folded, folded)


@cache
def _vocabulary() -> dict[str, str]:
    """Return every word of the gate's lists, also softened, with the word that stands for its meaning."""
    found: dict[str, str] = {}
    lists = ("tr/gate_attributes", "tr/gate_exclusive", "tr/gate_rivals", "gate_rivals")
    listed = {word for name in lists for line in lines(name) for word in line.split() if word != "|"}
    for word in {*listed, *concepts("tr/gate_concepts")}:
        meaning = _concept(word)
        found[word] = meaning
        if word[-1] in "kpt" and len(word) > _SHORTEST_ROOT:
            found.setdefault(word[:-1] + {"k": "g", "p": "b", "t": "d"}[word[-1]], meaning)
    return found


def _case(ending: str) -> str:
    return next((case for case, pattern in _CASES if pattern.fullmatch(ending)), "")


def _subject(spelled: Sequence[Written], forms: Sequence[_Form], tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens of the subject; none for the owner."""
    if any(word.folded in _USER and not word.suffix for word in spelled):
        return []
    if _in_first_person(forms) and not any(word.folded in _GENITIVE_USER for word in spelled):
        return []
    if not tokens:
        return []
    favourite = next((place for place, word in enumerate(spelled) if word.folded.startswith(_FAVOURITE)), None)
    if favourite is not None:
        return [token for token in tokens if token.place in (favourite, favourite + 1)]
    if tokens[0].is_verb:
        return []
    return [*tokens[: _subject_length(spelled, tokens)]]


def _subject_length(spelled: Sequence[Written], tokens: Sequence[Token]) -> int:
    """Return the number of the subject's tokens: a name alone, or an owner with the owned thing."""
    first = spelled[tokens[0].place]
    genitive = first.suffix in ("in", "un", "nin", "nun") or (
        not first.suffix and first.folded.endswith(("nin", "nun"))
    )
    return 2 if genitive and len(tokens) > 2 else 1


def _in_first_person(forms: Sequence[_Form]) -> bool:
    verbs = [form for form in forms if form.is_verb and form.finite]
    if verbs:
        return verbs[-1].first_person
    return bool(forms) and forms[-1].first_person


def _is_of_user(spelled: Sequence[Written], forms: Sequence[_Form]) -> bool:
    return _in_first_person(forms) or any(word.folded in _USER for word in spelled)


def _main(forms: Sequence[_Form]) -> str:
    """Return the root of the verb that ends the statement; "" if a noun ends it."""
    return next((form.root for form in reversed(forms) if form.is_verb and form.finite), "")


def _is_negative(spelled: Sequence[Written], forms: Sequence[_Form]) -> bool:
    """Whether the statement as a whole is denied; "X değil Y" is not."""
    if any(form.negative and form.finite and form.root not in _QUIT_ROOTS for form in forms):
        return True
    last = len(spelled) - 1
    return any(
        word.folded in _NO and (place >= last - 1 or word.folded == "asla") and not _tells_more(spelled, place)
        for place, word in enumerate(spelled)
    )


def _gives_up(form: _Form) -> bool:
    """Whether the verb gives something up: bıraktı, vazgeçti, not "bırakmadı"."""
    return form.is_verb and form.root in _QUIT_ROOTS and not form.negative


def _is_change(word: Written, form: _Form) -> bool:
    return word.folded in words("tr/gate_changes") or _gives_up(form)


def _happened_once(forms: Sequence[_Form]) -> bool:
    verbs = [form for form in forms if form.is_verb and form.finite]
    return bool(verbs) and verbs[-1].past


def _rejected_places(spelled: Sequence[Written], forms: Sequence[_Form], subject: Sequence[Token]) -> frozenset[int]:
    """Return the places of words given up: before "yerine", an inner "değil", or a verb of ending."""
    places: set[int] = set()
    taken = {token.place for token in subject}
    for place, (word, form) in enumerate(zip(spelled, forms, strict=True)):
        inner_no = word.folded == "degil" and place < len(spelled) - 1 and not _tells_more(spelled, place)
        if word.folded == "yerine" or inner_no:
            places |= {place - 1}
        elif _gives_up(form):
            places |= _back_to_clause(spelled, place)
    return frozenset(places - taken)


def _tells_more(spelled: Sequence[Written], place: int) -> bool:
    """Whether a "değil" belongs to "sadece X değil", which gives up nothing."""
    return any(word.folded in words("not_only") for word in spelled[max(0, place - 2) : place])


def _back_to_clause(spelled: Sequence[Written], end: int) -> set[int]:
    places: set[int] = set()
    for place in range(end - 1, -1, -1):
        if spelled[place].folded in _CLAUSE_ENDS:
            break
        places.add(place)
    return places
