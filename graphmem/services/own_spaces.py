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
    """An owner's verbs for spaces. All raise `NotFoundError` for a space without a right of the owner,
    as for an unknown one, and `InvalidInputError` for a right that is too small."""

    owner: Owner
    spaces: Spaces
    memories: Memories
    sharing: Sharing
    archives: Archives

    @verb(Scope.ADMIN, noted=Verb.CREATE_SPACE, field="createSpace")
    async def create(self, title: verbs.SpaceTitle) -> Space:
        """Make a space. Its maker is its only member, as an admin; nobody else learns of it."""
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
        """Give an owner a right in a space, in the place of the one they have. Only an admin may."""
        given = member_named(Right, right, "right")
        return await self.spaces.grant(self.owner, space, member, given, agent=agent, until=until)

    @verb(Scope.ADMIN, noted=Verb.REVOKE, field="revokeRight")
    async def revoke(self, space: verbs.OfSpace, member: verbs.Member, *, agent: verbs.OneAgent = None) -> list[str]:
        """Take back an owner's right in a space, at once on every server; the ids of the grants that ended."""
        return await self.spaces.revoke(self.owner, space, member, agent=agent)

    @verb(Scope.READ, field="spaceMembers")
    async def members(
        self, space: verbs.OfSpace, *, at: verbs.HeldAt = None, known_at: verbs.KnownAt = None
    ) -> list[Grant]:
        """Who has which right in a space, or had it at an instant, as far as was known at another."""
        return await self.spaces.members(self.owner, space, at=at, known_at=known_at)

    @verb(Scope.WRITE, noted=Verb.SHARE, field="shareMemory")
    async def share(self, id: verbs.Id, space: verbs.OfSpace) -> Shared:
        """Tell a space what one of the own memories says. The copy follows it: it goes when the memory ends or is
        forgotten, and is told anew when that is edited."""
        return await self.sharing.share(self.owner, id, space)

    @verb(Scope.WRITE, noted=Verb.UNSHARE, field="unshareMemory")
    async def unshare(self, id: verbs.Id, space: verbs.OfSpace) -> list[Shared]:
        """Take the copies of one of the own memories out of a space again; which these were."""
        return await self.sharing.unshare(self.owner, id, space)

    @verb(Scope.READ, field="spaceReviews")
    async def reviews(self, space: verbs.OfSpace, *, limit: verbs.Limit = 20) -> Page[Review]:
        """What members told that may contradict what others did, the last first; for who curates the space."""
        found = await self.spaces.allowed(self.owner, space, Right.CURATE)
        from graphmem.services.reviews import Reviews  # the command line reads these verbs, and starts without a store

        return await Reviews(self.spaces.database).page(found.owner, first=limit)

    @verb(Scope.WRITE, noted=Verb.DECIDE_REVIEW, field="decideSpaceReview")
    async def decide(self, space: verbs.OfSpace, id: verbs.ReviewId, verdict: verbs.Decision) -> Decided:
        """Decide about such a pair; for who curates the space. Accepted, the older statement ends."""
        member, choice = await self._curating(space), member_named(Verdict, verdict, "verdict")
        from graphmem.services.reviews import Reviews

        return await Reviews(self.spaces.database).decide(member, id, choice, by=self.owner.name)

    @verb(Scope.WRITE, noted=Verb.FORGET, field="forgetInSpace")
    async def forget(self, space: verbs.OfSpace, id: verbs.Id) -> Forgetting:
        """Forget a memory of a space with what says the same, for all members: none of them brings it back by saying it
        again. For who curates the space."""
        member = await self._curating(space)
        return await self.memories.forget(member, id, by=self.owner.name)

    @verb(Scope.WRITE, noted=Verb.LIFT, field="liftInSpace")
    async def lift(self, space: verbs.OfSpace, id: verbs.TombstoneId) -> Lifted:
        """Let what a tombstone of a space bars be remembered again, and bring back what was forgotten with it; for who
        curates the space."""
        member = await self._curating(space)
        return await self.memories.tombstones.lift(member, id, by=self.owner.name)

    @verb(Scope.READ, field="spaceTombstones")
    async def tombstones(self, space: verbs.OfSpace, *, limit: verbs.Limit = 20) -> Page[Tombstone]:
        """What must not come back in a space, the last forgotten first; for who curates the space."""
        return await self.memories.tombstones.page(await self._curating(space), first=limit)

    @verb(Scope.READ, field="spaceMemory")
    async def memory(self, space: verbs.OfSpace, id: verbs.Id) -> MemoryView:
        """A memory of a space with what it derives from; for who may read the space."""
        found = await self.spaces.allowed(self.owner, space, Right.READ)
        return _covered(await self.memories.get(found.owner, id))

    @verb(Scope.WRITE, noted=Verb.PIN, field="setTeamRule")
    async def rule(self, space: verbs.OfSpace, id: verbs.Id, *, stands: verbs.Stands = True) -> MemoryView:
        """Confirm a memory of a space as a rule: it stands in the context of each member who has spaces on. Or take
        that back. For who curates the space; only what a person told may stand."""
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
        """The confirmed rules of a space, the last used first; or what may be confirmed, for who curates it."""
        found = await self.spaces.allowed(self.owner, space, Right.CURATE if proposed else Right.READ)
        from graphmem.services.retrieval import team_rules

        database, of = self.spaces.database, found.owner
        views = await (
            team_rules.rule_candidates(database, of, limit) if proposed else team_rules.confirmed_rules(database, of)
        )
        return [_covered(view) for view in views[:limit]]

    @verb(Scope.READ, field="spaceReads")
    async def reads(self, space: verbs.OfSpace) -> Sequence[SpaceReads]:
        """How many recalls of which member a space answered on which day, the last day first; for its admins."""
        return await self.sharing.reads(self.owner, space)

    async def _curating(self, space: str) -> Owner:
        """The space as this curator speaks in it."""
        from graphmem.services.spaces import space_as_member

        return space_as_member(self.owner, (await self.spaces.allowed(self.owner, space, Right.CURATE)).owner)

    @verb(Scope.ADMIN, noted=Verb.SET_SETTINGS, field="setSpaceKeeping")
    async def keep(self, space: verbs.OfSpace, *, keeps: verbs.Keeps = True) -> Space:
        """Have a space keep copies whose source has ended, marked as withdrawn, or let them go with it; what is
        forgotten, deleted or erased goes all the same. For its admins."""
        return await self.spaces.keep(self.owner, space, keeps=keeps)

    @verb(Scope.ADMIN, noted=Verb.EXPORT)
    async def export(self, space: verbs.OfSpace, file: verbs.File) -> Manifest:
        """Write everything that members told a space to a file, an archive; for its admins."""
        from graphmem.services.spaces import space_as_member

        found = await self.spaces.allowed(self.owner, space, Right.ADMIN)
        return await self.archives.export(space_as_member(self.owner, found.owner), file)

    @verb(Scope.READ, field="spaces")
    async def list(self) -> list[Space]:
        """The spaces in which the owner has a right now, by their titles."""
        return await self.spaces.of(self.owner)


def _covered(view: MemoryView) -> MemoryView:
    """A memory as other members may see it, with private values masked."""
    from graphmem.services.privacy import mask_private

    sources = tuple(replace(one, text=mask_private(one.text)) for one in view.sources)
    return replace(view, memory=replace(view.memory, text=mask_private(view.memory.text)), sources=sources)
