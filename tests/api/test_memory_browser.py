"""The page at /memory in a real Chromium, clicked through on a phone, a tablet and a desk.

Nothing comes from outside, nothing stored acts, nothing keeps people out, and what a person does is done.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

from graphmem import home_token
from graphmem.facade import GraphMem
from tests.api.test_browser import CHROMIUM, FLAGS
from tests.support.conversations import conversation

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")]

AXE = (Path(__file__).parent.parent / "support" / "axe" / "axe.min.js").read_text("utf-8")
EVIL = "<script>window.acted=1</script><img src=x onerror='window.acted=1'>"
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)
SIZES = {"phone": (390, 844, "light"), "tablet": (820, 1100, "dark"), "desk": (1440, 900, "light")}
LINES = (
    ("Ada", "I moved to Izmir in May 2026 because the harbour office closed."),
    ("Ada", f"My sister Clara, {EVIL}, lives in Lisbon."),
    ("Ada", "We decided to use Postgres for the billing service at Acme."),
    ("Ada", "Clara works at Acme as an engineer."),
)
PAGES = (
    *("", "/palace", "/memories?when=ever", "/things", "/review"),
    *("/spaces", "/dreams", "/jobs", "/usage", "/health", "/settings"),
)


@pytest_asyncio.fixture(loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        yield started
        await started.close()


@pytest_asyncio.fixture(loop_scope="session")
async def filled(own: GraphMem) -> GraphMem:
    """A memory with a conversation, facts, a pair that waits, and markup in what was said."""
    await own.mine(conversation(LINES, wing=f"Acme {EVIL}"))
    for text in ("Nora lives in Ankara.", "Nora lives in Izmir now."):
        await own.observer.learn(own.owner(), text, immutable=text.startswith("Nora lives in Ankara"))
    return own


async def entered(browser: Browser, served: str, memory: GraphMem, size: str) -> tuple[Page, list[str]]:
    """A page of that size, logged in by the address that `graphmem serve` prints, and what it complains of."""
    width, height, scheme = SIZES[size]
    colours: Any = scheme
    context: BrowserContext = await browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=colours, locale="en-GB"
    )
    page, wrong = await context.new_page(), list[str]()
    page.set_default_timeout(PATIENCE_MS)
    page.set_default_navigation_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if "Policy" in line.text else None)
    page.on("request", lambda one: None if one.url.startswith((served, "data:")) else wrong.append(one.url))
    await page.goto(f"{served}/memory#key={home_token.ensure(memory.settings)}")
    await expect(page.get_by_role("heading", name="Contents")).to_be_visible()
    assert "#" not in page.url, "the key leaves the address bar"
    return page, wrong


async def check(page: Page, where: str) -> None:
    """Nothing keeps people out, nothing acted, and the page is no wider than what shows it."""
    await page.evaluate(AXE)
    found = await page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    bad = [
        (one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"][:300])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert not bad, (where, bad)
    assert await page.evaluate("window.acted") is None, where
    assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1"), (
        f"{where} scrolls sideways"
    )


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
