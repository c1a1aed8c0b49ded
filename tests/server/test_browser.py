"""Neo4j Browser, as a user meets it: the address of `graphmem neo4j browser`, the generated password, connected."""

from __future__ import annotations

import shutil

import pytest
from playwright.async_api import Request, async_playwright, expect

from graphmem.cli.neo4j import browser_url, query_of
from graphmem.server import RunningServer

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 60_000
DRAW = "CREATE (m:Memory:TurkishMemory {flashbulb: false, pinned: false, text: 'Foça', owner: 'u'}) RETURN m"
"""A memory as the Browser meets it before anybody gave it a style by hand."""


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
async def test_the_browser_connects_and_talks_to_this_machine_only(server: RunningServer) -> None:
    state = server.files.running()
    assert state is not None
    outside: list[str] = []

    def sent(request: Request) -> None:
        if request.url.startswith("http") and "//127.0.0.1:" not in request.url:
            outside.append(f"{request.url} {request.failure}")

    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = await chromium.new_page()
        page.on("requestfailed", sent)
        page.on("requestfinished", sent)
        story = query_of("0-story.cypher", 'it\'s "me" & Ayşe #1 +100%')
        await page.goto(browser_url(state, story))
        password = page.get_by_test_id("password")
        await expect(password).to_be_visible(timeout=PATIENCE_MS)
        await password.fill(server.password)
        await page.get_by_test_id("connect").click()
        # The style is set, and the page cleared of what Browser prints about it.
        await expect(page.get_by_text(":server connect")).to_have_count(0, timeout=PATIENCE_MS)
        await expect(page.get_by_text(":style")).to_have_count(0, timeout=PATIENCE_MS)
        editor = page.locator(".monaco-editor").first
        await expect(editor).to_contain_text("What led to what, and what replaced what", timeout=PATIENCE_MS)
        await expect(editor).to_contain_text("whose memory; the demo's where this one is empty")
        await editor.click()
        await page.keyboard.press("Control+A")
        await page.keyboard.insert_text(DRAW)
        await page.keyboard.press("Control+Enter")
        await expect(page.locator("svg text", has_text="Foça").first).to_be_visible(timeout=PATIENCE_MS)
        await chromium.close()
    assert [line for line in outside if not line.endswith(" csp")] == []
