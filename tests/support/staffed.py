"""Somebody who wants a person, and the people who answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from tests.support.chatting import LONGEST, Chat, Json, events_of
from workflows.file.teams import DAYS

Make = Callable[..., Awaitable[str]]
ASK = "quero falar com um atendente"

ORDER = """\
workflow: order
version: 1
title: {en: Where my order is, pt: Onde está meu pedido}
route: {when: "the person asks for an order", examples: [where is my order, onde está meu pedido]}
slots:
  number: {type: integer, ask: {en: "What is its number?", pt: "Qual é o número?"}}
start: which
states:
  which: {ask: number, go: told}
  told: {say: {en: "Order {number} is sent.", pt: "O pedido {number} está a caminho."}, go: human}
  human: {handoff: billing, go: thanks}
  thanks: {say: {en: "Thank you for waiting.", pt: "Obrigado por esperar."}, end: completed}
"""
VISIT = """\
workflow: visit
version: 1
title: {en: Book a visit, pt: Marcar uma visita}
route: {when: "the person books a visit", examples: [book a visit, marcar uma visita]}
slots:
  people: {type: integer, ask: {en: "How many people?", pt: "Quantas pessoas?"}}
start: count
states:
  count: {ask: people, go: done}
  done: {say: {en: "A visit for {people}.", pt: "Uma visita para {people}."}, end: completed}
"""
LEAVE = """\
workflow: leave
version: 1
title: {en: End a contract, pt: Encerrar um contrato}
route: {when: "the person ends a contract", examples: [end my contract, encerrar meu contrato]}
start: human
states:
  human: {handoff: night, end: escalated}
"""
RETURN = """\
workflow: giveback
version: 1
title: {en: Send something back, pt: Devolver um produto}
route: {when: "they send something back", examples: [send it back, quero devolver um produto]}
slots:
  product: {type: text, ask: {en: "Which product?", pt: "Qual produto?"}}
  parcels: {type: integer, ask: {en: "How many parcels?", pt: "Quantos pacotes?"}}
start: what
states:
  what: {ask: [product, parcels], go: [{if: tries > 4, to: human}, {to: done}]}
  done: {say: {en: "{product}: {parcels}.", pt: "{product}: {parcels}."}, end: completed}
  human: {handoff: support, end: escalated}
"""


def project_at(folder: Path) -> Path:
    """Write a project with three teams: one always there, one never, one by presence."""
    never = DAYS[(datetime.now(UTC) + timedelta(days=3)).weekday()]
    (folder / "workflows").mkdir(parents=True)
    (folder / "batuta.yaml").write_text(
        "include: [onboarding]\nsmall_tools: [notes]\npolicies: {judge: never}\n"
        "teams:\n"
        "  support: {title: {en: Support, pt: Suporte}, wait_minutes: 20}\n"
        "  billing: {title: {en: Billing, pt: Cobrança}, presence: true}\n"
        "  night:\n"
        "    title: {en: Night desk, pt: Plantão}\n"
        f'    hours: {{timezone: America/Sao_Paulo, open: {{{never}: "09:00-18:00"}}}}\n'
        "    away: {en: The night desk sleeps., pt: O plantão está dormindo.}\n"
    )
    for name, text in (("order", ORDER), ("visit", VISIT), ("leave", LEAVE), ("giveback", RETURN)):
        (folder / "workflows" / f"{name}.yaml").write_text(text)
    return folder


@dataclass
class Staff:
    """Somebody at the inbox."""

    chat: Chat
    email: str

    async def get(self, path: str = "", **params: Any) -> Json:
        answer = await self.chat.get(f"/inbox{path}", params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def queue(self, **params: Any) -> list[Json]:
        return (await self.get(**params))["handovers"]

    async def of(self, person: Chat) -> Json:
        """Find somebody's conversation in the queue."""
        found = [h for h in await self.queue() if h["session"] == person.session]
        assert len(found) == 1, found
        return found[0]

    async def do(self, handover: str, what: str, body: Json | None = None, **more: Any) -> Json:
        answer = await self.chat.post(f"/inbox/{handover}/{what}", body, **more)
        assert answer.status_code in (200, 201, 204), (answer.status_code, answer.text)
        return answer.json() if answer.content else {}

    async def refused(self, handover: str, what: str, body: Json | None = None) -> Json:
        answer = await self.chat.post(f"/inbox/{handover}/{what}", body)
        assert answer.status_code >= 400, answer.text
        return answer.json() | {"status": answer.status_code}

    async def reply(self, handover: str, text: str, key: str | None = None) -> int:
        headers = self.chat.auth | ({"idempotency-key": key} if key else {})
        answer = await self.chat.http.post(
            f"{self.chat.url}/inbox/{handover}/reply", json={"text": text}, headers=headers
        )
        assert answer.status_code == 201, answer.text
        return answer.json()["no"]

    async def lines(self, handover: str, after: int = 0) -> list[Json]:
        return (await self.get(f"/{handover}", after=after))["lines"]


class Listening:
    """A page that waits: what comes into its conversation by itself, as it comes."""

    def __init__(self, answer: httpx.Response) -> None:
        self._events = events_of(answer)
        self.heard: list[Json] = []

    async def until(self, kind: str, **fields: Any) -> Json:
        """Read on to an event of a type, with these fields."""
        async with asyncio.timeout(LONGEST):
            async for event in self._events:
                self.heard.append(event)
                if event["type"] == kind and all(event.get(k) == v for k, v in fields.items()):
                    return event
        raise AssertionError(f"the stream ended without {kind}: {self.heard}")

    async def rest(self) -> AsyncGenerator[Json]:
        """Read on to the end of the stream."""
        async with asyncio.timeout(LONGEST):
            async for event in self._events:
                yield event


@asynccontextmanager
async def listening(
    person: Chat, after: str | None = None, url: str | None = None
) -> AsyncGenerator[Listening]:
    """Open the stream of a conversation."""
    params = {"after": after} if after else {}
    path = f"{url or person.url}/sessions/{person.session}/events"
    async with person.http.stream("GET", path, params=params, headers=person.auth) as answer:
        assert answer.status_code == 200, await answer.aread()
        yield Listening(answer)
