"""What was ordered before, where no workflow is for that: nothing new begins or goes on."""

from __future__ import annotations

import pytest

from router.answers import Question
from router.info import RouteContext, RouteInfo
from router.route import Router

pytestmark = pytest.mark.anyio

CLOCKS = Router(
    {
        "repair": RouteInfo(
            "repair", "Have a clock repaired", "The person wants a clock mended.",
            ["my watch has stopped, can you mend it?", "I want a clock repaired",
             "quero consertar um relógio", "preciso trocar a bateria do relógio"],
        ),
        "engraving": RouteInfo(
            "engraving", "Order an engraving", "The person wants something engraved.",
            ["I want a watch engraved", "can you engrave a name on a locket?",
             "quero encomendar uma gravação"],
        ),
        "root": RouteInfo("root", "Assistant", "", ["hello", "how much is a battery?", "oi"]),
    }
)  # fmt: skip
ASKED = Question("What needs mending?", "choice", ("Wall clock", "Wristwatch"))


@pytest.mark.parametrize(
    "said",
    ["is the clock that my grandfather brought in repaired yet?",
     "I ordered an engraving on Monday and need to change the name",
     "queria saber se o relógio que meu marido deixou aí ficou pronto",
     "encomendei uma gravação ontem e quero mudar a letra"],
)  # fmt: skip
async def test_what_was_ordered_before_begins_nothing_new(said: str) -> None:
    route = await CLOCKS.decide(said, RouteContext())
    assert (route.workflow, route.unserved) == ("root", True)


@pytest.mark.parametrize(
    ("said", "workflow"),
    [
        ("I bought an old clock at a fair and I want it repaired", "repair"),
        ("a friend ordered an engraving with you and I want one too", "engraving"),
    ],
)
async def test_who_tells_of_an_order_and_wants_something_new_is_served(
    said: str, workflow: str
) -> None:
    assert (await CLOCKS.decide(said, RouteContext())).workflow == workflow


@pytest.mark.parametrize(
    "said",
    ["it's not a new repair, it's about the clock you already have",
     "não quero outro conserto, quero saber do relógio que já está com vocês"],
)  # fmt: skip
async def test_a_form_whose_newness_is_denied_is_left(said: str) -> None:
    route = await CLOCKS.decide(said, RouteContext("repair", question=ASKED))
    assert (route.workflow, route.unserved, route.drops) == ("root", True, True)


@pytest.mark.parametrize("said", ["a wall clock my aunt left me", "not a wall clock, a wristwatch"])
async def test_an_answer_that_tells_of_before_stays(said: str) -> None:
    route = await CLOCKS.decide(said, RouteContext("repair", question=ASKED))
    assert route.workflow == "repair"
