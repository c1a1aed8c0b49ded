"""Where each turn of a conversation belongs: ids, rooms, closets, index text. Pure; the store files what it says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.cognition.segmentation import starts_new
from graphmem.language.dates import spoken_date
from graphmem.language.detect import detect
from graphmem.language.doc import Doc, doc_of
from graphmem.language.keywords import keywords
from graphmem.language.tags import tags
from graphmem.language.topics import topic
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.turkish import fold
from graphmem.model.ids import digest, slug
from graphmem.model.language import Language
from graphmem.model.palace import Owner, WingKind
from graphmem.model.project import project_of
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.model.trust import is_outside
from graphmem.services.late_interaction import Passages
from graphmem.services.privacy import covered
from graphmem.store.filing import ClosetDraft, DrawerDraft, RoomDraft, RoomState, WingDraft

CONTEXT_CHARACTERS = 1_000
"""How much of the turn before enters a turn's index text."""

TOPIC_WORDS = 3
TOPIC_TURNS = 8
"""Turns from which on those words are taken, the first of the closet among them."""
_SMALL_TALK = {Language.EN: "small talk", Language.TR: "sohbet"}


_IN_TEXT = ("@p:", "@t:")
"""Tags of people and times, which stand in a turn or in its date."""


@dataclass(frozen=True, slots=True)
class PlacedTurn:
    """A turn with its drawer id and its room; `place` counts the turns of the conversation before it."""

    id: str
    room: RoomDraft
    turn: Turn
    place: int = 0

    @property
    def plain(self) -> str:
        """What may be derived from: the text without what the owner wants masked, each character in its place."""
        return covered(self.turn.text)

    @property
    def embedded_text(self) -> str:
        """What is embedded: who says what."""
        return spoken(self.turn.speaker, self.plain)


@dataclass(slots=True)
class RoomCursor:
    """How far a room is filed: its last turn, its open closet and that closet's words."""

    number: int = 0
    last: tuple[str, str] | None = None
    closet: str | None = None
    size: int = 0
    words: set[str] = field(default_factory=set)

    @classmethod
    def at(cls, state: RoomState | None) -> RoomCursor:
        """The cursor of a room as the store knows it; at its beginning when the room is new."""
        if state is None:
            return cls()
        last = None if state.last_text is None else (state.last_speaker or "", covered(state.last_text))
        return cls(state.drawers, last, state.last_closet, state.last_closet_drawers or 0)


def spoken(speaker: str, text: str) -> str:
    """`Speaker: text`; the bare text where nobody is named."""
    return f"{speaker}: {text}" if speaker else text


def wing_draft(owner: Owner, conversation: Conversation, wing: str | None) -> WingDraft:
    """The wing a conversation is filed in: the one asked for, its own, or one of its title."""
    name = wing or conversation.wing or conversation.title
    key = slug(name)
    return WingDraft(digest(owner.key, "wing", key), key, name, wing_kind(name, conversation).value)


def wing_kind(name: str, conversation: Conversation) -> WingKind:
    """What a wing of that name is about: whoever speaks under it, a project where the name says so, else a topic.

    Several people joined by "&" are people, too; an assistant among them makes it no agent's.
    """
    turns = (turn for turn in conversation.turns if not (is_outside(turn.role) or is_role_name(turn.speaker)))
    speaking = {slug(turn.speaker): turn.role for turn in turns}
    roles = [speaking.get(slug(part)) for part in name.split(" & ")]
    if None not in roles:
        return WingKind.AGENT if set(roles) == {Role.ASSISTANT} else WingKind.PERSON
    return WingKind.PROJECT if project_of(name) else WingKind.TOPIC


def place(owner: Owner, conversation: Conversation, wing: WingDraft) -> tuple[list[RoomDraft], list[PlacedTurn]]:
    """The rooms of a conversation, and each turn with its id.

    A turn's id is a digest of what was said by whom, and of how often it had been said before in the conversation: a
    repeated file meets its own drawers, a file that lost its head still does, and an edited turn becomes a new one. A
    paragraph is the same whenever its document says, or its file tells, that it was written.
    """
    rooms: list[RoomDraft] = []
    placed: list[PlacedTurn] = []
    said: dict[tuple[str, ...], int] = {}
    for index, session in enumerate(conversation.sessions):
        room = _room(owner, conversation, wing, session, index, rooms)
        rooms.append(room)
        for turn in session.turns:
            moment = turn.said_at.isoformat() if turn.said_at and turn.role is not Role.DOCUMENT else ""
            identity = (turn.source_id or "", turn.speaker, moment, turn.text)
            said[identity] = said.get(identity, 0) + 1
            id_ = digest(owner.key, "drawer", conversation.key, *identity, str(said[identity]))
            placed.append(PlacedTurn(id_, room, turn, len(placed)))
    return rooms, placed


