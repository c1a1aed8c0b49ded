"""A small PDF, written by hand: pages of lines, and a bookmark for each page."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence


def pdf(pages: Sequence[tuple[str, Sequence[str]]]) -> bytes:
    """Each page with its bookmark and its lines of ASCII."""
    first = 4
    marks = first + 2 * len(pages)
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    objects = {
        1: f"<< /Type /Catalog /Pages 2 0 R /Outlines {marks} 0 R >>",
        2: f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>",
        3: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        marks: f"<< /Type /Outlines /First {marks + 1} 0 R /Last {marks + len(pages)} 0 R /Count {len(pages)} >>",
    }
    for number, (mark, lines) in enumerate(pages):
        page = first + 2 * number
        said = "BT /F1 12 Tf 72 720 Td 14 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
        objects[page] = (
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {page + 1} 0 R >>"
        )
        objects[page + 1] = f"<< /Length {len(said)} >>\nstream\n{said}\nendstream"
        follows = f" /Next {marks + number + 2} 0 R" if number + 1 < len(pages) else ""
        objects[marks + 1 + number] = f"<< /Title ({mark}) /Parent {marks} 0 R /Dest [{page} 0 R /Fit]{follows} >>"
    return _written({number: told.encode() for number, told in objects.items()})


def inflating(content: bytes, times: int) -> bytes:
    """A page whose content is so many times compressed."""
    for _ in range(times):
        content = zlib.compress(content, 9)
    filters = b" /FlateDecode" * times
    stream = b"<< /Length %d /Filter [%s ] >>\nstream\n%s\nendstream" % (len(content), filters, content)
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>"
    pages = b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>"
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    return _written({1: b"<< /Type /Catalog /Pages 2 0 R >>", 2: pages, 3: page, 4: stream, 5: font})


def _written(objects: Mapping[int, bytes]) -> bytes:
    written = b"%PDF-1.4\n"
    places = []
    for number in sorted(objects):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, objects[number])
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}"
    tail = f"trailer\n<< /Size {len(places) + 1} /Root 1 0 R >>\nstartxref\n{len(written)}\n%%EOF\n"
    return written + end.encode() + tail.encode()
