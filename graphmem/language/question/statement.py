"""Questions as statements in the words of their answer: "Where does Ayşe work?" as "Ayşe work".

English loses its question word and auxiliary, Turkish its question words. No words are added.
"""

from __future__ import annotations

import re

from graphmem.language.question.wording import cut
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.model.language import Language

LONGEST_PART = 200
"""Most characters of a statement or topic within a variant."""
_WORD = re.compile(r"[\w'’+#./\-]+")
_ASKED_EN = re.compile(
    r"(?:(?:and|so|hey|please|ok|also),? )*(?:(?:who|whom|whose|what|which|where|when|why|how)\b(?: [\w'’\-]+){0,4}? )?"
    r"(?:is|are|was|were|am|do|does|did|has|have|had|will|would|can|could|should) (?P<rest>.+)",
    re.IGNORECASE,
)
_SHORT = re.compile(r"\b(who|what|where|when|why|how)['’]?s\b", re.IGNORECASE)
_WH = re.compile(
    r"^(?:who|whom|whose|what|which|where|when|why|how come|how many|how much|how)\b(?: (?:kind|sort|type)s? of)?\s*",
    re.IGNORECASE,
)
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
    """Return the question without its question words and marks."""
    text = _bare(query)
    if language is Language.TR:
        return _without(text, _QUESTION_TR)
    asked = _ASKED_EN.fullmatch(_SHORT.sub(r"\1 is", text))
    return asked["rest"] if asked else _WH.sub("", text)


def topic(query: str, language: Language) -> str:
    """Return the content words of a question in order."""
    said = [match[0].strip("./-") for match in _WORD.finditer(_bare(query))]
    content = [word for word in said if word and not is_stop_word(_head(word), language)]
    return " ".join(content)[:LONGEST_PART].strip()


def to_do(query: str, language: Language) -> str:
    """Return the action of a how-to question: "deploy the API"."""
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
