"""Reads lists: "Ana, Bruno e Carla", "24, 25 and 26 December", "1042, 1043 and 1050"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from language.answers import offers_several, settled
from language.cities import cities_in
from language.flat import flat
from language.found import Found
from language.money import find_money, same_currency
from language.quantities import find_quantities
from language.told_cities import told_city
from language.told_names import told_name
from workflows.file.slots import Slot
from workflows.machine.slots.days_told import days_of
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.number_sense import belongs
from workflows.machine.slots.read_addresses import find_kind
from workflows.machine.slots.read_choices import all_mentions
from workflows.machine.slots.read_moments import times_of
from workflows.machine.slots.values import MOST_ITEMS, ValueProblem

_PARTS = re.compile(
    r"\s{0,3}[,;\n]\s{0,3}(?:e depois|and then|e|and|y|et|then|depois)?\s{1,3}|"
    r"\s{0,3}[,;\n]\s{0,3}|\s{1,3}(?:e tambem|"
    r"e também|and also|e mais|e|and|"
    r"&|y|mais|plus|and then|then|e depois|depois|followed by|seguid[oa] de)\s{1,3}|\s\+\s",
    re.I,
)
_LEAD = re.compile(
    r"^\W*(?:(?:oi|olá|ola|hi|hello|bom dia|boa tarde|boa noite|então|entao|well|so|ok|sim|"
    r"yes)[\s,!]+)*"
    r"(?:(?:eu |i |we |a gente |nós )?(?:vou querer|tenho|estou com|to com|tô com|sinto|senti|"
    r"feel|have got|quero|queria|queremos|gostaria de|preciso de|"
    r"preciso|precisamos de|me v[eê]|manda(?: aí)?|pode (?:ser|mandar|colocar)|coloca|põe|"
    r"anota(?: aí| ai)?:?|vou levar|levo|vão ser|vai ser|vai|vão|vem|são|sao|é|tem|"
    r"want|would like|'d like|'ll have|'ll take|need|have|got|can i get|get me|give me|it'?s|"
    r"it is|they are|they'?re|there'?s|there are|(?:just|only|só|"
    r"apenas|somente)(?: (?:o|a|os|as|the))?|both|mainly|"
    r"mostly)\s+)*",
    re.I,
)
_TAIL = re.compile(
    r"\s{1,3}(?:please|pls|por favor|pfv?|thanks|thank you|obrigad[oa]|obg|só|so isso|só isso|"
    r"mesmo|"
    r"that'?s (?:it|all)|is all|e só|e so)\W{0,5}$",
    re.I,
)
_BARE_PLACE = re.compile(
    r"(?!(?:nao|não|no|not|sei|talvez|maybe|later|depois)\b)[^\W\d_]{3,20}", re.I
)
_SMALL = frozenset(
    "i i'm im am we're are to of is it's the a o os as um uma sou tenho temos de do da com eu "
    "meu minha nos e são sao é my mine for".split()
)
_FOUND_WHOLE = (
    "date",
    "time",
    "integer",
    "number",
    "money",
    "email",
    "phone",
    "url",
    "document",
    "choice",
)
_NOTHING = re.compile(
    r"^\W*(?:nada|nenhum[a]?|none|nothing|nobody|ninguem|no|nao|tudo|everything|all of (?:them|"
    r"it)|todos?|todas?|qualquer (?:um|uma|coisa)|anything|whatever|tanto faz)\b.{0,20}$"
)


_COUNTS = {
    "both": 2, "os dois": 2, "as duas": 2, "ambos": 2, "ambas": 2, "os 2": 2, "as 2": 2,
    "all two": 2, "os tres": 3, "as tres": 3, "os 3": 3, "as 3": 3, "all three": 3, "all 3": 3,
    "os quatro": 4, "as quatro": 4, "all four": 4,
}  # fmt: skip
_EVERY = re.compile(
    r"^\W*(?:(?:quero|queria|eu|i|pode|ser|por|colocar|botar|coloca|bota|poe|manda|want|have|take|"
    r"'ll|give me|me|put|add|com|with|de|yes|sim|ah)\s+)*(?:tud(?:o|inho)|tod[oa]s(?: el[ea]s)?|"
    rf"all(?: of (?:them|it))?(?! (?:two|three|four|3))|everything|the (?:lot|works)|"
    rf"(?P<count>{'|'.join(_COUNTS)}))\b"
)
_BUT = re.compile(
    r"^(?: \w+)?,? {0,2}(?:menos|exceto|tirando|sem|fora|except|but|without|apart from|other than|"
    r"minus|bar|a nao ser)\b"
)
_LOOKED_AT = 200
_ASIDE = 25  # characters behind "everything" that say nothing else: "please", "por favor"


def read_lists(message: MessageBeingRead) -> None:
    """Take all items of the list that was asked for."""
    found = message.asked_of("list")
    if found is None or message.open_ended:
        return
    name, slot = found
    items = slot.items
    if items is not None and (chosen := _all_but(message, items)):
        message.take(name, chosen, 0, len(message.text))
        return
    if items is None or _NOTHING.match(flat(message.text[:60])):
        return
    values = (
        _found(message, slot, items) if items.type in _FOUND_WHOLE else _parts(message, slot, items)
    )
    if values is None:
        message.refuse(name, ValueProblem("several"))
    elif values:
        message.take(name, values[: MOST_ITEMS + 1], 0, len(message.text))


def _all_but(message: MessageBeingRead, items: Slot) -> list[str]:
    """Take "everything", "os dois", and "tudo menos cebola" for the options that they name."""
    options = list(items.options)
    plain = flat(message.told[:_LOOKED_AT])
    every = _EVERY.match(plain)
    if every is None or (every["count"] and _COUNTS.get(every["count"]) != len(options)):
        return []
    rest, named = plain[every.end() :], {f.value for f in all_mentions(message, items, left=True)}
    if not named:
        return options if len(rest) <= _ASIDE else []
    return [o for o in options if o not in named] if _BUT.match(rest) else []


def _found(message: MessageBeingRead, slot: Slot, items: Slot) -> list[Any] | None:
    """Find the items where each one's own form tells it; None where the answer leaves them open."""
    found = settled(message.text, _of_type(message, slot, items))
    either = items.type == "date" and len({f.start for f in found}) < len(found)
    if either or offers_several(message.text, found):
        return None
    return [each.value for each in found]


