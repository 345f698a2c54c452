"""Chooses the tool a message asks for, by meaning and by words, for tools never seen before."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache

from agent.models.local.fill import Filled, fill, is_day
from agent.models.local.request import Declared
from language.detect import Language
from language.encoder import Vectors, embed, likenesses
from language.matching import stems

IDLE = frozenset(
    "a o as os um uma de do da em no na the an of in on to for and e is are what que qual me my "
    "meu minha it this with by from how como tell diz fala pode can you voce por favor please i eu "
    "or ou such its person pessoa esta este here another se that person's own".split()
)

_NO_DAY = 0.2
LONGEST = 600  # characters of a message that the choice looks at

# Everyday words of requests, so that Portuguese reaches tools documented in English.
GLOSSARY = {
    "pedido": "order", "encomenda": "order", "empresa": "company", "sala": "room",
    "nota": "note",
    "anotacao": "note", "hora": "time", "horario": "time", "dia": "day", "data": "date",
    "reserva": "reserve", "reservar": "reserve", "busca": "look", "buscar": "look",
    "busque": "look",
    "procura": "look", "procurar": "look", "procure": "look", "onde": "where", "cade": "where",
    "situacao": "status", "preco": "price", "cliente": "customer", "usuario": "user",
    "conta": "account", "pagamento": "payment", "pagar": "pay", "fatura": "invoice",
    "boleto": "invoice", "produto": "product", "estoque": "stock", "entrega": "delivery",
    "endereco": "address", "cidade": "city", "nome": "name", "numero": "number", "valor": "amount",
    "moeda": "currency", "converter": "convert", "converte": "convert", "enviar": "send",
    "envia": "send", "mensagem": "message", "reuniao": "meeting", "agendar": "schedule",
    "agenda": "schedule", "curso": "course", "aluno": "student", "escola": "school",
    "arquivo": "file", "relatorio": "report", "tarefa": "task", "criar": "create", "cria": "create",
    "apagar": "delete", "apaga": "delete", "excluir": "delete", "mostrar": "show", "mostra": "show",
    "listar": "list", "lista": "list", "calcular": "calculate", "calcula": "calculate",
    "segundo": "second", "minuto": "minute", "maquina": "machine", "turno": "shift",
    "defeito": "defect", "voo": "flight", "viagem": "trip", "hotel": "hotel", "saldo": "balance",
    "parcel": "order", "package": "order", "find": "look", "search": "look", "book": "reserve",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RankedTool:
    """A tool, how well it fits, and what the message gives it."""

    tool: Declared
    score: float
    filled: Filled


@lru_cache(64)
def _profile(tools: tuple[Declared, ...]) -> list[tuple[Vectors, dict[str, float]]]:
    """Return each tool's phrases as vectors, and its words weighted by how few tools have them."""
    bags = [_bag(tool) for tool in tools]
    profiles: list[tuple[Vectors, dict[str, float]]] = []
    for tool, bag in zip(tools, bags, strict=True):
        shared = {word: sum(word in other for other in bags) for word in bag}
        weights = {word: weight / shared[word] for word, weight in bag.items()}
        profiles.append((embed(phrases(tool)), weights))
    return profiles


def phrases(tool: Declared) -> list[str]:
    """Return the texts that say what a tool is for."""
    name = tool.name.replace("_", " ")
    description = tool.description.split("\n\n")[0]
    clauses = [c.strip(" .") for c in re.split(r"[():;.]|, | or ", description)]
    found = [name, description, *(c for c in clauses if len(c) > 3)]
    return [text for text in dict.fromkeys(found) if text][:12]


def _bag(tool: Declared) -> dict[str, float]:
    bag: dict[str, float] = {}
    for weight, text in (
        (0.6, " ".join(f"{p.name.replace('_', ' ')} {p.description}" for p in tool.parameters)),
        (1.0, tool.description),
        (1.5, tool.name.replace("_", " ")),
    ):
        bag |= {word: weight for word in stems(text) if word not in IDLE and len(word) > 1}
    return bag


def rank(
    tools: tuple[Declared, ...], message: str, vector: Vectors, language: Language
) -> list[RankedTool]:
    """Return the tools, the best fit first."""
    message = message[:LONGEST]
    spoken = [word for word in stems(message) if word not in IDLE]
    said = {*spoken, *(GLOSSARY[word] for word in spoken if word in GLOSSARY)}
    ranked: list[RankedTool] = []
    for tool, (vectors, weights) in zip(tools, _profile(tools), strict=True):
        filled = fill(tool, message, language)
        meaning = max(_nearness(vectors, vector), _request_nearness(vectors, filled, message))
        words = min(1.0, sum(_weight(word, weights) for word in said) / 2.5)
        leads = bool(spoken) and _weight(spoken[0], weights) > 0
        score = meaning + 0.35 * words + 0.12 * leads + filled.evidence
        score -= 0.1 * sum(p.kind != "string" or bool(p.options) for p in filled.missing)
        score -= 0.15 * sum(_needs_arithmetic(p.description) for p in filled.missing)
        ranked.append(RankedTool(tool, score, filled))
    return sorted(_by_day(ranked), key=lambda c: -c.score)


def _by_day(ranked: list[RankedTool]) -> list[RankedTool]:
    """Set back what has no place for the day that is said, where another tool has one."""
    if not any(takes_day(c) and not c.filled.missing for c in ranked):
        return ranked
    return [
        c if takes_day(c) or c.filled.text else replace(c, score=c.score - _NO_DAY) for c in ranked
    ]


def takes_day(candidate: RankedTool) -> bool:
    """Tell whether a tool needs a day, and the message names another than today."""
    parameters = candidate.tool.parameters
    needed = (p.name for p in parameters if p.required and is_day(p))
    today = datetime.now(UTC).date().isoformat()
    return any(candidate.filled.args.get(name, today) != today for name in needed)


def _nearness(vectors: Vectors, vector: Vectors) -> float:
    near = sorted(likenesses(vectors, vector), reverse=True)
    return 0.75 * near[0] + 0.25 * near[min(1, len(near) - 1)] if near else 0.0


def _request_nearness(vectors: Vectors, filled: Filled, message: str) -> float:
    """Compare the request without the text it carries: "remember that" without what."""
    if not filled.text or filled.text == message:
        return 0.0
    request = message.replace(filled.text, " ").strip(" :\"'.,")[:300]
    return 0.9 * _nearness(vectors, embed([request])[0]) if len(request) > 2 else 0.0


def said_of(tool: Declared, message: str) -> bool:
    """Tell whether a message has a word of what a tool is called, does, or takes."""
    names = " ".join(p.name.replace("_", " ") for p in tool.parameters)
    own = stems(f"{tool.name.replace('_', ' ')} {tool.description} {names}")
    weights = {word: 1.0 for word in own if word not in IDLE and len(word) > 1}
    spoken = {word for word in stems(message[:LONGEST]) if word not in IDLE}
    spoken |= {GLOSSARY[word] for word in spoken if word in GLOSSARY}
    return any(_weight(word, weights) > 0 for word in spoken)


def _weight(word: str, weights: dict[str, float]) -> float:
    """Look a word up, other endings of the same verb included (anota, anotei, anotar)."""
    if word in weights:
        return weights[word]
    if len(word) < 5:
        return 0.0
    root = word[: max(4, len(word) - 2)]
    kin = (
        w for known, w in weights.items() if known.startswith(root) and len(known) < len(root) + 4
    )
    return 0.8 * max(kin, default=0.0)


def _needs_arithmetic(description: str) -> bool:
    return "expression" in description.lower() or "expressão" in description.lower()
