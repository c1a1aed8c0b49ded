"""What learned heads say of one text, over its embedding and the marks of rules: one file per embedder.

`graphmem/services/heads/texts` holds a file for each local embedder, written by `make heads`, with a card beside it
that says what it was learned from and how well it does on writers it has not seen. Without a file for the embedder, or
for a language that it was not learned in, rules decide alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.linear_head import LinearHead
from graphmem.cognition.logistic import Logistic
from graphmem.language.marks import message_marks, question_marks
from graphmem.language.observer.for_good import ASKS, OF_A_GROUP, OF_ANSWERS
from graphmem.language.question import hyde
from graphmem.language.vital import is_vital
from graphmem.model.category import Category
from graphmem.model.entity import Mention
from graphmem.model.language import Language
from graphmem.model.question import Intent, Understood
from graphmem.ports import Vectors

FOLDER = "heads/texts"

CATEGORY, KEEP, WORTH, TOLD, AT_WORK, STANDING = "category", "keep", "worth", "told", "at_work", "standing"
"""Heads of a message or a statement; the second is of messages, the third of single statements among people, the fourth
of those told to an assistant, where most is a request, a reaction or the trouble of the minute."""

MESSAGE_HEADS = (CATEGORY, KEEP, WORTH, TOLD, AT_WORK, STANDING)

INTENT, SKIP = "intent", "skip"
FEWEST_WORDS = 4
SURELY_TALK = 0.8
"""From so many words on, and so surely, a message asks nothing by the head alone: an answer withheld costs more than
one that nobody wanted."""

QUESTION_HEADS = (INTENT, SKIP)
"""Heads of a question."""

SMALL_TALK = "it sounds like small talk"

LIKE_RULES = (Category.PREFERENCE, Category.WORKFLOW, Category.PITFALL)
"""Categories in which people tell others what to do."""

TOLD_TO_DO = (Category.PREFERENCE, Category.WORKFLOW)
"""Those of them that ask somebody for something."""

SAYS_LITTLE = (Category.FACT.value, Category.OTHER.value)
"""Categories of what tells no more than that something is so. Of 22 statements to an assistant that heads took for
another kind, and that ask for more than once beside it, 17 are of that kind."""

NEVER, ABOUT_ANSWERS, FOR_GOOD, BOTH = 1.01, 0.85, 0.6, 0.3
"""Probability from which what asks by its words about answers, or for more than once, is to hold from now on. With
their writers left out 131 of 149 that do both are instructions from there on."""

_MEANT_FROM = {(False, False): NEVER, (False, True): ABOUT_ANSWERS, (True, False): FOR_GOOD, (True, True): BOTH}

LIKELY_MEANT = 0.5
"""Probability from which a statement may be meant to hold from now on."""

ASKED_BELOW = 0.6
"""How much must speak for remembering what asks for something now, as a statement beside the request may. Of 150
statements of our sessions that ask so two were to be remembered."""

YES, NO = "yes", "no"
"""The labels of a head that answers one question."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What heads say of a text: the probabilities of its categories, that a message is worth keeping, that a statement
    is worth remembering, that it tells somebody how to act from now on; `told`: that it is worth remembering of what an
    assistant was told, `at_work` of what one was told at work on a project. `declared`: its words say firmly what it
    is, as "düzeltme: 20 mg, 40 değil" does, or a life may hang on it; few lines are as short, so that no head is sure
    to be right about them. `instructs`: by rules it is an instruction; `requests`: it asks for something now, which is
    no rule however it sounds; `meant_from`: how sure
    the head must be that it holds from now on, since by its words it asks for more than once; NEVER: it does not."""

    categories: Mapping[str, float]
    keep: float
    worth: float
    standing: float
    declared: bool = False
    instructs: bool = False
    told: float = 1.0
    requests: bool = False
    at_work: float = 1.0
    meant_from: float = NEVER

    @property
    def meant(self) -> bool:
        """Whether words and heads say alike that it is to hold from now on: it is kept, as a rule or like one."""
        return not self.requests and self.standing >= self.meant_from

    @property
    def rule(self) -> float:
        """How likely it is a rule, 0–1: the mean of both heads that know, by their logarithms; a request is none."""
        if self.requests:
            return 0.0
        return math.sqrt(self.categories.get(Category.POLICY.value, 0.0) * self.standing)

    def kind(self, rule_from: float) -> tuple[Category, float]:
        """The category and its probability; a rule only where it is one as likely as `rule_from`, or where rules say
        so, too."""
        best = max(self.categories, key=self.categories.__getitem__)
        if self.rule >= rule_from or ((self.instructs or self.meant) and best == Category.POLICY.value):
            return Category.POLICY, max(self.rule, self.categories[best])
        if best == Category.POLICY.value:  # what is told like a rule is a taste, a procedure or a warning before a fact
            likely = TOLD_TO_DO if self.standing >= LIKELY_MEANT else LIKE_RULES
            best = max(likely, key=self.categories.__getitem__)
        elif self.meant and best in SAYS_LITTLE:
            best = max(TOLD_TO_DO, key=self.categories.__getitem__)
        return Category(best), self.categories[best]

    def is_worthless(self, below: float) -> bool:
        """Whether a message may be let go that rules keep."""
        return self.keep < below and not (self.declared or self.meant)

    def memorable(self, *, stated: bool) -> float:
        """How much speaks for remembering a statement: how likely it is worth it, twice that where it may tell how to
        act from now on, three times where a fact was read in it, as short as "I moved to Berlin." is."""
        return self.worth * (3 if stated else 2 if self.standing >= LIKELY_MEANT else 1)

    def is_junk(self, below: float, *, stated: bool) -> bool:
        """Whether a statement may be let go that rules form."""
        return self.memorable(stated=stated) < below and not (self.declared or self.meant)

    def is_passing(self, below: float, *, at_work: bool = False) -> bool:
        """Whether a statement made to an assistant is of the minute only, and may be let go: what asks for something
        now sooner than the rest, if anything is to be let go at all."""
        lasting = self.lasting(at_work=at_work)
        is_asked = self.requests and below > 0 and lasting < ASKED_BELOW
        return is_asked or (lasting < below and not (self.declared or self.meant))

    def lasting(self, *, at_work: bool = False) -> float:
        """How much speaks for remembering what an assistant is told, at work on a project or elsewhere: how likely it
        is worth it, twice that where it may tell how to act from now on and asks for nothing now."""
        worth = self.at_work if at_work else self.told
        return worth * (2 if self.standing >= LIKELY_MEANT and not self.requests else 1)


@dataclass(frozen=True, slots=True)
class TextHeads:
    """What was learned for one embedder: the names of a message's and of a question's marks in their order, heads by
    name, and cut-offs by name."""

    languages: frozenset[str]
    marks: tuple[str, ...]
    asked: tuple[str, ...]
    heads: Mapping[str, LinearHead]
    cuts: Mapping[str, float]

    def opinion(self, text: str, language: Language, entities: Sequence[Mention], vector: Vectors) -> Opinion | None:
        """What the heads say of a message or a statement; None in a language that they do not know."""
        if language.value not in self.languages:
            return None
        marks = message_marks(text, language, entities)
        row = row_of(self.marks, marks, vector)
        said = {name: self.heads[name].probabilities(row) for name in MESSAGE_HEADS}
        standing = said[STANDING][YES]
        # "Could you always …" asks for something, but not for now.
        requests = bool(marks["requests"]) and not (ASKS in marks and standing >= FOR_GOOD)
        # Of what rules took for an instruction, and heads did not, 53 of 62 lines were asked for once; but what must
        # never be done, whoever does it, is asked of nobody.
        is_meant = standing >= LIKELY_MEANT or OF_A_GROUP in marks
        instructs = bool(marks["standing"]) and not requests and is_meant
        declared = (bool(marks["firm"]) or instructs or is_vital(text, language)) and not requests
        worth = said[WORTH][YES]
        told, at_work = said[TOLD][YES], said[AT_WORK][YES]
        meant_from = _MEANT_FROM[ASKS in marks, OF_ANSWERS in marks]
        return Opinion(
            said[CATEGORY], said[KEEP][YES], worth, standing, declared, instructs, told, requests, at_work,
            meant_from,
        )  # fmt: skip

    def understood(self, by_rules: Understood, vector: Vectors, *, may_skip: bool = True) -> Understood:
        """A question as the heads understand it, of which rules think that it asks something.

        `vector` is the embedding of the question, of a compound one of its first part.
        """
        if by_rules.skip or by_rules.language.value not in self.languages:
            return by_rules
        row = row_of(self.asked, question_marks(by_rules), vector)
        # Whoever types a few words searches for them: only rules, which know every word of small talk, skip those.
        talks = may_skip and len(by_rules.query.split()) >= FEWEST_WORDS
        if talks and self.heads[SKIP].probabilities(row)[YES] >= max(SURELY_TALK, self.cuts["skip"]):
            return replace(by_rules, skip=True, skip_reason=SMALL_TALK)
        said = self.heads[INTENT].probabilities(row)
        intent = Intent(max(said, key=said.__getitem__))
        if intent is by_rules.intent:
            return by_rules
        return replace(
            by_rules,
            intent=intent,
            intent_reason=f"likely, {said[intent.value]:.2f}",
            causal_direction=None,
            hyde_kind=hyde.kind(first_part(by_rules), by_rules.language, intent),
        )


def first_part(understood: Understood) -> str:
    """The question, of a compound one the first: what it is embedded for."""
    return understood.sub_queries[0] if understood.sub_queries else understood.query


def row_of(names: Sequence[str], marks: Mapping[str, float], vector: Vectors) -> NDArray[np.float64]:
    """A row of features: the marks in their order, then the vector."""
    return np.concatenate([[marks.get(name, 0.0) for name in names], vector.astype(np.float64)])


@cache
def heads_of(model: str) -> TextHeads | None:
    """The heads of an embedder; None where there are none. Reads the file once, some milliseconds."""
    file = files("graphmem.services") / FOLDER / f"{model}.npz"
    if not file.is_file():
        return None
    with np.load(BytesIO(file.read_bytes()), allow_pickle=False) as kept:
        return TextHeads(
            frozenset(kept["languages"].tolist()),
            tuple(kept["marks"].tolist()),
            tuple(kept["asked"].tolist()),
            {name: _head(kept, name) for name in kept["heads"].tolist()},
            dict(zip(kept["cut_names"].tolist(), kept["cuts"].tolist(), strict=True)),
        )


def _head(kept: Mapping[str, NDArray[Any]], name: str) -> LinearHead:
    part = {field: kept[f"{name}_{field}"].astype(np.float64) for field in ("weights", "bias", "mean", "scale")}
    learned = Logistic(tuple(kept[f"{name}_labels"].tolist()), part["weights"], part["bias"])
    return LinearHead(learned, part["mean"], part["scale"])
