"""Two languages in one store with the multilingual embedder: either is found by a question in the other."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.providers.multilingual import MultilingualEmbedder
from graphmem.services.ingestion.mine import Miner
from graphmem.services.ingestion.observe import Observer
from graphmem.services.ops_log import OpsLog
from graphmem.services.retrieval import kinds
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.recall import Recall

TALK = (
    ("Elif", "Bugün pazardan domates, biber ve bir kilo kiraz aldım."),
    ("Marcus", "My brother sold his motorcycle because his knee hurts."),
    ("Elif", "Kızım Defne piyano dersine salı günleri gidiyor."),
    ("Marcus", "We moved the staging database to a server in Frankfurt."),
    ("Elif", "Kardeşim mahkeme kararından sonra evini kiraya verdi."),
    ("Marcus", "The dentist wants to see me again in October."),
    ("Elif", "Sunucu odasının klimasını yarın tamir edecekler."),
    ("Marcus", "I bake bread on Sundays, mostly rye."),
)
ACROSS = {
    "Ağabeyi motosikletini neden sattı?": 1,
    "Staging veritabanı şimdi nerede duruyor?": 3,
    "Diş hekimi randevusu hangi ayda?": 5,
    "When does the daughter have her piano lesson?": 2,
    "Who is going to repair the air conditioning?": 6,
    "Wann spielt die Tochter Klavier?": 2,
}


@pytest.fixture
async def e5() -> AsyncIterator[MultilingualEmbedder]:
    embedder = MultilingualEmbedder()
    yield embedder
    await embedder.aclose()


@pytest.fixture
async def recall(memory: GraphMem, tenant: Owner, e5: MultilingualEmbedder) -> AsyncIterator[Recall]:
    turns = tuple(Turn(text, speaker, Role.USER, source_id=str(place)) for place, (speaker, text) in enumerate(TALK))
    talk = Conversation("talk", "Talk", None, (Session("Talk", None, turns),))
    await Miner(memory.database, e5, None, OpsLog(None)).mine(tenant, talk, memories=False)
    yield Recall(memory.database, e5)
    await memory.erase(owner=tenant.name)  # the store keeps to one embedder


async def test_a_question_finds_the_turn_that_answers_in_another_language(recall: Recall, tenant: Owner) -> None:
    for question, place in ACROSS.items():
        found = await recall.recall(tenant, question, RecallOptions(touch=False))
        assert found.hits[0].drawer.text == TALK[place][1], question


async def test_a_memory_is_found_and_trusted_across_languages(
    memory: GraphMem, tenant: Owner, recall: Recall, e5: MultilingualEmbedder
) -> None:
    observer = Observer(memory.database, e5, None, OpsLog(None))
    for text in (
        "Marcus is allergic to walnuts.", "Elif's daughter Defne plays the piano.", "Marcus drives a green van.",
        "Elif haftada üç gün evden çalışıyor.", "Elif'in en sevdiği yemek mantıdır.",
        "Marcus her sabah koşuya çıkıyor.",
    ):  # fmt: skip
        await observer.learn(tenant, text, category=Category.FACT)
    for question, answer in {
        "Marcus'un neye alerjisi var?": "walnuts",
        "What does Elif like to eat most?": "mantı",
    }.items():
        found = await recall.recall(tenant, question, RecallOptions(touch=False))
        assert answer in found.memories[0].memory.text, question
        assert found.memories[0].confidence >= 0.2, "surer than what is answered at all across languages"
        assert answer in found.context, "it stands in the block"


async def test_a_question_in_the_other_language_has_its_block(memory: GraphMem, tenant: Owner) -> None:
    told = (
        "Annem Nizip'te tek başına oturuyor, geçen gün doktora götürdük, alzaymır başlangıcı dedi.",
        "Makarna kaç dakika haşlanıyor, paketi attım.",
        "Oğlum Yusuf Rotterdam'da tır tamir ediyor.",
        "Vitrine asmaya kısa bir yazı lazım, bahar indirimi diye.",
        "Dikiş makinesi alttan ilmek atlıyor, neden olur?",
        "Karataş'ta bir dükkân buldum, ay sonuna oraya taşınıyorum.",
    )
    for text in told:
        await memory.observer.observe(tenant, text)
        await memory.observer.observe(tenant, "Tamam, anladım.", role=Role.ASSISTANT)
    for question, answer in (("What is wrong with my mother?", "alzaymır"), ("What does my son do?", "tır tamir")):
        part = (await memory.query_hits(question, owner=tenant.name)).parts[0]
        assert kinds.kind_of(part, memory.embedder.model) == kinds.ACROSS
        found = await memory.recall(question, owner=tenant.name)
        assert found.answerable, question
        assert answer in found.context, question
