"""What a user attaches to a conversation: memories, entities and the palace; and two prompts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver import MCPServer

from graphmem.agents.verbs import AgentVerbs
from graphmem.model.exploration import Profile
from graphmem.model.views import MemoryView
from graphmem.services.retrieval.sanitising import make_inert

Wrap = Callable[[Any], Any]

START = """\
Begin this task with what is remembered.

Task: {task}

{context}

Call `recall` with what the task leaves open, and `procedure` with its name, before you plan."""

WRAP_UP = """\
This conversation ends. Go through it once and call `learn` for each thing worth knowing in a later one (decisions \
with their reasons, preferences, corrections, pitfalls), one whole sentence in the third person with names and dates; \
`procedure` for what was worked out step by step; `episode` for what was tried, with its outcome. What was recalled \
from memory is there already: do not learn it again. Leave out secrets and small talk.{focus}"""


def add_resources(server: MCPServer[Any], speaking: Callable[[], AgentVerbs], wrap: Wrap) -> None:
    """Register them. `speaking` are the verbs of the request that is answered; `wrap` tells errors."""

    @server.resource("memory://memory/{id}", title="A memory", mime_type="application/json")
    @wrap
    async def memory(id: str) -> str:
        """One memory with its sources, links and former texts."""
        return _json(_memory(await speaking().readable.show(id)))

    @server.resource("memory://entity/{name}", title="Somebody or something", mime_type="application/json")
    @wrap
    async def entity(name: str) -> str:
        """What holds of somebody or something now."""
        return _json(_profile(await speaking().readable.profile(name)))

    @server.resource("memory://palace", title="The palace", mime_type="application/json")
    @wrap
    async def palace() -> str:
        """Wings and rooms, at most a hundred of each."""
        return _json(_plain(await speaking().readable.palace()))

    @server.prompt(title="Begin with what is remembered")
    async def start(task: str) -> str:
        """The user's standing rules, what is used most, and known ways for a task."""
        context = (await speaking().readable.activate(task, project=speaking().project)).text
        return START.format(task=task.strip(), context=context or "Nothing stands in memory yet.")

    @server.prompt(title="Keep what this conversation taught")
    def wrap_up(focus: str = "") -> str:
        """Asks for what is worth keeping of a conversation to be learnt."""
        return WRAP_UP.format(focus=f" Above all: {focus.strip()}." if focus.strip() else "")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)


def _plain(value: object) -> object:
    """The same with every text inert."""
    if isinstance(value, str):
        return make_inert(value)
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def _memory(view: MemoryView) -> object:
    memory = view.memory
    return _plain({
        "id": memory.id,
        "text": memory.text,
        "category": memory.category.value,
        "tier": memory.tier.value,
        "said_by": memory.data_source.value,
        "since": memory.valid_from.isoformat(),
        "until": None if memory.valid_until is None else memory.valid_until.isoformat(),
        "retracted": memory.retracted_at is not None,
        "sources": [{"pointer": one.pointer, "speaker": one.speaker, "text": one.text} for one in view.sources],
        "relations": [
            {"type": one.type, "outgoing": one.outgoing, "id": one.id, "text": one.text} for one in view.relations
        ],
        "former": [one.text for one in view.versions],
    })  # fmt: skip


def _profile(profile: Profile) -> object:
    return _plain({
        "name": profile.entity.name,
        "uri": profile.entity.uri,
        "facts": [one.text for one in profile.facts],
        "memories": [{"id": one.id, "text": one.text} for one in profile.memories],
    })  # fmt: skip
