"""What the router is told of the workflows that are served."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from contracts.json import JsonMapping
from language.detect import Language
from language.intents import behind_greeting, intent_of
from router.info import Condition, RouteInfo, Understands
from workflows.file.conditions import compile_condition
from workflows.file.schema import Workflow
from workflows.file.words import in_language
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.values import option_names

_MOST_OPTIONS = 200  # names of what may be chosen in a slot
_FEW = 2  # words of a question that are too few to tell it by


def route_infos(workflows: Mapping[str, Workflow], *, first: bool = True) -> dict[str, RouteInfo]:
    """Return what each workflow says about its routing; `first` keeps their claims to the turn."""
    return {name: _info(workflow, first) for name, workflow in workflows.items()}


def _info(workflow: Workflow, first: bool) -> RouteInfo:
    route = workflow.route
    return RouteInfo(
        name=workflow.workflow,
        title=workflow.title,
        when=in_language(route.when, "en") if route.when else "",
        examples=[*route.examples, *_asked_of(workflow)],
        not_when=route.not_when,
        first=_claim(route.first) if first and route.first else None,
        understands=_reader(workflow) if route.request == "before" else None,
        access=workflow.access,
        options=_options(workflow),
    )


def _options(workflow: Workflow) -> dict[str, Sequence[str]]:
    """List what may be chosen in a workflow, by all its names."""
    choices = ((n, s) for n, s in workflow.slots.items() if s.type == "choice")
    return {n: [name for _, name in option_names(s)][:_MOST_OPTIONS] for n, s in choices}


def _asked_of(workflow: Workflow) -> Iterator[str]:
    """List how frequent questions are asked, but for greetings and words that are like any other.

    "help" is as near to "hello" as to itself.
    """
    for answer in workflow.answers.values():
        if any(behind_greeting(text) is not None or intent_of(text) for text in answer.wordings):
            continue
        yield from (text for text in answer.wordings if len(text.split()) > _FEW)


def _claim(text: str) -> Condition:
    condition = compile_condition(text)

    def holds(profile: JsonMapping) -> bool:
        return condition.holds({"profile": profile})

    return holds


def _reader(workflow: Workflow) -> Understands:
    def reads(message: str, language: Language) -> bool:
        now = datetime.now(UTC).replace(tzinfo=None)  # any: only whether it holds a value matters
        reading = read(workflow.slots, message, speech=SpeechContext(now, language))
        return bool(reading.values) and not reading.question

    return reads
