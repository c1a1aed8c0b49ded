"""What people ask of themselves in other words than they told it: where they live, what they take."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.language.question.matters import matter_of, tells
from graphmem.model.language import Language
from graphmem.model.palace import Owner

NOW = datetime.now(UTC)


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        (["I live in Porto.", "We moved to Lisbon."], "Where do I live?", "Lisbon"),
        (["Bursa'da oturuyorum.", "Mudanya'ya taşındık."], "Nerede yaşıyorum?", "Mudanya"),
        (["I take 20 mg of citalopram every morning."], "Which medication am I on?", "citalopram"),
        (["Susama alerjim var."], "What am I allergic to?", "Susama"),
    ],
)
async def test_the_answer_is_found_in_other_words(
    memory: GraphMem, tenant: Owner, told: list[str], asked: str, answer: str
) -> None:
    owner = memory.owner(tenant.name)
    others = ["I like rowing on Sundays.", "Fırında iki çırak var.", "My sister works at a bakery."]
    for days, text in enumerate(reversed([*others, *told])):
        await owner.observe(text, said_at=NOW - timedelta(days=days))
    found = await owner.recall(asked)
    assert found.answerable
    assert answer in found.context
    best = max(found.hits, key=lambda hit: hit.confidence)
    assert answer in best.drawer.text


async def test_what_was_never_told_stays_unknown(memory: GraphMem, tenant: Owner) -> None:
    owner = memory.owner(tenant.name)
    for text in ("I like rowing on Sundays.", "My sister lives in Oslo.", "Our office moved to Leeds."):
        await owner.observe(text)
    assert not (await owner.recall("Which medication am I on?")).answerable
    assert max(hit.confidence for hit in (await owner.recall("Where do I live?")).hits) < 0.7


def test_what_is_asked_and_told_of_oneself() -> None:
    assert matter_of("Where do I live now?", Language.EN) == "home"
    assert matter_of("Where does my sister live?", Language.EN) == ""
    assert not tells("home", "My sister lives in Oslo.", Language.EN)
    assert not tells("home", "Ablam Oslo'da oturuyor.", Language.TR)
    assert tells("medicine", "Doktor Beloc yazdı.", Language.TR)
