"""Mining of a conversation handed over turn by turn, filed verbatim and remembered."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry
from strawberry import union

from graphmem.services.ingestion.mine import MineReport
from graphmem.services.ingestion.single_message import require_said
from graphmem.services.ingestion.submission import MAX_TURNS, Submission, read_submission
from graphmem_api.context import Info
from graphmem_api.schema.arguments import REPEATED
from graphmem_api.schema.from_model import FromModel, copy_fields
from graphmem_api.schema.job import Job, JobPayload
from graphmem_api.schema.problems import InvalidInput, with_invalid_input, with_not_found


@strawberry.input(description="One turn. Name the speaker, the role or both.")
class TurnInput:
    text: str = strawberry.field(description="The words of the turn, verbatim; at most 100,000 characters.")
    speaker: str | None = strawberry.field(default=None, description="The speaker, for example Ada.")
    role: str | None = strawberry.field(
        default=None, description="user, assistant, system or tool; guessed from the speaker when missing."
    )
    said_at: datetime | None = strawberry.field(
        default=None,
        description="When it was said, like 2026-05-08T13:56:00Z; UTC without a zone; at most a day ahead.",
    )
    id: str | None = strawberry.field(
        default=None,
        description="The turn's own id. Without id and time, the same words of the same speaker in another call are "
        "the same turn.",
    )

    def message(self) -> dict[str, object]:
        """The turn as a message of a conversation file."""
        given = {
            "text": self.text,
            "speaker": self.speaker,
            "role": self.role,
            "time": _written(self.said_at),
            "id": self.id,
        }
        return {name: value for name, value in given.items() if value is not None}


@strawberry.input(description=f"A conversation, or its next turns; at most {MAX_TURNS:,} turns in one call.")
class ConversationInput:
    title: str = strawberry.field(description="Its title for people; names its rooms.")
    turns: list[TurnInput] = strawberry.field(description="In the order they were said.")
    id: str | None = strawberry.field(
        default=None,
        description="Identifies the conversation across calls; made from title and first turn when missing.",
    )
    wing: str | None = strawberry.field(
        default=None, description="The person, project or topic to file under; the title when missing."
    )
    started_at: datetime | None = strawberry.field(
        default=None,
        description="When the session of the first turn began. Repeat it, and the id, in later calls to go on in the "
        "same room. Turns without a time get this one.",
    )
    idempotency_key: str | None = strawberry.field(default=None, description=REPEATED)

    def check_times(self) -> None:
        """Raise InvalidInputError for an impossible or future time.

        A file with such a line is read without it; a caller gets the error.
        """
        require_said(self.started_at, "input.startedAt")
        for place, turn in enumerate(self.turns[:MAX_TURNS]):
            require_said(turn.said_at, f"input.turns[{place}].saidAt")

    def submission(self) -> Submission:
        """Read by the rules of conversation files, with valid times only. Raises InvalidInputError."""
        self.check_times()
        return read_submission(
            title=self.title,
            turns=[turn.message() for turn in self.turns],
            key=self.id,
            wing=self.wing,
            started_at=_written(self.started_at),
        )


@strawberry.type(description="A turn that was left out.")
class RejectedTurnReport(FromModel):
    index: int = strawberry.field(description="Its place among the call's turns, counted from 0.")
    reason: str


@strawberry.type(description="The result for a conversation. Sending it again files only what is new.")
class MinedConversation:
    conversation: str | None = strawberry.field(
        description="Its id, for later calls; null when there was no turn to file."
    )
    title: str
    rooms: int = strawberry.field(description="Sessions; a silence of more than six hours starts a new one.")
    filed: int = strawberry.field(description="Turns that were new.")
    known: int = strawberry.field(description="Turns that were filed before.")
    unembedded: int = strawberry.field(description="New turns without a vector yet; only word search finds them.")
    memories: int = strawberry.field(description="New memories made of these turns.")
    reinforced: int = strawberry.field(description="Memories that these turns repeat.")
    updated: int = strawberry.field(description="Memories that got a fuller text.")
    superseded: int = strawberry.field(description="Memories that newer ones replaced.")
    relations: int = strawberry.field(description="New edges between memories.")
    rejected: list[RejectedTurnReport]
    notes: list[str]


MinePayload = Annotated[
    MinedConversation | InvalidInput,
    union("MinePayload", description="The result, or the error about the conversation."),
]


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


@with_not_found()
async def mine_later(info: Info, input: ConversationInput) -> JobPayload:
    input.check_times()
    submission = {
        "title": input.title,
        "turns": [turn.message() for turn in input.turns],
        "key": input.id,
        "wing": input.wing,
        "started_at": _written(input.started_at),
    }
    if input.idempotency_key is not None:
        submission["idempotency_key"] = input.idempotency_key
    return Job.of(await info.context.memory.background.mine_later(info.context.owner, submission))


@with_invalid_input()
async def mine_conversation(info: Info, input: ConversationInput) -> MinePayload:
    submission = input.submission()
    rejected = [RejectedTurnReport.of(turn) for turn in submission.rejected]
    if submission.conversation is None:
        return _mined(MineReport("", input.title, notes=("There was no turn to file.",)), rejected)
    report = await info.context.memory.mine(
        submission.conversation, owner=info.context.owner, idempotency_key=input.idempotency_key
    )
    return _mined(report, rejected)


def _mined(report: MineReport, rejected: list[RejectedTurnReport]) -> MinedConversation:
    return copy_fields(MinedConversation, report, conversation=report.conversation or None, rejected=rejected)
