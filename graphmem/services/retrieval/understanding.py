"""What is asked, as far as the stages that take part may say."""

from __future__ import annotations

from dataclasses import replace

from graphmem.language.question import understand
from graphmem.model.question import Intent, Understood
from graphmem.model.situation import Situation
from graphmem.ports import Vectors
from graphmem.services.retrieval.options import Options
from graphmem.services.text_judging import TextHeads


def understood(query: str, options: Options) -> Understood:
    """The question as the stages that take part understand it."""
    read = understand(query)
    if not options.has("gate"):
        read = replace(read, skip=False, skip_reason=None)
    if not options.has("router"):
        read = replace(read, intent=Intent.GENERAL, causal_direction=None)
    if not options.has("decomposition"):
        read = replace(read, sub_queries=())
    return read


def situated(situation: Situation, options: Options) -> Understood:
    """What a conversation asks: the form of what was asked, in words that stand by themselves."""
    if situation.stands_alone:
        return understood(situation.query, options)
    asked = understood(situation.asked, options)
    return replace(asked, query=situation.query, language=situation.language, skip=False, sub_queries=())


def heard(heads: TextHeads, by_rules: Understood, vector: Vectors, options: Options) -> Understood:
    """The question as the heads understand it, where the stages that they would say it to take part."""
    said = heads.understood(by_rules, vector, may_skip=options.has("gate"))
    return said if said.skip or options.has("router") else by_rules
