"""What an answer says beside its yes: "yes, if there is parking" adds something, "yes please" not.

A yes at a confirmation has something done that cannot be taken back. So what stands around it has
to be courtesy, agreement, or a repetition of what was asked; with anything else it is no plain yes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from language.common_words import is_common
from language.date_words import MONTHS, WEEKDAYS
from language.flat import flat

_READ = 300
_ADDS = re.compile(
    r"\b(?:if|unless|se|caso|but|mas|porem|only|so se|instead|before|antes|first|primeiro|check"
    r"|wait|espera|also|tambem|another|outr[oa]s?|however|except|menos|exceto|nao sei)\b"
)
# Words that agree, thank, address somebody, or name the doing of what was asked.
_PLAIN = frozenset(
    """
lot lots bunch asap soon quick quickly ver yes yeah yep yup yea ya yah ye y aye si sure ok okay
okey okie k kk alright right true correct exactly absolutely definitely certainly totally indeed
of course perfect perfectly great good fine cool nice awesome lovely brilliant wonderful excellent
fantastic super sounds looks looking seems works all is are am it its that thats this thatll be
will would do does did done go ahead on for me us you your my mine our i id im ill we lets let
have please pls plz thanks thank thx ta cheers much very so really just now then well oh ah hey hi
the a an and to with in by from at mate man dude bro love dear sir madam maam guys everything both
everyone one same as here there said above already book booking booked confirm confirmed
confirming place placed order ordering send submit proceed continue carry schedule reserve
reservation appointment make made save register sign get take keep put want like need agree agreed
deal bet no problem worries doubt way happy glad sim s ss siim uhum aham ahan isso isto esse essa
mesmo mesma msm claro certo certa certinho certeza correto corretos exato exatamente perfeito
perfeita beleza blz joia show top otimo otima maravilha legal massa tranquilo fechado fechou
combinado bora vamos vamo la pode podem pra para por favor pf pfv fvr gentileza obrigado obrigada
obg brigado brigada valeu vlw eu voce vc o os um uma de da e esta estao estou tudo todos todas bem
bom boa muito demais ai entao agora ja mim marcar marca marque marcado agendar agenda agende
agendado confirmar confirma confirme confirmo confirmado mandar manda mande fazer faz faca fazemos
enviar envia envie pedir pedido pedidos fechar fecha feche reservar reserva salvar salva salve
registrar registra gravar grava cadastrar seguir segue siga prosseguir prossegue continuar
continua concluir conclui finalizar finaliza quero queremos desejo aceito concordo autorizo aprovo
aprovado gostei adorei sem duvida duvidas problema problemas com moco moca querida querido amigo
amiga chefe senhor senhora mano cara tio tia gente eh era foi sou somos nos que assim ver bala oui
bien vale dale perfecto perfecta correcto correcta acuerdo supuesto listo gracias muchas favor
merci daccord
""".split()
)
_REGRETS = frozenset(
    "infelizmente unfortunately sadly regrettably regretfully alas afraid pity shame pena lamento"
    " felizmente fortunately luckily fazer paciencia".split()
)
# Words that lead to what is right instead.
_CORRECTING = frozenset(
    """
not but mas nao change changed move make instead actually wait sorry should meant mean correction
rather than another other one wrong only almost quite muda mudar mude troca trocar troque altera
alterar corrige corrigir errado errada verdade digo alias desculpa espera opa ops quase melhor
seria sera ser fica ficar deixa deixar coloca colocar bota poe era sou name nome day date dia data
time hour hora horario horas phone number telefone numero email mail cambia cambiar fecha mejor
until after before little bit please
""".split()
)
_PART = re.compile(r"[,;!?]|\.(?!\d)|\s(?:and|e|but|mas)\s")
_CAPITAL = re.compile(r"(?:(?<=[^\W\d_] )|^(?=\S+ \S+ \S))[A-ZÀ-Ý][^\W\d_]{2,}")
_DATED = WEEKDAYS.keys() | MONTHS.keys()
_TELLING = 2  # words of a part that nobody knows, from which on it says something


def limits(text: str) -> bool:
    """Tell whether a yes has a word of conditions, exceptions or more wishes with it."""
    return len(text) > _READ or bool(_ADDS.search(re.sub(r"'", "", flat(text[:_READ]))))


def without_regrets(clauses: Iterable[str]) -> list[str]:
    """Leave out the clauses that only say how its writer feels: "cancel it, sadly"."""
    return [part for part in clauses if not set(re.findall(r"\w+", flat(part))) & _REGRETS
            or _adds_more(part)]  # fmt: skip


def _adds_more(clause: str) -> bool:
    said = [word for word in re.findall(r"\w+", flat(clause)) if word not in _REGRETS]
    return any(word not in _PLAIN for word in said) or limits(clause)


def adds_something(text: str, said_before: str = "") -> bool:
    """Tell whether a yes comes with more than agreement; to repeat what was said adds nothing."""
    if limits(text):
        return True
    plain = re.sub(r"'", "", flat(text[:_READ]))
    heard = {word[:5] for word in re.findall(r"\w{3,}", flat(said_before))}
    return any(
        word not in _PLAIN | _REGRETS and word[:5] not in heard and not _is_noise(word)
        for word in re.findall(r"\w+", plain)
    )


def not_understood(text: str, said_before: str = "") -> str | None:
    """Return the parts of a correction that nobody has read, where there is more than courtesy."""
    heard = _heard(said_before)
    parts = [part.strip() for part in _PART.split(text[:_READ]) if part.strip()]
    kept = [part for part in parts if len(_unread(part, heard)) >= _TELLING]
    return ", ".join(kept)[:_READ] or None


def data_unread(text: str, said_before: str = "", *, numbers: bool = True) -> str | None:
    """Return the parts of an answer with a name, a day, a month or a number that nobody read."""
    heard = _heard(said_before)
    parts = [part.strip() for part in _PART.split(text[:_READ])]
    told = (re.sub(r"\d", "", part) if not numbers else part for part in parts)
    kept = [part for part, said in zip(parts, told, strict=True) if _data(said, heard)]
    return ", ".join(kept) or None


def _unread(part: str, heard: set[str]) -> list[str]:
    words = re.findall(r"\w{3,}", re.sub(r"'", "", flat(part)))
    known = _PLAIN | _CORRECTING
    unread = [w for w in words if w not in known and w[:5] not in heard and not _is_noise(w)]
    return unread + _data(part, heard) * _TELLING


def _heard(said_before: str) -> set[str]:
    """Return the beginnings of the words that were said before, and the numbers."""
    words = {word[:5] for word in re.findall(r"\w{3,}", flat(said_before))}
    return words | set(re.findall(r"\d+", said_before))


def _data(part: str, heard: set[str]) -> list[str]:
    """Return what tells something by itself: numbers, names, days of the week and months."""
    numbers = [n for n in re.findall(r"\d+", part) if n not in heard]
    dated = [w for w in re.findall(r"[a-z]{4,}", flat(part)) if {w, w.removesuffix("s")} & _DATED]
    return numbers + [w for w in (*_named(part), *dated) if w[:5] not in heard]


def _named(part: str) -> list[str]:
    """Return the words of a part that are written like names."""
    said = (flat(word) for word in _CAPITAL.findall(part))
    return [word for word in said if not (word in _DATED or is_common(word) or word in _PLAIN)]


def _is_noise(word: str) -> bool:
    """Tell "kkkk", "haha", "yesss" from a word."""
    short = re.sub(r"(.)\1+", r"\1", word)
    return short in _PLAIN or bool(re.fullmatch(r"(?:ha|he|hua|rs|k|lo?l?|x|o)+", word))
