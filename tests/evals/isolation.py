"""Whether one owner can see or change anything of another: every root field and verb, asked with the other's ids.

Two owners with the same kinds of things in their memories, told apart by words that nobody else says. One of them asks
every query and mutation of the schema with what belongs to the other; then everything of the other is read again. A
field without a case here fails the run, so that a new one is never left out.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from graphmem.errors import GraphMemError
from graphmem.evaluation import report
from graphmem.evaluation.load import owners
from graphmem.model.access import EVERYTHING
from graphmem.ports import Progress, silent
from tests.evals import introspection
from tests.evals.introspection import Shape
from tests.evals.isolation_scopes import IssueScoped, ScopeTrial
from tests.evals.isolation_tenants import Ask, Tenant, fill
from tests.evals.isolation_verbs import OWNERLESS, verbs

Verb = Callable[[str, Sequence[str]], Awaitable[str]]
"""Run a command for an owner: name and arguments; all that it printed."""

ROUNDS = 2
DEPTH = 5


def cases(victim: Tenant) -> dict[str, list[dict[str, Any]]]:
    """What each root field is asked with; all of it is the victim's."""
    ids, mark = victim.ids, victim.mark
    memory, session = ids["memories"][0], ids["sessions"][0]
    uri = ids["entities"][0]
    told = {"title": f"Voyage {mark}", "id": f"voyage-{mark}", "wing": f"W {mark}"}
    turns = [{"text": "The weather is nice today.", "speaker": "Eve"}]
    after = {"first": 50, "after": ids["cursors"][0]}
    message = {"text": "My brother moved to Oslo in March 2026.", "role": "USER", "session": session}
    spaces = [{"space": one} for one in ids["spaces"]]
    told_of = [one | {"id": memory} for one in spaces]
    return {
        "recall": [{"query": mark, "limit": 50}, {"query": f"Where does {mark} live?", "session": session}],
        "recallFor": [{"messages": [{"text": f"Where does {mark} live?"}], "session": session}],
        "search": [{"query": mark, "limit": 50}],
        "causalChain": [{"ids": ids["memories"][:20]}],
        "related": [{"id": one, "hops": 4} for one in (*ids["memories"][:3], memory[:8])],
        "entityProfile": [{"name": one} for one in ids["entities"][:3]] + [{"name": mark}],
        "timeline": [{"name": one} for one in ids["entities"][:3]] + [{"name": mark}],
        "activate": [{"task": mark}],
        "procedures": [{"first": 50}, {"task": f"deploy {mark}"}],
        "procedure": [{"name": name} for name in ids["procedures"]],
        "episodes": [{"first": 50}],
        "memoryStats": [{}],
        "palace": [{"first": 50}, after],
        "drawer": [{"pointer": one} for one in ids["pointers"]],
        "memory": [{"id": one} for one in (*ids["memories"][:3], memory[:8])],
        "memories": [
            {"first": 100},
            {"filters": {"entity": uri, "live": False}},
            {"filters": {"session": session, "live": False}},
            {"filters": {"speaker": mark, "saidFrom": "2020-01-01T00:00:00Z", "live": False}},
            after,
        ],
        "entity": [{"uri": one} for one in ids["entities"][:3]],
        "subjectReport": [{"name": uri}, {"name": mark}],
        "digest": [{"name": uri}, {"name": mark}, *({"name": one} for one in ids["pointers"])],
        "entities": [{"limit": 100}],
        "allEntities": [{"first": 100}, after],
        "sessions": [{"limit": 100}],
        "allSessions": [{"first": 100}, after],
        **{one: [{"first": 50}, after] for one in ("reviews", "workflows")},
        "dream": [{"limit": 50}],
        "dreamRuns": [{"first": 50}, after],
        "dreamRun": [{"id": one} for one in (ids["dreams"][0], ids["dreams"][0][:8])],
        "why": [{"id": one} for one in (*ids["memories"][:3], memory[:8])],
        "workingMemory": [{}, {"session": session}],
        "jobs": [{"first": 50}, after],
        **{name: [{}] for name in ("schedules", "tiers", "dueMemories", "hotTier", "usage", "health")},
        **{name: [{}] for name in ("settings", "viewer", "auditChain", "quarantine", "retention")},
        **{name: [{}] for name in ("keys", "webhooks", "mineWorkflows")},
        "node": [{"id": one} for one in (*ids["memories"][:3], *ids["jobs"], ids["dreams"][0], uri)],
        "audit": [{"first": 50}, after],
        "mineConversation": [{"input": told | {"turns": turns}}],
        "mineLater": [{"input": told | {"turns": turns}}],
        "mineDocument": [{"input": {"name": f"{mark}.md", "id": f"notes-{mark}", "text": "# Notes\n\nIt rains.\n"}}],
        "say": [{"input": message}],
        "observe": [{"input": message}, {"input": message | {"session": None}}],
        "observeMany": [{"inputs": [message, message | {"session": None}]}],
        "learn": [{"input": {"text": "Backups are made with restic.", "session": session}}],
        "startSession": [{"id": session}],
        "endSession": [{"id": session}],
        "relate": [{"source": memory, "target": ids["memories"][1], "type": "CONTRADICTS"}],
        "pin": [{"id": memory}, {"id": memory[:8]}],
        "setImmutable": [{"id": memory}],
        "forget": [{"id": one} for one in ids["memories"]],
        "forgetMany": [{"filters": {"speaker": mark}}, {"filters": {"session": session, "entity": uri}, "dry": False}],
        "edit": [{"id": one, "text": "It rains."} for one in (memory, memory[:8])],
        "invalidate": [{"id": memory}],
        "restore": [{"id": memory}],
        "tombstones": [{"first": 50, "every": True}, after],
        "lift": [{"id": one} for one in (*ids["tombstones"], ids["tombstones"][0][:8])],
        "wake": [{"id": memory}],
        "promote": [{"id": memory}, {"id": memory[:8]}],
        "demote": [{"id": memory}],
        "applyDream": [{"confirm": True}],
        **{name: [{"apply": True, "confirm": True}] for name in ("rehearse", "consolidate", "compact")},
        "applyRetention": [{}],
        "setSchedule": [{"cron": "5 4 * * *", "run": True}, {"paused": True}],
        "undoDream": [{"id": ids["dreams"][0]}, {"id": ids["dreams"][0][:8], "memory": memory}],
        "mergeEntities": [{"uri": uri, "into": ids["entities"][1]}],
        **{name: [{"uri": one} for one in ids["entities"][:3]] for name in ("unmergeEntities", "describeEntity")},
        "deleteDrawer": [{"pointer": one} for one in ids["pointers"]],
        "retryJob": [{"id": one} for one in ids["jobs"]],
        "cancelJob": [{"id": one} for one in ids["jobs"]],
        "decideReview": [{"id": one, "verdict": "ACCEPT"} for one in ids["reviews"]],
        "decideQuarantine": [{"id": memory, "verdict": "DISMISS"}],
        "decideWorkflow": [{"id": one, "verdict": "ACCEPT"} for one in ids["workflows"]],
        "recordOutcome": [
            {"ids": ids["memories"][:20], "success": False},
            *({"procedure": name, "success": False} for name in ids["procedures"]),
            *({"block": one, "success": False} for one in ids["blocks"]),
        ],
        "recordProcedure": [{"input": {"name": "Make tea", "steps": ["Boil water."]}}],
        "recordEpisode": [{"input": {"event": "The kettle broke."}}],
        "setSettings": [{"recallOff": [victim.mark]}],
        "addWebhook": [{"url": "https://receiver.invalid/events", "events": ["REVIEW"]}],
        **{name: [{"id": "0" * 32}] for name in ("removeWebhook", "testWebhook")},
        "issueKey": [{"label": victim.mark, "scopes": ["READ"]}],
        "rotateKey": [{"key": one} for one in ids["keys"]],
        "revokeKey": [{"key": one} for one in ids["keys"]],
        "spaces": [{}],
        **dict.fromkeys(("spaceMembers", "spaceReviews", "spaceReads", "spaceTombstones", "setSpaceKeeping"), spaces),
        "spaceRules": [one | {"proposed": told} for one in spaces for told in (False, True)],
        "decideSpaceReview": [{"space": one, "id": ids["reviews"][0], "verdict": "ACCEPT"} for one in ids["spaces"]],
        **dict.fromkeys(("forgetInSpace", "shareMemory", "unshareMemory", "spaceMemory", "setTeamRule"), told_of),
        "liftInSpace": [{"space": one, "id": ids["tombstones"][0]} for one in ids["spaces"]],
        "createSpace": [{"title": mark}],
        "grantRight": [{"space": one, "member": "Eve", "right": "ADMIN"} for one in ids["spaces"]],
        "revokeRight": [one | {"member": victim.name} for one in spaces],
        "eraseOwner": [{"confirm": victim.name}],
    }


