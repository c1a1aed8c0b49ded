"""Deletion of a verbatim turn with its words: data derived from them is made anew or removed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from graphmem.language.stem import stem
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import lower
from graphmem.model.ids import slug
from graphmem.model.language import Language
from graphmem.model.palace import Owner, Pointer
from graphmem.model.tombstone import Reason
from graphmem.services.ingestion.palace_layout import TOPIC_TURNS, indexed_text, topic_of
from graphmem.services.ingestion.tombstones import TombstoneDraft, set_tombstones
from graphmem.services.privacy import mask_private
from graphmem.store import deletion, entities, filing, tombstones
from graphmem.store.database import Database, Transaction
from graphmem.store.deletion import ClosetName, IndexText, NamedCloset, Surroundings
from graphmem.store.tombstones import SuspectTurn

_WORD = re.compile(r"\w{3,}")
_SOMEBODY = "user assistant kullanıcı asistan"
"""Words by which statements name their speaker, whatever the text."""


async def delete_drawer(database: Database, owner: Owner, pointer: Pointer, by: str) -> tuple[int, frozenset[str]]:
    """Delete a drawer and every memory that only this drawer supports; mining restores neither.

    Returns the number of memories and the deleted `words`. Raises NotFoundError.
    """

    async def work(transaction: Transaction) -> tuple[int, frozenset[str]]:
        await filing.lock(transaction, owner)
        (around,) = await deletion.surroundings(transaction, owner, [pointer], TOPIC_TURNS)
        gone, telling = await asyncio.to_thread(_words_of, around)
        alone = await deletion.sole_memories(transaction, owner, around.id)
        gone_memories = await tombstones.memories_to_forget(transaction, owner, {*telling, *alone})
        said = SuspectTurn(around.id, str(pointer), around.text, around.speaker, around.language)
        now = datetime.now(UTC)
        await entities.pass_on(transaction, owner, {*telling, *alone}, now)
        grave = TombstoneDraft(gone_memories, Reason.DELETED, now, turns=[around.id], said=[said])
        await set_tombstones(transaction, owner, [grave], by)
        memories = await deletion.delete(transaction, owner, pointer, telling)
        await _remove_words(transaction, owner, [around])
        return memories, gone

    return await database.write(work)


async def tidy(transaction: Transaction, owner: Owner, pointers: Iterable[str]) -> None:
    """Remove the words of withheld turns from the next turn's index text and the names of closets."""
    around = await deletion.surroundings(transaction, owner, map(Pointer.parse, pointers), TOPIC_TURNS)
    if around:
        await _remove_words(transaction, owner, around)


async def _remove_words(transaction: Transaction, owner: Owner, around: Sequence[Surroundings]) -> None:
    closets = await deletion.closets(transaction, owner, {id_ for one in around for id_ in one.closets}, TOPIC_TURNS)
    turns, names = await asyncio.to_thread(_clean_texts, around, closets)
    await deletion.rename(transaction, owner, turns, names)


def _clean_texts(
    around: Sequence[Surroundings], closets: Sequence[NamedCloset]
) -> tuple[list[IndexText], list[ClosetName]]:
    """The index texts of turns and names of closets without the deleted words."""
    turns = [found for one in around if (found := _clean_index_text(one)) is not None]
    names = {}
    for one in around:
        language = Language(one.language)
        gone = content_stems(one.text, language)
        for closet in closets:
            if closet.id in one.closets and _is_named_after(closet, gone, language):
                names[closet.id] = _rename_closet(closet, language)
    return turns, list(names.values())


def _words_of(around: Surroundings) -> tuple[frozenset[str], list[str]]:
    """The words of a turn, and the memories with a word that no other turn has."""
    language = Language(around.language)
    return content_stems(around.text, language), list(_tainted_memories(around, language))


def content_stems(text: str, language: Language) -> frozenset[str]:
    """Stems of a text's words, numbers unchanged; no stop words and none of less than three characters."""
    found = (lower(word) if language is Language.TR else word.lower() for word in _WORD.findall(text))
    return frozenset(stem(word, language) for word in found if not is_stop_word(word, language))


def _tainted_memories(around: Surroundings, language: Language) -> Iterator[str]:
    """Memories that other turns also support, but with a word that only this drawer has."""
    said = content_stems(around.text, language) - content_stems(_SOMEBODY, language)
    for memory in around.shared:
        elsewhere = frozenset[str]().union(*(content_stems(text, language) for text in memory.texts))
        if (content_stems(memory.text, language) & said) - elsewhere:
            yield memory.id


def _is_named_after(closet: NamedCloset, gone: frozenset[str], language: Language) -> bool:
    return not closet.drawers or bool(content_stems(closet.topic, language) & gone)


def _rename_closet(closet: NamedCloset, language: Language) -> ClosetName:
    """The closet's name from its remaining turns; a neutral one if there are none."""
    texts = [mask_private(text) for text in closet.texts]
    topic = topic_of(texts, Language(closet.language) if closet.language else language)
    return ClosetName(closet.id, topic, slug(topic))


def _clean_index_text(around: Surroundings) -> IndexText | None:
    """The index text of the next turn, without the deleted one."""
    after, before = around.after, around.before
    if after is None:
        return None
    last = None if before is None else (before.speaker, mask_private(before.text))
    language = Language(after.language)
    text = indexed_text(after.speaker, mask_private(after.text), after.said_at, last, language, after.tags, after.about)
    return IndexText(after.id, text)
