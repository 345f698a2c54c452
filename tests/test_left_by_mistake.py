"""What was left without a plain word is kept for a few turns, and taken up where it stood."""

from __future__ import annotations

import pytest

from router.info import RouteContext
from router.route import Router
from tests.support.routing import info
from tests.test_asked_once_more import KITES
from workflows.file.schema import Workflow
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.steps import Given, Offered, Said
from workflows.machine.transitions import conduct

WORLD = {"kites": Workflow.model_validate(KITES)}
LEFT = Given("the beach is not needed", target="root", leave=True, certain=False)


def turn(cursor: Cursor, given: Given) -> tuple[Cursor, list[object]]:
    """Take one turn without tools."""
    walk, steps = conduct(WORLD, cursor, given), list[object]()
    while True:
        try:
            steps.append(next(walk))
        except StopIteration as ended:
            return ended.value, steps


def left() -> tuple[Cursor, list[object]]:
    slots = {"place": "Long Sands", "day": "2026-11-27"}
    return turn(Cursor([Frame("kites", "data", asking="name", slots=slots)]), LEFT)


@pytest.mark.parametrize("between", [0, 1, 3])
def test_nothing_is_lost_for_whoever_comes_back(between: int) -> None:
    cursor, _ = left()
    for _ in range(between):
        cursor, steps = turn(cursor, Given("what?"))
        assert not [step for step in steps if isinstance(step, Offered)]  # once is enough
    back, steps = turn(cursor, Given("I only want the kite class", target="kites"))
    assert back.active is not None
    assert (back.active.slots["place"], back.active.asking) == ("Long Sands", "name")
    assert not [s for s in steps if isinstance(s, Said)]  # the message is no wrong answer


def test_after_a_while_it_begins_anew() -> None:
    cursor, _ = left()
    for _ in range(5):
        cursor, _ = turn(cursor, Given("what?"))
    back, _ = turn(cursor, Given("book a kite class", target="kites"))
    assert back.active is not None
    assert back.active.slots == {}


@pytest.mark.anyio
@pytest.mark.parametrize(
    "said",
    ["quero continuar", "ué, parou por quê? quero continuar", "why did you stop? let's go on"],
)
async def test_wanting_to_go_on_goes_back_to_it(said: str) -> None:
    router = Router({"root": info("root", []), "kites": info("kites", ["book a kite class"])})
    route = (await router.consider(said, RouteContext(aside="kites"))).route
    assert route.workflow == "kites"
    assert (await router.consider(said, RouteContext())).route.workflow == "root"
