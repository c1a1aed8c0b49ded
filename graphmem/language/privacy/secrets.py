"""Secrets, by the forms of providers, by the words before them, and by their entropy."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

from graphmem.language.wordlists import lines
from graphmem.model.privacy import Finding, PrivacyClass

REACH = 60
"""Most characters between a cue word and its secret: "password for the box in the cellar is …"."""

QUOTED_WITHIN = 25
"""Most characters between a cue word and a secret in quotes, which may be words."""

MOST_WORDS = 500
"""Most cue words that are tried in one text: no message can stall the write path."""

NEXT_WITHIN = 12
"""Characters behind a secret in which another one may begin."""

SHORTEST, LONGEST_VALUE = 4, 200
SHORTEST_DIGITS = 4

LEAST_ENTROPY = 4.0
"""Bits per character of such a token: joined words have less, random letters and digits more."""

DRAWN_FROM, DRAWN_TURNS = 12, 3
"""Least characters of a token behind a weak cue word, and least alternations of letters and digits.
"OrderLine2024" is a name."""

SHORT_WORD = 4

_BLOCK = re.compile(
    r"-----BEGIN (?:[A-Z0-9 ]{1,30} )?PRIVATE KEY-----.{1,8000}?-----END (?:[A-Z0-9 ]{1,30} )?PRIVATE KEY-----", re.S
)
_IN_URL = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{0,80}:([^\s/@]{3,120})@")
_CURL_USER = re.compile(r"\s-u\s+['\"]?[^\s:'\"]{1,80}:([^\s'\"]{3,120})")
_TOKEN = re.compile(r"(?<![A-Za-z0-9+/=_.:-])[A-Za-z0-9+/_-]{32,200}={0,2}(?![A-Za-z0-9+/=_-])")
_DRAWN = re.compile(rf"(?<![A-Za-z0-9+/_.:@-])[A-Za-z0-9+]{{{DRAWN_FROM},200}}={{0,2}}(?![A-Za-z0-9+/_@-])(?!\.\w)")
_TURN = re.compile(r"(?<=[0-9])[A-Za-z]|(?<=[A-Za-z])[0-9]")
_ASSIGNED = re.compile(r"""["']?\s{0,3}[=:]\s{0,3}["']?""")
_QUOTED = re.compile(r"""(?<![^\s=:(])(?:["“„]([^"”\n]{4,120})["”]|'([^'\n]{4,120})'(?![a-z]))""")
_WORD = re.compile(r"""[^\s"'“”„,;<>()\[\]{}][^\s"'“”„,;()\[\]{}]{0,199}""")
_APOSTROPHE = re.compile(r"""['’](?=[^\s"'“”„,;<>()\[\]{}]{0,60}[0-9A-ZÇĞİÖŞÜ])[^\s"'“”„,;<>()\[\]{}]{1,60}""")
_PLACEHOLDER = re.compile(r"[<$%{*•._-]|xx|\.{3}")
_ENDS_SENTENCE = re.compile(r"[.!?;]\s+(?=[A-ZÇĞİÖŞÜ])|\n")
_GOES_ON = re.compile(r"\s+[a-zçğıöşü]")
_HEX = re.compile(r"[0-9a-fA-F]+")
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}[:.]\d{2}|v?\d+(?:\.\d+){2,}")
_MAIL_OR_LINK = re.compile(r"[^\s@]+@[^\s@]+\.\w+|[a-z]{2,10}://|www\.")
_CLOSING = ".,:!?"


def find_by_form(text: str, _plain: str) -> Iterator[Finding]:
    """Return secrets of a known form."""
    for found in _BLOCK.finditer(text):
        yield _secret(*found.span())
    for form in (_IN_URL, _CURL_USER):
        for found in form.finditer(text):
            yield _secret(*found.span(1))
    for found in _forms().finditer(text):
        yield _secret(*found.span())


def find_by_cue(text: str, plain: str) -> Iterator[Finding]:
    """Return secrets after a cue word, then random tokens; `plain` is the text folded."""
    yield from _after_cue(text, plain)
    yield from _hinted(text, plain)
    for found in _TOKEN.finditer(text):
        if _is_disordered(found[0]):
            yield _secret(*found.span())


def _after_cue(text: str, plain: str) -> Iterator[Finding]:
    for found in _before().finditer(plain):
        begin, end = _value(text, found.start(1))
        if _looks_secret(text[begin:end], plain[begin:end], digits=plain.startswith(_short(), found.start(2))):
            yield _secret(begin, end)
    for word in islice(_words().finditer(plain), MOST_WORDS):
        short = plain.startswith(_short(), word.start())
        yield from _after(text, plain, word.end(), digits=short)


def _hinted(text: str, plain: str) -> Iterator[Finding]:
    """Return the token behind a word such as "key", if it is random."""
    for word in islice(_weak_words().finditer(plain), MOST_WORDS):
        stop = _ENDS_SENTENCE.search(text, word.end(), word.end() + REACH)
        limit = stop.start() if stop else word.end() + REACH
        for found in _DRAWN.finditer(text, word.end(), min(limit + LONGEST_VALUE, len(text))):
            if found.start() < limit and _is_drawn(found[0]):
                yield _secret(*found.span())


