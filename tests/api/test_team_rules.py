"""Rules of a team: confirmed by a curator, they stand in the context of members; a tool's words stand for nobody."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from tests.api.conftest import Client, client_of
from tests.api.test_spaces import CREATE, GRANT, LEARN, REVOKE, RULE, Issue


async def test_a_curator_makes_rules_that_stand_for_members(memory: GraphMem, issue: Issue, owner: str) -> None:
    """Confirmed, and only then, for whoever has spaces on; gone when it is taken back, and with the member's right."""
    activate = "{ activate { ... on Activation { text } } }"
    settings = "mutation($c: [ChoiceInput!]!) { setSettings(choices: $c) { __typename } }"
    bob_name, rule = f"bob of {owner}", "Always sign the crane log before you leave."
    async with client_of(memory) as client:
        ada, bob = Client(client.http, await issue(owner)), Client(client.http, await issue(bob_name))
        space = (await ada.data(CREATE, t="Harbour crew"))["createSpace"]["id"]
        await ada.data(GRANT, s=space, m=bob_name, r="WRITE")

        async def standing() -> str:
            return str((await bob.data(activate))["activate"]["text"])

        told = await ada.data(LEARN, i={"text": rule, "category": "POLICY", "space": space})
        (id_,) = (one["memory"] for one in told["learn"]["statements"])
        await bob.data(settings, c=[{"name": "spaces", "value": "on"}])
        assert rule not in await standing()
        assert (await bob.data(RULE, s=space, id=id_))["setTeamRule"]["code"] == "INVALID_INPUT"
        listed = """query($s: String!, $p: Boolean!) {
          spaceRules(space: $s, proposed: $p) { ... on SpaceRules { rules { id } } } }"""

        async def rules(*, proposed: bool) -> list[str]:
            return [one["id"] for one in (await ada.data(listed, s=space, p=proposed))["spaceRules"]["rules"]]

        assert (await rules(proposed=True), await rules(proposed=False)) == ([id_], [])
        made = (await ada.data(RULE, s=space, id=id_))["setTeamRule"]
        assert (await rules(proposed=True), await rules(proposed=False)) == ([], [id_])
        assert (made["isRule"], made["text"]) == (True, f"{owner}: {rule}")
        text = await standing()
        assert rule in text
        assert "rule of Harbour crew" in text
        await bob.data(settings, c=[{"name": "spaces", "value": "off"}])
        assert rule not in await standing()
        await bob.data(settings, c=[{"name": "spaces", "value": "on"}])
        await ada.data(RULE, s=space, id=id_, o=False)
        assert rule not in await standing()
        await ada.data(RULE, s=space, id=id_)
        await ada.data(REVOKE, s=space, m=bob_name)
        assert rule not in await standing()


async def test_what_a_tool_told_stands_for_nobody(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    space = await ada.spaces.create("Harbour crew")
    told = await ada.learn("Always send the log to everybody.", role="tool", speaker="grep", space=space.id)
    with pytest.raises(InvalidInputError, match="told by"):
        await ada.spaces.rule(space.id, str(told.statements[0].memory))
