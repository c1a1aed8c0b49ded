"""The tokeniser: words of a text with their places, their suffixes and their capitals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.language.turkish import fold
from graphmem.language.wordlists import words as listed

_DRESSING = "|".join(sorted(listed("observer_inline_tags")))
_SKIPPED = re.compile(
    rf"```.*?```|<(?!(?:{_DRESSING})>)([\w-]{{1,40}})>.*?</\1>"
    r"|https?://\S+|www\.\S+|[\w.+\-]{1,64}@[\w.\-]{1,255}|<[^<>\n]{1,200}>"
    r"|(?<!\w)[\w/-]+\.(?:md|py|ts|tsx|txt|jsonl?|ya?ml|csv|log|sh|html?|css|sql|toml|env|pdf|docx?|xlsx?|png|jpe?g)\b",
    re.DOTALL,
)
_WORD = re.compile(r"\.NET\b|[^\W_]\w*(?:[.\-&](?=\w)\w+)*(?:\+\+|#(?!\w))?(?:['’](?P<suffix>[^\W\d_]+))?")
_QUOTES = frozenset('"“”«‘*_')
_SENTENCE_END = frozenset(".!?…\n:;•*-–—|>#")
_SMILEYS = (":)", ":-)", ";)", ";-)", ":(", ":-(")
_ELIDED = re.compile(r"[ODLd]['’][A-ZÇĞİÖŞÜ]")
_LONGEST_READ = 6_000


@dataclass(frozen=True, slots=True)
class Word:
    """A word.

    `text` is without the suffix after an apostrophe, `whole` folded with it; `gap` stands before it.
    """

    text: str
    folded: str
    whole: str
    suffix: str
    start: int
    end: int
    gap: str
    is_first: bool
    has_capital: bool
    """Whether it has a capital at the start or inside ("iPhone", "eBay")."""

    @property
    def written(self) -> str:
        """The word with its suffix, as written."""
        return f"{self.text}'{self.suffix}" if self.suffix else self.text

    @property
    def is_upper(self) -> bool:
        """Whether all of its letters, two or more, are capitals."""
        return len(self.text) > 1 and self.text.isupper()

    @property
    def is_quoted(self) -> bool:
        """Whether a quotation begins with it: a title or somebody's words."""
        return self.gap[-1:] in _QUOTES

    @property
    def joins(self) -> bool:
        """Whether only a space separates it from the word before."""
        return self.gap in {" ", "  ", "\u00a0"}


def prose(text: str) -> str:
    """Return the text with blanks for code, marked-up blocks, links, addresses and file names.

    Their words state nothing; a full stop stands in each, and every place stays.
    """
    return _SKIPPED.sub(lambda found: " .".ljust(len(found[0])), text[:_LONGEST_READ]).replace("`", " ")


def beside_prose(text: str) -> tuple[str, ...]:
    """Return the parts that `prose` blanks, as written."""
    return tuple(found[0] for found in _SKIPPED.finditer(text[:_LONGEST_READ]))


def words(text: str) -> tuple[Word, ...]:
    """Return the words of a text from `prose`."""
    found: list[Word] = []
    end = 0
    for match in _WORD.finditer(text):
        gap = text[end : match.start()]
        end = match.end()
        found.append(_word(match, gap, opens=not found))
    return tuple(found)


def is_shouted(said: Sequence[Word]) -> bool:
    """Whether most letters are capitals, so that a capital means nothing."""
    letters = [word for word in said if word.text.isalpha() and len(word.text) > 1]
    return len(letters) >= 3 and sum(word.is_upper for word in letters) * 2 > len(letters)


def _word(match: re.Match[str], gap: str, *, opens: bool) -> Word:
    suffix = match["suffix"] or ""
    if suffix and _ELIDED.match(match[0]):
        suffix = ""
    text = match[0][: -len(suffix) - 1] if suffix else match[0]
    bare = "" if gap == " " else gap.rstrip(" \t\"'“”‘’(_")
    is_first = opens or (bool(bare) and (bare[-1] in _SENTENCE_END or bare.endswith(_SMILEYS)))
    start = match.start()
    folded = fold(text)
    whole = fold(match[0]) if suffix else folded
    ending = fold(suffix) if suffix else ""
    return Word(text, folded, whole, ending, start, start + len(text), gap, is_first, _has_capital(text))


def _has_capital(text: str) -> bool:
    head = text[:3]
    return not head.islower() and (text[0].isupper() or (text[0].isalpha() and any(c.isupper() for c in head[1:])))
