"""The owner's webhooks, for those who have the scope admin."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.errors import DeliveryError
from graphmem.model import webhook as model
from graphmem_api.context import Info
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.problems import Failure, InvalidInput, with_invalid_input, with_not_found

strawberry.enum(
    model.EventKind,
    name="WebhookEvent",
    description="The kind of an event: a change of memories, a dream that was carried out or undone, a review "
    "that was decided.",
)


@strawberry.type(description="An address that is told of events, without its secret.")
class Webhook(FromModel):
    id: str
    url: str
    events: list[model.EventKind]
    created_at: datetime


@strawberry.type(description="A webhook that was just added.")
class AddedWebhook:
    secret: str = strawberry.field(description="Signs each event. It is shown this once.")
    webhook: Webhook


@strawberry.type(description="A webhook to which nothing more is sent.")
class RemovedWebhook:
    id: str


@strawberry.type(description="The result of a ping.")
class PingedWebhook:
    status: int | None = strawberry.field(description="Of the receiver's answer; null where it did not take it.")
    error: str | None = strawberry.field(description="Why it did not.")


AddWebhookPayload = Annotated[
    AddedWebhook | InvalidInput, union("AddWebhookPayload", description="The webhook, or why there is none.")
]
RemoveWebhookPayload = Annotated[
    RemovedWebhook | Failure, union("RemoveWebhookPayload", description="The removed webhook, or the reason for none.")
]
TestWebhookPayload = Annotated[
    PingedWebhook | Failure,
    union("TestWebhookPayload", description="The result of the ping, or the reason why none was sent."),
]

Url = Annotated[str, argument("With https, or on the server's own machine.")]
Events = Annotated[list[model.EventKind], argument("Which events; all when empty.")]
WebhookId = Annotated[str, argument("Of a webhook, as `webhooks` gives it, or its start.")]


async def _webhooks(info: Info) -> list[Webhook]:
    return [Webhook.of(one) for one in await info.context.memory.webhooks.list(info.context.owner)]


@with_invalid_input()
async def _add(info: Info, url: Url, events: Events) -> AddWebhookPayload:
    added = await info.context.memory.webhooks.add(info.context.owner, url, events)
    return AddedWebhook(secret=added.secret, webhook=Webhook.of(added))


@with_not_found()
async def _remove(info: Info, id: WebhookId) -> RemoveWebhookPayload:
    return RemovedWebhook(id=(await info.context.memory.webhooks.remove(info.context.owner, id)).id)


@with_not_found()
async def _test(info: Info, id: WebhookId) -> TestWebhookPayload:
    try:
        return PingedWebhook(status=await info.context.memory.webhooks.test(info.context.owner, id), error=None)
    except DeliveryError as error:
        return PingedWebhook(status=None, error=str(error))


@strawberry.type
class WebhookQuery:
    webhooks: list[Webhook] = strawberry.field(
        resolver=_webhooks, description="The owner's webhooks, the oldest first."
    )


@strawberry.type
class WebhookMutation:
    add_webhook: AddWebhookPayload = strawberry.mutation(
        resolver=_add,
        description="Have events sent to an address, at most ten for an owner. A delivery is a job: `jobs(kinds: "
        "[WEBHOOK], states: [DEAD])` lists those that were given up, and `retryJob` sends one again.",
    )
    remove_webhook: RemoveWebhookPayload = strawberry.mutation(
        resolver=_remove, description="Send nothing more to a webhook."
    )
    test_webhook: TestWebhookPayload = strawberry.mutation(resolver=_test, description="Send a ping to a webhook now.")
