"""Records an agent's own work: procedures in versions, and episodes with their outcomes.

Each is a memory written on purpose in one transaction, without the gate. So a conversation never changes a procedure;
only recording it again does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TypeVar

from pydantic import TypeAdapter

from graphmem.cognition.importance import initial_stability
from graphmem.cognition.strength import INITIAL_STORAGE, INITIAL_UTILITY
from graphmem.errors import InvalidInputError
from graphmem.language.detect import detect
from graphmem.language.doc import doc_of
from graphmem.language.emotion import feel
from graphmem.language.entities import find
from graphmem.language.transcripts.messages import MAX_NAME, is_storable, usable_name
from graphmem.model.audit import Verb
from graphmem.model.category import Category
from graphmem.model.ids import digest, slug
from graphmem.model.language import ByLanguage, Language
from graphmem.model.memory import Memory, SubTier, TemporalType, Tier, WriteSource
from graphmem.model.palace import Owner
from graphmem.model.procedure import Episode, Procedure
from graphmem.model.project import mark_of
from graphmem.model.quota import Quota
from graphmem.model.transcript import Role
from graphmem.model.trust import DATA_SOURCE, MOST_CONFIDENCE, OUTSIDE, is_outside
from graphmem.ports import Embedder, Vectors
from graphmem.services import write_rights
from graphmem.services.answers import Answers, request
from graphmem.services.audit import audited
from graphmem.services.ingestion import embedding, entity_resolution
from graphmem.services.ingestion.embedding import Embedded
from graphmem.services.ingestion.single_message import require_zoned
from graphmem.services.ingestion.tombstones import refuse_forgotten
from graphmem.services.ingestion.writer import BACKFILL
from graphmem.services.ops_log import Operation, OpsLog
from graphmem.services.privacy import mask_private, policy_of, require_fileable, shielding
from graphmem.services.scope import checked
from graphmem.services.usage import charge_to
from graphmem.store import entities, filing, jobs, memories, procedures, quotas, requests
from graphmem.store.database import Database, Transaction
from graphmem.store.requests import AnsweredBeforeError, Request

T = TypeVar("T")

MOST_STEPS = 50
LONGEST_STEP = 1_000
"""Most characters of a step, an event, or an outcome."""

MOST_DONE = 200
"""Most steps of an episode."""

MOST_TAGS = 20

IMPORTANCE = {Category.WORKFLOW: 0.7, Category.EPISODE: 0.5}
"""Importance by category, for records kept on purpose; a workflow outlives an event."""

CONFIDENCE = 0.8
"""Source confidence of an agent's record: above that of a reading, below that of a person's own words."""

_OUTCOME = ByLanguage({Language.EN: "Outcome", Language.TR: "Sonuç", Language.DE: "Ergebnis"})


@dataclass(frozen=True, slots=True)
class Recorder:
    """Writes procedures and episodes over one database with one embedder."""

    database: Database
    embedder: Embedder
    ops_log: OpsLog = field(default_factory=lambda: OpsLog(None))

    @audited(Verb.RECORD_PROCEDURE, lambda told: [told.memory.id])
    async def procedure(
        self,
        owner: Owner,
        name: str,
        steps: Sequence[str],
        *,
        scope: Sequence[str] = (),
        tags: Sequence[str] = (),
        role: Role = Role.ASSISTANT,
        project: str | None = None,
        idempotency_key: str | None = None,
    ) -> Procedure:
        """Record a procedure; a known name with other steps becomes the next version.
        Former versions and counts of uses are kept; an equal record changes nothing. A `project` has its own names.
        Raises InvalidInputError, also if a tool, document or feed (`role`) would change a record by anybody else.
        """
        await write_rights.require(self.database, owner, Category.WORKFLOW, field="name")
        with shielding(await policy_of(self.database, owner)):
            title = _name(_plain(name, "name"))
            taken = _steps([_plain(step, "steps") for step in _listed(steps)])
        tagged = _tags(tags)
        globs = checked(scope)
        place = mark_of(project)
        asked = request(owner, idempotency_key, "recordProcedure", title, taken, globs, tagged, *_project_digest(place))
        answers = Answers(self.database, TypeAdapter(Procedure))
        text = f"{title}: " + " ".join(f"{number}. {step}" for number, step in enumerate(taken, start=1))
        now = datetime.now(UTC)
        language = detect(text)

        async def work(transaction: Transaction, embedded: Embedded) -> Procedure:
            await _open(transaction, owner, asked, self.database.quota)
            await refuse_forgotten(transaction, owner, text, language, "steps", (title, *taken, " ".join(taken)))
            key = procedures.key_of(title, place)
            known = await procedures.live_procedure(transaction, owner, key)
            if known is None:
                made = digest(owner.key, "procedure", key, now.isoformat())
                memory = self._memory(made, text, Category.WORKFLOW, now, role)
                told = Procedure(replace(memory, scope=globs, project=place), title, taken, 1, tagged)
                await self._create(transaction, owner, told.memory, (await embedded.of([text]))[0], now)
            elif (known.name, known.steps, known.tags, known.memory.scope) == (title, taken, tagged, globs):
                return await _keep_answer(transaction, owner, asked, answers, known)
            else:
                _changeable(known, role)
                changed = known.steps != taken or known.name != title
                told = replace(
                    known,
                    memory=replace(known.memory, scope=globs),
                    name=title, steps=taken, tags=tagged, version=known.version + changed,
                )  # fmt: skip
                if changed:
                    await self._next(transaction, owner, known, text, (await embedded.of([text]))[0], now)
            told = await procedures.mark(transaction, owner, told, key, now)
            return await _keep_answer(transaction, owner, asked, answers, told)

        told = await self._once(owner, asked, work, answers)
        self.ops_log.write(Operation("procedure", title, f"version {told.version}, {len(taken)} steps", owner=owner))
        return told

    @audited(Verb.RECORD_EPISODE, lambda told: [told.memory.id])
    async def episode(
        self,
        owner: Owner,
        event: str,
        *,
        outcome: str = "",
        tags: Sequence[str] = (),
        steps: Sequence[str] = (),
        worked: bool | None = None,
        happened_at: datetime | None = None,
        role: Role = Role.ASSISTANT,
        project: str | None = None,
        idempotency_key: str | None = None,
    ) -> Episode:
        """Record an event, now or at `happened_at`, with its outcome, told by `role` in a `project`.
        Events equal in text, outcome, moment and project are one episode. `steps` are sentences or calls such as
        `Edit(file_path="a.py")`: a sequence that recurs in episodes that `worked` is proposed as a procedure. Raises
        InvalidInputError.
        """
        await write_rights.require(self.database, owner, Category.EPISODE, field="event")
        with shielding(await policy_of(self.database, owner)):
            said = _text(_plain(event, "event"), "event")
            ended = _text(_plain(outcome, "outcome"), "outcome", empty=True)
            done = _steps([_plain(step, "steps") for step in _listed(steps)], most=MOST_DONE) if steps else ()
        tagged = _tags(tags)
        require_zoned(happened_at, "happenedAt")
        place = mark_of(project)
        further = (*_project_digest(place), *_if_done(done, worked))
        asked = request(owner, idempotency_key, "recordEpisode", said, ended, tagged, happened_at, *further)
        answers = Answers(self.database, TypeAdapter(Episode))
        now = datetime.now(UTC)
        at = now if happened_at is None else happened_at.astimezone(UTC)
        text = f"{said} {_OUTCOME[detect(said)]}: {ended}" if ended else said
        language = detect(text)

        async def work(transaction: Transaction, embedded: Embedded) -> Episode:
            await _open(transaction, owner, asked, self.database.quota)
            await refuse_forgotten(transaction, owner, text, language, "event", (said, ended, *done))
            made = digest(owner.key, "episode", said, ended, at.isoformat(), *_project_digest(place))
            memory = self._memory(made, text, Category.EPISODE, at, role)
            memory = replace(memory, recorded_at=now, last_accessed_at=now, project=place)
            await self._create(transaction, owner, memory, (await embedded.of([text]))[0], at)
            told = await procedures.mark_episode(transaction, owner, Episode(memory, said, ended, tagged, done, worked))
            return await _keep_answer(transaction, owner, asked, answers, told)

        told = await self._once(owner, asked, work, answers)
        self.ops_log.write(Operation("episode", said, ended, owner=owner))
        return told

    async def _once(
        self,
        owner: Owner,
        asked: Request | None,
        work: Callable[[Transaction, Embedded], Awaitable[T]],
        answers: Answers[T],
    ) -> T:
        with charge_to(owner):
            return await answers.once(owner, asked, lambda: embedding.write(self.database, self.embedder, work))

    async def _create(
        self, transaction: Transaction, owner: Owner, memory: Memory, vector: Vectors | None, said_at: datetime
    ) -> None:
        """Write a record's memory with its mentions, so that their profiles and timelines have it."""
        given = None if vector is None else vector.tolist()
        model = None if vector is None else self.embedder.model
        memory = replace(memory, embedded=given is not None)
        await memories.create(transaction, owner, [memories.NewMemory(memory, said_at, (), given, model)])
        mentions = find(doc_of(memory.text, Language(memory.language)))
        if mentions:
            known = await entities.candidates(transaction, owner, list(mentions))
            pairs = [(memory.id, mention.uri) for mention in mentions]
            await entities.merge(transaction, owner, entity_resolution.rows(mentions, known), pairs, said_at)
        if given is None:
            await jobs.enqueue_in(transaction, owner, BACKFILL)

    async def _next(
        self, transaction: Transaction, owner: Owner, known: Procedure, text: str, vector: Vectors | None, now: datetime
    ) -> None:
        """Give the memory the new text, and keep the former one as a version."""
        id_ = known.memory.id
        version = digest(id_, "version", str(known.version))
        given = None if vector is None else vector.tolist()
        await memories.reform(transaction, owner, [memories.Reformed(id_, version, text, given, None, now)])
        if given is None:
            await jobs.enqueue_in(transaction, owner, BACKFILL)

    def _memory(self, id_: str, text: str, category: Category, at: datetime, role: Role) -> Memory:
        language, source = detect(text), DATA_SOURCE[role]
        feeling = feel(doc_of(text, language))
        importance = IMPORTANCE[category]
        return Memory(
            id=id_,
            text=text,
            category=category,
            priority=category.traits.priority,
            tier=Tier.EPISODIC,
            sub_tier=SubTier.OBSERVED,
            importance=importance,
            utility=INITIAL_UTILITY,
            stability=initial_stability(importance),
            storage_strength=INITIAL_STORAGE,
            access_count=0,
            emotions=tuple(emotion.value for emotion in feeling.emotions),
            valence=feeling.valence,
            arousal=feeling.arousal,
            flashbulb=False,
            pinned=False,
            immutable=False,
            lesson="",
            source_confidence=min(CONFIDENCE, MOST_CONFIDENCE.get(source, 1.0)),
            write_source=WriteSource.AGENT if is_outside(role) else WriteSource.MANUAL,
            data_source=source,
            language=language.value,
            speaker=role.value if is_outside(role) else "",
            temporal_type=TemporalType.PERSISTENT,
            valid_from=at,
            valid_until=None,
            recorded_at=at,
            retracted_at=None,
            last_accessed_at=at,
        )


