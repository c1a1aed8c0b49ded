"""Metrics: told to this machine's own user, of all owners together, and every alert asks for one that there is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from graphmem.facade import GraphMem
from graphmem.model.job import JobKind
from graphmem.services.jobs import Jobs
from tests.api.conftest import Client, client_of

DOCKER = Path(__file__).parent.parent.parent / "docker"
ALERTS = DOCKER / "alerts.yaml"


def values(text: str) -> dict[str, float]:
    """Each sample by its name and labels."""
    lines = (line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {name: float(value) for name, value in lines}


async def test_what_is_asked_is_counted_and_nobody_is_named(own: GraphMem, client: Client, owner: str) -> None:
    await client.data("{ health { drawers } }")
    await client.http.get(f"/nowhere/{owner}")
    await client.http.get("/memory")
    answer = await client.http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    found = values(answer.text)
    assert found['graphmem_requests_total{route="graphql",status="200"}'] == 1
    assert found['graphmem_requests_total{route="memory",status="401"}'] == 1
    assert found['graphmem_requests_total{route="other",status="404"}'] == 1
    assert found['graphmem_request_seconds_count{route="graphql"}'] == 1
    assert (found["graphmem_ready"], found["graphmem_requests_running"]) == (1, 1)
    assert owner not in answer.text
    assert own.owner().key not in answer.text


async def test_the_work_behind_is_counted(own: GraphMem, client: Client, owner: str) -> None:
    whose = own.owner()
    before = values((await client.http.get("/metrics")).text)
    await own.observer.learn(whose, "Ada keeps the spare key under the blue pot.")
    await own.memories.forget(whose, (await own.memories.page(whose)).items[0].id, by="test")
    await own.observer.learn(whose, "Ada keeps the spare key under the blue pot.")
    await client.data('{ recall(query: "Where is the spare key?") { __typename } }')
    await client.data("mutation { applyDream { __typename } }")
    await Jobs(own.database).enqueue(whose, JobKind.DREAM, {}, delay_seconds=600)
    text = (await client.http.get("/metrics")).text
    found = values(text)

    def grown(name: str) -> float:
        return found[name] - before.get(name, 0.0)

    assert grown("graphmem_recalls_total") >= 1
    assert grown('graphmem_recall_phase_seconds_count{phase="total"}') == grown("graphmem_recalls_total")
    assert sum(grown(name) for name in found if name.startswith("graphmem_dreams_total")) == 1
    assert grown("graphmem_tombstones_asked_total") >= 1
    assert {"graphmem_claims_lost_total", "graphmem_dream_looked_total", "graphmem_dream_changed_total"} <= set(found)
    assert {'graphmem_memories{state="awake"}', 'graphmem_memories{state="asleep"}'} <= set(found)
    assert {'graphmem_vectors_missing{of="turns"}', 'graphmem_vectors_missing{of="memories"}'} <= set(found)
    assert owner not in text
    async with client_of(own) as another:  # what a server read for metrics it keeps for a while
        fresh = values((await another.http.get("/metrics")).text)
    assert fresh['graphmem_jobs_open{kind="dream",state="queued"}'] >= 1
    assert fresh['graphmem_jobs_oldest_seconds{kind="dream"}'] >= 0


async def test_an_owners_key_is_not_told_what_others_do(own: GraphMem, owner: str, issue: Callable[[str], Any]) -> None:
    key = await issue(owner)
    async with client_of(own, local=False) as client:
        for headers in ({}, {"authorization": f"Bearer {key}"}):
            assert (await client.http.get("/metrics", headers=headers)).status_code == 401
    async with client_of(own, address="10.0.0.9") as client:
        assert (await client.http.get("/metrics")).status_code == 401


async def test_alerts_ask_for_metrics_that_there_are(client: Client) -> None:
    text = (await client.http.get("/metrics")).text
    told = {name.split("{")[0] for name in values((await client.http.get("/metrics")).text)} | {"up"}
    rules = [rule for group in yaml.safe_load(ALERTS.read_text("utf-8"))["groups"] for rule in group["rules"]]
    assert len(rules) == len({rule["alert"] for rule in rules}) >= 5
    for rule in rules:
        named = set(re.findall(r"\b(?:graphmem_\w+|up)\b", rule["expr"]))
        assert named, rule
        assert named <= told, text
    panels = json.loads((DOCKER / "dashboard.json").read_text("utf-8"))["panels"]
    asked = {
        name for panel in panels for one in panel["targets"] for name in re.findall(r"\bgraphmem_\w+", one["expr"])
    }
    assert asked <= told | {name for name in asked if name.startswith("graphmem_model_")}, "models have not been called"
    assert len({panel["id"] for panel in panels}) == len(panels) > 10
