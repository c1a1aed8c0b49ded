"""Hypothetical answers without a model: the shape of the answer, and two or three sentences of it.

After Gao et al., Precise Zero-Shot Dense Retrieval without Relevance Labels, 2022, where a model writes the answer;
here templates (`question_hyde.txt` of the pack) use the question's own words and add no values.
"""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.observer.patterns import any_of
from graphmem.language.question.statement import statement, to_do, topic
from graphmem.language.question.wording import core
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import Language
from graphmem.model.question import HydeKind, Intent

_SETTLED = {
    Intent.CAUSAL: HydeKind.REASONING,
    Intent.PREFERENCE: HydeKind.PREFERENCE,
    Intent.TEMPORAL: HydeKind.LOOKUP,
    Intent.FACTUAL: HydeKind.LOOKUP,
}
_PLACE = re.compile(r"\{([sta])\}")
_PERSONAL = re.compile(r"^(?:who|tell|kim)|kim(?:dir|di)?$|hakk[iu][nm]|about")


def kind(query: str, language: Language, intent: Intent) -> HydeKind:
    """Return the shape of the answer: by intent, or by words for a general question or a profile."""
    if intent in _SETTLED:
        return _SETTLED[intent]
    text = core(query, language)
    if intent is Intent.ENTITY_PROFILE:
        asks_what = _is(text, "definition", language) and not _PERSONAL.search(text)
        return HydeKind.DEFINITION if asks_what else HydeKind.LOOKUP
    for shape in (HydeKind.REASONING, HydeKind.HOWTO, HydeKind.DEFINITION):
        if _is(text, shape.value, language):
            return shape
    return HydeKind.TECHNICAL if _is(text, "technical", language) else HydeKind.GENERAL


def expansions(query: str, language: Language, shape: HydeKind) -> tuple[str, ...]:
    """Return two or three variants to embed beside the query; none without content words."""
    parts = {"t": topic(query, language)}
    if not parts["t"]:
        return ()
    parts["s"] = statement(query, language)
    parts["a"] = to_do(query, language)
    filled = (_PLACE.sub(lambda match: parts[match[1]], template) for template in _templates(language, shape))
    found = dict.fromkeys(_sentence(text, language) for text in filled)
    return tuple(text for text in found if not _same(text, query))


def _is(text: str, section: str, language: Language) -> bool:
    return any_of(f"{language.value}/question_hyde_kinds", section).search(text) is not None


def _sentence(text: str, language: Language) -> str:
    bare = text.strip()
    first = "İ" if language is Language.TR and bare[:1] == "i" else bare[:1].upper()
    return f"{first}{bare[1:]}."


def _same(one: str, other: str) -> bool:
    return re.sub(r"\W+", " ", fold(one)).strip() == re.sub(r"\W+", " ", fold(other[: 2 * len(one)])).strip()


@cache
def _templates(language: Language, shape: HydeKind) -> tuple[str, ...]:
    rows = (line.partition(": ") for line in lines(f"{language.value}/question_hyde"))
    return tuple(template for head, _, template in rows if head == shape.value)
