"""What an agent keeps of its own work, through GraphQL: procedures in versions, episodes, standing contexts."""

from __future__ import annotations

import json
from typing import Any

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.api.conftest import Client
from tests.api.test_memories import PROBLEM
from tests.support import canaries

PROCEDURE = """name steps version tags successCount failureCount
  memory { id text scope category retractedAt } former { version steps successCount }"""
RECORD = f"""mutation($input: ProcedureInput!) {{ recordProcedure(input: $input) {{ __typename
  ... on Procedure {{ {PROCEDURE} }} {PROBLEM} }} }}"""
EPISODE = f"""mutation($input: EpisodeInput!) {{ recordEpisode(input: $input) {{ __typename
  ... on Episode {{ event outcome tags happenedAt memory {{ id text category }} }} {PROBLEM} }} }}"""
LIST = f"""query($task: String, $path: String, $first: Int! = 10, $after: String) {{
  procedures(task: $task, path: $path, first: $first, after: $after) {{
    nodes {{ {PROCEDURE} }} pageInfo {{ hasNextPage endCursor }} }} }}"""
NAMED = f"query($name: String!) {{ procedure(name: $name) {{ ... on Procedure {{ {PROCEDURE} }} {PROBLEM} }} }}"
OUTCOME = f"""mutation($name: String!, $success: Boolean!) {{ recordOutcome(procedure: $name, success: $success) {{
  ... on RecordedOutcome {{ memories success }} {PROBLEM} }} }}"""
ACTIVATE = """query($task: String!, $path: String) { activate(task: $task, path: $path) { ... on Activation { text
  entries { layer memory { text } } } } }"""
STATS = """{ memoryStats { memories tokens former procedures episodes byCategory { category memories tokens }
  byTier { tier memories } byDataSource { dataSource memories } } }"""

DEPLOY = {"name": "Deploy the billing service", "steps": ["Run the tests.", "Stop the queue.", "Copy the files."]}
BACKUP = {"name": "Yedek alma", "steps": ["Veritabanını durdur.", "Dosyaları sunucuya kopyala."], "tags": ["yedek"]}


WORKFLOW = "id name steps worked failed share state procedure episodes { event steps worked }"
MINE = f"mutation {{ mineWorkflows {{ ... on MinedWorkflows {{ read proposed {{ {WORKFLOW} }} }} }} }}"
DECIDE = f"""mutation($id: String!, $verdict: ReviewVerdict!, $name: String) {{
  decideWorkflow(id: $id, verdict: $verdict, name: $name) {{ __typename {PROBLEM}
    ... on Workflow {{ {WORKFLOW} }} }} }}"""
WORKFLOWS = f"""query($state: DecisionState! = OPEN) {{ workflows(state: $state, first: 10) {{ totalCount
  nodes {{ {WORKFLOW} }} }} }}"""


async def record(client: Client, **given: Any) -> dict[str, Any]:
    told: dict[str, Any] = (await client.data(RECORD, input=given))["recordProcedure"]
    return told


async def fitting(client: Client, task: str, **asked: Any) -> list[str]:
    found = (await client.data(LIST, task=task, **asked))["procedures"]["nodes"]
    return [one["name"] for one in found]


async def test_a_procedure_goes_on_in_versions(client: Client) -> None:
    first = await record(client, **DEPLOY, scope=["src/billing/**"], tags=["release"])
    assert (first["version"], first["tags"], first["memory"]["scope"]) == (1, ["release"], ["src/billing/**"])
    assert first["memory"]["category"] == "WORKFLOW"
    again = await record(client, **DEPLOY, scope=["src/billing/**"], tags=["release"])
    assert again == first
    await client.data(OUTCOME, name="deploy the billing service", success=True)
    longer = [*DEPLOY["steps"], "Start the queue."]
    second = await record(client, name=DEPLOY["name"], steps=longer, scope=["src/billing/**"], idempotencyKey="k")
    assert (second["version"], second["steps"], second["successCount"]) == (2, longer, 1)
    assert second["memory"]["id"] == first["memory"]["id"]
    assert (
        await record(client, name=DEPLOY["name"], steps=longer, scope=["src/billing/**"], idempotencyKey="k") == second
    )
    found = (await client.data(NAMED, name="DEPLOY the Billing Service"))["procedure"]
    assert [(one["version"], one["steps"], one["successCount"]) for one in found["former"]] == [(1, DEPLOY["steps"], 1)]
    assert second["former"] == found["former"]
    await record(client, **BACKUP)
    listed = (await client.data(LIST))["procedures"]["nodes"]
    assert {one["name"]: len(one["former"]) for one in listed} == {DEPLOY["name"]: 1, BACKUP["name"]: 0}
    missing = (await client.data(NAMED, name="Fly to the moon"))["procedure"]
    assert (missing["code"], missing["field"]) == ("NOT_FOUND", "name")


