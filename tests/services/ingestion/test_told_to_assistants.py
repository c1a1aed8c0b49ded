"""What people tell an assistant, as it is mined: facts and rules stay, what is asked for now is let go."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.palace import Owner
from tests.support.conversations import conversation

ENGLISH = (
    ("user", "give me a query for tables with no primary key"),
    ("Assistant", "SELECT table_name FROM information_schema.tables WHERE NOT has_key;"),
    ("user", "from now on give me quantities in grams not cups"),
    ("Assistant", "Understood, grams it is."),
    ("user", "make it a bit shorter please"),
    ("Assistant", "Done. I moved the review with Selin to Thursday at 15:00."),
)
TURKISH = (
    ("user", "müşterilere özür mesajı yazsana kısa olsun"),
    ("Assistant", "Değerli müşterimiz, yaşanan gecikme için özür dileriz."),
    ("user", "bundan sonra fiyatları hep tl yaz, euro verme bana"),
    ("Assistant", "Tamam, fiyatları TL yazarım."),
    ("user", "daha resmi olsun"),
    ("Assistant", "Hazır. Görüşmeyi 14 Mayıs 15:00'e aldım."),
)


@pytest.mark.parametrize(("lines", "ruled", "done"), [(ENGLISH, "grams", "15:00"), (TURKISH, "tl yaz", "14 Mayıs")])
async def test_rules_and_reports_stay_and_requests_do_not(
    memory: GraphMem, tenant: Owner, lines: tuple[tuple[str, str], ...], ruled: str, done: str
) -> None:
    await memory.mine(conversation(lines), owner=tenant.name)
    page = await memory.memories.page(tenant, live=False, first=20)
    texts = [one.text for one in page.items]
    assert len(texts) == 2, texts
    (rule,) = (one for one in page.items if ruled in one.text)
    assert rule.category is Category.POLICY
    assert any(done in text for text in texts)
