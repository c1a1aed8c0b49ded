"""The page at /memory in a real Chromium: log-in, and checks that hold on every view."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, expect

from graphmem import home_token
from graphmem.facade import GraphMem

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
EVIL = "<script>window.acted=1</script><img src=x onerror='window.acted=1'>"
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)
SIZES = {"phone": (390, 844, "light"), "tablet": (820, 1100, "dark"), "desk": (1440, 900, "light")}


async def entered(browser: Browser, served: str, memory: GraphMem, size: str) -> tuple[Page, list[str]]:
    """A page of that size, logged in by the address that `graphmem serve` prints, and its errors."""
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
    """Check that nothing is inaccessible, no script acted, and the page is no wider than its window."""
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
