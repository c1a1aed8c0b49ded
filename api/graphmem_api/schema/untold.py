"""Fields of a mutation's answer for a key without the scope read: ids, codes and counts.

They never reveal stored data. The list names open fields, not closed ones: a new field reveals nothing to such a key
until it is named here.
"""

from __future__ import annotations

from collections.abc import Mapping

OPEN: Mapping[str, frozenset[str]] = {
    type_: frozenset(fields.split())
    for type_, fields in {
        **dict.fromkeys(("Problem", "InvalidInput", "NotFound"), "code field message remedy"),
        "Memory": "id tier subTier pinned immutable",
        "MemoryDetail": "memory",
        "Relation": "source target type confidence detectedBy",
        "Forgotten": "id forgotten tombstone memories turns",
        "DeletedDrawer": "pointer memories",
        "LiftedTombstone": "tombstone memories turns",
        "Tombstone": "id memory reason at values liftedAt",
        "DecidedReview": "id verdict older newer decidedAt",
        "RecordedOutcome": "memories success",
        "StartedSession": "id",
        "EndedSession": "id released",
        "Observation": "language kept stages statements relations pointer dryRun forget",
        "ObservedMany": "results",
        "StageVerdict": "name passed",
        "StatementVerdict": "category importance action memory target",
        "ForgetRequest": "candidates remedy",
        "Forgettable": "memory pointer",
        "Procedure": "version memory",
        "Episode": "memory",
        "MinedConversation": (
            "conversation rooms filed known unembedded memories reinforced updated superseded relations rejected"
        ),
        "RejectedTurnReport": "index reason",
        "MinedDocument": "rooms filed known ended unembedded memories closed relations",
        "Job": "id kind state attempts maxAttempts done total createdAt runAfter startedAt endedAt",
        "AppliedDream": "plan run",
        "UndoneDream": "run memories conflicts",
        "DreamConflict": "memory field",
        "DreamPlan": "id at awake sleeping total brake steps changes",
        "DreamChange": "memory step rules undoneAt conflicts",
        "DreamStepReport": "step looked changed skipped",
        "DreamSkip": "why memories",
        "DreamRun": "id number state at endedAt awake planned changed slept undone brake foldedAt steps",
        "SetSchedule": "schedule job",
        "Schedule": (
            "kind cron timeZone paused nextRun nextRuns lastSlot lastOutcome lastRun lastEndedAt runs unchanged"
        ),
        # For the scope admin, which these are about.
        "ErasedOwner": "owner nodes at counts digest notReached",
        "ErasedNodes": "label count",
        "OwnerSettings": "version privacy recallOff choices versions",
        "Choice": "name value agent meaning bounds",
        "SettingsVersion": "version at until via key agent person changes",
        "SettingChange": "name before after",
        "PrivacyRule": "kind handling",
        "RevokedKeys": "revoked",
        "IssuedKey": "secret key",
        "ApiKey": "prefix label scopes agent createdAt expiresAt usedAt",
    }.items()
}
"""Fields by type."""
