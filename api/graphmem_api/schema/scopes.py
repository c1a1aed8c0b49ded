"""The scope that each root field needs; a missing field needs ADMIN."""

from __future__ import annotations

from collections.abc import Mapping

from graphmem.model.access import Scope

_READ = (
    *("recall", "recallFor", "dueMemories", "search", "causalChain", "related", "entityProfile", "timeline"),
    *("activate", "procedures", "procedure", "episodes", "memoryStats", "palace", "drawer", "memory", "memories"),
    *("reviews", "tombstones", "dream", "dreamRuns", "dreamRun", "why", "schedules", "tiers", "entity", "entities"),
    *("allEntities", "allSessions", "subjectReport", "digest", "quarantine", "retention", "workflows"),
    *(
        "spaces",
        "spaceMembers",
        "spaceMemory",
        "spaceReads",
        "spaceReviews",
        "spaceRules",
        "spaceTombstones",
        "sessions",
        "workingMemory",
        "hotTier",
        "jobs",
        "usage",
        "health",
        "settings",
        "node",
        "viewer",
    ),
)
_WRITE = (
    *("mineConversation", "mineLater", "mineDocument", "say", "observe", "learn", "startSession", "endSession"),
    *("relate", "pin", "setImmutable", "forget", "edit", "invalidate", "restore", "lift", "decideReview", "wake"),
    *("promote", "demote", "mergeEntities", "unmergeEntities", "deleteDrawer", "retryJob", "cancelJob"),
    "describeEntity",
    *("recordOutcome", "recordProcedure", "recordEpisode", "observeMany", "forgetMany", "decideSpaceReview"),
    *("decideQuarantine", "mineWorkflows", "decideWorkflow"),
    *("forgetInSpace", "liftInSpace", "shareMemory", "unshareMemory", "setTeamRule"),
)
_DREAM = ("applyDream", "undoDream", "rehearse", "consolidate", "compact", "setSchedule", "applyRetention")
_ADMIN = (
    *("eraseOwner", "issueKey", "rotateKey", "revokeKey", "setSettings"),
    *("addWebhook", "removeWebhook", "testWebhook"),
)

READING = frozenset({"Mutation.forgetMany"})
"""Fields that need READ, too: they choose by stored data, not by an id that the caller was told."""

SCOPES: Mapping[str, Scope] = {
    **{f"Query.{name}": Scope.READ for name in _READ},
    **{f"Query.{name}": Scope.ADMIN for name in ("keys", "audit", "auditChain", "webhooks")},
    **{f"Subscription.{name}": Scope.READ for name in ("memoryEvents", "jobProgress")},
    **{f"Mutation.{name}": Scope.WRITE for name in _WRITE},
    **{f"Mutation.{name}": Scope.DREAM for name in _DREAM},
    **{f"Mutation.{name}": Scope.ADMIN for name in _ADMIN},
    **{f"Mutation.{name}": Scope.ADMIN for name in ("createSpace", "grantRight", "revokeRight", "setSpaceKeeping")},
}
"""Scopes by type and field."""


def needed(field: str) -> tuple[Scope, ...]:
    """The scopes that a field needs; a field that the table lacks needs ADMIN."""
    scope = SCOPES.get(field, Scope.ADMIN)
    return (scope, Scope.READ) if field in READING else (scope,)
