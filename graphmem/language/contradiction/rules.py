"""Rules by which two statements of one subject cannot both be true; each returns a conflict or None.

Precision comes first: a doubtful contradiction counts as none, because a superseded memory disappears from recall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from graphmem.language.contradiction.alignment import Alignment, align_tokens
from graphmem.language.contradiction.statement import USER, Statement
from graphmem.language.contradiction.tokens import RELATIVE_DAYS, Kind, Token
from graphmem.language.contradiction.vocabulary import frames, groups, keys
from graphmem.model.language import Language


@dataclass(frozen=True, slots=True)
class Conflict:
    """A rule's result: the attribute and the tokens that state its two values."""

    attribute: str
    old: tuple[Token, ...]
    new: tuple[Token, ...]
    reason: str


POLARITY = "polarity"
"""The attribute of a statement and its denial."""
_LONGEST_VALUE = 4
"""Most words of a value; longer differences are no values."""
_MOST_BESIDE = 4
"""Most words of a statement beside the thing given up; a longer one is not over as a whole."""
_WITH = frozenset({"with", "ile"})
_PART = "ayril"
"""The Turkish verb for leaving a person or a place."""
_ALL_TOLD_APART = frozenset({Kind.NAME, Kind.NUMBER, Kind.DATE})


def replacement(old: Statement, new: Statement, _pairs: Alignment) -> Conflict | None:
    """Return the conflict if one side gives up the other's value: "stopped", "instead of", "no longer"."""
    for giving_up, stating, is_new in ((new, old, True), (old, new, False)):
        if not giving_up.rejected or stating.negative or stating.quits:
            continue
        things = [token for token in giving_up.rejected if not token.is_verb and token.key not in giving_up.subject]
        wanted = things or list(giving_up.rejected)
        if is_new and is_outing(stating, giving_up):
            continue  # an outing with somebody stays one
        found = align_tokens(wanted, stating.content, new.language)
        if found.only_old or len(found.only_new) > _MOST_BESIDE or not wanted:
            continue
        if not _verbs_agree(giving_up, stating, by_things=bool(things)):
            continue
        stated = tuple(wanted)
        return Conflict("replacement", stated if is_new else old.things, new.things, "one gives up what the other says")
    return None


def is_outing(old: Statement, new: Statement) -> bool:
    """Whether the old statement tells an outing with somebody whom the new one gives up."""
    wanted = [token for token in new.rejected if not token.is_verb and token.key not in new.subject]
    return bool(wanted) and _has_happened(old) and _are_companions(wanted, new, old)


def _are_companions(wanted: Sequence[Token], giving_up: Statement, stating: Statement) -> bool:
    """Whether the words given up are companions: "sinemaya Tuğçe'yle gittik", "dinner with Sam"."""
    if giving_up.main == _PART and all(token.link != "abl" for token in wanted):
        return True
    shared = [token for token in stating.things if any(token.key == one.key for one in wanted)]
    return bool(shared) and all(token.link in _WITH for token in shared)


def _has_happened(statement: Statement) -> bool:
    return statement.past or any(token.is_verb and token.folded == "had" for token in statement.content)


def _verbs_agree(giving_up: Statement, stating: Statement, *, by_things: bool) -> bool:
    """Whether the verbs agree: giving a thing up ends every use, "stopped hating olives" the hate only."""
    rejected_verbs = {token.key for token in giving_up.rejected if token.is_verb}
    if not by_things or not rejected_verbs or not stating.verbs:
        return True
    return bool(rejected_verbs & stating.verbs)


def negation(old: Statement, new: Statement, _pairs: Alignment) -> Conflict | None:
    """Return the conflict of a statement and its denial. The denial may be shorter, never narrower."""
    if old.negative == new.negative or old.quits or new.quits:
        return None
    if old.main != new.main and old.main and new.main and not new.changed:
        return None
    things = align_tokens(old.things, new.things, new.language)
    denying_more = things.only_new if new.negative else things.only_old
    saying_more = things.only_old if new.negative else things.only_new
    if denying_more or (saying_more and not new.negative and not new.changed):
        return None
    shares_verb = bool(old.verbs & new.verbs) and bool(old.subject)
    if not things.shared and (old.vague or new.vague):
        return None
    if not things.shared and (old.things or new.things or not shares_verb):
        return None
    if old.verbs and new.verbs and not shares_verb and not new.changed:
        return None
    return Conflict(POLARITY, old.content, new.content, "the same is said and denied")


