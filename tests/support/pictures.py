"""Pictures of the memory page for the guides, of the demo in a real Chromium.

Run as `python -m tests.support.pictures`. `GRAPHMEM_HOME` names the home that `graphmem demo` filled; missing data for
a picture are added to the owner `demo`. Pictures have a palette, so that they stay small.
"""

from __future__ import annotations

import asyncio
import io
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import graphmem_api
import uvicorn
from graphmem_api import create_app
from PIL import Image
from playwright.async_api import Browser, async_playwright

from graphmem import home_token
from graphmem.config import load_settings
from graphmem.facade import GraphMem
from tests.api.test_browser import CHROMIUM, FLAGS

GUIDES = Path(__file__).parent.parent.parent / "notebooks" / "guides"
CSS = Path(graphmem_api.__file__).parent / "static" / "memory.css"
COLOURS, SWATCH = 232, 60
DESK, TALL, PHONE = (1280, 800), (1280, 1250), (390, 780)
QUESTION = "Why did the SD card of the harbour gateway run full?"


async def prepared(memory: GraphMem) -> str:
    """A review and an earlier question for the pictures; returns the id of the best answer with relations."""
    demo = memory.owner()
    if not (await memory.reviews.page(demo)).items:
        await demo.learn("The gateway reports every ten minutes.", immutable=True)
        await demo.learn("The gateway reports every two minutes now.")
    found = await demo.recall(QUESTION, limit=5)
    views = [await demo.show(hit.memory.id) for hit in found.memories]
    return next(view.memory.id for view in views if view.relations)


@asynccontextmanager
async def served(memory: GraphMem) -> AsyncIterator[str]:
    """The page over a memory."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        app = create_app(memory=memory)
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none", lifespan="on"))
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:  # noqa: ASYNC110  uvicorn has no event for it
            await asyncio.sleep(0.02)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        await task


def lean(shot: Image.Image) -> Image.Image:
    """The picture in few colours, among them those of tiers and relations, however small their dots are."""
    hues = re.findall(r"--(?:blue|violet|green|amber|rose|grey|bad|accent): (#\w{6})", CSS.read_text("utf-8"))
    whole = Image.new("RGB", (shot.width, shot.height + SWATCH), "white")
    whole.paste(shot)
    for place, hue in enumerate(hues):
        whole.paste(hue, (place * SWATCH, shot.height, (place + 1) * SWATCH, shot.height + SWATCH))
    palette = whole.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    return shot.quantize(palette=palette, dither=Image.Dither.NONE)


async def take(
    browser: Browser, base: str, token: str, name: str, address: str, *,
    size: tuple[int, int] = DESK, dark: bool = False,
) -> None:  # fmt: skip
    """Take one picture."""
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light", locale="en-GB",
        device_scale_factor=1.5 if size is PHONE else 1,
    )  # fmt: skip
    page = await context.new_page()
    await page.goto(f"{base}/memory#key={token}")
    await page.get_by_role("heading", name="Contents").wait_for()
    await page.goto(f"{base}/memory{address}")
    await page.wait_for_load_state("networkidle")
    await page.evaluate("document.fonts.ready")
    await page.locator("[aria-busy]").wait_for(state="detached")  # a map is laid out
    shot = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
    lean(shot).save(GUIDES / f"{name}.png", optimize=True)
    print(f"{name}.png: {(GUIDES / f'{name}.png').stat().st_size // 1000} kB")
    await context.close()


async def main() -> None:
    """Take all pictures."""
    settings = load_settings(owner="demo")
    asked = f"/search?q={QUESTION.replace(' ', '+')}"
    async with GraphMem.open(settings) as memory, served(memory) as base, async_playwright() as playwright:
        memory_id = await prepared(memory)
        token = home_token.ensure(settings)
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        await take(browser, base, token, "page-phone", asked, size=PHONE)
        await take(browser, base, token, "page", asked)
        await take(browser, base, token, "page-memory", f"/m/{memory_id}", size=TALL)
        await take(browser, base, token, "page-map", "/map", size=TALL)
        await take(browser, base, token, "page-review", "/review")
        await take(browser, base, token, "page-dark", "/memories", dark=True)
        later = datetime.now(UTC) + timedelta(days=20)
        run = (await memory.dreams.apply(memory.owner(), by="page", confirm=True, now=later)).run
        if run is not None:
            await take(browser, base, token, "page-dream", f"/dreams/{run.id}")
            await memory.dreams.undo(memory.owner(), run.id, now=later)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
