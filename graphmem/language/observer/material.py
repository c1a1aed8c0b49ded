"""Material to translate or work on, and quoted texts: they state nothing about the speaker.

"Translate to German: I am vegetarian" is about no vegetarian, and a letter in quotes about nobody's life. The turn
keeps all of it; no memory is made of the material.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from graphmem.language.observer.letters import foreign_spans
from graphmem.language.temporal.words import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import RULED, Language

REACH = 60
"""Most characters between a task and the colon before its material."""

LEAST = 3
"""Least words in quotes that are material; fewer are a name or a title."""

CITED, LONG = 5, 10
"""Least words in double quotes that are somebody else's text: after a colon, at the start of a line or
message, and anywhere. Of 3,996 spans that people marked as worth remembering two stand in one."""

MOST_ASKED = 500
"""Most characters of a question about the text below it."""

LEAD = 8
"""Most words that announce a text before a colon: "got this from a mom: …"."""

_ASKED = r"(?:^|[.!?\n,;]\s{0,3}|(?<!\w)(?:please|pls|you|to|and|then|now|me|us) )"
"""Words before an English task: a person who writes a column asks for none."""

_SENTENCE = re.compile(r"[.!?](?=\s|$)|\n")
_QUOTED = re.compile(
    r"""["“„«]([^"“„«”»\n]{3,1000})["”»]|(?<!\w)['‘]((?:[^'‘’\n]|(?<=\w)['’](?=\w)){3,1000})['’](?!\w)"""
)
_CITED = re.compile(r"^[ \t]{0,8}(?:[^\s:>][^:>\n]{0,40}:[ \t]{0,3})?(?:>[ \t]?)+(?=[\"'“‘]?[^\W\d_]).*$", re.MULTILINE)
"""A quoted line of another person in a mail or forum: "> I would …", "bob: > I would …"."""


_TEXT = re.compile(r"""["“„«]([^"“„«”»]{3,3000})["”»]""")
_BLANK = re.compile(r"\n[ \t]*\n\s*")
_ANNOUNCED = re.compile(r"[^.!?\n\"“„«”»:]{1,80}:\s{0,3}$")


def material(text: str, *, texts: bool = False) -> Iterator[tuple[int, int]]:
    """Return the places of material in a message, with its task before a colon, and of mails and chats.

    With the quoted `texts` of others as well.
    """
    if texts:
        yield from _texts(text)
    yield from foreign_spans(text)
    for cited in _CITED.finditer(text):
        yield cited.span()
    folded = fold(text)
    for language in RULED:
        found = _task(language).search(folded)
        if found is not None:
            yield found.start(), _end(text, found.end())
            return
    if any(_pattern("beside", language).search(folded) for language in RULED):
        for quoted in _QUOTED.finditer(text):
            if len((quoted[1] or quoted[2]).split()) >= LEAST:
                yield quoted.span()


def _texts(text: str) -> Iterator[tuple[int, int]]:
    """Return the places of announced texts in double quotes, and of a paragraph below a task.

    The task may be a question: "what does this mean in normal words". Of 13 such paragraphs in labelled messages none
    holds anything worth remembering.
    """
    if below := _below(text):
        yield below
    for quoted in _TEXT.finditer(text):
        size, before = len(quoted[1].split()), text[: quoted.start()].rstrip(" ")
        announced = _ANNOUNCED.search(before)
        if size >= CITED and announced is not None and len(announced[0].split()) <= LEAD:
            yield announced.start(), quoted.end()
        elif size >= LONG or (size >= CITED and (not before or before[-1] in "\n:")):
            yield quoted.span()


def _below(text: str) -> tuple[int, int] | None:
    gap = _BLANK.search(text)
    if gap is None or gap.start() > MOST_ASKED:
        return None
    asked = fold(text[: gap.start()]).rstrip()
    if not any(_pattern("about", language).search(asked) for language in RULED):
        return None
    after = _BLANK.search(text, gap.end())
    return gap.end(), after.start() if after else len(text)


def _end(text: str, start: int) -> int:
    """Return the end of material after a colon: of its quotes, its sentence, or the message.

    It reaches to the end of the message if it begins on its own line or as a letter ("Dear tenant, …"). The words after
    a sentence may be said to the assistant.
    """
    quoted = _QUOTED.match(text, start + len(text[start:]) - len(text[start:].lstrip()))
    if quoted is not None:
        return quoted.end()
    begun = text[start:].lstrip(" ")
    if begun.startswith("\n") or any(_letter(language).match(fold(begun[:REACH])) for language in RULED):
        return len(text)
    ended = _SENTENCE.search(text, start)
    return ended.end() if ended else len(text)


@cache
def _task(language: Language) -> re.Pattern[str]:
    """Return the pattern of a task with its colon.

    An English one begins with its verb, a Turkish one ends with it.
    """
    words = _words("before", language)
    if language is Language.TR:
        return re.compile(rf"(?<!\w)(?:{words})(?: m[iu]s[iu]n\w*)?\s{{0,2}}:")
    return re.compile(rf"{_ASKED}(?:{words})(?!\w)[^.!?:\n]{{0,{REACH}}}:")


@cache
def _letter(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?:{_words('letter', language)})")


@cache
def _pattern(kind: str, language: Language) -> re.Pattern[str]:
    before = _ASKED if language is not Language.TR and kind == "beside" else r"(?<!\w)"
    return re.compile(rf"{before}(?:{_words(kind, language)})(?!\w)")


def _words(kind: str, language: Language) -> str:
    rows = (line.partition(" ") for line in lines(f"{language.value}/observer_material"))
    return next(told for name, _, told in rows if name == kind)
