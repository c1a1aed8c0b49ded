"""A way to work is found, accepted on the page, followed by an agent, improved, made worse, and gone back on."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import httpx2

from graphmem.facade import GraphMem
from graphmem.language.steps import call
from tests.api.conftest import as_local
from tests.api.test_mcp import mcp_client, text_of, values
from tests.support.page import token_in
from tests.support.waiting import PATIENCE_SECONDS

SAID: dict[str, dict[str, Any]] = {
    "en": {
        "event": "Released the {} service",
        "step": "Tell the team",
        "name": "Release a service",
        "second": ["Bash(command=make check)", "Bash(command=make release)", "Tell the team"],
        "third": ["Bash(command=make release)", "Bash(command=make check)", "Tell the team"],
        "tray": ("Ways to work", "4 episodes worked, 0 failed", "Accept: make it a procedure"),
        "shown": ("Follow version 2", "Regression", "step 1 in project shop, 3 of 3 failed", "failed 3 times"),
    },
    "tr": {
        "event": "{} servisi yayınlandı",
        "step": "Ekibe haber ver",
        "name": "Servis yayınlama",
        "second": ["Bash(command=make check)", "Bash(command=make release)", "Ekibe haber ver"],
        "third": ["Bash(command=make release)", "Bash(command=make check)", "Ekibe haber ver"],
        "tray": ("Çalışma yolları", "4 olayda işe yaradı, 0 olayda yaramadı", "Kabul: yöntem olsun"),
        "shown": (
            "2. sürümü izleyin",
            "Gerileme",
            "shop projesinde 1. adım, 3 kullanımdan 3 tanesi",
            "3 kez başarısız",
        ),
    },
}
EPISODE = "mutation($input: EpisodeInput!) { recordEpisode(input: $input) { __typename } }"
RECORD = "mutation($input: ProcedureInput!) { recordProcedure(input: $input) { ... on Procedure { version } } }"
MINE = "mutation { mineWorkflows { ... on MinedWorkflows { read proposed { id steps } } } }"


async def ask(http: httpx2.AsyncClient, document: str, **variables: Any) -> dict[str, Any]:
    answer = (await http.post("/graphql", json={"query": document, "variables": variables})).json()
    assert "errors" not in answer, answer
    found: dict[str, Any] = answer["data"]
    return found


async def record(http: httpx2.AsyncClient, name: str, steps: list[str], version: int) -> None:
    told = await ask(http, RECORD, input={"name": name, "steps": steps, "project": "shop"})
    assert told["recordProcedure"]["version"] == version


async def test_a_way_to_work(served: str, own: GraphMem, language: str) -> None:
    said, headers = SAID[language], as_local(own)
    project = {"x-graphmem-project": "shop"}
    async with (
        httpx2.AsyncClient(base_url=served, headers=headers, timeout=PATIENCE_SECONDS) as http,
        httpx2.AsyncClient(base_url=served, timeout=PATIENCE_SECONDS) as page,
        mcp_client(served, headers | project) as agent,
    ):
        # Four releases are told, each with its calls, and steps that are no part of it.
        for at, thing in enumerate(("cart", "login", "search", "mailer")):
            steps = [
                call("Read", {"path": f"{thing}/setup.cfg"}),
                *([call("Bash", {"command": "git status"})] if at % 2 else []),
                call("Bash", {"command": f"make release {thing}"}),
                said["step"],
            ]
            given = {"event": said["event"].format(thing), "steps": steps, "worked": True, "project": "shop"}
            assert (await ask(http, EPISODE, input=given))["recordEpisode"]["__typename"] == "Episode"
        (found,) = (await ask(http, MINE))["mineWorkflows"]["proposed"]
        assert found["steps"] == ["Read(path=<file>)", "Bash(command=make release <text>)", said["step"]]

        # A person accepts it on the page, in their language.
        key = headers["authorization"].removeprefix("Bearer ")
        await page.post("/memory/login", data={"key": key, "next": "/memory"}, headers={"origin": served})
        await page.get(f"/memory/language/{language}")
        tray = await page.get("/memory/review")
        text = unescape(re.sub(r"\s+", " ", tray.text))
        assert [one for one in said["tray"] if one not in text] == []
        form = {"form_token": token_in(tray), "verdict": "ACCEPT", "name": said["name"]}
        assert (await page.post(f"/memory/workflows/{found['id']}", data=form)).status_code == 303
        assert (await ask(http, MINE))["mineWorkflows"]["proposed"] == []

        # An agent follows it; a person improves it, and the agent says that this works.
        (way,) = values(await agent.call_tool("procedure", {"name": said["name"]}))["procedures"]
        assert (way["version"], way["succeeded"], way["steps"][2]) == (1, 4, said["step"])
        await record(http, said["name"], said["second"], version=2)
        for _ in range(6):
            told = values(await agent.call_tool("procedure", {"name": said["name"], "worked": True}))
        assert (told["procedures"][0]["version"], told["procedures"][0]["recommended"]) == (2, 2)

        # The third version fails where the second one held.
        await record(http, said["name"], said["third"], version=3)
        failed = {"name": said["name"], "worked": False, "failed_step": "1", "tools": {"make": "4.4"}}
        for _ in range(3):
            answer = await agent.call_tool("procedure", failed)
        (way,) = values(answer)["procedures"]
        assert (way["version"], way["recommended"], way["better"]) == (3, 2, said["second"])
        assert "version 3 fails where 2 held: step 1 in project shop, 3 of 3 failed" in text_of(answer)
        assert "it is better with 99% probability" in way["doubt"]
        shown = unescape((await page.get(f"/memory/m/{way['id']}")).text)
        assert [one for one in said["shown"] if one not in shown] == []

        # It is rolled back: the second version's steps keep their record.
        await record(http, said["name"], said["second"], version=4)
        (way,) = values(await agent.call_tool("procedure", {"name": said["name"]}))["procedures"]
        assert (way["version"], way["recommended"], way["doubt"], way["regressions"]) == (4, 4, "", [])
