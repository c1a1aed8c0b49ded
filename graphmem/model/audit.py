"""What was changed, by whom, through what: an entry for each mutation, with ids and digests and never a text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

KEPT_DAYS = 90


class Verb(StrEnum):
    """What was done."""

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
    """One mutation. `via` is the way it came: api, mcp, page, command line, library, or graphmem for what goes on by
    itself; `key` the prefix of the key, `agent` the agent it is bound to, `person` the label of a key that is bound to
    none, or this machine's own user.

    `ids` are of what it was about, at most a hundred of `count`. `before` and `after` are digests of a single memory's
    state without its text, None where the verb is about no single memory.

    `number`, `previous` and `hash` chain the entries of an owner (`model.audit_chain`): the number is given when the
    verb is done, both hashes some seconds later. `open` is an entry whose verb is under way, or was cut off.
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
