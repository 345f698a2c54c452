"""Many workflows, few examples, contradictions: they are told apart or asked about."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from router.confuse import confusions
from router.held_out import held_out
from router.info import RouteContext, RouteInfo
from router.route import Router
from tests.support.routing import AGE, EXAMPLES, info, project, split, while_in

pytestmark = pytest.mark.anyio


async def test_nothing_served_is_the_root() -> None:
    for router in (Router({}), Router({"root": RouteInfo("root")})):
        assert (await router.decide("hello", RouteContext())).workflow == "root"


async def test_two_workflows_are_told_apart() -> None:
    two = {n: i for n, i in project().items() if n in ("refund", "delivery")}
    router = Router(two)
    assert (await router.decide("devolvam o meu dinheiro", RouteContext())).workflow == "refund"
    assert (await router.decide("is my order on its way", RouteContext())).workflow == "delivery"
    assert (await router.decide("sing me a song", RouteContext())).workflow == "root"


SUBJECTS = split("""
    invoice|holiday|salary|printer|parking|training course|meeting room|travel booking|contract
    health insurance|laptop|phone bill|supplier|warehouse stock|recipe|flight|hotel|taxi|library
    museum ticket|gym|doctor's appointment|vaccine|medicine|garden|weather alarm|alarm clock|music
    newsletter|survey|certificate|diploma|scholarship|exam|homework|timetable|bus line|train
    car rental|insurance claim|tax return|passport|visa|birth certificate|wedding|funeral|dog
    cat food|aquarium|bicycle
""")
DEEDS = (
    ("new", split("I need a new {}|order a {} for me|can I have another {}|get me a {}")),
    ("trouble", split("the {} is wrong|there is a problem with my {}|complain about the {}")),
)


@pytest.mark.parametrize("count", [15, 100])
async def test_many_workflows_are_told_apart(count: int) -> None:
    served: dict[str, RouteInfo] = {}
    for subject in SUBJECTS:
        for deed, patterns in DEEDS:
            name = f"{deed}_{len(served)}"
            served[name] = info(name, [pattern.format(subject) for pattern in patterns])
    names = list(served)[:count]
    router = Router({name: served[name] for name in names})
    assert len(names) == count
    chosen = random.Random(7).sample(range(count // 2), 7)
    right = 0
    for number in chosen:
        asked = f"please, I would like a new {SUBJECTS[number]}"
        route = await router.decide(asked, RouteContext())
        right += dict(route.candidates).get(names[2 * number]) is not None
    assert right >= 6


async def test_contradictory_examples_are_asked_about_and_warned_of() -> None:
    both = ["cancel my order", "I don't want it any more"]
    served = project(
        refund=info("refund", [*split(EXAMPLES["refund"]), *both]),
        delivery=info("delivery", [*split(EXAMPLES["delivery"]), *both]),
    )
    route = await Router(served).decide("cancel my order", RouteContext())
    assert route.intent == "clarify"
    assert {n for n, _ in route.candidates[:2]} == {"refund", "delivery"}
    found = confusions(served)
    assert [(c.one, c.other) for c in found] == [("delivery", "refund")]
    assert '"cancel my order"' in found[0].message
    assert "not_when" in found[0].message


def test_workflows_that_are_easily_told_apart_are_not_warned_of() -> None:
    assert confusions(project()) == []
    judged = held_out({name: i.examples for name, i in project().items()}, {}, {})
    assert Counter(each.owner for each in judged) == dict.fromkeys(EXAMPLES, 10)
    assert sum(each.owner == each.guessed for each in judged) >= 40


@pytest.mark.parametrize(
    "message",
    [
        "I want a refund. " * 2_000,
        "a" * 32_768,
        "\n" * 32_768,
        "😀" * 8_000,
        "🙂🙃",
        "???",
        "\ud83d",
        "‮\u200b\u2066 abc",
        "日本語のメッセージです",
        "где моя посылка",
        "",
        "   ",
    ],
)
async def test_odd_messages_are_decided_like_any_other(router: Router, message: str) -> None:
    free = await router.decide(message, RouteContext())
    assert free.intent in ("start", "clarify")
    busy = await router.decide(message, while_in("delivery", AGE))
    assert busy.workflow
    if not any(c.isalnum() for c in message):
        assert (free.workflow, busy.workflow, busy.intent) == ("root", "delivery", "stay")


async def test_an_edit_is_obeyed_at_once_and_questions_under_way_are_not_disturbed() -> None:
    router = Router(project())
    ask = "is there a vegetarian lunch today"
    assert (await router.decide(ask, RouteContext())).workflow == "root"
    lunch = info("lunch", ["what is for lunch", "o que tem de almoço", "vegetarian food today"])

    def many(number: int) -> list[str]:
        async def decide() -> list[str]:
            return [(await router.decide(ask, RouteContext())).workflow for _ in range(20)]

        if number == 2:
            router.update(project(lunch=lunch))
        return asyncio.run(decide())

    with ThreadPoolExecutor(4) as pool:
        seen = {name for names in pool.map(many, range(4)) for name in names}
    assert seen <= {"root", "lunch"}
    assert (await router.decide(ask, RouteContext())).workflow == "lunch"


def test_only_real_neighbours_are_warned_of_and_a_missing_workflow_makes_none() -> None:
    served = project()
    for missing in EXAMPLES:
        left = {name: info for name, info in served.items() if name != missing}
        assert confusions(left) == [], missing
    near = info("returns", ["I want my money back please", "refund what I purchased", *split(
        "the product was broken, give me a refund|quero o dinheiro de volta|reembolso da compra"
    )])  # fmt: skip
    assert [{c.one, c.other} for c in confusions({**served, "returns": near})] == [
        {"refund", "returns"}
    ]
