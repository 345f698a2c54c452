"""What a number counts, by the word behind it, and which questions ask for that."""

from __future__ import annotations

import re
from typing import NamedTuple


class CountedUnit(NamedTuple):
    """A unit: how it stands behind a number, and the words of a question that ask for it."""

    name: str
    said: re.Pattern[str]
    asked: re.Pattern[str]


_UNITS: tuple[CountedUnit, ...] = tuple(
    CountedUnit(name, re.compile(rf"^[ -]?(?:{after})(?!\w)"), re.compile(asked))
    for name, after, asked in (
        ("years", r"anos|aninhos|years?|yrs?|yo|y/o", r"anos|idade|\bage\b|\bold\b|years"),
        (
            "months",
            r"(?:mes|meses|mesinhos|months?)(?! (?:passado|que vem|retrasado|atual))",
            r"\bmes|month|parcel",
        ),
        ("weeks", r"semanas?|weeks?", r"semana|week"),
        ("days", r"dias?|days?", r"dia|day"),
        (
            "nights",
            r"noites?|nights?|diarias?|pernoites?",
            r"noite|night|diaria|pernoite|\bstay\b",
        ),
        ("hours", r"horas?|hours?|hrs?|h", r"hora|hour"),
        ("minutes", r"minut\w*|mins?", r"minut"),
        ("seconds", r"segundos?|seconds?", r"segundo|second"),
        ("kilos", r"kgs?|kilos?|quilos?", r"kg|quilo|kilo|\bpes[oa]|weigh|carga"),
        ("grams", r"gramas?|g|grams?", r"gram"),
        ("pounds", r"lbs?|stone", r"\blbs?\b|pound|stone|^(?!.*(?:kg|kilo|quilo)).*weigh"),
        ("tons", r"toneladas?|tons?", r"tonelad|\btons?\b"),
        (
            "kilometres",
            r"km|quilometros?|kilomet\w*",
            r"km|quilomet|kilomet|dist|\bfar\b|longe",
        ),
        ("miles", r"miles?|milhas?", r"mile|milha|^(?!.*(?:km|quilo|kilo)).*(?:dist|\bfar\b)"),
        (
            "metres",
            r"m|metros?|met(?:er|re)s?",
            r"metro|met(?:er|re)|altura|height|tall|compriment|largura|area|size",
        ),
        (
            "centimetres",
            r"cm|centimet\w*",
            r"\bcm|centi|^(?!.*met(?:ro|re|er)).*(?:altura|height|tall|size|tamanho)",
        ),
        ("feet", r"feet|foot|ft|pes|inch(?:es)?", r"feet|foot|\bpes\b|inch"),
        ("blocks", r"quadras?|blocks?|quarteiroes", r"quadra|block|quarteir"),
        ("litres", r"litros?|lit(?:er|re)s?", r"litro|liter|litre|volume"),
        ("millilitres", r"ml", r"\bml\b"),
        (
            "percent",
            r"%|por cento|percent|per cent",
            r"%|por cento|percent|taxa|rate|juros|desconto|discount",
        ),
        (
            "money",
            r"reais|real|dolar\w*|dollars?|bucks?|euros?|contos?|pilas?|centavos|cents|pounds|"
            r"libras|pesos",
            r"reais|valor|preco|price|cost|custa|amount|budget|renda|income|salar|quanto (?:paga|"
            r"ganha|pretende)",
        ),
        ("wages", r"salarios?(?: minimos?)?|minimum wages?|salaries", r"salarios minimos"),
        (
            "times",
            r"vezes|x|times|parcelas|installments?",
            r"vezes|times|parcel|install|often|frequen",
        ),
        (
            "clock",
            r"a\.?m|p\.?m|o ?'? ?clock|(?:da|de|na|a|in the|at) (?:manha|tarde|noite|madrugada|"
            r"morning|afternoon|evening|night)",
            r"time|clock|a que hora|qual hora|que horas",
        ),
        (
            "floors",
            r"(?:st|nd|rd|th|o|a) (?:floor|andar|street|avenue|time|vez)|andar|floor",
            r"andar|floor",
        ),
        (
            "animals",
            r"cachorros?|gatos?|dogs?|cats?|pets?",
            r"cachorr|gat|dog|cat|pet|animal|animais|bicho",
        ),
        (
            "people",
            r"(?:outr[oa]s |mais |other |more )?(?:pessoas?|people|persons?|ppl|guests?|hospedes?|"
            r"filhos?|kids|children|criancas?)",
            r"pessoa|people|guest|hosped|quantos|quantas|how many|lugar|seat|mesa",
        ),
        (
            "rooms",
            r"quartos?|rooms?|bedrooms?",
            r"quarto|room|pessoa|people|guest|hosped|quantos|quantas|how many|lugar|seat|mesa",
        ),
        ("degrees", r"graus|degrees|celsius|fahrenheit", r"grau|degree|temperat|fever|febre"),
        ("stars", r"estrelas|stars", r"estrela|star|nota|rate|rating"),
    )
)
LASTING = frozenset({"minutes", "hours", "nights", "days", "weeks"})
_WHOLE = re.compile(r"^[\d.,\s]+")
# Of these a form asks for each at most once, and by that word: what counts them is meant for it.
_COUNTED = (
    ("minutes", re.compile(r"\b(?:minutos|minutes)\b")),
    ("hours", re.compile(r"\b(?:quantas horas|how many hours|hours\b.{0,20}\bneed)\b")),
    ("nights", re.compile(r"\b(?:noites|nights|diarias|pernoites)\b")),
    ("weeks", re.compile(r"\b(?:quantas semanas|how many weeks)\b")),
    ("days", re.compile(r"\b(?:quantos dias|how many days)\b")),
)


def other_unit(said: str, after: str, question: str) -> bool:
    """Tell whether a number, in its own words and with those behind it, counts something else."""
    inside = " " + _WHOLE.sub("", said)
    return any(
        (unit.said.match(after) or unit.said.match(inside)) and not unit.asked.search(question)
        for unit in _UNITS
    )


def unit_behind(after: str) -> str | None:
    """Name the unit that the words behind a number begin with."""
    return next((unit.name for unit in _UNITS if unit.said.match(after)), None)


def counted_unit(question: str) -> str | None:
    """Name the unit in which a question asks how long something takes, None for anything else."""
    return next((name for name, asked in _COUNTED if asked.search(question)), None)
