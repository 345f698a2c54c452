"""Frequent questions: the answer as the file has it, or a question back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from language.detect import Language
from language.intents import behind_greeting
from workflows.file.schema import Workflow
from workflows.file.words import in_language
from workflows.machine.moves import GiveBack, Stay, Steps, WalkPart
from workflows.machine.steps import AnswerFound, Asked, Said
from workflows.machine.texts import words
from workflows.machine.walk import Walk, waiting

ROOT = "root"


def give_answer(walk: Walk, found: AnswerFound) -> WalkPart:
    """Answer, or ask which question is meant; what was interrupted goes on after an answer."""
    if found.options:
        yield Said(found.options)
        return GiveBack()
    known = [name for name in found.names if name in walk.workflow.answers]
    if not known:
        yield Said(words("no_answer", walk.language))
        return GiveBack()
    if found.sure:
        for name in known if found.all else known[:1]:
            yield Said(_said(walk, name, again=name in found.told), answer=name)
        return GiveBack()
    called = [walk.workflow.answers[name].called(walk.language) for name in known]
    if waiting(walk) and not (found.likely or found.near):
        yield Said(words("unknown_here", walk.language))
        return GiveBack()
    # Who is in the middle of a form is not asked two things, nor is one thing alone offered.
    if waiting(walk) and not found.all:
        yield _perhaps(walk, known[:1], "perhaps_here")
        return GiveBack()
    if waiting(walk) or (found.likely and (found.all or len(known) == 1)):
        yield _perhaps(walk, known if found.all else known[:1])
        return GiveBack()
    yield _which_question(walk, known, called, likely=found.likely)
    return Stay()


def _which_question(
    walk: Walk, names: Sequence[str], called: Sequence[str], *, likely: bool
) -> Asked:
    """Ask which question is meant; the likeliest is answered at once, the others are offered."""
    told = [_perhaps(walk, names[:1]).text, words("or_one_of_these", walk.language)]
    asked = "\n\n".join(told) if likely else words("which_question", walk.language)
    options = [*called[likely:], words("none_of_these", walk.language)]
    buttons = tuple((option, option) for option in options)
    return Asked("answers", asked, buttons, workflow=walk.workflow.workflow)


def _perhaps(walk: Walk, names: Sequence[str], key: str = "perhaps") -> Said:
    """Tell with a reserve what may be meant, and of several what each is the answer to."""
    called = [walk.workflow.answers[name].called(walk.language) for name in names]
    told = [_told(walk, name) for name in names]
    if len(names) == 1:
        return Said(words(key, walk.language, question=called[0], answer=told[0]))
    lines = [f"- {asked} {answer}" for asked, answer in zip(called, told, strict=True)]
    return Said(words("one_of_these", walk.language, answers="\n".join(lines)))


def answer_beside(walk: Walk) -> Steps:
    """Answer the frequent questions that the message asked beside what it is about."""
    root = walk.world[ROOT] if walk.given.beside and ROOT in walk.world else None
    for name in walk.given.beside if root else ():
        if root and name in root.answers:
            yield Said(saying_of(root, name, walk.language), answer=name)


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
    return saying_of(walk.workflow, name, walk.language)


def saying_of(workflow: Workflow, name: str, language: Language) -> str:
    """Return an answer in the person's language, with its links below it."""
    answer = workflow.answers[name]
    links = [f"[{in_language(link.title, language)}]({link.url})" for link in answer.links]
    return "\n\n".join([in_language(answer.say, language).strip(), *links])
