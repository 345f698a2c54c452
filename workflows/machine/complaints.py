"""What is wrong with an answer, and what a right one looks like, in words for people."""

from __future__ import annotations

from typing import Any, cast

from language.said_money import say_money
from workflows.file.bounds import BOUND_KINDS
from workflows.file.slots import Slot
from workflows.file.words import in_language
from workflows.machine.slots.shown import listed, shown
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.values import ValueProblem
from workflows.machine.texts import TEXTS, labels, words

_TEXTUAL = ("text", "name", "city", "email", "url")
_EXAMPLE = 150
# Where no value was read, what an author says of values that do not fit is no answer.
_NOT_UNDERSTOOD = ("type", "time", "day", "span", "unassigned", "only_one", "none_of", "open")


def complaint(slot: Slot, problem: ValueProblem, speech: SpeechContext) -> str:
    """Say what is wrong with an answer, and what a right one looks like."""
    language = speech.language
    if problem.kind == "several":
        return _several(slot, problem.limit, speech)
    if problem.kind == "open":
        return _open(cast("dict[str, str | None]", problem.limit), speech)
    if problem.kind in ("more", "unread"):
        return words(problem.kind, language, limit=problem.limit)
    if slot.invalid and problem.kind not in _NOT_UNDERSTOOD:
        return in_language(slot.invalid, language)
    if problem.kind in ("type", "broken"):
        return _no_such_type(slot, language)
    limit: object = problem.limit
    offered = cast("list[Any]", limit) if isinstance(limit, list) else []
    options = ", ".join(
        [shown(slot, value, speech, "long") for value in offered]
        or [label for label, _ in labels(slot, language)]
    )
    return words(
        _key(slot, problem), language, limit=_limit(slot, problem, speech), options=options
    )


def _key(slot: Slot, problem: ValueProblem) -> str:
    """Choose the text: the bound of a day, of a length and of a number read differently."""
    if problem.kind not in ("min", "max"):
        return problem.kind
    if slot.type == "list":
        of_items = isinstance(problem.limit, str)
        return f"{problem.kind}_date" if of_items else f"{problem.kind}_list"
    if slot.type in _TEXTUAL:
        return f"{problem.kind}_text"
    dated = BOUND_KINDS.get(slot.type) not in ("number", None)
    return f"{problem.kind}_date" if dated else problem.kind


def _limit(slot: Slot, problem: ValueProblem, speech: SpeechContext) -> str:
    limit: Any = problem.limit
    if problem.kind == "currency" or limit is None:
        return str(limit)
    whole = isinstance(limit, float) and limit.is_integer()
    return shown(slot if slot.type == "money" else None, int(limit) if whole else limit, speech)


def _no_such_type(slot: Slot, language: str) -> str:
    known = f"type_{slot.type}"
    spoken = "pt" if language == "pt" else "en"
    return words(
        known if known in TEXTS else "type_text",
        language,
        example=say_money(_EXAMPLE, slot.currency or "USD", spoken),
        documents=" / ".join(kind.upper() for kind in slot.options),
    )


def _open(ends: dict[str, str | None], speech: SpeechContext) -> str:
    """Tell what was understood of an answer that leaves open when."""
    low, high = (shown(None, ends[end], speech) for end in ("low", "high"))
    key = "open_between" if low and high else "open_from" if low else "open_until"
    return words(key if low or high else "open_any", speech.language, low=low, high=high)


def _several(slot: Slot, values: Any, speech: SpeechContext) -> str:
    """Name what was said where it is short enough to be asked back."""
    if not isinstance(values, list) or slot.type == "text":
        return words("several", speech.language)
    named = [
        shown(slot, value, speech, "long") for value in dict.fromkeys(cast("list[Any]", values))
    ]
    joint = " ou " if speech.language == "pt" else " or "
    options = listed(named, speech.language, joint)
    return words("several_named", speech.language, options=options)
