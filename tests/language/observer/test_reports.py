"""What of an assistant's answer reports something, and is remembered."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.language.detect import detect
from graphmem.language.observer.reports import reports
from graphmem.model.language import Language
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction import Extractor

REPORTED = [
    (
        "I went through the 2025 invoices: four of them have no VAT number. You could ask the customers for it.",
        ["I went through the 2025 invoices: four of them have no VAT number."],
    ),
    ("Paracetamol is fine. I moved the reminder to 21:30.", ["I moved the reminder to 21:30."]),
    ("Booked: Hotel Meerblick, 4 to 7 June. Shall I send the confirmation?", ["Booked: Hotel Meerblick, 4 to 7 June."]),
    ("I've cancelled order 8841. The refund of €62 arrives by Friday. If not, tell me.",
     ["I've cancelled order 8841.", "The refund of €62 arrives by Friday."]),
    ("Baktım: staging sunucusunda 3 sertifikanın süresi dolmuş. İsterseniz yenileyeyim.",
     ["Baktım: staging sunucusunda 3 sertifikanın süresi dolmuş."]),
    ("Toplantıyı 14 Mayıs'a aldım ve Selin'e yazdım.", ["Toplantıyı 14 Mayıs'a aldım ve Selin'e yazdım."]),
]  # fmt: skip
ANSWERED = [
    "The capital of Australia is Canberra.",
    "Okay, error 137 means that the container ran out of memory; raise the limit to 512 MB.",
    "Here are five dinners without dairy and without mushrooms: lentil stew, 2 curries, …",
    "Two months of deposit are common in Izmir.",
    "SELECT customer_id, COUNT(*) FROM orders GROUP BY 1 HAVING COUNT(*) > 1;",
    "You can try Spark 4; I would set spark.executor.memory to 8g.",
    'I understood: "Hi Matt, I sent you 300 euros on 2 May and nothing came back."',
    "I thought you meant Python 3.12.",
    "Ihlamur ve adaçayı kafeinsizdir, akşamları Doğuş marka ıhlamur iyi gider.",
    "Anladım, 20 Nisan'ı not ettim.",
    "Bunun için önce 2. adımda Ayarlar'a girin, eğitim 3 gün sürer.",
]


@pytest.mark.parametrize(("text", "reported"), REPORTED)
def test_a_report_goes_from_what_was_done_to_the_advice(text: str, reported: list[str]) -> None:
    assert [span.of(text) for span in reports(text, detect(text, default=Language.EN))] == reported


@pytest.mark.parametrize("text", ANSWERED)
def test_answers_advice_and_drafts_are_none(text: str) -> None:
    language = detect(text, default=Language.EN)
    said_at = datetime(2026, 5, 4, 9, tzinfo=UTC)
    extracted = Extractor().extract(Message("1", text, "assistant", Role.ASSISTANT, said_at, language))
    assert [formed.text for formed in extracted.statements] == []