LAST = ("forget", "deleteDrawer", "eraseOwner")
"""What takes the intruder's own things away comes at the end."""


class Trial:
    """One round: two owners, one of whom goes for everything of the other."""

    def __init__(self, ask: Ask, shape: Shape, tenants: tuple[Tenant, Tenant]) -> None:
        self._ask = ask
        self._shape = shape
        self.victim, self.intruder = tenants
        self.asked = 0
        self.leaks: list[str] = []
        self.writes: list[str] = []
        self._written = ""
        self._documents: dict[tuple[str, ...], str] = {}

    async def fill(self) -> None:
        """Give both owners the same kinds of things, in words of their own."""
        for tenant in (self.victim, self.intruder):
            await fill(self._ask, tenant)

    async def queries(self) -> None:
        """Every root field, with what is the victim's."""
        table = cases(self.victim)
        missing = sorted(self._shape.roots().keys() - table.keys())
        if missing:
            raise GraphMemError(f"No case asks {', '.join(missing)} for another owner's things.")
        all_before = await self.state(whole=True)
        before = await self.state()
        roots = self._shape.roots()
        reads = [name for name in table if roots[name] == "query"]
        writes = [name for name in table if roots[name] == "mutation" and name not in LAST]
        # What came of the writes is read, too, before the intruder takes its own things away.
        for name in (*reads, *writes, *reads, *LAST):
            for variables in table[name]:
                await self._try(name, variables)
            if roots[name] == "mutation":
                before = await self._compare(name, before)
        await self._compare("all of them", all_before, whole=True)

    async def verbs(self, verb: Verb, known: Sequence[str]) -> None:
        """Every command, for the intruder, with what is the victim's."""
        missing = sorted(set(known) - verbs(self.victim).keys() - OWNERLESS)
        if missing:
            raise GraphMemError(f"No case runs {', '.join(missing)} for another owner's things.")
        all_before = await self.state(whole=True)
        before = await self.state()
        for name, given in verbs(self.victim).items():
            for arguments in given:
                self.asked += 1
                self._written += " ".join(arguments).casefold()  # an audit entry names the id that was given
                self._look(f"graphmem {name}", await verb(self.intruder.name, (name, *arguments)), " ".join(arguments))
            before = await self._compare(f"graphmem {name}", before)
        await self._compare("all commands", all_before, whole=True)

    async def state(self, *, whole: bool = False) -> list[str]:
        """The lists of what the victim has, as it reads them itself, in lines; everything in them when `whole`."""
        lines = []
        reads: list[tuple[str, dict[str, Any]]] = [
            ("memories", {"first": 100, "filters": {"live": False}}),
            ("entities", {"limit": 100}),
            ("palace", {"first": 50}),
            ("sessions", {"limit": 100}),
            ("reviews", {"first": 50}),
            ("dreamRuns", {"first": 50}),
            ("tombstones", {"first": 50, "every": True}),
            ("schedules", {}),
            ("tiers", {}),
            ("procedures", {"first": 50}),
            ("episodes", {"first": 50}),
            ("jobs", {"first": 50}),
        ]
        if whole:
            reads += [("memory", {"id": id_}) for id_ in self.victim.ids["memories"]]
            reads += [("drawer", {"pointer": pointer}) for pointer in self.victim.ids["pointers"]]
        for name, variables in reads:
            _, answer = await self._asked(self.victim.key, name, variables)
            lines.append(f"{name} {json.dumps(_without_time(answer), sort_keys=True)}")
        return lines

    async def _compare(self, name: str, before: list[str], *, whole: bool = False) -> list[str]:
        now = await self.state(whole=whole)
        changed = [new for old, new in zip(before, now, strict=True) if old != new]
        self.writes += [f"{name}: {line[:200]}" for line in changed]
        return now

    async def _try(self, name: str, variables: dict[str, Any]) -> None:
        self.asked += 1
        _, answer = await self._asked(self.intruder.key, name, variables)
        said = json.dumps(variables, ensure_ascii=False)
        if self._shape.roots()[name] == "mutation":
            self._written += said.casefold()
        self._look(name, json.dumps(answer, ensure_ascii=False), said)

    def _look(self, name: str, shown: str, said: str) -> None:
        # What the intruder wrote itself it may read again.
        seen, own = shown.casefold(), said.casefold() + self._written
        self.leaks += [f"{name}: {secret}" for secret in self.victim.secrets if secret in seen and secret not in own]

    async def _asked(self, key: str, name: str, variables: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        known = (name, *variables)
        if known in self._documents:
            return await self._ask(key, self._documents[known], variables)
        for depth in range(DEPTH, 0, -1):
            document = self._shape.document(name, variables, depth)
            status, answer = await self._ask(key, document, variables)
            if "cost" not in json.dumps(answer.get("errors", "")) and status != 400:
                self._documents[known] = document
                return status, answer
        raise GraphMemError(f"{name} cannot be asked: {json.dumps(answer)[:300]}")


def _without_time(answer: Any) -> Any:
    """An answer without what the clock alone changes: what strengths are worth by now."""
    if isinstance(answer, dict):
        return {name: _without_time(value) for name, value in answer.items() if name != "strength"}
    return [_without_time(one) for one in answer] if isinstance(answer, list) else answer


async def run(
    ask: Ask,
    issue: IssueScoped,
    *,
    rounds: int = ROUNDS,
    seed: int = 7,
    verb: Verb | None = None,
    known_verbs: Sequence[str] = (),
    progress: Progress = silent,
) -> report.Report:
    """Play the rounds; `leaks` and `writes_across` are what came of them, each named in `found`.

    In the first round one of them asks for its own things, too, with a key of each scope alone; `scope_leaks` is what
    such a key got beyond its scope. `issue` gives a key of an owner. Raises GraphMemError for a root field or verb that
    nothing here asks.
    """
    names = iter(owners(2 * rounds, seed, "isolation"))
    asked, unkeyed = 0, 0
    leaks: list[str] = []
    writes: list[str] = []
    beyond: list[str] = []
    shape: Shape | None = None
    for number in range(rounds):
        progress("trying to reach another owner", number, rounds)
        first, second = [
            Tenant(name, await issue(name, sorted(EVERYTHING)), mark) for name, mark in (next(names), next(names))
        ]
        if shape is None:
            _, answer = await ask(first.key, introspection.QUERY, {})
            shape = Shape.of(answer)
        for key in ("", "gm_" + "x" * 43):
            status, _ = await ask(key, "{ health { drawers } }", {})
            unkeyed += status != 401
        trial = Trial(ask, shape, (first, second))
        await trial.fill()
        if verb is not None and number == 0:
            await trial.verbs(verb, known_verbs)
        await trial.queries()
        if number == 0:
            alone = ScopeTrial(ask, shape, first, cases(first))
            await alone.run(issue, LAST)
            asked, beyond = asked + alone.asked, alone.leaks
        asked, leaks, writes = asked + trial.asked, leaks + trial.leaks, writes + trial.writes
    progress("trying to reach another owner", rounds, rounds)
    assert shape is not None
    return {
        "metrics": {
            "leaks": len(leaks),
            "writes_across": len(writes),
            "scope_leaks": len(beyond),
            "served_without_key": unkeyed,
            "root_fields": len(shape.roots()),
            "verbs": len(verbs(first)) if verb is not None else 0,
            "requests": asked,
        },
        "found": {"leaks": leaks, "writes_across": writes, "scope_leaks": beyond},
        "settings": report.settings(rounds=rounds, seed=seed),
    }
