"""Understands a question by rules and the encoder, within the stages that are switched on."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from graphmem.language.question import hyde, understand
from graphmem.language.question.wording import cut
from graphmem.model.question import Intent, Understood
from graphmem.model.situation import Situation
from graphmem.services.reading import SKIP, TextReader, text_reader
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.search import Search

FEWEST_WORDS = 4
"""Words from which the encoder may skip a query: a withheld answer costs more than an unwanted one."""

SMALL_TALK = "it sounds like small talk"


def understand_query(query: str, options: RecallOptions) -> Understood:
    """Understand a query by rules, without the stages that are switched off."""
    read = understand(query)
    if not options.has("gate"):
        read = replace(read, skip=False, skip_reason=None)
    if not options.has("router"):
        read = replace(read, intent=Intent.GENERAL, causal_direction=None)
    if not options.has("decomposition"):
        read = replace(read, sub_queries=())
    return read


def understand_talk(situation: Situation, options: RecallOptions) -> Understood:
    """Understand a conversation's question: intent of the last message, query that stands alone."""
    if situation.stands_alone:
        return understand_query(situation.query, options)
    asked = understand_query(situation.asked, options)
    return replace(asked, query=situation.query, language=situation.language, skip=False, sub_queries=())


async def settle_intent(search: Search) -> None:
    """Let the encoder refine the intent, once, if rules alone set it."""
    if search.by_rules:
        search.by_rules = False
        search.understood = await asyncio.to_thread(
            lambda: refine_intent(text_reader(), search.understood, search.options)
        )


def refine_intent(reader: TextReader, by_rules: Understood, options: RecallOptions) -> Understood:
    """Refine the intent by the encoder, and skip small talk, where the stages `router` and `gate` are on.
    A skip and a causal intent by rules stand: all 80 questions of six writers that rules called causal were so."""
    if by_rules.skip:
        return by_rules
    intents, nothing = reader.question(first_part(by_rules))
    # A few words are a search: only rules, which know all words of small talk, may skip them.
    may_skip = options.has("gate") and not by_rules.sub_queries and len(by_rules.query.split()) >= FEWEST_WORDS
    if may_skip and nothing >= reader.thresholds[SKIP]:
        return replace(by_rules, skip=True, skip_reason=SMALL_TALK)
    intent = Intent(max(intents, key=intents.__getitem__))
    if by_rules.intent is Intent.CAUSAL or not options.has("router"):
        return by_rules
    shape = hyde.kind(first_part(by_rules), by_rules.language, intent)
    return replace(
        by_rules,
        intent=intent,
        intent_reason=f"likely, {intents[intent.value]:.2f}",
        causal_direction=None,
        hyde_kind=shape,
        expansions=hyde.expansions(cut(by_rules.query), by_rules.language, shape),
    )


def first_part(understood: Understood) -> str:
    """The query, or the first part of a compound one."""
    return understood.sub_queries[0] if understood.sub_queries else understood.query
