"""What a routing decision costs the processor: one that has never been seen, encoder included."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass

from router.info import RouteContext, RouteInfo
from router.route import Router

_WORDS = (
    "order invoice refund parcel profile password report chart region month please show change"
    " pedido fatura reembolso encomenda perfil senha relatório gráfico região mês mostre troque"
    " meeting contract supplier salary holiday printer course room travel insurance appointment"
).split()


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time; `fit_ms` with every example's vector at hand, as after an edit."""

    decisions: int
    characters: int
    median_ms: float
    p95_ms: float
    fit_ms: float


def measure(
    workflows: int = 15, examples: int = 10, decisions: int = 200, characters: int = 60
) -> Cost:
    """Decide for messages of about so many characters, no two alike."""
    chance = random.Random(11)
    served = {
        f"w{number}": RouteInfo(
            f"w{number}", examples=[_sentence(chance, 45) for _ in range(examples)]
        )
        for number in range(workflows)
    }
    router = Router(served)
    began = time.process_time()
    Router(served)
    fit = time.process_time() - began
    costs = asyncio.run(_decide(router, [_sentence(chance, characters) for _ in range(decisions)]))
    costs.sort()
    return Cost(
        decisions,
        characters,
        costs[len(costs) // 2] * 1000,
        costs[int(len(costs) * 0.95)] * 1000,
        fit * 1000,
    )


async def _decide(router: Router, messages: list[str]) -> list[float]:
    await router.decide("warm up", RouteContext())
    costs: list[float] = []
    for message in messages:
        began = time.process_time()
        await router.decide(message, RouteContext())
        costs.append(time.process_time() - began)
    return costs


def _sentence(chance: random.Random, characters: int) -> str:
    said = ""
    while len(said) < characters:
        said += chance.choice(_WORDS) + " "
    return said[:characters].strip()


if __name__ == "__main__":
    for size in (20, 60, 300, 2_000, 32_768):
        print(measure(decisions=100, characters=size))
