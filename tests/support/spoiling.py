"""Archives that no release wrote: a valid one with one changed value or line, and new checksums."""

from __future__ import annotations

import copy
import hashlib
import io
import json
import random
import zipfile
from typing import Any

Parts = dict[str, list[Any]]

VALUES: tuple[Any, ...] = (
    *(None, True, [], {}, "", "x", -1, 0, 2**31, 2**53, 2**63 - 1, 2**63, 10**400, -(2**63), 1.5, -1e308),
    *(
        "0001-01-01T00:00:00+00:00",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59+00:00",
        "9999-12-31",
        "2026-13-01",
    ),
    *("\ud800", "a\x00b", "{", "[1]", '{"privacy": {"secret": "keep"}}', "f" * 32, ["x"], [None], {"a": 1}),
    *(float("nan"), float("inf"), float("-inf")),
)


def opened(archive: bytes) -> tuple[dict[str, Any], Parts]:
    """The manifest and the lines of each part."""
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        manifest = json.loads(packed.read("manifest.json"))
        parts = {
            part["name"]: [json.loads(line) for line in packed.read(f"{part['name']}.jsonl").splitlines()]
            for part in manifest["parts"]
        }
    return manifest, parts


def packed_anew(manifest: dict[str, Any], parts: Parts) -> bytes:
    """An archive of these lines, with right checksums and counts; a line of text stays as it is."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for part in manifest["parts"]:
            lines = parts[part["name"]]
            told = [line if isinstance(line, str) else json.dumps(line) for line in lines]
            data = "".join(f"{line}\n" for line in told).encode()
            part |= {"sha256": hashlib.sha256(data).hexdigest(), "count": len(lines) + part.pop("off", 0)}
            packed.writestr(f"{part['name']}.jsonl", data)
        packed.writestr("manifest.json", json.dumps(manifest))
    return out.getvalue()


def spoilt(archive: tuple[dict[str, Any], Parts], chance: random.Random) -> tuple[str, bytes]:
    """The change, and the archive."""
    manifest, parts = copy.deepcopy(archive)
    name = chance.choice([name for name, lines in parts.items() if lines])
    lines = parts[name]
    at = chance.randrange(len(lines))
    line, way = lines[at], chance.randrange(12)
    if way == 0:
        lines.append(copy.deepcopy(line))
    elif way == 1:
        lines[at] = json.dumps(line)[: chance.randrange(1, 40)]
    elif way == 2:
        del lines[at]
    elif way == 3:
        next(part for part in manifest["parts"] if part["name"] == name)["off"] = chance.choice([-1, 1, 10**9])
    elif way == 4:
        field = chance.choice(sorted(manifest.keys() - {"parts"}))
        manifest[field] = chance.choice(VALUES)
    elif way == 5:
        end = chance.choice(sorted(line.keys() - {"properties"}))
        line[end] = chance.choice(VALUES)
    elif way == 6:
        line["properties"]["owner"] = "0" * 32
    else:
        told = line["properties"] or line
        field = chance.choice(sorted(told))
        if way == 7:
            del told[field]
        else:
            told[field] = chance.choice(VALUES)
    return f"{way} in line {at + 1} of {name}: {json.dumps(lines[at] if at < len(lines) else '')[:400]}", packed_anew(
        manifest, parts
    )
