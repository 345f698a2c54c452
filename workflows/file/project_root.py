"""The built-in assistant of a project that has no `root.yaml`: it knows whose assistant it is.

It introduces the project and what can be done there, in the person's language and without a model,
and does not tell the time of a shop's customers unless the shop wants that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import yaml

from contracts.json import JsonObject
from language.detect import Language
from workflows.file.load import CATALOG, parse_source
from workflows.file.manifest import Manifest
from workflows.file.schema import Workflow
from workflows.file.source import Source
from workflows.file.words import LANGUAGES, LocalizedText, in_language

ROOT = "root"
MOST_NAMED = 12  # workflows that are told of
_SMALL_TOOLS = {
    "clock": {"current_time", "calendar_day", "countdown"},
    "sums": {"calculator"},
    "notes": {"save_note", "list_notes", "forget_notes"},
}
# Words of the built-in examples by which it is known what they ask for.
_ASKED_BY = {
    "clock": (
        "what time", "the time in", "what day", "how many days", "countdown",
        "que horas", "que dia", "quantos dias", "contagem",
    ),
    "sums": (
        "how much is", "square root", "average", "how much are", "quanto é", "raiz", "média",
        "quanto dá",
    ),
    "notes": (
        "note", "nota", "anota", "write down", "escrever aí", "remind", "delete it", "apaga isso",
        "me lembra",
    ),
}  # fmt: skip
# Reproaches: in a house with customers they are as often complaints of it.
_REPROACHES = ("useless", "stupid", "my question", "inútil", "burro", "lixo", "pergunt")
_HELLO: dict[Language, str] = {
    "en": "Hello! I am the assistant of {title}. What can I do for you?",
    "pt": "Olá! Sou o assistente virtual de {title}. Em que posso ajudar?",
}
_INTRODUCTION: dict[Language, str] = {
    "en": "I am the assistant of {title}, a program and not a person.",
    "pt": "Sou o assistente virtual de {title}: um programa, não uma pessoa.",
}
_CAN: dict[Language, str] = {"en": "You can ask me for:", "pt": "Você pode me pedir:"}
_SAY: dict[Language, str] = {"en": "for instance “{}”", "pt": "por exemplo “{}”"}
_GREETINGS: dict[Language, list[str]] = {
    "en": ["hello", "hi", "hi there", "hey", "good morning", "good afternoon", "good evening"],
    "pt": ["oi", "olá", "opa", "bom dia", "boa tarde", "boa noite", "oi, tudo bem?"],
}
_QUESTIONS: dict[Language, list[str]] = {
    "en": [
        "what can you do?", "help", "help me", "what can I ask you?", "how can you help me?",
        "who are you?", "what are you?", "are you a robot?", "what is this?", "show me the options",
        "what do you do?", "whose assistant are you?",
    ],
    "pt": [
        "o que você faz?", "ajuda", "me ajuda", "o que você sabe fazer?", "o que posso pedir?",
        "como você pode me ajudar?", "quem é você?", "o que você é?", "você é um robô?",
        "que lugar é este?", "quais são as opções?", "de quem é este assistente?",
    ],
}  # fmt: skip


def project_root(manifest: Manifest, served: Mapping[str, Workflow]) -> tuple[Workflow, Source]:
    """Make the root workflow of a project out of the built-in one."""
    text = (CATALOG / f"{ROOT}.yaml").read_text("utf-8")
    data: JsonObject = yaml.safe_load(text)
    named = _named(served.values())
    unwanted = _SMALL_TOOLS.keys() - set(manifest.small_tools)
    agent: JsonObject = data["agents"]["assistant"]
    dropped = {tool for kind in unwanted for tool in _SMALL_TOOLS[kind]}
    agent["tools"] = [tool for tool in agent["tools"] if tool not in dropped]
    agent["prompt"] = f"{agent['prompt'].strip()}\n{_about(manifest, named)}"
    data["answers"] = _answers(manifest, named) | _spoken(data["answers"], manifest)
    words = [*_REPROACHES, *(word for kind in unwanted for word in _ASKED_BY[kind])]
    data["route"]["examples"] = [
        example
        for example in data["route"]["examples"]
        if not any(word in example for word in words)
    ]
    return parse_source(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), f"{ROOT}.yaml")


def _named(workflows: Iterable[Workflow]) -> list[Workflow]:
    """Choose the workflows that people are told of: open to all, and not coming by themselves."""
    found = [
        w
        for w in workflows
        if w.workflow != ROOT and not w.route.first and (not w.access or "user" in w.access)
    ]
    return found[:MOST_NAMED]


def _answers(manifest: Manifest, named: list[Workflow]) -> JsonObject:
    spoken = manifest.languages or LANGUAGES
    hello = {one: _HELLO[one].format(title=_title(manifest, one)) for one in spoken}
    about = {one: _introduction(manifest, named, one) for one in spoken}
    return {
        "hello": {"ask": {one: _GREETINGS[one] for one in spoken}, "say": hello},
        "introduction": {"ask": {one: _QUESTIONS[one] for one in spoken}, "say": about},
    }


def _spoken(answers: JsonObject, manifest: Manifest) -> JsonObject:
    """Return the answers that hold for any project, in the languages that it speaks."""
    spoken = manifest.languages or LANGUAGES
    return {
        name: {part: {one: told[one] for one in spoken} for part, told in answer.items()}
        for name, answer in answers.items()
    }


def _introduction(manifest: Manifest, named: list[Workflow], language: Language) -> str:
    parts = [_INTRODUCTION[language].format(title=_title(manifest, language))]
    if manifest.description:
        parts.append(in_language(manifest.description, language).strip())
    if named:
        lines = [f"- {_line(workflow, language)}" for workflow in named]
        parts.append("\n".join([_CAN[language], *lines]))
    return "\n\n".join(parts)


def _line(workflow: Workflow, language: Language) -> str:
    title = in_language(workflow.title, language)
    examples = workflow.route.examples_in(language)
    return f"{title}, {_SAY[language].format(examples[0])}" if examples else title


def _title(manifest: Manifest, language: Language) -> str:
    title: LocalizedText = manifest.title or manifest.name.replace("-", " ").replace("_", " ")
    return in_language(title, language)


def _about(manifest: Manifest, named: list[Workflow]) -> str:
    """Tell a model whose assistant it is."""
    told = [f"You are the assistant of {_title(manifest, 'en')}."]
    if manifest.description:
        told.append(in_language(manifest.description, "en").strip())
    if named:
        titles = "; ".join(in_language(w.title, "en") for w in named)
        told.append(
            f"What people can ask for here: {titles}. Say so when they ask what you can do."
        )
    told.append("Of this organisation you know no more than that: never invent facts about it.")
    return "\n".join(told)
