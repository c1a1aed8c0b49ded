"""What rules read in a text, as named numbers: the features that the learned heads take beside its vector."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from graphmem.language.observer.classification import classify
from graphmem.language.observer.density import density
from graphmem.language.observer.for_good import for_good
from graphmem.language.observer.instructions import standing_instruction
from graphmem.language.observer.requests import is_quoted, requests
from graphmem.language.observer.worth import substance, worth_keeping
from graphmem.language.shape import shape
from graphmem.language.turkish import fold
from graphmem.model.entity import Mention
from graphmem.model.language import Language
from graphmem.model.question import Understood

MOST_SPECIFIC, MOST_NAMES, MOST_TIMES, MOST_FACTS = 8, 4, 3, 4
"""Counts from which more of them tell nothing further."""

MOST_WORDS, WORDS = 40, 10.0
MOST_ASKED, ASKED = 12, 4.0
"""The same for words, and how many of them count as one step, in a statement and in a question."""

_READ = 600
"""Characters of a question whose words are taken."""
_WORD = re.compile(r"\w+")


def message_marks(text: str, language: Language, entities: Sequence[Mention]) -> dict[str, float]:
    """Marks of a message or of one statement by name; what is not in it is 0. About a millisecond."""
    kind = classify(text, language, entities)
    told = substance(text, language, [mention.name for mention in entities])
    dense = density(text, language, entities, kind)
    found = {f"phrases {category.value}": score for category, score in kind.scores.items()}
    found |= {
        "explicit": float(kind.explicit),
        "firm": float(kind.firm),
        "standing": float(bool(standing_instruction(text, language))),
        "asks": float(text.rstrip().endswith("?")),
        "requests": float(requests(text, language)),
        "quoted": float(is_quoted(text)),
        "worth": float(worth_keeping(told, kind)),
        "dense": float(dense.enough),
        "specific": float(min(told.specific, MOST_SPECIFIC)),
        "names": float(min(told.names, MOST_NAMES)),
        "times": float(min(told.times, MOST_TIMES)),
        "by speaker": float(told.by_speaker),
        "about speaker": float(told.about_speaker),
        "to listener": float(told.to_listener),
        "vague subject": float(told.vague_subject),
        "reaction": float(told.reaction),
        "wish": float(told.wish),
        "judgement": float(told.judgement),
        "entities": float(min(dense.entities, MOST_NAMES)),
        "facts": float(min(dense.facts, MOST_FACTS)),
        "words": min(len(text.split()), MOST_WORDS) / WORDS,
    }
    return found | for_good(text, language) | dict.fromkeys(shape(text, language), 1.0)


def question_marks(understood: Understood) -> dict[str, float]:
    """Marks of a question by name: what rules took it for, and its words, those that open and end it apart."""
    text = understood.sub_queries[0] if understood.sub_queries else understood.query
    said = _WORD.findall(fold(text[:_READ]))
    found = {
        "rules skip": float(understood.skip),
        "asks": float(text.rstrip().endswith("?")),
        "several": float(bool(understood.sub_queries)),
        "words": min(len(said), MOST_ASKED) / ASKED,
        f"rules {understood.intent.value}": float(not understood.skip),
        f"by {understood.intent_reason.partition(' “')[0]}": 1.0,
    }
    found |= dict.fromkeys([*said, *(f"{one} {other}" for one, other in pairwise(said))], 1.0)
    if said:
        found |= {f"^{said[0]}": 1.0, f"{said[-1]}$": 1.0}
    return found
