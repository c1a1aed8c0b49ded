"""What a query wants, before anything is searched: whether it asks at all, for what, in how many questions, and how an
answer would sound. English and Turkish, without a model.
"""

from __future__ import annotations

from graphmem.language.detect import detect
from graphmem.language.question import decomposition, gate, hyde, router
from graphmem.language.question.wording import LONGEST, cut
from graphmem.model.language import Language
from graphmem.model.question import Intent, Understood

__all__ = ["LONGEST", "understand"]


def understand(query: str, language: Language | None = None) -> Understood:
    """Read a query; `language` is detected when it is None. A compound question has the intent of its first part.

    Any string is read, of a long one the first LONGEST characters.
    """
    skip_reason = gate.asks_nothing(query)
    if skip_reason:
        spoken_in = language or detect(query)
        return Understood(query, spoken_in, skip=True, skip_reason=skip_reason)
    text = cut(query)
    known = language or _language(text)
    sub_queries = decomposition.split(query, known)
    routed = router.route(sub_queries[0] if sub_queries else text, known)
    shape = hyde.kind(sub_queries[0] if sub_queries else text, known, routed.intent)
    return Understood(
        query,
        known,
        intent=routed.intent,
        intent_reason=routed.reason,
        causal_direction=routed.direction,
        sub_queries=sub_queries,
        hyde_kind=shape,
        expansions=hyde.expansions(text, known, shape),
    )


def _language(text: str) -> Language:
    """The language of a query; where its words do not tell, the one whose question it is."""
    english, turkish = detect(text, default=Language.EN), detect(text, default=Language.TR)
    if english is turkish:
        return english
    is_turkish = router.route(text, Language.EN).intent is Intent.GENERAL is not router.route(text, Language.TR).intent
    return Language.TR if is_turkish else Language.EN
