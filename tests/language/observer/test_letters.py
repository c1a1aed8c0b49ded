"""In mails that are passed on and chats that are pasted others speak, not who sends the message."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.language.observer.filters import blank_material
from graphmem.model.palace import Owner

PASSED_ON = [
    "fwd: From: Sarah Chen <sarah@northwind.com>\nHi team, I'm vegetarian.\nBest, Sarah",
    "From: Sarah Chen\nSubject: leave\n\nHi team,\n\nI'm vegetarian.\n\nBest,\nSarah",
    "Begin forwarded message:\n\nFrom: Linda\n\nI'm vegetarian.",
    "---------- Forwarded message ---------\nFrom: Linda Park\n\nI'm vegetarian.",
    "On Mon, 2 Nov 2026 at 10:00, Pat Doyle <pat@globex.com> wrote:\n\nI'm vegetarian.",
    "ilt: Kimden: Burak Şen <burak@vega.com>\nMerhaba, I'm vegetarian, vejetaryenim.",
    "Gönderen: Burak Şen\nKonu: yemek\n\nVejetaryenim, I'm vegetarian.",
    "2 Kasım 2026 tarihinde Burak Şen <burak@vega.com> şunu yazdı:\n\nI'm vegetarian.",
    "[10:12 AM] Sarah: I'm vegetarian\n[10:13 AM] Ali: me too",
    "Sarah: I'm vegetarian\nAli: me too",
    "Burak: ben vegetarian oldum\nSelin: ben de",
    "Sarah Lee  9:12 AM\nI'm vegetarian\nAli K  9:13 AM\nme too",
]
OWN = [
    "from: next week I work from Berlin, I'm vegetarian",
    "Date night: I'm vegetarian, so we go to Kate's",
    "Decision: we use Redis.\nOwner: the vegetarian.\nDeadline: 20 November.",
    "Tom: frontend, vegetarian\nAli: backend\nAyşe: QA",
    "Tom: please order the vegetarian menu.\nI'm off tomorrow.",
    "10:00 Standup: short\n11:00 Lunch: I bring vegetarian food",
    "Kimden geldi bilmiyorum ama vegetarian biri",
]


@pytest.mark.parametrize("text", PASSED_ON)
def test_what_others_wrote_is_taken_out(text: str) -> None:
    left = blank_material(text)
    assert "vegetarian" not in left
    assert len(left) == len(text)


def test_what_is_said_before_a_mail_stays() -> None:
    said = "fyi, we must answer this by Friday\n\n"
    assert blank_material(f"{said}-----Original Message-----\nFrom: Pat\n\nI left Acme.").strip() == said.strip()


@pytest.mark.parametrize("text", OWN)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert blank_material(text) == text


@pytest.mark.parametrize(
    ("mail", "own"),
    [
        (
            "we should answer her\n\nFrom: Linda <linda@acme.com>\nTo: Tom\n\nI live in Paris now and I hate calls.",
            "Tom",
        ),
        ("fwd: Kimden: Burak Şen <b@vega.com>\nMerhaba, Bursa'ya taşındım, kızım hasta.", "Ayşe"),
    ],
)
async def test_nobody_lives_where_the_mail_they_forward_says(
    memory: GraphMem, tenant: Owner, mail: str, own: str
) -> None:
    seen = await memory.observer.observe(tenant, mail, speaker=own)
    assert not [fact for one in seen.statements for fact in one.facts]
    assert not [one.text for one in seen.statements if "Paris" in one.text or "Bursa" in one.text]
