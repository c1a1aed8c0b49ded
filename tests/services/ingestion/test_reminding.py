"""What is asked to be remembered behind a word of thanks is remembered, without the asking."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("ok that's useful. remember that I get nervous with whiteboard tasks", "I get nervous with whiteboard tasks"),
        ("Tamam güzel. Unutma ki fıstığa alerjim var", "fıstığa alerjim var"),
        ("Sağ ol. Şunu unutma, kardeşimin adı Hale", "kardeşimin adı Hale"),
    ],
)
async def test_what_is_to_be_remembered_is(memory: GraphMem, tenant: Owner, text: str, kept: str) -> None:
    seen = await memory.observer.observe(tenant, text)
    assert [one.text for one in seen.statements] == [f"User: {kept}"]
