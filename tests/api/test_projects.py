"""Projects over GraphQL: told with `project`, asked with `project`, shown on the memory."""

from __future__ import annotations

import pytest

from tests.api.conftest import Client

TELL = """mutation($input: MessageInput!) { observe(input: $input) { __typename
  ... on Observation { statements { memory } } ... on Problem { field message } } }"""
ASK = """query($project: String, $messages: [TalkInput!]!) {
  recall(query: "How do the payment tests run?", project: $project, minConfidence: 0) {
    ... on Recollection { context memories { memory { text project } } } ... on Problem { field } }
  recallFor(messages: $messages, project: $project) { ... on Recollection { memories { memory { project } } } }
  activate(project: $project) { ... on Activation { text } } }"""


async def test_what_is_told_of_one_project_is_not_told_to_another(client: Client) -> None:
    for project, command in (("shop", "make payments"), ("game", "godot")):
        text = f"Always run the payment tests with {command}."
        told = (await client.data(TELL, input={"text": text, "project": project}))["observe"]
        assert len(told["statements"]) == 1
    messages = [{"role": "user", "text": "How do the payment tests run?"}]
    found = await client.data(ASK, project="shop", messages=messages)
    assert {hit["memory"]["project"] for hit in found["recall"]["memories"]} == {"shop"}
    assert {hit["memory"]["project"] for hit in found["recallFor"]["memories"]} == {"shop"}
    for block in (found["recall"]["context"], found["activate"]["text"]):
        assert "make payments" in block
        assert "godot" not in block
    both = await client.data(ASK, project=None, messages=messages)
    assert {hit["memory"]["project"] for hit in both["recall"]["memories"]} == {"shop", "game"}


@pytest.mark.parametrize("name", ["", "…"])
async def test_a_name_that_is_none_is_refused(client: Client, name: str) -> None:
    told = (await client.data(TELL, input={"text": "The tests run by make.", "project": name}))["observe"]
    assert (told["__typename"], told["field"]) == ("InvalidInput", "input.project")
