"""Reads the city that an answer names: "moro em olinda", "bh", "moved to Leeds from York"."""

from __future__ import annotations

import re
from itertools import pairwise

from language.answers import asks, denied, unsure
from language.cities import cities_in, city_named
from language.common_words import is_common
from language.flat import flat
from language.going_on import only_goes_on
from language.matching import fold
from language.names import PARTICLES

_READ = 300
_SHORT_NAMES = {
    "bh": "Belo Horizonte", "sp": "São Paulo", "sampa": "São Paulo", "rj": "Rio de Janeiro",
    "rio": "Rio de Janeiro", "poa": "Porto Alegre",
    "floripa": "Florianópolis", "bsb": "Brasília", "df": "Brasília", "ssa": "Salvador",
    "jp": "João Pessoa", "cwb": "Curitiba", "jampa": "João Pessoa",
    "nyc": "New York", "ny": "New York", "la": "Los Angeles", "sf": "San Francisco",
    "dc": "Washington", "philly": "Philadelphia", "vegas": "Las Vegas",
}  # fmt: skip
_LEAD = re.compile(
    r"\b(?:moro (?:aqui )?(?:em|no|na)|morando (?:em|no|na)|mudei (?:agora )?(?:para|pra|pro)|"
    r"vivo (?:em|no|na)|resido em|live (?:here )?in|living in|based in|(?:just )?moved to|"
    r"i'?m in|im in|we'?re in|reside in|vivo en|habite (?:a|en)|fico em|estou em|to em|aqui em|"
    r"now in)\s+"
)
_FROM = re.compile(
    r"\b(?:sou d[eao]|vim d[eao]|venho d[eao]|(?:i'?m|i am|im|come|moved|originally) from|from|"
    r"nasci em|soy de|born in|was in|morava em|used to live in|antes (?:em|de)|sai d[eao])\s+"
)
_ANSWER = re.compile(
    r"^\W*(?:(?:e|eh|it'?s|its|in|em|from|de|do|da|no|na|a cidade e|cidade|city|cidade de|"
    r"aqui em|aqui e|sou de|i'?m from|moro em|moro no|moro na|i live in|live in|moro aqui em|"
    r"the city of|oi|bem|sim|yes|well|just outside|falo de|falo do|just outside)\b\W*)*"
)
_OUTRO = re.compile(
    r"(?:\W{1,3}(?:mate|capital|mesmo|msm|sim|for now|please|thanks|obrigad[oa]|por enquanto|agora|"
    r"atualmente|"
    r"currently|now|aqui|viu|ne|ta|haha+|kkk+|rs+|(?:sp|rj|mg|rs|sc|pr|ba|pe|ce|pa|am|go|df|es|"
    r"pb|rn|al|se|pi|ma|mt|ms|to|ro|ac|ap|rr)|brasil|brazil|portugal|uk|usa|england|india|(?:ca|"
    r"ny|tx|fl|il|ma|wa))){1,6}\W{0,5}$"
)
_MOVED = re.compile(r"\b(?:moved|mudei|vim) (?:from|d[eao])\b.{2,40}? (?:to|para|pra)\b")
_NEAR = re.compile(
    r"\b(?:perto d[eoa]|proximo [ad][eo]?|do lado d[eoa]|near|outside(?: of)?|close to|north of|"
    r"south of|around)\s+$"
)
_VAGUE = re.compile(
    r"^(?:roca|mato|brasil|brazil|portugal|angola|usa|eua|uk|england|inglaterra|estados unidos|"
    r"united states|america|europe|europa|india|france|franca|spain|espanha|argentina|pernambuco|"
    r"bahia|ceara|parana|minas gerais|goias|amazonas|alagoas|sergipe|paraiba|maranhao|piaui|"
    r"mato grosso|santa catarina|espirito santo|texas|california|florida|scotland|wales|ireland|"
    r"interior|casa|centro|zona|praia|litoral|sitio|fazenda|rua|bairro|norte|sul|leste|oeste|"
    r"capital|cidade|somewhere|near|outside|around|here|home|north|south|east|west|the|my|a|um|"
    r"uma|perto|longe|minha|meu|mesma|mesmo)\b"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*(?:\.(?= ))?")
_NEXT = re.compile(r",|(?<!\bst)(?<!\bsta)(?<!\bmt)(?<!\bft)(?<!\bs)[.;!]\s", re.I)
_MOST_WORDS = 5
_TRIP = re.compile(
    r"\b(?:from|de|do|da)\s+(?P<whence>[^\W\d_][^\d,;.!?]{1,40}?)\s+(?:to|para|pra|pro|até|ate|"
    r"rumo a)\s+(?:(?:o|a|the)\s+)?(?P<whither>[^\W\d_][^\d,;.!?]{1,40})",
    re.I,
)


def told_trip(text: str) -> tuple[str, str] | None:
    """Return whence and whither: "vai sair de Natal pra Fortaleza", "from Leeds to York"."""
    said = " ".join(text[:_READ].split())
    found = None if asks(said) or unsure(said) else _TRIP.search(said)
    if found is None:
        return None
    whence, whither = (_place(found[part]) for part in ("whence", "whither"))
    return (whence, whither) if whence and whither else None


def _place(said: str) -> str | None:
    """Return a place that words around it call one, so that "York" needs to be no known city."""
    named = said.strip(" .!")
    words = _WORD.findall(named)
    own = [word for word in words if fold(word) not in PARTICLES]
    capital = bool(own) and len(words) <= _MOST_WORDS and all(w[0].isupper() for w in own)
    return city_named(named) or told_city(named) or (named if capital else None)


def told_city(text: str) -> str | None:
    """Return the city that an answer to the question for one names."""
    said = " ".join(text[:_READ].split())
    if asks(said) or unsure(said) or only_goes_on(said):
        return None
    plain = flat(said)
    known = [
        c
        for c in cities_in(said)
        if not denied(plain, c[1], c[2]) and not _NEAR.search(plain[max(0, c[1] - 20) : c[1]])
    ]
    led = _led(plain, said, known)
    if led:
        return led
    if moved := _MOVED.search(plain):
        later = [c for c in known if c[1] >= moved.end()]
        return later[0][0] if later else _unknown(said[moved.end() :])
    here = [c for c in known if not _FROM.search(plain[max(0, c[1] - 24) : c[1]])]
    if known:
        return _one((here or known), plain)
    return _short(plain) or _unknown(said, plain)


def _led(plain: str, said: str, known: list[tuple[str, int, int]]) -> str | None:
    """Take what follows "I live in" before anything else."""
    for lead in _LEAD.finditer(plain):
        at = lead.end()
        for city, start, _ in known:
            if start == at:
                return city
        if short := _short(re.split(r"[,.;!]| (?:e|and|mas|but) ", plain[at:])[0]):
            return short
        if found := _unknown(
            re.split(
                r"[,.;!()]|\s(?:e|and|mas|but|com|with|since|desde|há|ha|from|no|na|near|perto|"
                r"agora|now)\s",
                said[at:],
            )[0]
        ):
            return found
    return None


def _one(known: list[tuple[str, int, int]], plain: str) -> str | None:
    """Return the first of several, unless the message offers them to choose from."""
    first = known[0]
    for one, other in pairwise(known):
        if re.search(r"\b(?:ou|or)\b", plain[one[2] : other[1]]):
            return None
        if re.search(
            r"\b(?:nao|no|sorry|digo|actually|na verdade|agora|now)\b", plain[one[2] : other[1]]
        ):
            first = other
    beside = re.sub(r"\W", "", plain[: first[1]] + plain[first[2] :])
    words = _WORD.findall(plain)
    return first[0] if len(words) <= 12 or len(beside) < 60 else None


def _short(plain: str) -> str | None:
    bare = _ANSWER.sub("", plain, count=1).removesuffix(" capital").strip(" .,!")
    return _SHORT_NAMES.get(bare)


def _unknown(said: str, plain: str = "") -> str | None:
    """Take a place nobody has heard of: written with capitals, or of words that mean nothing."""
    folded = plain or flat(said)
    skip = _ANSWER.match(folded)
    bare = said[skip.end() if skip else 0 :]
    outro = _OUTRO.search(flat(bare))
    bare = (bare[: outro.start()] if outro else bare).strip(" .!;")
    bare = _NEXT.split(bare)[0].strip(" .!;")
    words = _WORD.findall(bare)
    if (
        not words
        or len(words) > _MOST_WORDS
        or re.search(r"[\d?@]", bare)
        or _VAGUE.match(flat(bare))
    ):
        return None
    if city := city_named(bare):
        return city
    own = [w for w in words if fold(w) not in PARTICLES]
    capital = bool(own) and all(w[0].isupper() for w in own)
    strange = [w for w in own if not is_common(fold(w), often=capital)]
    if not own or (not strange and not (capital and len(own) > 1)) or len(own[0]) + len(own) < 4:
        return None
    if not capital and len(strange) < len(own):
        return None
    return (
        " ".join(
            w.lower() if fold(w) in PARTICLES and at else w.capitalize()
            for at, w in enumerate(words)
        )
        if bare.islower() or bare.isupper()
        else " ".join(words)
    )
