"""Parts of a statement that stand alone: "it turns out | I'm not allergic to penicillin after all".

People tell a change beside how they learned of it, and a long sentence matches nothing as a whole. A part that asks,
wishes, doubts or points at something unnamed does not stand alone: "I'm not sure where to start" denies no start.
"""

from __future__ import annotations

import re

from graphmem.language.doc import Doc, reading
from graphmem.language.quotes import split
from graphmem.model.language import ByLanguage, Language

_BETWEEN = ByLanguage(
    {
        Language.EN: re.compile(
            r"[,;.!]+\s+|\s+(?:because|so|but|although|though|(?:and\s+)?(?:it\s+)?turns\s+out(?:\s+that)?)\s+",
            re.IGNORECASE,
        ),
        Language.TR: re.compile(r"[,;.!]+\s+|\s*(?<!\w)(?:çünkü|ama|fakat|meğer|meğerse)\s+", re.IGNORECASE),
    }
)
_LEAST = ByLanguage({Language.EN: 3, Language.TR: 2})
"""Least words of a part."""
_SAYS_NOTHING = ByLanguage(
    {
        Language.EN: re.compile(
            r"\b(?:if|maybe|perhaps|might|would|could|should|whether|wish|hope|unless|when|it|this|that|them|so|one|almost|nearly"
            r"|sure|certain|wonder(?:ing)?|(?:not|n['’]t)\s+know|no\s+idea|no\s+clue)\b|\?",
            re.IGNORECASE,
        ),
        Language.TR: re.compile(
            r"(?<!\w)(?:eğer|belki|acaba|keşke|onu|bunu|şunu|ona|buna|o|bu|şu|öyle|neredeyse|m[ıiuü]\w*"
            r"|emin|bilmiyor\w*|bilemiyor\w*|bilmem|merak|fikrim)(?!\w)|\?",
            re.IGNORECASE,
        ),
    }
)


@reading
def parts(doc: Doc) -> tuple[Doc, ...]:
    """Return the parts of a statement, each with its speaker; none of an indivisible one."""
    speaker, words = split(doc.text)
    found = [part.strip() for part in _BETWEEN[doc.language].split(words)]
    said = [part for part in found if _says_something(part, doc.language)]
    if said == [words]:
        return ()
    return tuple(Doc(f"{speaker}: {part}" if speaker else part, doc.language) for part in said)


def _says_something(part: str, language: Language) -> bool:
    return len(part.split()) >= _LEAST[language] and _SAYS_NOTHING[language].search(part) is None
