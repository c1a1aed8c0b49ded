"""Spaces: memories that several owners use, and their rights."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.model import space as model
from graphmem.model.category import Category
from graphmem.model.review import Verdict
from graphmem.model.views import MemoryView
from graphmem.services.own_spaces import OwnSpaces
from graphmem_api.context import Info
from graphmem_api.schema.connections import HowMany
from graphmem_api.schema.from_model import FromModel, copy_fields
from graphmem_api.schema.memory import MemorySource
from graphmem_api.schema.memory_changes import ForgetPayload, Forgotten
from graphmem_api.schema.problems import Failure, InvalidInput, require_id, with_invalid_input, with_not_found
from graphmem_api.schema.review import DecidedReview, DecideReviewPayload, Review
from graphmem_api.schema.tombstone import LiftedTombstone, LiftPayload, Tombstone

strawberry.enum(
    model.Right,
    name="SpaceRight",
    description="A member's right in a space; each includes those before it. READ answers questions, WRITE adds "
    "memories, CURATE decides disputes and forgets for all, ADMIN gives and revokes rights.",
)


@strawberry.type(description="A memory that several owners use, as the asking one sees it.")
class Space(FromModel):
    id: str
    title: str
    right: model.Right = strawberry.field(description="The asker's right in it.")
    since: datetime
    until: datetime | None = strawberry.field(description="Null until somebody takes it back.")
    keeps_copies: bool = strawberry.field(
        description="Whether copies of members' memories stay, marked, when their source has ended."
    )


@strawberry.type(description="A right of a member in a space, with both clocks.")
class SpaceGrant(FromModel):
    id: str
    member: str
    agent: str | None = strawberry.field(description="The only agent of the member that has it; null for all.")
    right: model.Right
    since: datetime
    until: datetime | None = strawberry.field(description="Null while it has no end.")
    recorded_at: datetime = strawberry.field(description="Since when this is known.")
    retracted_at: datetime | None = strawberry.field(description="Until when this was known; null for still.")
    by: str = strawberry.field(description="The giver.")


@strawberry.type(description="The members of a space with their rights, the longest first.")
class SpaceMembers:
    grants: list[SpaceGrant]


@strawberry.type(description="Statements of members that may contradict those of others, the last first.")
class SpaceReviews:
    reviews: list[Review]


@strawberry.type(description="A memory of a space, by whom it was told there.")
class SpaceMemory:
    id: str
    text: str
    category: Category
    author: str = strawberry.field(description="The member who told it, with the agent who spoke for them.")
    valid_from: datetime
    valid_until: datetime | None = strawberry.field(description="Null when no end is known.")
    retracted_at: datetime | None = strawberry.field(description="Null while it is believed.")
    is_rule: bool = strawberry.field(description="Whether a curator confirmed it as a rule of the space.")
    sources: list[MemorySource] = strawberry.field(description="The turns of the space that say it.")

    @classmethod
    def of(cls, view: MemoryView) -> SpaceMemory:
        memory = view.memory
        return copy_fields(
            cls,
            memory,
            author=memory.speaker,
            is_rule=memory.pinned,
            sources=[MemorySource.of(one) for one in view.sources],
        )


@strawberry.type(description="How many recalls of a member a space answered on a day (UTC).")
class SpaceReads(FromModel):
    day: date
    member: str
    recalls: int


@strawberry.type(description="The recalls of a space by member, the last day first.")
class SpaceReadCounts:
    reads: list[SpaceReads]


@strawberry.type(description="Tombstones of a space, the last forgotten first.")
class SpaceTombstones:
    tombstones: list[Tombstone]


@strawberry.type(description="Rules of a space.")
class SpaceRules:
    rules: list[SpaceMemory]


@strawberry.type(description="Rights that nobody has any more, on any server.")
class RevokedRights:
    ids: list[str] = strawberry.field(description="Of the grants that ended.")


@strawberry.type(description="A copy of a memory in a space.")
class SharedMemory(FromModel):
    source: str = strawberry.field(description="The memory of the asker that it is a copy of.")
    space: str = strawberry.field(description="The id of the space.")
    memory: str | None = strawberry.field(description="The memory it is there; null where one says it already.")
    pointer: str = strawberry.field(description="The pointer of its turn in the space.")


@strawberry.type(description="The copies that are in the space no more.")
class UnsharedMemory:
    copies: list[SharedMemory]


SpacePayload = Annotated[
    Space | InvalidInput, union("SpacePayload", description="The new space, or what is wrong with it.")
]
SpaceKeepingPayload = Annotated[
    Space | Failure, union("SpaceKeepingPayload", description="The space, or why it stays as it was.")
]
GrantPayload = Annotated[
    SpaceGrant | Failure, union("GrantPayload", description="The right that was given, or why none was.")
]
RevokeRightPayload = Annotated[
    RevokedRights | Failure, union("RevokeRightPayload", description="The removed copies, or the reason for none.")
]
MembersPayload = Annotated[
    SpaceMembers | Failure, union("SpaceMembersPayload", description="The members, or why they are not told.")
]

ShareMemoryPayload = Annotated[
    SharedMemory | Failure, union("ShareMemoryPayload", description="The copy, or why there is none.")
]
UnshareMemoryPayload = Annotated[
    UnsharedMemory | Failure, union("UnshareMemoryPayload", description="The removed copies, or the reason for none.")
]

SpaceReviewsPayload = Annotated[
    SpaceReviews | Failure,
    union("SpaceReviewsPayload", description="The disputes in a space, or the reason why they are not shown."),
]

SpaceRulesPayload = Annotated[
    SpaceRules | Failure,
    union("SpaceRulesPayload", description="The rules of a space, or why they are not told."),
]
SpaceTombstonesPayload = Annotated[
    SpaceTombstones | Failure,
    union("SpaceTombstonesPayload", description="The tombstones of a space, or the reason why they are not shown."),
]

SpaceMemoryPayload = Annotated[
    SpaceMemory | Failure, union("SpaceMemoryPayload", description="The memory of a space, or why it is not told.")
]
SpaceReadsPayload = Annotated[
    SpaceReadCounts | Failure,
    union("SpaceReadsPayload", description="The recalls of a space by member, or the reason why they are not shown."),
]

Keeps = Annotated[bool, argument("Whether they stay.")]
Proposed = Annotated[bool, argument("List what may be confirmed as a rule, not what stands.")]
Stands = Annotated[bool, argument("Whether it stands as a rule, or does no more.")]
SomeMemoryId = Annotated[str, argument("Of a memory of the space, or the start of it.")]
MemoryId = Annotated[str, argument("Of a memory of the space; 12 digits of it or more.")]
OwnMemoryId = Annotated[str, argument("Of one of your memories; 12 digits of it or more.")]
TombstoneId = Annotated[str, argument("Of a tombstone of the space; 12 digits of it or more.")]
ReviewId = Annotated[str, argument("Of a review; 12 digits of it or more.")]
Choice = Annotated[Verdict, argument("Whether the newer statement replaced the older.")]
Title = Annotated[str, argument("Its title, 1 to 100 characters.")]
OfSpace = Annotated[str, argument("Id or title of a space that you have a right in.")]
Member = Annotated[str, argument("The name of an owner.")]
RightGiven = Annotated[model.Right, argument("The member's right from now on.")]
OneAgent = Annotated[str | None, argument("The only agent of the member it is about; all when missing.")]
Until = Annotated[datetime | None, argument("When it ends by itself; never when missing.")]
At = Annotated[datetime | None, argument("As it was then; now when missing.")]
KnownAt = Annotated[datetime | None, argument("As it was known then; now when missing.")]


def _of(info: Info) -> OwnSpaces:
    return info.context.memory.owner(info.context.owner).spaces


async def _spaces(info: Info) -> list[Space]:
    return [Space.of(one) for one in await _of(info).list()]


@with_not_found()
async def _members(info: Info, space: OfSpace, at: At = None, known_at: KnownAt = None) -> MembersPayload:
    grants = await _of(info).members(space, at=at, known_at=known_at)
    return SpaceMembers(grants=[SpaceGrant.of(one) for one in grants])


@with_not_found()
async def _reviews(info: Info, space: OfSpace, limit: HowMany = 20) -> SpaceReviewsPayload:
    return SpaceReviews(reviews=[Review.of(one) for one in (await _of(info).reviews(space, limit=limit)).items])


@with_not_found()
async def _decide(info: Info, space: OfSpace, id: ReviewId, verdict: Choice) -> DecideReviewPayload:
    return DecidedReview.of(await _of(info).decide(space, require_id(id), verdict))


@with_not_found()
async def _tombstones(info: Info, space: OfSpace, limit: HowMany = 20) -> SpaceTombstonesPayload:
    page = await _of(info).tombstones(space, limit=limit)
    return SpaceTombstones(tombstones=[Tombstone.of(one) for one in page.items])


@with_not_found()
async def _rules(info: Info, space: OfSpace, proposed: Proposed = False, limit: HowMany = 20) -> SpaceRulesPayload:
    views = await _of(info).rules(space, proposed=proposed, limit=limit)
    return SpaceRules(rules=[SpaceMemory.of(one) for one in views])


@with_not_found()
async def _forget(info: Info, space: OfSpace, id: MemoryId) -> ForgetPayload:
    return Forgotten.of(id, await _of(info).forget(space, require_id(id)))


@with_not_found()
async def _lift(info: Info, space: OfSpace, id: TombstoneId) -> LiftPayload:
    return LiftedTombstone.of(await _of(info).lift(space, require_id(id)))


@with_not_found()
async def _share(info: Info, id: OwnMemoryId, space: OfSpace) -> ShareMemoryPayload:
    return SharedMemory.of(await _of(info).share(require_id(id), space))


@with_not_found()
async def _unshare(info: Info, id: OwnMemoryId, space: OfSpace) -> UnshareMemoryPayload:
    return UnsharedMemory(copies=[SharedMemory.of(one) for one in await _of(info).unshare(require_id(id), space)])


@with_not_found()
async def _memory(info: Info, space: OfSpace, id: SomeMemoryId) -> SpaceMemoryPayload:
    return SpaceMemory.of(await _of(info).memory(space, id))


@with_not_found()
async def _rule(info: Info, space: OfSpace, id: MemoryId, stands: Stands = True) -> SpaceMemoryPayload:
    return SpaceMemory.of(await _of(info).rule(space, require_id(id), stands=stands))


@with_not_found()
async def _keep(info: Info, space: OfSpace, keeps: Keeps = True) -> SpaceKeepingPayload:
    return Space.of(await _of(info).keep(space, keeps=keeps))


@with_not_found()
async def _reads(info: Info, space: OfSpace) -> SpaceReadsPayload:
    return SpaceReadCounts(reads=[SpaceReads.of(one) for one in await _of(info).reads(space)])


@with_invalid_input()
async def _create(info: Info, title: Title) -> SpacePayload:
    return Space.of(await _of(info).create(title))


@with_not_found()
async def _grant(
    info: Info, space: OfSpace, member: Member, right: RightGiven, agent: OneAgent = None, until: Until = None
) -> GrantPayload:
    return SpaceGrant.of(await _of(info).grant(space, member, right, agent=agent, until=until))


@with_not_found()
async def _revoke(info: Info, space: OfSpace, member: Member, agent: OneAgent = None) -> RevokeRightPayload:
    return RevokedRights(ids=await _of(info).revoke(space, member, agent=agent))


@strawberry.type
class SpaceQuery:
    spaces: list[Space] = strawberry.field(
        resolver=_spaces, description="The spaces in which the asking owner has a right now, by their titles."
    )
    space_members: MembersPayload = strawberry.field(
        resolver=_members, description="The members of a space with their rights now, or at an instant."
    )
    space_reviews: SpaceReviewsPayload = strawberry.field(
        resolver=_reviews,
        description="Statements of members of a space that may contradict those of others; for its curators.",
    )
    space_memory: SpaceMemoryPayload = strawberry.field(
        resolver=_memory, description="A memory of a space with the turns that say it; for who may read the space."
    )
    space_reads: SpaceReadsPayload = strawberry.field(
        resolver=_reads, description="How many recalls of which member a space answered; for its admins."
    )
    space_tombstones: SpaceTombstonesPayload = strawberry.field(
        resolver=_tombstones, description="Tombstones of a space; for its curators."
    )
    space_rules: SpaceRulesPayload = strawberry.field(
        resolver=_rules,
        description="The confirmed rules of a space, the last used first; or what may be confirmed, for who curates "
        "it.",
    )


@strawberry.type
class SpaceMutation:
    create_space: SpacePayload = strawberry.mutation(
        resolver=_create, description="Make a space; its maker is its only member, as an admin."
    )
    grant_right: GrantPayload = strawberry.mutation(
        resolver=_grant, description="Give an owner a right in a space, in the place of the one they have."
    )
    revoke_right: RevokeRightPayload = strawberry.mutation(
        resolver=_revoke, description="Take back an owner's right in a space; it counts at once on every server."
    )
    share_memory: ShareMemoryPayload = strawberry.mutation(
        resolver=_share,
        description="Tell a space what one of your memories says. The copy follows it: it goes when the memory ends or "
        "is forgotten, and is told anew when that is edited.",
    )
    unshare_memory: UnshareMemoryPayload = strawberry.mutation(
        resolver=_unshare, description="Take the copies of one of your memories out of a space again."
    )
    forget_in_space: ForgetPayload = strawberry.mutation(
        resolver=_forget,
        description="Forget a memory of a space with what says the same, for all members: none of them brings it back "
        "by saying it again. For who curates it.",
    )
    lift_in_space: LiftPayload = strawberry.mutation(
        resolver=_lift,
        description="Let what a tombstone of a space bars be remembered again, and bring back what was forgotten with "
        "it; for who curates it.",
    )
    set_team_rule: SpaceMemoryPayload = strawberry.mutation(
        resolver=_rule,
        description="Confirm a memory of a space as a rule: it stands in `activate` for each member who has spaces on. "
        "Or take that back. Only what a person told may stand; for who curates the space.",
    )
    set_space_keeping: SpaceKeepingPayload = strawberry.mutation(
        resolver=_keep,
        description="Have a space keep copies whose source has ended, marked as withdrawn, or let them go with it; "
        "what is forgotten, deleted or erased goes all the same. For admins of the space.",
    )
    decide_space_review: DecideReviewPayload = strawberry.mutation(
        resolver=_decide, description="Decide about what contradicts in a space; for who curates it."
    )
