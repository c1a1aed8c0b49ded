"""A question turned into the statement that would answer it, without the answer: "Where does Ayşe work?", "Ayşe works".

English loses its question word and gives the verb its ending back; Turkish keeps its order and only loses the question
words. Nothing is invented.
"""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.question.wording import cut
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

LONGEST_PART = 200
"""Characters of a statement or topic within a variant."""
_WORD = re.compile(r"[\w'’+#./\-]+")
_ASKED_EN = re.compile(
    r"(?:(?:and|so|hey|please|ok|also),? )*(?:(?P<wh>who|whom|whose|what|which|where|when|why|how)\b"
    r"(?P<what>(?: [\w'’\-]+){0,4}?) )?"
    r"(?P<aux>is|are|was|were|am|do|does|did|has|have|had|will|would|can|could|should) (?P<rest>.+)",
    re.IGNORECASE,
)
_SHORT = re.compile(r"\b(who|what|where|when|why|how)['’]?s\b", re.IGNORECASE)
_WH = re.compile(
    r"^(?:who|whom|whose|what|which|where|when|why|how come|how many|how much|how)\b(?: (?:kind|sort|type)s? of)?\s*",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(?P<subject>(?:my|our|your|his|her|its|their|the|a|an|this|that)(?: [\w'’\-]+)?|i|you|he|she|it|we|they|"
    r"[^\W\d_][\w'’\-]*(?:(?:'s|’s) [\w\-]+)?(?: and [^\W\d_][\w\-]*)?) "
    r"(?P<verb>(?:really |still |usually |also |always |ever )?[\w\-]+)"
    r"(?P<tail>.*)",
    re.IGNORECASE,
)
_BE = frozenset({"is", "are", "was", "were", "am"})
_TO_DO_EN = re.compile(
    r"(?:how|steps?|ways?|instructions?|guide) (?:(?:do|can|should|could|would|might) (?:i|we|you|one) |to )",
    re.IGNORECASE,
)
_QUESTION_TR = re.compile(
    r"(?<![\w'])(?:ne zaman(?:dan beri)?|ne kadar|ne(?:dir|ydi|ler|lerdi|yi|ye)?|neden|niye|nicin|nasil|kim(?:dir|di)?|"
    r"kac|nere(?:de|ye|den|si)|nerde|hangi(?:si|sini)?|m[iu](?:s[iu]n(?:[iu]z)?|y[iu]m|y[iu]z|yd[iu]\w*|d[iu]r)?|acaba|lutfen|"
    r"biliyor musun|soyler misin)(?![\w'])"
)


def statement(query: str, language: Language) -> str:
    """The question as a statement; the query itself without marks where it has no such form."""
    text = _bare(query)
    if language is Language.TR:
        return _without(text, _QUESTION_TR)
    asked = _ASKED_EN.fullmatch(_SHORT.sub(r"\1 is", text))
    return _stated(asked) if asked else _WH.sub("", text)


def topic(query: str, language: Language) -> str:
    """The content words of a question in their order."""
    said = [match[0].strip("./-") for match in _WORD.finditer(_bare(query))]
    content = [word for word in said if word and not is_stop_word(_head(word), language)]
    return " ".join(content)[:LONGEST_PART].strip()


def to_do(query: str, language: Language) -> str:
    """What a how-to question wants done: "deploy the API"."""
    text = _bare(query)
    if language is Language.TR:
        return _without(text, _QUESTION_TR)
    return _TO_DO_EN.sub("", text, count=1)


def _bare(query: str) -> str:
    return cut(query)[:LONGEST_PART].strip(" ?!.,;:？")


def _head(word: str) -> str:
    return re.split(r"['’]", word)[0] or word


def _without(text: str, pattern: re.Pattern[str]) -> str:
    aligned = "".join(fold(char)[:1] or " " for char in text)
    kept, start = [], 0
    for match in pattern.finditer(aligned):
        kept.append(text[start : match.start()])
        start = match.end()
    return re.sub(r"\s+", " ", "".join([*kept, text[start:]])).strip(" ,") or text


def _stated(asked: re.Match[str]) -> str:
    aux, rest = asked["aux"].lower(), asked["rest"]
    what = (asked["what"] or "").strip()
    thing = "" if fold(what).split(" ")[0] in {"", "many", "much", "long", "often", "old", "far", "come"} else what
    parts = _SUBJECT.fullmatch(rest)
    if not parts:
        return f"{rest} {aux}" if aux in _BE else rest
    if asked["wh"] and aux in _BE and re.match(r"(?:my|our|your|his|her|its|their|the)\b|[\w\-]+['’]s\b", rest.lower()):
        return f"{rest} {aux}"
    verb = _inflected(parts["verb"], aux)
    return re.sub(r"\s+", " ", f"{parts['subject']} {verb}{parts['tail']} {thing}").strip()


def _inflected(verb: str, aux: str) -> str:
    adverb, _, word = verb.rpartition(" ")
    if aux == "does":
        word = _third_person(word)
    elif aux == "did":
        word = _past().get(word.lower()) or _regular_past(word)
    elif aux != "do":
        word = f"{aux} {word}"
    return f"{adverb} {word}".strip()


def _third_person(verb: str) -> str:
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in set("aeiou"):
        return f"{verb[:-1]}ies"
    return {"have": "has", "be": "is"}.get(verb, f"{verb}s")


def _regular_past(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in set("aeiou"):
        return f"{verb[:-1]}ied"
    return f"{verb}ed"


@cache
def _past() -> dict[str, str]:
    return dict(line.split() for line in lines("en/question_past"))
