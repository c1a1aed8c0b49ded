"""Whether one statement is worth remembering, or only praise, encouragement, a reaction or a platitude.

Long conversations are mostly such; a store that keeps them drowns what people want to find again. A statement about
the speakers has to name one thing, a statement about others two, and a reaction or advice to the listener a time, a
number or a name besides. What phrases firmly declare to be a rule, a correction, a decision or an alarm has to name one
thing, however few its words are.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from graphmem.language.formation.verbs import is_base
from graphmem.language.observer.classification import Classification
from graphmem.language.observer.clauses import spelled_out
from graphmem.language.observer.density import times
from graphmem.language.observer.patterns import any_of, expression, plain
from graphmem.language.stem import stem
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import words
from graphmem.model.category import Category
from graphmem.model.language import Language

_BY_SPEAKER, _ABOUT_SPEAKER, _ABOUT_OTHERS, _UNNAMED, _DECLARED = 1, 2, 2, 3, 3
"""Things that a statement has to name: of what its speaker is or does, of what concerns the speaker, about others,
about an "it" or "they" that nothing names, and in a rule that addresses the listener."""
_FIRM = 1
"""Things that a rule, a correction, a decision or an alarm has to name: "Never commit secrets", "going with Redis"."""
_ADVICE = 5
"""Specific words of what addresses the listener and is still more than encouragement."""
_BESIDE = 2
"""Specific words that praise or a judgement has to have besides a name, a number or a time."""
_PLANNED = 3
"""Specific words from which something like "Can't wait until my studio opens" is a plan."""
_VIVID = 4
"""Specific words from which a judgement tells something without these, too."""
_KINDS = frozenset(Category) - {Category.FACT, Category.EPISODE, Category.PLAN, Category.ENTITY, Category.OTHER}
"""Categories that phrases declare and small talk rarely has."""
_TERSE = frozenset({Category.CORRECTION, Category.DECISION, Category.POLICY, Category.PITFALL, Category.EPISODE})
"""Categories that people state in few words: what to do, what is right, what was chosen, what went wrong."""
_CAPTION = re.compile(
    r"(?:\[(?:shares? an? )?(?:image|photo|picture|video|gif|sticker|resim|foto\w*|gorsel|ses)\b[^\]]*\]?\W*)+"
)
_INTRODUCES = re.compile(r"(?:so |and |but )*(?:here(?:['’]?s| is| are)|below is|işte) (?:[^.]|\.(?=\S)){0,80}:")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_NUMBER = re.compile(r"\d")
_LEADING = re.compile(
    r"^(?:[\"'(\s]|(?:yeah|yea|yep|yup|yes|nope?|nah|wow|whoa|yay|oh|ooh|hey|hi|aww?|well|but|and|so|plus|also|haha\w*"
    r"|lol|ok|okay|man|gosh|ya|aa|vay|oo|valla|yani|peki)[,!.]? )+"
)
_BY_SPEAKER_EN = expression("en/worth", "by_speaker")
_ADVISES = expression("en/worth", "advises")
_TR_ADVICE = expression("tr/worth", "advice")
_TR_SPEAKER = expression("tr/worth", "speaker")
_TR_IS = expression("tr/worth", "is")
_TR_LISTENER = expression("tr/worth", "listener")


@dataclass(frozen=True, slots=True)
class Substance:
    """What a statement says: words that are neither grammar nor praise, and names, times and numbers beside them."""

    specific: int
    names: int
    times: int
    by_speaker: bool
    about_speaker: bool
    to_listener: bool
    vague_subject: bool
    reaction: bool
    wish: bool
    judgement: bool

    @property
    def things(self) -> int:
        """What is named, whatever it is."""
        return self.specific + self.names + self.times


def worth_keeping(found: Substance, kind: Classification) -> bool:
    """Whether a statement with this substance and of this kind should become a memory."""
    concrete = found.names + found.times > 0
    if _is_terse(found, kind):
        return True
    if found.reaction:
        return concrete and found.specific >= _BESIDE
    if found.wish and not (concrete and found.specific):
        return found.specific >= _PLANNED and not found.to_listener
    if found.judgement and not found.by_speaker:
        return found.specific >= (_BESIDE if concrete else _VIVID)
    if found.to_listener and not found.about_speaker:
        declared = kind.explicit and kind.category in _KINDS
        return concrete or found.specific >= (_DECLARED if declared else _ADVICE)
    if found.about_speaker:
        is_plain = found.by_speaker and not found.judgement and not found.to_listener
        return found.specific + found.names >= (_BY_SPEAKER if is_plain else _ABOUT_SPEAKER)
    return found.things >= (_ABOUT_OTHERS if concrete or not found.vague_subject else _UNNAMED)


def _is_terse(found: Substance, kind: Classification) -> bool:
    """Whether it firmly declares a rule, a correction, a decision or an alarm and names what about."""
    if not kind.firm or kind.category not in _TERSE or found.things < _FIRM or found.vague_subject:
        return False
    # "Sorry, I meant 15 % discount" opens like a reaction and is none.
    return not found.reaction or (kind.category is Category.CORRECTION and found.names + found.times > 0)


def is_advice(text: str, language: Language) -> bool:
    """Whether an assistant only tells what to do, or what follows: "Clear your cache", "You can …", "It is:"."""
    said = _opened(spelled_out(text, language), ())
    if text.rstrip("*_ ").endswith(":"):
        return True
    if language is Language.TR:
        return _TR_ADVICE.search(said.rstrip(" .!")) is not None
    first = said.partition(" ")[0]
    return is_base(first) or _ADVISES.match(said) is not None


def is_caption(text: str) -> bool:
    """Whether a text only describes or introduces what was sent along: "[image: a dog]", "Here's my code:"."""
    said = plain(text)
    return _CAPTION.fullmatch(said) is not None or _INTRODUCES.fullmatch(said) is not None


def substance(text: str, language: Language, names: Collection[str], ignored: Collection[str] = ()) -> Substance:
    """What a statement says. `names` are those of its entities; words of `ignored`, such as people addressed, tell
    nothing."""
    said = _opened(spelled_out(text, language), ignored)
    found = _WORD.findall(said)
    placed = times(said, language)
    empty = _parts(ignored) | _parts(placed)
    called = [name for name in {plain(name) for name in names} if name in said and not empty.issuperset(name.split())]
    empty |= _parts(called)
    return Substance(
        specific=len({word for word in found if word not in empty and _is_specific(word, language)}),
        names=len(called) + len(_NUMBER.findall(said)),
        times=len(placed),
        by_speaker=_acts(found, said, language),
        about_speaker=_speaks(found, language),
        to_listener=_addresses(found, language),
        vague_subject=bool(found) and found[0] in words(f"{language.value}/vague_subjects"),
        reaction=_is(said, language) or _is_fragment(said, language),
        wish=_is(said, language, "wish"),
        judgement=_is(said, language, "mild"),
    )


def _opened(said: str, ignored: Collection[str]) -> str:
    """The text from its first word that is neither an interjection nor the name of who is addressed."""
    names = tuple(f"{plain(name)}{mark} " for name in ignored for mark in (",", "", "!"))
    shortened = ""
    while shortened != said:
        shortened = said
        said = _LEADING.sub("", said)
        said = next((said[len(name) :] for name in names if said.startswith(name)), said)
    return said


def _is(said: str, language: Language, section: str = "") -> bool:
    return any_of(f"{language.value}/observer_reactions", section).match(said) is not None


def _is_fragment(said: str, language: Language) -> bool:
    return any_of(f"{language.value}/observer_reactions", "fragment").fullmatch(said.rstrip(" .!")) is not None


def _parts(names: Collection[str]) -> set[str]:
    return {part for name in names for part in plain(name).split()}


def _speaks(found: list[str], language: Language) -> bool:
    if not words(f"{language.value}/speaker_words").isdisjoint(found):
        return True
    if language is Language.EN:
        return False
    return any(_TR_SPEAKER.fullmatch(word) for word in found) or any(map(_TR_IS.fullmatch, found[-1:]))


def _acts(found: list[str], said: str, language: Language) -> bool:
    """Whether the speaker is the subject, as far as can be seen; in Turkish a verb or a possessive tells it."""
    if language is Language.TR:
        return _speaks(found, language)
    return _BY_SPEAKER_EN.search(said) is not None


def _addresses(found: list[str], language: Language) -> bool:
    if not words(f"{language.value}/listener_words").isdisjoint(found):
        return True
    return language is Language.TR and any(_TR_LISTENER.fullmatch(word) for word in found[-1:])


@lru_cache(maxsize=20_000)
def _is_specific(word: str, language: Language) -> bool:
    if "-" in word:
        return any(_is_specific(part, language) for part in word.split("-"))
    if len(word) < 2 or word.isdigit() or is_stop_word(word, language) or word in words("observer_small_talk"):
        return False
    listed = words(f"{language.value}/observer_empty")
    if word in listed or stem(word, language) in _empty_stems(language):
        return False
    return language is Language.EN or not any(
        word.startswith(root) and len(word) - len(root) <= 4 for root in listed if len(root) >= 4
    )


@lru_cache(maxsize=len(Language))
def _empty_stems(language: Language) -> frozenset[str]:
    return frozenset(stem(fold(word), language) for word in words(f"{language.value}/observer_empty"))
