"""Whether somebody is told how to act from now on: "no emojis in your answers", "bir şey silmeden önce bana sor".

A rule of conduct is an order that holds for more than once. An order opens an English clause with a bare verb and ends
a Turkish one; it holds for more than once where a word says so ("whenever", "asla") or where it is about what an
assistant does again and again (answers, dates, units) and nothing ties it to one thing at hand ("shorten this").
Wishes, bans without a verb and rules of a group have patterns of their own. Reported speech and questions are none.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from graphmem.language.observer.patterns import expression, plain
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

# Each looks at where a run begins only, or a text that is one run would take the square of its length.
_SENTENCE = re.compile(r"(?<![.!;\n])[.!;\n]+(?=\s|$)|\s[-–—]\s|(?<!\s)\s*\?")
_ASKED = re.compile(r"(?<![^.!;\n?])[^.!;\n?]*\?")
_TAIL = expression("tr/instruction_marks", "tail")
_FORBIDDING = expression("en/instruction_marks", "forbidding")
_TEMPORAL = expression("en/instruction_marks", "temporal")
_GUIDE = expression("en/instruction_marks", "guide")


@lru_cache(maxsize=256)
def standing_instruction(text: str, language: Language) -> str:
    """The first sentence of a text that tells an assistant or a group how to act from now on, folded; "" for none."""
    said = _ASKED.sub(" ", plain(text))
    for sentence in _SENTENCE.split(said):
        sentence = sentence.strip(" \"'()*,:")
        if len(sentence) > 3 and _instructs(sentence, language):
            return sentence
    return ""


def holds_from_now_on(text: str, language: Language) -> bool:
    """Whether a text is such an order and says that it holds from now on, at its beginning or behind the order."""
    said = plain(text)
    found = _from_now_on(language).search(said)
    if found is None:
        return False
    moved = f"{found[0]} {said[: found.start()].strip()}{said[found.end() :]}"
    return any(standing_instruction(one, language) for one in (text, moved))


def is_heard(text: str, language: Language) -> bool:
    """Whether a text only tells what somebody's elders say: "annem hep der ki, borç verme" gives nobody an order."""
    return expression(f"{language.value}/instruction_marks", "elders").search(plain(text)) is not None


@cache
def _from_now_on(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(lines(f'{language.value}/from_now_on'))})(?!\w)")


def _instructs(sentence: str, language: Language) -> bool:
    if expression(f"{language.value}/instruction_marks", "reported").search(sentence) and not _GUIDE.search(sentence):
        return False
    bare = _opened(sentence, language)
    parts = _parts(language)
    if parts["not"].fullmatch(bare) or parts["not"].fullmatch(sentence):
        return False
    if language is Language.TR:
        return _instructs_tr(bare, parts)
    opened = sentence[: len(sentence) - len(bare)]
    return _instructs_en(sentence, bare, opened, parts)


def _opened(text: str, language: Language) -> str:
    """The text behind "ok, please" or "lütfen"."""
    opener = expression(f"{language.value}/instruction_marks", "opener").match(text)
    return text[opener.end() :] if opener else text


def _instructs_en(sentence: str, bare: str, opened: str, parts: dict[str, re.Pattern[str]]) -> bool:
    if parts["whole"].match(bare) or parts["whole"].match(sentence):
        return True
    general = _found(parts["general"], sentence)
    body = _TEMPORAL.sub("", bare, count=1)
    if body != bare:
        body = _opened(body, Language.EN)
    if not parts["do"].match(body) or parts["not"].match(body) or re.search(r"\b(?:could|can|would) you\b", opened):
        return False
    once = _found(parts["once"], body)
    if general and (_FORBIDDING.search(opened) or body != bare or not once):
        return True
    return _found(parts["conduct"], body) and not once


def _instructs_tr(bare: str, parts: dict[str, re.Pattern[str]]) -> bool:
    said = _TAIL.sub("", bare).rstrip(" .!")
    general, about = _found(parts["general"], said), _found(parts["conduct"], said)
    once = _found(parts["once"], said)
    whole = parts["whole"].fullmatch(said)
    if whole and (about or general) and not once:
        return True
    for clause in said.split(", "):
        words = clause.split()
        if len(words) >= 2 and any(parts["do"].fullmatch(" ".join(words[-size:])) for size in (1, 2)):
            if general and not once:
                return True
            if about and not once:
                return True
    return False


def _found(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None


@cache
def _parts(language: Language) -> dict[str, re.Pattern[str]]:
    """What a sentence is read for, by name."""
    sections: dict[str, list[str]] = {}
    section = ""
    for line in lines(f"{language.value}/observer_instructions"):
        if line.startswith("["):
            section = line[1:-1]
        else:
            sections.setdefault(section, []).append(line)
    conduct = "|".join(sections["conduct"])
    return {
        name: re.compile(rf"(?<!\w)(?:{'|'.join(listed).replace('%conduct%', f'(?:{conduct})')})(?!\w)")
        for name, listed in sections.items()
    }
