"""Places the turns of a conversation in the palace: ids, rooms, closets, index text. Pure."""

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
from graphmem.model.language import ByLanguage, Language
from graphmem.model.palace import Owner, WingKind
from graphmem.model.project import project_of
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.model.trust import is_outside
from graphmem.services.late_interaction import Passages
from graphmem.services.privacy import mask_private
from graphmem.store.filing import ClosetDraft, DrawerDraft, RoomDraft, RoomState, WingDraft

CONTEXT_CHARACTERS = 1_000
"""Characters of the turn before that enter a turn's index text."""

TOPIC_WORDS = 3
TOPIC_TURNS = 8
"""First turns of a closet from which its topic words are taken."""
_SMALL_TALK = ByLanguage({Language.EN: "small talk", Language.TR: "sohbet", Language.DE: "Plauderei"})


_IN_TEXT = ("@p:", "@t:")
"""Prefixes of tags of people and times, whose words already stand in a turn or its date."""


@dataclass(frozen=True, slots=True)
class PlacedTurn:
    """A turn with its drawer's id and its room; `place` is its index in the conversation."""

    id: str
    room: RoomDraft
    turn: Turn
    place: int = 0

    @property
    def plain(self) -> str:
        """The text with private data masked, each character in its place; the source of everything derived."""
        return mask_private(self.turn.text)

    @property
    def embedded_text(self) -> str:
        """The text to embed: the speaker's name and the masked text."""
        return with_speaker(self.turn.speaker, self.plain)


@dataclass(slots=True)
class RoomCursor:
    """The state of a room: number of drawers, last turn, open closet with its size and words."""

    number: int = 0
    last: tuple[str, str] | None = None
    closet: str | None = None
    size: int = 0
    words: set[str] = field(default_factory=set)

    @classmethod
    def at(cls, state: RoomState | None) -> RoomCursor:
        """The cursor of a room in the store; at the start for a new room."""
        if state is None:
            return cls()
        last = None if state.last_text is None else (state.last_speaker or "", mask_private(state.last_text))
        return cls(state.drawers, last, state.last_closet, state.last_closet_drawers or 0)


def with_speaker(speaker: str, text: str) -> str:
    """`Speaker: text`, or the bare text without a speaker."""
    return f"{speaker}: {text}" if speaker else text


def wing_draft(owner: Owner, conversation: Conversation, wing: str | None) -> WingDraft:
    """The wing of a conversation: the requested one, else its own, else one named by its title."""
    name = wing or conversation.wing or conversation.title
    key = slug(name)
    return WingDraft(digest(owner.key, "wing", key), key, name, wing_kind(name, conversation).value)


def wing_kind(name: str, conversation: Conversation) -> WingKind:
    """The kind of a wing: person or agent if its name is a speaker's, project if it says so, else topic.

    Several speakers joined by "&" are persons, unless all are assistants.
    """
    turns = (turn for turn in conversation.turns if not (is_outside(turn.role) or is_role_name(turn.speaker)))
    speaking = {slug(turn.speaker): turn.role for turn in turns}
    roles = [speaking.get(slug(part)) for part in name.split(" & ")]
    if None not in roles:
        return WingKind.AGENT if set(roles) == {Role.ASSISTANT} else WingKind.PERSON
    return WingKind.PROJECT if project_of(name) else WingKind.TOPIC


def place(owner: Owner, conversation: Conversation, wing: WingDraft) -> tuple[list[RoomDraft], list[PlacedTurn]]:
    """Make the rooms of a conversation, and place each turn with its id.

    A turn's id is a digest of its source id, speaker, time and text, and of how often these occurred before in the
    conversation. So a repeated file, even without its beginning, meets its own drawers, and an edited turn is a new
    one. A paragraph's id leaves out the time, which its document or file may change.
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
    """Make the closets and drawers of a batch; without `read` passages they stay unembedded.

    Moves the `cursors` (by room id) on. `observed` says that the write path reads these turns now.
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
    """Yield each turn with its language; an unclear one ("ok") takes that of the turn before."""
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
    """The topic of a closet's first turns, in their own phrases."""
    docs: list[Doc] = []
    for text in texts:
        language_of = detect(text, default=docs[-1].language if docs else language)
        docs.append(doc_of(text, language_of))
    found = topic(docs, TOPIC_WORDS, without=speakers)
    return ", ".join(found) if found else _SMALL_TALK[language]


def _closet(room: RoomDraft, turns: Sequence[PlacedTurn], language: Language, number: int) -> ClosetDraft:
    """Make a closet, named by the topic of its first turns."""
    own = [placed for placed in turns if placed.room.id == room.id]
    named = topic_of([placed.plain for placed in own], language, {placed.turn.speaker for placed in own})
    key = slug(named)
    return ClosetDraft(digest(room.id, "closet", key), room.id, key, named, number + 1)


def about(placed: PlacedTurn) -> str:
    """The room's title for a tool's output, which seldom names its topic; else ""."""
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
    """The text that word search indexes: `about`, date, turn before, the turn, and words of its tags.
    A question may mention these although the turn does not."""
    date = spoken_date(said_at, language) if said_at else ""
    before = with_speaker(*last)[-CONTEXT_CHARACTERS:] if last else ""
    return "\n".join(
        part for part in (about, date, before, with_speaker(speaker, text), _tag_words(tags, text)) if part
    )


def _tag_words(tags: Sequence[str], text: str) -> str:
    """Words of tags for things, places and events that the text does not contain: "wedding" in Turkish.
    People and times already stand in the text or its date."""
    said = fold(text)
    values = (tag.partition(":")[2] if tag.startswith("@") else tag for tag in tags if not tag.startswith(_IN_TEXT))
    return " ".join(value for value in dict.fromkeys(values) if fold(value) not in said)
