"""Questions for what there is to choose from: "what trips do you do?", "quais sabores vocês têm?".

The form knows it, so nobody has to write it once more as a frequent question.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from language.detect import Language
from language.idle_words import telling_words
from language.intents import behind_greeting
from language.matching import stems
from language.question_kinds import kind_chance
from language.requests import clauses
from workflows.file.project_root import ROOT
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.words import LANGUAGES, in_language
from workflows.machine.texts import called, title_of, words

_LONGEST = 100  # characters
_MOST = 6  # telling words of a question
_WHICH = 0.5  # how likely it must ask which there are
_FEWEST, _SHOWN = 2, 12  # options
# What is said of choosing itself, and tells nothing of what is chosen.
_OF_CHOOSING = frozenset(
    stems(
        "kinds types sorts choices options range offer offered sell serve available different all"
        " make teach tipos opções variedades escolher oferecem vendem servem trabalham fazem faz"
        " fazer têm ensinam disponíveis todos todas posso"
    )
)


def options_told(workflows: Iterable[Workflow], message: str, language: Language) -> str:
    """Tell what there is to choose from, where a message asks that of one choice alone."""
    message = f"{rest}?" if (rest := behind_greeting(message)) else message
    if len(message) > _LONGEST or len(clauses(message)) > 1:
        return ""
    about = set(telling_words(message, _MOST)) - _OF_CHOOSING
    if not about or kind_chance(message, "which") < _WHICH:
        return ""
    found = [
        (workflow, slot)
        for workflow in workflows
        if workflow.workflow != ROOT
        for name, slot in workflow.slots.items()
        if len(slot.options) >= _FEWEST and about <= _called_by(name, slot)
    ]
    return _told(*found[0], language) if len(found) == 1 else ""


def _told(workflow: Workflow, slot: Slot, language: Language) -> str:
    """Say what there is to choose from, and for what."""
    options = [called(slot, option, language) for option in slot.options]
    shown = [*options[:_SHOWN], *(["…"] if len(options) > _SHOWN else [])]
    title = in_language(workflow.title, language) if workflow.title else workflow.workflow
    return words("there_is", language, title=title, options=", ".join(shown))


def _called_by(name: str, slot: Slot) -> frozenset[str]:
    return _stems_of(
        " ".join([name.replace("_", " "), *(title_of(name, slot, n) for n in LANGUAGES)])
    )


@lru_cache(1_024)
def _stems_of(text: str) -> frozenset[str]:
    return frozenset(stems(text))
