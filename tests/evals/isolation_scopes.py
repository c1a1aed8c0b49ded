"""Whether a key of one scope learns or does anything outside it: every root field, asked of the owner's own things.

A key without the scope read is refused whatever tells stored text. So a document is asked again without the field that
was refused, until it is answered or its root field is refused; what is answered is searched for the owner's words.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from graphmem.errors import GraphMemError
from graphmem.model.access import Scope
from tests.evals.introspection import Shape
from tests.evals.isolation_tenants import Ask, Tenant

IssueScoped = Callable[[str, Sequence[Scope]], Awaitable[str]]
"""Give a key of an owner with these scopes."""

DEPTH = 4
MOST_ASKED = 400
"""Times that one document is asked, each without one more field."""

TRIED = 2
"""Cases of each root field."""

STORED = ("vestel", "bodrum", "postgresql", "green tea", "bergen")
"""Words of what a tenant said that no case asks with."""

OF_KEYS = frozenset({"keys", "audit", "issueKey", "rotateKey"})
"""What tells names of keys, for the scope admin."""

SHORT = 12


class ScopeTrial:
    """One owner, whose keys of one scope each ask for everything of its own."""

    def __init__(self, ask: Ask, shape: Shape, owner: Tenant, cases: Mapping[str, Sequence[dict[str, Any]]]) -> None:
        self._ask = ask
        self._shape = shape
        self._owner = owner
        forgetting = {"text": f"Please forget what I said about the boat {owner.mark.title()}.", "role": "USER"}
        short = {"id": owner.ids["memories"][0][:4]}
        self._cases = {name: [*given[:TRIED]] for name, given in cases.items()}
        self._cases["observe"].append({"input": forgetting})
        for name in ("pin", "setImmutable", "promote", "forget"):
            self._cases[name].append(short)
        # Its other keys are yet to be tried.
        del self._cases["eraseOwner"]
        self.asked = 0
        self.answered: dict[Scope, set[str]] = {}
        self.leaks: list[str] = []

    async def run(self, issue: IssueScoped, last: Sequence[str]) -> None:
        """Once for each scope, with what takes things away at the end. Raises GraphMemError for one that opens none."""
        order = [*(name for name in self._cases if name not in last), *(name for name in last if name in self._cases)]
        for scope in (Scope.READ, Scope.DREAM, Scope.ADMIN, Scope.WRITE):
            key, shape = await issue(self._owner.name, [scope]), self._shape
            self.answered[scope] = set()
            for name in order:
                for variables in self._cases[name]:
                    shape = await self._try(scope, key, shape, name, variables)
        if not all(self.answered.values()):
            raise GraphMemError(f"A scope opened nothing: {self.answered}.")
        whose: dict[str, Scope] = {}
        for scope, names in self.answered.items():
            for name in sorted(names):
                if (other := whose.setdefault(name, scope)) is not scope:
                    self.leaks.append(f"{name} is open to {other.value} and to {scope.value}")

    async def _try(self, scope: Scope, key: str, shape: Shape, name: str, variables: dict[str, Any]) -> Shape:
        """Ask until it is answered; the shape without what was refused."""
        depth = DEPTH
        for _ in range(MOST_ASKED):
            self.asked += 1
            _, answer = await self._ask(key, shape.document(name, variables, depth), variables)
            errors = answer.get("errors") or ()
            refused = [one["message"] for one in errors if one.get("extensions", {}).get("code") == "FORBIDDEN"]
            if refused:
                field, of, _ = refused[0].partition("which ")[2].partition(" of an answer")
                if not of:
                    return shape  # the root field itself
                shape = shape.less(*field.split(".")) if "." in field else shape
            elif "cost" in json.dumps(errors) and depth > 1:
                depth -= 1
            else:
                self.answered[scope].add(name)
                self._look(scope, name, variables, answer)
                return shape
        raise GraphMemError(f"{name} was not answered to a key of {scope.value}: {json.dumps(answer)[:300]}")

    def _look(self, scope: Scope, name: str, variables: dict[str, Any], answer: dict[str, Any]) -> None:
        told = json.dumps(answer.get("data"), ensure_ascii=False).casefold()
        given = json.dumps(variables, ensure_ascii=False).casefold()
        found = []
        if scope is not Scope.READ:
            words = STORED if name in OF_KEYS else (*STORED, self._owner.mark)
            found = [word for word in words if word in told and word not in given]
        start = str(variables.get("id", "x" * SHORT))
        if scope is not Scope.READ and len(start) < SHORT:
            found += [id_ for id_ in self._owner.ids["memories"] if id_ in told]
        if name in ("issueKey", "rotateKey") and '"secret"' in told:
            found.append("a key of other scopes")
        self.leaks += [f"{name} by a key of {scope.value} alone: {one}" for one in found]
