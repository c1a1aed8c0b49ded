"""Conversations handed over through GraphQL."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.services.ingestion.submission import MAX_TURNS
from tests.api.conftest import MINE, Client, conversation


async def mine(client: Client, **changes: Any) -> dict[str, Any]:
    mined: dict[str, Any] = (await client.data(MINE, input=conversation(**changes)))["mineConversation"]
    return mined


async def test_sessions_are_cut_at_long_silences_and_nothing_is_filed_twice(client: Client) -> None:
    first = await mine(client)
    assert (first["filed"], first["known"], first["rooms"], first["unembedded"]) == (3, 0, 2, 0)
    again = await mine(client)
    assert (again["filed"], again["known"]) == (0, 3)
    assert again["conversation"] == first["conversation"]


async def test_later_turns_go_on_in_the_same_room(client: Client) -> None:
    begun = {"id": "chat-7", "startedAt": "2026-05-08T13:00:00Z", "wing": "Ada"}
    for minute, text in enumerate(("I adopted a cat.", "Her name is Pamuk.", "She sleeps all day.")):
        turn = {"speaker": "Ada", "text": text, "saidAt": f"2026-05-08T13:{minute:02d}:30Z"}
        assert (await mine(client, turns=[turn], **begun))["filed"] == 1
    palace = await client.data("{ palace { nodes { name rooms { nodes { title drawerCount } } } } }")
    rooms = palace["palace"]["nodes"][0]["rooms"]["nodes"]
    assert rooms == [{"title": "Moving, 2026-05-08 13:00", "drawerCount": 3}]


async def test_texts_stay_verbatim(client: Client) -> None:
    text = "  İyi ki\n\tdoğdun 🎂 – “naïve” <b>&amp;</b> \\u0041 "
    await mine(client, turns=[{"speaker": "Ayşe", "text": text}])
    found = await client.data('{ recall(query: "doğdun") { ... on Recollection { hits { drawer { text saidAt } } } } }')
    assert found["recall"]["hits"] == [{"drawer": {"text": text, "saidAt": None}}]


async def test_what_cannot_be_taken_is_told_by_its_place(client: Client) -> None:
    turns = [
        {"speaker": "Ada", "text": "fine"},
        {"speaker": "Ada", "text": "   "},
        {"text": "who says this?"},
        {"speaker": "Ada", "text": "x" * 100_001},
        {"speaker": "Ada", "text": "nul \0"},
    ]
    mined = await mine(client, turns=turns)
    assert mined["filed"] == 1
    assert [turn["index"] for turn in mined["rejected"]] == [1, 2, 3, 4]


@pytest.mark.parametrize("moment", ["0001-01-01", "9999-12-31", "2126-05-08T13:56:00Z"])
async def test_a_wrong_time_is_told_and_nothing_is_filed(client: Client, moment: str) -> None:
    turns = [{"speaker": "Ada", "text": "fine"}, {"speaker": "Ada", "text": "I moved to Bergen.", "saidAt": moment}]
    later = """mutation($input: ConversationInput!) { mineLater(input: $input) { ... on InvalidInput { field } } }"""
    for changes, field in (
        ({"turns": turns}, "input.turns[1].saidAt"),
        ({"startedAt": moment}, "input.startedAt"),
    ):
        refused = await mine(client, **changes)
        assert (refused["code"], refused["field"]) == ("INVALID_INPUT", field)
        assert moment[:10] in refused["message"]
        assert refused["remedy"]
        given = conversation(**changes)
        assert (await client.data(later, input=given))["mineLater"]["field"] == field
    assert (await client.data("{ health { drawers } }"))["health"]["drawers"] == 0


async def test_nothing_to_file(client: Client) -> None:
    mined = await mine(client, turns=[])
    assert (mined["conversation"], mined["filed"], mined["notes"]) == (None, 0, ["There was no turn to file."])


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": " "}, "input.title"),
        ({"title": "x" * 201}, "input.title"),
        ({"id": ""}, "input.id"),
        ({"wing": "\0"}, "input.wing"),
        ({"turns": [{"text": "x"}] * (MAX_TURNS + 1)}, "input.turns"),
    ],
)
async def test_a_wrong_conversation_is_data(client: Client, changes: dict[str, Any], field: str) -> None:
    mined = await mine(client, **changes)
    assert (mined["code"], mined["field"]) == ("INVALID_INPUT", field)
    assert mined["remedy"]
    if field == "input.turns":
        assert "2,001 turns are more than 2,000" in mined["message"]


async def test_a_conversation_becomes_memories(client: Client) -> None:
    document = """mutation($input: ConversationInput!) { mineConversation(input: $input) { ... on MinedConversation {
      filed memories reinforced updated superseded relations } } }"""
    turns = [
        {"speaker": "Elif", "text": "Ayşe lives in Ankara.", "saidAt": "2026-05-08T13:56:00Z"},
        {"speaker": "Elif", "text": "Ayşe lives in Izmir now.", "saidAt": "2026-06-08T13:56:00Z"},
    ]
    mined = (await client.data(document, input=conversation(turns=turns)))["mineConversation"]
    assert (mined["filed"], mined["memories"], mined["superseded"]) == (2, 2, 1)
    assert mined["relations"] >= 1
    again = (await client.data(document, input=conversation(turns=turns)))["mineConversation"]
    assert again == dict.fromkeys(again, 0)
