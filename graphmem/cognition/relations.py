"""Which of the six relations holds between two memories, decided without a model from what was read from each.

Who says something is no subject that two memories share: of a conversation of two people nearly all memories name one
of them. A cause begins no later than its effect, and has a subject or a topic in common with it.

The thresholds of overlap are shares of the smaller memory's content words, not of the union (Szymkiewicz and Simpson's
overlap coefficient): a detail is often three times as long as what it details, and Jaccard's index would miss it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from graphmem.model.relation import Relation, RelationType

SAME_ENTITY, ELABORATES, RELATED_TO, CAUSES = 0.7, 0.5, 0.4, 0.5
"""Confidence of the heuristics."""

POINTING, TOPIC = 0.45, 0.35
"""Confidence of weaker evidence: "that is why", a shared topic."""

SHARED_ENTITIES = 2
"""Entities that two memories share for a SAME_ENTITY; one alone says hardly more than that both were said."""

DETAIL_OVERLAP, RELATED_OVERLAP = 0.30, 0.15
"""Shared content words, as a share of the smaller side, above which memories detail, or speak of the same."""

MATTER = "same matter at work"
"""The rule by which a context finds what was told later; other RELATED_TO share a topic or a category only."""

MATTER_OVERLAP = 0.2
"""The same of two statements at work on one project that are near each other in meaning as well."""

CLAUSE_WORDS, CLAUSE_SAID, AS_CAUSE, AS_EFFECT = 2, 0.8, 0.2, 0.6
"""What a causal clause shares with another memory that says the very thing: so many content words (a shared name counts
as one), this share of its own, and this share of the memory's, which may tell more than the cause, while what only
mentions an effect is none. Of 183 edges that asked for 30 % of the smaller side, on two conversations of LoCoMo, a
reader would have drawn five."""

MOSTLY_SAID, HALF = 0.75, 0.5
"""Of what is half of the memory, three words in four do: a verb has many forms ("sattı", "sattığı için")."""

NEXT_WORDS, NEXT_SAID, NEXT_HEARD = 1, 0.6, 0.3
"""The same of two statements of which one was said right after the other: "Mark sleeps badly. He does so because …"."""

NEXT_WHOLE, NEXT_MENTION = 1.0, 0.5
"""And where all of the clause is in it, half as much of the memory does: "The SD card of the gateway was full, the log
had written 7 GB. Because the card was full, …"."""

SAME_MATTER = 0.5
"""Calibrated similarity from which two statements without a common word are of one matter."""

Grounds = tuple[str, ...]
"""What a cause and its effect have in common: addresses of entities, stems of words, or MEANING."""

PERSON = "entity://person/"
MEANING = "meaning"
"""What a cause and its effect share when only their vectors are near."""

LIKELY = 0.4
"""Probability from which the pair judge's relation is drawn; the labels are eleven with their directions."""

GROUNDED = 2
"""Content words, names counted, that two statements have in common when a relation of the judge needs no more. Of 217
labelled pairs without a relation one has so many, of those that detail one another 6 in 10; the judge alone, which was
taught by pairs that were written as pairs, found details in any two things that somebody said."""

SAID_TOGETHER, SAID_NEXT = 0.5, 0.7
"""The same probability for what has less in common and was said in one message, and by one person one right after the
other; else it is not related."""

SURE_CONFLICT = 0.8
"""The same of two statements that cannot both be so: who is shown a conflict where there is none trusts no other."""

DETAIL_WORDS = 2
"""Content words that a detail has in common with what it details, whatever share of it they are: of two short
statements about a siren one word is half."""

UNNAMED_OVERLAP = 0.5
"""Without a shared entity a detail must repeat half of what it details."""


