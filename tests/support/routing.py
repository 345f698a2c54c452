"""Workflows to choose from, and a router's agent that answers what it was given."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from router.answers import Question
from router.ask import ModelRoute, RouteQuestion
from router.info import RouteContext, RouteInfo
from router.route import Route, Router

EXAMPLES = {
    "onboarding": """
        I want to fill in my profile|update my personal data|change my e-mail address
        let's start my registration|quero preencher o meu perfil|atualizar os meus dados
        mudar o meu endereço|quero me cadastrar|correct my name in the profile|complete my profile
    """,
    "refund": """
        I want my money back|refund my purchase|the product came broken and I want a refund
        quero o meu dinheiro de volta|pedir reembolso da compra|estornar o pagamento
        return this order and get refunded|I was charged twice, give it back
        o produto veio quebrado, quero reembolso|how do I get a refund
    """,
    "dashboard": """
        show me the sales dashboard|open the monthly chart|how much did we sell last month
        mostre o painel de vendas|quero ver o gráfico do mês|quanto vendemos em março
        plot revenue by region|a chart of the best products|faturamento por loja
        abrir o painel de indicadores
    """,
    "password": """
        I forgot my password|reset my password|I can't log in|my account is locked
        esqueci a minha senha|não consigo entrar na minha conta|redefinir senha
        minha conta está bloqueada|trocar a senha|the login does not accept my password
    """,
    "delivery": """
        where is my package|when will my order arrive|track my delivery|cadê a minha encomenda
        o pedido ainda não chegou|rastrear a entrega|my parcel is late|qual o prazo de entrega
        has my order shipped yet|status of the shipment
    """,
}
TITLES = {"refund": "Refunds", "dashboard": "Sales dashboard"}


def info(name: str, examples: Sequence[str], **more: Any) -> RouteInfo:
    return RouteInfo(name, TITLES.get(name, ""), examples=examples, **more)


def split(text: str) -> list[str]:
    return [t.strip() for line in text.strip().splitlines() for t in line.split("|")]


def project(**more: RouteInfo) -> dict[str, RouteInfo]:
    infos = {name: info(name, split(text)) for name, text in EXAMPLES.items()}
    return {"root": RouteInfo("root", "Assistant"), **infos, **more}


def while_in(workflow: str, question: Question | None = None, **more: Any) -> RouteContext:
    return RouteContext(workflow, "collect", question, **more)


AGE = Question("How old are you?", "integer")
NAME = Question("What is your name?", "text")
CITY = Question("Em que cidade você mora?", "text")
SURE = Question("Está certo?", "boolean")
WHEN = Question("Since when?", "date")
TOPIC = Question("What is it about?", "choice", ["refund", "delivery", "something else"])


# The router agent

UNSURE = "can you check my parcel please?"


class ScriptedRouterAgent:
    """A router agent that answers what it was given to answer."""

    def __init__(self, answer: ModelRoute | BaseException | None) -> None:
        self.answer = answer
        self.asked: list[RouteQuestion] = []

    async def __call__(self, question: RouteQuestion) -> ModelRoute:
        self.asked.append(question)
        if isinstance(self.answer, BaseException):
            raise self.answer
        if self.answer is None:
            await asyncio.Event().wait()
        assert self.answer
        return self.answer


async def decided(
    router: Router, agent: ScriptedRouterAgent, context: RouteContext | None = None
) -> Route:
    return await router.decide(UNSURE, context or RouteContext(), agent)
