"""A last yes with something beside it, as a turn and a workflow's own tests have it decided."""

from __future__ import annotations

from language.requests import clauses
from router.info import RouteContext
from router.route import Route, Router
from workflows.file.schema import Workflow
from workflows.machine.form_things import NO_THINGS, FormThings
from workflows.machine.frequent import find_answer


def may_be_last_yes(message: str, context: RouteContext) -> bool:
    """Tell whether a last yes is asked for and more than a yes is said; costs next to nothing."""
    form = context.form
    return form is not None and form.confirming and len(clauses(message)) > 1


def behind_last_yes(
    router: Router,
    root: Workflow | None,
    message: str,
    context: RouteContext,
    things: FormThings = NO_THINGS,
) -> Route | None:
    """Return where the rest goes behind a plain yes; takes milliseconds, so not on the loop."""

    def answered(text: str) -> bool:
        found = find_answer(root, text, things)
        return found is not None and found.sure and bool(found.names)

    return router.behind_last_yes(message, context, answered)
