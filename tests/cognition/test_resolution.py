"""Names that are one entity, and those that must never be."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.resolution import Method, resolve, same
from graphmem.model.entity import EntityType, entity_uri


@dataclass(frozen=True)
class Entity:
    name: str
    kind: EntityType = EntityType.PERSON
    aliases: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    speaks: bool = False

    @property
    def uri(self) -> str:
        return entity_uri(self.kind, self.name)


def things(*names: str, kind: EntityType = EntityType.TECH) -> list[Entity]:
    return [Entity(name, kind) for name in names]


@pytest.mark.parametrize(
    ("a", "b", "kind", "method"),
    [
        ("İstanbul", "istanbul", EntityType.PLACE, Method.SLUG),
        ("ISPARTA", "Isparta", EntityType.PLACE, Method.SLUG),
        ("Next.js", "Nextjs", EntityType.TECH, Method.FUZZY),
        ("Elastic Search", "Elasticsearch", EntityType.TECH, Method.FUZZY),
        ("PostgresSQL", "PostgreSQL", EntityType.TECH, Method.FUZZY),
        ("Helvetia AG", "Helvetia", EntityType.ORG, Method.FUZZY),
        ("Ayşe", "Ayşe Yılmaz", EntityType.PERSON, Method.PARTIAL),
        ("A. Yılmaz", "Ayşe Yılmaz", EntityType.PERSON, Method.PARTIAL),
        ("Dr. Patel", "Anita Patel", EntityType.PERSON, Method.PARTIAL),
        ("Halil Bey", "Halil", EntityType.PERSON, Method.PARTIAL),
        ("Mary Williamson", "Mary Wiliamson", EntityType.PERSON, Method.FUZZY),
    ],
)
def test_are_one(a: str, b: str, kind: EntityType, method: Method) -> None:
    for left, right in ((a, b), (b, a)):
        match = same(Entity(left, kind), Entity(right, kind))
        assert match is not None
        assert match.method is method
        assert 0.9 <= match.score <= 1.0


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("Python 3", "Python 3.12", EntityType.TECH),
        ("iPhone 14", "iPhone 15", EntityType.ITEM),
        ("Windows 10", "Windows 11", EntityType.TECH),
        ("Java", "JavaScript", EntityType.TECH),
        ("React", "React Native", EntityType.TECH),
        ("Iran", "Iraq", EntityType.PLACE),
        ("C++", "C#", EntityType.TECH),
        ("North Carolina", "South Carolina", EntityType.PLACE),
        ("Austria", "Australia", EntityType.PLACE),
        ("Daniel", "Daniela", EntityType.PERSON),
        ("Mehmet Kaya", "Mehmet Kara", EntityType.PERSON),
        ("Ali Yılmaz", "Ayşe Yılmaz", EntityType.PERSON),
        ("Selin", "Selim", EntityType.PERSON),
    ],
)
def test_are_two(a: str, b: str, kind: EntityType) -> None:
    assert same(Entity(a, kind), Entity(b, kind)) is None
    assert same(Entity(b, kind), Entity(a, kind)) is None


def test_types_are_never_mixed() -> None:
    assert same(Entity("Florence", EntityType.PERSON), Entity("Florence", EntityType.PLACE)) is None


def test_an_alias_is_the_entity() -> None:
    match = same(Entity("K8s", EntityType.TECH), Entity("Kubernetes", EntityType.TECH, ("k8s",)))
    assert match is not None
    assert (match.method, match.score) == (Method.ALIAS, 1.0)


def test_a_first_name_means_the_only_one_who_has_it() -> None:
    found = resolve(Entity("Ayşe"), [Entity("Ayşe Yılmaz"), Entity("Mehmet Yılmaz")])
    assert found is not None
    assert (found.uri, found.method) == ("entity://person/ayse-yilmaz", Method.PARTIAL)


def test_a_name_that_fits_two_means_none() -> None:
    assert resolve(Entity("Ayşe"), [Entity("Ayşe Yılmaz"), Entity("Ayşe Demir")]) is None
    assert resolve(Entity("Ayşe Yılmaz"), [Entity("Ayşe"), Entity("Ayşe Demir")]) is None


def test_whom_another_full_name_was_taken_for_is_no_second_one() -> None:
    ali = Entity("Ali", merged=("Ali Kaya",))
    assert resolve(Entity("Ali Demir"), [ali]) is None
    found = resolve(Entity("A. Kaya"), [Entity("Ali K", merged=("Ali Kaya",))])
    assert found is None or found.uri == "entity://person/ali-k"
    again = resolve(Entity("Ali K"), [ali])
    assert again is not None
    assert again.uri == ali.uri


def test_who_speaks_under_a_short_name_is_not_everybody_of_it() -> None:
    sarah = Entity("Sarah", speaks=True)
    assert resolve(Entity("Sarah Chen"), [sarah], of_speaker="Tom") is None
    own = resolve(Entity("Sarah Lee"), [sarah], of_speaker="Sarah")
    assert own is not None
    assert own.uri == sarah.uri


def test_the_surest_method_wins() -> None:
    candidates = [Entity("Mary Wiliamson"), Entity("Mary Williams", aliases=("Mary Williamson",))]
    found = resolve(Entity("Mary Williamson"), candidates)
    assert found is not None
    assert found.method is Method.ALIAS


def test_nobody_fits() -> None:
    assert resolve(Entity("Tolga"), []) is None
    assert resolve(Entity("Tolga"), [Entity("Ceyda")]) is None


NAMES = st.text(alphabet="abcçdefgğhıiİjklmnoöprsştuüvyz .0123456789", min_size=1, max_size=20)


@given(NAMES, NAMES, st.sampled_from(list(EntityType)))
def test_sameness_has_no_direction(a: str, b: str, kind: EntityType) -> None:
    assert same(Entity(a, kind), Entity(b, kind)) == same(Entity(b, kind), Entity(a, kind))


@given(NAMES, st.integers(0, 99), st.integers(0, 99), st.sampled_from(list(EntityType)))
def test_other_digits_are_never_the_same(name: str, one: int, two: int, kind: EntityType) -> None:
    if one != two:
        assert same(Entity(f"x{name} v{one}", kind), Entity(f"x{name} v{two}", kind)) is None
