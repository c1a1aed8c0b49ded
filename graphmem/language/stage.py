"""Stage of an action: an intention or its completion ("I was thinking about applying", "I applied")."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from graphmem.language.doc import Doc, reading
from graphmem.language.quotes import split
from graphmem.language.temporal.tense import is_past, is_turkish_past
from graphmem.language.temporal.words import fold
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language


class Stage(StrEnum):
    """A wish is anything still to be done: planned, wanted, considered, due."""

    WISH = "wish"
    DEED = "deed"


_WORD = re.compile(r"[a-z]+")
_BEING = frozenset({"is", "are", "am", "be", "not", "still"})
"""Words after which a past form is a state and no deed: "is kept in a shed"."""
_SAID = re.compile(r"said|told|called|named|used|d[ie]d[iu](?:l[ae]r|m|k)?|soyle(?:d[iu]|n?m[iu]s)\w*|\w{4,}yd[iu]\w*")
"""Past forms that are no deed: verbs of saying and naming, and the Turkish past of "to be"."""
_HAVE = re.compile(
    r"(?:\b(?:have|has|had)|'ve|'s)(?: (?:just|now|already|finally|since|also|even|n't|not))* (?P<word>[a-z]+)"
)


@reading
def stage(doc: Doc) -> Stage | None:
    """Return the stage of a text; None for neither or both ("I applied because I want to learn")."""
    folded = fold(split(doc.text)[1])
    told, wishes = _intents(doc.language).subn(" ", folded)
    is_deed = _is_done(told, doc.language)
    if bool(wishes) is is_deed:
        return None
    return Stage.DEED if is_deed else Stage.WISH


def are_wish_and_deed(one: Stage | None, other: Stage | None) -> bool:
    """Whether one is a wish and the other a deed."""
    return {one, other} == {Stage.WISH, Stage.DEED}


def _is_done(folded: str, language: Language) -> bool:
    told = _WORD.findall(folded)
    if language is Language.TR:
        return any(is_turkish_past(word) and not _SAID.fullmatch(word) for word in told)
    pairs = zip(["", *told], told, strict=False)
    if any(is_past(word) and before not in _BEING and not _SAID.fullmatch(word) for before, word in pairs):
        return True
    return any(found["word"] in words("en/gate_done") for found in _HAVE.finditer(folded))


@cache
def _intents(language: Language) -> re.Pattern[str]:
    """Return the pattern of intentions with their verb, which may look like a past form: "might quit"."""
    listed = "|".join(f"(?:{line})" for line in lines(f"{language.value}/gate_intents"))
    verb = r"(?: ?[a-z]+)?" if language is not Language.TR else ""
    return re.compile(rf"(?:(?<![a-z])|(?='))(?:{listed}){verb}")