def exclusion(old: Statement, new: Statement, pairs: Alignment) -> Conflict | None:
    """Return the conflict of two states that exclude each other: single and married, open and closed."""
    if old.negative or new.negative:
        return None
    states = groups("{}/gate_exclusive", new.language)
    for before in pairs.only_old:
        for after in pairs.only_new:
            if not _exclude(states.get(before.key, ()), states.get(after.key, ())):
                continue
            rest = [token for token in pairs.only_old if token is not before and not token.is_verb]
            if not rest and _is_enough(old, new, pairs, (before, after)):
                return Conflict("state", (before,), (after,), "states that exclude each other")
    return None


def _exclude(before: Iterable[tuple[int, int]], after: Iterable[tuple[int, int]]) -> bool:
    return any(one[0] == other[0] and one[1] != other[1] for one in before for other in after)


def _is_enough(old: Statement, new: Statement, pairs: Alignment, states: tuple[Token, Token]) -> bool:
    """Whether both states are of one thing: loving one and hating another is no contradiction.

    Nor is going by bus and buying a bike.
    """
    before, after = states
    for token, said in ((before, old), (after, new)):
        if token.is_verb and said.main not in ("", "be", token.key):
            return False
    if not before.is_verb and not after.is_verb:
        return old.main == new.main or new.changed
    if pairs.shared:
        return True
    return not (set(old.content) - {before} and set(new.content) - {after})


def frame_change(old: Statement, new: Statement, pairs: Alignment) -> Conflict | None:
    """Return the conflict of two values of a verb with one value: where one lives or works."""
    if old.negative or new.negative or (new.past and not new.changed and not _moves(new)):
        return None
    for attribute, before in _framed_values(old):
        for other, after in _framed_values(new):
            if attribute != other or not _compete(before, after, new) or not _rest_agrees(pairs, before):
                continue
            if attribute == "home" and _moves_something(new, after):
                continue
            if attribute != "hosting" or USER not in new.subject or any(not token.is_verb for token in pairs.shared):
                return Conflict(attribute, before, after, f"another {attribute}")
    return None


def _moves_something(statement: Statement, place: Sequence[Token]) -> bool:
    """Whether somebody moves a thing and not themselves: "I moved my savings to Lloyds"."""
    verb = next((token for token in statement.content if token.is_verb and token.key == "move"), None)
    if verb is None or statement.language is Language.TR:
        return False
    between = (token for token in statement.things if verb.place < token.place < place[0].place and not token.link)
    return any(token.kind is Kind.WORD and token.key not in keys("movers", Language.EN) for token in between)


def _moves(statement: Statement) -> bool:
    return bool(statement.verbs & {"move", "tasin", "join"})


def _framed_values(statement: Statement) -> list[tuple[str, tuple[Token, ...]]]:
    found = []
    for attribute, links in frames(statement.language).items():
        for verb, link in links:
            values = _with_link(statement.things, link)
            if verb in statement.verbs and values:
                found.append((attribute, values))
    return found


def _with_link(things: Sequence[Token], link: str) -> tuple[Token, ...]:
    """Return the tokens tied by `link`, with the names right before: a case ends only a name's last word."""
    values: list[Token] = []
    for token in reversed(things):
        goes_on = values and token.kind is Kind.NAME and token.place == values[-1].place - 1
        if token.link == link or goes_on:
            values.append(token)
    return tuple(reversed(values))


def _compete(before: Sequence[Token], after: Sequence[Token], new: Statement) -> bool:
    """Whether two values are of one kind and differ: names with names; words only if the text says "now"."""
    pairs = align_tokens(before, after, new.language)
    if not pairs.only_old or not pairs.only_new:
        return False
    if _contains(pairs.only_old, Kind.NAME) and _contains(pairs.only_new, Kind.NAME):
        return True
    return new.changed and not pairs.shared and not _contains(before, Kind.NAME) and not _contains(after, Kind.NAME)


def _rest_agrees(pairs: Alignment, before: Sequence[Token]) -> bool:
    """Whether the new statement has all that the old one says besides."""
    return not [token for token in pairs.only_old if token not in before and not token.is_verb]


