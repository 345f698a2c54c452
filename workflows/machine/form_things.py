"""The things that a form is about, by what people call them: those chosen, and those it may take.

"How much is it?" is about what was chosen; "it depends on the basket, how much is it?" is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from contracts.json import JsonMapping
from language.matching import stem, words
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.words import LANGUAGES, in_language
from workflows.machine.slots.options import called
from workflows.machine.texts import title_of

_MOST_CHOSEN = 6  # names of things chosen
_MOST_NAMED = 60
_OF_A_PRICE = ("how much is {}?", "quanto custa {}?")


class FormThings(NamedTuple):
    """What was chosen, what else has a name, and whether a question is surely about the chosen."""

    chosen: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    certain: bool = False
    about: tuple[str, ...] = ()  # what the form is called and for
    ended: bool = False  # it is done, and a question need not be about it

    def beside(self, text: str) -> FormThings:
        """Return what a question is about that stands beside a text: what the text names."""
        said = {stem(word) for word in words(text)}
        here = [name for name in self.named if {stem(word) for word in words(name)} <= said]
        longest = max((len(words(name)) for name in here), default=0)
        mine = tuple(name for name in here if len(words(name)) == longest)
        return self._replace(chosen=mine, certain=True) if mine else self


NO_THINGS = FormThings()


def asked_of(message: str, thing: str, *, priced: bool) -> Iterator[str]:
    """Yield a question that names nothing as one about a thing."""
    yield f"{message.rstrip(' ?')} {thing}?"
    if priced:  # however that was asked, answers are found by the plain words
        yield from (asked.format(thing) for asked in _OF_A_PRICE)


def form_things(workflow: Workflow, slots: JsonMapping) -> FormThings:
    """Return the things of a form, as they are called in every language."""
    chosen = [
        called(slot, str(value), language)
        for name, value in slots.items()
        if (slot := workflow.slot(name)) is not None and slot.type == "choice" and value
        for language in LANGUAGES
    ]
    named = (text for name, slot in workflow.slots.items() for text in _names(name, slot))
    return FormThings(
        tuple(dict.fromkeys(chosen))[:_MOST_CHOSEN],
        tuple(dict.fromkeys(named))[:_MOST_NAMED],
        about=tuple(_called_or_for(workflow))[:_MOST_NAMED],
    )


def _called_or_for(workflow: Workflow) -> Iterator[str]:
    """Yield what a workflow is called, what is said for it, and what can be chosen in it."""
    yield from (in_language(workflow.title, language) for language in LANGUAGES)
    yield from workflow.route.examples
    for slot in workflow.slots.values():
        if slot.type == "choice":
            yield from (called(slot, option, each) for option in slot.options for each in LANGUAGES)


def _names(name: str, slot: Slot) -> Iterator[str]:
    """Yield what a slot that is had or not, or one of its options, is called."""
    for language in LANGUAGES:
        if slot.type == "boolean":
            yield title_of(name, slot, language)
        elif slot.type == "choice":
            yield from (called(slot, option, language) for option in slot.options)
