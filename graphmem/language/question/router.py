"""What a question asks for, by patterns: no model, no embedding.

Conventions, which our labelled lines follow:
- The question word decides before the topic: "Why does she like…" is causal, "When did she start liking…" temporal.
- Causal is every question for a reason, a cause, an effect or a result; the direction says which end is asked for.
- Temporal is every question for a date, a duration, an order, a change or a schedule, and every one that is bound to a
  time ("What did we discuss last week?", "Where did I live before?"). "Now" alone bounds nothing.
- Entity profile asks who or what somebody is as a whole ("Who is Ali?", "Tell me about the Falcon project"). A single
  attribute ("Who is Ali's manager?", "Who is my dentist?") is factual.
- Preference is taste, habit of choice, opinion, and a request for a recommendation.
- General is the rest: keywords without a question, instructions, definitions of common things, talk.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphmem.language.naming import gazetteer
from graphmem.language.observer.patterns import possible
from graphmem.language.question import names
from graphmem.language.question.wording import core
from graphmem.model.language import Language
from graphmem.model.question import CausalDirection, Intent

_WHO_TR = re.compile(
    r"(?:peki )?(?P<who>[^ ]+(?: [^ ]+){0,2}) kim(?:dir|di|dur|mis|ler|lerdi|lerdir)?(?: (?:bu|o|ki|bi))?"
)
_WHAT_TR = re.compile(r"(?P<what>[^ ]+(?: [^ ]+){0,4}) (?:nedir|nelerdir|ne|neydi)")
_WHAT_EN = re.compile(r"what (?:exactly )?(?:is|are) (?P<what>[^ ]+(?: [^ ]+){0,3})")
_OF_SOMEBODY_EN = re.compile(
    r"(?:^|.* )(?:(?:my|our|your|his|her|its|their|the|this|that|these|those|it|he|she|they|we|you|i|on|in|at|for|to|"
    r"up|new|left|going|wrong|next|there|here|with|of|from|allergic|by|due|about|doing|called|"
    r"named)(?: |$)|[^ ]+(?:'s|s') ).*"
)
_OF_SOMEBODY_TR = re.compile(
    r".*'?[^ ]{2,}(?:'?n?[iu]n) .*|.*(?:benim|bizim|onun|senin|sizin|onlarin) .*|"
    r"(?:.* )?bu(?:nlar|nun)?|(?:.* )?(?:su|o)"
)
_OWN_TR = re.compile(
    r"(?:.* )?(?:adres|sifre|maas|numara|isi|ad|soyad|grubu|boyu?|kilo|telefon|mesle[gk]i?|posta|mail|hesab|kimlik|"
    r"plaka|butce|sinif|burc|alerji|pin|parola|kod|yas|randevu|not|puan|beden|ev|oda|okul|doktor|hedef|plan|"
    r"gorev)\w*m(?:iz|uz)?"
)


@dataclass(frozen=True, slots=True)
class Routed:
    """The intent, which rule decided, and the end of a causal chain asked for."""

    intent: Intent
    reason: str
    direction: CausalDirection | None = None


def route(query: str, language: Language) -> Routed:
    """The intent of a query that asks something."""
    text = core(query, language)
    early = _by_name(text, query, language)
    for phrase in possible(f"{language.value}/question_intents", text):
        intent, direction = _section(phrase.section)
        if early and intent in {Intent.FACTUAL, Intent.GENERAL}:
            return early
        found = phrase.pattern.search(text)
        if found:
            return Routed(intent, f"pattern “{found[0].strip()[:60]}”", direction)
    if early:
        return early
    if query.rstrip().endswith("?") and len(text.split()) > 1:
        return Routed(Intent.FACTUAL, "question mark")
    return Routed(Intent.GENERAL, "no pattern")


def _section(name: str) -> tuple[Intent, CausalDirection | None]:
    if name.startswith("causal_"):
        return Intent.CAUSAL, CausalDirection(name.removeprefix("causal_"))
    return Intent(name), None


def _by_name(text: str, query: str, language: Language) -> Routed | None:
    """Questions whose intent hangs on whether they name somebody or a common thing."""
    return _english(text, query) if language is Language.EN else _turkish(text, query)


def _english(text: str, query: str) -> Routed | None:
    what = _WHAT_EN.fullmatch(text)
    if not what or _OF_SOMEBODY_EN.fullmatch(what["what"]):
        return None
    return _thing(what["what"], query)


def _turkish(text: str, query: str) -> Routed | None:
    who = _WHO_TR.fullmatch(text)
    if who and not _OF_SOMEBODY_TR.fullmatch(_without_given_names(who["who"])):
        return Routed(Intent.ENTITY_PROFILE, "who a name is") if names.is_person(who["who"], query) else None
    what = _WHAT_TR.fullmatch(text)
    if not what or _OF_SOMEBODY_TR.fullmatch(what["what"]) or _OWN_TR.fullmatch(what["what"]):
        return None
    is_bare = text.endswith(("nedir", "nelerdir"))
    return _thing(what["what"], query) if is_bare else None


def _without_given_names(words: str) -> str:
    """Nermin and Metin end as genitives do."""
    return " ".join(word for word in words.split() if not gazetteer.is_given_name(word))


def _thing(words: str, query: str) -> Routed | None:
    if names.is_technology(words):
        return Routed(Intent.GENERAL, "what a technology is")
    if names.is_named(words, query):
        return Routed(Intent.ENTITY_PROFILE, "what a name is") if names.is_all_named(words, query) else None
    return Routed(Intent.GENERAL, "what a common thing is")