@dataclass(frozen=True, slots=True)
class Described:
    """A memory as the rules see it.

    `stems` are content words without names, `names` and `entities` what is named (stems; URIs), `capitals` names and
    words that a capital may make one, `topics` what it is about and `own_topics` those that no name brings. `clauses`
    are the stems of cause and effect stated in it, an empty half meaning the statement before. `speaker` is how
    texts name who said it, by address and stems; `begins` since when it holds.
    """

    id: str
    stems: frozenset[str]
    category: str = ""
    names: frozenset[str] = frozenset()
    entities: frozenset[str] = frozenset()
    capitals: frozenset[str] = frozenset()
    topics: frozenset[str] = frozenset()
    own_topics: frozenset[str] = frozenset()
    clauses: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    speaker: frozenset[str] = frozenset()
    begins: datetime | None = None


def relate(
    new: Described, old: Described, *, adjacent: bool, similarity: float = 0.0, together: bool = False
) -> Relation | None:
    """The strongest relation between a new memory and an older one; None when they have nothing to do with each other.

    `adjacent` says that the same person said one right after the other, so that "that is why" may point to it, and
    `together` that both were said in one message: then it need not name again what it points to. `similarity` is the
    calibrated one of the two, 0–1, as far as it is known.
    """
    return next(_found(new, old, adjacent=adjacent, similarity=similarity, together=together), None)


def judged(
    new: Described,
    old: Described,
    said: Mapping[str, float],
    *,
    together: bool = False,
    adjacent: bool = False,
) -> Relation | None:
    """The most probable relation that may be drawn, by what the pair judge says of the old and the new memory.

    Labels with a direction end in ">" from the old one, in "<" from the new one. A change that the gate did not act on
    is a contradiction at the most. `together`: both were said in one message; `adjacent`: by one person, one right
    after the other. What causes what no head tells: of 137 causes that one
    saw in thirty long talks eleven were meant (`evaluate talks`), of 31 in five conversations of LoCoMo a half.
    """
    for label in sorted(said, key=lambda one: -said[one]):
        probability = said[label]
        if label == NONE or probability < LIKELY:
            return None
        source, target = (old, new) if label.endswith(">") else (new, old)
        kind = RelationType(label.rstrip("<>"))
        if kind is RelationType.SUPERSEDES:
            kind = RelationType.CONTRADICTS
        if kind is RelationType.CONTRADICTS and (probability < SURE_CONFLICT or _other_people(new, old)):
            continue
        if kind is RelationType.CAUSES:
            continue
        if _may_be(kind, new, old, probability, SAID_TOGETHER if together else SAID_NEXT if adjacent else None):
            return _edge(source.id, target.id, kind, _confidence(probability), JUDGE)
    return None


NONE, JUDGE = "none", "pair judge"


def _may_be(kind: RelationType, new: Described, old: Described, probability: float, enough: float | None) -> bool:
    """Whether two statements have as much in common as such a relation between them needs, or the probability is
    `enough` for how near they were said."""
    if kind is RelationType.SAME_ENTITY:
        return _shared_entities(new, old) >= SHARED_ENTITIES
    if kind is RelationType.RELATED_TO or _common_words(new, old) >= GROUNDED:
        return True
    return kind not in _GROUNDED_ALWAYS and enough is not None and probability >= enough


_GROUNDED_ALWAYS = frozenset({RelationType.CONTRADICTS, RelationType.ELABORATES})
"""What is said in one breath may be of one matter without a word in common. As a detail that holds for one in four, as
the demo's show."""


def grounded(new: Described, old: Described) -> bool:
    """Whether two statements have enough words in common for one to tell more of the other."""
    return _common_words(new, old) >= GROUNDED


def same_matter(new: Described, old: Described) -> Relation | None:
    """That two statements of a project, of which one is among the nearest to the other, speak of the same matter.

    Of the pairs that this finds in the two projects of nine months on which it was chosen (`coding_long.jsonl`) nearly
    one in two tells a change, and it finds 24 of the 35 changes whose statements are both memories.
    """
    speakers = _speakers(new, old)
    words, others = ((one.stems | one.capitals) - speakers for one in (new, old))
    common = len(words & others)
    if common < GROUNDED or common < MATTER_OVERLAP * min(len(words), len(others)):
        return None
    return _edge(new.id, old.id, RelationType.RELATED_TO, RELATED_TO, MATTER)


