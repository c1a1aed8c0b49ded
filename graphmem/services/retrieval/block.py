"""Selects the entries of a prompt's block from the hits, within a token budget and without repeats.

Entries are taken by confidence per token. A memory replaces its turn where its confidence is higher, else the turn is
quoted. If no hit is likely to answer, the block has no hits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from graphmem.cognition.confidence import FULL_FROM, SHORT_FROM
from graphmem.language.coverage import query_words
from graphmem.language.question_turns import asks_back, only_asks
from graphmem.language.turkish import fold
from graphmem.model.language import RULED
from graphmem.model.recall import MemoryHit
from graphmem.model.relation import RelationType
from graphmem.model.transcript import Role
from graphmem.services.privacy import mask_private
from graphmem.services.retrieval import confidence, context
from graphmem.services.retrieval.admission import admits
from graphmem.services.retrieval.block_order import places
from graphmem.services.retrieval.confidence_cutoff import needed_from
from graphmem.services.retrieval.context import Context, Entry, LeftOut
from graphmem.services.retrieval.later_updates import LaterMemory, LaterUpdates
from graphmem.services.retrieval.options import MAX_LIMIT, RecallOptions
from graphmem.services.retrieval.query_hits import QueryHits
from graphmem.services.retrieval.sanitising import make_inert
from graphmem.services.retrieval.verbatim_turns import Quote, language_of, quotes

JUDGED = 30
"""Turns and memories considered for a block of usual size, whatever the caller's limit."""

SHORTEST_LINE = 25
"""Tokens of a short line; the budget divided by it bounds the turns considered."""

WORTH = 0.25
"""An entry's worth is its confidence divided by its tokens to this power.
With 1, many short lines displace the long one that answers; with 0, long weak lines displace the rest."""

LEAST = 0.001
"""Confidence below which a turn stays out, unless the caller sets `min_confidence`."""

REPORTED = 0.2
"""Factor on the confidence of an agent's turn in a project, if no memory was made of it.
Such turns share the words of any task, and are needed later a fifth as often as the user's. 0.3 was chosen on the
stored answers of five developers' 591 prompts, labels seen: five sixths of the tokens for 0.7 % fewer of 277 pieces.
It is lower since confidence uses token signals, which favour such turns even more: the two long projects still find
as many pieces (84.7 %)."""

LONGEST_COVERED = 5_000
"""Characters up to which a whole turn is scanned for private data to mask in the excerpt shown."""

CAUSES = 3
"""Memories, reached by causal edges alone, whose turns a block shows although they are unsure.
The start of a causal chain shares the fewest words with the question."""

BEYOND = "beyond the budget"
UNSURE = "unsure"
ENOUGH_WITHOUT = "what is surer holds most of what is expected"
ORDERS = "an instruction"
AGAIN = "said in the same words by another turn"
NOT_ANSWERED = "nothing answers"
ONLY_ASKS = "only asks"


@dataclass(frozen=True, slots=True)
class _Choice:
    """A candidate entry, the ids of the memories it covers, and the turn it quotes, if any."""

    entry: Entry
    says: tuple[str, ...] = ()
    quote: Quote | None = None

    @property
    def worth(self) -> float:
        tokens = float(context.tokens_of(self.entry.line))
        return self.entry.confidence / float(tokens**WORTH)


