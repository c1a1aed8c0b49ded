"""Phone numbers and mail addresses.

The library `phonenumbers` (extra `privacy`) knows which numbers exist; without it the form decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec

from graphmem.language.wordlists import lines
from graphmem.model.privacy import Finding, PrivacyClass

BESIDE = 40
"""Characters before a number in which a word may call it a phone number."""

REGIONS = ("TR", "US", "GB")
"""Countries to which a number without a country code may belong."""

FEWEST, MOST = 8, 15
"""Digits of a number: E.164 allows fifteen."""

_MAIL = re.compile(
    r"(?<![\w.+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w@])"
)
_NUMBER = re.compile(r"(?<![\w.+/:-])(?:\+|00)?(?:\(\d{1,5}\)|\d)(?:[ .()/-]{0,2}\d){6,14}(?![\w/-]|\.\d|:\d)")
_FORMED = re.compile(r"\+|00[1-9]|\(\d|0 ?\(?5\d\d|0\d{2,4}[ )]|\d{3}[-.]\d{3}[-.]\d{4}$")


def find(text: str, plain: str) -> Iterator[Finding]:
    """Return addresses, then numbers."""
    if "@" in text:
        for found in _MAIL.finditer(text):
            yield Finding(PrivacyClass.EMAIL, *found.span())
    for found in _NUMBER.finditer(text):
        number = found[0].rstrip(" .(-/")
        digits = sum(one.isdigit() for one in number)
        told = _has_phone_word(plain, found.start())
        if FEWEST <= digits <= MOST and (told or _FORMED.match(number)) and _exists(number):
            yield Finding(PrivacyClass.PHONE, found.start(), found.start() + len(number))


def _has_phone_word(plain: str, at: int) -> bool:
    before = plain[max(at - BESIDE, 0) : at]
    return _words().search(before) is not None


def _exists(number: str) -> bool:
    if not _has_library():
        return True
    import phonenumbers  # ten milliseconds, only for texts with a number

    for region in (None,) if number.startswith("+") else REGIONS:
        try:
            if phonenumbers.is_valid_number(phonenumbers.parse(number, region)):
                return True
        except phonenumbers.NumberParseException:
            continue
    return False


@cache
def _has_library() -> bool:
    return find_spec("phonenumbers") is not None


@cache
def _words() -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, lines('phone_words')))})")
