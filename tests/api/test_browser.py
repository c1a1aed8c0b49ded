"""GraphiQL in a real Chromium: it loads without network under the policy, runs a query, and takes a key."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, TimeoutError, async_playwright

from graphmem import home_token
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.api.conftest import MINE, client_of, conversation

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")]


@pytest_asyncio.fixture(loop_scope="session")
async def page() -> AsyncIterator[Page]:
    """A page whose complaints fail the test."""
    complaints: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        opened = await browser.new_page(viewport={"width": 1400, "height": 900})
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.on("console", lambda line: complaints.append(line.text) if "Policy" in line.text else None)
        yield opened
        await browser.close()
    assert not complaints


async def run(page: Page, operation: str) -> None:
    """Run one of the preset operations. The button offers them once the editor has read its text, so it may take a
    second click on a busy machine."""
    offered = page.get_by_role("menuitem", name=operation)
    for _ in range(10):
        await page.locator(".graphiql-execute-button").click()
        try:
            await offered.click(timeout=3_000)
        except TimeoutError:
            continue
        return
    raise AssertionError(f"{operation} was never offered")


async def test_graphiql_runs_a_query_without_any_network(served: str, own: GraphMem, page: Page) -> None:
    async with client_of(own) as client:
        await client.data(MINE, input=conversation())
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url))
    await page.goto(f"{served}/graphql#key={home_token.ensure(own.settings)}")
    await run(page, "Recall")
    await page.locator(".result-window").get_by_text("I moved to Izmir in May.").wait_for()
    await page.get_by_role("button", name="Show Documentation Explorer").click()
    await page.get_by_text("Root Types").wait_for()
    assert all(url.startswith((served, "data:")) for url in asked), asked
    assert page.url == f"{served}/graphql", "the key leaves the address bar"
    await page.reload()
    await run(page, "Health")
    await page.locator(".result-window").get_by_text("serverVersion").wait_for()


async def test_graphiql_takes_a_key_as_a_header(
    served: str, page: Page, issue: Callable[[str], Any], memory: GraphMem, owner: str
) -> None:
    key = await issue(owner)
    await page.goto(f"{served}/graphql")
    await run(page, "Health")
    await page.locator(".result-window").get_by_text("UNAUTHENTICATED").wait_for()
    await page.get_by_role("button", name="Headers").click()
    await page.locator(".graphiql-editor-tool .graphiql-editor:visible").click()
    await page.keyboard.insert_text(f'{{"Authorization": "Bearer {key}"}}')
    await run(page, "Health")
    await page.locator(".result-window").get_by_text("serverVersion").wait_for()
    assert key not in str(await page.context.storage_state())
    await memory.keys.revoke(Owner.named(owner), "test")
