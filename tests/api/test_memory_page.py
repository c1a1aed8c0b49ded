"""The page at /memory over HTTP: who gets in, what forms may do, and that nobody sees anything of another."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import graphmem_api.page
import httpx2
import pytest
from graphmem_api.page.blocks import lines_of
from graphmem_api.page.rendering import turn_address
from graphmem_api.page.visit import TOLD, inside

from graphmem import home_token
from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from graphmem.model.privacy import Handling, PrivacyClass
from tests.api.conftest import client_of
from tests.support.conversations import EFOIL, conversation
from tests.support.page import LOCAL, log_in, token_in, token_of

HERE = Path(graphmem_api.page.__file__).parent
EVIL = "<script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"
PAGES = (
    *("", "/search", "/palace", "/memories", "/map", "/things", "/review"),
    *("/spaces", "/dreams", "/jobs", "/usage", "/health", "/settings"),
)


async def test_nothing_is_told_before_a_key_and_the_cookie_is_for_no_script(own: GraphMem, owner: str) -> None:
    await own.observer.observe(own.owner(), "I moved to Izmir in May 2026.", speaker="Ada")
    async with client_of(own, local=False) as client:
        for page in PAGES:
            locked = await client.http.get(f"/memory{page}")
            assert (locked.status_code, owner in locked.text, "Izmir" in locked.text) == (401, False, False)
        wrong = await log_in(client.http, "gm_" + "x" * 43)
        assert (wrong.status_code, "set-cookie" in wrong.headers) == (401, False)
        assert "unknown or was revoked" in wrong.text
        token = home_token.ensure(own.settings)
        let_in = await log_in(client.http, token, next_="https://evil.example/")
        assert (let_in.status_code, let_in.headers["location"]) == (303, "/memory")
        cookie = let_in.headers["set-cookie"]
        assert {"HttpOnly", "Path=/memory", "SameSite=strict"} <= set(cookie.split("; "))
        assert token not in cookie, "the token opens all of the home; other ports are sent cookies, too"
        assert "Izmir" in (await client.http.get("/memory")).text
        for name in ("x-forwarded-for", "forwarded"):
            assert (await client.http.get("/memory", headers={name: "10.0.0.1"})).status_code == 401
        assert (await client.http.get("/memory", headers={"host": "evil.example"})).status_code == 401


async def test_an_issued_key_opens_its_owner_until_it_is_revoked(
    memory: GraphMem, own: GraphMem, owner: str, issue: Callable[[str], Any]
) -> None:
    other = f"{owner}-other"
    key = await issue(other)
    await own.observer.observe(own.owner(), "I moved to Izmir in May 2026.", speaker="Ada")
    await own.observer.observe(own.owner(other), "My sister lives in Bergen.", speaker="Eve")
    mine = (await own.memories.page(own.owner())).items[0]
    turn = (await own.memories.get(own.owner(), mine.id)).sources[0].pointer
    async with client_of(own, address="10.1.2.3", base="http://memory.example", local=False) as client:
        http = client.http
        let_in = await http.post("/memory/login", data={"key": key})
        cookie = let_in.headers["set-cookie"]
        assert (let_in.status_code, key in cookie, key[13:] in cookie) == (303, False, False)
        for page in PAGES:
            shown = await http.get(f"/memory{page}")
            assert (shown.status_code, "Izmir" in shown.text) == (200, False), page
        assert mine.id not in (await http.get("/memory/search?q=Izmir")).text
        assert "Bergen" in (await http.get("/memory")).text
        before = await own.memories.get(own.owner(), mine.id)
        for verb in ("forget", "pin", "sleep", "protect"):
            refused = await http.post(f"/memory/m/{mine.id}", data={"form_token": token_of(http), "verb": verb})
            assert refused.status_code == 404
        for address in (f"/memory/m/{mine.id}", f"/memory/m/{mine.id}/graph", "/memory/things/place/izmir"):
            assert (await http.get(address)).status_code == 404
        assert "Izmir" not in (await http.get(turn_address(turn))).text
        assert await own.memories.get(own.owner(), mine.id) == before
        await memory.keys.revoke(own.owner(other), "test")
        own.keys.withdrawn()
        assert (await http.get("/memory")).status_code == 401
        await issue(other)


async def test_forms_of_elsewhere_change_nothing(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    await own.observer.learn(own.owner(), "I prefer tea.")
    (one,) = (await own.memories.page(own.owner())).items
    address = f"/memory/m/{one.id}"
    form = token_in(await visitor.get(address))
    asked = {"form_token": form, "verb": "pin"}
    for headers in (
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "null"},
        {"origin": "https://evil.example", "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        assert (await visitor.post(address, data=asked, headers=headers)).status_code == 401
    for token in ("", "0" * 64, "ü"):
        assert (await visitor.post(address, data=asked | {"form_token": token})).status_code == 401
    assert not (await own.memories.get(own.owner(), one.id)).memory.pinned
    done = await visitor.post(address, data=asked, headers={"origin": LOCAL, "sec-fetch-site": "same-origin"})
    assert (done.status_code, done.headers["location"]) == (303, f"{address}?told=pinned")
    assert TOLD["pinned"] in (await visitor.get(done.headers["location"])).text
    assert (await own.memories.get(own.owner(), one.id)).memory.pinned
    wrong = await visitor.post(address, data=asked | {"verb": EVIL})
    assert (wrong.status_code, "<script>document" in wrong.text) == (422, False)
    assert (await visitor.post("/memory/logout", headers={"origin": "https://evil.example"})).status_code == 401
    out = await visitor.post("/memory/logout", headers={"origin": LOCAL})
    assert (out.status_code, (await visitor.get("/memory")).status_code) == (303, 401)


async def test_how_memory_works_is_chosen_for_one_agent(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    before = await own.owner_settings.get(own.owner())
    form = {"form_token": token_in(await visitor.get("/memory/settings")), "version": str(before.version)}
    form |= {"agent": "scribe", "enabled": "off", "top_k": "7", "budget": ""}
    assert (await visitor.post("/memory/settings", data=form)).status_code == 303
    found = await own.owner_settings.get(own.owner())
    assert (dict(found.agents["scribe"]), found.choices) == ({"enabled": False, "top_k": 7}, before.choices)
    shown = (await visitor.get("/memory/settings?agent=scribe")).text
    assert ('value="7"' in shown, '<option value="off" selected>' in shown) == (True, True)
    refused = await visitor.post("/memory/settings", data=form | {"version": str(found.version), "top_k": "999"})
    assert (refused.status_code, "1 to 200" in refused.text) == (422, True)
    assert await own.owner_settings.get(own.owner()) == found


async def test_settings_are_shown_and_changed_with_what_is_wrong_refused(
    own: GraphMem, visitor: httpx2.AsyncClient, issue: Callable[..., Any], owner: str
) -> None:
    reader = await issue(owner, scopes=[Scope.READ], agent="ada", expires_at=datetime.now(UTC) + timedelta(days=7))
    shown = await visitor.get("/memory/settings")
    row = next(part for part in shown.text.split("<tr>") if reader[:13] in part)
    assert re.findall(r"<td>(?:<code>)?([^<]*)", row)[:4] == ["test", reader[:13], "read", "ada"]
    assert ("never" in row, reader in shown.text) == (True, False)
    form = {"form_token": token_in(shown), "version": "0", "card": "refuse", "recall_off": f"scribe\r\n\r\n {EVIL} "}
    done = await visitor.post("/memory/settings", data=form, headers={"origin": LOCAL})
    assert (done.status_code, done.headers["location"]) == (303, "/memory/settings?told=set")
    found = await own.owner_settings.get(own.owner())
    handled = (found.privacy.of(PrivacyClass.CARD), found.privacy.of(PrivacyClass.PHONE))
    assert (*handled, found.recall_off) == (Handling.REFUSE, Handling.KEEP, ("scribe", EVIL))
    shown = await visitor.get(done.headers["location"], headers={"accept-language": "tr"})
    assert ("Ayarlar kaydedildi." in shown.text, "<img" in shown.text) == (True, False)
    for wrong in ({"version": "0"}, {"version": EVIL}, {"card": EVIL, "version": "1"}):
        refused = await visitor.post("/memory/settings", data=form | wrong)
        assert (refused.status_code, "<script>document" in refused.text) == (422, False), wrong
    assert (await visitor.post("/memory/settings", data=form | {"form_token": ""})).status_code == 401
    assert await own.owner_settings.get(own.owner()) == found
    async with client_of(own, local=False) as other:
        await log_in(other.http, reader)
        form = {"form_token": token_of(other.http), "version": "1", "card": "keep"}
        assert (await other.http.post("/memory/settings", data=form)).status_code == 403, "it may only read"


async def test_stored_markup_is_text_on_every_page(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    owner = own.owner()
    for text in (f"I moved to Izmir in May 2026 {EVIL}.", f"My sister Clara {EVIL} lives in Lisbon."):
        await own.mine(conversation([(f"Ada {EVIL}", text)], key=text[:9], wing=f"Talk {EVIL}"))
    await own.observer.learn(owner, f"I prefer tea {EVIL} in the morning.")
    memories = (await own.memories.page(owner)).items
    pages = [*PAGES, "/search?q=Where+did+I+move%3F", f"/search?q={EVIL}", "/dreams/plan", "/memories?when=ever"]
    pages += [f"/m/{one.id}" for one in memories]
    pages += [turn_address(source.pointer).removeprefix("/memory") for one in memories
              for source in (await own.memories.get(owner, one.id)).sources]  # fmt: skip
    seen = 0
    for page in pages:
        text = (await visitor.get(f"/memory{page}")).text
        assert "<script>document" not in text, page
        assert "<img" not in text, page
        seen += "&lt;script&gt;" in text
    assert seen >= 5
    wing = re.search(r"/memory/palace/wings/\w+", (await visitor.get("/memory/palace")).text)
    assert wing
    rooms = (await visitor.get(wing[0], headers={"hx-request": "true"})).text
    room = re.search(r"/memory/palace/rooms/\w+", rooms)
    assert room
    inner = (await visitor.get(room[0], headers={"hx-request": "true"})).text
    assert "<img" not in rooms + inner
    assert "&lt;img" in inner


async def test_the_block_leads_to_its_turns_and_looking_writes_nothing(
    own: GraphMem, visitor: httpx2.AsyncClient
) -> None:
    await own.mine(conversation(EFOIL))
    result = await own.recall("Where did Ayşe move to?", owner=own.owner().name)
    await own.learner.drain()
    lines = lines_of(result.context)
    assert [line.text for line in lines] == result.context.splitlines()
    cited = [line for line in lines if line.pointer]
    assert cited
    for line in cited:
        placed = await own.drawer(line.pointer, owner=own.owner().name)
        quoted = re.search(r"“(.+)”", line.text)
        assert quoted is None or quoted[1] in placed.drawer.text
    before = (await own.memories.page(own.owner())).items
    page = unescape((await visitor.get("/memory/search", params={"q": "Where did Ayşe move to?"})).text)
    for line in cited:
        assert f'href="{turn_address(line.pointer)}"' in page
    await own.learner.drain()
    assert (await own.memories.page(own.owner())).items == before


async def test_it_looks_back_along_both_clocks(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    for text in ("Nora lives in Ankara.", "Nora lives in Izmir now."):
        await own.observer.learn(own.owner(), text)
    now = (await visitor.get("/memory/memories")).text
    assert ("Izmir" in now, "Ankara." in now) == (True, False)
    assert "Ankara." in (await visitor.get("/memory/memories?when=ever")).text
    assert "Izmir" not in (await visitor.get("/memory/memories?known=2020-01-01T00:00")).text
    wrong = await visitor.get("/memory/memories?valid=soon")
    assert (wrong.status_code, "which is no time" in wrong.text) == (422, True)


async def test_a_turn_is_deleted_and_a_memory_forgotten_by_hand(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    await own.observer.observe(own.owner(), "I moved to Izmir in May 2026.", speaker="Ada")
    (one,) = (await own.memories.page(own.owner())).items
    pointer = (await own.memories.get(own.owner(), one.id)).sources[0].pointer
    form = token_in(await visitor.get(f"/memory/m/{one.id}"))
    await visitor.post(f"/memory/m/{one.id}", data={"form_token": form, "verb": "forget"})
    assert "not believed" in (await visitor.get(f"/memory/m/{one.id}")).text
    address = turn_address(pointer)
    assert (await visitor.post(address, data={"form_token": form})).status_code == 404
    assert (await visitor.post(address, data={"form_token": form, "sure": "yes"})).status_code == 303
    assert (await visitor.get(address)).status_code == 404
    assert (await own.counts(owner=own.owner().name)).drawers == 0


async def test_a_memory_is_edited_restored_marked_as_wrong_and_a_tombstone_lifted(
    own: GraphMem, visitor: httpx2.AsyncClient
) -> None:
    owner = own.owner()
    await own.observer.observe(owner, "I moved to Izmir in May 2026.", speaker="Ada")
    (one,) = (await own.memories.page(owner)).items
    page = await visitor.get(f"/memory/m/{one.id}")
    form, seen = token_in(page), re.findall(r'name="seen" value="([^"]+)"', page.text)[0]
    fields = {"form_token": form, "verb": "edit", "text": "I moved to Foça in May 2026.", "seen": seen}
    stale = await visitor.post(f"/memory/m/{one.id}", data=fields | {"seen": "2020-01-01T00:00:00Z"})
    assert stale.status_code == 422
    edited = await visitor.post(f"/memory/m/{one.id}", data=fields)
    assert edited.headers["location"].endswith("told=edited")
    assert "Foça" in (await visitor.get(edited.headers["location"])).text
    assert "Izmir" not in (await visitor.get("/memory/memories")).text
    restored = await visitor.post(f"/memory/m/{one.id}", data={"form_token": form, "verb": "restore"})
    assert restored.headers["location"] == f"/memory/m/{one.id}?told=restored"
    wrong = await visitor.post(
        f"/memory/m/{one.id}", data={"form_token": form, "verb": "invalidate", "reason": "a typo"}
    )
    assert wrong.headers["location"] == f"/memory/m/{one.id}?told=invalidated"
    assert "Restore" in (await visitor.get(f"/memory/m/{one.id}")).text
    stones = (await own.tombstones.page(owner)).items
    tray = (await visitor.get("/memory/review")).text
    for stone in stones:
        assert f"/memory/forgotten/{stone.id}" in tray
    lifted = await visitor.post(f"/memory/forgotten/{stones[0].id}", data={"form_token": form})
    assert lifted.headers["location"] == "/memory/review?told=lifted"
    assert stones[0].id not in {stone.id for stone in (await own.tombstones.page(owner)).items}


async def test_what_waits_is_decided_by_a_person(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    owner = own.owner()
    await own.observer.learn(owner, "Nora lives in Ankara.", immutable=True)
    await own.observer.learn(owner, "Nora lives in Izmir now.")
    tray = await visitor.get("/memory/review")
    (waiting,) = (await own.reviews.page(owner)).items
    assert {"Nora lives in Ankara.", "Nora lives in Izmir now."} <= set(re.findall(r"Nora lives[^<]+", tray.text))
    address, form = f"/memory/review/{waiting.id}", token_in(tray)
    refused = await visitor.post(address, data={"form_token": form, "verdict": "ACCEPT"})
    assert (refused.status_code, "is immutable" in refused.text) == (422, True)
    assert (await visitor.post(address, data={"form_token": form, "verdict": "MAYBE"})).status_code == 422
    decided = await visitor.post(
        address, data={"form_token": form, "verdict": "DISMISS"}, headers={"hx-request": "true", "origin": LOCAL}
    )
    assert decided.text.startswith("<li")
    assert (await own.reviews.page(owner)).items == ()
    assert "No open questions." in (await visitor.get("/memory/review")).text


async def test_a_way_to_work_is_made_a_procedure_on_the_page(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    owner = own.owner()
    for file in ("a.py", "b.py", "c.py"):
        steps = ["Pull <b>all</b>", f"Mend {file}", "Push it"]
        await own.recorder.episode(owner, f"Mended {file}", steps=steps, worked=True)
    await own.workflows.mine(owner)
    tray = await visitor.get("/memory/review")
    (way,) = (await own.workflows.page(owner)).items
    assert "Mend &lt;file2&gt;" in tray.text
    assert "<b>all" not in tray.text
    assert "3 episodes worked, 0 failed; success expected: 80" in tray.text
    address, form = f"/memory/workflows/{way.id}", token_in(tray)
    assert (await visitor.post(address, data={"form_token": form, "verdict": "MAYBE"})).status_code == 422
    decided = await visitor.post(address, data={"form_token": form, "verdict": "ACCEPT", "name": "Mend a file"})
    assert decided.headers["location"] == "/memory/review?told=decided"
    assert (await own.procedures.named(owner, "mend a file")).memory.success_count == 3
    assert way.id not in (await visitor.get("/memory/review")).text


async def test_a_dream_is_planned_carried_out_and_taken_back(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    owner, text = own.owner(), "The deploy script lives in the tools folder."
    assert "has no memory to dream of" in (await visitor.get("/memory/dreams/plan")).text
    await own.observer.learn(owner, text)
    for session in ("one", "two"):
        await own.sessions.start(owner, session)
        await own.observer.learn(owner, text, session=session)
    plan = await visitor.get("/memory/dreams/plan", headers={"hx-request": "true"})
    assert "told three times in two conversations" in plan.text
    found = re.search(r'name="plan" value="(\w+)"', plan.text)
    assert found
    stale = await visitor.post("/memory/dreams", data={"form_token": token_in(plan), "plan": "feed"})
    assert stale.status_code == 422
    done = await visitor.post("/memory/dreams", data={"form_token": token_in(plan), "plan": found[1]})
    run = done.headers["location"].removesuffix("?told=dreamt")
    assert "episodic → semantic" in (await visitor.get(run)).text
    assert run in (await visitor.get("/memory")).text
    undone = await visitor.post(run, data={"form_token": token_in(plan)})
    assert undone.headers["location"] == f"{run}?told=undone"
    assert "No dream yet." in (await visitor.get("/memory")).text, "one that was taken back is none"
    assert (await own.memories.page(owner)).items[0].tier == "episodic"


async def test_a_wrong_schedule_is_shown_again_as_it_was_typed(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    await own.schedules.set(own.owner(), cron="30 2 * * *")
    shown = await visitor.get("/memory/dreams")
    form = {"form_token": token_in(shown), "verb": "set", "zone": "Europe/Istanbul"}
    wrong = await visitor.post("/memory/dreams/schedule", data=form | {"cron": "99 2 * * *"})
    assert (wrong.status_code, 'value="99 2 * * *"' in wrong.text, 'value="Europe/Istanbul"' in wrong.text) == (
        *(422, True, True),
    )
    assert 'role="alert"' in wrong.text
    done = await visitor.post("/memory/dreams/schedule", data=form | {"cron": "9 2 * * *"})
    assert done.headers["location"] == "/memory/dreams?told=scheduled"
    assert 'value="9 2 * * *"' in (await visitor.get("/memory/dreams")).text


async def test_what_is_due_stands_on_the_first_page(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    await own.observer.learn(own.owner(), "I have to see the dentist tomorrow.")
    shown = (await visitor.get("/memory")).text
    assert ("Due now" in shown, "dentist" in shown) == (True, True)
    assert "Günü gelenler" in (await visitor.get("/memory", headers={"accept-language": "tr"})).text


def test_every_word_of_the_page_is_there_in_turkish() -> None:
    turkish = json.loads((HERE / "texts" / "tr.json").read_text("utf-8"))
    asked = set(TOLD.values())
    for template in HERE.glob("templates/**/*.html"):
        asked |= {a or b for a, b in re.findall(r"""\bt\(\s*(?:"([^"]*)"|'([^']*)')""", template.read_text("utf-8"))}
    assert len(asked) > 150
    assert asked - set(turkish) == set()
    for english, told in turkish.items():
        assert re.findall(r"{\w+}", english) == sorted(re.findall(r"{\w+}", told), key=english.find), english


async def test_it_speaks_turkish_where_the_browser_does(visitor: httpx2.AsyncClient) -> None:
    shown = (await visitor.get("/memory", headers={"accept-language": "tr-TR,tr;q=0.9"})).text
    assert '<html lang="tr">' in shown
    assert "Henüz hiçbir şey hatırlanmıyor." in shown
    await visitor.get("/memory/language/tr")
    assert '<html lang="tr">' in (await visitor.get("/memory/palace")).text


@pytest.mark.parametrize("address", ["https://evil.example", "//evil.example", "/memoryevil", "/memory\\evil", "/"])
def test_nobody_is_led_outside(address: str) -> None:
    assert inside(address) == "/memory"
    assert inside("/memory/search?q=tea") == "/memory/search?q=tea"