def attribute_change(old: Statement, new: Statement, pairs: Alignment) -> Conflict | None:
    """Return the conflict of two values of a noun with one value: a deadline, a price, a favourite colour."""
    if old.negative or new.negative or not (_states(old) and _states(new)):
        return None
    before = tuple(token for token in pairs.only_old if not token.is_verb)
    after = tuple(token for token in pairs.only_new if not token.is_verb)
    if not _is_crisp(before, after):
        return None
    common = frozenset(token.key for token in _heads(old, new, pairs) if not token.is_verb)
    if common & keys("favourites", new.language):
        return Conflict("favourite", before, after, "another favourite")
    nouns = common & keys("attributes", new.language)
    if not nouns or not _comparable(before, after, nouns, new):
        return None
    return Conflict(min(nouns), before, after, f"another {min(nouns)}")


def _heads(old: Statement, new: Statement, pairs: Alignment) -> tuple[Token, ...]:
    """Return the tokens that may be the attribute's noun: of the subject, in Turkish also beside it.

    For example "takım lideri Murat".
    """
    beside = new.language is Language.TR and old.is_copular and USER not in old.subject
    return (
        (*old.subject_tokens, *pairs.shared)
        if beside
        else align_tokens(old.subject_tokens, new.subject_tokens, new.language).shared
    )


def _states(statement: Statement) -> bool:
    return statement.is_copular or statement.changed or not statement.past


def _comparable(before: Sequence[Token], after: Sequence[Token], nouns: frozenset[str], new: Statement) -> bool:
    kinds = {token.kind for token in before} & {token.kind for token in after}
    if kinds & _ALL_TOLD_APART:
        return kinds != {Kind.NUMBER} or _contains(before, Kind.WORD) == _contains(after, Kind.WORD)
    only_words = all(token.kind is Kind.WORD for token in (*before, *after))
    return only_words and (new.changed or not nouns <= keys("concrete", new.language))


