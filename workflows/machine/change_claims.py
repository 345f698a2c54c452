"""Which workflow claims that what is done is changed or called off, and what it asks of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from language.flat import flat
from language.idle_words import telling_words
from language.moved import calls_off, speaks_of_change
from workflows.file.project_root import ROOT
from workflows.file.schema import Workflow
from workflows.file.words import LANGUAGES, in_language
from workflows.machine.carrying import shared_slots
from workflows.machine.opening import asks_for_change

_MOST_TELLING = 20  # words of a title or an example


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
        if name in (ROOT, done) or not open_to(workflow):
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


def _speaks_of(workflow: Workflow, ended: Workflow) -> bool:
    """Tell whether what a workflow is called and claims speaks of what another one does."""
    texts = [*_titles(workflow), *workflow.route.examples]
    named = {word for text in texts for word in telling_words(text, _MOST_TELLING)}
    return any(named & set(telling_words(title, _MOST_TELLING)) for title in _titles(ended))


def _titles(workflow: Workflow) -> list[str]:
    return [in_language(workflow.title, language) for language in LANGUAGES]
