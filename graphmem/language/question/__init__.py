"""Analysis of a query without a model: whether it asks at all, for causes, in how many parts.

It also gives the shape of an answer. The encoder gives the other intents. English and Turkish.
"""

from __future__ import annotations

from graphmem.language.detect import detect
from graphmem.language.question import decomposition, gate, hyde
from graphmem.language.question.causes import asked_end
from graphmem.language.question.wording import LONGEST, cut
from graphmem.model.language import Language
from graphmem.model.question import Intent, Understood

__all__ = ["LONGEST", "understand"]


def understand(query: str, language: Language | None = None) -> Understood:
    """Analyse a query; `language` is detected if it is None.

    A compound question has the intent of its first part. Any string is accepted; of a long one the first LONGEST
    characters are read.
    """
    skip_reason = gate.asks_nothing(query)
    if skip_reason:
        spoken_in = language or detect(query)
        return Understood(query, spoken_in, skip=True, skip_reason=skip_reason)
    text = cut(query)
    known = language or detect(text)
    sub_queries = decomposition.split(query, known)
    first = sub_queries[0] if sub_queries else text
    end, reason = asked_end(first, known) or (None, "")
    intent = Intent.GENERAL if end is None else Intent.CAUSAL
    shape = hyde.kind(first, known, intent)
    return Understood(
        query,
        known,
        intent=intent,
        intent_reason=reason,
        causal_direction=end,
        sub_queries=sub_queries,
        hyde_kind=shape,
        expansions=hyde.expansions(text, known, shape),
    )
