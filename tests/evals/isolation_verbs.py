"""What each command is run with by an owner who goes for another's things, and which commands name none."""

from __future__ import annotations

from tests.evals.isolation_tenants import Tenant

TOLD = ("forget", "rule", "memory", "share", "unshare")
"""Commands of a space that are given one of its memories."""


def verbs(v: Tenant) -> dict[str, list[tuple[str, ...]]]:
    """Commands that take things of an owner, and what of the victim's they are given."""
    return {
        "recall": [(v.mark, "--session", v.ids["sessions"][0]), (v.mark, "--json")],
        "why": [(v.mark,), (v.ids["memories"][0],)],
        "related": [(v.ids["memories"][0],)],
        "profile": [(v.ids["entities"][0],)],
        "timeline": [(v.ids["entities"][0],)],
        "activate": [(v.mark,)],
        "outcome": [(v.ids["memories"][0], "--failure")],
        "procedure": [("list",), ("list", v.mark), *(("show", name) for name in v.ids["procedures"])],
        "episode": [("list",)],
        "stats": [()],
        "palace": [()],
        "drawer": [(v.ids["pointers"][-1],)],
        "observe": [("My brother moved to Oslo in March 2026.", "--session", v.ids["sessions"][0])],
        "learn": [("Backups are made with restic.", "--session", v.ids["sessions"][0])],
        "memories": [("--entity", v.ids["entities"][0]), ("--after", v.ids["cursors"][0])],
        "show": [(v.ids["memories"][0],)],
        "pin": [(v.ids["memories"][0],)],
        "forget": [(v.ids["memories"][0],)],
        "forget-many": [
            ("--session", v.ids["sessions"][0], "--no-dry"),
            ("--entity", v.ids["entities"][0], "--speaker", v.mark, "--no-dry"),
        ],
        "edit": [(v.ids["memories"][0], "It rains.")],
        "invalidate": [(v.ids["memories"][0],)],
        "restore": [(v.ids["memories"][0],)],
        "tombstones": [(), ("--all",)],
        "settings": [()],
        "audit": [(), ("--after", v.ids["cursors"][0]), ("verify",)],
        "lift": [(v.ids["tombstones"][0],)],
        "entities": [()],
        "entity": [(v.ids["entities"][0],)],
        "merge": [(v.ids["entities"][0], v.ids["entities"][1])],
        "unmerge": [(v.ids["entities"][0],)],
        "report": [(v.mark,)],
        "digest": [(v.ids["entities"][0],), (v.ids["pointers"][0],)],
        "jobs": [(), ("--retry", v.ids["jobs"][0])],
        "review": [
            (),
            ("held",),
            ("reject", v.ids["memories"][0]),
            ("accept", v.ids["reviews"][0]),
            ("dismiss", v.ids["reviews"][0]),
        ],
        "dream": [
            (),
            ("--apply",),
            ("--only", "compact"),
            ("runs",),
            ("show", v.ids["dreams"][0]),
            ("undo", v.ids["dreams"][0]),
        ],
        "schedule": [(), ("set", "5 4 * * *"), ("pause",), ("resume",), ("run",)],
        **{name: [()] for name in ("due", "hot", "retention", "tiers", "usage", "health")},
        "session": [("show",), ("show", v.ids["sessions"][0]), ("end", v.ids["sessions"][0]), ("list",)],
        "space": [
            ("list",),
            *(("members", one) for one in v.ids["spaces"]),
            *(("grant", one, "Eve", "admin") for one in v.ids["spaces"]),
            *(("revoke", one, v.name) for one in v.ids["spaces"]),
            *((name, one) for name in ("reviews", "reads", "rules", "keep", "tombstones") for one in v.ids["spaces"]),
            *((name, one, v.ids["memories"][0]) for name in TOLD for one in v.ids["spaces"]),
            *(("lift", one, v.ids["tombstones"][0]) for one in v.ids["spaces"]),
            *(("decide", one, v.ids["reviews"][0], "accept") for one in v.ids["spaces"]),
        ],
        "webhook": [("list",), ("dead",)],
        "types": [("show", v.mark), ("give", v.ids["entities"][0], "none")],
        **{name: [()] for name in ("backfill", "reform")},
    }


OWNERLESS = frozenset({
    *("mine", "observe-many", "export", "import", "backup", "doctor", "reindex", "browser"),
    *("owners", "erase", "demo", "serve", "mcp", "hook", "keys", "neo4j", "evaluate", "bench"),
})  # fmt: skip
"""Verbs that name no thing of an owner: they take files, the whole store, or an owner by its name on purpose, or serve
one (what `mcp` serves is tried in `tests/api/test_mcp.py`; a hook asks as the home's own user)."""
