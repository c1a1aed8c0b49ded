"""Recurrences in a text: the rule, and the places of its words.

"Every other Friday", "the first Monday of the month" and "haftada bir" tell one by themselves. "Weekly" and "yearly" do
so beside a day alone: a weekly budget and a yearly salary are none. Past habits ("we met every Tuesday") and denied
ones ("we never meet on Mondays") have no rule.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from graphmem.language.temporal import repeats_english, repeats_turkish
from graphmem.language.temporal.recurrence_words import Words
from graphmem.language.temporal.tense import direction
from graphmem.language.verbs import denies
from graphmem.language.words import words
from graphmem.model.language import ByLanguage, Language
from graphmem.model.recurrence import Rule

_READERS = ByLanguage({Language.EN: repeats_english.rule_at, Language.TR: repeats_turkish.rule_at})


@dataclass(frozen=True, slots=True)
class Repeated:
    """A rule, and the stretches of the text that tell it."""

    rule: Rule
    spans: tuple[tuple[int, int], ...]

    def tells(self, start: int, end: int) -> bool:
        """Whether some of its words stand there."""
        return any(first < end and start < last for first, last in self.spans)


def repeated(folded: str, language: Language, said: date) -> Repeated | None:
    """Return the first rule in a folded text, None for a past or denied one."""
    found = rule_of(folded, language)
    if found is None or _is_denied(folded, found, language):
        return None
    first, last = found.spans[0][0], found.spans[-1][1]
    return None if direction(folded, first, last, language, said) < 0 else found


def rule_of(folded: str, language: Language) -> Repeated | None:
    """Return the first rule, whatever its verb says."""
    said = words(folded)
    for place in range(len(said)):
        read = Words(said, language)
        rule = _READERS[language](read, place)
        if rule is not None:
            clock = read.clock()
            return Repeated(
                replace(rule, clock=clock), tuple((said[at].start, said[at].end) for at in sorted(read.used))
            )
    return None


def _is_denied(folded: str, found: Repeated, language: Language) -> bool:
    """Whether the text denies it: "never on Mondays", "salıları çalışmıyorum"."""
    read = Words(words(folded), language)
    if language is Language.TR:
        return any(read.denied(at) or _turkish_denies(read, at) for at in range(len(read.all)))
    before = (at for at, word in enumerate(read.all) if word.start < found.spans[0][0])
    return any(read.denied(at) for at in before)


def _turkish_denies(read: Words, at: int) -> bool:
    return denies(read.at(at)) and not read.is_a("reminding", at)