async def test_an_outcome_is_that_of_the_projects_own_procedure(client: Client) -> None:
    await record(client, **DEPLOY)
    await record(client, **DEPLOY, project="shop")
    told = OUTCOME.replace("$success: Boolean!", "$success: Boolean!, $project: String").replace(
        "success: $success", "success: $success, project: $project"
    )
    named = NAMED.replace("$name: String!", "$name: String!, $project: String").replace(
        "name: $name", "name: $name, project: $project"
    )

    async def counts() -> list[tuple[int, int]]:
        found = [(await client.data(named, name=DEPLOY["name"], project=one))["procedure"] for one in (None, "shop")]
        return [(one["successCount"], one["failureCount"]) for one in found]

    await client.data(told, name=DEPLOY["name"], success=True, project="shop")
    assert await counts() == [(0, 0), (1, 0)]
    await client.data(told, name=DEPLOY["name"], success=False, project="game")
    assert await counts() == [(0, 1), (1, 0)], "a project without its own follows that of none"
    refused = (await client.data(told, name=DEPLOY["name"], success=True, project=" "))["recordOutcome"]
    assert refused["field"] == "project"


async def test_what_was_said_never_changes_a_procedure(client: Client, own: GraphMem, owner: str) -> None:
    told = await record(client, name="Rotate the keys", steps=["Ask Clara for the vault."])
    for text in ("To rotate the keys, never ask Clara for the vault.", "We rotate the keys without the vault now."):
        await own.observer.learn(own.owner(owner), text)
    found = (await client.data(NAMED, name="Rotate the keys"))["procedure"]
    assert (found["steps"], found["version"]) == (["Ask Clara for the vault."], 1)
    assert found["memory"]["text"] == told["memory"]["text"]
    assert found["memory"]["retractedAt"] is None


async def test_a_task_finds_its_procedures_and_what_worked_comes_first(client: Client) -> None:
    """In both languages, within their scope; a task of another matter finds none."""
    await record(client, **DEPLOY, scope=["src/billing/**"])
    await record(client, **BACKUP)
    await record(client, name="Deploy the billing service by hand", steps=["Copy the files with scp."])
    await record(client, name="Water the plants", steps=["Fill the can.", "Pour slowly."])
    both = ["Deploy the billing service", "Deploy the billing service by hand"]
    assert sorted(await fitting(client, "deploy billing to production")) == both
    assert await fitting(client, "deploy billing", path="docs/index.md") == both[1:]
    assert (await fitting(client, "gece yedek almam gerekiyor"))[0] == BACKUP["name"]
    assert await fitting(client, "book a flight to Lisbon") == []
    for success in (True, True, False):
        await client.data(OUTCOME, name=both[1], success=success)
    assert await fitting(client, "deploy the billing service", path="src/billing/app.py") == [both[1], both[0]]
    standing = (await client.data(ACTIVATE, task="deploy the billing service"))["activate"]
    helping = [(entry["layer"], entry["memory"]["text"].split(":")[0]) for entry in standing["entries"]]
    assert helping == [("B", both[1]), ("C", both[0])]  # what was used comes in as such, once
    assert "(worked 2, failed 1)" in standing["text"]


async def test_episodes_are_kept_listed_and_recalled(client: Client, own: GraphMem, owner: str) -> None:
    given = {
        "event": "The deployment of the invoice service failed.",
        "outcome": "Clara rolled it back.",
        "tags": ["ops"],
    }
    told = (await client.data(EPISODE, input=given | {"happenedAt": "2026-05-08T13:56:00Z"}))["recordEpisode"]
    assert (told["event"], told["outcome"], told["tags"]) == tuple(given.values())
    assert told["happenedAt"].startswith("2026-05-08T13:56:00")
    await client.data(EPISODE, input={"event": "Sunucu yeniden başlatıldı.", "outcome": "Sorun çözüldü."})
    asked = "{ episodes(first: 1) { nodes { event memory { text } } pageInfo { hasNextPage endCursor } } }"
    page = (await client.data(asked))["episodes"]
    assert page["nodes"][0]["memory"]["text"] == "Sunucu yeniden başlatıldı. Sonuç: Sorun çözüldü."
    after = page["pageInfo"]["endCursor"]
    rest = (await client.data(asked.replace("first: 1", f'first: 5, after: "{after}"')))["episodes"]
    assert [one["event"] for one in rest["nodes"]] == [given["event"]]
    found = await own.recall("What happened to the invoice service?", owner=owner)
    assert found.memories[0].memory.id == told["memory"]["id"]
    counted = (await client.data(STATS))["memoryStats"]
    assert (counted["memories"], counted["episodes"], counted["procedures"]) == (2, 2, 0)
    assert counted["byCategory"] == [{"category": "EPISODE", "memories": 2, "tokens": counted["tokens"]}]
    assert counted["byDataSource"] == [{"dataSource": "ASSISTANT", "memories": 2}]
    assert counted["tokens"] > 10


