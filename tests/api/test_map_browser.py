"""The map in a real Chromium: labels that do not overlap, a slider that changes what is drawn, search, and the list."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from graphmem.facade import GraphMem
from tests.api.test_browser import CHROMIUM
from tests.support.browsing import EVIL, check, entered
from tests.support.conversations import conversation

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")]

PEOPLE = ("Ada", "Clara", "Nora", "Selin", "Marcus", "Elif")
THINGS = ("harbour office", "blue sailing boat", "billing service", "garden shed", "violin", "lighthouse")
LINES = tuple(
    (one, f"{other} helped me with the {thing} in Lisbon because {one} and {other} work at Acme.")
    for thing, one, other in zip(THINGS * 3, PEOPLE * 3, PEOPLE[1:] * 4, strict=False)
)
BOXES = """place => [...place.querySelectorAll(".label")].map(label => {
  const { left, right, top, bottom } = label.getBoundingClientRect(), room = place.getBoundingClientRect();
  const inside = left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom;
  return { text: label.textContent, left, right, top, bottom, inside };
})"""
DRAWN = "place => place.map.drawn.nodes().filter(node => node.visible()).map(node => node.data('text'))"


@pytest_asyncio.fixture(loop_scope="session")
async def peopled(own: GraphMem) -> GraphMem:
    """A memory of some people, one of whom moves, with markup in what was said."""
    await own.mine(conversation((*LINES, ("Ada", f"Clara and Nora {EVIL} met Selin in Lisbon.")), sessions=2))
    for text in ("Nora lives in Ankara.", "Nora lives in Izmir now."):
        await own.observer.learn(own.owner(), text)
    return own


async def settled(page: Page, address: str) -> Locator:
    await page.goto(address)
    place = page.locator("#map")
    await expect(place.locator("canvas").first).to_be_attached()
    await expect(place).not_to_have_attribute("aria-busy", "true")
    return place


def overlapping(boxes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [
        (one["text"], other["text"])
        for one, other in combinations(boxes, 2)
        if one["left"] < other["right"]
        and other["left"] < one["right"]
        and one["top"] < other["bottom"]
        and other["top"] < one["bottom"]
    ]


@pytest.mark.parametrize("size", ["phone", "desk"])
async def test_labels_never_overlap(browser: Browser, served: str, peopled: GraphMem, size: str) -> None:
    page, wrong = await entered(browser, served, peopled, size)
    place = await settled(page, f"{served}/memory/map?when=ever")
    for step in ("as it opens", "nearer", "nearer still"):
        boxes = await place.evaluate(BOXES)
        assert len(boxes) >= 4, step
        assert overlapping(boxes) == [], step
        assert all(box["inside"] for box in boxes), step
        await page.get_by_role("button", name="Zoom in").click()
    nodes = await place.evaluate("place => place.map.drawn.nodes().length")
    assert nodes > len(boxes), "where there is no room there is no label"
    await check(page, f"map {size}")
    id_ = (await peopled.memories.page(peopled.owner(), first=5)).items[-1].id
    await page.goto(f"{served}/memory/m/{id_}")
    graph = page.locator(".graph").first
    await expect(graph.locator(".label").first).to_be_visible()
    assert overlapping(await graph.evaluate(BOXES)) == []
    assert not wrong
    await page.context.close()


async def test_the_slider_moves_what_is_drawn(browser: Browser, served: str, peopled: GraphMem) -> None:
    page, wrong = await entered(browser, served, peopled, "desk")
    place = await settled(page, f"{served}/memory/map")
    now = await place.evaluate(DRAWN)
    assert any("Izmir now" in text for text in now)
    assert not any("lives in Ankara" in text for text in now)
    told = page.locator("#map-told")
    before = await told.text_content()
    await page.get_by_label("True at: slider").fill("500")
    await expect(told).not_to_have_text(before or "")
    past = await place.evaluate(DRAWN)
    assert 0 < len(past) < len(now)
    assert not any("Izmir now" in text for text in past), "it was not so then"
    assert "valid=" in page.url
    await page.locator("[data-now]").first.click()
    await expect(told).to_have_text(before or "")
    await page.get_by_label("Show what has ended").check()
    await expect(told).not_to_have_text(before or "")
    ended = await place.evaluate("place => place.map.drawn.nodes('.over').filter(node => node.visible()).length")
    assert ended >= 1
    assert any("lives in Ankara" in text for text in await place.evaluate(DRAWN))
    assert not wrong
    await page.context.close()


async def test_what_is_searched_is_found_listed_and_opened(browser: Browser, served: str, peopled: GraphMem) -> None:
    page, wrong = await entered(browser, served, peopled, "desk")
    place = await settled(page, f"{served}/memory/map")
    await page.get_by_text("As a list").click()
    await expect(page.locator("#map-list > li").first).to_be_visible()
    await page.get_by_label("Find on the map").fill("izmir now")
    await expect(page.locator("#map-list > li")).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(page.locator("#map-found")).to_contain_text("1 / 1")
    await expect(place.locator(".label.whole")).to_contain_text("Izmir now")
    assert overlapping(await place.evaluate(BOXES)) == []
    await page.locator("#map-list summary").first.click()
    await expect(page.locator("#map-list li li").filter(has_text="Nora").first).to_be_visible()
    without = page.locator("#legend").get_by_label("episodic")
    await without.uncheck()
    await expect(page.locator("#map-told")).to_contain_text("Memories: 0")
    await without.check()
    at = await place.evaluate("place => place.map.found[0].renderedPosition()")
    await place.click(position={"x": at["x"], "y": at["y"]})
    await expect(page.get_by_role("heading", name="Nora lives in Izmir now.")).to_be_visible()
    assert not wrong
    await page.context.close()
