"""Where a message goes that puts right what a workflow has done that has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from language.flat import flat
from language.moved import speaks_of_change
from language.requests import asks
from router.matters import matter_reading
from router.route import ROOT, Route
from router.wrongs import without_complaint_denied
from workflows.file.schema import Workflow
from workflows.machine.afterwards import Amendment, amended
from workflows.machine.change_claims import (
    change_workflow,
    changes_another,
    claims_changes,
    names_thing_of,
)
from workflows.machine.cursor import Cursor
from workflows.machine.slots.speech import SpeechContext

_LIKELY = 0.5


def after_end(
    route: Route,
    world: Mapping[str, Workflow],
    cursor: Cursor,
    message: str,
    speech: SpeechContext,
    open_to: Callable[[Workflow], bool] = lambda _: True,
) -> Route:
    """Send a correction to the workflow that claims changes, else to what has ended.

    What another workflow surely claims goes there, and is told what is known where it changes
    things; what may be a new request is none of the old one.
    """
    told = amended(world, cursor, message, speech) if cursor.ended and not route.pressed else None
    if told is None:
        return route
    if without_complaint_denied(message) != message:
        return route
    off = told.beyond == "call off"
    settled = route.question is None and route.workflow != ROOT
    if settled and route.workflow != told.workflow:
        known = world.get(route.workflow)
        claims = known is not None and claims_changes(known, calling_off=off)
        of_this = _is_of_what_ended(world, route.workflow, message, told)
        claims = claims and not (of_this and changes_another(world, route.workflow, told.workflow))
        if claims or not (of_this or _only_tells(message, told)):
            return replace(route, amends=True) if claims else route
    if settled and not told.plainly:
        return route
    found = change_workflow(world, told.workflow, told.slots, open_to, calling_off=off)
    if found is None and told.beyond:
        return _unserved(route)
    return _to(found or told.workflow, told, route)


def _is_of_what_ended(
    world: Mapping[str, Workflow], other: str, message: str, told: Amendment
) -> bool:
    """Tell whether a plain wish to change speaks of nothing that only another workflow has."""
    if other not in world or not told.plainly or not speaks_of_change(flat(message)):
        return False
    return not names_thing_of(message, world[other], world[told.workflow])


def _only_tells(message: str, told: Amendment) -> bool:
    """Tell whether a message does no more than give what was collected another value."""
    if not told.values or asks(message):
        return False
    return matter_reading(message).of("complains", "wants") < _LIKELY


def _unserved(route: Route) -> Route:
    """Leave to the assistant what nothing here calls off or adds: it says so, and offers people."""
    reason, since = "no workflow changes what is there", route.from_workflow
    return Route(ROOT, "start", 1.0, reason, "local", from_workflow=since, unserved=True)


def _to(workflow: str, told: Amendment, route: Route) -> Route:
    reason, since = "it puts right what has ended", route.from_workflow
    return Route(workflow, "start", 1.0, reason, from_workflow=since, amends=True)
