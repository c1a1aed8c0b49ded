"""An owner's handle on spaces, `ada.spaces`: verbs for members, rights and shared memories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphmem import verbs
from graphmem.model.access import Scope
from graphmem.model.archive import Manifest
from graphmem.model.audit import Verb
from graphmem.model.palace import Owner, Page
from graphmem.model.review import Decided, Review, Verdict
from graphmem.model.space import Grant, Right, Shared, Space, SpaceReads
from graphmem.model.tombstone import Tombstone
from graphmem.model.views import MemoryView
from graphmem.services.member_names import member_named
from graphmem.verbs import verb

if TYPE_CHECKING:
    from graphmem.services.archive.archives import Archives
    from graphmem.services.memories import Memories
    from graphmem.services.sharing import Sharing
    from graphmem.services.spaces import Spaces
    from graphmem.services.tombstones import Forgetting, Lifted


@dataclass(frozen=True, slots=True)
class OwnSpaces:
    """An owner's verbs for spaces.

    All raise `NotFoundError` for a space without a right of the owner, as for an unknown one, and `InvalidInputError`
    for a lesser right than the verb needs.
    """

    owner: Owner
    spaces: Spaces
    memories: Memories
    sharing: Sharing
    archives: Archives

    @verb(Scope.ADMIN, noted=Verb.CREATE_SPACE, field="createSpace")
    async def create(self, title: verbs.SpaceTitle) -> Space:
        """Create a space with its maker as only member and admin; nobody else learns of it."""
        return await self.spaces.create(self.owner, title)

    @verb(Scope.ADMIN, noted=Verb.GRANT, field="grantRight")
    async def grant(
        self,
        space: verbs.OfSpace,
        member: verbs.Member,
        right: verbs.Given,
        *,
        agent: verbs.OneAgent = None,
        until: verbs.GivenUntil = None,
    ) -> Grant:
        """Give an owner a right in a space, in place of the present one. Needs the right admin."""
        given = member_named(Right, right, "right")
        return await self.spaces.grant(self.owner, space, member, given, agent=agent, until=until)

    @verb(Scope.ADMIN, noted=Verb.REVOKE, field="revokeRight")
    async def revoke(self, space: verbs.OfSpace, member: verbs.Member, *, agent: verbs.OneAgent = None) -> list[str]:
        """Revoke an owner's right in a space, at once on every server; returns the ids of the ended grants."""
        return await self.spaces.revoke(self.owner, space, member, agent=agent)

    @verb(Scope.READ, field="spaceMembers")
    async def members(
        self, space: verbs.OfSpace, *, at: verbs.HeldAt = None, known_at: verbs.KnownAt = None
    ) -> list[Grant]:
        """The rights in a space, now or at an instant, as known at another."""
        return await self.spaces.members(self.owner, space, at=at, known_at=known_at)

    @verb(Scope.WRITE, noted=Verb.SHARE, field="shareMemory")
    async def share(self, id: verbs.Id, space: verbs.OfSpace) -> Shared:
        """Share an own memory with a space.

        The copy follows its source: an edit replaces its text, and it goes when the source ends or is forgotten.
        """
        return await self.sharing.share(self.owner, id, space)

    @verb(Scope.WRITE, noted=Verb.UNSHARE, field="unshareMemory")
    async def unshare(self, id: verbs.Id, space: verbs.OfSpace) -> list[Shared]:
        """Remove the copies of an own memory from a space, and return them."""
        return await self.sharing.unshare(self.owner, id, space)

    @verb(Scope.READ, field="spaceReviews")
    async def reviews(self, space: verbs.OfSpace, *, limit: verbs.Limit = 20) -> Page[Review]:
        """Statements of members that may contradict those of others, the last first. Needs the right curate."""
        found = await self.spaces.allowed(self.owner, space, Right.CURATE)
        from graphmem.services.reviews import Reviews  # the command line reads these verbs, and starts without a store

        return await Reviews(self.spaces.database).page(found.owner, first=limit)

    @verb(Scope.WRITE, noted=Verb.DECIDE_REVIEW, field="decideSpaceReview")
    async def decide(self, space: verbs.OfSpace, id: verbs.ReviewId, verdict: verbs.Decision) -> Decided:
        """Decide about a pair of `reviews`; accepting it ends the older statement. Needs the right curate."""
        member, choice = await self._curating(space), member_named(Verdict, verdict, "verdict")
        from graphmem.services.reviews import Reviews

        return await Reviews(self.spaces.database).decide(member, id, choice, by=self.owner.name)

    @verb(Scope.WRITE, noted=Verb.FORGET, field="forgetInSpace")
    async def forget(self, space: verbs.OfSpace, id: verbs.Id) -> Forgetting:
        """Forget a memory of a space, and those that say the same, for all members.

        No member brings it back by saying it again. Needs the right curate.
        """
        member = await self._curating(space)
        return await self.memories.forget(member, id, by=self.owner.name)

    @verb(Scope.WRITE, noted=Verb.LIFT, field="liftInSpace")
    async def lift(self, space: verbs.OfSpace, id: verbs.TombstoneId) -> Lifted:
        """Lift a tombstone of a space and bring back the memories forgotten with it.

        They may be remembered again. Needs the right curate.
        """
        member = await self._curating(space)
        return await self.memories.tombstones.lift(member, id, by=self.owner.name)

    @verb(Scope.READ, field="spaceTombstones")
    async def tombstones(self, space: verbs.OfSpace, *, limit: verbs.Limit = 20) -> Page[Tombstone]:
        """The tombstones of a space, the last set first. Needs the right curate."""
        return await self.memories.tombstones.page(await self._curating(space), first=limit)

    @verb(Scope.READ, field="spaceMemory")
    async def memory(self, space: verbs.OfSpace, id: verbs.Id) -> MemoryView:
        """A memory of a space with its sources. Needs the right read."""
        found = await self.spaces.allowed(self.owner, space, Right.READ)
        return _covered(await self.memories.get(found.owner, id))

    @verb(Scope.WRITE, noted=Verb.PIN, field="setTeamRule")
    async def rule(self, space: verbs.OfSpace, id: verbs.Id, *, stands: verbs.Stands = True) -> MemoryView:
        """Confirm a memory of a space as a rule, or withdraw that. Needs the right curate.

        A rule stands in the context of each member who has spaces on. Only a person's statement may be one.
        """
        member = await self._curating(space)
        from graphmem.services.retrieval.team_rules import require_rule

        view = await self.memories.get(member, id)
        if stands:
            require_rule(view.memory)
        return _covered(await self.memories.pin(member, view.memory.id, pinned=stands))

    @verb(Scope.READ, field="spaceRules")
    async def rules(
        self, space: verbs.OfSpace, *, proposed: verbs.Proposed = False, limit: verbs.Limit = 20
    ) -> Sequence[MemoryView]:
        """The confirmed rules of a space, the last used first, or with `proposed` the candidates for curators."""
        found = await self.spaces.allowed(self.owner, space, Right.CURATE if proposed else Right.READ)
        from graphmem.services.retrieval import team_rules

        database, of = self.spaces.database, found.owner
        views = await (
            team_rules.rule_candidates(database, of, limit) if proposed else team_rules.confirmed_rules(database, of)
        )
        return [_covered(view) for view in views[:limit]]

    @verb(Scope.READ, field="spaceReads")
    async def reads(self, space: verbs.OfSpace) -> Sequence[SpaceReads]:
        """Numbers of recalls that a space answered, by member and day, the last day first, for its admins."""
        return await self.sharing.reads(self.owner, space)

    async def _curating(self, space: str) -> Owner:
        """The space as this curator acts in it."""
        from graphmem.services.spaces import space_as_member

        return space_as_member(self.owner, (await self.spaces.allowed(self.owner, space, Right.CURATE)).owner)

    @verb(Scope.ADMIN, noted=Verb.SET_SETTINGS, field="setSpaceKeeping")
    async def keep(self, space: verbs.OfSpace, *, keeps: verbs.Keeps = True) -> Space:
        """Set whether a space keeps copies whose source has ended, marked as withdrawn. Needs the right admin.

        Copies of a forgotten, deleted or erased source go in any case.
        """
        return await self.spaces.keep(self.owner, space, keeps=keeps)

    @verb(Scope.ADMIN, noted=Verb.EXPORT)
    async def export(self, space: verbs.OfSpace, file: verbs.File) -> Manifest:
        """Write all contributions of members of a space to an archive file. Needs the right admin."""
        from graphmem.services.spaces import space_as_member

        found = await self.spaces.allowed(self.owner, space, Right.ADMIN)
        return await self.archives.export(space_as_member(self.owner, found.owner), file)

    @verb(Scope.READ, field="spaces")
    async def list(self) -> list[Space]:
        """The spaces in which the owner has a right now, by title."""
        return await self.spaces.of(self.owner)


def _covered(view: MemoryView) -> MemoryView:
    """A memory as other members may see it, with private values masked."""
    from graphmem.services.privacy import mask_private

    sources = tuple(replace(one, text=mask_private(one.text)) for one in view.sources)
    return replace(view, memory=replace(view.memory, text=mask_private(view.memory.text)), sources=sources)
