"""The page at /memory in a real Chromium, clicked through on a phone, a tablet and a desk.

Nothing comes from outside, nothing stored acts, nothing keeps people out, and what a person does is done.
"""

from __future__ import annotations

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from graphmem.facade import GraphMem
from tests.api.test_browser import CHROMIUM
from tests.support.browsing import EVIL, check, entered
from tests.support.conversations import conversation

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")]

LINES = (
    ("Ada", "I moved to Izmir in May 2026 because the harbour office closed."),
    ("Ada", f"My sister Clara, {EVIL}, lives in Lisbon."),
    ("Ada", "We decided to use Postgres for the billing service at Acme."),
    ("Ada", "Clara works at Acme as an engineer."),
)
PAGES = (
    *("", "/palace", "/memories?when=ever", "/map", "/things", "/review"),
    *("/spaces", "/dreams", "/jobs", "/usage", "/health", "/settings"),
)


@pytest_asyncio.fixture(loop_scope="session")
async def filled(own: GraphMem) -> GraphMem:
    """A memory with a conversation, facts, a pair that waits, and markup in what was said."""
    await own.mine(conversation(LINES, wing=f"Acme {EVIL}"))
    for text in ("Nora lives in Ankara.", "Nora lives in Izmir now."):
        await own.observer.learn(own.owner(), text, immutable=text.startswith("Nora lives in Ankara"))
    return own


@pytest.mark.parametrize("size", ["phone", pytest.param("tablet", marks=pytest.mark.long), "desk"])
async def test_every_page_at_each_size(browser: Browser, served: str, filled: GraphMem, size: str) -> None:
    page, wrong = await entered(browser, served, filled, size)
    (evil,) = [one for one in (await filled.memories.page(filled.owner())).items if "acted" in one.text][:1]
    pages = [*PAGES, "/search?q=Where+does+Clara+live%3F", f"/m/{evil.id}", "/things/person/clara", "/dreams/plan"]
    for address in pages:
        answer = await page.goto(f"{served}/memory{address}")
        assert answer is not None
        assert answer.status == 200, address
        await check(page, f"{address} {size}")
    assert not wrong
    await page.context.close()


async def test_a_walk_by_mouse_and_keys(browser: Browser, served: str, filled: GraphMem) -> None:
    """Ask, read where a sentence comes from, correct a memory and take it back, settle what waits, look at a dream."""
    page, wrong = await entered(browser, served, filled, "desk")
    await page.keyboard.press("/")
    await page.keyboard.type("Where does Clara work?")
    await page.keyboard.press("Enter")
    sentence = page.locator(".block .lines a").filter(has_text="works at Acme")
    await sentence.click()
    peek = page.locator("#peek")
    await expect(peek).to_contain_text("Clara works at Acme as an engineer.")
    await page.keyboard.press("Escape")
    await expect(peek).to_be_hidden()
    await expect(sentence).to_be_focused()

    (hit,) = [one for one in (await filled.memories.page(filled.owner())).items if "engineer" in one.text]
    await page.goto(f"{served}/memory/m/{hit.id}")
    await page.keyboard.press("e")
    await page.get_by_role("textbox", name="Edit").fill("Clara works at Acme as a lawyer.")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("heading", name="Clara works at Acme as a lawyer.")).to_be_visible()
    await page.goto(f"{served}/memory/m/{hit.id}")
    await page.get_by_role("button", name="Restore").click()
    await expect(page.get_by_role("button", name="Mark as wrong")).to_be_visible()

    await page.wait_for_load_state()  # keys are heard from then on
    await page.keyboard.press("g")
    await page.keyboard.press("r")
    await expect(page.get_by_role("heading", name="Review", exact=True)).to_be_visible()
    await page.wait_for_load_state()
    await page.keyboard.press("j")
    # On a busy machine the page may hear its first key before htmx has taken its forms.
    await expect(page.locator("[data-review]").first).to_be_focused()
    await page.wait_for_function("window.htmx !== undefined")
    await page.keyboard.press("x")
    await expect(page.get_by_role("status").filter(has_text="Dismissed: both hold.")).to_be_visible()
    assert not (await filled.reviews.page(filled.owner())).items

    await page.wait_for_load_state()
    await page.keyboard.press("g")
    await page.keyboard.press("t")
    await page.get_by_label("Payment cards").select_option(label="refuse the message")
    await page.get_by_label("Agents without recall").fill("scribe")
    await page.locator("section").filter(has_text="Masked data").get_by_role("button", name="Save").click()
    await expect(page.get_by_role("status").filter(has_text="Settings saved.")).to_be_visible()
    await expect(page.get_by_label("Payment cards")).to_have_value("refuse")
    assert (await filled.owner_settings.get(filled.owner())).recall_off == ("scribe",)

    await page.wait_for_load_state()
    await page.keyboard.press("g")
    await page.keyboard.press("d")
    await expect(page.get_by_role("heading", name="Dreams", exact=True)).to_be_visible()
    assert not wrong
    await page.context.close()