async def test_what_cannot_be_kept_is_refused_by_its_field(client: Client) -> None:
    wrong: dict[str, dict[str, Any]] = {
        "input.name": {"name": " ", "steps": ["a"]},
        "input.steps": {"name": "a", "steps": []},
        "input.tags": {"name": "a", "steps": ["a"], "tags": ["x"] * 21},
        "input.scope": {"name": "a", "steps": ["a"], "scope": ["{1..9999}"]},
    }
    for field, given in wrong.items():
        assert (await record(client, **given))["field"] == field
    assert (await client.data(EPISODE, input={"event": "x" * 1_001}))["recordEpisode"]["field"] == "input.event"


async def test_erasing_takes_procedures_and_episodes_along(client: Client, own: GraphMem, owner: str) -> None:
    word = "quinquereme"
    await record(client, name=f"Row the {word}", steps=[f"Board the {word}."], tags=[word])
    await record(client, name=f"Row the {word}", steps=[f"Find the {word}."], tags=[word])
    await client.data(EPISODE, input={"event": f"The {word} sank.", "outcome": word})
    tenant = Owner.named(owner)
    assert await canaries.in_graph(own.database, tenant, [word])
    await own.erase(owner=owner)
    assert await canaries.in_graph(own.database, tenant, [word]) == []
    assert json.dumps(await client.data(LIST)).count(word) == 0


async def test_a_workflow_is_found_and_decided_about(client: Client) -> None:
    for thing in ("cart", "login", "search"):
        steps = [
            f'Read(path="{thing}.py")',
            f'Edit(path="{thing}.py", text="{thing} x")',
            f'Bash(command="pytest {thing}")',
        ]
        told = {"event": f"Repaired {thing}.", "steps": steps, "worked": True}
        assert (await client.data(EPISODE, input=told))["recordEpisode"]["__typename"] == "Episode"
    mined = (await client.data(MINE))["mineWorkflows"]
    (found,) = mined["proposed"]
    assert mined["read"] == 3
    assert found["steps"] == ["Read(path=<file>)", "Edit(path=<file>, text=<text>)", "Bash(command=pytest <text2>)"]
    assert (found["worked"], found["failed"], found["share"], found["state"]) == (3, 0, 0.8, "OPEN")
    assert {one["event"] for one in found["episodes"]} == {"Repaired cart.", "Repaired login.", "Repaired search."}
    listed = (await client.data(WORKFLOWS))["workflows"]
    assert (listed["totalCount"], [one["id"] for one in listed["nodes"]]) == (1, [found["id"]])
    short = (await client.data(DECIDE, id=found["id"][:4], verdict="ACCEPT"))["decideWorkflow"]
    assert short["__typename"] == "InvalidInput"
    decided = (await client.data(DECIDE, id=found["id"], verdict="ACCEPT", name="Repair"))["decideWorkflow"]
    assert decided["state"] == "ACCEPTED"
    named = (await client.data(NAMED, name="repair"))["procedure"]
    assert (named["steps"], named["successCount"], named["version"]) == (found["steps"], 3, 1)
    assert named["memory"]["id"] == decided["procedure"]
    otherwise = (await client.data(DECIDE, id=found["id"], verdict="DISMISS"))["decideWorkflow"]
    assert otherwise["__typename"] == "InvalidInput"
    assert (await client.data(MINE))["mineWorkflows"]["proposed"] == []


async def test_uses_tell_which_step_fails_and_where(client: Client) -> None:
    used = """mutation($success: Boolean!, $use: ProcedureUseInput) { recordOutcome(
      procedure: "Yedek alma", project: "shop", success: $success, use: $use) { __typename } }"""
    asked = """query($tools: [ToolVersionInput!]) { procedure(name: "yedek alma", project: "shop", tools: $tools) {
      ... on Procedure { recommended doubt regressions versions { version worked failed failing { step text failed }
        here { worked failed share } } } } }"""
    await record(client, **BACKUP)
    for _ in range(5):
        assert (await client.data(used, success=True))["recordOutcome"]["__typename"] == "RecordedOutcome"
    await record(client, **BACKUP | {"steps": ["Dosyaları kopyala."]})
    use = {"step": "1", "tools": [{"name": "rsync", "version": "3.2"}]}
    for _ in range(4):
        assert (await client.data(used, success=False, use=use))["recordOutcome"]["__typename"] == "RecordedOutcome"
    found = (await client.data(asked, tools=[{"name": "rsync", "version": "3.4"}]))["procedure"]
    assert found["regressions"][0] == "version 2 fails where 1 held: step 1 in project shop, 4 of 4 failed"
    assert found["recommended"] == 1
    assert found["versions"][1]["failing"] == [{"step": 1, "text": "Dosyaları kopyala.", "failed": 4}]
    assert [(one["here"]["worked"], one["here"]["failed"]) for one in found["versions"]] == [(0, 0), (0, 4)]
    for wrong in ({"step": "9"}, {"version": 7}, {"tools": [{"name": "a b", "version": "1"}]}):
        assert (await client.data(used, success=False, use=wrong))["recordOutcome"]["__typename"] == "InvalidInput"
