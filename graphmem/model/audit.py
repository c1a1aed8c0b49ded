"""The audit: an entry for each mutation with actor, channel, ids and digests, never a text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

KEPT_DAYS = 90


class Verb(StrEnum):
    """The kinds of mutations."""

    OBSERVE = "observe"
    SAY = "say"
    READ = "read"
    LEARN = "learn"
    MINE = "mine"
    RECORD_PROCEDURE = "record_procedure"
    RECORD_EPISODE = "record_episode"
    MINE_WORKFLOWS = "mine_workflows"
    DECIDE_WORKFLOW = "decide_workflow"
    PIN = "pin"
    SET_IMMUTABLE = "set_immutable"
    RELATE = "relate"
    EDIT = "edit"
    INVALIDATE = "invalidate"
    RESTORE = "restore"
    FORGET = "forget"
    DELETE_DRAWER = "delete_drawer"
    LIFT = "lift"
    DECIDE_REVIEW = "decide_review"
    DESCRIBE_ENTITY = "describe_entity"
    MERGE_ENTITIES = "merge_entities"
    UNMERGE_ENTITIES = "unmerge_entities"
    DREAM = "dream"
    UNDO_DREAM = "undo_dream"
    WAKE = "wake"
    PROMOTE = "promote"
    DEMOTE = "demote"
    SET_SCHEDULE = "set_schedule"
    RECORD_OUTCOME = "record_outcome"
    START_SESSION = "start_session"
    END_SESSION = "end_session"
    MINE_LATER = "mine_later"
    RETRY_JOB = "retry_job"
    CANCEL_JOB = "cancel_job"
    ISSUE_KEY = "issue_key"
    ROTATE_KEY = "rotate_key"
    REVOKE_KEY = "revoke_key"
    SET_SETTINGS = "set_settings"
    ADD_WEBHOOK = "add_webhook"
    REMOVE_WEBHOOK = "remove_webhook"
    CREATE_SPACE = "create_space"
    GRANT = "grant"
    REVOKE = "revoke"
    SHARE = "share"
    UNSHARE = "unshare"
    EXPORT = "export"
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Entry:
    """One mutation.

    `via` is its channel: api, mcp, page, command line, library, or graphmem (automatic); `key` the prefix of the key,
    `agent` the agent it is bound to, `person` the label of a key without an agent, or this machine's user.

    `ids` names its objects, a hundred of `count` at most. `before` and `after` are digests of a single memory's state
    without its text, None if the verb concerns no single memory.

    `number`, `previous` and `hash` chain the entries of an owner (`model.audit_chain`): the number is given when the
    verb is done, both hashes some seconds later. `open` marks an entry whose verb is in progress, or was cut off.
    """

    id: str
    at: datetime
    verb: Verb
    via: str
    key: str | None
    agent: str | None
    person: str | None
    ids: tuple[str, ...]
    count: int
    before: str | None
    after: str | None
    number: int | None = None
    previous: str | None = None
    hash: str | None = None
    open: bool = False
