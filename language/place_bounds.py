"""Where in a clause the address begins and ends that stands around its house number."""

from __future__ import annotations

import re

from language.common_words import is_common
from language.flat import flat
from language.matching import fold
from language.names import PARTICLES

PLACE = re.compile(
    r"\b(?:apto?|ap|apt|apartamento|apartment|flat|unit|bloco|casa|house|sala|fundos|suite|floor|"
    r"andar|bairro|cep|zip|perto|near|next|behind|opposite|corner|esquina|frente|atras|lado|"
    r"condominio|edificio|predio|building|clube|club|salao|hall|hotel|pousada|sitio|chacara|farm|"
    r"fazenda|buffet|igreja|church|escola|school|shopping|mall|galpao|quadra|lote|km|quilometro|"
    r"portao|gate|door|porta|dorm|room(?= \d| [a-z]\b)|rua|street|avenida|parque|park"
    r"|residencial|loteamento|praca)\b"
)
_IS_HERE = re.compile(r"\b(?:is|e|eh|fica(?: n[oa])?)\s*$")
_IN_TOWN = re.compile(
    r",? (?:in|near|no|na|em) [A-ZÀ-Ý][\w'’-]+(?: (?:d[aeo]s? )?[A-ZÀ-Ý][\w'’-]+){0,2}"
)
_AT = re.compile(r"\b(?:no|na|em|at|in|from|to|pra|para)(?: the| o| a| um| uma)? (?=\S)")
_HOME = re.compile(r"(?:casa|house)\b(?! [\w.º°]{0,6}\d)")  # "em casa mesmo", and no house number
_NUMBER = re.compile(r"\b(?:number|numero|n[o.º°]{1,2}) ?$")
OF_PLACES = frozenset(  # with these begin the names of parts of a town, and of nobody
    "jardim jd vila vl setor parque pq santa santo sao bairro cidade alto alta conjunto residencial"
    " chacara bosque campo lagoa morro zona centro barra praia porto ponte nova novo boa bela belo"
    " north south east west old new port fort mount saint st lake river upper lower great little"
    " city town village".split()
)
LEADING = frozenset(
    "e eh it's its it is that's at in on to na no em nas nos ao para pra pro fica ficam seria sera"
    " vai ser here aqui so just apenas only somente im i'm i am we're we are live moro moramos"
    " estou estamos nao sorry desculpa ops oops opa wait espera ah oh oi hi ok yes sim bom"
    " then entao well and mas but actually agora now pode should be make change muda mude certo"
    " right correto".split()
)
_ARTICLES = frozenset("o a the my meu minha our nosso".split())
_CALLED = frozenset("endereco address local lugar place".split())
WORD = re.compile(r"[^\W_][\w'’ªº.-]*")
_LONGEST_PLACE = 6  # words that name what stands before its street
_ENGLISH_PLACES = (
    r"(?:the |our )?(?:(?!(?:is|are|my|at|in|on|near)\b)[a-z'-]{1,20} ){0,2}"
    r"(?:club|hall|hotel|farm|church|school|park|mall|gate)"
)
_ENGLISH_PLACE = re.compile(_ENGLISH_PLACES)
_THE_PLACE_ON = re.compile(rf"(?:^|\b(?:at|in|by) )(?P<place>{_ENGLISH_PLACES} (?:on|in|at|off) $)")
_DATA_BEHIND = re.compile(
    r" (?:as \d|at \d|on (?:mon|tue|wed|thu|fri|sat|sun)"
    r"|amanha|tomorrow|hoje|today|now\b|agora\b|por \d"
    r"|for \d|dia \d|das \d|no dia|this |next )"
)


def is_written_as_name(said: str) -> bool:
    """Tell whether every word has a capital, but those that join: "Sítio Bela Aurora"."""
    words = [m[0] for m in WORD.finditer(said)]
    mine = [w for w in words if fold(w) not in PARTICLES and fold(w) not in ("the", "and", "of")]
    return bool(mine) and all(w[0].isupper() or w[0].isdigit() for w in mine)


def place_start(text: str, clause: tuple[int, int]) -> int | None:
    """Return where a place is named in what stands before a street: "we're at the Hotel Sol"."""
    leads = (m.end() for m in _AT.finditer(flat(text), *clause))
    for start in (behind_lead(text, *clause), *leads):
        rest = text[start : clause[1]]
        if not any(word[0][0].isalpha() for word in WORD.finditer(rest)):
            continue  # "9. 12 Elm St"
        named = PLACE.match(flat(rest)) and not _HOME.match(flat(rest))
        named = named or _ENGLISH_PLACE.fullmatch(flat(rest))
        alone = start > clause[0] or len(rest.split()) > 1 or not is_common(fold(rest))
        if len(rest.split()) <= _LONGEST_PLACE and (named or (alone and is_written_as_name(rest))):
            return start
    return None


def only_leads(text: str, start: int, end: int) -> bool:
    """Tell whether nothing stands before a place but what leads to it."""
    return behind_lead(text, start, end + 1) >= end


def behind_lead(text: str, start: int, end: int) -> int:
    """Return where a clause goes on behind "o endereço é só", "it's at"."""
    label = text.rfind(": ", start, end)
    if label >= 0 and not PLACE.search(flat(text[start:label])):
        start = label + 1
    words = [*WORD.finditer(text, start, end)]
    at = 0
    while at < len(words) - 1:
        word, following = fold(words[at][0]).rstrip("."), words[at + 1]
        label = word in _CALLED and (not following[0][0].isupper() or at > 0)
        article = word in _ARTICLES and fold(following[0]).rstrip(":") in _CALLED | _ARTICLES
        number = word == "no" and following[0][0].isdigit()
        if number or not (label or article or word in LEADING):
            break
        at += 1
    return words[at].start() if words else start


def own_start(text: str, clause: tuple[int, int], house: int) -> int:
    """Return where the clause of the house begins to tell of the place."""
    lead = text[clause[0] : house]
    if not lead.strip():
        return house
    start = behind_lead(text, clause[0], clause[1])
    if start >= house:
        return house
    rest = text[start:house]
    if is_written_as_name(rest):
        return start
    if _IS_HERE.search(flat(rest)):
        return house  # "the house is 31 Fern Rd"
    if place := _THE_PLACE_ON.search(flat(rest)):
        return start + place.start("place")
    named = PLACE.search(flat(rest)) or _NUMBER.search(flat(rest))
    return start + named.start() if named else house


def own_end(text: str, clause: tuple[int, int], house: int, *, asked: bool) -> int:
    """Return where the clause of the house ends to tell of it."""
    if not asked:
        rest = [fold(m[0]) for m in WORD.finditer(text, house, clause[1])]
        common = [word for word in rest if is_common(word) and word not in OF_PLACES]
        town = _IN_TOWN.match(text, house, clause[1]) if common else None
        return (town.end() if town else house) if common else clause[1]
    data = _DATA_BEHIND.search(flat(text), house, clause[1])
    return data.start() if data else clause[1]
