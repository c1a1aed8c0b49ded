"""Which servers there are, who goes where, and what is said of a file that does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr

from graphmem.config import Settings
from graphmem.errors import ConfigurationError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.shards.places import located
from graphmem.shards.plan import first_place, only_shard, settings_of_each
from graphmem.store.shards import Place

GOOD = '[alpha]\nuri = "bolt://one:7687"\n\n[beta]\nuri = "bolt://two:7687"\nuser = "ada"\npassword = "s"\n'


def settings(tmp_path: Path, text: str, **more: object) -> Settings:
    file = tmp_path / "shards.toml"
    file.write_text(text, "utf-8")
    return Settings(home=tmp_path, shards=file, neo4j_password=SecretStr("theirs"), **more)  # type: ignore[arg-type]


def test_each_server_has_its_address_and_login(tmp_path: Path) -> None:
    each = settings_of_each(settings(tmp_path, GOOD))
    assert [(name, one.neo4j_uri, one.neo4j_user) for name, one in each.items()] == [
        ("alpha", "bolt://one:7687", "neo4j"),
        ("beta", "bolt://two:7687", "ada"),
    ]
    secrets = [one.neo4j_password.get_secret_value() for one in each.values() if one.neo4j_password]
    assert secrets == ["theirs", "s"]
    assert all(one.shards is None for one in each.values())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "names no server"),
        ("alpha = 3", "is no table of texts"),
        ("[alpha", "cannot be read"),
        ("[alpha]\nuser = 'a'", "has no uri"),
        ("[alpha]\nuri = ''", "has no uri"),
        ("[alpha]\nuri = 'bolt://a'\nport = '1'", "has an unknown 'port'"),
        ("['Alpha One']\nuri = 'bolt://a'", "has no name of small letters"),
        ("[alpha]\nuri = 'bolt://a'\npassword_file = 'none'", "password_file that cannot be read"),
        ("[alpha]\nuri = 'bolt://a'\n[beta]\nuri = 'bolt://a'", "alpha and beta in .* are the same server"),
    ],
)
def test_a_file_that_does_not_fit_says_where(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        settings_of_each(settings(tmp_path, text))


def test_a_file_that_is_missing_names_itself(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"none\.toml cannot be read"):
        settings_of_each(Settings(home=tmp_path, shards=tmp_path / "none.toml"))


def test_one_server_can_be_named(tmp_path: Path) -> None:
    assert only_shard(settings(tmp_path, GOOD, shard="beta")).neo4j_uri == "bolt://two:7687"
    with pytest.raises(ConfigurationError, match="there is no server 'gamma'"):
        only_shard(settings(tmp_path, GOOD, shard="gamma"))


async def test_one_memory_does_not_open_where_there_are_several(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="names several servers"):
        async with GraphMem.open(settings(tmp_path, GOOD)):
            pass


def test_a_new_server_takes_its_share_and_nobody_goes_anywhere_else() -> None:
    owners = [Owner.named(f"owner {number}") for number in range(600)]
    before = {owner.key: first_place(owner, ("alpha", "beta", "gamma")) for owner in owners}
    after = {owner.key: first_place(owner, ("delta", "gamma", "beta", "alpha")) for owner in owners}
    changed = [key for key in before if before[key] != after[key]]
    assert {after[key] for key in changed} == {"delta"}
    assert 100 < len(changed) < 200  # a quarter of them
    assert all(150 < list(before.values()).count(name) < 250 for name in ("alpha", "beta", "gamma"))


NAMES = ("alpha", "beta", "gamma")
HERE = Place(lives=True, data=True)


@pytest.mark.parametrize(
    ("found", "place"),
    [
        ({}, None),
        ({"alpha": Place(), "beta": Place()}, None),
        ({"alpha": Place(), "beta": HERE}, "beta"),
        # Being moved: where they were, until they have left.
        ({"alpha": Place(True, moving_to="beta", data=True), "beta": Place(arriving_from="alpha", data=True)}, "alpha"),
        ({"alpha": Place(moved_to="beta", data=True), "beta": Place(arriving_from="alpha", data=True)}, "beta"),
        # A server that is away, or was emptied, is still where they went.
        ({"alpha": Place(moved_to="beta")}, "beta"),
        ({"alpha": Place(moved_to="beta"), "beta": Place()}, "beta"),
        ({"alpha": Place(moved_to="beta"), "beta": Place(moved_to="gamma")}, "gamma"),
        # Back where they came from.
        ({"alpha": HERE, "beta": Place(moved_to="alpha")}, "alpha"),
    ],
)
def test_an_owner_is_where_the_servers_say(found: dict[str, Place], place: str | None) -> None:
    assert located(found, NAMES) == place


def test_an_owner_at_two_servers_or_at_none_that_is_named_is_said() -> None:
    with pytest.raises(ConfigurationError, match="on alpha and beta"):
        located({"alpha": HERE, "beta": HERE}, NAMES)
    with pytest.raises(ConfigurationError, match="moved to delta"):
        located({"alpha": Place(moved_to="delta")}, NAMES)