def _after(text: str, plain: str, start: int, *, digits: bool) -> Iterator[Finding]:
    assigned = _ASSIGNED.match(text, start)
    if assigned is not None:
        quoted = _QUOTED.match(text, assigned.end() - 1) if text[assigned.end() - 1] in "\"'“" else None
        begin, end = quoted.span(quoted.lastindex or 0) if quoted else _value(text, assigned.end())
        if _is_value(text[begin:end], plain[begin:end]):
            yield _secret(begin, end)
        return
    stop = _ENDS_SENTENCE.search(text, start, start + REACH)
    limit = min(stop.start() if stop else start + REACH, len(text))
    quoted = _QUOTED.search(text, start, min(limit + LONGEST_VALUE, len(text)))
    if quoted and quoted.start() < min(limit, start + QUOTED_WITHIN):
        yield _secret(*quoted.span(quoted.lastindex or 0))
        return
    at = start
    while (found := _WORD.search(text, at, len(text))) and found.start() < limit:
        begin, end = _value(text, found.start())
        at = max(end, found.end())
        begin += text[begin:end].rfind("=") + 1
        value, folded = text[begin:end], plain[begin:end]
        named = text[max(found.start() - 3, 0) : found.start()].rstrip()[-1:] in (":", "=") and "-" in value
        if _looks_secret(value, folded, digits=digits) or (named and _is_value(value, folded)):
            yield _secret(begin, end)
            limit = min(limit, end + NEXT_WITHIN)  # "from … to …"


def _value(text: str, start: int) -> tuple[int, int]:
    """Return the place of the value, without final marks of a sentence and a name's Turkish ending."""
    found = _WORD.match(text, start)
    if found is None:
        return start, start
    end = found.end()
    if (rest := _APOSTROPHE.match(text, end)) is not None:  # within a secret, not before an ending
        end = rest.end()
    # An exclamation mark in the middle of a sentence is not part of it.
    kept = "!" if _GOES_ON.match(text, end) else ""
    while end > start and text[end - 1] in _CLOSING and text[end - 1] != kept:
        end -= 1
    return start, end


def _is_value(value: str, plain: str) -> bool:
    """Whether the text behind `=` or `:` is a value, not a placeholder, a sentence or a type."""
    if not SHORTEST <= len(value) <= LONGEST_VALUE or _PLACEHOLDER.match(value) or plain in _not_values():
        return False
    return not value.isalpha() or len(value) >= 8 or not value.islower()


def _looks_secret(value: str, plain: str, *, digits: bool) -> bool:
    """Whether a word of a sentence is a secret: letters with digits or marks inside, or expected digits."""
    if not SHORTEST <= len(value) <= LONGEST_VALUE or _PLACEHOLDER.match(value) or plain in _not_values():
        return False
    if _MAIL_OR_LINK.match(plain):
        return False
    number = value.replace("-", "")
    if number.isdigit():
        return digits and len(number) >= SHORTEST_DIGITS and (not _DATE.fullmatch(value) or "-" in value)
    if _DATE.fullmatch(value) or not any(one.isalpha() for one in value):
        return False
    inside = value[1:-1] if value[-1] in "%" else value
    return any(one.isdigit() for one in inside) or (len(value) >= 8 and any(one in "!#$%&_*+=~^" for one in inside))


def _is_disordered(token: str) -> bool:
    if _HEX.fullmatch(token.replace("-", "")) or token.count("/") > 3 or token.count("-") > 4 or token.count("_") > 4:
        return False
    kinds = (str.isupper, str.islower, str.isdigit)
    if not all(sum(map(kind, token)) >= 3 for kind in kinds):
        return False
    counts = Counter(token)
    bits = -sum(n / len(token) * math.log2(n / len(token)) for n in counts.values())
    return bits >= LEAST_ENTROPY


def _is_drawn(token: str) -> bool:
    if _HEX.fullmatch(token) or token.islower():
        return False
    return len(_TURN.findall(token)) >= DRAWN_TURNS


def _secret(start: int, end: int) -> Finding:
    return Finding(PrivacyClass.SECRET, start, end)


@cache
def _forms() -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9_-])(?:{'|'.join(lines('secret_forms'))})(?![A-Za-z0-9])")


@cache
def _words() -> re.Pattern[str]:
    # In a name such as DB_PASSWORD or apiKey as well; with any ending, which in Turkish names the owner. Short words
    # must end there: pass is in many words.
    every = sorted(lines("secret_words"), key=len, reverse=True)
    long, short = (
        "|".join(re.escape(one) for one in every if (len(one) <= SHORT_WORD) is is_short) for is_short in (False, True)
    )
    ending = r"(?:'[a-z]{1,6}|im|imi|ini)?(?![a-z])"
    unlike = "|".join(map(re.escape, lines("secret_unlike")))
    return re.compile(rf"(?:(?<![a-z])|(?<=_))(?!(?:{unlike}))(?:(?:{long})(?:'?[a-z_]{{0,12}})|(?:{short}){ending})")


@cache
def _weak_words() -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{'|'.join(lines('secret_weak_words'))})(?![a-z])")


def _cue_pattern() -> str:
    return "|".join(map(re.escape, sorted(lines("secret_words"), key=len, reverse=True)))


@cache
def _before() -> re.Pattern[str]:
    """Return the pattern of a value that is used "as the password"."""
    return re.compile(
        rf"(?<!\S)([^\s,;]{{4,200}})\s+(?:as|for)\s+(?:(?:a|an|the|its|my|our|his|her|their)\s+)?({_cue_pattern()})"
    )


@cache
def _short() -> tuple[str, ...]:
    return tuple(lines("secret_short"))


@cache
def _not_values() -> frozenset[str]:
    return frozenset(lines("secret_not_values"))
