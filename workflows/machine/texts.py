"""What the engine itself says, in every language it speaks."""

from __future__ import annotations

import re
from typing import Any, cast

from contracts.json import JsonMapping, JsonObject
from language.detect import Language, detect
from workflows.file.slots import Slot
from workflows.file.words import in_language
from workflows.machine.slots.values import ValueProblem

PLACE = re.compile(r"\{([a-z_][\w.]*)\}")
TEXTS: dict[str, dict[str, str]] = {
    "ask": {"en": "What is your {title}?", "pt": "Qual é o valor de {title}?"},
    "ask_choice": {"en": "Which {title}?", "pt": "Qual {title}?"},
    "min": {"en": "It must be at least {limit}.", "pt": "Precisa ser pelo menos {limit}."},
    "max": {"en": "It can be at most {limit}.", "pt": "Pode ser no máximo {limit}."},
    "min_text": {
        "en": "It needs at least {limit} characters.",
        "pt": "Precisa ter pelo menos {limit} caracteres.",
    },
    "max_text": {
        "en": "It can have at most {limit} characters.",
        "pt": "Pode ter no máximo {limit} caracteres.",
    },
    "whole": {"en": "I need a whole number.", "pt": "Preciso de um número inteiro."},
    "pattern": {"en": "That is not in the right form.", "pt": "Isso não está no formato certo."},
    "option": {"en": "Please choose one of: {options}.", "pt": "Escolha uma opção: {options}."},
    "type_text": {"en": "I did not understand that.", "pt": "Não entendi."},
    "type_name": {"en": "A name needs letters.", "pt": "Um nome precisa de letras."},
    "type_city": {
        "en": "I need the name of a place.",
        "pt": "Preciso do nome de um lugar.",
    },
    "type_integer": {"en": "Please give me a number.", "pt": "Por favor, informe um número."},
    "type_number": {"en": "Please give me a number.", "pt": "Por favor, informe um número."},
    "type_date": {
        "en": "Please give me a date, such as March 5, 2026.",
        "pt": "Por favor, informe uma data, como 5 de março de 2026.",
    },
    "type_email": {
        "en": "That is not an e-mail address; one looks like ana@example.org.",
        "pt": "Isso não é um e-mail; um e-mail é assim: ana@example.org.",
    },
    "type_boolean": {"en": "Please answer yes or no.", "pt": "Responda sim ou não, por favor."},
    "change": {"en": "What should I change?", "pt": "O que devo mudar?"},
    "cancelled": {"en": "All right, I have stopped this.", "pt": "Certo, parei por aqui."},
    "help": {
        "en": "We are at “{title}”. You can answer the question, correct anything you have said, "
        "ask for something else (we will come back here), or say “cancel”.",
        "pt": "Estamos em “{title}”. Você pode responder à pergunta, corrigir algo que disse, "
        "pedir outra coisa (depois voltamos aqui) ou dizer “cancelar”.",
    },
    "needed": {
        "en": "I cannot finish this without it. If you would rather not say, answer “cancel”.",
        "pt": "Sem isso não consigo terminar. Se preferir não dizer, responda “cancelar”.",
    },
    "way_out": {
        "en": "You can also say “cancel”, or ask for something else.",
        "pt": "Você também pode dizer “cancelar”, ou pedir outra coisa.",
    },
    "back": {"en": "Back to “{title}”.", "pt": "Voltando a “{title}”."},
    "handoff": {
        "en": "I am handing this over to our team ({team}); a person will go on from here.",
        "pt": "Vou passar para a nossa equipe ({team}); uma pessoa continua a partir daqui.",
    },
    "no_handoff": {
        "en": "Nobody of our team can take over here.",
        "pt": "Aqui não há ninguém da equipe que possa assumir.",
    },
    "failed": {
        "en": "That did not work: {reason}",
        "pt": "Não deu certo: {reason}",
    },
    "missing": {
        "en": "I cannot do that yet; still missing: {names}.",
        "pt": "Ainda não posso fazer isso; falta: {names}.",
    },
    "pending": {
        "en": "I am still waiting for your decision on that.",
        "pt": "Ainda espero a sua decisão sobre isso.",
    },
    "page": {
        "en": "Please answer in the form on the page (or say “cancel”).",
        "pt": "Responda no formulário da página (ou diga “cancelar”).",
    },
    "page_wrong": {
        "en": "Something in the form does not fit: {names}. Please correct it.",
        "pt": "Algo no formulário não está certo: {names}. Corrija, por favor.",
    },
    "page_other": {
        "en": "The form sent something that I cannot read. Please fill it in again.",
        "pt": "O formulário enviou algo que não consigo ler. Preencha de novo, por favor.",
    },
    "noted": {"en": "Noted: {names}.", "pt": "Anotado: {names}."},
    "later": {
        "en": "You also asked for something else: {title}. Shall we go on with that?",
        "pt": "Você também pediu outra coisa: {title}. Vamos a isso agora?",
    },
    "left": {
        "en": "If you did not mean to leave, we can go on where we were.",
        "pt": "Se não era para sair, podemos continuar de onde paramos.",
    },
    "go_back": {"en": "Go on with: {title}", "pt": "Continuar: {title}"},
    "offer": {"en": "What next?", "pt": "E agora?"},
    "yes": {"en": "Yes", "pt": "Sim"},
    "no": {"en": "No", "pt": "Não"},
    "moved": {
        "en": "This conversation has been renewed; we go on from here.",
        "pt": "Esta conversa foi atualizada; continuamos daqui.",
    },
    "too_long": {
        "en": "This went through too many steps at once and was stopped.",
        "pt": "Foram passos demais de uma vez; parei por aqui.",
    },
}


