"""What was done with somebody stays done, and who left a habit out once goes on with it."""

import pytest

from graphmem.language.contradiction import contradicts, undoes_nothing
from graphmem.language.doc import doc_of
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR
HOLDS = [
    (TR, "Tuğçeyle sinemaya gittik.", "Tuğçeyle ayrıldık."),
    (TR, "Tuğçe'yle konsere gittik.", "Tuğçe'yle ayrıldık."),
    (EN, "I went to the cinema with Tom.", "I broke up with Tom."),
    (EN, "I had dinner with Tom.", "I broke up with Tom."),
    (TR, "Haftada iki kez yüzüyorum.", "Bu hafta yüzmedik."),
    (TR, "Her sabah koşuyorum.", "Bu sabah koşmadım."),
    (EN, "I swim twice a week.", "I didn't swim this week."),
    (EN, "I go to the gym.", "I didn't go to the gym today."),
]
IS_OVER = [
    (TR, "Tuğçeyle çıkıyorum.", "Tuğçeyle ayrıldık."),
    (TR, "Yüzüyoruz.", "Artık yüzmüyoruz."),
    (EN, "I swim twice a week.", "I don't swim any more."),
    (EN, "My car's a Fiesta.", "My car's a Golf now."),
    (EN, "I went to Leeds yesterday.", "I didn't go to Leeds yesterday."),
]


@pytest.mark.parametrize(("language", "old", "new"), HOLDS)
def test_what_is_not_undone(language: Language, old: str, new: str) -> None:
    before, after = doc_of(old, language), doc_of(new, language)
    assert contradicts(before, after) is None
    assert undoes_nothing(before, after)


@pytest.mark.parametrize(("language", "old", "new"), IS_OVER)
def test_what_is(language: Language, old: str, new: str) -> None:
    before, after = doc_of(old, language), doc_of(new, language)
    assert contradicts(before, after) is not None
    assert not undoes_nothing(before, after)
