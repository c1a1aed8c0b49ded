"""Reports of an assistant's deeds and findings: "I checked: …", "Görüşmeyi takvime ekledim".

Answers, advice, drafts and general knowledge are not worth a memory: they can be given again, and the turn keeps their
words. Deeds and findings in the world cannot be known otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.language.formation.splitting import Span, sentence_spans
from graphmem.language.observer.patterns import expression, plain
from graphmem.language.temporal.tense import is_past, is_turkish_past
from graphmem.model.language import Language

_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*•|]|\d+[.)]\s))")
_SPECIFIC = re.compile(r"\d|[\"“”`/_]|(?<=[\w,;:] )(?!I\b)[A-ZÇĞİÖŞÜ]\w")
"""A number, a name inside the sentence, a quotation or a path; other reports give nothing to look up."""
_QUOTED = re.compile(r"[\"“„«][^\"“”„»\n]{12,}[\"”»]")
_WORD = re.compile(r"[^\W\d_]+")
_CLAUSE = re.compile(r"[:;.!,]| ve ")


def reports(text: str, language: Language) -> Iterator[Span]:
    """Return the sentences of an assistant's report: from its deed to its advice or offer.

    Quotations are drafts. Drafts and paragraphs end a report.
    """
    told = _QUOTED.sub(lambda found: " " * len(found[0]), text)
    start = 0
    for cut in (*(found.span() for found in _PARAGRAPH.finditer(told)), (len(told), len(told))):
        under_way = False
        for span in sentence_spans(told[start : cut[0]]):
            said = told[start + span.start : start + span.end]
            if said.rstrip().endswith("?"):
                under_way = False
                continue
            is_over = _is_over(said, language)
            begins = _tells_a_deed(said, language) or (not is_over and _is_of_listeners(said, language))
            under_way = begins or (under_way and not is_over)
            if under_way and _SPECIFIC.search(text, start + span.start, start + span.end):
                yield Span(start + span.start, start + span.end)
        start = cut[1]


def _tells_a_deed(sentence: str, language: Language) -> bool:
    said = plain(sentence)
    if language is Language.TR:
        return any(_is_turkish_deed(part) for part in _CLAUSE.split(said))
    not_a_deed, same = expression("en/reports", "no_deed"), expression("en/reports", "same")
    for found in expression("en/reports", "deed").finditer(said):
        verb = found[1]
        if (is_past(verb) or same.match(verb)) and not not_a_deed.match(verb):
            return True
    return expression("en/reports", "done").search(said) is not None


def _is_turkish_deed(clause: str) -> bool:
    words = _WORD.findall(clause)
    if not words or not words[-1].endswith("m") or not is_turkish_past(words[-1]):
        return False
    before = words[-2] if len(words) > 1 else ""
    if expression("tr/reports", "noted").match(before):
        return False
    return not expression("tr/reports", "no_deed").match(words[-1])


def _is_of_listeners(sentence: str, language: Language) -> bool:
    """Whether the sentence tells the state of a thing of the user's, which an assistant has looked up."""
    return expression(f"{language.value}/reports", "yours").search(plain(sentence).rstrip(" .!")) is not None


def _is_over(sentence: str, language: Language) -> bool:
    over = expression(f"{language.value}/reports", "over")
    return over.search(plain(sentence).rstrip(" .!")) is not None