def depth(options: RecallOptions) -> int:
    """Turns, and memories, to retrieve for the caller's limit and budget."""
    return min(max(options.limit, JUDGED, options.budget // SHORTEST_LINE), MAX_LIMIT)


def assemble_block(
    found: QueryHits, options: RecallOptions, *, answerable: bool | None = None, later: LaterUpdates | None = None
) -> Context:
    """Build the block of an answer; its text is "" if no entry is sure enough, hot or due.

    `answerable` overrides the verdict of the confidences. `later` holds updates that replace an entry, or in a project
    concern the same matter: each stands beside that entry. In a project the agent's own turns rank lower.
    """
    left: list[LeftOut] = []
    choices: list[_Choice] = []
    if answerable is None:
        answerable = options.min_confidence is not None or confidence.is_answerable(found.parts)
    if answerable:
        if options.min_confidence is None:
            found, idle = confidence.keep_answerable(found)
            left = [LeftOut(id_, NOT_ANSWERED) for id_ in sorted(idle)]
        quoted, barred = quotes(found.turns.hits, query_words(found.query, found.language), options)
        if later is not None and later.at_work and not any(asks_back(found.query, language) for language in RULED):
            left += [LeftOut(one.turn.id, ONLY_ASKS) for one in quoted if _only_asks(one)]
            quoted = [_reported(one) for one in quoted if not _only_asks(one)]
        quoted, again = _distinct(quoted)
        left += [*barred, *again]
        days = {hit.drawer.pointer: hit.drawer.said_at.date() for hit in found.turns.hits if hit.drawer.said_at}
        needed = needed_from(found, options)
        is_judged = found.named is not None
        choices = list(_choices(quoted, found.memories, days, needed, options, left, is_judged=is_judged))
    else:
        ids = [hit.drawer.id for hit in found.turns.hits[: options.limit]]
        ids += [hit.memory.id for hit in found.memories[: options.limit]]
        left = [LeftOut(id_, NOT_ANSWERED) for id_ in ids]
    hot = [_Choice(context.due_entry(plan)) for plan in found.due]
    hot += [_Choice(context.hot_entry(memory)) for memory in found.hot]
    choices.sort(key=lambda one: (_named_place(one, found), -one.worth))
    since = {} if later is None else _since([*hot, *choices], later)
    since |= {
        plan.memory.id: [_Choice(context.later_entry(plan.later))]
        for plan in found.due
        if plan.later is not None and admits(options, plan.later)
    }
    taken = _take([*hot, *choices], options, left, since)
    if not found.named:
        taken = [taken[place] for place in places([one.entry for one in taken], found.turns.hits)]
    taken = [replace(one, entry=replace(one.entry, text=make_inert(_covered(one)))) for one in taken]
    text = _text(taken, options)
    while taken and context.tokens_of(text) > options.budget:
        left.append(LeftOut(taken.pop().entry.id, BEYOND))
        text = _text(taken, options)
    says = [id_ for choice in taken for id_ in choice.says]
    return Context.of([choice.entry for choice in taken], text, says, left)


def _named_place(choice: _Choice, found: QueryHits) -> int:
    """The place of an entry among what a chat model named; the same for all others."""
    named = found.named or ()
    return min((named.index(id_) for id_ in (choice.entry.id, *choice.says) if id_ in named), default=len(named))


def _covered(choice: _Choice) -> str:
    """Mask private data in the entry's source text, before `inert` rewrites signs that mark a secret.
    An excerpt is masked as in its whole turn. Turns are stored unmasked, and so may be memories of old releases."""
    text, whole = choice.entry.source, "" if choice.quote is None else choice.quote.turn.text
    at = whole.find(text) if len(whole) <= LONGEST_COVERED else -1
    return mask_private(text) if at < 0 else mask_private(whole)[at : at + len(text)]


def _text(taken: Sequence[_Choice], options: RecallOptions) -> str:
    return context.render_entries([choice.entry for choice in taken], options.format)


def _distinct(quoted: Sequence[Quote]) -> tuple[list[Quote], list[LeftOut]]:
    """Split off turns that repeat a better one: same speaker, same words."""
    kept: dict[tuple[str, str], Quote] = {}
    for quote in quoted:
        kept.setdefault((quote.turn.speaker, " ".join(fold(quote.text).split())), quote)
    ids = {quote.turn.id for quote in kept.values()}
    return list(kept.values()), [LeftOut(quote.turn.id, AGAIN) for quote in quoted if quote.turn.id not in ids]


def _reported(quote: Quote) -> Quote:
    if quote.is_vetted or quote.turn.role != Role.ASSISTANT:
        return quote
    return replace(quote, confidence=REPORTED * quote.confidence)


def _only_asks(quote: Quote) -> bool:
    """Whether this is a user's turn without memories that only asks."""
    turn = quote.turn
    return not quote.is_vetted and turn.role == Role.USER and only_asks(turn.text, language_of(turn.language))


def _choices(
    quoted: Sequence[Quote],
    memories: Sequence[MemoryHit],
    days: Mapping[str, date],
    needed: Mapping[str, float],
    options: RecallOptions,
    left: list[LeftOut],
    *,
    is_judged: bool,
) -> Iterator[_Choice]:
    """Yield the candidate entries: of a turn and its memories, the one of higher confidence.
    `is_judged`: a chat model named what answers, so that nothing unsure is shown for where it leads.
    `needed` maps turn ids to the confidence below which the block already holds enough evidence."""
    surest = max([*(one.confidence for one in quoted), *(hit.confidence for hit in memories)], default=0.0)
    least, sure = LEAST, SHORT_FROM
    if options.min_confidence is not None:
        least = sure = options.min_confidence
    of_turn: dict[str, list[MemoryHit]] = {}
    for hit in memories:
        for pointer in hit.sources:
            of_turn.setdefault(pointer, []).append(hit)
    led = _led_to(memories) if options.min_confidence is None and not is_judged else frozenset()
    told: set[str] = set()
    for quote in quoted:
        pointer = quote.turn.pointer
        mine = of_turn.get(pointer, [])
        surer = [hit for hit in mine if hit.confidence >= max(sure, quote.confidence)]
        if quote.is_said_by([context.memory_entry(hit.memory, (), hit.confidence).text for hit in surer]):
            left.append(LeftOut(quote.turn.id, "said by its memories"))
            continue
        says = tuple(hit.memory.id for hit in mine if quote.says(hit.memory.text, alone=hit.sources == (pointer,)))
        # A turn is at least as sure as the memories it states.
        known = max([quote.confidence, *(hit.confidence for hit in mine if hit.memory.id in says)])
        why = _why_not(quote, known, least, needed.get(quote.turn.id, 0.0))
        if why and pointer not in led:
            left.append(LeftOut(quote.turn.id, why))
            continue
        told.update(says)
        left += [LeftOut(id_, "said by its turn") for id_ in says]
        yield _Choice(context.turn_entry(quote.turn, quote.text, known, quote.changed), says, quote)
    for hit in memories:
        if hit.memory.id in told:
            continue
        # No turn covers a memory without sources, such as a person's edit: the surest of all hits is always shown.
        if hit.confidence < (sure if hit.sources else min(sure, surest)):
            left.append(LeftOut(hit.memory.id, UNSURE))
            continue
        day = days.get(hit.sources[0]) if hit.sources else None
        yield _Choice(context.memory_entry(hit.memory, hit.sources, hit.confidence, day))


def _why_not(quote: Quote, known: float, least: float, needed: float) -> str:
    """The reason why a turn stays out of the block; "" if it may stand there.
    `needed` is compared with the turn's own confidence: every short memory is a little likely."""
    if known < least:
        return UNSURE
    return ENOUGH_WITHOUT if quote.confidence < needed else ""


def _led_to(memories: Sequence[MemoryHit]) -> frozenset[str]:
    """Source pointers of the memories whose path has causal edges alone; only why-questions have such."""
    caused = [hit for hit in memories if hit.path and all(step.type == RelationType.CAUSES for step in hit.path)]
    return frozenset(pointer for hit in caused[:CAUSES] for pointer in hit.sources)


def _take(
    choices: Sequence[_Choice], options: RecallOptions, left: list[LeftOut], since: Mapping[str, Sequence[_Choice]]
) -> list[_Choice]:
    """Take whole entries in order while they fit the budget, each at most once.
    An entry is taken together with its later updates (`since`, by entry id) or not at all."""
    spare = options.budget - context.frame_tokens()
    taken: list[_Choice] = []
    seen: set[str] = set()
    groups: set[context.Group] = set()
    for choice in choices:
        if choice.entry.id in seen:
            continue
        added = [choice]
        for one in since.get(choice.entry.id, ()):
            if one.entry.id not in seen and one not in added:
                added.append(one)
        cost, opened = 0, set(groups)
        for one in added:
            cost += context.cost(one.entry, options.format, opens_group=one.entry.group not in opened)
            opened.add(one.entry.group)
        if cost > spare:
            left.append(LeftOut(choice.entry.id, BEYOND))
            continue
        if any(map(_gives_orders, added)):
            left.append(LeftOut(choice.entry.id, ORDERS))
            continue
        spare, groups = spare - cost, opened
        for one in added:
            seen |= {one.entry.id, *one.says}
        taken += added
    return taken


def _since(choices: Sequence[_Choice], later: LaterUpdates) -> dict[str, list[_Choice]]:
    """Later updates by entry id; the candidate that quotes an update stands for it, if there is one."""
    telling = {id_: one for one in choices for id_ in (one.entry.id, *one.says)}
    return {
        choice.entry.id: [
            telling.get(one.memory.id) or _Choice(_of_later(one))
            for one in later.after((choice.entry.id, *choice.says))
        ]
        for choice in choices
    }


def _gives_orders(choice: _Choice) -> bool:
    return choice.quote is not None and choice.quote.gives_orders


def _of_later(later: LaterMemory) -> Entry:
    """An update in full, since the entry beside it may no longer hold."""
    return context.memory_entry(later.memory, later.sources, FULL_FROM, later.day)
