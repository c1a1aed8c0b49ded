"""Which messages ask nothing of memory, and that nothing that asks is lost among them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.question.gate import LONGEST_TALK, asks_nothing

NOTHING = """
hi|Hello there!|heyyy|good morning :)|thaaanks|ok thanks!|thank you for explaining it so well|Sounds great, thanks!
yep, that works|no worries at all|lol|hahahaha 😂|see you tomorrow|hi Marta|Have a lovely weekend!|that's perfect
merhaba|selaaam|evettt|tamamdır|tamam teşekkürler|cok sagol ya|TEŞEKKÜRLER|Günaydın Ayşe!|eline sağlık|ahahaha
kolay gelsin hocam|iyi günler dilerim|nasılsın?|yardımın için teşekkür ederim|yok canım, sağ ol|sjsjsjsj
/help|/recall --limit 5|👍|🎉🎉|...|?|<3|:)
"""
ASKING = """
why?|neden?|when|ne zaman?|Ayşe?|Ankara|deploy policy|42|json|ok why|thanks, where is Ali?|merhaba, toplantı ne zaman?
peki Ali?|good restaurant|iyi restoranlar|great wall|I know Ayşe|/etc/nginx/nginx.conf|God
süper lig|what is good for a cold
"""


def entries(text: str) -> list[str]:
    return [entry for line in text.strip().splitlines() for entry in line.split("|")]


@pytest.mark.parametrize("message", entries(NOTHING))
def test_small_talk_commands_and_emoji_ask_nothing(message: str) -> None:
    assert asks_nothing(message)


@pytest.mark.parametrize("message", entries(ASKING))
def test_short_questions_names_and_keywords_ask_something(message: str) -> None:
    assert asks_nothing(message) is None


def test_the_reason_is_named() -> None:
    assert asks_nothing("/help") == "slash command"
    assert asks_nothing("👍") == "no words"
    assert asks_nothing("haha") == "laughter"
    assert asks_nothing("ok") == "small talk"


@given(st.lists(st.sampled_from(["thanks", "ok", "merhaba", "tamam", "süper", "bye"]), min_size=1, max_size=6))
def test_small_talk_joined_stays_small_talk_until_a_question_follows(words: list[str]) -> None:
    joined = ", ".join(words)
    assert asks_nothing(joined) == "small talk"
    assert asks_nothing(f"{joined}, where is my passport?") is None


def test_a_long_message_is_never_passed_over() -> None:
    assert asks_nothing("thanks " * LONGEST_TALK) is None
