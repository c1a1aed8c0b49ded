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
    words: dict[str, str] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return words


def teller(language: str) -> Tell:
    """The translator of a service's sentence or name; an unknown one, and all of English, stays as it is."""
    return str if language == "en" else partial(_translate, language)


def relation(language: str, kind: str) -> str:
    """The type of a relation between memories, as a verb."""
    plain = kind.replace("_", " ").lower()
    return plain if language == "en" else sentences(language).get(kind) or _translate(language, plain)


def _translate(language: str, text: object) -> str:
    translation = _whole_or_parts(language, str(text))
    return str(text) if translation is None else translation


def _whole_or_parts(language: str, text: str) -> str | None:
    """The translated sentence, else its translated parts: "and" and commas join reasons. None if a part is unknown."""
    if (translation := _whole_sentence(language, text)) is not None:
        return translation
    parts = _BETWEEN.split(text)
    done = [_JOINED.get(one, one) if place % 2 else _whole_sentence(language, one) for place, one in enumerate(parts)]
    return "".join(one for one in done if one is not None) if len(parts) > 1 and None not in done else None


def _whole_sentence(language: str, text: str) -> str | None:
    if not text:
        return text
    if (translation := sentences(language).get(text) or texts(language).get(text)) is not None:
        return translation
    if (rule := because(Language(language), text)) != text:
        return rule
    for form, sentence in _forms(language):
        if match := form.fullmatch(text):
            values = match.groupdict()
            return sentence.format_map(
                {name: _translate(language, value) if name in _OWN else value for name, value in values.items()}
            )
    return None


@cache
def sentences(language: str) -> Mapping[str, str]:
    """The translated sentences of services, by the English ones."""
    translations: dict[str, str] = json.loads((_HERE / "texts" / f"{language}.told.json").read_text("utf-8"))
    return translations


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
