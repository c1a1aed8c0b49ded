"""What is asked, as far as the stages that take part may say."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from graphmem.language.question import hyde, understand
from graphmem.language.question.wording import cut
from graphmem.model.question import Intent, Understood
from graphmem.model.situation import Situation
from graphmem.services.reading import SKIP, TextReader, text_reader
from graphmem.services.retrieval.options import Options
from graphmem.services.retrieval.search import Search

FEWEST_WORDS = 4
"""Words from which a message may be held to ask nothing: an answer withheld costs more than one nobody wanted."""

SMALL_TALK = "it sounds like small talk"


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


async def settle(search: Search) -> None:
    """Let the encoder say what is asked, where rules alone have."""
    if search.by_rules:
        search.by_rules = False
        search.understood = await asyncio.to_thread(lambda: heard(text_reader(), search.understood, search.options))


def heard(reader: TextReader, by_rules: Understood, options: Options) -> Understood:
    """The question as the encoder understands it, where the stages that it would say it to take part, of which rules
    think that it asks something. What rules take for a question of causes is one: of six writers' all 80 were."""
    if by_rules.skip:
        return by_rules
    intents, nothing = reader.question(first_part(by_rules))
    # Whoever types a few words searches for them: only rules, which know every word of small talk, skip those.
    may_skip = options.has("gate") and not by_rules.sub_queries and len(by_rules.query.split()) >= FEWEST_WORDS
    if may_skip and nothing >= reader.cuts[SKIP]:
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
    """The question, of a compound one the first."""
    return understood.sub_queries[0] if understood.sub_queries else understood.query
