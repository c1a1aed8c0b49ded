"""English questions for a role of one's own, and statements that name its holder."""

from __future__ import annotations

import re
from functools import lru_cache

from graphmem.language.observer.patterns import plain
from graphmem.language.question.roles.kinds import Role, either, marked, role_of
from graphmem.model.language import Language

_TAIL = r"(?: again| now| called| named| currently| at the moment| these days| please| is| was)*"


def _name(group: str) -> str:
    return rf"(?P<{group}>[\w'-]+?(?: [\w'-]+?){{0,3}}?)"


_ASKS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:so |and |hey )?(?P<how>who|what|which|when|whats|whos|whens)(?:'s|s| is| are| was| were)? (?:my|our) "
        rf"{_name('role')}(?:'s name)?{_TAIL}",
        rf"(?:so |and )?(?P<how>what)(?:'s|s| is| was) the names? of (?:my|our) {_name('role')}{_TAIL}",
        rf"(?P<how>what)(?:'s|s| is| was) the {_name('role')}(?: called|'s name){_TAIL}",
        rf"(?:do |can |did )?(?:you )?(?:still )?(?:remember|recall|know|remind me(?: of)?|tell me) "
        rf"(?P<how>who|what|which|the name of)?(?:'s| is| was)? ?(?:my|our) {_name('role')}(?:'s name)?{_TAIL}",
        rf"(?P<how>name) of (?:my|our) {_name('role')}",
        rf"(?:my |our )?{_name('role')}'s name",
        rf"my {_name('bare')}",
        rf"(?P<how>which|what)(?: \w+)?? {_name('role')} (?:do|did|am|are|have) (?:i|we)"
        r"(?: currently| usually| normally)?(?: (?:have|got|drive|ride|use|own|go to|see|wear|play|support|with"
        r"|registered with))?(?: now| at the moment)?",
    )
)
_LIKED = re.compile(r"(?:all[- ]time )?(?:favou?rite|fav|fave) (?P<what>[\w -]+)")
_OF = re.compile(r"(?P<of>[\w -]+)'s (?P<what>[\w -]+)")
_NO_ROLE = re.compile(
    r"\b(?:i|we|you|they|he|she|it|that|this|for|about|with|and|or|to|if|is|are|not|do|does|favou?rite)\b|^(?:name|own)$"
)

_SOME = r"(?: (?!ex\b|old\b|former\b|late\b|previous\b|last\b|next\b)\^?[\w-]+){0,2}?"
_LINK = r"(?:is|'s|s|are|will be|=|:)(?: (?:now|still|actually|apparently|also|currently|called|named))*"
_PERSON_IS = r"(?:an? (?:\w+ ){1,3}?(?:called|named) )?(?:the (?:lovely|great) )?\^(?!\d)"
_NOT_VALUE = (
    r"(?!(?:not|on|at|in|so|too|very|off|out|late|broken|dead|dying|lost|gone|being|getting|going|really|always|never|"
    r"coming|about|a bit|quite|pretty|driving|killing|making|acting|here|ready|fine|ok|okay|the best|great)\b)"
)


def asked(query: str) -> Role | None:
    """The role that a question asks for."""
    said = plain(query).strip(" ?!.")
    for pattern in _ASKS:
        found = pattern.fullmatch(said)
        if not found:
            continue
        groups = found.groupdict()
        name = groups.get("role") or groups.get("bare") or ""
        role = _role(name, person=(groups.get("how") or "").startswith("who"))
        # "My shoe size" alone asks for it only where it is known as something that one has.
        if role is not None and not (groups.get("bare") and not role.kinds):
            return role
    return None


def _role(name: str, *, person: bool) -> Role | None:
    if liked := _LIKED.fullmatch(name):
        return role_of(liked["what"], Language.EN, person=False, liked=True)
    owner = None
    if chain := _OF.fullmatch(name):
        owner, name = role_of(chain["of"].removeprefix("my "), Language.EN, person=True), chain["what"]
    if _NO_ROLE.search(name) or len(name) < 2:
        return None
    return role_of(name, Language.EN, person=person, of=owner)


def names(role: Role, text: str) -> bool:
    """Whether a text says who or what holds the role for its speaker."""
    if not role.english:
        return False
    return any(pattern.search(marked(text)) for pattern in _tellings(role))


@lru_cache(maxsize=256)
def _tellings(role: Role) -> tuple[re.Pattern[str], ...]:
    head = rf"(?:{either(role.english)})"
    if role.liked:
        what = rf"(?:my|our) (?:all-time )?(?:favou?rite|fav|fave) {head}(?! of)"
    elif role.of is not None:
        what = rf"(?:my|our)(?: \w+)? (?:{either(role.of.english)})(?: \^\w+)?'s(?: \w+){{0,2}}? {head}"
    else:
        what = rf"(?:my|our){_SOME} {head}"
    found = [
        rf"\b{what}(?:'s| s)? ?name(?:'s| is| s) \S",
        rf"\b{what}(?: is|'s| s)? (?:called|named) \S",
        rf"\b{what} ?,? {_LINK} {_PERSON_IS}",
        rf"\b{what} ?[,(]? \^(?!\S*'s\b)",
        rf"\^\S+(?: \^\S+| de| van| bey| hanim)*(?: who)? ?,? (?:(?:is|'s|was|has been|have been|became|as)"
        rf"(?: also| now| still)?|,) {what}(?!'s|-| s\b)\b",
        rf"\b(?:have|got|adopted|with|hired|found) (?:an?|the|our|my|this)(?: \^?[\w-]+){{0,2}}? {head}"
        r" ?,? (?:called |named |, )\^?\S",
    ]
    if not role.person:
        found += [
            rf"\b{what} {_LINK} {_NOT_VALUE}\S",
            rf"\b{what} is (?:on |in )(?:the )?\^",
            rf"\^?\S+ (?:is|are) {what}(?= [.,;!]|$)",
        ]
        if not role.liked and role.of is None:
            found.append(
                r"\b(?:i|we)(?:'ve)? (?:have|got|own|use|drive|ride|bought|wear|play|go to)(?: got)?"
                rf" (?:an?|the|my|our|to)(?: \^?[\w.-]+){{0,4}}? {head}\b"
            )
    if role.of is not None and "teacher" in role.kinds:
        found.append(rf"\^\S+ (?:who )?teaches (?:my|our)(?: \w+)? (?:{either(role.of.english)})\b")
    return tuple(map(re.compile, found))
