"""Normalised text by appearance: letters of other alphabets and widths become similar Latin ones.

For comparison only. A word in Cyrillic becomes gibberish, which is in no list.
"""

from __future__ import annotations

import html
import re
import unicodedata

from graphmem.language.printable import printable
from graphmem.language.turkish import fold

_CYRILLIC = dict(zip("аӓәвԁеёєѕіїјкӏмнопрсԛтухүһгѵԝзԍьҽ", "aaebdeeesiijklmhonpcqtyxyhrvw3gbe", strict=True))
_GREEK = dict(zip("αβγδεζηικλμνορσςτυφχωϳ", "abydezniklmvopostufxwj", strict=True))
_ARMENIAN = dict(zip("ցօսոռհյքւ", "gounnhjqu", strict=True))
_OTHERS = dict(zip("ɑɡɩɪʀɴɢʙʟʏᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱꜰʜꞵøłđħŧ℮ߋ", "agiirngblyacdejkmoptuvwzsfhboldhteo", strict=True))
_LATIN = str.maketrans({**_CYRILLIC, **_GREEK, **_ARMENIAN, **_OTHERS})
_CAPITALS = str.maketrans("АВЕЗКМНОРСТУХЅІЈԌԚԜҮΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABE3KMHOPCTYXSIJGQWYABEZHIKMNOPTYX")
"""Capitals by their own look: a Greek Η is an H, though its small letter looks like an n."""

_MARKUP = re.compile(r"</?[a-z][\w-]{0,20}(?:\s[^<>]{0,100})?/?>|[*_~`|]+", re.I)


def skeleton(text: str) -> str:
    """Return the text folded by appearance, without accents and invisible characters; line ends stay."""
    seen = printable(html.unescape(text) if "&" in text else text)
    if seen.isascii():
        return seen.lower()
    composed = unicodedata.normalize("NFKC", seen)
    return fold(composed.translate(_CAPITALS)).translate(_LATIN)


def bare(text: str) -> str:
    """Return the text without marks of emphasis, inline elements and line ends, which may split phrases."""
    return " ".join(_MARKUP.sub("", text).split())
