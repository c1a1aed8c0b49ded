"""Reviews: pairs that the gate could not decide, and the decisions."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.model import review as model
from graphmem_api.context import Info
from graphmem_api.schema.arguments import REPEATED
from graphmem_api.schema.connections import PAGE, After, Connection, First, connection, decoded
from graphmem_api.schema.from_model import FromModel, copy_fields
from graphmem_api.schema.memory import Memory
from graphmem_api.schema.problems import Failure, require_id, with_not_found

BY = "api"

strawberry.enum(
    model.Verdict,
    name="ReviewVerdict",
    description="ACCEPT: the newer statement replaced the older, which ends. DISMISS: both hold.",
)


@strawberry.type(description="Two memories of which the newer may have ended the older; both hold until it is decided.")
class Review(FromModel):
    id: str = strawberry.field(description="The id for `decideReview`; its start will do.")
    older: Memory
    newer: Memory
    reason: str = strawberry.field(description="Why they are asked about.")
    confidence: float = strawberry.field(description="How sure it is that they disagree, 0 to 1.")
    proposed_at: datetime


@strawberry.type(description="A choice that is kept: the pair is not asked about again.")
class DecidedReview:
    id: str
    verdict: model.Verdict
    older: str = strawberry.field(description="Id of the older memory; accepted, it has ended.")
    newer: str = strawberry.field(description="Id of the newer one.")
    decided_at: datetime
    decided_by: str = strawberry.field(description="Through what it was decided: api or command line.")

    @classmethod
    def of(cls, decided: model.Decided) -> DecidedReview:
        verdict = next(verdict for verdict, state in model.DECIDED.items() if state is decided.state)
        return copy_fields(cls, decided, verdict=verdict, decided_at=decided.at, decided_by=decided.by)


DecideReviewPayload = Annotated[
    DecidedReview | Failure, union("DecideReviewPayload", description="The decision, or the reason for none.")
]
Choice = Annotated[model.Verdict, argument("Whether the newer statement replaced the older.")]
Key = Annotated[str | None, argument(REPEATED)]
ReviewId = Annotated[
    str, argument("Of a review, as `reviews` gives it, or the start of its id; 12 digits or more to change it.")
]


async def reviews(info: Info, first: First = PAGE, after: After = None) -> Connection[Review]:
    page = await info.context.memory.reviews.page(info.context.owner, first=first, after=decoded("reviews", after))
    return connection("reviews", page, Review.of, after, partial(info.context.memory.sizes.reviews, info.context.owner))


@with_not_found()
async def decide_review(info: Info, id: ReviewId, verdict: Choice, idempotency_key: Key = None) -> DecideReviewPayload:
    context = info.context
    told = await context.memory.reviews.decide(
        context.owner, require_id(id), verdict, by=BY, idempotency_key=idempotency_key
    )
    return DecidedReview.of(told)