def _project_digest(project: str | None) -> tuple[str, ...]:
    """Part of a digest: the project. Without one, digests of releases before projects stay the same."""
    return () if project is None else (project,)


def _if_done(steps: tuple[str, ...], worked: bool | None) -> tuple[object, ...]:
    """Part of a request's digest: the steps. Without any, requests of earlier releases stay the same."""
    return (steps, worked) if steps or worked is not None else ()


def _changeable(known: Procedure, role: Role) -> None:
    if is_outside(role) and known.memory.data_source not in OUTSIDE:
        raise InvalidInputError(
            f"The procedure {known.name[:80]!r} was not recorded by a tool.",
            field="name",
            remedy="Record the steps under another name, or have a person change it with `graphmem procedure record`.",
        )


async def _open(transaction: Transaction, owner: Owner, asked: Request | None, quota: Quota) -> None:
    """Lock the owner. Raises AnsweredBeforeError for a repeated request, else QuotaExceededError if full."""
    await filing.lock(transaction, owner)
    before = None if asked is None else await requests.stored_answer(transaction, owner, asked)
    if before is not None:
        raise AnsweredBeforeError(before)
    (await quotas.holding(transaction, owner)).require_room(quota, 1, 1)


async def _keep_answer(
    transaction: Transaction, owner: Owner, asked: Request | None, answers: Answers[T], told: T
) -> T:
    """Store the answer for a repeated request, and return it."""
    if asked is not None:
        await requests.keep(transaction, owner, asked, answers.text(told))
    return told


