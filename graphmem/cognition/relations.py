"""The relation of two memories, one of six types, by rules over features of each.

A speaker is no common subject: in a conversation of two people nearly all memories name one of them. A cause begins no
later than its effect, and shares a subject or a topic with it.

The thresholds of overlap are shares of the smaller memory's content words, not of the union (Szymkiewicz and Simpson's
overlap coefficient): a detail is often three times as long as its subject, and Jaccard's index would miss it.
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
"""Shared entities needed for a SAME_ENTITY; a single one says little more than that both were said."""

DETAIL_OVERLAP, RELATED_OVERLAP = 0.30, 0.15
"""Overlap of content words (share of the smaller side) above which memories detail, or are related."""

MATTER = "same matter at work"
"""The rule by which a context finds later memories; other RELATED_TO share only a topic or a category."""

MATTER_OVERLAP = 0.2
"""The overlap for two statements of one project that are also similar by vector."""

CLAUSE_WORDS, CLAUSE_SAID, AS_CAUSE, AS_EFFECT = 2, 0.8, 0.2, 0.6
"""Overlap of a causal clause and a memory that says the same: shared content words and two shares.
These are the shares of the clause and of the memory. A shared name counts as one word. The memory may tell more than
the cause; a mere mention of an effect does not count. Of 183 edges that asked for 30 % of the smaller side, on two
conversations of LoCoMo, a reader would have drawn five."""

MOSTLY_SAID, HALF = 0.75, 0.5
"""Three words in four suffice of half a memory: a verb has many forms ("sattı", "sattığı için")."""

NEXT_WORDS, NEXT_SAID, NEXT_HEARD = 1, 0.6, 0.3
"""The same for a statement right after the other: "Mark sleeps badly. He does so because …"."""

NEXT_WHOLE, NEXT_MENTION = 1.0, 0.5
"""If it includes the whole clause, half as much of the memory suffices:
"The SD card of the gateway was full, the log had written 7 GB. Because the card was full, …"."""

SAME_MATTER = 0.5
"""Calibrated similarity from which two statements without a common word are about the same matter."""

Grounds = tuple[str, ...]
"""Common ground of a cause and its effect: addresses of entities, stems of words, or MEANING."""

PERSON = "entity://person/"
MEANING = "meaning"
"""Common ground of a cause and its effect if only their vectors are similar."""

LIKELY = 0.4
"""Probability from which the pair judge's relation is stored; with directions there are eleven labels."""

GROUNDED = 2
"""Shared content words and names with which a relation of the judge needs no more.
Of 217 labelled pairs without a relation one has so many, of pairs with details 6 in 10. The judge alone, which learned
from lone pairs, found details in any two statements of a person."""

SAID_TOGETHER, SAID_NEXT = 0.5, 0.7
"""Probabilities needed with less in common: of two statements in one message, or of one person in
a row; other statements are then not related."""

SURE_CONFLICT = 0.8
"""The probability for a contradiction: a person who is shown a false conflict trusts no other."""

DETAIL_WORDS = 2
"""Content words that a detail must share, whatever their overlap: of two short statements about a
siren one word is half."""

UNNAMED_OVERLAP = 0.5
"""Overlap that a detail needs without a shared entity."""


@dataclass(frozen=True, slots=True)
class Described:
    """A memory as the rules see it.

    `stems` are content words without names, `names` and `entities` what is named (stems; URIs), `capitals` names and
    capitalised words, `topics` its topics and `own_topics` those that do not come from a name. `clauses` are the stems
    of stated causes and effects; an empty half means the statement before. `speaker` has the speaker's address and name
    stems; `begins` is the start of its valid time.
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
    """The strongest relation between a new memory and an older one; None if they are unrelated.

    `adjacent`: the same person said one right after the other, so that "that is why" may point to it. `together`: both
    were said in one message, so that it need not name again what it points to. `similarity` is calibrated, 0–1, as far
    as it is known.
    """
    return next(_by_precedence(new, old, adjacent=adjacent, similarity=similarity, together=together), None)


def judged(
    new: Described,
    old: Described,
    said: Mapping[str, float],
    *,
    together: bool = False,
    adjacent: bool = False,
) -> Relation | None:
    """The most probable relation that may be stored, by the pair judge's verdict on both memories.

    Labels with a direction end in ">" from the old one, in "<" from the new one. A change that the gate did not act on
    is a contradiction at most. `together`: both were said in one message; `adjacent`: by one person, one right after
    the other. No head tells causes: of 137 causes that one saw in thirty long talks eleven were meant (`evaluate
    talks`), of 31 in five conversations of LoCoMo a half.
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
    """Whether two statements share enough for a relation, or it is `enough` probable at their distance."""
    if kind is RelationType.SAME_ENTITY:
        return _shared_entities(new, old) >= SHARED_ENTITIES
    if kind is RelationType.RELATED_TO or _common_words(new, old) >= GROUNDED:
        return True
    return kind not in _GROUNDED_ALWAYS and enough is not None and probability >= enough


_GROUNDED_ALWAYS = frozenset({RelationType.CONTRADICTS, RelationType.ELABORATES})
"""Types that always need common words: statements of one message may share a matter without any.
As details, only one such pair in four does so, as in the demo."""


