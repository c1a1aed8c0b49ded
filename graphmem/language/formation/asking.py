"""What a sentence that asks tells besides: "I've booked May 12, what do I pack?", "…, given that I have 52 sources?".

People tell most of what changes on the way to a request. What stands before the question is kept, so is what the
question takes for granted (after "given that", "now that", "the fact that"; before "-dığı için"); the question goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphmem.language.turkish import fold
from graphmem.model.language import Language

_WHO = r"(?:you|i|we|he|she|it|they|there|this|that|these|those|anyone|someone)\b"
_WHOSE = r"(?:my|your|our|his|her|their|the|its|a|an)\b"
_HELPS = r"(?:can|could|would|will|do|does|did|should|shall|is|are|was|were|am|have|has|had|may|might)(?:n['’]?t)?"
_ASKED = re.compile(
    rf"(?:(?:so|and|but|or|then|also|please|ok|okay|anyway|btw),? )*(?:got )?"
    rf"(?:{_HELPS} {_WHO}|(?:can|could|would|will|should|do|does|did|is|are) {_WHOSE}(?=[^?]*\?)"
    rf"|(?:what|how|why|where|when|which|whose)(?: \w+){{0,4}}? {_HELPS} (?:{_WHO}|{_WHOSE})"
    r"|(?:what|how|why|where)(?:['’]s|['’]re| (?:is|are|was|were|about|come|long|much|many|often|do|does|to)\b)"
    r"|what (?:kind|sort|type|would|should|could|can)\b|(?:what|how|why|where|who)\b(?=[^,;?]*\?\W*$)"
    rf"|(?:what|which) (?!{_WHO}|{_WHOSE})(?:\w+ ){{1,2}}(?:is|are|would|should|could|can|will|do)\b(?=[^,;?]*\?)"
    r"|any (?:\w+ )?(?:ideas?|advice|tips?|thoughts?|suggestions?|recommendations?|chance)\b|thoughts\?|help\?)",
    re.IGNORECASE,
)
_JOINT = re.compile(r"(?:^|[,;:]\s+|\s[-–—]+\s+|—|\.{3}\s*|\s(?=(?:so|and|but) ))")
_PERHAPS = re.compile(
    r"[,;:–—. -] (?:so |and |but |then |also |please )*(?:can|could|would|will|should|do|what|how|why|any|got)\b"
    r"|^(?:can|could|would|will|should|what|how|why|do|does|did|is|are|any)\b",
    re.IGNORECASE,
)
"""What a question without its mark begins with, found fast."""
_OWN = r"(?:(?:i|we|my|our|it|he|she|they|the|this|that|there)\b)"
_TAKEN = re.compile(
    r"(?:,? ?\b(?:and |but |so |especially )?)"
    r"\b(?:given(?: the fact)? that|given(?= i\b| i['’])|considering(?: the fact)?(?: that)?|taking into account that"
    r"|especially (?:since|because|now that|as)|now that|seeing (?:that|as)|the fact that|knowing that|because|since"
    r"|remind (?:me|us) that) "
    rf"(?={_OWN})",
    re.IGNORECASE,
)
_RESUMED = re.compile(
    r"(?:and |but |also |so )*(?=(?:i|we)\b(?!['’]?d\b| (?:can|could|should|would)\b)"
    r"|my \w+ (?:is|are|has|was|were)\b)",
    re.IGNORECASE,
)
_ASKED_MORE = re.compile(r",? and (?:also |then |maybe )*(?:provide|explain|show|suggest|give|tell|help|write|make)\b")
_SUPPOSED = re.compile(
    r"(?:if|when|whenever|while|suppos\w+|assum\w+|imagine|say|let['’]s say|in case|unless|should|were|before|until"
    r"|given|what|how|why|where|which|who|do|does|did|can|could|would|will|is|are)\b",
    re.IGNORECASE,
)
_POINTS = re.compile(r"(?:it|this|that|they|there|he|she)\b", re.IGNORECASE)
_EDGE = " \t,;:–—-"

_TR_JOINT = re.compile(r"[,;]\s+|\s[-–—]+\s+|\s+(?=(?:ve|ama|fakat|ancak|peki|acaba|sence|sizce)\s)")
_TR_ASKED = re.compile(
    r"(?<!\w)(?:m[iu](?:s[iu]n(?:[iu]z)?|y[iu][mz]|yd[iu]\w*|d[iu]r)?|nasil(?:di|dir)?|hangi(?:si\w*|leri)?"
    r"|kac(?:ta|a|i)?|nere(?:de|den|ye|yi|si|leri|deki)|neden|niye|nicin|kim(?:e|i|in|den|le|ler)?"
    r"|ne(?:ler\w*|yi|ye|yin|dir)?|acaba)(?!\w)"
)
_TR_SURELY = re.compile(
    r"(?<!\w)m[iu](?:s[iu]n(?:[iu]z)?|y[iu][mz])?\W*$"
    r"|(?<!\w)(?:nasil|hangi\w*|nere\w*|ne|neler|neyi|kac) .*(?:y?[ae]y[iu]m|[ae]l[iu]m|m[ae]l[iu]y[iu][mz]|s[ae][mk]"
    r"|[ae]bilir(?:im|iz)|[aeiu]rs[iu]n(?:[iu]z)?)\W*$"
)
"""What asks for certain, though no mark says so."""
_TR_TAKEN = re.compile(
    r"(?:[^,;]*\s)?\w+?[dt][ıiuü]ğ[ıiuü](?:m[ıiuü]z|n[ıiuü]z|m|n)?"
    r"(?:\s+için|[ıiuü]?n?[ae]\s+göre|[ıiuü]?nd[ae]n)(?!\w)",
    re.IGNORECASE,
)
_TR_OPEN = re.compile(
    r"icin|gibi|gore|diye|dolayi|ragmen|kadar|sonra|once|beri"
    r"|\w+(?:[iu]p|[ae]r[ae]k|[iu]nc[ae]|ken|s[ae](?:[mnk]|n[iu]z)?|m[ae]k|m[ae]d[ae]n)"
)
"""Last words of a Turkish part that leaves its sentence open: nothing is told yet."""
_TR_LEADING = re.compile(r"^(?:ve|ama|fakat|ancak|peki) ", re.IGNORECASE)
_TR_LEAST = 2
"""Words of the shortest Turkish part that tells something."""


def told(sentence: str, language: Language) -> tuple[str, ...]:
    """The sentence without what it asks, in parts as they were said; the sentence itself when it asks nothing."""
    parts = _english(sentence) if language is Language.EN else _turkish(sentence)
    bare = (part if part == sentence else part.strip(_EDGE + "?") for part in parts)
    return tuple(part for part in bare if part)


def _english(sentence: str) -> Iterator[str]:
    asked = _first_asked(sentence)
    if asked is None:
        yield sentence
        return
    before = _opened(sentence[:asked].strip(_EDGE))
    yield before
    yield from (part for part in _taken(sentence[asked:]) if not _POINTS.match(part))


def _first_asked(sentence: str) -> int | None:
    """Where the first question of a sentence begins."""
    if "?" not in sentence and not _PERHAPS.search(sentence):
        return None
    for joint in _JOINT.finditer(sentence):
        if _ASKED.match(sentence, joint.end()):
            return joint.end()
    return None


def _opened(before: str) -> str:
    """What stands before a question, "" when it only sets a case for it; "Since I moved, …" tells that I moved."""
    opening = re.match(
        r"(?:especially )?(?:since|because|now that|given that|considering(?: that)?|as) (?=\w)", before, re.I
    )
    if opening:
        return before[opening.end() :]
    return "" if _SUPPOSED.match(before) else before


def _taken(question: str) -> Iterator[str]:
    """What a question takes for granted, and what is told after it."""
    starts = {found.end(): found.start() for found in _TAKEN.finditer(question)}
    ends = [found.start() for found in _ASKED_MORE.finditer(question)]
    for joint in _JOINT.finditer(question):
        resumed = _RESUMED.match(question, joint.end())
        if _ASKED.match(question, joint.end()):
            ends.append(joint.start())
        elif joint.start() and resumed:
            starts.setdefault(resumed.end(), joint.start())
    ends += starts.values()
    for start in sorted(starts):
        end = min((place for place in ends if place > start), default=len(question))
        yield question[start:end].strip(_EDGE + "?!.")


def _turkish(sentence: str) -> Iterator[str]:
    if not _TR_ASKED.search(fold(sentence)):
        yield sentence
        return
    parts = list(_tr_parts(sentence))
    asking = [bool(_TR_ASKED.search(fold(sentence[start:end]))) for start, end in parts]
    if not sentence.rstrip("\"'”’) ").endswith("?"):
        asking = [*(False for _ in parts[1:]), bool(_TR_SURELY.search(fold(sentence[slice(*parts[-1])])))]
        if not asking[-1] or len(parts) == 1:
            yield sentence
            return
    told_from = 0
    for place, (start, end) in enumerate(parts):
        if asking[place]:
            yield _closed(sentence, parts[told_from:place])
            yield from _tr_taken(sentence[start:end])
            told_from = place + 1
    yield _closed(sentence, parts[told_from:])


def _tr_parts(sentence: str) -> Iterator[tuple[int, int]]:
    start = 0
    for joint in _TR_JOINT.finditer(sentence):
        if joint.start() > start:
            yield start, joint.start()
        start = joint.end()
    yield start, len(sentence)


def _closed(sentence: str, parts: Sequence[tuple[int, int]]) -> str:
    """Parts that tell something together; "" when all of them leave it open."""
    for place in range(len(parts), 0, -1):
        start, end = parts[place - 1]
        last = sentence[start:end].rstrip(" ?!.,;").split()
        if len(last) >= _TR_LEAST and not _TR_OPEN.fullmatch(fold(last[-1])):
            return _TR_LEADING.sub("", sentence[parts[0][0] : end])
    return ""


def _tr_taken(part: str) -> Iterator[str]:
    """What a question takes for granted: "Kaynak sayım 52'ye çıktığı için" of "Kaynak sayım … için nasıl …"."""
    found = _TR_TAKEN.search(part)
    if found:
        yield found[0].strip()
