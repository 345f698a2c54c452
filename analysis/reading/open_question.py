"""Reads a brief message together with the question before, which was not answered yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from analysis.profile import DatasetProfile
from analysis.reading.asking import unclear
from analysis.reading.inherit import PREPOSITIONS, STARTS
from analysis.reading.marks import marks
from analysis.reading.shapes import AskedBefore, Beyond, QuestionReading, Unclear, Understood
from analysis.reading.table_index import table_index
from analysis.reading.tokens import LONGEST, Sentence, sentence
from language.detect import Language
from language.matching import fold

ReadsTables = Callable[[str, Sequence[DatasetProfile], AskedBefore, Language], QuestionReading]
_BRIEF = 6  # words
_LACKING = ("column", "value", "shape", "topic", "before")
WHOLE: dict[Language, str] = {
    "en": "I did not understand what came before. Could you say the whole question again?",
    "pt": "Não entendi o que veio antes. Pode dizer a pergunta inteira?",
}
_ASKING = ("how_many", "how_much", "which", "who", "share", "rows", "trend")


def told_in_addition(
    text: str,
    profiles: Sequence[DatasetProfile],
    known: AskedBefore,
    language: Language,
    read: ReadsTables,
) -> QuestionReading | None:
    """Read a message as what was lacking in the one before; None where it stands alone.

    What goes on from a question that was not understood is not understood either.
    """
    if not known.open_question or len(text.split()) > _BRIEF:
        return None
    earlier = replace(known, open_question=None)
    asked = known.open_question.rstrip(" ?!.")
    refused = read(asked, profiles, earlier, language)
    if isinstance(refused, Unclear) and (chosen := _picked(text, refused)):
        return read(chosen, profiles, earlier, language)
    if isinstance(refused, Beyond) and refused.kind not in _LACKING:
        bare = not known.queries and not _stands_alone(text, profiles, language)
        return unclear(WHOLE[language], []) if bare else None
    stands = _stands_alone(text, profiles, language)
    if not stands and isinstance(refused, Beyond):
        alone = read(text, profiles, replace(earlier, queries=(), widget=None), language)
        if isinstance(alone, Understood) and _asks_itself(text, profiles, language):
            return alone
        return unclear(WHOLE[language], [])
    if isinstance(refused, Understood) and not stands:  # it went on from what was not understood
        return unclear(WHOLE[language], [])
    if stands:
        return None
    if _asks_anew(text, profiles, language):
        return unclear(WHOLE[language], [])
    alone = read(text, profiles, replace(earlier, queries=(), widget=None), language)
    if isinstance(alone, Understood) and _asks_itself(text, profiles, language):
        return alone
    if isinstance(alone, Beyond) and alone.kind not in _LACKING:
        return None
    return read(f"{asked} {text}"[:LONGEST], profiles, earlier, language)


def _picked(text: str, asked: Unclear) -> str | None:
    """Return the choice whose name is the answer: "value", to "by what: value or units?"."""
    said = fold(text).strip(" ?!.")
    named = [choice for choice in asked.choices if fold(choice).endswith(f"“{said}”")]
    return named[0] if said and len(named) == 1 else None


def _stands_alone(text: str, profiles: Sequence[DatasetProfile], language: Language) -> bool:
    """Tell whether a message asks for something itself, and is no mere addition."""
    asked = sentence(text, language)
    found = marks(asked, table_index(profiles[0]), None)
    asks = any(m.means(*_ASKING) or m.kind == "noun" or m.also_noun for m in found)
    named = any(m.means("aggregate") for m in found) and any(m.column for m in found)
    return (asks or named) and not _goes_on(asked)


def _asks_anew(text: str, profiles: Sequence[DatasetProfile], language: Language) -> bool:
    """Tell whether a message is no reply to a question back: "and R13?", "from which city"."""
    asked = sentence(text, language)
    found = marks(asked, table_index(profiles[0]), None)
    first = asked.tokens[0].word if asked.tokens else ""
    return first in ("e", "and") or any(m.means("which", "who", "how_many") for m in found)


def _asks_itself(text: str, profiles: Sequence[DatasetProfile], language: Language) -> bool:
    """Tell whether a message says what is to be worked out, and of what: "blank ages"."""
    asked = sentence(text, language)
    found = marks(asked, table_index(profiles[0]), None)
    what = any(m.means("empty", "filled", "aggregate", "often", "seldom") for m in found)
    named = any(m.column for m in found)
    split = any(m.means("by") for m in found)
    figures = any(m.column and m.column.best[0].column.is_number for m in found)
    held = any(m.kind in ("moment", "value") for m in found)
    what = what or (figures and (split or held))
    refers = any(m.means("that", "also", "not") for m in found)
    return what and named and not refers and not _goes_on(asked)


def _goes_on(asked: Sentence) -> bool:
    """Tell whether a message begins as one does that goes on: "and …", "how about …"."""
    first = asked.tokens[0].word if asked.tokens else ""
    behind = asked.tokens[1].word if len(asked.tokens) > 1 else "about"
    if first in PREPOSITIONS:
        return True
    return first in STARTS and (first not in ("how", "what") or behind == "about")
