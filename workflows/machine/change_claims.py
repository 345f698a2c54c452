"""Which workflow claims that what is done is changed or called off, and what it asks of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from language.flat import flat
from language.idle_words import telling_words
from language.matching import stems
from language.moved import calls_off, speaks_of_change
from workflows.file.project_root import ROOT
from workflows.file.schema import Workflow
from workflows.file.words import LANGUAGES, in_language
from workflows.machine.carrying import shared_slots
from workflows.machine.opening import asks_for_change
from workflows.machine.slots.message import cues
from workflows.machine.slots.values import option_names

_MOST_TELLING = 20  # words of a title or an example
_GENERAL = frozenset(  # what is changed of anything that has a place in a calendar
    stem
    for word in "day date time hour dia data hora horario change move switch mudar trocar".split()
    for stem in stems(word)
)


def change_workflow(
    world: Mapping[str, Workflow],
    done: str,
    wanted: Collection[str],
    open_to: Callable[[Workflow], bool],
    *,
    calling_off: bool = False,
) -> str | None:
    """Return the workflow that claims changes of what was done, if one does.

    `wanted` are the slots that are to be different.
    """
    ended = world[done]
    found: list[tuple[int, str]] = []
    for name, workflow in world.items():
        if name in (ROOT, done) or not open_to(workflow) or changes_another(world, name, done):
            continue
        shared = shared_slots(ended, workflow)
        said = asks_for_change(workflow) and _speaks_of(workflow, ended)
        claims = claims_changes(workflow, calling_off=calling_off)
        if claims and shared and (not wanted or said or shared.keys() & wanted):
            found.append((len(shared.keys() & wanted) * 100 + len(shared), name))
    best = [name for score, name in found if score == max(found)[0]]
    return best[0] if len(best) == 1 else None


def claims_changes(workflow: Workflow, *, calling_off: bool = False) -> bool:
    """Tell whether a workflow claims changes: most of its examples, or some and its own title.

    So it may claim what is to be called off.
    """
    speaks = calls_off if calling_off else speaks_of_change
    examples = [flat(example) for example in workflow.route.examples]
    changes = sum(map(speaks, examples))
    called = [in_language(workflow.route.when or "", "en"), *_titles(workflow)]
    if any(speaks(flat(text)) for text in called):
        return changes > 0
    return 2 * changes > len(examples)


def changes_another(world: Mapping[str, Workflow], name: str, done: str) -> bool:
    """Tell whether a workflow is called by what a third one does, and not by what was done."""
    called, ended = _called(world[name]), _called(world[done])
    if called & (ended - _GENERAL):
        return False
    others = (_called(world[third]) for third in world if third not in (ROOT, name, done))
    return any(called & (other - ended - _GENERAL) for other in others)


def names_thing_of(message: str, workflow: Workflow, ended: Workflow) -> bool:
    """Tell whether a message has a word that is one workflow's own, and not of what has ended.

    "Change the collection day of my hive" is no wish to change the lesson that was booked; "change
    the day" may be, whoever has an example that moves a day.
    """
    said = set(telling_words(message, _MOST_TELLING))
    own = {word for word in said & _vocabulary(workflow) if not speaks_of_change(word)}
    return bool(own - _vocabulary(ended))


def _called(workflow: Workflow) -> set[str]:
    return {word for title in _titles(workflow) for word in telling_words(title, _MOST_TELLING)}


def _vocabulary(workflow: Workflow) -> set[str]:
    """Return the stems of what a workflow is called, asked for with, and collects."""
    data = (cue for name, slot in workflow.slots.items() for cue in cues(name, slot))
    chosen = (t for s in workflow.slots.values() for _, told in option_names(s) for t in told)
    texts = [*_titles(workflow), *workflow.route.examples, *data, *chosen]
    return {word for text in texts for word in telling_words(text, _MOST_TELLING)} - _GENERAL


def _speaks_of(workflow: Workflow, ended: Workflow) -> bool:
    """Tell whether what a workflow is called and claims speaks of what another one does."""
    texts = [*_titles(workflow), *workflow.route.examples]
    named = {word for text in texts for word in telling_words(text, _MOST_TELLING)}
    return any(named & set(telling_words(title, _MOST_TELLING)) for title in _titles(ended))


def _titles(workflow: Workflow) -> list[str]:
    return [in_language(workflow.title, language) for language in LANGUAGES]
