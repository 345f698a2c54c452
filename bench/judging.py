"""What judging a message costs the processor: the guards and the route of one never seen before.

`python -m bench.judging` prints it alone; `make bench` writes it into the page.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import orjson

SIZES = (20, 60, 300, 2_000, 32_768)
WORKFLOWS, EXAMPLES = 15, 10
_WORDS = (
    "order invoice refund parcel profile report chart region month please show change supplier"
    " pedido fatura reembolso encomenda perfil senha relatório gráfico região mês mostre troque"
    " meeting contract salary holiday printer course room travel insurance appointment shift"
).split()


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time of one message of a length, in milliseconds."""

    characters: int
    messages: int
    guards: float
    route: float
    median: float
    p95: float


def measure(messages: int = 200, sizes: Sequence[int] = SIZES) -> list[Cost]:
    """Measure in a process of its own: how many threads BLAS takes is settled when it is loaded."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.judging", str(messages), *map(str, sizes)],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        check=True,
    )
    return [Cost(**each) for each in orjson.loads(done.stdout)]


async def _measure(messages: int, sizes: Sequence[int]) -> list[Cost]:
    from guardrails.guard import Guards
    from router.info import RouteContext, RouteInfo
    from router.route import Router

    chance = random.Random(13)
    guards = Guards.load()
    router = Router(
        {
            f"w{n}": RouteInfo(f"w{n}", examples=[_sentence(chance, 45) for _ in range(EXAMPLES)])
            for n in range(WORKFLOWS)
        }
    )
    await guards.decide("warm up")
    await router.decide("warm up", RouteContext())
    found: list[Cost] = []
    for size in sizes:
        checked: list[float] = []
        routed: list[float] = []
        for _ in range(messages):
            message = _sentence(chance, size)
            began = time.process_time()
            await guards.decide(message)
            middle = time.process_time()
            await router.decide(message, RouteContext())
            checked.append((middle - began) * 1000)
            routed.append((time.process_time() - middle) * 1000)
        both = sorted(a + b for a, b in zip(checked, routed, strict=True))
        found.append(
            Cost(
                size,
                messages,
                sorted(checked)[messages // 2],
                sorted(routed)[messages // 2],
                both[messages // 2],
                both[int(messages * 0.95)],
            )
        )
    return found


def _sentence(chance: random.Random, characters: int) -> str:
    said: list[str] = []
    while sum(map(len, said)) + len(said) < characters:
        said.append(chance.choice(_WORDS))
    return " ".join(said)[:characters]


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    lengths = [int(size) for size in sys.argv[2:]] or list(SIZES)
    costs = asyncio.run(_measure(count, lengths))
    print(orjson.dumps([asdict(cost) for cost in costs]).decode())
