"""What is said of files, in Portuguese, for authors who read no English.

Findings are made in English, in many places and of many parts. Here they are recognised by the
templates of `messages_pt.yaml`; what is filled in is translated likewise, names stay as they are.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import yaml

TABLE = Path(__file__).parent / "messages_pt.yaml"
_PREFIX = re.compile(r"([\w.$\[\]]+|'.*?'): (.+)", re.S)
_NOUNS = {
    "state": "estado", "slot": "dado", "agent": "agente", "tool": "ferramenta",
    "workflow": "fluxo", "answer": "resposta", "tool or agent": "ferramenta ou agente",
    "skipped": "pulado", "left out": "deixado de fora", "nothing": "nada",
    "a number": "um número", "an integer": "um inteiro", "a string": "um texto",
    "a boolean": "um booleano", "an array": "uma lista", "an object": "um objeto",
    "numbers": "números", "single": "simples", "double": "duplas", "the file": "o arquivo",
    "a choice": "uma escolha", "a date": "uma data", "a text": "um texto", "a name": "um nome",
    "a list": "uma lista", "a time": "uma hora", "a phone": "um telefone", "none": "nenhum",
}  # fmt: skip
_MOST_PARTS = 4  # of a message, one in another


def in_portuguese(message: str, depth: int = 0) -> str:
    """Return a finding in Portuguese; what is not known stays as it is."""
    if message in _NOUNS:
        return _NOUNS[message]
    if depth > _MOST_PARTS:
        return message
    for pattern, target, quoted in _templates():
        if found := pattern.fullmatch(message):
            parts = zip(found.groups(), quoted, strict=True)
            told = (part if named else in_portuguese(part, depth + 1) for part, named in parts)
            return target.format(*told)
    if message.startswith("; "):
        return f"; {in_portuguese(message[2:], depth)}"
    if place := _PREFIX.fullmatch(message):
        return f"{place[1]}: {in_portuguese(place[2], depth + 1)}"
    return message


def english_templates() -> list[str]:
    """Return every template that there is a translation of, as the code writes it."""
    return [_unescaped(english) for english, _ in _rows()]


@cache
def _rows() -> list[tuple[str, str]]:
    read: list[list[str]] = yaml.safe_load(TABLE.read_text("utf-8"))
    return [(english, portuguese) for english, portuguese in read]


@cache
def _templates() -> list[tuple[re.Pattern[str], str, list[bool]]]:
    """Return the templates as patterns, and which parts are names; those that say most first."""
    rows = sorted(_rows(), key=lambda row: -len(row[0].replace("{}", "")))
    return [(_pattern(english), portuguese, _names(english)) for english, portuguese in rows]


def _names(english: str) -> list[bool]:
    """Tell which parts stand in quotes: those are names, and nobody's words."""
    pieces = english.split("{}")
    return [b[-1:] == a[:1] and b[-1:] in ("'", '"') for b, a in pairwise(pieces)]


def _pattern(english: str) -> re.Pattern[str]:
    pieces = [re.escape(_unescaped(piece)) for piece in english.split("{}")]
    return re.compile("(.*?)".join(pieces), re.S)


def _unescaped(template: str) -> str:
    return template.replace("{{", "{").replace("}}", "}")