def _of_type(message: MessageBeingRead, slot: Slot, items: Slot) -> Sequence[Found[Any]]:
    language, question = message.speech.language, question_of(slot)
    match items.type:
        case "date":
            return days_of(message, items, asked=True)
        case "time":
            return times_of(message, items)
        case "integer" | "number":
            found = find_quantities(message.text, language)
            return [f for f in found if belongs(message.text, f.start, f.end, question)]
        case "money":
            return [
                Found(f.value, f.start, f.end)
                for f in find_money(message.text, language)
                if same_currency(str(items.currency), f.currency)
            ]
        case "choice":
            return all_mentions(message, items)
        case _:
            return find_kind(message, items.type, items)


def _parts(message: MessageBeingRead, slot: Slot, items: Slot) -> list[Any]:
    """Split an answer at its commas and ands; names and places are cleaned of what leads in."""
    text = _TAIL.sub("", message.text.strip())
    text = _unasked(text[_lead(text) :], question_of(slot)).strip(" .!:")
    parts = [part.strip(" .!:-•*") for part in _PARTS.split(text)]
    parts = [part for part in parts if part]
    if items.type == "name":
        named = [told_name(part) for part in parts]
        return [name for name in named if name] if all(named) else []
    if items.type == "city":
        return _places(parts)
    return parts


def _places(parts: list[str]) -> list[str]:
    """Return the places of a list: beside one that is known, "york" and "hull" are places too."""
    if any(len(cities_in(part)) > 1 for part in parts):
        return []
    told = [told_city(part) for part in parts]
    bare = [_BARE_PLACE.fullmatch(part) for part in parts]
    if not any(told) or not all(city or b for city, b in zip(told, bare, strict=True)):
        return []
    return [city or part.title() for city, part in zip(told, parts, strict=True)]


def _unasked(text: str, question: str) -> str:
    """Leave out what repeats the question: "I'm allergic to" of what somebody is allergic to."""
    asked = {word[:5] for word in re.findall(r"\w{4,}", question)}
    cut = 0
    for at, word in enumerate(re.finditer(r"[\w']+", text)):
        plain = flat(word[0])
        if at > 5 or not (plain in _SMALL or plain[:5] in asked):
            break
        cut = word.end() if plain[:5] in asked or cut else cut
    return text[cut:]


def _lead(text: str) -> int:
    found = _LEAD.match(text)
    return found.end() if found else 0
