"""Names of people whom a text addresses: "Go for it, Jon!", "Ayşe, sana bir haberim var".

An addressed person is not the subject of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphmem.model.entity import EntityType, Mention

_BEFORE = (
    r"(?:hey|hi|hello|wow|thanks|thank you|thx|yeah|yep|yes|no|sure|right|oh|aww?|haha|same here|me too|congrats"
    r"|congratulations|sorry|well|ok|okay|welcome|merhaba|selam|günaydın|sağol|sağ ol|teşekkürler|teşekkür ederim"
    r"|tebrikler|evet|hayır|tamam|peki|sevgili|canım|ya|oo|vay|bye|dear|cheers|good luck|well done|way to go)"
)
_AFTER = r"(?=\s*(?:[!?…]|\.(?!\w)|$))"
_APPOSED = r"(?!,? (?:my|our|his|her|their|a|an|the|who|whose|and|or|ve|ile)\b)"


def addressed(text: str, mentions: Iterable[Mention]) -> frozenset[str]:
    """Return the people among `mentions` whom the text addresses and does not speak about."""
    people = {mention.name for mention in mentions if mention.type is EntityType.PERSON}
    return frozenset(name for name in people if name in text and _is_addressed(text, name))


def _is_addressed(text: str, name: str) -> bool:
    """Whether the name is always an address: after a last comma, before a first one, or greeted."""
    written = re.escape(name)
    calls = re.findall(
        rf"(?:^|(?<=[.!?…] )|(?<=\n)){written}{_APPOSED}(?=,|!|\.\.\.|$)"
        rf"|(?<!\w){_BEFORE},? {written}(?=\s*[,!?.…]|\s*$)"
        rf"|(?<=[^,:\s]), {written}{_AFTER}(?<!and {written})"
        rf"|, {written},(?= )(?! and)",
        text,
        re.IGNORECASE,
    )
    return bool(calls) and len(calls) >= len(re.findall(rf"(?<!\w){written}(?!\w)", text))
