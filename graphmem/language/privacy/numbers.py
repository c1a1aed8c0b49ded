"""Cards, accounts and state-issued numbers, recognised by their check digits.

The library `stdnum` (extra `privacy`) has the formats of state-issued numbers; without it a number counts if the word
beside it names its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from graphmem.language.wordlists import lines
from graphmem.model.privacy import Finding, PrivacyClass

FEWEST_OF_CARD = 13

BESIDE = 45
"""Characters around a number in which a word may name its kind."""

_CARD = re.compile(r"(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w-]|\.\d)")
_DOTTED = re.compile(r"(?<![\w.-])\d{4}\.(?:\d{4}\.\d{4}\.\d{1,4}(?:\.\d{1,3})?|\d{6}\.\d{4,5})(?![\w-]|\.\d)")
"""A card with dots between its printed groups; other dots stand in versions, addresses and amounts."""
_ISSUERS = re.compile(
    r"4|5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720)|3[47]|3(?:0[0-5]|[68])|6(?:011|5|4[4-9]|2|7|04)|35(?:2[89]|[3-8])|9792|50|5[6-8]"
)
_IBAN = re.compile(r"(?<![A-Za-z0-9])(?!RF)[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]){11,30}(?![A-Za-z0-9])")
_SSN = re.compile(r"(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])")
_TCKN = re.compile(r"(?<![\w.-])[1-9]\d{10}(?![\w-]|\.\d)")
_TCKN_APART = re.compile(r"(?<![\w.-])[1-9]\d{1,4}(?:[ .-]\d{1,4}){2,4}(?![\w-]|\.\d)")
TCKN_DIGITS = 11
_NUMBER = re.compile(r"(?<![\w.-])(?:[A-Z]{0,2}\d[\dA-Z .-]{6,20}[\dA-Z])(?![\w-])")

IBAN_LENGTHS = range(15, 35)
"""Characters of an account; RF begins a transfer's reference, with check digits of the same form."""


def find(text: str, plain: str) -> Iterator[Finding]:
    """Return accounts, then cards, then state-issued numbers."""
    if not any(one.isdigit() for one in text):
        return
    for found in _IBAN.finditer(text):
        end = _iban_end(found[0])
        if end:
            yield Finding(PrivacyClass.IBAN, found.start(), found.start() + end)
    for found in (*_CARD.finditer(text), *_DOTTED.finditer(text)):
        digits = re.sub(r"\D", "", found[0])
        if (
            len(digits) >= FEWEST_OF_CARD
            and _ISSUERS.match(digits)
            and luhn(digits)
            and not _is_other_number(plain, found.start())
        ):
            yield Finding(PrivacyClass.CARD, *found.span())
    yield from _of_the_state(text, plain)


def luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of the others by ISO/IEC 7812."""
    total = 0
    for place, one in enumerate(reversed(digits)):
        value = int(one) * (1 + place % 2)
        total += value - 9 * (value > 9)
    return total % 10 == 0


def iban(text: str) -> bool:
    """Whether the two check digits of an account are right by ISO 13616 (remainder 1)."""
    return int("".join(str(int(one, 36)) for one in text[4:] + text[:4])) % 97 == 1


def _iban_end(text: str) -> int:
    """Return the length of an account, 0 for none: capital letters after it may be a word."""
    for end in range(len(text), 0, -1):
        whole = text[:end].replace(" ", "")
        is_part = text[end - 1] != " " and (end == len(text) or text[end] == " ")
        if is_part and len(whole) in IBAN_LENGTHS and iban(whole):
            return end
    return 0


def _of_the_state(text: str, plain: str) -> Iterator[Finding]:
    for found in _SSN.finditer(text):
        yield Finding(PrivacyClass.NATIONAL_ID, *found.span())
    for found in _TCKN.finditer(text):
        if _valid("tr.tckimlik", found[0], otherwise=_has_kind_word(plain, found.start(), "tr.tckimlik")):
            yield Finding(PrivacyClass.NATIONAL_ID, *found.span())
    for found in _TCKN_APART.finditer(text):
        # A number in groups could be anything: a word must name its kind, and its check digits must agree.
        digits = re.sub(r"\D", "", found[0])
        is_told = len(digits) == TCKN_DIGITS and _has_kind_word(plain, found.start(), "tr.tckimlik")
        if is_told and _valid("tr.tckimlik", digits, otherwise=True):
            yield Finding(PrivacyClass.NATIONAL_ID, *found.span())
    for word, kind in _kinds():
        at = plain.find(word)
        while at >= 0:
            for found in _NUMBER.finditer(text, at + len(word), min(at + len(word) + BESIDE, len(text))):
                number = found[0].strip(" .-")
                if _valid(kind, number, otherwise=True):
                    yield Finding(PrivacyClass.NATIONAL_ID, found.start(), found.start() + len(number))
                    break
            at = plain.find(word, at + 1)


def _has_kind_word(plain: str, at: int, kind: str) -> bool:
    near = plain[max(at - BESIDE, 0) : at + BESIDE]
    return any(word in near for word, told in _kinds() if told == kind)


def _valid(kind: str, number: str, *, otherwise: bool) -> bool:
    """Whether the library accepts the number as one of the kind; the default without the library."""
    if not _has_library():
        return otherwise
    return bool(import_module(f"stdnum.{kind}").is_valid(number))


def _is_other_number(plain: str, at: int) -> bool:
    """Whether the words before a number name another kind, such as an order's."""
    before = plain[max(at - BESIDE, 0) : at]
    sentence = re.split(r"[.!?]\s", before)[-1]
    return any(re.search(rf"(?<![a-z]){re.escape(word)}", sentence) for word in lines("number_not_words"))


@cache
def _has_library() -> bool:
    return find_spec("stdnum") is not None


@cache
def _kinds() -> tuple[tuple[str, str], ...]:
    return tuple((line.rpartition(" ")[0], line.rpartition(" ")[2]) for line in lines("id_words"))
