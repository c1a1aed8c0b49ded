"""Captions that only describe an attachment: "[image: a dog]"."""

from __future__ import annotations

import re

from graphmem.language.observer.patterns import plain

_CAPTION = re.compile(
    r"(?:\[(?:shares? an? )?(?:image|photo|picture|video|gif|sticker|resim|foto\w*|gorsel|ses)\b[^\]]*\]?\W*)+"
)


def is_caption(text: str) -> bool:
    """Whether a text is only a caption."""
    return _CAPTION.fullmatch(plain(text)) is not None
