"""Turkish first person to third: "Annem çay sever", "kahveyi tercih ederim" → "User'ın annesi …", "User … tercih eder".

Verbs are changed where a finite verb stands, before punctuation, a joint or a particle: -yorum → -yor, -dim → -di,
-eceğim → -ecek, -meliyim → -meli. "Biz" becomes "User ve diğerleri" with the verb in the third person.
"""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.formation.cases import Case, inflected
from graphmem.language.stopwords import is_listed
from graphmem.language.turkish import fold, lower
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language

_END = (
    r"(?=\W*$|[.,;:!?…)\]\"”]|\s+(?:ve|ama|fakat|ancak|çünkü|diye|ki|da|de|artık|galiba|sanırım|hep|mi|mı|mu|mü)(?!\w))"
)
_GROUP = "{} ve diğerleri"
# Singular endings, then plural ones; each with what stands instead. Vowels of both harmonies and of ASCII typing.
_SINGULAR = [
    (r"(?P<stem>\w+yor(?:du)?)(?:um|m)", ""),
    (r"(?P<stem>\w+[ae]c[ae])[ğg][ıi]m", "k"),
    (r"(?P<stem>\w+(?:acakt[ıi]|ecekt[ıi]))m", ""),
    (r"(?P<stem>\w+m[ae]l[ıi])y[ıi]m", ""),
    (r"(?P<stem>\w+m[ae]l[ıi]yd[ıi])m", ""),
    (r"(?P<stem>\w+m[ıiuü]ş)[ıiuü]m", ""),
    (r"(?P<stem>\w+m[ae])m", "z"),
    (r"(?P<stem>\w{2,}(?:[dt][ıiuü]))m", ""),
    (r"(?P<stem>\w+(?:[ıiuüae]r))[ıiuü]m", ""),
    (r"(?P<stem>\w+['’]?[dt][ae])y[ıi]m", ""),
    (r"(?P<stem>\w+(?:l[ıiuü]|s[ıiuü]z|c[ıiuü]|[dt][ae]k[iı]))y[ıiuü]m", ""),
    (r"(?P<stem>değil|degil)[ıi]m", ""),
    (r"(?P<stem>\w+[nm][ae]k üzere)y[ıi]m", ""),
    (r"(?P<stem>\w*(?:ğun|gun|ğın|gın|hazır|kararlı|mutlu|alerjik|hasta|hamile|vegan|vejetaryen))(?:y)?[ıiuü]m", ""),
]
_PLURAL = [
    (r"(?P<stem>\w+yor(?:du)?)(?:uz|k)", ""),
    (r"(?P<stem>\w+[ae]c[ae])[ğg][ıi]z", "k"),
    (r"(?P<stem>\w+m[ae]l[ıi])y[ıi]z", ""),
    (r"(?P<stem>\w+m[ıiuü]ş)[ıiuü]z", ""),
    (r"(?P<stem>\w+m[ae])y[ıi]z", "z"),
    (r"(?P<stem>\w{2,}[dt][ıiuü])k", ""),
    (r"(?P<stem>\w+[ıiuüae]r)[ıiuü]z", ""),
    (r"(?P<stem>\w+['’]?[dt][ae])y[ıi]z", ""),
    (r"(?P<stem>\w+l[ıi])y[ıi]z", ""),
    (r"(?P<stem>değil|degil)[ıi]z", ""),
]
_PRONOUNS = {
    "benim": Case.GENITIVE, "bana": Case.DATIVE, "beni": Case.ACCUSATIVE, "bende": Case.LOCATIVE,
    "benden": Case.ABLATIVE, "benimle": Case.WITH, "bizim": Case.GENITIVE, "bize": Case.DATIVE,
    "bizi": Case.ACCUSATIVE, "bizde": Case.LOCATIVE, "bizden": Case.ABLATIVE, "bizimle": Case.WITH,
}  # fmt: skip
_PRONOUN = re.compile(rf"(?<![\w'’])(?P<word>{'|'.join(_PRONOUNS)})(?!\w)", re.IGNORECASE)
_I = re.compile(r"(?<![\w'’])[Bb]en(?: de| da)?(?!\w)\s*,?")
_WE = re.compile(r"(?<![\w'’])[Bb]iz(?: de| da)?(?!\w)\s*,?")
_HAVE = re.compile(
    r"(?<!\w)(?P<noun>\w{3,}?)(?P<vowel>[ıiuüaeoö])m (?=(?:de |da |hâlâ |hala )?(?:var|yok)(?:tu|dı|du|mış|muş)?(?!\w))"
)
_OURS = re.compile(
    r"(?<![\w'’])(?![Tt]emiz|[Oo]muz|[Dd]omuz|[Ss]emiz|[Dd]eniz|\w+m[ıiuü]ş)(?P<noun>\w{2,}?)(?P<vowel>[ıiuüaeoö])m[ıiuü]z"
    r"(?P<case>(?:[ıiuü]n|[ıiuü]|[ae]|[dt][ae]n?|l[ae])?)(?!\w)"
)
_ADJECTIVES = r"(?:(?:küçük|büyük|eski|yeni|ilk|ikinci|tek|yakın|en yakın|kız|erkek|üvey|rahmetli|sevgili|iş|ev) )*"
_CASES = r"(?P<case>(?:[ıiuü]n|[ıiuü]|[ae]|[dt][ae]n?|l[ae])?)"


