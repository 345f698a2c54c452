"""First messages of people who tell, complain, change what is there, or want two things at once."""

from __future__ import annotations

import pytest

from router.info import RouteContext, RouteInfo
from router.route import Route, Router

pytestmark = pytest.mark.anyio

WALKS = {
    "book_walk": RouteInfo(
        "book_walk",
        "Book a walk",
        "The person wants their dog walked.",
        ["I'd like to book a walk", "can you walk my dog on Friday?", "book a group walk",
         "I need somebody to take Rex out", "do you have a slot for a walk this week?",
         "please walk my dog every Monday"],
    ),
    "move_walk": RouteInfo(
        "move_walk",
        "Change a walk",
        "The person has a walk booked and wants another day or time.",
        ["I want to change my walk", "can we move it to another day?", "I need a different time",
         "please reschedule Rex's walk", "Tuesday instead of Monday please"],
    ),
    "prices": RouteInfo(
        "prices",
        "Prices",
        "The person asks what it costs.",
        ["how much is a walk?", "what do you charge?", "prices please", "what does an hour cost?"],
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def walks() -> Router:
    return Router(WALKS)


def offered(route: Route) -> set[str]:
    return {route.workflow, *(option.value.removeprefix("@") for option in route.options)}


async def test_who_tells_everything_at_once_is_heard_by_what_they_ask_for(walks: Router) -> None:
    told = (
        "Hello, I'd like to book a walk for my dog Rex on the 5th of December at 10, he is four"
        " years old, my name is Ann Lee, my phone is 020 7946 0018 and we live at 12 Mill Lane"
    )
    route = await walks.decide(told, RouteContext())
    assert (route.workflow, route.intent) == ("book_walk", "start")


async def test_a_change_goes_to_the_workflow_for_changes(walks: Router) -> None:
    for said in (
        "Rex can't make it tomorrow, Thursday would be fine",
        "we've got a walk booked for Saturday, can we come the weekend after instead?",
    ):
        route = await walks.decide(said, RouteContext())
        assert "move_walk" in offered(route), said
        assert (route.workflow, route.intent) != ("book_walk", "start"), said


ANSWERED = RouteInfo(
    "root", "Assistant", "",
    ["how much is an hour's walk?", "what does a group walk cost?", "when do you walk?"],
)  # fmt: skip


@pytest.mark.parametrize(
    "said",
    ["no just the price for a group walk", "only wanted to know the cost of a walk on Friday",
     "how much is a group walk for Rex"],
)  # fmt: skip
async def test_a_price_that_the_root_tells_begins_nothing(said: str) -> None:
    walks = {name: info for name, info in WALKS.items() if name != "prices"}
    route = await Router({**walks, "root": ANSWERED}).decide(said, RouteContext())
    assert (route.workflow, route.intent) == ("root", "start")


async def test_two_requests_are_both_noticed(walks: Router) -> None:
    said = "how much do you charge, and please book a walk for Rex on Tuesday"
    route = await walks.decide(said, RouteContext())
    assert route.also is not None
    assert {route.workflow, route.also.workflow} == {"prices", "book_walk"}


@pytest.mark.parametrize(
    "said",
    ["your walker lost my dog, I am furious", "you charged my card twice", "cobraram em dobro",
     "nobody turned up to walk Rex yesterday"],
)  # fmt: skip
async def test_who_complains_where_nobody_takes_complaints_is_told_so(
    walks: Router, said: str
) -> None:
    route = await walks.decide(said, RouteContext())
    assert (route.workflow, route.intent, route.unserved) == ("root", "start", True)


@pytest.mark.parametrize(
    "said",
    ["I have to call off my walk on Friday", "move Rex to Tuesday", "preciso remarcar o passeio"],
)
async def test_a_change_is_served_where_a_workflow_changes_things(walks: Router, said: str) -> None:
    route = await walks.decide(said, RouteContext())
    assert not route.unserved
    assert "move_walk" in offered(route)


async def test_what_is_of_the_business_and_nobodys_is_asked_about_and_chat_is_not(
    walks: Router,
) -> None:
    asked = await walks.decide("I need a kennel for a week while we are away", RouteContext())
    assert asked.intent == "clarify"
    for said in ("hello there", "what is the capital of France?", "tell me a joke"):
        route = await walks.decide(said, RouteContext())
        assert (route.workflow, route.intent) == ("root", "start"), said


TREES = {
    "survey": RouteInfo(
        "survey", examples=["quote for felling a tree", "can you cut my hedge", "look at my beech"]
    ),
    "logs": RouteInfo(
        "logs", examples=["order firewood", "a load of ash logs", "have you got kiln dried oak"]
    ),
    "complaint": RouteInfo(
        "complaint", examples=["I want to complain", "your men broke my fence", "nobody came"]
    ),
}


@pytest.mark.parametrize(
    ("message", "first", "also"),
    [
        ("can you cut my hedge and bring some oak logs", "survey", "logs"),
        ("can you cut my hedge, it is next to the oak", "survey", None),
        ("quote for felling a tree, it has oak logs round it", "survey", None),
        ("your men broke my fence and left it all, I want my money back", "complaint", None),
        (
            "please cut my hedge on friday and i also need to complain about last time",
            "survey",
            "complaint",
        ),
        ("can you cut my hedge tomorrow, and also two loads of oak", "survey", "logs"),
    ],
)
async def test_a_second_part_is_a_request_only_where_it_asks_for_something_else(
    message: str, first: str, also: str | None
) -> None:
    route = await Router(TREES).decide(message, RouteContext(None))
    assert (route.workflow, route.also.workflow if route.also else None) == (first, also)
