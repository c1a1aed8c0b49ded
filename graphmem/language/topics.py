"""Topics of a stretch of talk, in its own noun phrases: "dance studio, clothing store".

Without a tagger, a noun is recognised by its neighbours: in English by the words before it, in Turkish, where verbs
have endings of their own, by not being a verb. Phrases of several turns and of more than one word name a topic best.
Candidate phrases as in Rose et al., Automatic Keyword Extraction, 2010: uninterrupted runs of content words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from graphmem.language.doc import Doc, reading, tokens
from graphmem.language.naming.gazetteer import is_given_name
from graphmem.language.stem import stem
from graphmem.language.stopwords import is_listed, is_stop_word
from graphmem.language.turkish import fold, lower
from graphmem.language.wordlists import words
from graphmem.language.words import Word, is_shouted
from graphmem.model.language import Language

LONGEST_PHRASE = 3
SHORTEST_WORD = 3

LONGEST_ACRONYM = 5

NAMED = 1.5
"""Weight of a name inside a sentence, relative to a common word."""

EVERYDAY = 0.5
"""Weight of an everyday word alone: "house", "team"."""

TOGETHER = 1.7
"""Weight of a phrase of two or three words that is repeated: it is a term."""

ONCE = 1.15
"""Weight of such a phrase said once: it describes a little more than its noun alone."""

ENOUGH = 0.45
"""Share of the best phrase's weight from which another one is named beside it."""

WHOLE_FROM = 0.6
"""Share of a name's weight from which a longer name that contains it replaces it."""

_NOUN = re.compile(r".{2,}(?:tion|sion|ment|ness|ity|ship|ism|ist|ance|ence|ology|graphy|ware|ery|dom)s?$")
_NO_NOUN = re.compile(r".{2,}(?:ly|ed|ful|ous|ive|able|ible|less|ish|est|n't)$")
_VERB_TR = re.compile(
    r".{2,}(?:[iu]yor\w*|(?<!n)[dt][iu](?:m|n|k|niz|nuz|l[ae]r)?|m[iu]s(?:t[iu]|[iu]m|l[ae]r)?|[ae]c[ae](?:k|g[iu]m|g[iu]z|kl[ae]r)"
    r"|m[ae]k|m[ae]y[ae]|[iu]p|[ae]r[ae]k|m[ae]l[iu]\w*|[ae]b[iu]l\w*|[dt][iu]g[iu]\w*|s[ae]m|[ae]l[iu]m|yken|m[ae]z|[iu]r[iu]m"
    r"|[ae]r[iu]z|[iu]l[iu]r|d[iu]r|y[iu]m|y[iu]z|s[iu]n[iu]z|ince|unca)$"
)
_CASE_TR = re.compile(r"^(?:[yn]?[ıiuü]|[yn]?[ae]|(?P<hard>t[ae]n?)|(?P<soft>d[ae]n?)|n?[ıiuü]n|.{2,})$")
_VOICELESS = frozenset("fstkçşhp")
_BACK_TO = {"ğ": "k", "b": "p", "c": "ç", "d": "t"}


@dataclass
class _Gathered:
    """Counts of a stretch of turns.

    For each stem, how many turns have it, its forms, and how often it looked like a noun or not.
    """

    turns: Counter[str] = field(default_factory=Counter)
    nouns: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    names: set[str] = field(default_factory=set)
    phrases: Counter[tuple[str, ...]] = field(default_factory=Counter)
    forms: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    languages: dict[str, Language] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Run:
    """An uninterrupted run of content words, and the word before it."""

    words: tuple[Word, ...]
    before: str


def topic(turns: Sequence[Doc], limit: int, *, without: Collection[str] = ()) -> tuple[str, ...]:
    """Return at most `limit` phrases that name the topic of these turns, best first; none for small talk.

    `without` are the speakers' names, which are no topic.
    """
    unwanted = {fold(part) for name in without for part in name.split()}
    gathered = _Gathered()
    for doc in turns:
        _gather(gathered, doc, unwanted)
    weighed = sorted(
        ((_weight(gathered, phrase, count), phrase) for phrase, count in gathered.phrases.items()),
        key=lambda pair: -pair[0],  # stable: equal ones stay in the order they were said
    )
    chosen: list[tuple[str, ...]] = []
    for weight, phrase in weighed:
        if weight <= 0 or len(chosen) == limit or (chosen and weight < ENOUGH * weighed[0][0]):
            break
        whole = _whole(gathered, phrase, weight, weighed)
        if not any(set(whole) & set(other) for other in chosen):
            chosen.append(whole)
    return tuple(" ".join(_written(gathered, part) for part in phrase) for phrase in chosen)


