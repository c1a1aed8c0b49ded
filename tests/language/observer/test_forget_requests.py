"""Requests to forget what was said, and what only sounds like one."""

from __future__ import annotations

import pytest

from graphmem.language.observer.forget_requests import forget_requests, only_asks_to_forget, without_requests


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("please forget what I said about the reorg, it was confidential", "the reorg"),
        ("Can you forget everything I told you about Tom's surgery?", "Tom's surgery"),
        ("delete everything about my ex", "my ex"),
        ("Forget my old address", "my old address"),
        ("Forget my old address please.", "my old address"),
        ("I'd like you to erase all you know about my salary", "my salary"),
        ("Don't remember anything I said about the lawsuit", "the lawsuit"),
        ("Forget that I mentioned the merger.", "the merger"),
        ("Please remove my phone number from your memory", "my phone number"),
        ("please forget about the divorce", "the divorce"),
        ("It was confidential, so please forget what I said about the reorg", "the reorg"),
        ("forget that", ""),
        ("Please forget this.", ""),
        ("don't remember this", ""),
        ("Please don't save that, it was private", ""),
        ("Forget what I just said.", ""),
        ("Forget I said anything.", ""),
        ("onur'un boşanmasıyla ilgili yazdıklarımı unut lütfen", "onur'un boşanması"),
        ("Onur'un boşanması hakkında söylediklerimi unutur musun?", "Onur'un boşanması"),
        ("eski sevgilim hakkındaki her şeyi sil", "eski sevgilim"),
        ("Maaş konusunda konuştuklarımızı unut.", "Maaş"),
        ("Dava ile ilgili her şeyi hafızandan sil lütfen", "Dava"),
        ("Eski adresimi unut", "Eski adresim"),
        ("lütfen Ayşe'nin hastalığını unut", "Ayşe'nin hastalığı"),
        ("bunu unut", ""),
        ("Bunu kaydetme lütfen.", ""),
        ("az önce söylediklerimi unut", ""),
        ("az önce yazdıklarımı unutur musun", ""),
        ("bunu kaydetme: yarın doktora gidiyorum", "yarın doktora gidiyorum"),
        ("please don't save this: I see the doctor tomorrow", "I see the doctor tomorrow"),
        ("Cem'le ilgili olanı unut lütfen", "Cem"),
        ("bunu hatırlama", ""),
        ("Bunu unut, gizliydi.", ""),
        ("forget I ever told you about the inhaler by the way", "the inhaler"),
        ("btw forget everything I said about the loan, ok?", "the loan"),
        ("Please delete my insurance details", "my insurance details"),
        ("remove my home address, I don't want it stored", "my home address"),
        ("can you delete my landline number from your system?", "my landline number"),
        ("please don't keep my date of birth on file", "my date of birth"),
        ("I don't want my old job in your records", "my old job"),
        ("I'd like my salary details erased", "my salary details"),
        ("I want everything about Leo deleted from your memory", "everything about Leo"),
        ("scrap what I said about resigning earlier", "resigning"),
        ("forget about the bet please", "the bet"),
        ("I don't want that stored anywhere", ""),
        ("vergi numaramı sisteminizden silin lütfen", "vergi numaram"),
        ("ehliyet bilgilerimi kayıtlarınızdan silmenizi istiyorum", "ehliyet bilgilerim"),
        ("bu arada kiramı veritabanınızdan silin", "kiram"),
        ("eski numaramı silin", "eski numaram"),
        ("ameliyatımı anlatmıştım ya, onu unut bi zahmet", "ameliyatım"),
        ("sana patronumla kavgamı söylemiştim onu sil", "patronumla kavgam"),
        ("kimlik bilgilerim sizde kalmasın", "kimlik bilgilerim"),
    ],
)
def test_what_is_to_be_forgotten(text: str, about: str) -> None:
    (asked,) = forget_requests(text)
    assert asked.about == about
    assert text[asked.span.start : asked.span.end].strip() == asked.words


@pytest.mark.parametrize(
    "text",
    [
        "I forgot my keys",
        "don't forget to call mum",
        "Don't forget my birthday!",
        "I'll never forget Rome",
        "Never forget what I said about trust",
        "forget it, let's do pasta",
        "Forget it.",
        "forget that, let's order pizza instead",
        "forget about the gym, I'm staying in",
        "I can't forget what he said about the reorg",
        "She told me to forget everything about her",
        "I keep forgetting what I said about the plan",
        "She told me, forget everything about him",
        "bunu unut, makarna yapalım",
        "Bunu unut, dedi annem.",
        "I don't remember this",
        "delete my account",
        "I want my order deleted",
        "we need our old boiler removed",
        "remove my address from this order",
        "delete my number 3 answer",
        "don't keep my parcel with the neighbour",
        "I don't want it stored in the fridge",
        "Forget about the gym, I'm pleased to rest",
        "numaramı sildiler",
        "problemi unut",
        "kursu anlatmıştım ya, onu bıraktım",
        "Do you remember what I said about the reorg?",
        "Remove the onions from the pan",
        "Delete the old files on my laptop",
        "Don't keep it, throw it away",
        "What did I forget?",
        "unutma",
        "bunu unutma",
        "unuttum",
        "anahtarlarımı unuttum",
        "Annemi aramayı unutma",
        "Roma'yı asla unutmam",
        "boş ver, unut gitsin",
        "Onun söylediklerini unutamıyorum",
        "adresimi unutmuşum",
        "Unutkan biri oldum",
        "O günü unutmak istiyorum",
        "bunu kaydet",
    ],
)
def test_what_is_no_request(text: str) -> None:
    assert forget_requests(text) == ()
    assert without_requests(text) == text


def test_the_rest_of_a_message_stays_in_its_place() -> None:
    text = "My sister moved to Bergen. Please forget what I said about the reorg, it was confidential. She likes it."
    rest = without_requests(text)
    assert len(rest) == len(text)
    assert rest.split("\n")[0] == "My sister moved to Bergen. "
    assert rest.endswith(" She likes it.")
    assert not only_asks_to_forget(text)
    assert only_asks_to_forget("Lütfen bunu unut.")
