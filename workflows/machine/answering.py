"""Frequent questions: which one a message asks, and the answer as the file has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from language.fragments import is_fragment
from language.intents import behind_greeting, intent_of, plain_answer
from language.matching import fold
from language.nearest_question import LONGEST, QuestionIndex
from workflows.file.load import CATALOG, load
from workflows.file.schema import Workflow
from workflows.file.words import LANGUAGES, in_language
from workflows.machine.moves import GiveBack, Stay, WalkPart
from workflows.machine.steps import AnswerFound, Asked, Said
from workflows.machine.texts import TEXTS, words
from workflows.machine.walk import Walk

_SMALL_TALK = (  # asks nothing, and is near whatever is short
    "thanks", "thank you very much", "great", "that is all", "bye", "I love you", "you are stupid",
    "this does not work", "obrigado", "valeu", "legal", "era só isso", "tchau", "te amo",
    "você é burro", "isso não funciona", "who made you?", "who created you?", "quem te fez?",
    "quem te criou?", "are you a real person?", "am I talking to a human?",
    "você é uma pessoa de verdade?", "estou falando com um humano?",
)  # fmt: skip
_Texts = tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]


def find_answer(workflow: Workflow | None, message: str) -> AnswerFound | None:
    """Tell which of a workflow's questions a message asks; takes milliseconds, and more at first.

    So a server does it in a thread.
    """
    if workflow is None or not workflow.answers or not message or len(message) > LONGEST:
        return None
    name = workflow.workflow
    if fold(message) in {fold(text) for text in TEXTS["none_of_these"].values()}:
        return AnswerFound(name, (), False)
    stock = intent_of(message)
    if stock or plain_answer(message) is not None:  # "oi, tudo bem?" is like "olá", and no question
        same = (n for n, a in workflow.answers.items() if stock in map(intent_of, a.wordings))
        said = next(same, None) if stock else None
        return AnswerFound(name, (said,), True) if said else None
    if any(is_fragment(message, language) for language in LANGUAGES):  # no word of a question
        return None
    found = answer_index(workflow).find(message)
    if found is None:
        return None
    # Nobody is asked whether they meant to say hello.
    names = found.names if found.sure else [n for n in found.names if not _greets(workflow, n)]
    return AnswerFound(name, tuple(names), found.sure) if names else None


def _greets(workflow: Workflow, name: str) -> bool:
    return all(behind_greeting(text) == "" for text in workflow.answers[name].wordings)


def answer_index(workflow: Workflow) -> QuestionIndex:
    """Return the index of a workflow's questions, made when its content is first met."""
    answers = workflow.answers.items()
    known = tuple((name, tuple(a.wordings), tuple(a.sayings)) for name, a in answers)
    return _index(known, (*workflow.route.not_when, *workflow.route.examples))


@lru_cache(64)
def _index(known: _Texts, others: tuple[str, ...]) -> QuestionIndex:
    asked = {name: texts for name, texts, _ in known}
    told = {name: texts for name, _, texts in known}
    mine = {text for texts in asked.values() for text in texts}
    return QuestionIndex(asked, told, [o for o in (*others, *_of_assistants()) if o not in mine])


@lru_cache(1)
def _of_assistants() -> tuple[str, ...]:
    """Return what any assistant is asked, of the time or of sums: no business answers that."""
    return (*load(CATALOG / "root.yaml").route.examples, *_SMALL_TALK)


def give_answer(walk: Walk, found: AnswerFound) -> WalkPart:
    """Answer, or ask which question is meant; what was interrupted goes on after an answer."""
    known = [name for name in found.names if name in walk.workflow.answers]
    if not known:
        yield Said(words("no_answer", walk.language))
        return GiveBack()
    if found.sure:
        yield Said(_said(walk, known[0], again=known[0] in found.told), answer=known[0])
        return GiveBack()
    called = [walk.workflow.answers[name].called(walk.language) for name in known]
    options = [*called, words("none_of_these", walk.language)]
    buttons = tuple((option, option) for option in options)
    question = words("which_question", walk.language)
    yield Asked("answers", question, buttons, workflow=walk.workflow.workflow)
    return Stay()


def told_of(workflow: Workflow, found: AnswerFound, earlier: Sequence[str]) -> AnswerFound:
    """Note which of the answers a conversation has heard, by what was said to the person."""
    sayings = {name: workflow.answers[name].sayings for name in found.names}
    told = (n for n, s in sayings.items() if any(text.strip() in e for text in s for e in earlier))
    return replace(found, told=frozenset(told))


def _said(walk: Walk, name: str, *, again: bool) -> str:
    """Return an answer; the second time it is told as such, and a greeting is another one."""
    if not again:
        return _told(walk, name)
    if behind_greeting(walk.message) == "":
        return words("greeted_before", walk.language)
    return words("told_before", walk.language, answer=_told(walk, name))


def _told(walk: Walk, name: str) -> str:
    """Return an answer in the person's language, with its links below it."""
    answer, language = walk.workflow.answers[name], walk.language
    links = [f"[{in_language(link.title, language)}]({link.url})" for link in answer.links]
    return "\n\n".join([in_language(answer.say, language).strip(), *links])