def things(turns: Sequence[Doc], *, without: Collection[str] = ()) -> list[frozenset[str]]:
    """Return the stems of the things that each of these turns names.

    They are nouns and names, as all turns together show, without everyday words and names in `without`.
    """
    unwanted = {fold(part) for name in without for part in name.split()}
    gathered = _Gathered()
    for doc in turns:
        _gather(gathered, doc, unwanted)
    known = {
        phrase[0]
        for phrase, count in gathered.phrases.items()
        if len(phrase) == 1 and _weight(gathered, phrase, count) > 0 and not _is_vague(gathered, phrase[0])
    }
    return [
        frozenset(
            root
            for run in _runs(doc)
            for word in run.words
            if word.folded not in unwanted and (root := stem(word.text, doc.language)) in known
        )
        for doc in turns
    ]


def _gather(gathered: _Gathered, doc: Doc, unwanted: Collection[str]) -> None:
    seen: set[str] = set()
    is_loud = is_shouted(tokens(doc))
    for run in _runs(doc):
        stems = [stem(word.text, doc.language) for word in run.words]
        for place, word in enumerate(run.words):
            root = stems[place]
            seen.add(root)
            gathered.languages.setdefault(root, doc.language)
            is_name = _is_name(word) and not (is_loud and word.is_upper)
            gathered.forms[root][word.text if is_name else _lowered(word.text, doc.language)] += 1
            if is_name:
                gathered.names.add(root)
            is_last = place == len(run.words) - 1
            if _is_noun(word, run, doc.language, is_last=is_last):
                gathered.nouns[root] += 1
            elif _is_other(word, run, place, doc.language):
                gathered.others[root] += 1
        for start in range(len(stems)):
            for end in range(start + 1, min(start + LONGEST_PHRASE, len(stems)) + 1):
                if not any(word.folded in unwanted for word in run.words[start:end]):
                    gathered.phrases[tuple(stems[start:end])] += 1
    gathered.turns.update(seen)


@reading
def _runs(doc: Doc) -> tuple[_Run, ...]:
    return tuple(_parted(doc))


def _parted(doc: Doc) -> Iterator[_Run]:
    run: list[Word] = []
    before = last = ""
    for word in tokens(doc):
        is_content = _is_content(word, doc.language)
        if run and (not is_content or not word.joins):
            yield _Run(tuple(run), before)
            run = []
        if is_content:
            before = before if run else (last if word.joins else "")
            run.append(word)
        last = word.written.lower()
    if run:
        yield _Run(tuple(run), before)


def _is_content(word: Word, language: Language) -> bool:
    if len(word.text) < SHORTEST_WORD or not word.text[0].isalpha():
        return False
    forms = (word.written, word.text)
    lists = ("chatter", "topics_not")
    other = Language.EN if language is Language.TR else Language.TR
    return not any(
        is_stop_word(form, language)
        or is_stop_word(form, other)
        or any(is_listed(form, language, one) for one in lists)
        for form in forms
    )


def _is_noun(word: Word, run: _Run, language: Language, *, is_last: bool) -> bool:
    """Whether a word looks like a noun here."""
    if _is_name(word):
        return True
    if language is Language.TR:
        return not _VERB_TR.match(word.folded)
    if _NO_NOUN.match(word.folded):
        return False
    return bool(_NOUN.match(word.folded)) or (is_last and is_listed(run.before, language, "topics_before_nouns"))


def _is_name(word: Word) -> bool:
    """Whether a capital shows a name: a long word all in capitals is only loud."""
    return word.has_capital and not word.is_first and not (word.is_upper and len(word.text) > LONGEST_ACRONYM)


def _is_other(word: Word, run: _Run, place: int, language: Language) -> bool:
    """Whether a word looks like a verb, an adjective or an adverb here."""
    if language is Language.TR:
        return bool(_VERB_TR.match(word.folded))
    return bool(_NO_NOUN.match(word.folded)) or (place == 0 and is_listed(run.before, language, "topics_before_others"))


