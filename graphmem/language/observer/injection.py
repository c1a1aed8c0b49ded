"""Attempts to override an assistant's instructions, as opposed to talk about such attempts."""

from __future__ import annotations

import re

from graphmem.language.lookalikes import bare, skeleton
from graphmem.language.observer.patterns import any_of, plain, possible
from graphmem.language.printable import printable
from graphmem.language.wordlists import words
from graphmem.model.language import ByLanguage, Language

_FILES = ByLanguage({Language.EN: "en/observer_injection", Language.TR: "tr/observer_injection"})
_OTHERS = ("observer_injection_de", "observer_injection_es")
"""Languages that nothing else here reads; a model that reads the memories knows them."""
_TEMPLATE = re.compile(r"<\|\w{1,30}\|>|\[/?INST\]|<</?SYS>>|^#{2,4} ?(?:system|instructions?) ?:", re.I | re.M)
"""Marks of chat templates, which a message contains only to fake a role."""
_ROLE = re.compile("^([\\W\\d_]{0,12})([^\\W\\d_]{2,20})\\W{0,12}?[:\uff1a\ufe55\u2236\ua789]")
"""Speakers as the turns of a chat begin: `Human:`, `## **System** :`."""
_QUOTES = "\"'`"
_BEFORE = 60
"""Characters before an attempt in which its addressee may stand."""


def injection(text: str, language: Language) -> str | None:
    """Return the words that try to override instructions, or None.

    All languages are searched, the message's own first, since conversations mix them. The text is read as written, by
    its appearance (letters of other alphabets, invisible ones between them), and without marks that may split phrases.
    Attempts quoted in a sentence about filters or attacks, and orders given to others ("told us to ignore the previous
    rules"), pass.
    """
    template = _TEMPLATE.search(printable(text))
    if template:
        return template[0]
    files = (*(_FILES[name] for name in sorted(_FILES, key=lambda candidate: candidate is not language)), *_OTHERS)
    attempts = (_attempt(spoken, name) for spoken in _readings(text) for name in files)
    return next(filter(None, attempts), None)


def role_label(line: str) -> re.Match[str] | None:
    """Return the match of a line that begins like a prompt's turn: the words before a role, and the role."""
    found = _ROLE.match(line)
    return found if found and skeleton(found[2]) in words("prompt_roles") else None


def _readings(text: str) -> tuple[str, ...]:
    spoken, looks = plain(text), plain(skeleton(text))
    return tuple(dict.fromkeys((spoken, looks, bare(looks))))


def _attempt(spoken: str, name: str) -> str | None:
    for phrase in possible(name, spoken):
        for match in phrase.pattern.finditer(spoken):
            if not _is_talk(spoken, match):
                return match[0]
    return None


def _is_talk(spoken: str, match: re.Match[str]) -> bool:
    before = spoken[max(0, match.start() - _BEFORE) : match.start()]
    if _is_reported(before):
        return True
    quoted = _is_quoted(spoken, match)
    return quoted and any_of("observer_talk_about", "about").search(spoken.replace(match[0], " ")) is not None


def _is_reported(before: str) -> bool:
    return _ends_with("reported", before) and not _ends_with("ordered", before)


def _ends_with(section: str, before: str) -> bool:
    return any(not before[found.end() :].strip() for found in any_of("observer_talk_about", section).finditer(before))


def _is_quoted(spoken: str, match: re.Match[str]) -> bool:
    before, after = spoken[: match.start()], spoken[match.end() :]
    return any(before.count(quote) % 2 and quote in after for quote in _QUOTES)
