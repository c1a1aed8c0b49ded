"""Lines that a program wrote, told from what people write about programs."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.language.observer.logs import is_written_by_a_program
from graphmem.model.palace import Owner


@pytest.mark.parametrize(
    "text",
    [
        "2026-05-08 13:56:02Z spool flush 14 writes",
        "2026-05-08T13:56:02.117+00:00 worker 3 took job 18",
        "13:56:02.117 retrying in 4 s",
        "pi4 sensord[611]: spool: No space left on device (os error 28)",
        "warning: field `last_seen` is never read --> src/link.rs:212",
        "error[E0502]: cannot borrow `queue` as mutable",
        "[WARN] connection pool exhausted",
        "ERROR connection refused by 10.0.0.7:5432",
        "KeyError: 'station_id'",
        "sqlalchemy.exc.OperationalError: database is locked",
        "TypeError [ERR_INVALID_ARG_TYPE]: path must be a string",
        'File "/srv/app/main.py", line 88, in handle',
        "at Object.<anonymous> (/srv/app/index.js:12:9)",
        "GET /api/stations 500 1.2 s",
        "$ make deploy",
        "Traceback (most recent call last)",
    ],
)
def test_written_by_a_program(text: str) -> None:
    assert is_written_by_a_program(text)


@pytest.mark.parametrize(
    "text",
    [
        "On 2026-05-08 we moved the billing service to Oslo.",
        "The gateway at Kaltenau has 512 MB of RAM and no Docker.",
        "A KeyError means that the station was renamed, so check the registry first.",
        "Errors of the importer go to Priya.",
        "Warnings are errors in this repository.",
        "info@example.org belongs to the office of my sister.",
        "Get the keys from Ada before you deploy.",
        "Saat 14:30'da Ankara'da toplantım var.",
        "Error handling is Mert's part.",
        "my local postgres is on port 5544",
        "Trace the route before each delivery: Zeynep wants it that way.",
        "Info desk opens at 9.",
    ],
)
def test_written_by_people(text: str) -> None:
    assert not is_written_by_a_program(text)


async def test_a_pasted_line_is_no_memory(memory: GraphMem, tenant: Owner) -> None:
    ada = memory.owner(tenant)
    said = (
        "My sensor box Falcon stands in Bergen since May.\nfalcon sensord[611]: spool: No space left on the disk of Ada"
    )
    told = await ada.observe(said, speaker="Ada", project="falcon")
    assert [one.text for one in told.statements if "Bergen" in one.text]
    assert not [one.text for one in told.statements if "spool" in one.text]
    (drawer,) = (await ada.recall("Where is no space left?")).hits
    assert "spool" in drawer.drawer.text, "the turn has it"
    asked = await ada.learn("ERROR 7 of the falcon box means that its lid is open.")
    assert asked.statements, "whoever wants it kept is obeyed"