def third_person(text: str, name: str) -> str:
    """The text told about `name`."""
    text, singular = _verbs(text, _singular())
    text, plural = (text, False) if singular else _verbs(text, _plural())
    subject = _GROUP.format(name) if plural else name
    told = singular or plural
    text = _I.sub("", text) if singular else _I.sub(f"{name} ", text)
    text = _WE.sub("" if plural else f"{_GROUP.format(name)} ", text)
    text = _owned(text, name, own=told)
    text = _pronouns(text, name)
    text = re.sub(r"\s{2,}", " ", text).strip()
    return f"{subject} {_lowered_start(text, name)}" if told else text


def _verbs(text: str, pattern: re.Pattern[str]) -> tuple[str, bool]:
    """The text with its finite verbs changed, and whether there were any."""
    changed = False

    def write(match: re.Match[str]) -> str:
        nonlocal changed
        if lower(match[0]) in words("formation_tr_not_verbs"):
            return match[0]
        changed = True
        index = next(place for place in range(1, len(_endings(pattern)) + 1) if match[f"stem{place}"])
        return f"{match[f'stem{index}']}{_endings(pattern)[index - 1]}"

    return pattern.sub(write, text), changed


@cache
def _singular() -> re.Pattern[str]:
    return _compiled(_SINGULAR)


@cache
def _plural() -> re.Pattern[str]:
    return _compiled(_PLURAL)


def _compiled(rows: list[tuple[str, str]]) -> re.Pattern[str]:
    named = (row.replace("<stem>", f"<stem{place}>") for place, (row, _) in enumerate(rows, start=1))
    return re.compile(rf"(?<![\w'’])(?:{'|'.join(named)}){_END}")


def _endings(pattern: re.Pattern[str]) -> list[str]:
    return [ending for _, ending in (_SINGULAR if pattern is _singular() else _PLURAL)]


def _pronouns(text: str, name: str) -> str:
    def write(match: re.Match[str]) -> str:
        return inflected(name, _PRONOUNS[lower(match["word"])])

    return _PRONOUN.sub(write, text)


def _owned(text: str, name: str, *, own: bool) -> str:
    """ "annem" → "User'ın annesi"; only "annesi" where the speaker is the subject anyway."""
    owner = "" if own else f"{inflected(name, Case.GENITIVE)} "

    def write(match: re.Match[str]) -> str:
        form = _third_forms()[lower(match["noun"])]
        preceded = match["benim"] or owner
        return f"{preceded}{match['adjectives']}{_cased(form, match['case'])}"

    def ours(match: re.Match[str]) -> str:
        ending = _third_possessive(match["noun"], match["vowel"])
        return f"{owner}{_cased(match['noun'] + ending, match['case'])}"

    text = _OURS.sub(ours, _owned_pattern().sub(write, text))
    having = _HAVE.search(text)
    if not having:
        return text
    ending = _third_possessive(having["noun"], having["vowel"])
    text = f"{text[: having.start()]}{having['noun']}{ending} {text[having.end() :]}"
    owned = re.search(r"(?<!\w)[Bb](?:en|iz)im ", text) or (owner and owner in text)
    return text if owned else f"{owner}{_lowered_start(text, name)}"


def _third_possessive(noun: str, vowel: str) -> str:
    """evi(m) → evi, arabam → arabası."""
    if vowel in "ıiuü" and not lower(noun + vowel).endswith(("alerji", "komşu", "kedi", "teknoloji", "iki")):
        return vowel
    return f"{vowel}s{ {'a': 'ı', 'o': 'u', 'e': 'i', 'ö': 'ü'}.get(vowel, vowel) }"


def _cased(form: str, case: str) -> str:
    """annesi + i → annesini, + le → annesiyle; a possessed noun takes n before its case, y before -le."""
    if not case:
        return form
    return f"{form}y{case}" if case.startswith("l") else f"{form}n{case}"


@cache
def _third_forms() -> dict[str, str]:
    pairs = (_halves(line) for line in lines("formation_tr_owned"))
    return dict(pairs)


def _halves(line: str) -> tuple[str, str]:
    parts = line.split()
    middle = len(parts) // 2
    return " ".join(parts[:middle]), " ".join(parts[middle:])


@cache
def _owned_pattern() -> re.Pattern[str]:
    nouns = "|".join(sorted(map(re.escape, _third_forms()), key=len, reverse=True))
    return re.compile(
        rf"(?<![\w'’])(?P<benim>[Bb]enim )?(?P<adjectives>{_ADJECTIVES})(?P<noun>{nouns}){_CASES}(?!\w)"
        r"(?! (?:var|yok))",
        re.IGNORECASE,
    )


def _lowered_start(text: str, name: str) -> str:
    """A common word that began the sentence loses its capital behind the new subject; a name keeps it."""
    first = re.match(r"[^\W\d_]+", text)
    if not first or text.startswith(name) or text[first.end() : first.end() + 1] in {"'", "’"}:
        return text
    head = first[0]
    common = is_listed(head, Language.TR, "stopwords") or is_listed(head, Language.TR, "frequent")
    if not common and text[first.end() + 1 : first.end() + 2].isupper():  # Umut Kafe
        return text
    known = fold(head) in words("given_names") or any(fold(head) in line for line in lines("places"))
    return text if known or not head[1:].islower() else f"{lower(head)}{text[first.end() :]}"
