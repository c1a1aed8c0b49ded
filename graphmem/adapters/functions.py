"""An agent's verbs as function schemas, for any chat interface that takes tools as JSON.

tools = FunctionTools(memory.owner("ada"))
answer = client.chat.completions.create(model=…, messages=messages, tools=tools.schemas)
for call in answer.choices[0].message.tool_calls or ():
    told = await tools.call(call.function.name, call.function.arguments)
    messages.append({"role": "tool", "tool_call_id": call.id, "content": told})
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from graphmem.agents.verbs import AGENT, VERBS, AgentVerbs
from graphmem.errors import GraphMemError
from graphmem.owned import OwnedMemory
from graphmem.verbs import form_of


class FunctionTools:
    """The verbs of an agent, at work on a `project`, as tools of the form of OpenAI's chat completions."""

    def __init__(self, owned: OwnedMemory, agent: str = AGENT, *, project: str | None = None) -> None:
        self._verbs = AgentVerbs(owned, agent, project=project)
        self._forms = {name: form_of(getattr(self._verbs, name)) for name in VERBS}

    @property
    def forms(self) -> Mapping[str, type[BaseModel]]:
        """The arguments of each tool, by its name, as a model."""
        return self._forms

    def about(self, name: str) -> str:
        """The description of a tool for the model."""
        return inspect.getdoc(getattr(self._verbs, name)) or ""

    def calling(self, name: str) -> Callable[..., Awaitable[str]]:
        """A tool as a function of its arguments."""

        async def call(**named: Any) -> str:
            return await self.call(name, named)

        return call

    @property
    def schemas(self) -> list[dict[str, Any]]:
        """The value of `tools`."""
        return [
            {
                "type": "function",
                "function": {
                    "name": name,
                    "description": self.about(name),
                    "parameters": form.model_json_schema(),
                },
            }
            for name, form in self._forms.items()
        ]

    async def call(self, name: str, arguments: str | Mapping[str, Any] | None) -> str:
        """A tool's answer in words for the model; an error of the model becomes an answer that describes it."""
        form = self._forms.get(str(name))
        if form is None:
            return f"There is no tool {str(name)[:40]!r}; there are {', '.join(VERBS)}."
        try:
            given = json.loads(arguments or "{}") if isinstance(arguments, str) else arguments or {}
        except (ValueError, RecursionError) as error:
            return f"The arguments of {name} are no JSON ({error})."
        try:
            checked = form.model_validate(dict(given) if isinstance(given, Mapping) else given)
            answer = await getattr(self._verbs, name)(**{key: getattr(checked, key) for key in form.model_fields})
        except ValidationError as error:
            wrong = sorted({".".join(str(part) for part in one["loc"]) or "all" for one in error.errors()})
            return f"The arguments of {name} are wrong: {', '.join(wrong)}."
        except GraphMemError as error:
            return str(error)
        told: str = answer.as_text()
        return told
