"""Requests to forget what was said: they make no memory, forget nothing by themselves, and name what would go."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.observation import ForgetRequest
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store import queries
from graphmem.store.database import Database

TOLD = (
    ("The reorg will move my team under Hannah in January.", "My sister lives in Bergen."),
    ("Onur boşanıyor, eşi Selma evden ayrıldı.", "Onur İzmir'de avukat."),
)
ASKED = (
    "please forget what I said about the reorg, it was confidential",
    "onur'un boşanmasıyla ilgili yazdıklarımı unut lütfen",
)


async def _ask(memory: GraphMem, tenant: Owner, text: str, session: str | None = None) -> ForgetRequest:
    seen = await memory.observer.observe(tenant, text, session=session)
    (asked,) = seen.forget
    assert "forgotten" in asked.remedy or "forget" in asked.remedy
    return asked


@pytest.mark.parametrize(
    ("told", "text", "about", "question", "named"),
    [
        (TOLD[0], ASKED[0], "the reorg", "What did I say about the reorg?", "reorg"),
        (TOLD[1], ASKED[1], "onur'un boşanması", "Onur boşanıyor mu?", "boşan"),
    ],
    ids=["en", "tr"],
)
async def test_what_is_asked_to_be_forgotten_goes_when_it_is_confirmed(
    memory: GraphMem, tenant: Owner, told: tuple[str, str], text: str, about: str, question: str, named: str
) -> None:
    session = await memory.sessions.start(tenant)
    for one in told:
        assert (await memory.observer.observe(tenant, one, session=session)).statements
    before = (await memory.procedures.stats(tenant)).memories
    seen = await memory.observer.observe(tenant, text, session=session)
    assert (seen.statements, seen.kept, seen.stages[-1].name) == ((), False, "forget")
    assert about not in seen.stages[-1].detail, "the log would keep it"
    assert seen.pointer is not None, "the turn stays, word for word"
    (asked,) = seen.forget
    assert (asked.about, asked.words) == (about, text)
    (meant,) = asked.candidates
    assert meant.memory is not None
    assert named in meant.text
    assert (await memory.procedures.stats(tenant)).memories == before, "nothing goes by itself"
    block = (
        await memory.recall(question, owner=tenant, options=RecallOptions(min_confidence=0.0, touch=False))
    ).context
    assert named in block.lower()
    assert text not in block, "a request tells nothing"

    await memory.memories.forget(tenant, meant.memory)
    block = (
        await memory.recall(question, owner=tenant, options=RecallOptions(min_confidence=0.0, touch=False))
    ).context
    assert named not in block.lower()
    again = await _ask(memory, tenant, text, session)
    assert again.candidates == ()
    assert "Nothing that is remembered" in again.remedy
    assert (await memory.memories.page(tenant)).items[0].text.endswith(told[1])


@pytest.mark.parametrize("text", ["forget that", "bunu unut"])
async def test_what_was_said_just_before(memory: GraphMem, tenant: Owner, text: str) -> None:
    session = await memory.sessions.start(tenant)
    await memory.observer.observe(tenant, "I work at the harbour office.", session=session)
    seen = await memory.observer.observe(tenant, "My salary is 90,000 euros a year.", session=session)
    await memory.observer.observe(tenant, "Noted.", role=Role.ASSISTANT, session=session)
    for _ in range(2):  # the request itself is nothing that was said
        asked = await _ask(memory, tenant, text, session)
        assert asked.about == ""
        assert [one.memory for one in asked.candidates] == [seen.statements[0].memory]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("My aunt Rosa moved to Bergen in May. Please don't remember this.", "Rosa"),
        ("Teyzem Gülay mayısta Bergen'e taşındı. Bunu kaydetme lütfen.", "Gülay"),
    ],
)
async def test_what_stands_beside_it_is_read_and_meant(memory: GraphMem, tenant: Owner, text: str, said: str) -> None:
    seen = await memory.observer.observe(tenant, text)
    (stated,) = seen.statements
    assert said in stated.text
    assert seen.stages[0].passed
    (asked,) = seen.forget
    assert [(one.memory, one.text) for one in asked.candidates] == [(stated.memory, stated.text)]
    found = await memory.recall(f"{said} Bergen", owner=tenant, options=RecallOptions(min_confidence=0.0, touch=False))
    assert "remember this" not in found.context
    assert "kaydetme" not in found.context


async def test_a_turn_without_a_memory_is_named_by_its_pointer(memory: GraphMem, tenant: Owner) -> None:
    session = await memory.sessions.start(tenant)
    seen = await memory.observer.observe(tenant, "hmm, the reorg?", session=session)
    assert not seen.statements
    asked = await _ask(memory, tenant, ASKED[0], session)
    assert [(one.memory, one.pointer) for one in asked.candidates] == [(None, seen.pointer)]


async def test_nobody_is_shown_what_another_said(memory: GraphMem, tenant: Owner) -> None:
    other = Owner.named(f"{tenant.name}-eve")
    session = await memory.sessions.start(tenant)
    await memory.observer.observe(tenant, TOLD[0][0], session=session)
    for text in (ASKED[0], "forget that"):
        assert (await _ask(memory, other, text)).candidates == ()


async def test_it_is_named_where_it_is_only_filed_or_tried_and_the_same_when_repeated(
    memory: GraphMem, tenant: Owner
) -> None:
    session = await memory.sessions.start(tenant)
    await memory.observer.observe(tenant, TOLD[0][0], session=session)
    dry = await memory.observer.observe(tenant, ASKED[0], session=session, dry_run=True)
    filed = await memory.observer.say(tenant, ASKED[0], session=session, idempotency_key="k-1")
    repeated = await memory.observer.say(tenant, ASKED[0], session=session, idempotency_key="k-1")
    assert dry.forget == filed.forget == repeated.forget != ()
    await memory.observer.read_session(tenant, session)
    assert len((await memory.memories.page(tenant)).items) == 1, "read later, it makes none either"


@pytest.mark.parametrize(
    "text", ["I forgot my keys at the office.", "Don't forget to call mum.", "Annemi aramayı unutma.", "unuttum"]
)
async def test_what_only_sounds_like_it_asks_nothing(memory: GraphMem, tenant: Owner, text: str) -> None:
    assert (await memory.observer.observe(tenant, text)).forget == ()


async def test_others_ask_nothing_of_a_memory(memory: GraphMem, tenant: Owner) -> None:
    for role in (Role.ASSISTANT, Role.TOOL, Role.DOCUMENT):
        assert (await memory.observer.observe(tenant, ASKED[0], role=role)).forget == ()


async def test_what_is_forgotten_stands_in_no_answer_that_is_kept(
    memory: GraphMem, tenant: Owner, database: Database
) -> None:
    await memory.observer.observe(tenant, TOLD[0][0], idempotency_key="k-1")
    seen = await memory.observer.observe(tenant, ASKED[0], idempotency_key="k-2")
    (meant,) = seen.forget[0].candidates
    assert meant.memory is not None
    await memory.memories.forget(tenant, meant.memory)
    head = "// Kept.\n// mode: read\n// params: owner\n// returns: answer\n"
    kept = head + "MATCH (r:Request {owner: $owner}) RETURN r.answer AS answer"
    rows = await database.run(queries.parse("kept", kept), owner=tenant.key)
    assert rows
    assert not [row for row in rows if meant.text.partition(": ")[2] in row["answer"]]
    again = await memory.observer.observe(tenant, ASKED[0], idempotency_key="k-2")
    assert (again.pointer, again.forget[0].candidates) == (seen.pointer, ()), "repeated, it names what there is"


@pytest.mark.parametrize(
    ("told", "text", "named"),
    [
        (
            ("I take bisoprolol 5 mg for my heart.", "My sister lives in Bergen."),
            "forget I ever told you about the bisoprolol by the way. I don't want that stored anywhere",
            "bisoprolol",
        ),
        (
            ("Kalbim için Beloc 50 kullanıyorum.", "Ablam Bergen'de yaşıyor."),
            "sana kalbimi anlatmıştım ya onu unut lütfen. bunu kaydetmeyin",
            "Kalbim",
        ),
    ],
    ids=["en", "tr"],
)
async def test_what_is_said_behind_a_request_is_about_the_same(
    memory: GraphMem, tenant: Owner, told: tuple[str, str], text: str, named: str
) -> None:
    for one in told:
        assert (await memory.observer.observe(tenant, one)).statements
    asked = await _ask(memory, tenant, text)
    assert [named in one.text for one in asked.candidates] == [True]
