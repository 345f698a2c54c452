"""The JSON Schema of a structured answer that fills slots: for models and for pages."""

from __future__ import annotations

from collections.abc import Mapping

from contracts.json import JsonObject
from workflows.file.slots import Slot

_JSON = {"integer": "integer", "number": "number", "money": "number", "boolean": "boolean"}
_FORMATS = {"date": "date", "email": "email", "url": "uri"}
_NOTES = {
    "time": "24 hours, as 14:30",
    "datetime": "as 2026-11-21T14:30",
    "phone": "with its country code, as +5511987654321",
    "document": "digits alone",
}


def answer_schema(slots: Mapping[str, Slot]) -> JsonObject:
    """Write the JSON Schema of a structured answer that fills these slots."""
    return {
        "type": "object",
        "properties": {name: _property(slot) for name, slot in slots.items()},
        "additionalProperties": False,
    }


def _property(slot: Slot) -> JsonObject:
    if slot.items is not None:
        return {"type": ["array", "null"], "items": _property(slot.items)}
    found: JsonObject = {"type": [_JSON.get(slot.type, "string"), "null"]}
    if slot.type == "choice" and slot.options:
        found["enum"] = [*slot.options, None]
    if slot.type in _FORMATS:
        found["format"] = _FORMATS[slot.type]
    if slot.type in _NOTES:
        found["description"] = _NOTES[slot.type]
    if slot.type == "money":
        found["description"] = f"an amount in {slot.currency}; null if another currency is meant"
    return found