def _plain(text: str, field_: str) -> str:
    """Mask private data, since no verbatim turn stands behind a record; raises if it must be refused."""
    require_fileable(text, field_)
    return mask_private(text)


def _name(name: str) -> str:
    found = usable_name(name)
    if found is None or slug(found, fallback="") == "":
        raise InvalidInputError(
            f"The name {name[:80]!r} is empty, too long, or has no letter.",
            field="name",
            remedy=f"Take 1 to {MAX_NAME} characters, like Deploy the billing service.",
        )
    return found


def _listed(steps: Sequence[str]) -> Sequence[str]:
    """Raises InvalidInputError for a single string, whose letters would count as steps."""
    if isinstance(steps, str):
        raise InvalidInputError("The steps are one string.", field="steps", remedy='Give a list: ["first", "then"].')
    return steps


def _steps(steps: Sequence[str], most: int = MOST_STEPS) -> tuple[str, ...]:
    if not 1 <= len(steps) <= most:
        raise InvalidInputError(f"{len(steps)} steps are given.", field="steps", remedy=f"Give 1 to {most}.")
    return tuple(_text(step, "steps") for step in steps)


def _text(text: str, field_: str, *, empty: bool = False) -> str:
    found = " ".join(text.split())
    if len(found) > LONGEST_STEP or not is_storable(found) or not (found or empty):
        raise InvalidInputError(
            f"{field_} has {len(found):,} characters, or some that cannot be stored.",
            field=field_,
            remedy=f"Write 1 to {LONGEST_STEP:,} characters each.",
        )
    return found


def _tags(tags: Sequence[str]) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(name for tag in tags if (name := usable_name(tag)) is not None))
    if len(tags) > MOST_TAGS or len(found) < len(set(tags)):
        raise InvalidInputError(
            f"There are {len(tags)} tags, or one of them is empty or too long.",
            field="tags",
            remedy=f"Give at most {MOST_TAGS} tags of 1 to {MAX_NAME} characters.",
        )
    return found
