"""What a memory keeps of its text for dreams is what its text says, as long as the reading is the same."""

from __future__ import annotations

from zlib import crc32

import pytest

from graphmem.language.gist import READING, read_content, read_gist, write_gist
from graphmem.model.language import Language

TEXTS = (
    ("Ada: I moved to Bergen last week [2026-05-04], to flat 12B.", Language.EN),
    ("Our budget is $3,500, due on 14 May; see https://example.org/plan and `notes/plan.md`.", Language.EN),
    ("She has two cats, Minnow and Pip, and no dog.", Language.EN),
    ("Toplantı 15 Mayıs 2026'da saat 14.30'da, İzmir'deki ofiste.", Language.TR),
    ("Kızım Defne yüz kırk beş santim oldu; geçen yıl yüz otuzdu.", Language.TR),
    ("Kargo TR1234567890'ı Ayşe teyzeye gönderdim.", Language.TR),
)
AS_READ = 2606894615


@pytest.mark.parametrize(("text", "language"), [*TEXTS, ("", Language.EN), ("…", Language.TR)])
def test_what_is_kept_is_what_is_read(text: str, language: Language) -> None:
    assert read_gist(write_gist(text, language), text, language) == read_content(text, language)


def test_of_another_text_or_another_reading_the_text_is_read() -> None:
    (text, language), (other, _) = TEXTS[0], TEXTS[1]
    right = read_content(text, language)
    assert right != read_content(other, Language.EN)
    for kept in (
        None,
        "",
        write_gist(other, language),
        write_gist(text, language).replace(f"{READING} ", f"{READING + 1} ", 1),
    ):
        assert read_gist(kept, text, language) == right


def test_another_reading_has_another_number() -> None:
    """Whoever changes how texts are read raises READING, and then AS_READ: else a dream compares memories that keep
    what was read before with others."""
    found = crc32(repr([read_content(*one) for one in TEXTS]).encode())
    assert (READING, found) == (1, AS_READ), "raise READING in graphmem/language/gist.py"
