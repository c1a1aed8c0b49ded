"""What a mutation answers to a key without the scope read: ids, codes and counts, never what is stored.

A list of what is open, not of what is closed: a new field tells nothing to such a key until it is named here.
"""

from __future__ import annotations

from collections.abc import Mapping

_PROBLEM = frozenset({"code", "field", "message", "remedy"})

OPEN: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("Problem", "InvalidInput", "NotFound"), _PROBLEM),
    "Memory": frozenset({"id", "tier", "subTier", "pinned", "immutable"}),
    "MemoryDetail": frozenset({"memory"}),
    "Relation": frozenset({"source", "target", "type", "confidence", "detectedBy"}),
    "Forgotten": frozenset({"id", "forgotten", "tombstone", "memories", "turns"}),
    "DeletedDrawer": frozenset({"pointer", "memories"}),
    "LiftedTombstone": frozenset({"tombstone", "memories", "turns"}),
    "Tombstone": frozenset({"id", "memory", "reason", "at", "values", "liftedAt"}),
    "DecidedReview": frozenset({"id", "verdict", "older", "newer", "decidedAt"}),
    "RecordedOutcome": frozenset({"memories", "success"}),
    "StartedSession": frozenset({"id"}),
    "EndedSession": frozenset({"id", "released"}),
    "Observation": frozenset(
        {
            *("language", "kept", "stages", "statements", "relations", "pointer", "dryRun", "forget"),
        }
    ),
    "StageVerdict": frozenset({"name", "passed"}),
    "StatementVerdict": frozenset({"category", "importance", "action", "memory", "target"}),
    "ForgetRequest": frozenset({"candidates", "remedy"}),
    "Forgettable": frozenset({"memory", "pointer"}),
    "Procedure": frozenset({"version", "memory"}),
    "Episode": frozenset({"memory"}),
    "MinedConversation": frozenset(
        {
            *(
                "conversation",
                "rooms",
                "filed",
                "known",
                "unembedded",
                "memories",
                "reinforced",
                "updated",
                "superseded",
            ),
            *("relations", "rejected"),
        }
    ),
    "RejectedTurnReport": frozenset({"index", "reason"}),
    "MinedDocument": frozenset(
        {
            *("rooms", "filed", "known", "ended", "unembedded", "memories", "closed", "relations"),
        }
    ),
    "Job": frozenset(
        {
            *("id", "kind", "state", "attempts", "maxAttempts", "done", "total"),
            *("createdAt", "runAfter", "startedAt", "endedAt"),
        }
    ),
    "AppliedDream": frozenset({"plan", "run"}),
    "UndoneDream": frozenset({"run", "memories", "conflicts"}),
    "DreamConflict": frozenset({"memory", "field"}),
    "DreamPlan": frozenset({"id", "at", "awake", "sleeping", "total", "brake", "steps", "changes"}),
    "DreamChange": frozenset({"memory", "step", "rules", "undoneAt", "conflicts"}),
    "DreamStepReport": frozenset({"step", "looked", "changed", "skipped"}),
    "DreamSkip": frozenset({"why", "memories"}),
    "DreamRun": frozenset(
        {
            *("id", "number", "state", "at", "endedAt", "awake", "planned", "changed", "slept", "undone", "brake"),
            *("foldedAt", "steps"),
        }
    ),
    "SetSchedule": frozenset({"schedule", "job"}),
    "Schedule": frozenset(
        {
            *("kind", "cron", "timeZone", "paused", "nextRun", "nextRuns", "lastSlot", "lastOutcome", "lastRun"),
            *("lastEndedAt", "runs", "unchanged"),
        }
    ),
    # For the scope admin, which these are about.
    "ErasedOwner": frozenset({"owner", "nodes", "at", "counts", "digest", "notReached"}),
    "ErasedNodes": frozenset({"label", "count"}),
    "OwnerSettings": frozenset({"version", "privacy", "recallOff"}),
    "PrivacyRule": frozenset({"kind", "handling"}),
    "RevokedKeys": frozenset({"revoked"}),
    "IssuedKey": frozenset({"secret", "key"}),
    "ApiKey": frozenset({"prefix", "label", "scopes", "agent", "createdAt", "expiresAt", "usedAt"}),
}
"""Fields by type."""
