"""The country that somebody names beside a telephone number: "98765 43210, India"."""

from __future__ import annotations

import re

from language.flat import flat

_NAMES = {
    "AO": "angola angolano",
    "AR": "argentina argentino argentine argentinian",
    "AU": "australia australiano australian",
    "BE": "belgium belgica belga belgian",
    "BO": "bolivia boliviano bolivian",
    "BR": "brazil brasil brazilian brasileiro brasileno",
    "CA": "canada canadense canadian canadiense",
    "CH": "switzerland suica suico swiss suiza",
    "CL": "chile chileno chilean",
    "CN": "china chines chinese",
    "CO": "colombia colombiano colombian",
    "CV": "cabo_verde cape_verde cabo_verdiano",
    "DE": "germany alemanha alemao german alemania",
    "ES": "spain espanha espanhol spanish espana",
    "FR": "france franca frances french francia",
    "GB": "uk united_kingdom reino_unido england inglaterra britain great_britain british ingles"
    " scotland escocia wales",
    "IE": "ireland irlanda irish irlandes",
    "IN": "india indian indiano",
    "IT": "italy italia italian italiano",
    "JP": "japan japao japones japanese",
    "MX": "mexico mexican mexicano",
    "MZ": "mozambique mocambique mocambicano",
    "NG": "nigeria nigerian nigeriano",
    "NL": "netherlands holanda holland dutch holandes paises_baixos",
    "NZ": "new_zealand nova_zelandia",
    "PE": "peru peruano peruvian",
    "PK": "pakistan paquistao",
    "PT": "portugal portugues portuguese",
    "PY": "paraguai paraguay paraguaio paraguayan",
    "US": "usa united_states estados_unidos eua american americano",
    "UY": "uruguai uruguay uruguaio uruguayan",
    "VE": "venezuela venezuelano venezuelan",
    "ZA": "south_africa africa_do_sul south_african sul_africano",
}
_REGIONS = {
    form: region
    for region, names in _NAMES.items()
    for name in names.replace("_", "-").split()
    for form in {name, re.sub("o$", "a", name)}
}
_NAMED = "|".join(sorted((re.escape(n).replace(r"\-", "[ -]") for n in _REGIONS), reverse=True))
_FILLER = (
    r"(?:it'?s|its|that'?s|is|an?|the|from|in|of|but|e|eh|o|um|da|do|de|na|no|mas|aqui|sou|isso"
    r"|numero|number|phone|celular|mobile|cell|telefone|codigo|code|ddi)"
)
_BEHIND = re.compile(
    rf"[\W_]{{0,4}}(?:{_FILLER}\W{{1,3}}){{0,5}}(?P<country>{_NAMED})s?\b"
    r"(?=\s*(?:$|[,.;:!?)(]|-)| (?:number|numero|phone|code|mobile|cell|one|e|and|mas|but)\b)"
)
_BEFORE = re.compile(rf"\b(?P<country>{_NAMED})s?\W{{1,3}}(?:{_FILLER}\W{{1,3}}){{0,4}}$")
_NEAR = 50  # characters on each side of a number


def country_beside(text: str, start: int, end: int) -> str | None:
    """Return the region that is named right beside a stretch of a text: GB, IN."""
    behind = _BEHIND.match(flat(text[end : end + _NEAR]))
    found = behind or _BEFORE.search(flat(text[max(0, start - _NEAR) : start]))
    return _REGIONS[found["country"].replace(" ", "-")] if found else None