def drafts(
    turns: Sequence[PlacedTurn],
    read: Passages | None,
    model: str,
    cursors: dict[str, RoomCursor],
    conversation: str,
    *,
    observed: bool = False,
) -> tuple[list[ClosetDraft], list[DrawerDraft]]:
    """Closets and drawers of a batch. `cursors` (by room id) move on; a batch that was not read stays unembedded.

    `observed` says that the write path reads these turns now.
    """
    closets: dict[str, ClosetDraft] = {}
    drawers: list[DrawerDraft] = []
    for index, (placed, language) in enumerate(with_language(turns)):
        cursor, turn = cursors[placed.room.id], placed.turn
        plain = placed.plain
        words = set(keywords(doc_of(plain, language), 50))
        if cursor.closet is None or starts_new(size=cursor.size, words=words, topic=cursor.words):
            closet = _closet(placed.room, turns[index : index + TOPIC_TURNS], language, cursor.number)
            closets.setdefault(closet.id, closet)
            cursor.closet, cursor.size, cursor.words = closet.id, 0, set()
        vector = None if read is None else read.vectors[index].tolist()
        tagged = [*turn.tags, *tags(doc_of(plain, language), turn.speaker)]
        named = about(placed)
        drawers.append(
            DrawerDraft(
                id=placed.id,
                room_id=placed.room.id,
                closet_id=cursor.closet,
                text=turn.text,
                index_text=indexed_text(turn.speaker, plain, turn.said_at, cursor.last, language, tagged, named),
                speaker=turn.speaker,
                role=turn.role.value,
                said_at=turn.said_at,
                language=language.value,
                tags=tagged,
                source_id=turn.source_id,
                conversation=conversation,
                embedding=vector,
                embedding_model=None if vector is None else model,
                token_states=None if read is None else read.states[index],
                observed=observed,
                project=placed.room.project,
            )
        )
        cursor.last = (turn.speaker, plain)
        cursor.size += 1
        cursor.number += 1
        cursor.words |= words
    return list(closets.values()), drawers


def with_language(turns: Sequence[PlacedTurn]) -> Iterator[tuple[PlacedTurn, Language]]:
    """Each turn with its language; an unclear one ("ok") takes that of the turn before it."""
    language = Language.EN
    for placed in turns:
        language = detect(placed.turn.text, default=language)
        yield placed, language


def _room(
    owner: Owner, conversation: Conversation, wing: WingDraft, session: Session, index: int, before: list[RoomDraft]
) -> RoomDraft:
    started = session.key or (session.started_at.isoformat() if session.started_at else str(index))
    twins = (
        sum(room.started_at == session.started_at for room in before)
        if session.started_at and session.key is None
        else 0
    )
    id_ = digest(owner.key, "room", wing.slug, conversation.key, started, str(twins))
    title = session.title or conversation.title
    project = project_of(wing.name) if wing.kind == WingKind.PROJECT else None
    return RoomDraft(id_, f"{slug(title)}-{id_[:6]}", title, conversation.key, session.started_at, project)


def topic_of(texts: Sequence[str], language: Language, speakers: Collection[str] = ()) -> str:
    """What the first turns of a closet are about, in their own phrases."""
    docs: list[Doc] = []
    for text in texts:
        language_of = detect(text, default=docs[-1].language if docs else language)
        docs.append(doc_of(text, language_of))
    found = topic(docs, TOPIC_WORDS, without=speakers)
    return ", ".join(found) if found else _SMALL_TALK[language]


def _closet(room: RoomDraft, turns: Sequence[PlacedTurn], language: Language, number: int) -> ClosetDraft:
    """A closet named after the words that stand out in its first turns."""
    own = [placed for placed in turns if placed.room.id == room.id]
    named = topic_of([placed.plain for placed in own], language, {placed.turn.speaker for placed in own})
    key = slug(named)
    return ClosetDraft(digest(room.id, "closet", key), room.id, key, named, number + 1)


def about(placed: PlacedTurn) -> str:
    """The title of its room for what a tool gave out, which seldom names what it is about."""
    return placed.room.title if placed.turn.role is Role.TOOL else ""


def indexed_text(
    speaker: str,
    text: str,
    said_at: datetime | None,
    last: tuple[str, str] | None,
    language: Language,
    tags: Sequence[str] = (),
    about: str = "",
) -> str:
    """What it is `about`, date, the turn before, the turn itself, what its tags call things: what a question about it
    may mention, though the turn does not."""
    date = spoken_date(said_at, language) if said_at else ""
    before = spoken(*last)[-CONTEXT_CHARACTERS:] if last else ""
    return "\n".join(part for part in (about, date, before, spoken(speaker, text), _called(tags, text)) if part)


def _called(tags: Sequence[str], text: str) -> str:
    """What tags call the things, places and events of a text, where it calls them otherwise: "wedding" in Turkish.
    People and times stand in it, or in its date."""
    said = fold(text)
    values = (tag.partition(":")[2] if tag.startswith("@") else tag for tag in tags if not tag.startswith(_IN_TEXT))
    return " ".join(value for value in dict.fromkeys(values) if fold(value) not in said)
