"""Turkish verb endings on folded words, and whether they deny ("sev-miyor", "git-medi").

Folding makes one letter of ı and i, o and ö, u and ü, so vowel harmony halves to a/e and i/u.
"""

from __future__ import annotations

import re
from functools import lru_cache

_DENIES = (
    r"(?:y?[ae])?m(?:[aeiu]yor"
    r"|[ae](?:d[iu]|z|m[iu]s|y[ae]c|y[ae]n|y[iu]p|s[iu]n|s[ae]|d[ae]n|m$|m(?:[ae]k|[ae]l[iu])|yi[nz]))"
)
_AFFIRMS = (
    r"(?:[dt][iu]|[iu]?yor|m[iu]s|y?[ae]c[ae][kg]|[aeiu]?r(?:[iu]m|s[iu]n|[iu]z|l[ae]r|d[iu]|m[iu]s|s[ae]|ken|$)"
    r"|m[ae]k|m[ae](?:$|[mnsylk])|y?[ae]n|y?[iu]p|y?[ae]r[ae]k|y?[iu]nc[ae]|m[ae]l[iu]|s[ae](?:$|[mnkly])"
    r"|y?[ae]b[iu]l|y?[ae]l[iu]m|[iu]l|[iu]n(?:[dmc]|[ae]|iyor|uyor)|t?[dt][iu]r|t(?:[iu]|ma|me))"
)
_DENYING, _AFFIRMING = re.compile(_DENIES), re.compile(_AFFIRMS)
_FORBIDDING = re.compile(r"m[ae](?:y[iu]n(?:[iu]z)?)?$")
_DENYING_WORD = re.compile(r"\w{2,}?" + _DENIES)


@lru_cache(maxsize=20_000)
def denies(word: str) -> bool:
    """Whether a folded word looks like a finite negative verb ("olmadi", "hissetmiyorum", "gelmez")."""
    return _DENYING_WORD.match(word) is not None


def reading(stem: str, word: str, *, bare: bool) -> bool | None:
    """Return whether the folded `word` denies the verb; None if it is no form of it.

    `bare` admits the stem alone (an imperative), which is often another word.
    """
    for variant in _variants(stem):
        if not word.startswith(variant):
            continue
        rest = word[len(variant) :]
        if not rest and bare:
            return False
        if rest and _DENYING.match(rest):
            return True
        if rest and _AFFIRMING.match(rest):
            return _FORBIDDING.fullmatch(rest) is not None and not rest.endswith(("mam", "mem"))
    return None


@lru_cache(maxsize=4_000)
def _variants(stem: str) -> tuple[str, ...]:
    """Return the stem, and its forms before endings: git- gid-, agla- agli-."""
    if stem.endswith("t"):
        return stem, f"{stem[:-1]}d"
    if stem[-1] in "ae":
        return stem, f"{stem[:-1]}i", f"{stem[:-1]}u"
    return (stem,)