def _confidence(probability: float) -> float:
    return round(probability, 2)


def in_order(cause: datetime | None, effect: datetime | None) -> bool:
    """Whether what begins at `cause` may be the cause of what begins at `effect`; days count, not minutes.

    A statement holds from when it was said unless it tells another time, and reasons are given after the fact: "The
    trial was adjourned. It was because the witness fell ill."
    """
    return cause is None or effect is None or cause.date() <= effect.date()


def merged(relations: Iterable[Relation]) -> tuple[Relation, ...]:
    """One relation for each pair and type, that of the higher confidence; in the order in which they first came."""
    best: dict[tuple[str, str, RelationType], Relation] = {}
    for relation in relations:
        key = (relation.source, relation.target, relation.type)
        if key not in best or relation.confidence > best[key].confidence:
            best[key] = relation
    return tuple(best.values())


def _found(new: Described, old: Described, *, adjacent: bool, similarity: float, together: bool) -> Iterator[Relation]:
    """Relations by precedence: CAUSES, SAME_ENTITY, ELABORATES, RELATED_TO."""
    shared = _shared_entities(new, old)
    overlap = _shared_words(new, old)
    grounds = _in_common(new, old) or ((MEANING,) if similarity >= SAME_MATTER or (together and adjacent) else ())
    if grounds and not _other_people(new, old):
        yield from _causes(new, old, grounds, adjacent=adjacent)
    if len((new.entities & old.entities) - _speakers(new, old)) >= SHARED_ENTITIES:
        yield _edge(new.id, old.id, RelationType.SAME_ENTITY, SAME_ENTITY, "shared entities")
    if _details(new, old, shared=shared, overlap=overlap):
        yield _edge(new.id, old.id, RelationType.ELABORATES, ELABORATES, "overlap")
    if new.category == old.category and overlap > RELATED_OVERLAP:
        yield _edge(new.id, old.id, RelationType.RELATED_TO, RELATED_TO, "category")
    if new.topics & old.topics:
        yield _edge(new.id, old.id, RelationType.RELATED_TO, TOPIC, "topic")


def _details(new: Described, old: Described, *, shared: int, overlap: float) -> bool:
    """Whether one says more of what the other says. Without a shared entity no two names may differ: Mia's birthday
    and Luke's are two."""
    if shared:
        # "Omar went to Morocco" is all names: whatever is told of both tells more of it.
        is_bare = (
            shared >= SHARED_ENTITIES
            and old.capitals <= new.capitals
            and len(old.stems) < SHARED_ENTITIES < len(new.stems)
        )
        same_topic = shared < SHARED_ENTITIES and bool(new.own_topics & old.own_topics)
        tells_more = overlap > DETAIL_OVERLAP and _common_words(new, old) >= DETAIL_WORDS
        return tells_more or is_bare or same_topic
    one_speaker = new.speaker & old.speaker
    if _common_words(new, old) < DETAIL_WORDS:
        return False
    return overlap >= UNNAMED_OVERLAP and not (new.names - one_speaker and old.names - one_speaker)


def _causes(new: Described, old: Described, grounds: Grounds, *, adjacent: bool) -> Iterator[Relation]:
    if adjacent:
        yield from _pointing(new, old, grounds)
        yield from _going_on(new, old)
    for one, other in ((new, old), (old, new)):
        for cause, effect in one.clauses:
            is_cause = _speaks_of(cause, other, AS_CAUSE, adjacent=adjacent)
            is_effect = _speaks_of(effect, other, AS_EFFECT, adjacent=adjacent)
            if is_cause and not is_effect:
                yield from _cause(other, one, CAUSES, "connective", grounds)
            elif is_effect and not is_cause:
                yield from _cause(one, other, CAUSES, "connective", grounds)


