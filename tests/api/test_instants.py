"""Instants in and out: one scalar, ISO with an offset, and one error that names the value."""

from __future__ import annotations

from typing import Any

import pytest
from graphmem_api.export import sdl
from graphql import build_schema, get_named_type

from tests.api.conftest import Client, conversation

INSTANTS = {"validAt", "knownAt", "saidAt", "startedAt", "happenedAt", "expiresAt", "seen", "at", "since", "until"}
OBSERVE = """mutation($input: MessageInput!) { observe(input: $input) { ... on Observation { pointer } } }"""
ASKED = {
    OBSERVE: "input",
    "query($of: AsOf!) { memories(asOf: $of) { nodes { id } } }": "of",
    "mutation($talk: ConversationInput!) { mineConversation(input: $talk) { __typename } }": "talk",
    "mutation($told: EpisodeInput!) { recordEpisode(input: $told) { __typename } }": "told",
}


def given(variable: str, moment: str) -> dict[str, Any]:
    """Variables of a document that holds the moment."""
    return {
        "input": {"input": {"text": "I moved to Lisbon.", "saidAt": moment}},
        "of": {"of": {"validAt": moment}},
        "talk": {"talk": conversation(startedAt=moment)},
        "told": {"told": {"event": "The kettle broke.", "happenedAt": moment}},
    }[variable]


def test_every_instant_is_a_date_time() -> None:
    for kind in build_schema(sdl()).type_map.values():
        for name, field in getattr(kind, "fields", {}).items():
            inside = {name: field, **getattr(field, "args", {})}
            for one, about in inside.items():
                if one in INSTANTS or one.endswith("At"):
                    assert get_named_type(about.type).name in ("DateTime", "Date"), f"{kind}.{name} {one}"


@pytest.mark.parametrize("moment", ["soon", "", "2026-02-30", "1 Şubat 2026", "2026-05-08T25:00:00Z"])
@pytest.mark.parametrize("document", ASKED)
async def test_what_is_no_instant_is_refused_with_its_value(client: Client, document: str, moment: str) -> None:
    variable = ASKED[document]
    (error,) = (await client.ask(document, **given(variable, moment)))["errors"]
    assert repr(moment) in error["message"]
    assert f"'${variable}'" in error["message"], "where it stood"
    assert error["extensions"]["code"] == "INVALID_INPUT"
    assert "2026-05-08T13:56:00Z" in error["extensions"]["remedy"]


@pytest.mark.parametrize(
    "moment", ["2026-05-08T16:56:00+03:00", "2026-05-08T13:56:00Z", "2026-05-08T13:56:00", "20260508T135600Z"]
)
async def test_an_offset_is_taken_and_utc_is_told(client: Client, moment: str) -> None:
    told = (await client.data(OBSERVE, input={"text": "I moved to Lisbon.", "saidAt": moment}))["observe"]
    shown = "query($p: String!) { drawer(pointer: $p) { ... on PlacedDrawer { drawer { saidAt } } } }"
    found = (await client.data(shown, p=told["pointer"]))["drawer"]
    assert found["drawer"]["saidAt"] == "2026-05-08T13:56:00+00:00"
