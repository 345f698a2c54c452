"""Which of the frequent questions that were just offered a few words mean: "gutters"."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import lru_cache

from agent.path.run import TurnRun
from language.idle_words import telling_words
from language.inflections import root
from language.intents import plain_answer
from language.matching import fold
from language.question_kinds import KINDS, kind_chances
from language.requests import opens_wish
from workflows.file.answers import FrequentAnswer
from workflows.file.project_root import ROOT
from workflows.file.words import LANGUAGES, in_language
from workflows.machine.texts import is_none_of_these

_MOST = 3  # telling words of what only names one
_PLAINLY = 0.6
_MOST_TOLD = 200  # of a question in all its wordings, with its answer


async def question_meant(run: TurnRun) -> str | None:
    """Return the offered question that a message speaks of in a few words, and no other one.

    What names a workflow, a yes and a wish are none of these. Kinds of questions are looked up
    beside the loop.
    """
    said, sent = run.message, [each for each in run.position.choices if not is_none_of_these(each)]
    if not run.incoming.typed or run.open_question is not None or ROOT not in run.world:
        return None
    if len(sent) == len(run.position.choices) or said in sent:
        return None  # no questions were offered, or one is taken
    if opens_wish(said) or plain_answer(said) is not None or _is_title(run, said):
        return None
    answers = run.world.edition(ROOT).workflow.answers
    offered = {each: a for a in answers.values() for each in sent if each in a.wordings}
    return await asyncio.to_thread(_most_spoken_of, said, offered)


def _most_spoken_of(said: str, offered: Mapping[str, FrequentAnswer]) -> str | None:
    counts = {each: _spoken_of(said, answer) for each, answer in offered.items()}
    most = max(counts.values(), default=0)
    found = [each for each, count in counts.items() if count == most]
    return found[0] if most and len(found) == 1 else None


def _spoken_of(said: str, answer: FrequentAnswer) -> int:
    """Count the words of a message that a question or its answer has."""
    words = frozenset(map(root, telling_words(said, _MOST + 1)))
    if not words or len(words) > _MOST:
        return 0
    told = "\n".join([*answer.wordings, *answer.sayings])
    same = any(_kind_of(said) == _kind_of(text) for text in answer.wordings)
    return len(words & _roots(told)) + (same and _kind_of(said) != "")


def _kind_of(text: str) -> str:
    """Return what a text surely asks for: a price, a day."""
    chances = kind_chances(text)
    best = int(chances.argmax())
    sure = chances[best] >= _PLAINLY and KINDS[best] != "none"
    return KINDS[best] if sure else ""


def _is_title(run: TurnRun, said: str) -> bool:
    known = run.services.workflows.values()
    return fold(said) in {fold(in_language(w.title, each)) for w in known for each in LANGUAGES}


@lru_cache(512)
def _roots(text: str) -> frozenset[str]:
    return frozenset(map(root, telling_words(text, _MOST_TOLD)))
