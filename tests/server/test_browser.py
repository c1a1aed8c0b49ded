"""Neo4j Browser, as a user meets it: the address of `graphmem neo4j browser`, the generated password, connected."""

from __future__ import annotations

import shutil

import pytest
from playwright.async_api import Request, async_playwright, expect

from graphmem.cli.neo4j import browser_url
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
        await page.goto(browser_url(state))
        password = page.get_by_test_id("password")
        await expect(password).to_be_visible(timeout=PATIENCE_MS)
        await password.fill(server.password)
        await page.get_by_test_id("connect").click()
        await expect(page.get_by_text("You are connected as user")).to_be_visible(timeout=PATIENCE_MS)
        await expect(page.get_by_text(server.uri).first).to_be_visible(timeout=PATIENCE_MS)
        await expect(page.get_by_text(":style").first).to_be_visible(timeout=PATIENCE_MS)
        await page.locator(".monaco-editor").first.click()
        await page.keyboard.insert_text(DRAW)
        await page.keyboard.press("Control+Enter")
        await expect(page.locator("svg text", has_text="Foça").first).to_be_visible(timeout=PATIENCE_MS)
        await chromium.close()
    assert [line for line in outside if not line.endswith(" csp")] == []