def _is_crisp(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether both values exist, are short, and compare without a calendar."""
    short = 0 < len(before) <= _LONGEST_VALUE and 0 < len(after) <= _LONGEST_VALUE
    return short and not _is_relative(before, after)


def _is_relative(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether a value is a relative day: "tomorrow" said on two days is two days."""
    return any(token.key in RELATIVE_DAYS for token in (*before, *after))


def quantity_change(old: Statement, new: Statement, pairs: Alignment) -> Conflict | None:
    """Return the conflict of two numbers of a lasting state: an age, a port. Events may differ in numbers."""
    if old.negative or new.negative or (old.past and new.past and not new.changed):
        return None
    before = tuple(token for token in pairs.only_old if not token.is_verb)
    after = tuple(token for token in pairs.only_new if not token.is_verb)
    if not before or not after or not _all(before, Kind.NUMBER) or not _all(after, Kind.NUMBER):
        return None
    if _is_person(old) and (_are_days(old, before) or _are_days(new, after)):
        return None  # who sees the dentist on the fifth may see her on the thirteenth, too
    if _is_part_of_name(old, before) or not (old.verbs & new.verbs or old.is_copular or new.is_copular or new.changed):
        return None
    return Conflict("quantity", before, after, "another number")


def _is_person(statement: Statement) -> bool:
    return statement.subject == {USER} or _all(statement.subject_tokens, Kind.NAME)


def _are_days(statement: Statement, numbers: Sequence[Token]) -> bool:
    """Whether each number stands beside a month."""
    months = {token.place for token in statement.content if token.kind is Kind.DATE and token.key.startswith("month:")}
    return all({token.place - 1, token.place + 1} & months for token in numbers)


def _is_part_of_name(statement: Statement, numbers: Sequence[Token]) -> bool:
    """Whether a number tells things apart, as in Python 2 or level 3, where many may be true at once."""
    many = statement.verbs & keys("multiple", statement.language)
    names = {token.place for token in statement.content if token.kind is Kind.NAME}
    return bool(many) and any(token.place - 1 in names for token in numbers)


def rescheduling(old: Statement, new: Statement, pairs: Alignment) -> Conflict | None:
    """Return the conflict of one appointment at two times; never for past or recurring events."""
    if old.negative or new.negative or old.past or not (old.is_copular or new.changed):
        return None
    before = tuple(token for token in pairs.only_old if not token.is_verb)
    after = tuple(token for token in pairs.only_new if not token.is_verb)
    if not before or not after or not (_tells_a_day(old, before) and _tells_a_day(new, after)):
        return None
    if not _all((*before, *after), Kind.DATE, Kind.NUMBER) or _is_relative(before, after):
        return None
    return Conflict("time", before, after, "another time")


def _tells_a_day(statement: Statement, tokens: Sequence[Token]) -> bool:
    return _contains(tokens, Kind.DATE) or _are_days(statement, tokens)


def stated_change(old: Statement, new: Statement, pairs: Alignment) -> Conflict | None:
    """Return the conflict if the new text says that it is new and gives the verb another value."""
    if not new.changed or old.negative or new.negative or old.past:
        return None
    verbs = old.verbs & new.verbs
    if not verbs or verbs & keys("multiple", new.language) or old.main != new.main:
        return None
    before = tuple(token for token in pairs.only_old if not token.is_verb)
    after = tuple(token for token in pairs.only_new if not token.is_verb)
    if not _is_crisp(before, after) or (pairs.only_old[len(before) :] or pairs.only_new[len(after) :]):
        return None
    shared = [token for token in pairs.shared if not token.is_verb and token.key not in new.subject]
    if not shared and min(len(before), len(after)) > 1:
        return None  # of two things: "tea with milk", "sugar in my coffee these days"
    if _contains(before, Kind.NUMBER) is not _contains(after, Kind.NUMBER):
        return None  # an amount and a companion or place are two things: "six hours a day", "with Berke, online"
    links = {token.link for token in before} & {token.link for token in after}
    kinds = {token.kind for token in before} & {token.kind for token in after}
    return Conflict(min(verbs), before, after, "said to be new") if links and kinds else None


def rivalry(old: Statement, new: Statement, pairs: Alignment) -> Conflict | None:
    """Return the conflict of two preferences or tools of a kind of which people have one."""
    if old.negative or new.negative or old.past:
        return None
    before = tuple(token for token in pairs.only_old if not token.is_verb)
    after = tuple(token for token in pairs.only_new if not token.is_verb)
    verbs = old.verbs & new.verbs
    chooses = verbs & _CHOOSING or (old.is_copular and USER not in old.subject)
    chooses = chooses or (old.verbs & _CHOOSING and new.verbs & _SWITCHING)
    if not chooses or len(before) != 1 or len(after) != 1:
        return None
    prefers = bool(verbs & {"prefer", "tercih"})
    group = groups("{}/gate_rivals", new.language) if prefers else {}
    tools = groups("gate_rivals", Language.EN)
    if _together(group, before[0], after[0]) or _together(tools, before[0], after[0]):
        return Conflict("choice", before, after, "another of a kind of which one is chosen")
    return None


def _together(group: dict[str, tuple[tuple[int, int], ...]], one: Token, other: Token) -> bool:
    first = group.get(one.key) or group.get(one.folded) or ()
    second = group.get(other.key) or group.get(other.folded) or ()
    return bool({line for line, _ in first} & {line for line, _ in second})


def _contains(tokens: Iterable[Token], kind: Kind) -> bool:
    return any(token.kind is kind for token in tokens)


def _all(tokens: Iterable[Token], *kinds: Kind) -> bool:
    return all(token.kind in kinds for token in tokens)


def successor(old: Statement, new: Statement) -> Conflict | None:
    """Return the conflict of two names in a role of one person: "Tom is the team lead", "Aisha is … now"."""
    if old.negative or new.negative or not (old.is_copular and new.is_copular):
        return None
    names = (*old.subject_tokens, *new.subject_tokens)
    if len(names) != 2 or not (_all(names[:1], Kind.NAME, Kind.WORD) and new.definite and old.definite):
        return None
    pairs = align_tokens(old.content, new.content, new.language)
    roles = {token.key for token in pairs.shared} & keys("attributes", new.language)
    if not roles or pairs.only_old or pairs.only_new:
        return None
    return Conflict(min(roles), old.subject_tokens, new.subject_tokens, "another holder of a role of one")


_CHOOSING = frozenset({"prefer", "use", "drive", "tercih", "kullan", "sur"})
_SWITCHING = frozenset({"switch", "migrate", "change", "move", "gec", "degis"})

Rule = Callable[[Statement, Statement, Alignment], Conflict | None]
RULES: tuple[Rule, ...] = (
    replacement,
    negation,
    exclusion,
    attribute_change,
    frame_change,
    quantity_change,
    rescheduling,
    rivalry,
    stated_change,
)
"""The rules in their order of use."""
