"""The trial of a chat model: it marks a sample, once a process, before graphmem uses its marks of anybody's turns.

A model that is too small keeps every clause, or makes a rule of each, and memory gets worse than without it. The sample
is one window in English and Turkish whose marks leave no doubt: half of its clauses say something lasting.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from graphmem.language.formation.splitting import sentence_spans
from graphmem.model.gate import PairVerdict
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.model.usage import MEMORY_TRIAL
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction_answer import Marks
from graphmem.services.ingestion.extraction_prompt import ShownTurn, Window, prompt
from graphmem.services.ingestion.known_memories import ShownMemory
from graphmem.services.model_calls import PAUSE, Asker, Question
from graphmem.store.doctor import Finding

TOLD = datetime(2026, 9, 14, 9, tzinfo=UTC)
KNOWN_SINCE = datetime(2025, 3, 2, tzinfo=UTC)

TURNS = (
    ("Good morning! Can you shorten this paragraph for me?", Language.EN),
    ("I work as a nurse at Riverside Clinic. From now on, always give me distances in kilometres.", Language.EN),
    ("What time is it in Lima? My sister Paula moved from Leeds to Bristol.", Language.EN),
    ("Thanks, that helped a lot. I am allergic to peanuts.", Language.EN),
    ("Merhaba, nasılsın? Şu cümleyi İngilizceye çevirir misin?", Language.TR),
    ("Kızım Defne ilkokula gidiyor. Bundan sonra bana hep kısa yanıt ver.", Language.TR),
    ("Bugün hava kaç derece? Arabayı sattım, artık işe bisikletle gidiyorum.", Language.TR),
    ("Harika, çok teşekkürler. Oğlumun yumurtaya alerjisi var.", Language.TR),
)
"""The turns of the sample, of two clauses each, which are numbered from 1."""

MEMORIES = ("Paula lives in Leeds.", "Nora plays the cello.", "Nora işe arabayla gidiyor.", "Nora İzmir'de oturuyor.")
"""What is known before, numbered after the clauses."""

WORTHY = frozenset({3, 4, 6, 8, 11, 12, 14, 16})
"""The clauses that say something lasting."""

RULES = frozenset({4, 12})
"""Those that tell the assistant what to do from now on."""

ENDED = frozenset({17, 19})
"""The memories that a clause ends."""

LEAST_RIGHT = 13
"""Clauses of sixteen that must be kept or left out rightly: who tosses a coin gets there in one of a hundred trials."""

MOST_WRONG = 1
"""Clauses that may wrongly be taken for rules, and memories that may wrongly be ended."""


def sample() -> Window:
    """The window of the trial."""
    turns, number = [], 0
    for place, (text, language) in enumerate(TURNS):
        spans = list(sentence_spans(text))
        message = Message(f"sample-{place}", text, "Nora", Role.USER, TOLD, language)
        turns.append(ShownTurn(message, text, dict(enumerate(spans, number + 1))))
        number += len(spans)
    known = {place: ShownMemory("", text, KNOWN_SINCE) for place, text in enumerate(MEMORIES, number + 1)}
    return Window((), tuple(turns), known)


def shortcomings(answers: Sequence[Marks]) -> list[str]:
    """What is wrong with a model's marks of the sample, in one answer or in halves; [] if it passes."""
    window, changes = sample(), {PairVerdict.ENDS, PairVerdict.CORRECTS}
    marks = [one for answer in answers for one in answer.clauses if one.keep and one.clause in window.numbers]
    kept, rules = {one.clause for one in marks}, {one.clause for one in marks if one.standing}
    ended = {one.memory for answer in answers for one in answer.ends if one.does in changes} & set(window.memories)
    missed, junk = WORTHY - kept, kept - WORTHY
    found = []
    if len(missed) + len(junk) > 2 * len(WORTHY) - LEAST_RIGHT:
        found.append(
            f"it keeps {len(junk)} of 8 clauses that say nothing lasting and misses {len(missed)} of 8 that do"
        )
    if len(rules - RULES) > MOST_WRONG:
        found.append(f"it takes {len(rules - RULES)} clauses for rules that are none")
    if len(ended - ENDED) > MOST_WRONG:
        found.append(f"it ends {len(ended - ENDED)} memories that still hold")
    return found


def question(window: Window | None = None) -> Question[Marks]:
    """The question about the sample, or about a half of it."""
    return Question(
        "trial",
        prompt(window or sample()),
        Marks,
        about="the sample of a trial",
        said=lambda answer: [f"{one.clause} {one.category}" for one in answer.clauses if one.keep],
        source=MEMORY_TRIAL,
    )


async def trial_problem(asker: Asker, owner: Owner, session: str | None = None) -> str:
    """Why the model's marks are not used, "" if they are; the first call asks the model about the sample.

    A sample that is too much for the model is asked about in halves. A trial that the endpoint does not answer is tried
    again after a minute. Questions of a batch go without a trial, since its answer would take as long as theirs.
    """
    trial = asker.trial
    if trial.problem is not None or asker.batched is not None:
        return trial.problem or ""
    if refused := await asker.refusal(owner, session):
        return refused
    async with trial.lock:
        if trial.problem is None and asker.seconds() >= trial.again_at:
            answers, trial.unanswered = await _tried(asker, owner, session)
            trial.again_at = asker.seconds() + PAUSE
            if not trial.unanswered:
                wrong = shortcomings(answers)
                trial.problem = f"{asker.model} failed its trial: {', '.join(wrong)}" if wrong else ""
    return trial.unanswered if trial.problem is None else trial.problem


async def _tried(asker: Asker, owner: Owner, session: str | None) -> tuple[list[Marks], str]:
    """The model's marks of the sample, or why it gave none."""
    whole = await asker.ask(owner, question(), session)
    if whole.value is not None:
        return [whole.value], ""
    if not whole.is_too_much:
        return [], whole.problem
    halves = [await asker.ask(owner, question(half), session) for half in sample().halves()]
    found = [one.value for one in halves if one.value is not None]
    return found, next((one.problem for one in halves if one.value is None), "")


async def examine_model(asker: Asker | None, owner: Owner) -> list[Finding]:
    """What the doctor says of the chat model: whether it answers, and passes its trial; [] without one."""
    if asker is None or await asker.refusal(owner):
        return []
    problem, trial = await trial_problem(asker, owner), asker.trial
    if trial.problem is None and problem:
        remedy = "look at OPENAI_BASE_URL, the endpoint and GRAPHMEM_CHAT_TIMEOUT; until then the encoder reads"
        return [Finding("the chat model answers", 1, problem, grave=False, remedy=remedy)]
    remedy = "set GRAPHMEM_CHAT_MODEL to a larger model; until then the encoder reads"
    return [Finding("the chat model passes its trial", int(bool(problem)), problem or None, grave=False, remedy=remedy)]
