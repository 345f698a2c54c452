"""What checking a message costs the processor: one never seen before, encoder included."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from guardrails.guard import Guards

_WORDS = (
    "order invoice refund parcel profile report chart region month please show change supplier"
    " pedido fatura reembolso encomenda perfil senha relatório gráfico região mês mostre troque"
    " meeting contract salary holiday printer course room travel insurance appointment shift"
).split()


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time of the guards on messages of one length."""

    characters: int
    checks: int
    median_ms: float
    p95_ms: float


def measure(characters: int = 300, checks: int = 200) -> Cost:
    """Check messages of about so many characters, no two alike."""
    chance = random.Random(13)
    guards = Guards.load()
    guards.check("warm up")
    costs: list[float] = []
    for _ in range(checks):
        message = _sentence(chance, characters)
        began = time.process_time()
        guards.check(message)
        costs.append(time.process_time() - began)
    costs.sort()
    median, p95 = costs[len(costs) // 2], costs[int(len(costs) * 0.95)]
    return Cost(characters, checks, median * 1000, p95 * 1000)


def _sentence(chance: random.Random, characters: int) -> str:
    words = [chance.choice(_WORDS)]
    while sum(map(len, words)) + len(words) < characters:
        words.append(chance.choice(_WORDS))
    return " ".join(words)[:characters]
