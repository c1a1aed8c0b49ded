"""What an assistant is asked for more than once stays, in whatever form; the same for this once does not."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.palace import Owner

RULES = {Category.POLICY, Category.PREFERENCE, Category.WORKFLOW}

FOR_GOOD = [
    "would you mind always writing dates day first? the other way round confuses my dad",
    "it'd be great if you could name the page whenever you quote the handbook",
    "Can you make it a habit to ask me before you cancel anything?",
    "From now on don't bring up my ex.",
    "you're too polite with me, drop the pleasantries from now on",
    "Keşke her cevaba özetle başlamasan",
    "tarif verirken hep gram yazar mısın, bardak ölçüsü işime yaramıyor",
    "ingilizce cümle yazdığımda hatalarımı da düzelt lütfen her seferinde",
]

FOR_ONCE = [
    "can you make this letter shorter?",
    "would you mind checking whether the 14 bus runs today?",
    "müşteriye özür mesajı yazar mısın, kısa olsun",
    "bu cümleyi ingilizceye çevirir misin",
]


@pytest.mark.parametrize("text", FOR_GOOD)
async def test_it_stays(memory: GraphMem, tenant: Owner, text: str) -> None:
    seen = await memory.observer.observe(tenant, text)
    assert RULES & {statement.category for statement in seen.statements}


@pytest.mark.parametrize("text", FOR_ONCE)
async def test_for_this_once_it_does_not(memory: GraphMem, tenant: Owner, text: str) -> None:
    seen = await memory.observer.observe(tenant, text)
    assert not RULES & {statement.category for statement in seen.statements}
