"""Recall for the next turn of a conversation, what a session was shown, and blocks that are told about as a whole."""

from __future__ import annotations

from typing import Any

from graphmem.facade import GraphMem
from tests.api.conftest import Client, client_of, of_owner
from tests.api.test_observe import learn, observe
from tests.api.test_remembering import OUTCOME

PROBLEM = "... on Problem { code field message remedy }"
FOR = f"""query($messages: [TalkInput!]!, $session: String, $touch: Boolean! = true) {{
  recallFor(messages: $messages, session: $session, touch: $touch) {{ __typename ... on Recollection {{ query context
    blockId notes hits {{ drawer {{ text }} }} memories {{ memory {{ id text accessCount }} }} }} {PROBLEM} }} }}"""
TOLD = f"""mutation($block: String!, $success: Boolean!) {{
  recordOutcome(block: $block, success: $success) {{ __typename ... on RecordedOutcome {{ memories success }}
    {PROBLEM} }} }}"""
STRENGTH = "query($id: String!) { memory(id: $id) { ... on MemoryDetail { memory { accessCount utility } } } }"
ALLERGY = "Nadia is allergic to penicillin."
TALK = ("Nadia is coming over and has a sore throat.", "Oh no.", "Which medicine is she allergic to?")


async def asked(client: Client, *texts: str, **given: Any) -> dict[str, Any]:
    messages = [{"text": text, "role": ("user", "assistant")[place % 2]} for place, text in enumerate(texts)]
    found: dict[str, Any] = (await client.data(FOR, messages=messages, **given))["recallFor"]
    return found


async def test_a_conversation_is_shown_a_thing_once(client: Client, own: GraphMem) -> None:
    id_ = (await learn(client, ALLERGY))["statements"][0]["memory"]
    await observe(client, "Robert cannot eat shellfish.")
    await observe(client, TALK[2])  # an agent files what is said before it asks
    first = await asked(client, *TALK, session="a")
    assert first["query"] == f"Nadia. {TALK[2]}"
    assert "penicillin" in first["context"]
    assert TALK[2] not in [hit["drawer"]["text"] for hit in first["hits"]]
    again = await asked(client, *TALK, session="a")
    assert "penicillin" not in again["context"]
    assert "penicillin" in (await asked(client, *TALK, session="b"))["context"]
    assert "penicillin" in (await asked(client, *TALK))["context"]
    await own.learner.drain()
    # Another process knows it from the store alone.
    own._recall.shown._latest.clear()
    assert "penicillin" not in (await asked(client, *TALK, session="a"))["context"]
    used = (await client.data(STRENGTH, id=id_))["memory"]["memory"]["accessCount"]
    assert used >= 3


async def test_a_block_is_told_about_as_a_whole(client: Client, own: GraphMem, owner: str) -> None:
    id_ = (await learn(client, ALLERGY))["statements"][0]["memory"]
    quiet = await asked(client, *TALK, touch=False)
    assert "penicillin" in quiet["context"]
    assert quiet["blockId"] is None
    block = (await asked(client, *TALK))["blockId"]
    await own.learner.drain()
    before = (await client.data(STRENGTH, id=id_))["memory"]["memory"]["utility"]
    for _ in range(2):  # the second time changes nothing
        told = (await client.data(TOLD, block=block, success=True))["recordOutcome"]
        assert told == {"__typename": "RecordedOutcome", "memories": 1, "success": True}
        after = (await client.data(STRENGTH, id=id_))["memory"]["memory"]["utility"]
        assert before < after < before + 0.06
    assert (await client.data(TOLD, block=block, success=False))["recordOutcome"]["field"] == "block"
    never = (await client.data(TOLD, block="f" * 32, success=True))["recordOutcome"]
    assert (never["__typename"], never["field"]) == ("NotFound", "block")
    async with client_of(of_owner(own, f"{owner}-other")) as other:
        assert (await other.data(TOLD, block=block, success=True))["recordOutcome"]["code"] == "NOT_FOUND"
    neither = OUTCOME.replace("ids: $ids, ", "").replace("$ids: [String!]!, ", "")
    assert (await client.data(neither, success=True))["recordOutcome"]["field"] == "ids"


async def test_what_is_no_conversation_is_refused(client: Client) -> None:
    refused: list[tuple[str, list[dict[str, str]]]] = [
        ("messages", []),
        ("messages", [{"text": "How can I help?", "role": "assistant"}]),
        ("messages", [{"text": "x"}] * 101),
        ("messages[1].text", [{"text": "x"}, {"text": "x" * 100_001}]),
    ]
    for field, messages in refused:
        answer = (await client.data(FOR, messages=messages))["recallFor"]
        assert (answer["__typename"], answer["field"]) == ("InvalidInput", field)
    assert (await asked(client, "Where is Ada?"))["notes"][0].startswith("Nothing is remembered yet")


async def test_of_several_people_it_matters_who_asks(client: Client) -> None:
    for speaker, text in (
        ("Tom", "I'm on call in the week of 2 November"),
        ("Mert", "I'm on call in the week of 9 November"),
        ("Ayşe", "9-13 kasım arası izinliyim"),
        ("Mert", "16-18 kasım arası izinliyim"),
        ("Tom", "we use Kafka for the events"),
    ):
        await observe(client, text, speaker=speaker)

    async def told(speaker: str, text: str) -> tuple[str, str]:
        asked_by = [{"text": text, "role": "user", "speaker": speaker}]
        found = (await client.data(FOR, messages=asked_by, touch=False))["recallFor"]
        return found["query"], found["hits"][0]["drawer"]["text"]

    assert await told("Mert", "when am I on call?") == (
        "when am I on call? Mert.",
        "I'm on call in the week of 9 November",
    )
    assert (await told("Tom", "when am I on call?"))[1] == "I'm on call in the week of 2 November"
    assert (await told("Ayşe", "ne zaman izinliyim?"))[1] == "9-13 kasım arası izinliyim"
    assert (await told("Mert", "ne zaman izinliyim?"))[1] == "16-18 kasım arası izinliyim"
    # What is not about whoever asks, or asked by somebody who never spoke, is asked as it stands.
    assert (await told("Mert", "what do we use for the events?"))[0] == "what do we use for the events?"
    assert (await told("Nobody", "when am I on call?"))[0] == "when am I on call?"


async def test_of_one_person_nothing_is_added(client: Client) -> None:
    await observe(client, "I'm allergic to nuts", speaker="Tom")
    asked_by = [{"text": "what am I allergic to?", "role": "user", "speaker": "Tom"}]
    found = (await client.data(FOR, messages=asked_by, touch=False))["recallFor"]
    assert found["query"] == "what am I allergic to?"
