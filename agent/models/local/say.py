"""Puts a tool's result into a short sentence in the person's language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

from agent.models.local.request import Answered
from contracts.json import JsonObject
from language.detect import Language
from language.said_dates import say_moment
from tools.phrases import LocalPhrases, ToldResult, fields_of

_MOST_ITEMS = 10
_LONGEST = 1_500

_PT = {
    "result": "resultado", "date": "data", "time": "hora", "weekday": "dia da semana",
    "zone": "fuso", "saved": "guardado", "deleted": "apagados", "notes": "notas", "name": "nome",
    "city": "cidade", "count": "quantidade", "price": "preço", "status": "situação",
    "value": "valor", "text": "texto", "country": "país",
    "address": "endereço", "email": "e-mail", "items": "itens", "total": "total", "yes": "sim",
    "no": "não", "age": "idade", "phone": "telefone", "schooling": "escolaridade",
    "monday": "segunda-feira", "tuesday": "terça-feira", "wednesday": "quarta-feira",
    "thursday": "quinta-feira", "friday": "sexta-feira", "saturday": "sábado",
    "sunday": "domingo",
}  # fmt: skip
_DECLINED = "the person declined this call"  # how agent/path/tool_call.py tells the model
_LEFT = {"en": "Fine, I left it.", "pt": "Tudo bem, não fiz nada."}
_NOTHING = {"en": "There is nothing there yet.", "pt": "Ainda não há nada."}
_FAILED = {"en": "That did not work: {}.", "pt": "Isso não funcionou: {}."}
_WAITING = {
    "en": "That waits for your decision.",
    "pt": "Isso espera pela sua decisão.",
}
_DONE = {"en": "Done.", "pt": "Pronto."}
_MORE = {"en": "{} more", "pt": "mais {}"}
_RESULT = {"en": "The result is {}.", "pt": "O resultado é {}."}


def number_told(text: str, phrases: LocalPhrases) -> str | None:
    """Return the number of a sentence that told a tool's result, to go on with it."""
    for language, sentence in (phrases.result or {}).items():
        before, field, after = sentence.partition("{" + (fields_of(sentence)[0] or "") + "}")
        written = re.escape(before) + r"(-?[\d.,]+)" + re.escape(after)
        if field and (said := re.fullmatch(written, text.strip())):
            return said[1].replace(",", ".") if language == "pt" else said[1]
    return None


def say_all(results: Sequence[Answered], language: Language, message: str = "") -> str:
    """Say each result in a sentence of its own, under the tool's name where there are several."""
    if len(results) == 1:
        return say(results[0], language, message)
    told = [(_label(r.tool, language).capitalize(), say(r, language, message)) for r in results]
    return "\n".join(f"{name}: {said}" for name, said in told)


def say(answered: Answered, language: Language, message: str = "") -> str:
    """Say one result, failures included, to whoever wrote the message."""
    response = answered.response
    if "error" in response:
        if str(response["error"]).startswith(_DECLINED):
            return _LEFT[language]
        told = response.get("say") or response["error"]
        return _FAILED[language].format(str(told)[:600].rstrip(". "))
    if response.get("status") in ("waiting", "not_run"):
        return _WAITING[language]
    value: Any = response["result"] if set(response) == {"result"} else response
    value = _as_its_tool_tells(ToldResult(value, answered.args, message, language), answered)
    known = _in_its_own_words(value, answered, language)
    return known or _sentence(_without_echo(value, answered.args), language)


def _as_its_tool_tells(told: ToldResult, answered: Answered) -> Any:
    """Return what the tool makes of its result to be told; the result itself where it cannot."""
    if answered.phrases.tell is None:
        return told.value
    try:
        return answered.phrases.tell(told)
    except (LookupError, TypeError, ValueError, AttributeError):  # a result of another form
        return told.value


def _in_its_own_words(value: Any, answered: Answered, language: Language) -> str | None:
    """Fill the sentence that the tool brings for its result; None where a field is not there."""
    if not answered.phrases.result:
        return None
    sentence = answered.phrases.result[language]
    wanted = [name for name in fields_of(sentence) if name]
    fields = cast(JsonObject, value) if isinstance(value, dict) else {"result": value}
    if not all(name in fields for name in wanted):
        return None
    return sentence.format_map({n: _short(fields[n], language) for n in wanted})[:_LONGEST]


def _without_echo(value: Any, args: JsonObject) -> Any:
    """Drop from a result what only repeats the question."""
    if not isinstance(value, dict):
        return value
    fields = cast(JsonObject, value)
    kept = {k: v for k, v in fields.items() if not (k in args and args[k] == v)}
    return kept or fields


def _sentence(value: Any, language: Language) -> str:
    if isinstance(value, str) and len(value.split()) > 1:
        text = value.strip()[:_LONGEST]
        return text if text[-1:] in ".!?…" else f"{text}."
    if value is None or value in ({}, ""):
        return _DONE[language]
    if isinstance(value, dict):
        return _fields(cast(JsonObject, value), language)
    if isinstance(value, list):
        return _items(cast(list[Any], value), language)
    return _RESULT[language].format(_plain(value, language))


def _fields(fields: JsonObject, language: Language) -> str:
    if set(fields) == {"result"}:
        return _sentence(fields["result"], language)
    if len(fields) == 1:
        value = next(iter(fields.values()))
        if isinstance(value, list):
            return _items(cast(list[Any], value), language)
    parts = [f"{_label(key, language)}: {_short(v, language)}" for key, v in fields.items()]
    text = ", ".join(parts)[:_LONGEST]
    return f"{text[:1].upper()}{text[1:]}."


def _items(items: list[Any], language: Language) -> str:
    if not items:
        return _NOTHING[language]
    lines = [f"- {_short(item, language)}" for item in items[:_MOST_ITEMS]]
    if len(items) > _MOST_ITEMS:
        lines.append("- " + _MORE[language].format(len(items) - _MOST_ITEMS))
    return "\n".join(lines)[:_LONGEST]


def _short(value: Any, language: Language) -> str:
    if isinstance(value, dict):
        fields = cast(JsonObject, value)
        told = {k: v for k, v in fields.items() if not _is_bookkeeping(k)} or fields
        if len(told) == 1:
            return _short(next(iter(told.values())), language)
        return ", ".join(f"{_label(k, language)} {_short(v, language)}" for k, v in told.items())
    if isinstance(value, list):
        items = cast(list[Any], value)
        return ", ".join(_short(item, language) for item in items[:_MOST_ITEMS])
    return _plain(value, language)


def _is_bookkeeping(key: str) -> bool:
    return key in ("id", "uuid", "key") or key.endswith(("_id", "_at"))


def _plain(value: Any, language: Language) -> str:
    if isinstance(value, bool):
        return _label("yes" if value else "no", language)
    if isinstance(value, float) and language == "pt":
        return f"{value:.12g}".replace(".", ",")
    if isinstance(value, float):
        return f"{value:.12g}"
    text = re.sub(r"\s+", " ", str(value)).strip()[:400]
    dated = say_moment(text, language)
    if dated:
        return dated
    return _PT.get(text.lower(), text) if language == "pt" else text


def _label(key: str, language: Language) -> str:
    words = key.replace("_", " ").strip()
    return _PT.get(words.lower(), words) if language == "pt" else words
