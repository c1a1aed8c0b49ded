"""Facts between entities, read from texts in the third person and the first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.statements import MOST, statements
from graphmem.language.turkish import fold
from graphmem.model.entity import EntityType, Mention
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR
USER = Mention("User", EntityType.PERSON)
KNOWN = {
    EntityType.PERSON: "Derek Ayşe Elif Mert Deniz Tom Rachel Priya Gina Anita Sarah Merve Burak Hakan Zeynep Sofia",
    EntityType.ORG: "Turkcell Google Getir Garanti Deloitte Stripe MIT Trendyol ODTÜ",
    EntityType.PLACE: "İzmir Leeds Ankara London Berlin Lyon Roma",
    EntityType.TECH: "PostgreSQL MySQL Go Neovim VSCode",
    EntityType.PROJECT: "Atlas Lighthouse",
}
MENTIONS = [Mention(name, kind) for kind, names in KNOWN.items() for name in names.split()]


def facts(text: str, language: Language) -> list[str]:
    present = [mention for mention in MENTIONS if fold(mention.name) in fold(text)]
    return [
        f"{'-' if one.ended else ''}{one.subject.name} {one.predicate} {one.object.name}{'!' if one.single else ''}"
        for one in statements(text, language, USER, present)
    ]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (EN, "I'm a product designer at Google", ["User works_as product designer!", "User works_at Google!"]),
        (EN, "Hi, I'm Emma, I'm a nurse at Stripe", ["User works_as nurse!", "User works_at Stripe!"]),
        (EN, "I'm now a lead designer", ["User works_as lead designer!"]),
        (EN, "I work as a nurse at St Mary's", ["User works_as nurse!", "User works_at St Mary's!"]),
        (EN, "Tom said I'm a good teacher", []),
        (TR, "Getir'de yazılım mühendisiyim", ["User works_as yazılım mühendisi!", "User works_at Getir!"]),
        (TR, "merhaba, ben Ece, Garanti'de avukatım", ["User works_as avukat!", "User works_at Garanti!"]),
        (TR, "İzmir'de avukatım", ["User works_as avukat!"]),
        (TR, "perşembe akşamları basketbol oynuyorum", ["User plays basketbol"]),
        (TR, "her sabah gitar çalıyorum", ["User plays gitar"]),
        (TR, "bacağım sakat olduğu için basketbolu bıraktım", []),
        (TR, "Sigarayı bıraktım, bugün üçüncü gün", []),
    ],
)
def test_what_people_tell_of_their_work_and_their_habits(language: Language, text: str, expected: list[str]) -> None:
    assert facts(text, language) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Derek owns an efoil.", ["Derek owns efoil"]),
        ("Derek sold the efoil.", ["-Derek owns efoil"]),
        ("I love the ocean.", ["User likes ocean"]),
        ("Ayşe works at Turkcell.", ["Ayşe works_at Turkcell!"]),
        ("User moved to Leeds last month.", ["User lives_in Leeds!"]),
        ("I live in Leeds with two flatmates.", ["User lives_in Leeds!"]),
        ("I work at St. Brennan's Hospital.", ["User works_at St. Brennan's Hospital!"]),
        ("We moved to St. Albans in May.", ["User lives_in St. Albans!"]),
        ("Derek moved from Leeds to London.", ["-Derek lives_in Leeds!", "Derek lives_in London!"]),
        ("Tom is married to Rachel.", ["Tom married_to Rachel!"]),
        ("Tom and Rachel live in Berlin.", ["Tom lives_in Berlin!", "Rachel lives_in Berlin!"]),
        ("Sarah studies physics at MIT.", ["Sarah studies physics", "Sarah studies_at MIT!"]),
        ("Priya left Deloitte and now works at Stripe.", ["-Priya works_at Deloitte!", "Priya works_at Stripe!"]),
        ("User no longer works at Google.", ["-User works_at Google!"]),
        ("I don't use VSCode anymore.", ["-User uses VSCode"]),
        ("Project Atlas is written in Go.", ["Atlas uses Go"]),
        ("Lighthouse is led by Anita.", ["Anita manages Lighthouse"]),
        ("User was born in Lyon.", ["User born_in Lyon!"]),
        ("Elif speaks English and Turkish fluently.", ["Elif speaks English", "Elif speaks Turkish"]),
        ("Derek has a dog named Pamuk.", ["Derek has_dog Pamuk"]),
        ("Ayşe's sister is Elif.", ["Ayşe has_sister Elif"]),
        ("My sister Elif works at Getir.", ["User has_sister Elif", "Elif works_at Getir!"]),
        ("Gina is a lawyer at Google.", ["Gina works_as lawyer!", "Gina works_at Google!"]),
        ("Sofia is dating Mert. She works at Google.", ["Sofia dating Mert!", "Sofia works_at Google!"]),
        ("Tom doesn't like cilantro.", ["Tom dislikes cilantro"]),
    ],
)
def test_english(text: str, expected: list[str]) -> None:
    assert facts(text, EN) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Elif İzmir'de yaşıyor.", ["Elif lives_in İzmir!"]),
        ("elif izmir'de yasiyor", ["Elif lives_in İzmir!"]),
        ("Ankara'da yaşıyorum.", ["User lives_in Ankara!"]),
        ("Elif İzmir'den Ankara'ya taşındı.", ["Elif lives_in Ankara!", "-Elif lives_in İzmir!"]),
        ("Mert Garanti'den ayrıldı.", ["-Mert works_at Garanti!"]),
        ("Merve Garanti'den ayrıldı, artık Getir'de çalışıyor.", ["-Merve works_at Garanti!", "Merve works_at Getir!"]),
        ("Deniz bir karavan aldı.", ["Deniz owns karavan"]),
        ("Hakan arabasını sattı.", ["-Hakan owns araba"]),
        ("Elif'in bir karavanı var.", ["Elif owns karavan"]),
        ("Ayşe'nin köpeği Pamuk.", ["Ayşe has_dog Pamuk"]),
        ("Ayşe'nin köpeğinin adı Pamuk.", ["Ayşe has_dog Pamuk"]),
        ("Kullanıcının ablası Elif Getir'de çalışıyor.", ["User has_sister Elif", "Elif works_at Getir!"]),
        ("Kullanıcı kahveyi seviyor.", ["User likes kahve"]),
        ("Kullanıcı koşmayı çok seviyor.", ["User likes koşmak"]),
        ("Mert korku filmlerinden nefret ediyor.", ["Mert dislikes korku filmleri"]),
        ("Kullanıcının fıstığa alerjisi var.", ["User allergic_to fıstık"]),
        ("Burak Atlas projesini yönetiyor.", ["Burak manages Atlas"]),
        ("Atlas Go ile yazıldı.", ["Atlas uses Go"]),
        ("Artık VSCode kullanmıyorum, Neovim'e geçtim.", ["-User uses VSCode", "User uses Neovim"]),
        ("Elif Mert ile evlendi.", ["Elif married_to Mert!"]),
        ("Zeynep ODTÜ'de fizik okuyor.", ["Zeynep studies fizik", "Zeynep studies_at ODTÜ!"]),
    ],
)
def test_turkish(text: str, expected: list[str]) -> None:
    assert facts(text, TR) == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I love the color and texture.", EN),
        ("I also like holding them.", EN),
        ("I love making this cake for people.", EN),
        ("I received lots of compliments from volunteers.", EN),
        ("I lost my job at the company.", EN),
        ("I wrote down some quotes.", EN),
        ("My wife and I just left for our European vacation!", EN),
        ("Tom does not live in Berlin.", EN),
        ("Does Tom live in Berlin?", EN),
        ("User plans to move to London.", EN),
        ("User wants to buy a car.", EN),
        ("User will start working at Google in May.", EN),
        ("User's sister works at Google.", EN),
        ("User has a meeting at 3.", EN),
        ("Elif İzmir'e taşınmak istiyor.", TR),
        ("Elif İzmir'de mi yaşıyor?", TR),
        ("Elif karar aldı.", TR),
        ("Mert kitap okuyor.", TR),
        ("Dr. Pelin Tuna'ya gidiyorum.", TR),
        ("Annem Bursa'da yaşıyor, şubatta yetmiş yaşına giriyor.", Language.TR),
        ("Kuzenim Selim'le İzmir'de yaşıyor.", Language.TR),
        ("Patronum Aselsan'da çalışıyor.", Language.TR),
    ],
)
def test_plans_questions_and_the_unnamed_state_nothing(text: str, language: Language) -> None:
    assert facts(text, language) == []


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("My sister Mia Clark works at Google", EN, ["has_sister Mia Clark", "works_at Google"]),
        ("My boss Mia Clark is nice", EN, ["reports_to Mia Clark"]),
        ("Kardeşim Ayla Kaya Roma'da yaşıyor", TR, ["has_sibling Ayla Kaya"]),
        ("Kardeşim Ayla Roma'da", TR, ["has_sibling Ayla"]),
    ],
)
def test_kin_have_their_whole_names(text: str, language: Language, expected: list[str]) -> None:
    called = [Mention(name, EntityType.PERSON) for name in ("Mia Clark", "Ayla Kaya") if name in text]
    found = statements(text, language, USER, [*called, Mention("Google", EntityType.ORG)])
    assert [f"{one.predicate} {one.object.name}" for one in found] == expected


def test_what_is_made_is() -> None:
    assert facts("Sarah wrote a postmortem", EN) == ["Sarah made postmortem"]
    assert facts("Sarah wrote: we're moving to Berlin", EN) == []


def test_the_user_s_facts_need_the_user() -> None:
    assert statements("User lives in Leeds.", EN, None, [Mention("Leeds", EntityType.PLACE)]) == ()


words = st.sampled_from(
    ["User", "Elif", "Tom", "Leeds", "İzmir'de", "yaşıyor", "lives", "in", "works", "at", "Google", "and", "'", "ı'nın"]
)


@given(st.lists(words, max_size=25), st.sampled_from(list(Language)))
def test_any_text_gives_few_facts_of_what_it_says(drawn: list[str], language: Language) -> None:
    text = " ".join(drawn)
    found = statements(text, language, USER, MENTIONS[:6])
    assert len(found) <= MOST
    assert all(one.subject != one.object and one.object.name.strip() for one in found)
    assert statements(text, language, USER, MENTIONS[:6]) == found