def _pointing(new: Described, old: Described, grounds: Grounds) -> Iterator[Relation]:
    """ "That is why …" names what was said before as the cause, "The reason is …" as the effect."""
    for cause, effect in new.clauses:
        if not cause:
            yield from _cause(old, new, POINTING, "pointing connective", grounds)
        elif not effect:
            yield from _cause(new, old, POINTING, "pointing connective", grounds)


def _going_on(new: Described, old: Described) -> Iterator[Relation]:
    """What came of one thing is, right after it, what another one came of: "Because the card was full, it replayed the
    messages of the storm. The alarm took that storm for a new one, and that led to the siren." """
    speakers = _speakers(new, old)
    came = frozenset().union(*(effect for _, effect in old.clauses)) - speakers
    led = frozenset().union(*(cause for cause, _ in new.clauses)) - speakers
    if both := came & led:
        yield from _cause(old, new, POINTING, "connectives", tuple(sorted(both)))


def _cause(cause: Described, effect: Described, confidence: float, rule: str, grounds: Grounds) -> Iterator[Relation]:
    if in_order(cause.begins, effect.begins):
        yield Relation(cause.id, effect.id, RelationType.CAUSES, confidence, rule, grounds)


def _speaks_of(clause: frozenset[str], other: Described, heard: float, *, adjacent: bool) -> bool:
    """Whether a clause of one memory says what another one says, rather than something about the same; `heard` is how
    much of the other it has to be. Of what was said right before, fewer words may do, if they are more of it."""
    said = clause - other.names - other.speaker
    # A reason that both give makes neither of them the cause of the other.
    told = other.stems.difference(*(cause for cause, _ in other.clauses))
    shared = said & told
    named = bool(clause & other.names - other.speaker)
    asked = [(CLAUSE_WORDS, CLAUSE_SAID, heard), (CLAUSE_WORDS, MOSTLY_SAID, max(heard, HALF))]
    if adjacent:
        asked += [(NEXT_WORDS, NEXT_SAID, NEXT_HEARD), (NEXT_WORDS, NEXT_WHOLE, heard * NEXT_MENTION)]
    return bool(shared) and any(
        len(shared) + named >= min(words, len(told))
        and len(shared) >= part * len(said)
        and len(shared) >= whole * len(told)
        for words, part, whole in asked
    )


def _in_common(new: Described, old: Described) -> Grounds:
    """Addresses of entities and stems of words that both have, without those of the speakers."""
    both = (new.entities & old.entities) | (new.stems & old.stems) | (new.capitals & old.capitals)
    return tuple(sorted(both - _speakers(new, old)))


def _common_words(new: Described, old: Described) -> int:
    """Content words and names that both have, each counted once, whatever it is the name of."""
    return len(((new.stems & old.stems) | (new.capitals & old.capitals)) - _speakers(new, old))


def _other_people(new: Described, old: Described) -> bool:
    """Whether both speak of people, and of different ones."""
    people = [{uri for uri in one.entities if uri.startswith(PERSON)} for one in (new, old)]
    return all(people) and people[0].isdisjoint(people[1])


def _speakers(new: Described, old: Described) -> frozenset[str]:
    return new.speaker | old.speaker


def _shared_entities(new: Described, old: Described) -> int:
    """Entities by address, or by what capitals name in both, whichever are more; speakers are none."""
    speakers = _speakers(new, old)
    return max(len((new.entities & old.entities) - speakers), len((new.capitals & old.capitals) - speakers))


def _shared_words(new: Described, old: Described) -> float:
    """Overlap of content words, of which what both write with a capital is none."""
    names = new.capitals & old.capitals
    return _overlap(new.stems - names, old.stems - names)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


def _edge(source: str, target: str, kind: RelationType, confidence: float, rule: str) -> Relation:
    """Edges that have no direction run from the smaller id to the larger."""
    if kind.symmetric and source > target:
        source, target = target, source
    return Relation(source, target, kind, confidence, rule)
