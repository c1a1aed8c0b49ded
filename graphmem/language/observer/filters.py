"""The seven filters that keep noise out of memory, the cheapest and most telling first.

Every expression here is linear in the text or has bounded gaps, and the length filter comes first, so that no message
can stall the write path.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from graphmem.language.observer.injection import injection
from graphmem.language.observer.material import material
from graphmem.language.printable import printable
from graphmem.language.wordlists import words
from graphmem.model.language import Language

SHORTEST = 10
"""Least characters of a message, exclusive."""
LONGEST = 5_000
"""Most characters of a message, exclusive."""
LISTED_LINES = 5
CODE_SHARE = 0.5
WORDS_BESIDE = 10
"""Least words beside code that make a message readable; then a long listing hides only itself."""
MOST_EMOJI = 3
_BLOCK_SHARE = 0.5
"""Share of a message inside XML elements from which it is data, not speech."""

_OPENED = "<memory_context"
_CLOSED = re.compile(r"</memory_context\s*>", re.I)
_TAG = re.compile(r"<(/?)([A-Za-z_][\w.:-]{0,60})((?:\s[^<>]{0,400})?)>")
_DECLARED = re.compile(r"\s*<(?:\?xml|!DOCTYPE)\b", re.I)
_FENCE = re.compile(r"^[ \t]{0,8}(`{3,}|~{3,})", re.M)
_INLINE_CODE = re.compile(r"`[^`\n]{1,300}`")
_LISTED = re.compile(r"^[ \t]{0,12}(?:[-*+•▪◦‣–][ \t]+\S|\d{1,3}[.)][ \t]+\S|(?:>[ \t]*)?(?:\*\*|__)[^\s*_])", re.M)
_INLINE_TAGS = words("observer_inline_tags")
_HEARTBEAT = re.compile(
    r"\s*(?:[\[(<*#_ ]{0,4}heart[- ]?beat(?:[\])>*:=_]|\s*(?:$|[:=|-]|check|ping|ok|poll|signal|received|kontrol))"
    r"|[\[(]\s*(?:system|sistem)\b[^\])\n]{0,60}[\])]"
    r"|(?:system|sistem)(?:\s+(?:message|notification|reminder|notice|event|mesajı|bildirimi|hatırlatması|uyarısı))?\s*:)",
    re.I,
)
_HEARTBEAT_NAME = re.compile(r"\bHEARTBEAT(?:_[A-Z]{2,12}\b|\.md\b)|\bsystem[-_]reminder\b(?=\s*[:>\]])")
_EMOJI = re.compile(
    "(?:[\U0001f1e6-\U0001f1ff]{2}|[0-9#*]\ufe0f?\u20e3"
    "|[\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff\u2600-\u2712\u2714-\u2716\u2718-\u2775\u2795-\u2797"
    "\u231a\u231b\u23e9-\u23fa\u2b50\u2b55\u2b1b\u2b1c\u3030\u303d]"
    "(?:[\ufe0f\U0001f3fb-\U0001f3ff]|\u200d[\U0001f300-\U0001faff\u2600-\u27bf]){0,8})"
)


class Filter(StrEnum):
    """The filter that a message failed.

    Labelled lines also have `density`, for messages that say too little; the encoder decides about those.
    """

    LENGTH = "length"
    SYSTEM = "system"
    INJECTION = "injection"
    XML = "xml"
    MARKDOWN = "markdown"
    CODE = "code"
    EMOJI = "emoji"
    DENSITY = "density"


@dataclass(frozen=True, slots=True)
class FilterVerdict:
    """Whether a message may become memories, and the first filter that it failed.

    `reason` is a sentence for people.
    """

    passed: bool
    filter: Filter | None
    reason: str


def check(text: str, language: Language) -> FilterVerdict:
    """Return the verdict of the seven filters on a message, without its `<memory_context>` blocks."""
    said = without_memory_context(text)
    if not said and text.strip():
        return FilterVerdict(False, Filter.SYSTEM, "It is only a memory context that was injected earlier.")
    for name, test in _TESTS:
        reason = test(said, language)
        if reason:
            return FilterVerdict(False, name, reason)
    return FilterVerdict(True, None, "It passed all seven filters.")


def without_memory_context(text: str) -> str:
    """Return the message without `<memory_context>` blocks, stripped.

    Recalled memories are never observed again. An unclosed block reaches to the end.
    """
    return "".join(part for part, is_recalled in _recalled(text) if not is_recalled).strip()


def without_code(text: str) -> str:
    """Return the message without its fenced code, which states nothing about anybody."""
    return "".join(part for part, is_code in _fenced(text) if not is_code) if _FENCE.search(text) else text


def blank_material(text: str, *, texts: bool = False) -> str:
    """Return the message with line ends in place of memory contexts, fenced code and material of tasks.

    The rest keeps its place. Quoted `texts` of others are blanked as well.
    """
    told = "".join("\n" * len(part) if is_recalled else part for part, is_recalled in _recalled(text))
    told = "".join("\n" * len(part) if is_code else part for part, is_code in _fenced(told))
    for start, end in material(told, texts=texts):
        told = told[:start] + "\n" * (end - start) + told[end:]
    return told


def _recalled(text: str) -> Iterator[tuple[str, bool]]:
    """Return the message in pieces, and whether each is a memory context."""
    lowered, at = text.lower(), 0
    # str.lower lengthens İ by one character, which would shift every later place.
    lowered = lowered if len(lowered) == len(text) else text
    while (start := lowered.find(_OPENED, at)) >= 0:
        yield text[at:start], False
        end = _CLOSED.search(text, start)
        at = end.end() if end else len(text)
        yield text[start:at], True
    yield text[at:], False


def _length(text: str, _: Language) -> str | None:
    if len(text) <= SHORTEST:
        return f"It has {len(text)} characters; more than {SHORTEST} are needed."
    if len(text) >= LONGEST:
        return f"It has {len(text)} characters; fewer than {LONGEST} are taken."
    return None


def _system(said: str, _: Language) -> str | None:
    text = unicodedata.normalize("NFKC", printable(said))
    if _HEARTBEAT.match(text) or _HEARTBEAT_NAME.search(text):
        return "It is a heartbeat or a notice of a program."
    names = words("observer_tags")
    for tag in _TAG.finditer(_INLINE_CODE.sub(" ", text)):
        if tag[2].lower() in names:
            return f"It carries the program's element <{tag[2]}>."
    return None


def _injection(text: str, language: Language) -> str | None:
    found = injection(text, language)
    return f"It tries to override instructions: “{found}”." if found else None


def _xml(text: str, _: Language) -> str | None:
    prose = "".join(part for part, is_code in _fenced(text) if not is_code).strip()
    if _DECLARED.match(prose):
        return "It is an XML document."
    covered = _element_span(_INLINE_CODE.sub(" ", prose))
    if covered and covered >= _BLOCK_SHARE * len(prose):
        return f"XML elements span {covered} of {len(prose)} characters."
    return None


def _element_span(text: str) -> int:
    """Return the number of characters in outermost closed elements, without elements that style a word."""
    opened: list[tuple[str, int]] = []
    covered = 0
    for tag in _TAG.finditer(text):
        closing, name, attributes = tag[1], tag[2].lower(), tag[3]
        if name in _INLINE_TAGS:
            continue
        if attributes.endswith("/"):
            covered += len(tag[0]) if not opened else 0
        elif not closing:
            opened.append((name, tag.start()))
        elif any(name == other for other, _ in opened[-20:]):
            while opened and (last := opened.pop())[0] != name:
                pass
            covered += tag.end() - last[1] if not opened else 0
    return covered


def _markdown(text: str, _: Language) -> str | None:
    prose = "".join(part for part, is_code in _fenced(text) if not is_code)
    listed = len(_LISTED.findall(prose))
    return f"{listed} of its lines are bullets or bold." if listed >= LISTED_LINES else None


def _code(text: str, _: Language) -> str | None:
    parts = list(_fenced(text))
    inside = sum(len(part) for part, is_code in parts if is_code)
    beside = sum(len(part.split()) for part, is_code in parts if not is_code)
    if inside <= CODE_SHARE * len(text) or beside >= WORDS_BESIDE:
        return None
    return f"{inside} of {len(text)} characters are code."


def _emoji(text: str, _: Language) -> str | None:
    count = sum(1 for _ in _EMOJI.finditer(text))
    return f"It has {count} emoji; at most {MOST_EMOJI} are taken." if count > MOST_EMOJI else None


def _fenced(text: str) -> Iterator[tuple[str, bool]]:
    """Return the text in parts: prose, and code with its fences. An unclosed fence reaches to the end."""
    at, opened = 0, None
    for fence in _FENCE.finditer(text):
        if opened is None:
            yield text[at : fence.start()], False
            at, opened = fence.start(), fence[1]
        elif fence[1][0] == opened[0] and len(fence[1]) >= len(opened):
            yield text[at : fence.end()], True
            at, opened = fence.end(), None
    yield text[at:], opened is not None


_TESTS: tuple[tuple[Filter, Callable[[str, Language], str | None]], ...] = (
    (Filter.LENGTH, _length),
    (Filter.SYSTEM, _system),
    (Filter.INJECTION, _injection),
    (Filter.XML, _xml),
    (Filter.MARKDOWN, _markdown),
    (Filter.CODE, _code),
    (Filter.EMOJI, _emoji),
)
