"""Folding of case and accents in which every character keeps its place."""

from __future__ import annotations

_PLAIN = str.maketrans("İIıŞşĞğÜüÖöÇçÂâÎîÛû’‘“”", "iiissgguuooccaaiiuu''\"\"")


def folded(text: str) -> str:
    """Return the text folded, character by character."""
    plain = text.translate(_PLAIN)
    lower = plain.lower()
    # A few letters become two in lower case; they stay as they are.
    return lower if len(lower) == len(text) else "".join(one if len(one.lower()) != 1 else one.lower() for one in plain)
