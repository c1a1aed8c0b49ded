"""What kind of statement a memory is: by phrases, and by the learned head of the embedder where there is one."""

from __future__ import annotations

from dataclasses import replace

from graphmem.language.observer.instructions import holds_from_now_on, is_heard
from graphmem.model.category import Category
from graphmem.model.memory import Formed, Manner
from graphmem.model.trust import is_outside
from graphmem.services.ingestion.authority import may_rule
from graphmem.services.ingestion.draft import Message
from graphmem.services.text_judging import Opinion

ORDERED = 0.75
"""How sure an order that says that it holds from now on is a rule, whatever the head finds."""

SURELY_MEANT = 0.25
"""What is said on purpose to be remembered is a rule from here on."""


def judged(
    formed: Formed, message: Message, opinion: Opinion, rule_from: float, *, conduct: bool = False
) -> tuple[Formed, str]:
    """A statement of the rules with the category that the heads say, a rule from that probability on, and why.

    `conduct`: it tells an assistant how to speak from now on, so that it is one whatever they say. What is only
    reported, or said by somebody who may not give us rules, is a fact where it sounds like a rule.
    """
    deliberate = formed.manner is Manner.DELIBERATE
    category, probability = opinion.kind(SURELY_MEANT if deliberate else rule_from)
    own = (deliberate and not is_outside(message.role)) or may_rule(message, formed.words)
    is_said = formed.claim is None and not is_heard(formed.words, message.language)
    if category is Category.POLICY and not (is_said and own):
        category, probability = Category.FACT, opinion.categories[Category.FACT.value]
    elif own and is_said and (conduct or holds_from_now_on(formed.words, message.language)):
        category, probability = Category.POLICY, max(opinion.rule, ORDERED)
    why = f"{category.value} {probability:.2f}"
    if category is not formed.category:
        why += f", by its phrases {formed.category.value}"
    return replace(formed, category=category, confidence=probability), why
