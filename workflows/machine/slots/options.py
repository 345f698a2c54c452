"""The options of a choice: what people call them, and those that a tool has brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from contracts.json import JsonMapping, JsonObject
from language.detect import Language, detect
from language.said_dates import say_moment
from workflows.file.slots import Called, OptionsSource, Slot
from workflows.file.words import LANGUAGES, in_language

MOST_OPTIONS = 50  # of those that a tool brings: nobody reads more buttons
_LONGEST = 200


def called(slot: Slot, option: str, language: str) -> str:
    """Return what people call an option in their language, else its own name."""
    told, own = slot.options.get(option, []), option.replace("_", " ")
    spoken: Language = "pt" if language == "pt" else "en"
    if isinstance(told, dict):
        return told[spoken][0] if spoken in told else own
    return next((name for name in told if _surely(name, spoken)), own)


def _surely(name: str, language: Language) -> bool:
    """Tell whether a name itself speaks for a language: most single words speak for none."""
    return detect(name, "en") == detect(name, "pt") == language


def with_options(slot: Slot, known: Mapping[str, JsonMapping]) -> Slot:
    """Return a slot with the options that are there now; `known` holds results and profile."""
    if slot.source is None:
        return slot
    found = dict(_brought(slot.source, known))
    return slot.model_copy(update={"of": found})


def _brought(
    source: OptionsSource, known: Mapping[str, JsonMapping]
) -> Iterator[tuple[str, Called]]:
    """Yield each option with what it is called: of a list of values, of objects, or a mapping."""
    here: Any = known
    for name in source.from_.split("."):
        here = cast("JsonObject", here).get(name) if isinstance(here, Mapping) else None
    items = list(cast("JsonObject", here).items()) if isinstance(here, dict) else here
    for item in cast("list[Any]", items)[:MOST_OPTIONS] if isinstance(items, list) else ():
        if isinstance(item, tuple):
            value, label = cast("tuple[Any, Any]", item)
            yield from _option(value, dict.fromkeys(LANGUAGES, label))
        elif isinstance(item, dict):
            yield from _of_object(source, cast("JsonObject", item))
        else:
            yield from _option(item, {})


def _of_object(source: OptionsSource, item: JsonObject) -> Iterator[tuple[str, Called]]:
    value = item.get(source.value or "value", item.get("id"))
    labels: JsonObject = {}
    for language in LANGUAGES:
        field = in_language(source.label, language) if source.label else "label"
        labels[language] = item.get(field, item.get("title", item.get("name")))
    yield from _option(value, labels)


def _option(value: Any, labels: JsonObject) -> Iterator[tuple[str, Called]]:
    """Yield an option; a date or a time is called as people say it."""
    if (
        isinstance(value, bool)
        or not isinstance(value, str | int | float)
        or not str(value).strip()
    ):
        return
    own = str(value)[:_LONGEST]
    names: dict[Language, list[str]] = {}
    for language in LANGUAGES:
        label = labels.get(language)
        said = label if isinstance(label, str | int | float) and str(label).strip() else own
        names[language] = [say_moment(str(said), language) or str(said)[:_LONGEST]]
    yield own, names