def _weight(gathered: _Gathered, phrase: tuple[str, ...], count: int) -> float:
    """Return how well a phrase names the talk; 0 for no topic."""
    head = phrase[-1]
    if gathered.nouns[head] <= gathered.others[head] or any(
        gathered.others[part] > gathered.nouns[part] + 1 for part in phrase
    ):
        return 0.0
    if any(_is_none(gathered, part) for part in phrase):
        return 0.0
    if len(set(phrase)) < len(phrase) or (
        len(phrase) == 1 and is_given_name(fold(head)) and head not in gathered.names
    ):
        return 0.0
    if len(phrase) > 1 and count == 1 and _ing(gathered, head):
        return 0.0  # "juices flowing" tells an action, "rate limiting" said twice is a term
    said = sum(_said(gathered, part) for part in phrase) / len(phrase)
    if len(phrase) == 1:
        return said
    return said * (TOGETHER if count > 1 else ONCE)


def _is_none(gathered: _Gathered, root: str) -> bool:
    """Whether a word is no part of a topic in its written form."""
    language, form = gathered.languages[root], _written(gathered, root)
    is_verb = language is Language.TR and root not in gathered.names and _VERB_TR.match(fold(form)) is not None
    return is_verb or is_stop_word(form, language) or is_listed(form, language, "topics_not")


def _ing(gathered: _Gathered, root: str) -> bool:
    return gathered.languages[root] is not Language.TR and all(form.endswith("ing") for form in gathered.forms[root])


def _whole(
    gathered: _Gathered, phrase: tuple[str, ...], weight: float, weighed: Sequence[tuple[float, tuple[str, ...]]]
) -> tuple[str, ...]:
    """Return the whole name if a part of it is more frequent: the clinic is the İmbat Clinic."""
    if len(phrase) > 1 or phrase[0] not in gathered.names:
        return phrase
    longer = (
        other
        for one, other in weighed
        if len(other) > 1 and phrase[0] in other and one >= WHOLE_FROM * weight and gathered.names.issuperset(other)
    )
    return next(longer, phrase)


def _said(gathered: _Gathered, root: str) -> float:
    """Return in how many turns a word is, weighted by its kind."""
    worth = NAMED if root in gathered.names else EVERYDAY if _is_everyday(gathered, root) else 1.0
    return worth * gathered.turns[root]


def _is_vague(gathered: _Gathered, root: str) -> bool:
    """Whether statements that share this word may still be about anything."""
    form = gathered.forms[root].most_common(1)[0][0]
    language = gathered.languages[root]
    return _is_everyday(gathered, root) or stem(form, language) in _vague(language)


@cache
def _vague(language: Language) -> frozenset[str]:
    return frozenset(stem(word, language) for word in words(f"{language.value}/themes_not"))


def _is_everyday(gathered: _Gathered, root: str) -> bool:
    form = gathered.forms[root].most_common(1)[0][0]
    return root not in gathered.names and is_listed(form, gathered.languages[root], "frequent")


def _written(gathered: _Gathered, root: str) -> str:
    """Return a word's most frequent form, names with their capital; a Turkish noun without its case."""
    forms = gathered.forms[root]
    language = gathered.languages[root]
    if language is Language.TR and root not in gathered.names:
        return min((_nominative(form) for form in forms), key=len)
    return max(forms, key=lambda form: (root in gathered.names and form != form.lower(), forms[form], -len(form)))


@lru_cache(maxsize=20_000)
def _nominative(word: str) -> str:
    """Return a Turkish noun without its case, as far as its stem tells: "haritayı" → "harita"."""
    root = stem(word, Language.TR)
    if len(root) < SHORTEST_WORD or len(root) >= len(word) or not fold(word).startswith(root[:-1]):
        return word
    bare, rest = word[: len(root)], word[len(root) :]
    ending = _CASE_TR.match(rest)
    is_vowel_alone = len(rest) == 1
    hard_after_soft = ending is not None and ending["hard"] and bare[-1] not in _VOICELESS
    soft_after_hard = ending is not None and ending["soft"] and bare[-1] in _VOICELESS
    if ending is None or hard_after_soft or soft_after_hard or (is_vowel_alone and bare[-1] not in _BACK_TO):
        return word
    return bare[:-1] + _BACK_TO[bare[-1]] if bare[-1] in _BACK_TO and fold(_BACK_TO[bare[-1]]) == root[-1] else bare


def _lowered(text: str, language: Language) -> str:
    return lower(text) if language is Language.TR else text.lower()
