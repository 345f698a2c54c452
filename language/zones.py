"""Time zones by the names people use for places, in Portuguese and English."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

from language.matching import fold

# Large cities that no zone is named after, and Portuguese names of those that have one.
_ALSO = {
    "America/Sao_Paulo": "rio de janeiro, rio, brasilia, belo horizonte, curitiba, porto alegre, "
    "florianopolis, goiania, vitoria, campinas, brasil, brazil, sp",
    "America/Bahia": "salvador",
    "America/Maceio": "aracaju",
    "America/Fortaleza": "natal, teresina, joao pessoa, sao luis",
    "America/Belem": "macapa",
    "America/New_York": "nova york, nova iorque, new york city, nyc, washington, boston, miami, "
    "atlanta, philadelphia, orlando",
    "America/Los_Angeles": "san francisco, seattle, las vegas, san diego, california, sf",
    "America/Chicago": "houston, dallas, austin, texas",
    "America/Mexico_City": "cidade do mexico, mexico",
    "America/Argentina/Buenos_Aires": "argentina",
    "America/Santiago": "chile",
    "America/Lima": "peru",
    "America/Bogota": "colombia",
    "Europe/London": "londres, inglaterra, england, uk, united kingdom, reino unido, edinburgh",
    "Europe/Lisbon": "lisboa, porto, portugal",
    "Europe/Madrid": "barcelona, espanha, spain",
    "Europe/Paris": "franca, france, lyon",
    "Europe/Berlin": "berlim, munich, munique, hamburg, frankfurt, alemanha, germany",
    "Europe/Rome": "roma, milan, milao, italia, italy",
    "Europe/Moscow": "moscou",
    "Europe/Athens": "atenas",
    "Europe/Vienna": "viena",
    "Europe/Zurich": "zurique, geneva, genebra, suica, switzerland",
    "Europe/Amsterdam": "amsterda, holanda, netherlands",
    "Europe/Stockholm": "estocolmo",
    "Europe/Copenhagen": "copenhague",
    "Europe/Warsaw": "varsovia",
    "Europe/Dublin": "irlanda, ireland",
    "Africa/Cairo": "egito, egypt",
    "Africa/Johannesburg": "joanesburgo, cape town, cidade do cabo, south africa",
    "Africa/Luanda": "angola",
    "Africa/Maputo": "mocambique, mozambique",
    "Asia/Tokyo": "toquio, osaka, kyoto, japao, japan",
    "Asia/Shanghai": "pequim, beijing, xangai, china, shenzhen",
    "Asia/Kolkata": "delhi, nova delhi, new delhi, mumbai, bangalore, india, chennai",
    "Asia/Seoul": "seul, coreia do sul, south korea",
    "Asia/Singapore": "singapura, cingapura",
    "Asia/Hong_Kong": "hong kong",
    "Asia/Jerusalem": "jerusalem, tel aviv, israel",
    "Australia/Sydney": "canberra, australia",
    "Pacific/Auckland": "wellington, nova zelandia, new zealand",
    "UTC": "utc, gmt, greenwich, universal",
}

_REGIONS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian")
_NOT_PLACES = {"east", "west", "north", "south", "center", "nome", "acre"}


@cache
def _zones() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in sorted(available_timezones()):
        found[fold(name)] = name
        place = fold(name.rsplit("/", 1)[-1].replace("_", " "))
        if name.startswith((*_REGIONS, "Pacific/")) and place not in _NOT_PLACES:
            found.setdefault(place, name)
    for name, places in _ALSO.items():
        found |= dict.fromkeys(places.split(", "), name)
    return found


def find_zone(place: str) -> str | None:
    """Return the IANA name for a zone or a place, or None if it is not known."""
    wanted = fold(place).strip(" .?!")
    return _zones().get(wanted) or _zones().get(wanted.split(",")[0].strip())


def places_in(text: str) -> list[str]:
    """Find the known places that a text names, the longest name at each point."""
    words = [w.strip(".,;:!?'\"()") for w in text.split()]
    folded = [fold(w) for w in words]
    found: list[str] = []
    at = 0
    while at < len(words):
        for size in (3, 2, 1):
            name = " ".join(folded[at : at + size])
            if len(name) > 2 and name in _zones() and at + size <= len(words):
                found.append(" ".join(words[at : at + size]))
                at += size - 1
                break
        at += 1
    return found


def suggest_zones(place: str) -> list[str]:
    """Return up to two zones whose names look like this one."""
    near = get_close_matches(fold(place[:60]), _zones(), n=2, cutoff=0.75)
    return list(dict.fromkeys(_zones()[name] for name in near))
