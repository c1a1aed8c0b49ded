"""Verification of an owner's audit chain, in the store or in an exported file, and the export.

A file is JSON Lines. Its first line has the owner, the number of entries, and the ends of the chain; with a key it is
signed by HMAC-SHA256 (RFC 2104). It includes the hash of the last entry, so that the signature covers all of them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.model.audit_chain import Anchor, Broken, Checked, Following, canonical, read, written
from graphmem.model.palace import Owner
from graphmem.store import audit_chain as stored
from graphmem.store.database import Database

FORMAT = "graphmem audit 1"
SHORTEST_KEY = 16
LONGEST_LINE = 1_000_000
"""Bytes of a line: an entry names a hundred ids at most."""


async def seal_all(database: Database) -> int:
    """Write all owners' missing hashes; returns the number of owners."""
    owners = await stored.unsealed_owners(database)
    for owner in owners:
        await stored.seal(database, owner)
    return len(owners)


async def verify(database: Database, owner: Owner) -> Checked:
    """Verify an owner's chain and return the first break. Missing hashes are written before."""
    while True:
        chain = await stored.seal(database, owner)
        checked = await _followed(database, owner, chain)
        if checked.broken is None or (await stored.seal(database, owner)).anchor == chain.anchor:
            return checked
        # Pruning moved the start of the chain meanwhile.


async def _followed(database: Database, owner: Owner, chain: stored.Chain) -> Checked:
    following, broken = Following(chain.anchor), None
    # No entry may be below the anchor, so the check starts at the lowest number.
    async for entry in stored.chained_entries(database, owner, behind=-(2**62)):
        if (entry.number or 0) > chain.head.number:  # new since then, unless its number was never given out
            if (entry.number or 0) > (await stored.seal(database, owner)).number:
                broken = following.take(entry) or Broken(entry.number, entry.id, "was inserted")
            break
        if broken := following.take(entry):
            break
    under_way, strange = await stored.strange_entries(database, owner)
    broken = broken or following.end(chain.head) or (Broken(None, strange, "was inserted") if strange else None)
    if broken is None and chain.head.number < chain.number:
        broken = Broken(chain.number, None, "is missing")
    return Checked(owner.name, following.count, chain.anchor, chain.head, broken, under_way)


async def export(database: Database, owner: Owner, file: Path, key: bytes | None = None) -> Checked:
    """Write an owner's chain to a file of mode 0600, replacing an existing one; signed with a `key`.

    It exports the store's state: use `verify` to check it. Raises InvalidInputError.
    """
    _checked_key(key)
    chain = await stored.seal(database, owner)
    header: dict[str, Any] = {
        "format": FORMAT,
        "owner": owner.name,
        "count": chain.head.number - chain.anchor.number,
        "anchor": asdict(chain.anchor),
        "head": asdict(chain.head),
        "exported_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    header["signature"] = None if key is None else _signature(header, key)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
        out.write(json.dumps(header, ensure_ascii=False) + "\n")
        async for line in _lines(database, owner, chain):
            out.write(line)
    return Checked(owner.name, header["count"], chain.anchor, chain.head, signed=key is not None or None)


async def _lines(database: Database, owner: Owner, chain: stored.Chain) -> AsyncIterator[str]:
    async for entry in stored.chained_entries(database, owner, behind=chain.anchor.number):
        if (entry.number or 0) > chain.head.number:
            return
        yield json.dumps(written(entry), ensure_ascii=False) + "\n"


def verify_file(file: Path, key: bytes | None = None) -> Checked:
    """Verify the chain of an exported file without a server; with a `key`, its signature too.

    Raises InvalidInputError for a file that is no export of an audit.
    """
    _checked_key(key)
    with file.open("rb") as opened:
        lines = iter(lambda: opened.readline(LONGEST_LINE), b"")
        try:
            header = json.loads(next(lines, b""))
            if header["format"] != FORMAT:
                raise ValueError(header["format"])
            owner, count, signature = str(header["owner"]), int(header["count"]), header.pop("signature")
            anchor, head = Anchor(**header["anchor"]), Anchor(**header["head"])
            given = Anchor(int(anchor.number), str(anchor.hash)), Anchor(int(head.number), str(head.hash))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise InvalidInputError(
                f"{file} is no export of an audit.", field="file", remedy="Write one: graphmem audit export FILE."
            ) from error
        said = Checked(owner, 0, *given, signed=None if signature is None else key is not None)
        if key is not None:
            if signature is None:
                return replace(said, broken=Broken(None, None, "has no signature"))
            if not hmac.compare_digest(str(signature), _signature(header, key)):
                return replace(
                    said, broken=Broken(None, None, "has another signature: of another key, or of other lines")
                )
        return _read(lines, said, count)


def _read(lines: Iterator[bytes], said: Checked, count: int) -> Checked:
    following = Following(said.anchor)
    broken = None
    for line in lines:
        try:
            entry = read(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError):
            broken = Broken(following.at.number + 1, None, "is no entry")
        else:
            broken = following.take(entry)
        if broken is not None:
            break
    broken = broken or following.end(said.head)
    if broken is None and following.count != count:
        broken = Broken(None, None, f"says that it has {count} entries")
    return replace(said, count=following.count, broken=broken)


def _checked_key(key: bytes | None) -> None:
    if key is not None and len(key) < SHORTEST_KEY:
        raise InvalidInputError(
            f"The key that signs the audit has {len(key)} bytes.",
            field="key",
            remedy=f"Give {SHORTEST_KEY} or more, for example: openssl rand -hex 32 > audit.key",
        )


def _signature(header: dict[str, Any], key: bytes) -> str:
    return hmac.new(key, canonical(header), hashlib.sha256).hexdigest()
