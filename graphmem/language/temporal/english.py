"""English time expressions: "the day before yesterday", "in three weeks", "from March to June 2021"."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from graphmem.language.temporal import handlers as on
from graphmem.language.temporal.calendar import Days, Moment
from graphmem.language.temporal.reading import Grammar, Match, Role, Written, rule
from graphmem.language.temporal.tense import MOVING
from graphmem.language.temporal.words import alternatives, days_in_words, fixed_days, holidays, numbers, seasons, units
from graphmem.language.wordlists import words
from graphmem.model.language import Language

_WORDS = alternatives(list(numbers(Language.EN)))
_N = rf"(?P<n>\d+(?:\.\d)?|half an?|(?:an? )?(?:{_WORDS})(?:[ -](?:{_WORDS}))?(?: of)?|an?)(?P<half> and a half)?"
_UNIT = rf"(?P<unit>{alternatives(list(units()))})(?P<half2> and a half)?(?!\w)"
_MONTHS = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?"
)
_MON = rf"(?P<mon>{_MONTHS})(?!['\w])\.?"
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_DOW = rf"(?P<dow>{_DAYS}|tues|thurs)(?!\w)"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d|[.,:]\d|%|-\d\d-)"
_PER = r"(?P<per>week|weekend|month|quarter|year|decade)(?!['\w-])"
_DAY = r"(?P<d>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_DAY_SAID = rf"(?P<d>{alternatives(list(days_in_words())).replace(chr(92) + '-', '[ -]')})"
_OF_YEAR = rf"(?:,? (?:of |in )?{_YEAR})?"
_SEASON = rf"(?P<season>{alternatives(list(seasons()))})(?:time)?(?!\w)"
_ORD = rf"(?P<ord>{alternatives(list(on.ORDINALS))})"
_STEP = rf"(?:the )?(?P<step>{alternatives(list(on.EN_STEPS))}) "
_YEAR_SAID = (
    rf"(?= (?:of |in )?(?:(?:the )?(?:(?:{alternatives(list(on.EN_STEPS))}) year|year (?:before last|after next))"
    rf"(?!['\w])|(?:an?|\d+|{_WORDS}) years? (?:ago|back)(?!\w)))"
)
"""Words before a year in words, where an ambiguous word is a month."""
_PART = r"(?:the )?(?:very )?(?P<part>early|mid|late|(?:beginning|start|middle|end) of)(?: in)?[ -](?:the )?"
_DAYTIME = r"(?:,? (?:early |late |at )?(?:morning|afternoon|evening|night|noon)(?!\w))?"
_BEFORE_YEAR = "|".join(f"(?<={word} )" for word in words("en/temporal_before_years"))
_BEFORE_MONTH = f"(?:{_BEFORE_YEAR}|(?<=for )|(?<=of ))"
_TO = r" ?(?:to|until|till|through|and|-) ?"
_HOLIDAYS = alternatives([name for name in holidays() if name != "noel"])
_PERFECT = re.compile(r"(?:\b(?:have|has|having)|'ve|'s|\bive|\bhasn't|\bhaven't) (?:(?:\w+ ){0,2}\w+[^.!?;]{0,80})?$")
_WORD_BEFORE = re.compile(r"([a-z']+) $")
_PLURAL = re.compile(r"[a-z]{2,}[^aious'\W]s")
_ONGOING = re.compile(r"(?:\b(?:am|is|are|will|be)|'m|'re|'s|'ll)\b[^.!?;]{0,60}$")


def _lasting(match: Match, moment: Moment) -> Days | None:
    """Return the time since when it holds: "I have worked here for two years"."""
    before = match.string[: match.start()]
    return on.gone_span(match, moment) if _PERFECT.search(before) else None


def _gone(match: Match, moment: Moment) -> Days | None:
    """Return a past span; None if "last" is the verb: "the battery should last nine months"."""
    is_verb = match[0].startswith("last") and _lasts(match.string[: match.start()])
    return None if is_verb else on.gone_span(match, moment)


def _lasts(before: str) -> bool:
    """Whether "last" is a verb: after an auxiliary, an adverb, a pronoun or a plural."""
    word = _WORD_BEFORE.search(before)
    if not word:
        return False
    return word[1] in words("en/temporal_before_lasts") or _PLURAL.fullmatch(word[1]) is not None


def _staying(match: Match, moment: Moment) -> Days | None:
    """Return the time until which it holds: "I'm in London for five days"."""
    return on.coming_span(match, moment) if _ONGOING.search(match.string[: match.start()]) else None


_DAY_ENDS = r" ?(?:$|[,.;!?)]|(?:at|in the|same|instead|because|and|but|so|with|now)(?!\w))"
"""Words behind an ordinal that is a day: "booked for the 29th at two", not "for the 3rd time"."""
_DATE = r"(?:the )?(?P<d>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)"
_WEEK_OF = rf"(?:(?:the )?week (?:of|beginning|starting|commencing)|w/?c) (?:the )?(?:(?:{_DAYS}|mon) )?"
_D1 = r"(?P<d1>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_FROM = r"(?:(?:from|between) )?(?:the )?"
_PATTERNS: list[tuple[str, Callable[[Match, Moment], Days | None], Role]] = [
    (rf"(?P<fixed>{alternatives(list(fixed_days()))})(?!\w){_DAYTIME}", on.fixed, Role.AT),
    (rf"{_FROM}{_D1}{_TO}(?:the )?{_DAY} (?:of )?{_MON}{_OF_YEAR}", on.days_between, Role.BETWEEN),
    (rf"{_FROM}{_MON} {_D1}{_TO}(?:the )?{_DAY}(?![\w:%]){_OF_YEAR}", on.days_between, Role.BETWEEN),
    (rf"(?:from|between) (?P<mon1>{_MONTHS}){_TO}{_MON}{_OF_YEAR}", on.months_between, Role.BETWEEN),
    (rf"(?P<mon1>{_MONTHS})(?: to | ?- ?| through ){_MON},? {_YEAR}", on.months_between, Role.BETWEEN),
    (rf"(?:from|between) (?P<y1>(?:19|20)\d\d){_TO}{_YEAR}", on.years_between, Role.BETWEEN),
    (rf"(?P<y1>(?:19|20)\d\d)(?: to | ?- ?| until | through ){_YEAR}", on.years_between, Role.BETWEEN),
    (rf"(?:the )?{_ORD} (?:full )?week of {_MON}{_OF_YEAR}", on.week_of_month, Role.AT),
    (rf"{_WEEK_OF}(?:the )?{_DAY} (?:of )?{_MON}{_OF_YEAR}", on.week_with, Role.AT),
    (rf"{_WEEK_OF}{_MON} (?:the )?{_DAY}(?![\w:%]|[.,]\d){_OF_YEAR}", on.week_with, Role.AT),
    (rf"(?:the )?{_DAY} (?:of )?{_MON}{_OF_YEAR}", on.month, Role.AT),
    (rf"{_MON} (?:the )?{_DAY}(?![\w:%]|[.,]\d){_OF_YEAR}", on.month, Role.AT),
    (rf"(?:the )?{_DAY_SAID} of {_MON}{_OF_YEAR}", on.month, Role.AT),
    (rf"{_MON} (?:the )?{_DAY_SAID}(?!\w|[ -](?:half|week|quarter|time)){_OF_YEAR}", on.month, Role.AT),
    (rf"(?:the )?{_DAY}(?<=[a-z]) of {_STEP}month(?!\w)", on.day_of_month, Role.AT),
    (rf"{_N} (?P<dow>{_DAYS})s ago(?!\w)", on.weekdays_ago, Role.AT),
    (rf"{_N} {_UNIT} (?:ago|back)(?!\w)", on.ago, Role.AT),
    (rf"{_N} {_UNIT} (?:from (?:now|today)|hence)(?!\w)", on.ahead, Role.AT),
    (
        rf"(?:for|over|in|during|within|through)? ?(?:the )?(?:next|coming|following) {_N} {_UNIT}",
        on.coming_span,
        Role.UNTIL,
    ),
    (rf"(?:for|over|in|during|within)? ?(?:the )?(?:last|past) {_N} {_UNIT}", _gone, Role.SINCE),
    (
        rf"(?:with)?in (?:about |around |roughly |exactly |just )?{_N} {_UNIT}(?:'? time| from now)?(?!')",
        on.ahead,
        Role.AT,
    ),
    (rf"{_N} {_UNIT} since(?!\w)", _lasting, Role.SINCE),
    (rf"for (?:about |over |almost |nearly |more than |around )?{_N} {_UNIT}", _lasting, Role.SINCE),
    (rf"for (?:about |around )?{_N} {_UNIT}", _staying, Role.UNTIL),
    (rf"q(?P<q>[1-4]),? (?:of )?{_STEP}year(?!\w)", on.quarter, Role.AT),
    (rf"(?:the )?{_ORD} quarter of {_STEP}year(?!\w)", on.quarter, Role.AT),
    (rf"(?:the )?{_PER} (?P<way>after next|before last)(?!\w)", on.beyond, Role.AT),
    (rf"{_DOW}{_DAYTIME},? (?:of )?{_STEP}week(?!\w)", on.week, Role.AT),
    (rf"{_STEP}week,? (?:on )?{_DOW}{_DAYTIME}", on.week, Role.AT),
    (rf"{_STEP}(?P<per>week)(?='s (?:on[ -]?call|duty|support|rota|shift))", on.period, Role.AT),
    (r"(?<!not )(?:all|the (?:whole|entire)) (?P<per>week|month)(?!['\w-]| (?:long )?(?:in|of)\b)", on.period, Role.AT),
    (rf"(?:{_PART})?{_STEP}{_PER}", on.period, Role.AT),
    (rf"{_PART}{_PER}", on.period, Role.AT),
    (r"(?:the )?weekend(?!\w)", on.weekend, Role.AT),
    (rf"{_STEP}{_DOW}{_DAYTIME}", on.weekday, Role.AT),
    (rf"(?:{_PART})?{_STEP}(?:{_MON}|{_SEASON})", on.stepped, Role.AT),
    (rf"(?:{_STEP})?(?P<holiday>{_HOLIDAYS})(?!['\w-]){_OF_YEAR}", on.festive, Role.AT),
    (rf"(?:{_STEP})?q(?P<q>[1-4])(?!\w)(?:,? (?:of )?{_YEAR})?", on.quarter, Role.AT),
    (rf"{_YEAR}[ -]?q(?P<q>[1-4])(?!\w)", on.quarter, Role.AT),
    (rf"(?:the )?{_ORD} quarter(?: of)? {_YEAR}", on.quarter, Role.AT),
    (rf"(?:{_PART})?{_MON},? (?:of )?{_YEAR}", on.month, Role.AT),
    (rf"(?:{_PART})?{_SEASON},? (?:of )?{_YEAR}", on.season, Role.AT),
    (r"(?:the )?(?:(?:early|mid|late)[ -])?(?P<decade>(?:19|20)\d0|[2-9]0)'?s(?!\w)", on.decade, Role.AT),
    (rf"{_PART}{_MON}", on.month, Role.AT),
    (rf"{_BEFORE_MONTH}{_MON}(?!,? \d)", on.month, Role.AT),
    (rf"(?!may ){_MON}{_YEAR_SAID}", on.month, Role.AT),
    (rf"{_PART}{_YEAR}", on.year, Role.AT),
    (rf"(?:{_BEFORE_YEAR}){_YEAR}", on.year, Role.AT),
    (rf"{_BEFORE_MONTH}(?:the )?{_SEASON}", on.season, Role.AT),
    (rf"(?:the )?{_SEASON}{_YEAR_SAID}", on.season, Role.AT),
    (rf"(?P<wd>{_DAYS}),? {_DATE}(?! of|[\w-])", on.named_day, Role.AT),
    # Abbreviations are words of their own: "I sat the 3rd exam".
    (rf"(?P<wd>mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\.?,? {_DATE}(?={_DAY_ENDS}| \d)", on.named_day, Role.AT),
    (rf"{_DOW}{_DAYTIME}", on.weekday, Role.AT),
    (
        r"(?:(?<=on )|(?<=by )|(?<=until )|(?<=till )|(?<=since ))the (?P<d>\d\d?)(?:st|nd|rd|th)(?! of|[\w-])",
        on.day_of_month,
        Role.AT,
    ),
    (
        rf"(?:(?<=for )|(?<=to ))the (?P<d>\d\d?)(?:st|nd|rd|th)(?={_DAY_ENDS})",
        on.day_of_month,
        Role.AT,
    ),
]

_RULES = tuple(rule(pattern, resolve, role) for pattern, resolve, role in _PATTERNS)

_CONNECTORS = {
    Role.SINCE: r"(?:ever )?since",
    Role.UNTIL: r"until|untill|till|'?til|up to|up until|through|thru",
    Role.BY: r"by|no later than|not later than|due",
    Role.BEFORE: r"before|prior to|ahead of",
    Role.FROM: r"between|starting|beginning|effective|as of|as from|from",
    Role.AT: r"on|in|at|during|over|around|about",
}


@cache
def _connector() -> re.Pattern[str]:
    return re.compile(
        "|".join(
            rf"(?:(?<=[^\w'])|^)(?P<{role.name}>{words})(?: on| in| at| the)*(?: the)? $"
            for role, words in _CONNECTORS.items()
        )
    )


_HABITUAL = rf"day|weekday|week|weekend|month|quarter|year|morning|afternoon|evening|night|{_DAYS}|{_MONTHS}"
_EVERY = re.compile(
    rf"\b(?:every|each)(?: other| single| \d+| {_ORD.replace('?P<ord>', '?:')})?"
    rf"(?: (?:{_HABITUAL}|{'|'.join(seasons())})s?(?:,| and| or| except| but not| on| in| of| the| at)*)* $"
)
"""A habit, and times that follow it with only small words between: "every Monday and Thursday"."""
_MOVED = re.compile(rf"{MOVING}(?: \w+){{0,2}} $")
_TO_SECOND = re.compile(r" ?(?:to|until|till|through|thru|and|-)? ?")
_LOOK_BACK = 24
_LOOK_BACK_EVERY = 60


def _connect(folded: str, written: Written) -> Written | None:
    """Return the time with the preposition before it.

    None after "every", and for the day from which something is moved.
    """
    back = max(0, written.start - _LOOK_BACK)
    if _EVERY.search(folded, max(0, written.start - _LOOK_BACK_EVERY), written.start):
        return None
    match = _connector().search(folded, back, written.start)
    if not match or written.role is not Role.AT:
        return written
    if match.lastgroup == Role.FROM.name and _MOVED.search(folded, 0, match.start()):
        return None
    return written.moved(start=match.start(), role=Role[match.lastgroup or "AT"])


def _joined(folded: str, first: Written, second: Written) -> bool:
    """Whether two adjacent times bound one span: "from Monday to Friday"."""
    gap = folded[first.end : second.start]
    if first.role is Role.AT:
        return gap in {"-", " - ", " to ", " through "} or (not gap.strip() and second.role is Role.UNTIL)
    if first.role is not Role.FROM or second.role not in {Role.AT, Role.UNTIL}:
        return False
    return bool(_TO_SECOND.fullmatch(gap))


ENGLISH = Grammar(_RULES, _connect, _joined)
