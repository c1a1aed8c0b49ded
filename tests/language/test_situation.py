"""A conversation read as a question that stands by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.situation import MOST_READ, WINDOW, read
from graphmem.model.situation import Said
from graphmem.model.transcript import Role


def talk(*texts: str) -> list[Said]:
    """Messages of the user and the assistant in turn, the user's first."""
    return [Said((Role.USER, Role.ASSISTANT)[place % 2], text) for place, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("messages", "query"),
    [
        # Whom, what and where a message points back to.
        (("Nadia is coming over.", "Nice.", "What must she not eat?"), "Nadia. What must she not eat?"),
        (("Kemal Bey'e haber vermem gerek.", "Tamam.", "Ona nasıl ulaşıyordum?"), "Kemal Bey. Ona nasıl ulaşıyordum?"),
        (("We go back to Ghent.", "When?", "Soon. Where were the waffles there?"),
         "Ghent. Soon. Where were the waffles there?"),
        (("I am selling the cello.", "Fine.", "Is anything broken on it?"),
         "selling. cello. Is anything broken on it?"),
        # The rest of a question, and the answer to one of the assistant.
        (("When does the pool open on weekdays?", "At seven.", "And on Sundays?"),
         "When does the pool open on weekdays? And on Sundays?"),
        (("Elif ne içer?", "Sade kahve.", "Peki Murat?"), "Elif ne içer? Peki Murat?"),
        (("Should we rent the same car as last year?", "The van or the red one?", "The red one."),
         "Should we rent the same car as last year? The red one."),
        # What was offered is what is wanted.
        (("I fly to Oslo.", "Shall I choose a seat on the plane?", "Yes please."),
         "Oslo. Shall I choose a seat on the plane?"),
        # Another matter, and a question that says all by itself.
        (("Is it warm in the cabin?", "No.", "By the way, when does it expire, my train pass?"),
         "By the way, when does it expire, my train pass?"),
        (("The internet is down.", "Have you restarted it?", "What was our first cat called?"),
         "What was our first cat called?"),
        (("Where does Ada live?",), "Where does Ada live?"),
    ],
)  # fmt: skip
def test_what_a_conversation_asks(messages: tuple[str, ...], query: str) -> None:
    situation = read(talk(*messages))
    assert situation is not None
    assert situation.query == query


def test_the_mood_is_of_all_messages_and_the_last_counts_most() -> None:
    sad = read(talk("I am so sad, my dog died and I cry all day.", "I am sorry.", "When did I get him?"))
    assert sad is not None
    assert sad.mood.valence < -0.1
    assert sad.mood.emotions[0] == "sadness"
    later = read(talk("I am so sad, my dog died.", "I am sorry.", "But today is wonderful, I am so happy!"))
    assert later is not None
    assert later.mood.valence > 0


def test_nobody_asks_where_the_user_says_nothing() -> None:
    assert read([]) is None
    assert read([Said(Role.ASSISTANT, "How can I help?"), Said(Role.USER, "  ")]) is None
    assert read([Said(Role.USER, "Where is Ada?"), *([Said(Role.SYSTEM, "x")] * WINDOW)]) is None


@given(st.lists(st.builds(Said, st.sampled_from(Role), st.text(max_size=80)), max_size=12))
def test_any_conversation_is_read(messages: list[Said]) -> None:
    situation = read(messages)
    assert situation is None or situation.said in situation.query or situation.asked in situation.query


def test_what_is_read_is_bounded() -> None:
    situation = read(talk("Ada lives here. " * 5_000, "Yes.", "Why does she " + "really " * 5_000))
    assert situation is not None
    assert len(situation.query) < 2 * MOST_READ
