"""Turkish time expressions, folded: "evvelsi gün", "üç hafta sonra", "Mart'tan Haziran'a kadar"."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from graphmem.language.temporal import handlers as on
from graphmem.language.temporal.calendar import Days, Moment
from graphmem.language.temporal.reading import Grammar, Match, Role, Written, rule
from graphmem.language.temporal.tense import is_moved
from graphmem.language.temporal.words import alternatives, fixed_days, holidays, numbers, seasons
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

_WORDS = alternatives(list(numbers(Language.TR)))
_N = rf"(?P<n>\d+(?:[.,]5)?(?: bucuk)?|(?:{_WORDS})(?: (?:{_WORDS}))?(?: (?:{_WORDS}))?)"
_UNIT = r"(?P<unit>gun|hafta|ay|yil|sene|saat|dakika|dk)"
_LONG = ["ocak", "subat", "mart", "nisan", "mayis", "haziran", "temmuz", "agustos", "eylul", "ekim", "kasim", "aralik"]
_SOFT = r"(?:aralig|ocag)(?=a (?:kadar|dek|degin))"
"""Months with a softened consonant before a vowel; elsewhere "aralığı" is a range and "ocağı" a stove."""
_MON = rf"(?P<mon>{alternatives(_LONG)}|{_SOFT})"
_WEEKDAYS = "pazartesi|sali|carsamba|persembe|cumartesi|cuma|pazar"
_DOW = rf"(?P<dow>{_WEEKDAYS})"
_SAFE_DOW = rf"(?P<dow>(?!pazar (?:alis|yer|tezgah|araba|pay|esnaf|fiyat))(?:{_WEEKDAYS}))"
_ITS_DOW = rf"(?:,? (?:{_WEEKDAYS}))?"
"""The weekday beside a date: "23 Mayıs Cumartesi"."""
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d|[.,:]\d|-\d\d-)"
_OF_YEAR = rf"(?:,? {_YEAR})?"
_DAY = r"(?P<d>0?[1-9]|[12]\d|3[01])"
_ONES = "iki|uc|dort|bes|alti|yedi|sekiz|dokuz"
_DAY_SAID = rf"(?P<d>(?:on|yirmi)(?: (?:bir|{_ONES}))?|otuz(?: bir)?|{_ONES})"
_DAY_ANY = rf"(?P<d>0?[1-9]|[12]\d|3[01]|{_DAY_SAID[6:-1]}|bir)"
"""A day in words, as in dictation; "bir mart günü" is any day of March."""
_MON_SAID = rf"(?!(?:ocak|aralik)(?!'?[dt]a)){_MON}"
"""Without its ending "iki ocak" is two stoves."""
_OF_IT = r"'?(?:s?[iu]|n[iu]|[iu]n)(?:n?[dt][ae](?:n|ki)?|n?[ae]|n?[iu](?:n)?)?(?![\w'])"
_PER = r"(?P<per>haftasonu|hafta sonu|hafta|ay|yil|sene|ceyrek)"
_SEASON = rf"(?P<season>{alternatives(list(seasons()))})"
_STEP = rf"(?P<step>{alternatives(list(on.TR_STEPS))}) "
_ORD = rf"(?P<ord>{alternatives(list(on.ORDINALS))})"
_PART = r"(?P<part>baslari|basi|baslangici|ortalari|ortasi|sonlari|sonu)"
_DAYTIME = r"(?: (?:gunu|sabahi?|ogle(?:n|den sonra)?|aksam(?:i|ustu)?|gece(?:si)?)(?=[^a-z]|$|n))?"
_HOLIDAYS = alternatives([name for name in holidays() if name.isascii()])
_GENITIVE = r"(?:'?[ny]?[iu]n)?"
_CASE = (
    r"(?:'?(?:[ny]?[ae]|[dt][ae](?:n|ki)?|[sy]?[iu](?:n(?:[ae]|d[ae](?:n|ki)?|[iu]n)?)?|n[iu]n|nd[ae](?:n|ki)?|k[iu](?:n[iu]n)?|l[iu]k))?"
    r"(?:y?[dt][iu]|ym[iu]s)?(?![\w'])"
)
_UNTIL_WORDS = r"kadar|dek|degin"
_FIXED_TIME = r"(?: (?:sabah(?:i|tan)?|ogle(?:n|den sonra)?|aksam(?:i|ustu|a)?|gece(?:si)?))?"
_OWNED = re.compile(r"(?<!\bbundan)(?<!\bsundan)(?<=[dt][ae]n) (?:yaklasik |tam |sadece )?$")


@cache
def _reminding() -> re.Pattern[str]:
    verbs = "|".join(lines("tr/temporal_reminding"))
    return re.compile(rf"(?: [\w']+){{0,2}} (?:{verbs})(?!\w)")


def _ago(match: Match, moment: Moment) -> Days | None:
    """Return the day so long ago, or None.

    None after an ablative, and in a request for a reminder: "toplantıdan iki gün önce" and "iki gün önce hatırlat"
    count from a future day.
    """
    if _OWNED.search(match.string[: match.start()]) or _reminding().match(match.string, match.end()):
        return None
    return on.ago(match, moment)


def _ahead(match: Match, moment: Moment) -> Days | None:
    """Return the day so far ahead; None after an ablative, as above."""
    return None if _OWNED.search(match.string[: match.start()]) else on.ahead(match, moment)


_PUT = (
    r"(?:(?!birden)\w+ ){0,2}(?:al(?:d[iu]|[iu]n|ac|[iu]yor|m[iu]s)|ertele|kay(?:d[iu]r|d[iu]|m[iu]s)|cek(?:t|il)"
    r"|at(?:[tm]|[iu]l)|otele|b[iu]rak)"
)
"""Words behind the dative of a new day: "dişçiyi 29'una aldım"."""
_TO = r"(?: ile | ve | ?- ?|'?[iu]?n?[dt][ae]n )"
_ENDS = rf"(?:'?[a-z]{{1,4}} (?:{_UNTIL_WORDS})|(?: tarihleri| yillari| gunleri| aylari)?(?: aras\w*)?)(?![\w'])"
_MONTH_CASE = rf"(?:'?[dt][ae](?:n|ki)?|'?[ae](?= (?:{_UNTIL_WORDS}|dogru))| ay(?:i|lar)\w*)(?![\w'])"
_YEAR_SAID = r"(?:(?<=yil )|(?<=sene )|(?<=yilin )|(?<=senenin )|(?<=seneye )|(?<=yil once )|(?<=sene once ))"
"""Words behind a year in words, where an ambiguous word is a month or a season."""
_JANUARY = (
    r"tasin[ai]|basla|gel[ei](?:c|y)|gid[ei]|don[eu](?:c|y)|dog[au]|evlen|nisanlan|bit[ei]|acil|kapan|cik[ai]c|ucu|emekli"
    r"|mezun|ayril|katil|tatil|sinav|dugun|ameliyat|izin|izn"
)
"""Nouns of January events; with others "ocakta" is rather "on the stove"."""
_PATTERNS: list[tuple[str, Callable[[Match, Moment], Days | None], Role]] = [
    (rf"haftaya bugun{_CASE}", on.week_from_today, Role.AT),
    (rf"(?P<fixed>{alternatives(list(fixed_days()))}){_FIXED_TIME}{_CASE}", on.fixed, Role.AT),
    (rf"(?P<d1>0?[1-9]|[12]\d|3[01]){_TO}{_DAY} {_MON}{_OF_YEAR}{_ENDS}", on.days_between, Role.BETWEEN),
    (
        rf"(?P<mon1>{alternatives(_LONG)}){_TO}{_MON}{_OF_YEAR}(?:'?[a-z]{{1,3}} kadar| aylari)?(?: aras\w*)?(?![\w'])",
        on.months_between,
        Role.BETWEEN,
    ),
    (rf"(?P<y1>(?:19|20)\d\d){_TO}{_YEAR}{_ENDS}", on.years_between, Role.BETWEEN),
    (rf"{_DAY} {_MON}{_OF_YEAR} haftasi{_CASE}", on.week_with, Role.AT),
    (rf"{_DAY} {_MON}{_OF_YEAR}{_ITS_DOW}{_DAYTIME}{_CASE}", on.month, Role.AT),
    (rf"{_DAY_SAID} {_MON_SAID}{_OF_YEAR}{_ITS_DOW}{_DAYTIME}{_CASE}", on.month, Role.AT),
    (rf"(?P<mon>{alternatives([*_LONG, 'ocag', 'aralig'])})'?[iu]n {_DAY_ANY}'?{_OF_IT}", on.month, Role.AT),
    (rf"(?<!\d\. )(?:{_STEP})?ayin {_DAY_SAID}{_OF_IT}", on.day_of_month, Role.AT),
    (rf"(?<!\d\. )(?:{_STEP})?ayin {_DAY}(?:'?[a-z]{{1,5}})?(?![\w'])", on.day_of_month, Role.AT),
    (rf"(?<![\w.,:'/-]){_DAY}'?(?:s[iu]|[iu])n[ae](?= {_PUT})", on.day_of_month, Role.AT),
    (rf"{_N} {_UNIT}(?: kadar)? (?:once|evvel)(?:ki|sinde|sine|den)?(?![\w'])", _ago, Role.AT),
    (rf"{_N} {_UNIT} sonra(?:ki|sinda|sina|ya)?(?![\w'])", _ahead, Role.AT),
    (rf"(?:onumuzdeki|gelecek) {_N} {_UNIT}(?: icinde| boyunca|{_CASE})", on.coming_span, Role.UNTIL),
    (rf"son {_N} {_UNIT}(?:[dt][iu]r| icinde|{_CASE})(?![\w'])", on.gone_span, Role.SINCE),
    (rf"(?<=[ae]l[iu] ){_N} {_UNIT} (?:oldu|oluyor|gecti|olmus|doldu)(?![\w'])", on.gone_span, Role.SINCE),
    (rf"{_N} {_UNIT} (?:icinde|icerisinde|zarfinda)(?![\w'])", on.coming_span, Role.BY),
    (rf"{_N} {_UNIT}(?:[dt][iu]r|[dt][ae]n (?:beri|bu yana|fazladir))(?![\w'])", on.gone_span, Role.SINCE),
    (rf"{_N} {_UNIT}(?:l[iu]g[iu]n[ae]| boyunca)(?![\w'])", on.coming_span, Role.UNTIL),
    (rf"{_N} (?P<unit>gun|hafta|ay|yil|sene)y?[ae](?: (?:{_UNTIL_WORDS}))?(?![\w'])", _ahead, Role.BY),
    (rf"(?:haftaya|gelecek hafta|onumuzdeki hafta) {_DOW}{_DAYTIME}{_CASE}", on.week, Role.AT),
    (r"(?<!bir )(?<!bu )haftaya(?: bu zamanlar)?(?![\w'])", on.week, Role.AT),
    (r"(?:seneye|gelecek seneye)(?![\w'])", on.next_year, Role.AT),
    (r"yilbasi(?=ndan (?:beri|bu yana|itibaren))ndan", on.new_year, Role.AT),
    (rf"(?:{_STEP})?(?!hafta sonu){_PER}(?:[iny]?[iu]n)? {_PART}{_CASE}", on.period, Role.AT),
    (rf"{_STEP}(?:yil|sene)[iny]*n {_ORD} ceyre[kg]\w*", on.quarter, Role.AT),
    (rf"{_STEP}{_PER}{_CASE}", on.period, Role.AT),
    (r"(?:butun|tum) (?P<per>hafta|ay)(?: boyunca)?(?! ?(?:son|ic)|[\w'])", on.period, Role.AT),
    (r"(?<![iu]k )(?P<per>hafta|ay) boyunca(?![\w'])", on.period, Role.AT),
    (rf"hafta ?sonu{_CASE}", on.weekend, Role.AT),
    (rf"{_STEP}{_DOW}{_DAYTIME}{_CASE}", on.weekday, Role.AT),
    (rf"{_STEP}(?:{_MON}|{_SEASON})(?: ayi)?{_CASE}(?: {_PART}{_CASE})?", on.stepped, Role.AT),
    (rf"(?P<holiday>{_HOLIDAYS})(?:n[ae]|nd[ae]n?)?{_CASE}", on.festive, Role.AT),
    (rf"{_YEAR}{_GENITIVE} {_ORD} ceyre[kg]\w*", on.quarter, Role.AT),
    (rf"{_YEAR}[ -]?q(?P<q>[1-4]){_CASE}", on.quarter, Role.AT),
    (rf"q(?P<q>[1-4])(?: {_YEAR})?{_CASE}", on.quarter, Role.AT),
    (rf"{_ORD} ceyre[kg]\w*", on.quarter, Role.AT),
    (rf"{_YEAR}{_GENITIVE} {_MON}(?: ayi)?{_GENITIVE}(?: {_PART})?{_CASE}", on.month, Role.AT),
    (rf"{_MON},? {_YEAR}{_GENITIVE}(?: {_PART})?{_CASE}", on.month, Role.AT),
    (rf"{_YEAR}{_GENITIVE} {_SEASON}[iu]?n?(?:d[ae](?:n|ki)?|[iu]n)?(?![\w'])", on.season, Role.AT),
    (r"(?P<decade>(?:19|20)\d0|[2-9]0)'?(?:l[ae]r|l[iu] yillar)\w*", on.decade, Role.AT),
    (
        rf"{_YEAR}(?:{_GENITIVE} {_PART}{_CASE}| (?:yil|sene)[a-z]*{_CASE}|'?[dt][ae](?:n|ki|yd[iu])?(?!\w)"
        rf"|'?y?[ae](?= (?:{_UNTIL_WORDS})))",
        on.year,
        Role.AT,
    ),
    (rf"{_MON}{_GENITIVE} {_PART}{_CASE}", on.month, Role.AT),
    (rf"{_MON}{_GENITIVE} {_ORD} haftasi{_CASE}", on.week_of_month, Role.AT),
    (rf"(?!ocak(?!tan (?:itibaren|beri|bu yana))[^' ]){_MON}{_MONTH_CASE}", on.month, Role.AT),
    (rf"(?P<mon>ocak)ta(?= (?:[\w']+ ){{0,5}}(?:{_JANUARY})\w*)", on.month, Role.AT),
    (rf"{_YEAR_SAID}{_MON}(?:[iu]n)?(?:'?[dt][ae](?:n|ki)?)?(?![\w'])", on.month, Role.AT),
    (rf"{_YEAR_SAID}{_SEASON}(?:[iu]n)?(?:[dt][ae](?:n|ki)?)?(?![\w'])", on.season, Role.AT),
    (r"(?P<season>yaz|kis|guz)(?:[iu]n|a(?= kadar)|[dt]an(?= once))(?![\w'])", on.season, Role.AT),
    (r"(?P<season>sonbahar|ilkbahar|bahar)(?:d[ae]|a(?= kadar)|dan(?= once))(?![\w'])", on.season, Role.AT),
    (rf"{_SAFE_DOW}{_DAYTIME}{_CASE}", on.weekday, Role.AT),
]
_RULES = tuple(rule(pattern, resolve, role) for pattern, resolve, role in _PATTERNS)

_HABITUAL = (
    rf"gun|hafta(?: ?sonu| ?ici)?|ay|yil|sene|donem|sabah|ogle|aksam|gece|{alternatives(list(seasons()))}"
    rf"|{alternatives(_LONG)}|pazartesi|sali|carsamba|persembe|cumartesi|cuma|pazar"
)
_TIMES = rf"(?:{_WORDS}|\d+)"
_EVERY = re.compile(
    rf"\b(?:(?:her|tum|butun)(?: {_TIMES})?|(?:her )?{_TIMES} (?:gun|hafta|ay|yil|sene)d[ae] {_TIMES}"
    rf"|(?:gun|hafta|ay|yil|sene)d[ae] {_TIMES}(?: (?:gun|kez|kere|defa|aksam|sabah))?)"
    rf"(?:,? (?:(?:{_HABITUAL})(?:'?[a-z]{{1,4}})?|ve|veya|ile|ya da|ilk|son|{_TIMES})(?![a-z]),?)* $"
)
"""A habit, and times that follow it with only small words between: "her pazartesi ve perşembe"."""
_HABIT = re.compile(r" (?:gun|sabah|aksam|gece|ogle)l[ae]r[iu](?!n?d[ae])")
_TAIL = re.compile(r"(?:'[a-z]{1,5})?(?: (?:tarih(?:li|in[a-z]*|i)|gunu(?:n[a-z]*)?|itibariyle))?(?![\w'])")
_AFTER = re.compile(
    rf" ?(?:(?P<SINCE>beri|bu yana)|(?P<FROM>itibaren|baslayarak|sonra)|(?P<UNTIL>{_UNTIL_WORDS})(?: olan)?"
    r"|(?P<BETWEEN>(?:tarihleri |gunleri )?aras[iy][a-z]*)|(?P<BEFORE>once)(?! [a-z]+d[iu])"
    r")(?![\w'])"
)
_ABLATIVE = re.compile(r"[dt][ae]n$")
_OLD_DAY = re.compile(r"(?: [\w']+){0,2} [\w']*(?:[^dt\W]|')[ae](?!\w)")
"""Words behind the day from which something is moved: the new day, in the dative."""
_LOOK_BACK = 60


def _connect(folded: str, written: Written) -> Written | None:
    """Return the time with its case ending and the postposition after it.

    None after "her", and for the day from which something is moved.
    """
    if _EVERY.search(folded, max(0, written.start - _LOOK_BACK), written.start) or _HABIT.match(folded, written.end):
        return None
    tail = _TAIL.match(folded, written.end)
    end = tail.end() if tail else written.end
    if written.role is not Role.AT:
        return written.moved(role=written.role, end=end)
    after = _AFTER.match(folded, end)
    ablative = bool(_ABLATIVE.search(folded, written.start, end))
    if not after and ablative and _OLD_DAY.match(folded, end) and is_moved(folded, end):
        return None
    if not after:
        return written.moved(role=Role.FROM if ablative else Role.AT, end=end)
    role = Role[after.lastgroup or "AT"]
    if role in {Role.SINCE, Role.FROM, Role.BEFORE} and not ablative:
        return written.moved(role=Role.AT, end=end)
    return written.moved(role=role, end=after.end())


def _joined(folded: str, first: Written, second: Written) -> bool:
    """Whether two adjacent times bound one span: "pazartesiden cumaya kadar"."""
    gap = folded[first.end : second.start]
    if second.role is Role.BETWEEN:
        return gap in {" ile ", " ve ", "-", " - "}
    if first.role is Role.FROM:
        return second.role is Role.UNTIL and not gap.strip(" ,")
    return first.role is Role.AT and gap in {"-", " - "}


TURKISH = Grammar(_RULES, _connect, _joined)
