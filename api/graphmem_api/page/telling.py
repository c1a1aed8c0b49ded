"""Translation of the services' English sentences into the page's language; no other module does it.

`texts/<language>.told.json` has the sentences, with {names} in place of values. A value stays as it is, since a person
may have said it. Only the values {why}, {state} and {what} are the service's own words, and are translated, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

from graphmem.language.diary import because
from graphmem.model.language import Language

Tell = Callable[[object], str]

LANGUAGES = {"en": "English", "tr": "Türkçe"}
_HERE = Path(__file__).parent
_PLACE = re.compile(r"\{(\w+)\}")
_OWN = frozenset({"why", "state", "what"})
_BETWEEN = re.compile(r"(; |, and |, | and )")
_JOINED = {", and ": " ve ", " and ": " ve "}
"""Words by which Turkish joins parts, where they differ from English."""


@cache
def texts(language: str) -> Mapping[str, str]:
    """The page's own words in a language, by the English ones; none for English."""
    file = _HERE / "texts" / f"{language}.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return found


def teller(language: str) -> Tell:
    """Translate a service's sentence or name; an unknown one, and all of English, stays as it is."""
    return str if language == "en" else partial(_told, language)


def relation(language: str, kind: str) -> str:
    """The type of a relation between memories, as a verb."""
    plain = kind.replace("_", " ").lower()
    return plain if language == "en" else sentences(language).get(kind) or _told(language, plain)


def _told(language: str, text: object) -> str:
    found = _known(language, str(text))
    return str(text) if found is None else found


def _known(language: str, text: str) -> str | None:
    """The sentence, else its parts: "and" and commas join reasons."""
    if (found := _whole(language, text)) is not None:
        return found
    parts = _BETWEEN.split(text)
    told = [_JOINED.get(one, one) if place % 2 else _whole(language, one) for place, one in enumerate(parts)]
    return "".join(one for one in told if one is not None) if len(parts) > 1 and None not in told else None


def _whole(language: str, text: str) -> str | None:
    if not text:
        return text
    if (found := sentences(language).get(text) or texts(language).get(text)) is not None:
        return found
    if (rule := because(Language(language), text)) != text:
        return rule
    for form, told in _forms(language):
        if match := form.fullmatch(text):
            values = match.groupdict()
            return told.format_map(
                {name: _told(language, value) if name in _OWN else value for name, value in values.items()}
            )
    return None


@cache
def sentences(language: str) -> Mapping[str, str]:
    """The translated sentences of services, by the English ones."""
    found: dict[str, str] = json.loads((_HERE / "texts" / f"{language}.told.json").read_text("utf-8"))
    return found


@cache
def _forms(language: str) -> list[tuple[re.Pattern[str], str]]:
    """Sentences with values in them, those with the most fixed text first."""
    with_values = sorted((one for one in sentences(language).items() if "{" in one[0]), key=_letters, reverse=True)
    return [(_form(english), told) for english, told in with_values]


def _letters(pair: tuple[str, str]) -> int:
    return len(_PLACE.sub("", pair[0]))


def _form(english: str) -> re.Pattern[str]:
    parts = _PLACE.split(english)
    return re.compile(
        "".join(f"(?P<{one}>.+?)" if place % 2 else re.escape(one) for place, one in enumerate(parts)), re.DOTALL
    )
