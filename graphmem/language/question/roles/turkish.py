"""Turkish questions for a role of one's own, and statements that name its holder: the ending of the noun says whose."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from graphmem.language.observer.patterns import plain
from graphmem.language.question.roles.kinds import Role, longer, marked, role_of, root
from graphmem.model.language import Language

_ATTRIBUTE = r"(?:adi|ismi|isimi|soyadi|markasi|modeli)"
_ASKED = (
    r"(?:kim(?:di|dir|mis)?|ne(?:ydi|dir|ymis)?|neler(?:di)?|neresi(?:ydi)?|nerede(?:ydi)?|hangi(?:si)?(?:ydi)?|kac(?:ti)?"
    r"|ne zaman(?:di)?|ne marka(?:ydi)?|hangi (?:marka|model)(?:ydi)?|hangi gun(?:du)?|kacti|ne renk)"
)
_TAIL = r"(?: ya| acaba| benim| peki| hatirliyor musun| biliyor musun| soyle(?:r misin)?)*"
_OWN = r"[iu]?m(?:[iu]z)?"
_HEAD = r"(?:(?:peki|ya|benim|bizim|sence|su an|simdi) )*"


def _own_noun(group: str, more: int = 3) -> str:
    return rf"(?P<{group}>[\w'-]+(?: [\w'-]+){{0,{more}}}?{_OWN})"


_ASKS = tuple(
    re.compile(f"{_HEAD}{pattern}")
    for pattern in (
        rf"{_own_noun('whose', 2)}[iu]n {_ATTRIBUTE}n?[iu]?(?: {_ASKED})?{_TAIL}",
        rf"{_own_noun('of', 1)}[iu]n (?P<its>[\w'-]+(?: [\w'-]+)?s?[iu])(?:n[iu]n {_ATTRIBUTE})? {_ASKED}{_TAIL}",
        rf"en (?:cok )?sevdig[iu]m(?:[iu]z)? (?P<liked>[\w-]+(?: \w+)?) {_ASKED}{_TAIL}",
        rf"(?:favori|en favori) (?P<best>[\w-]+?){_OWN} {_ASKED}{_TAIL}",
        rf"{_own_noun('who')} (?P<how>{_ASKED}){_TAIL}",
        rf"{_own_noun('known')}[iu]? (?:kim(?: oldugunu)? )?(?:hatirliyor|biliyor|taniyor) mu(?:sun|yuz)",
        r"hangi (?P<used>[\w-]+?(?: \w+)??)(?:y?[aeiu]|[dt][ae]|l[ae])?"
        r" \w+?(?:yor(?:um|uz|dum|duk)|(?:[iu]yor)?[iu]m)(?: ya| acaba)?",
    )
)
_NO_ROLE = frozenset({"yard", "kim", "ne", "bugun", "ben", "biz", "i", "ad", "ism"})
_CASED = r"(?!\S*'(?:y?[ae]|[dt][ae]|[dt][ae]n|[yn]?[iu]n?)\b)"
_VOWELS = "aeiu"
_SOFT = {"k": "[kg]", "p": "[pb]", "t": "[td]"}
_LETTER = r"(?!\d)"
_BETWEEN = r"(?: ?,)?(?: (?:de|da|su an|simdi|artik|benim|hala|yine|ise|yeni|=|:|hep|zaten))*"
_VERB = r"\S*(?:d[iu]|t[iu]|yor|m[iu]s|[ae]c[ae]k|[ae]c[ae]g|[aeiu]r|m[ae]z)(?:[iu]?m|n|k|[iu]z|l[ae]r)?"


def asked(query: str) -> Role | None:
    """The role that a question asks for."""
    said = plain(query).strip(" ?!.")
    for pattern in _ASKS:
        found = pattern.fullmatch(said)
        role = _role(found) if found else None
        if role is not None:
            return role
    return None


def _role(found: re.Match[str]) -> Role | None:
    groups = {name: value for name, value in found.groupdict().items() if value}
    if liked := groups.get("liked") or groups.get("best"):
        return role_of(root(liked), Language.TR, person=False, liked=True)
    if "of" in groups:
        owner = _own(groups["of"], person=True)
        its = re.sub(r"s?[iu]$", "", groups["its"])
        return owner and role_of(its, Language.TR, person="kim" in found[0], of=owner)
    if used := groups.get("used"):
        known = role_of(root(used), Language.TR, person=False)
        return known if known.kinds else None
    name = groups.get("whose") or groups.get("who") or groups.get("known") or ""
    named = "whose" in groups or "kim" in groups.get("how", "")
    role = _own(name, person=named)
    return role if role and (role.kinds or "known" not in groups) else None


def _own(name: str, *, person: bool) -> Role | None:
    """The role of a noun with the ending of the first person."""
    for ending in (r"[iu]m(?:[iu]z)?$", r"m(?:[iu]z)?$"):
        bare = re.sub(ending, "", name)
        if bare != name and len(bare) > 1 and bare not in _NO_ROLE:
            role = role_of(root(bare), Language.TR, person=person)
            if role.kinds or ending.startswith("m") or not re.search(r"[aeiu]m(?:[iu]z)?$", name):
                return role
    return None


def names(role: Role, text: str) -> bool:
    """Whether a text says who or what holds the role for its speaker."""
    if not role.turkish:
        return False
    return any(pattern.search(marked(text)) for pattern in _tellings(role))


def _stems(role: Role) -> str:
    return _either(role.turkish)


def _either(names: Iterable[str]) -> str:
    return "|".join(sorted({_stem(name) for name in names}, key=lambda stem: -len(stem)))


def _stem(name: str) -> str:
    """A pattern of a name before its endings: a last consonant may be soft, a vowel may stand behind it."""
    before = "".join(rf"(?<!\b{re.escape(word)} )" for word in longer(name, Language.TR))
    bare = name if name[-1] in _VOWELS else root(name)
    found = before + " ".join(rf"\^?{re.escape(word)}" for word in bare.split())
    return found if bare == name and name[-1] in _VOWELS else f"{found[:-1]}{_SOFT.get(found[-1], found[-1])}[aeiu]?"


@lru_cache(maxsize=256)
def _tellings(role: Role) -> tuple[re.Pattern[str], ...]:
    stems = rf"(?:{_stems(role)})"
    if role.liked:
        own = rf"(?:en (?:cok )?sevdig[iu]m(?:[iu]z)? {stems}|favori {stems}{_OWN})"
        gen = rf"{own}[iu]n"
    elif role.of is not None:
        owner = rf"(?:{_stems(role.of)}){_OWN}(?:'?[iu]n)"
        own, gen = rf"{owner}(?: \w+)? {stems}(?:s?[iu])", rf"{owner}(?: \w+)? {stems}(?:s?[iu])n[iu]n"
    else:
        own, gen = rf"{stems}{_OWN}", rf"{stems}{_OWN}[iu]n"
    found = [
        rf"(?<!\w){gen} {_ATTRIBUTE}(?:da|de)? ?[:=]? ?(?!ne\b|neydi\b|kim)\^?\w",
        rf"(?<!\w){own}\b{_BETWEEN} \^{_LETTER if role.person else ''}{_CASED}",
        rf"\^\S+(?: bey| hanim| hoca| usta| \^\S+)*(?: benim| bizim| de benim)? {own}(?:dir|di|ydi|du)?"
        r"(?= olur| oldu| olacak| [.,;!]|$)",
        rf"\^?\S+ (?:adinda|adli|isimli|isminde|diye) (?:bir )?(?:\S+ )?{stems}(?:{_OWN})?\b",
        rf"(?<!\w)(?:{own}|{stems}y?[iu]?) (?:\w+ ){{0,2}}\w+(?:[dt][iu][km]|var) ,? ?(?:adi|ismi)n?[iu]? \^?\w",
    ]
    if role.liked:
        found.append(rf"(?<!\w){own}{_BETWEEN} [^\s,.;!?]+(?: [^\s,.;!?]+){{0,2}}(?= [.,;!]|$)")
    if not role.person:
        found += [
            rf"(?<!\w){own}{_BETWEEN} (?:\S+ ){{0,2}}\^{_CASED}",
            rf"(?<!\w){own}{_BETWEEN} (?!{_VERB}(?: |$))[^\s,.;!?]+"
            rf"(?: (?!{_VERB}(?: |$))[^\s,.;!?]+){{0,3}}(?= [.,;!]|$)",
            rf"\w (?:bir )?{stems}{_OWN} var\b",
        ]
    return tuple(map(re.compile, found))
