"""Templates and their words: English in the templates, other languages in `texts`.

The templates escape every value; no stored text reaches a page as markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from functools import cache, partial
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from graphmem.model.trust import told_source
from graphmem_api.page.blocks import lines_of
from graphmem_api.page.telling import relation, teller, texts

_HERE = Path(__file__).parent
_MONTHS = {
    "en": ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    "tr": ["Oca", "Şub", "Mar", "Nis", "May", "Haz", "Tem", "Ağu", "Eyl", "Eki", "Kas", "Ara"],
}
Translate = Callable[..., str]


def translator(language: str) -> Translate:
    """Translate this page's English words into a language; a missing one stays English.

    Values replace `{names}`.
    """
    return partial(_translated, texts(language))


def _translated(found: Mapping[str, str], text: str, **values: object) -> str:
    told = found.get(text, text)
    return told.format(**values) if values else told


def render_template(template: str, language: str, values: Mapping[str, object]) -> str:
    """Render a page, or a part of one."""
    t = translator(language)
    return (
        _environment()
        .get_template(template)
        .render(
            {
                **values,
                "t": t,
                "s": teller(language),
                "relation": partial(relation, language),
                "language": language,
                "day": partial(_day, language),
                "moment": partial(_moment, language),
            }
        )
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "turn_address": turn_address,
        "entity_address": entity_address,
        "block_lines": lines_of,
        "iso": lambda at: at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "percent": _percent,
        "source_told": told_source,
        "sure": _sure,
        "short": shorten,
        "told": lambda text, tell: tell(text),
        "pairs": lambda mapping: sorted(mapping.items(), key=lambda pair: -pair[1]),
    }
    return environment


@pass_context
def _percent(context: Context, share: float) -> str:
    """A share, with the percent sign where the language puts it."""
    number = round(share * 100)
    return f"%{number}" if context.get("language") == "tr" else f"{number}%"


@pass_context
def _sure(context: Context, share: float) -> str:
    """A probability in percent, from <1 to >99: no hit is impossible or certain."""
    told = min(max(share, 0.01), 0.99)
    return ("<" if share < told else ">" if share > told else "") + _percent(context, told)


def turn_address(pointer: str) -> str:
    """The address of the turn that a pointer cites."""
    return "/memory/turns/" + quote(re.sub(r"^\s*§?\s*", "", pointer))


def entity_address(uri: str) -> str:
    """The address of an entity's page."""
    return "/memory/things/" + quote(uri.partition("://")[2])


def shorten(text: str, most: int = 160) -> str:
    """The first words of a text."""
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " …"


def _day(language: str, at: date) -> str:
    """The day of a date or, in UTC, of an instant."""
    at = at.astimezone(UTC) if isinstance(at, datetime) else at
    return f"{at.day} {_MONTHS[language][at.month - 1]} {at.year}"


def _moment(language: str, at: datetime) -> str:
    return f"{_day(language, at)}, {at.astimezone(UTC):%H:%M}"