def words(key: str, language: str, **facts: object) -> str:
    """Return one of the engine's texts."""
    known = TEXTS[key]
    return known.get(language, known["en"]).format(**facts)


def title_of(name: str, slot: Slot, language: str) -> str:
    """Return what a slot is called."""
    return in_language(slot.title, language) if slot.title else name.replace("_", " ")


def question(name: str, slot: Slot, language: str) -> str:
    """Return the question for a slot: the author's, or one made of its title."""
    if slot.ask:
        return in_language(slot.ask, language)
    key = "ask_choice" if slot.type == "choice" else "ask"
    return words(key, language, title=title_of(name, slot, language))


def complaint(slot: Slot, problem: ValueProblem, language: str) -> str:
    """Say what is wrong with an answer, and what a right one looks like."""
    if slot.invalid:
        return in_language(slot.invalid, language)
    if problem.kind == "type":
        known = f"type_{slot.type}"
        return words(known if known in TEXTS else "type_text", language)
    textual = slot.type in ("text", "name", "city", "email") and problem.kind in ("min", "max")
    key = f"{problem.kind}_text" if textual else problem.kind
    options = ", ".join(label for label, _ in labels(slot, language)) if slot.of else ""
    return words(key, language, limit=_shown(problem.limit), options=options)


def _shown(limit: Any) -> str:
    whole = isinstance(limit, float) and limit.is_integer()
    return str(int(limit)) if whole else str(limit)


def labels(slot: Slot, language: str) -> list[tuple[str, str]]:
    """Return the buttons of a question: their labels and what pressing one says."""
    if slot.type == "boolean":
        return [(words(k, language), words(k, language)) for k in ("yes", "no")]
    return [(_capital(called(slot, option, language)), option) for option in slot.of or {}]


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]


def called(slot: Slot, option: str, language: str) -> str:
    """Return what people call an option in their language, else its own name."""
    told, own = (slot.of or {}).get(option, []), option.replace("_", " ")
    spoken: Language = "pt" if language == "pt" else "en"
    if isinstance(told, dict):
        return told[spoken][0] if spoken in told else own
    return next((name for name in told if _surely(name, spoken)), own)


def _surely(name: str, language: Language) -> bool:
    """Tell whether a name itself speaks for a language: most single words speak for none."""
    return detect(name, "en") == detect(name, "pt") == language


def fill_in(
    text: str,
    slots: JsonMapping,
    profile: JsonMapping,
    results: JsonMapping | None = None,
) -> str:
    """Put slots, profile and results into a text; what is not known yet leaves its place empty."""
    owners: dict[str, JsonMapping] = {"profile": profile, "results": results or {}}

    def value(found: re.Match[str]) -> str:
        owner, _, rest = found[1].partition(".")
        if not rest:
            return _spoken(slots.get(owner))
        here: Any = owners.get(owner, {} if owner != "slots" else slots)
        for name in rest.split("."):
            known = cast("JsonObject", here) if isinstance(here, dict) else {}
            here = known.get(name)
        return _spoken(here)

    return PLACE.sub(value, text)


def _spoken(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "✓", False: "✗", None: ""}[value]
    if isinstance(value, dict | list):
        return ""
    return str(value)[:500]
