"""Whose house somebody has reached, told to who asks so first: "is this the pharmacy?"."""

from __future__ import annotations

from functools import lru_cache

from agent.path.run import TurnRun
from language.detect import Language
from language.idle_words import telling_words
from language.intents import behind_greeting
from language.which_house import asks_which_house
from workflows.file.project_root import ROOT
from workflows.file.schema import Workflow
from workflows.file.words import LANGUAGES, in_language
from workflows.machine.frequent import find_answer
from workflows.machine.steps import AnswerFound

_MOST = 2_000  # words that a house is about
_ASKED: dict[Language, str] = {"en": "who are you?", "pt": "quem é você?"}


def asks_whose(run: TurnRun) -> bool:
    """Tell whether the message, the first one, asks whom it has reached."""
    begun = any(message.role == "user" for message in run.turn.history)
    if begun or not run.incoming.typed or run.position.workflow not in (None, ROOT):
        return False
    house = run.services.house
    titles = (w.title for w in run.services.workflows.values())
    texts = (text for text in (house.title, house.description, *titles) if text)
    told = " ".join(in_language(text, language) for text in texts for language in LANGUAGES)
    return asks_which_house(run.message, _words_of(f"{told} {house.name}"))


def introduction(run: TurnRun, root: Workflow) -> AnswerFound | None:
    """Return the answer with which a house introduces itself: its own, or a greeting that names
    what was asked for."""
    found = find_answer(root, _ASKED[run.language])
    if found is not None and found.sure:
        return found
    asked = _words_of(run.message)
    for name, answer in root.answers.items():
        greets = any(behind_greeting(text) == "" for text in answer.wordings)
        if greets and not asked.isdisjoint(_words_of(in_language(answer.say, run.language))):
            return AnswerFound(root.workflow, (name,), True)
    return None


@lru_cache(256)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(telling_words(text, _MOST))