def grounded(new: Described, old: Described) -> bool:
    """Whether two statements share enough words for one to detail the other."""
    return _common_words(new, old) >= GROUNDED


def same_matter(new: Described, old: Described) -> Relation | None:
    """RELATED_TO for two near statements of a project about the same matter, or None.

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
    """Whether what begins at `cause` may cause what begins at `effect`; days count, not minutes.

    A statement holds from when it was said unless it tells another time, and reasons are given after the fact: "The
    trial was adjourned. It was because the witness fell ill."
    """
    return cause is None or effect is None or cause.date() <= effect.date()


def merged(relations: Iterable[Relation]) -> tuple[Relation, ...]:
    """One relation per pair and type, with the higher confidence; in the order of their first appearance."""
    best: dict[tuple[str, str, RelationType], Relation] = {}
    for relation in relations:
        key = (relation.source, relation.target, relation.type)
        if key not in best or relation.confidence > best[key].confidence:
            best[key] = relation
    return tuple(best.values())


def _by_precedence(
    new: Described, old: Described, *, adjacent: bool, similarity: float, together: bool
) -> Iterator[Relation]:
    """Yield relations by precedence: CAUSES, SAME_ENTITY, ELABORATES, RELATED_TO."""
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
    """Whether one details the other.

    Without a shared entity no names may differ: Mia's birthday and Luke's are two.
    """
    if shared:
        # "Omar went to Morocco" is all names: any statement about both details it.
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
        yield from _chained_cause(new, old)
    for one, other in ((new, old), (old, new)):
        for cause, effect in one.clauses:
            is_cause = _speaks_of(cause, other, AS_CAUSE, adjacent=adjacent)
            is_effect = _speaks_of(effect, other, AS_EFFECT, adjacent=adjacent)
            if is_cause and not is_effect:
                yield from _cause(other, one, CAUSES, "connective", grounds)
            elif is_effect and not is_cause:
                yield from _cause(one, other, CAUSES, "connective", grounds)


def _pointing(new: Described, old: Described, grounds: Grounds) -> Iterator[Relation]:
    """Read pointers: "That is why …" makes the statement before the cause, "The reason is …" the effect."""
    for cause, effect in new.clauses:
        if not cause:
            yield from _cause(old, new, POINTING, "pointing connective", grounds)
        elif not effect:
            yield from _cause(new, old, POINTING, "pointing connective", grounds)


def _chained_cause(new: Described, old: Described) -> Iterator[Relation]:
    """Yield a causal relation if the old statement's effect is a cause in the new one right after it.

    For example "Because the card was full, it replayed the messages of the storm. The alarm took that storm for a new
    one, and that led to the siren".
    """
    speakers = _speakers(new, old)
    came = frozenset().union(*(effect for _, effect in old.clauses)) - speakers
    led = frozenset().union(*(cause for cause, _ in new.clauses)) - speakers
    if both := came & led:
        yield from _cause(old, new, POINTING, "connectives", tuple(sorted(both)))


def _cause(cause: Described, effect: Described, confidence: float, rule: str, grounds: Grounds) -> Iterator[Relation]:
    if in_order(cause.begins, effect.begins):
        yield Relation(cause.id, effect.id, RelationType.CAUSES, confidence, rule, grounds)


def _speaks_of(clause: frozenset[str], other: Described, heard: float, *, adjacent: bool) -> bool:
    """Whether a clause of one memory says the same as the other, not just something about its subject.

    `heard` is the needed share of the other. For the statement right before, fewer words suffice if they are more of
    it.
    """
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
    """Shared addresses of entities and stems of words, without those of the speakers."""
    both = (new.entities & old.entities) | (new.stems & old.stems) | (new.capitals & old.capitals)
    return tuple(sorted(both - _speakers(new, old)))


def _common_words(new: Described, old: Described) -> int:
    """Number of shared content words and names, each counted once."""
    return len(((new.stems & old.stems) | (new.capitals & old.capitals)) - _speakers(new, old))


def _other_people(new: Described, old: Described) -> bool:
    """Whether both are about people, and about different ones."""
    people = [{uri for uri in one.entities if uri.startswith(PERSON)} for one in (new, old)]
    return all(people) and people[0].isdisjoint(people[1])


def _speakers(new: Described, old: Described) -> frozenset[str]:
    return new.speaker | old.speaker


def _shared_entities(new: Described, old: Described) -> int:
    """Number of shared entities, by address or by capitalised words, whichever is more; without speakers."""
    speakers = _speakers(new, old)
    return max(len((new.entities & old.entities) - speakers), len((new.capitals & old.capitals) - speakers))


def _shared_words(new: Described, old: Described) -> float:
    """Overlap of content words, without words that both capitalise."""
    names = new.capitals & old.capitals
    return _overlap(new.stems - names, old.stems - names)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


def _edge(source: str, target: str, kind: RelationType, confidence: float, rule: str) -> Relation:
    """The relation; symmetric ones run from the smaller id to the larger."""
    if kind.symmetric and source > target:
        source, target = target, source
    return Relation(source, target, kind, confidence, rule)
