"""Two people and two agents with keys of their own, until one of the people is erased."""

from __future__ import annotations

from tests.api.test_observe import OBSERVE
from tests.api.test_owner import ERASE
from tests.api.test_sessions import START
from tests.stories.conftest import Meet

SAID = {
    "ada": {"en": "My sister Zeynep moved to Bergen.", "tr": "Kız kardeşim Zeynep Bergen'e taşındı."},
    "deniz": {"en": "My sister Zeynep is a vet in Konya.", "tr": "Kız kardeşim Zeynep Konya'da veteriner."},
}
ASKED = {"en": "Where is Zeynep?", "tr": "Zeynep nerede?"}
OFF = """mutation($agents: [String!]) { setSettings(recallOff: $agents) { __typename } }"""
ISSUED = "{ keys { agent scopes } }"


async def test_nobody_hears_of_somebody_elses_sister(meet: Meet, owner: str, language: str) -> None:
    ada, deniz = await meet(owner), await meet(f"{owner}-deniz")
    await ada.told(("2026-10-01T09:00:00Z", SAID["ada"][language]), speaker="Ada")
    await deniz.told(("2026-10-01T09:00:00Z", SAID["deniz"][language]), speaker="Deniz")
    assert "Bergen" in await ada.block(ASKED[language])
    assert "Konya" in await deniz.block(ASKED[language])
    assert "Konya" not in str(await ada.recall(ASKED[language], dormant=True))
    assert "Bergen" not in str(await deniz.recall(ASKED[language], dormant=True))
    (theirs,) = [one for one in await ada.memories() if "Bergen" in one["text"]]
    read = "query($id: String!) { memory(id: $id) { __typename } }"
    assert (await deniz.client.data(read, id=theirs["id"]))["memory"]["__typename"] == "NotFound"


async def test_one_agent_is_kept_from_recalling_and_still_files(meet: Meet, owner: str, language: str) -> None:
    person = await meet(owner)
    planner = await meet(owner, agent="planner")
    writer = await meet(owner, agent="writer")
    await writer.told(("2026-10-01T09:00:00Z", SAID["ada"][language]))
    assert "Bergen" in await planner.block(ASKED[language])
    assert (await person.client.data(OFF, agents=["planner"]))["setSettings"]["__typename"] == "OwnerSettings"
    refused = await planner.recall(ASKED[language])
    assert (refused["context"], refused["memories"]) == ("", [])
    assert refused["notes"], "the answer says why"
    assert "Bergen" in await writer.block(ASKED[language])
    await planner.told(("2026-10-02T09:00:00Z", SAID["deniz"][language]))
    assert "Konya" in await writer.block(ASKED[language])


async def test_an_agent_cannot_speak_for_another(meet: Meet, owner: str) -> None:
    planner = await meet(owner, agent="planner")
    started = 'mutation { startSession(id: "s", agent: "writer") { __typename } }'
    assert (await planner.client.data(started))["startSession"]["__typename"] == "InvalidInput"
    assert (await planner.client.data(START, id="own"))["startSession"]["__typename"] != "InvalidInput"


async def test_one_is_erased_and_the_other_is_not(meet: Meet, owner: str, language: str) -> None:
    ada, deniz = await meet(owner), await meet(f"{owner}-deniz")
    await ada.told(("2026-10-01T09:00:00Z", SAID["ada"][language]), speaker="Ada")
    await deniz.told(("2026-10-01T09:00:00Z", SAID["deniz"][language]), speaker="Deniz")
    refused = (await ada.client.data(ERASE, confirm=f"{owner}-deniz"))["eraseOwner"]
    assert refused["__typename"] == "InvalidInput"
    assert (await ada.client.data(ERASE, confirm=owner))["eraseOwner"]["__typename"] == "ErasedOwner"
    answer = await ada.client.post({"query": OBSERVE, "variables": {"input": {"text": "I am still here."}}})
    assert answer.status_code == 401, "the key went with its owner"
    assert "Konya" in await deniz.block(ASKED[language])
    again = await meet(owner)
    assert await again.memories(live=False) == []
    assert await again.block(ASKED[language]) == ""
