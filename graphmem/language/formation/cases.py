"""Turkish case endings after a name: Elif'in, Ayşe'ye, Umut'tan, by vowel harmony and hardening."""

from __future__ import annotations

from enum import StrEnum

from graphmem.language.turkish import lower

_BACK = {"a": "ı", "ı": "ı", "o": "u", "u": "u", "e": "i", "i": "i", "ö": "ü", "ü": "ü"}
_VOWELS = frozenset(_BACK)
_HARD = frozenset("fstkçşhp")
_SPOKEN_BACK = frozenset({"user"})
"""Names whose spelling misleads: User is spoken with an ı at its end."""


class Case(StrEnum):
    """The endings a pronoun's place may ask for."""

    GENITIVE = "genitive"
    DATIVE = "dative"
    ACCUSATIVE = "accusative"
    LOCATIVE = "locative"
    ABLATIVE = "ablative"
    WITH = "with"


def inflected(name: str, case: Case) -> str:
    """The name with an apostrophe and its ending: `Elif'in`, `Ayşe'nin`, `User'ın`."""
    lowered = lower(name)
    vowel = "ı" if lowered in _SPOKEN_BACK else next((char for char in reversed(lowered) if char in _VOWELS), "i")
    high = _BACK[vowel]
    low = "a" if high in "ıu" else "e"
    ends_in_vowel = bool(lowered) and lowered[-1] in _VOWELS
    dental = "t" if lowered[-1:] in _HARD else "d"
    ending = {
        Case.GENITIVE: f"{'n' if ends_in_vowel else ''}{high}n",
        Case.DATIVE: f"{'y' if ends_in_vowel else ''}{low}",
        Case.ACCUSATIVE: f"{'y' if ends_in_vowel else ''}{high}",
        Case.LOCATIVE: f"{dental}{low}",
        Case.ABLATIVE: f"{dental}{low}n",
        Case.WITH: f"{'y' if ends_in_vowel else ''}l{low}",
    }[case]
    return f"{name}'{ending}"
