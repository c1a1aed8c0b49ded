"""Which servers there are, and where an owner goes whom none of them knows.

Rendezvous hashing: every server draws a number for an owner, and the highest has it. A server that is added takes its
share of the new owners and none of the others'.
D. G. Thaler, C. V. Ravishankar: Using name-based mappings to increase hit rates. IEEE/ACM Trans. Networking 6(1), 1998.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from graphmem.config import Settings
from graphmem.errors import ConfigurationError
from graphmem.model.palace import Owner

NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
FIELDS = frozenset({"uri", "user", "password", "password_file", "database"})

_EXAMPLE = 'Write a table for each server: [alpha], then uri = "bolt://host:7687" and password_file = "alpha.password".'


def settings_of_each(settings: Settings) -> dict[str, Settings]:
    """The settings of each server that the file of `settings.shards` names, by its name.

    Raises ConfigurationError for a file that is none or names what does not fit.
    """
    path = settings.shards
    if path is None:
        raise ConfigurationError("GRAPHMEM_SHARDS is not set.", remedy="Name a file of servers with it.")
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"GRAPHMEM_SHARDS: {path} cannot be read ({error}).", remedy=_EXAMPLE) from error
    if not told:
        raise ConfigurationError(f"GRAPHMEM_SHARDS: {path} names no server.", remedy=_EXAMPLE)
    found = {name: _settings(settings, path, name, given) for name, given in told.items()}
    addresses: dict[str, str] = {}
    for name, one in found.items():
        where = f"{one.neo4j_uri} {one.neo4j_database}"
        if (other := addresses.setdefault(where, name)) != name:
            raise ConfigurationError(
                f"GRAPHMEM_SHARDS: {other} and {name} in {path} are the same server.", remedy="Name each one once."
            )
    return found


def only_shard(settings: Settings) -> Settings:
    """The settings of the server that `settings.shard` names. Raises ConfigurationError where there is none."""
    each = settings_of_each(settings)
    if settings.shard not in each:
        raise ConfigurationError(
            f"GRAPHMEM_SHARD: there is no server {str(settings.shard)[:60]!r}.",
            remedy=f"Take one of {', '.join(each)}.",
        )
    return each[settings.shard]


def first_place(owner: Owner, names: Collection[str]) -> str:
    """Of these servers the one for an owner whom none of them knows; the same for all who ask, in whatever order."""
    return max(names, key=lambda name: hashlib.sha256(f"{name}\0{owner.key}".encode()).digest())


def _settings(settings: Settings, path: Path, name: str, given: Any) -> Settings:
    def wrong(what: str) -> ConfigurationError:
        return ConfigurationError(f"GRAPHMEM_SHARDS: [{name[:60]}] in {path} {what}.", remedy=_EXAMPLE)

    if not NAME.fullmatch(name):
        raise wrong("has no name of small letters, digits and hyphens")
    if not isinstance(given, Mapping) or not all(isinstance(value, str) for value in given.values()):
        raise wrong("is no table of texts")
    if unknown := sorted(given.keys() - FIELDS):
        raise wrong(f"has an unknown {unknown[0]!r}")
    if not given.get("uri"):
        raise wrong("has no uri")
    password = given.get("password")
    if (file := given.get("password_file")) is not None:
        try:
            password = (path.parent / file).read_text("utf-8").strip()
        except (OSError, ValueError) as error:
            raise wrong(f"has a password_file that cannot be read ({error})") from error
    return settings.model_copy(
        update={
            "neo4j_uri": given["uri"],
            "neo4j_user": given.get("user", settings.neo4j_user),
            "neo4j_password": settings.neo4j_password if password is None else SecretStr(password),
            "neo4j_database": given.get("database", settings.neo4j_database),
            "shards": None,
            "shard": None,
        }
    )
