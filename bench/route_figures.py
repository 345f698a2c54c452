"""How well the router routes public labelled messages: the figures of docs/router.md.

    python -m bench.route_figures --data DIR

DIR holds clinc150.csv with clinc150_domains.json, homeassistant_ptbr.csv and evg_ptbr.csv, each
with the columns text,intent,split. Examples are drawn by chance (fixed seeds) and never tested.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from router.answers import Question
from router.evaluate import Judged, judge, report
from router.info import RouteContext, RouteInfo
from router.labelled import OUT_OF_SCOPE, LabelledMessage
from router.likeness import SURE
from router.route import Router

EXAMPLES = 10
SEEDS = (0, 1, 2, 3)
_FAR, _NEAR = 300, 300

Labelled = Mapping[str, Sequence[str]]


@dataclass(slots=True)
class RoutingSplit:
    """Examples, messages that belong somewhere, and messages that belong nowhere, by kind."""

    examples: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    inside: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    outside: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def add(self, name: str, train: Sequence[str], test: Sequence[str]) -> None:
        self.examples[name] = list(train)
        self.inside += [(text, name) for text in test]


class Data:
    """The files, read once."""

    def __init__(self, folder: Path) -> None:
        self.domains: dict[str, list[str]] = json.loads(
            (folder / "clinc150_domains.json").read_text("utf-8")
        )
        rows = _rows(folder / "clinc150.csv")
        self.train = _by_intent(r for r in rows if r["split"] == "train")
        self.test = _by_intent(r for r in rows if r["split"] == "test")
        self.home = _by_intent(_rows(folder / "homeassistant_ptbr.csv"))
        self.school = _by_intent(_rows(folder / "evg_ptbr.csv"))


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _by_intent(rows: Iterator[dict[str, str]] | list[dict[str, str]]) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for row in rows:
        found[row["intent"]][row["text"]] = None
    return {intent: list(texts) for intent, texts in sorted(found.items())}


def clinc(data: Data, chance: random.Random, intents: int) -> RoutingSplit:
    """Intents of any domain; near: messages of all the other intents."""
    names = chance.sample([n for n in data.train if n != OUT_OF_SCOPE], intents)
    case = _of_clinc(data, chance, {name: [name] for name in names}, 30)
    others = [t for n, ts in data.test.items() if n not in names and n != OUT_OF_SCOPE for t in ts]
    case.outside["near"] = chance.sample(others, min(_NEAR, len(others)))
    return case


def one_domain(data: Data, chance: random.Random) -> RoutingSplit:
    """The fifteen intents of one domain: each is the neighbour of all others."""
    names = data.domains[chance.choice(sorted(data.domains))]
    return _of_clinc(data, chance, {name: [name] for name in names}, 30)


def broad(data: Data, chance: random.Random, domains: int) -> RoutingSplit:
    """Whole domains as workflows: ten sentences stand for fifteen intents."""
    names = chance.sample(sorted(data.domains), domains)
    return _of_clinc(data, chance, {name: data.domains[name] for name in names}, 60)


def _of_clinc(
    data: Data, chance: random.Random, groups: Mapping[str, Sequence[str]], tested: int
) -> RoutingSplit:
    case = RoutingSplit()
    for name, intents in groups.items():
        train = [text for intent in intents for text in data.train[intent]]
        test = [text for intent in intents for text in data.test[intent]]
        case.add(name, chance.sample(train, EXAMPLES), chance.sample(test, tested))
    case.outside["far"] = chance.sample(data.test[OUT_OF_SCOPE], _FAR)
    return case


def portuguese(own: Labelled, other: Labelled, chance: random.Random) -> RoutingSplit:
    """Fine-grained intents; near: intents held out; far: the other file."""
    names = [name for name, texts in own.items() if len(texts) >= 5]
    held = set(chance.sample(names, max(3, len(names) // 5)))
    case = RoutingSplit()
    for name in (n for n in names if n not in held):
        texts = chance.sample(own[name], len(own[name]))
        cut = min(EXAMPLES, max(2, len(texts) * 6 // 10))
        case.add(name, texts[:cut], texts[cut:])
    case.outside["near"] = [t for n, ts in own.items() if n not in case.examples for t in ts]
    case.outside["far"] = [t for ts in other.values() for t in ts]
    return case


def across() -> RoutingSplit:
    """English examples, Portuguese messages; all of them written for this measurement."""
    case = RoutingSplit()
    for line in ACROSS.strip().splitlines():
        name, english, other = (part.strip() for part in line.split("|"))
        case.add(name, _split(english), _split(other))
    case.outside["far"] = _split(ACROSS_OUTSIDE)
    return case


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


ACROSS = """
refund | I want my money back; refund my purchase; how do I return this; get a refund for my order; you charged me twice | quero meu dinheiro de volta; como devolvo esse produto; fui cobrado duas vezes; preciso de um reembolso
delivery | where is my package; track my order; when will it arrive; my parcel is late; has it been shipped | cadê meu pacote; quando chega a minha encomenda; a entrega está atrasada; rastrear o meu pedido
password | I forgot my password; reset my password; I can't log in; my account is locked; change my password | esqueci minha senha; não consigo entrar na conta; minha conta está bloqueada; quero trocar a senha
booking | book a table for two; reserve a table tonight; make a dinner reservation; I need a table at eight; is there a table free | quero reservar uma mesa; tem mesa para hoje à noite; faça uma reserva para o jantar; mesa para quatro pessoas às oito
weather | what is the weather like; will it rain tomorrow; weather forecast for the weekend; how hot is it today; do I need an umbrella | vai chover amanhã; qual é a previsão do tempo; está frio hoje; preciso levar guarda-chuva
job | are you hiring; how do I apply for a job; open positions; send my resume; what jobs do you have | vocês estão contratando; como me candidato a uma vaga; quais vagas estão abertas; para onde mando meu currículo
sales | show last month's sales; how much did we sell; revenue by region; chart of the best products; sales report | mostre as vendas do mês passado; quanto vendemos; faturamento por região; relatório de vendas
human | talk to a person; I want a human agent; connect me to support; let me speak to someone; call an attendant | quero falar com uma pessoa; me passa para um atendente; falar com o suporte; preciso de um atendente humano
hours | what are your opening hours; are you open on Sunday; when do you close; what time do you open; opening times | qual o horário de funcionamento; vocês abrem domingo; que horas fecha; a que horas a loja abre
invoice | send me the invoice; I need a copy of my bill; download the invoice; where is my receipt; second copy of the bill | me envie a fatura; preciso da segunda via da conta; quero baixar a nota fiscal; onde está meu recibo
"""  # noqa: E501
ACROSS_OUTSIDE = """
conte uma piada; qual é a capital da França; quem ganhou o jogo ontem; me ensine a tocar violão;
como se faz bolo de cenoura; quantos anos você tem; traduza bom dia para o inglês; você gosta de
futebol; quem descobriu o Brasil; escreva um poema sobre o mar; qual o sentido da vida; como cuidar
de orquídeas; me fale sobre dinossauros; quantos planetas existem; como emagrecer rápido; toque uma
música do Caetano; qual a raiz quadrada de nove; meu gato está doente; que filme devo ver; conserte
o meu carro
"""


async def measure(name: str, cases: Sequence[RoutingSplit]) -> str:
    """Route every message of the cases and put the means into one line of the table."""
    figures: dict[str, list[float]] = defaultdict(list)
    for case in cases:
        router = Router({n: RouteInfo(n, examples=texts) for n, texts in case.examples.items()})
        inside = await judge(router, _as_rows(case.inside))
        told = report(inside)
        figures["accuracy"].append(told.accuracy or 0)
        figures["right"].append(told.routed_right or 0)
        figures["asked"].append(told.asked_back / len(inside))
        everything = list(inside)
        for kind, texts in case.outside.items():
            outside = await judge(router, _as_rows([(text, OUT_OF_SCOPE) for text in texts]))
            figures[kind].append(report(outside).out_of_scope_recall or 0)
            everything += outside
        sure = [j for j in everything if _is_sure(j)]
        figures["sure"].append(len(sure) / len(everything))
        figures["sure right"].append(fmean(j.right for j in sure))
    columns = ("accuracy", "right", "asked", "far", "near", "sure", "sure right")
    cells = (f"{100 * fmean(figures[c]):.1f}" if figures[c] else "" for c in columns)
    return f"| {name} | " + " | ".join(cells) + " |"


async def in_conversation(data: Data, question: Question | None, name: str) -> str:
    """Send messages into a workflow of 15 that asked a question: do the right ones leave it?"""
    left: list[bool] = []
    stayed: list[bool] = []
    ignored: list[bool] = []
    for seed in SEEDS:
        chance = random.Random(seed)
        case = clinc(data, chance, 15)
        router = Router({n: RouteInfo(n, examples=texts) for n, texts in case.examples.items()})
        for text, own in chance.sample(case.inside, 200):
            other = chance.choice([n for n in case.examples if n != own])
            route = await router.decide(text, RouteContext(other, question=question))
            left.append((route.intent, route.workflow) == ("switch", own))
            route = await router.decide(text, RouteContext(own, question=question))
            stayed.append(route.intent == "stay")
        for text in case.outside["far"]:
            active = chance.choice(list(case.examples))
            route = await router.decide(text, RouteContext(active, question=question))
            ignored.append(route.intent == "stay")
    return f"| {name} | {fmean(left):.1%} | {fmean(stayed):.1%} | {fmean(ignored):.1%} |"


def _as_rows(labelled: Sequence[tuple[str, str]]) -> list[LabelledMessage]:
    return [LabelledMessage(text, RouteContext(), name) for text, name in labelled]


def _is_sure(judged: Judged) -> bool:
    """Tell whether the examples alone settled it: surely a workflow's, or surely nobody's."""
    route = judged.route
    return route.intent != "clarify" and route.confidence >= SURE


async def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.route_figures")
    parser.add_argument("--data", type=Path, required=True, help="the folder of labelled messages")
    data = Data(parser.parse_args().data)
    print(
        "| | accuracy | routed right | asked back | out of scope, far | near | sure | of it right |"
    )
    print("|---|---|---|---|---|---|---|---|")
    kinds: dict[str, Callable[[random.Random], RoutingSplit]] = {
        "CLINC150, 15 intents of any domain": lambda c: clinc(data, c, 15),
        "CLINC150, the 15 intents of one domain": lambda c: one_domain(data, c),
        "CLINC150, 100 intents": lambda c: clinc(data, c, 100),
        "CLINC150, 5 whole domains": lambda c: broad(data, c, 5),
        "CLINC150, 10 whole domains": lambda c: broad(data, c, 10),
        "Home Assistant, pt-BR": lambda c: portuguese(data.home, data.school, c),
        "EVG, pt-BR": lambda c: portuguese(data.school, data.home, c),
        "English examples, Portuguese messages": lambda _: across(),
    }
    for name, make in kinds.items():
        seeds = SEEDS[:1] if "English examples" in name or "100" in name else SEEDS
        print(await measure(name, [make(random.Random(seed)) for seed in seeds]), flush=True)
    print("\n| question just asked | another's left | its own stayed | nobody's stayed |")
    print("|---|---|---|---|")
    for kind in ("none", "text", "integer", "boolean"):
        question = None if kind == "none" else Question("", kind)
        print(await in_conversation(data, question, kind), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
