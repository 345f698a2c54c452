"""The words of dates in Portuguese and English, some of Spanish and French, and their patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable

from language.feasts import FEASTS

DAYS = {
    "depois de amanha": 2, "dps de amanha": 2, "day after tomorrow": 2, "pasado manana": 2,
    "apres-demain": 2, "anteontem": -2, "antes de ontem": -2,
    "day before yesterday": -2, "hoje": 0, "hj": 0, "today": 0, "2day": 0, "tonight": 0,
    "this morning": 0, "this afternoon": 0, "this evening": 0,
    "esta noite": 0, "hoy": 0, "aujourd'hui": 0, "amanha": 1, "amnha": 1, "amanh": 1, "tomorrow": 1,
    "tomoz": 1, "tmrw": 1, "tmr": 1, "tmw": 1, "tomorow": 1,
    "tommorow": 1, "tommorrow": 1, "2moro": 1, "2morrow": 1, "demain": 1, "manana": 1, "ontem": -1,
    "yesterday": -1, "yday": -1,
    "last night": -1, "noite passada": -1, "ayer": -1, "anoche": -1, "hier": -1, "avant-hier": -2,
    "anteayer": -2,
}  # fmt: skip
WEEKDAYS = {
    name: number
    for names in (
        "segunda terca quarta quinta sexta sabado domingo",
        "monday tuesday wednesday thursday friday saturday sunday",
        "seg terca qua qui sex sab dom",
        "mon tue wed thu fri sat sun",
        "mon tues weds thurs fri sat sun",
        "mon tues weds thur fri sat sun",
        "segundona tercona quartona quintona sextona sabadao domingao",
        "segundinha tercinha quartinha quintinha sextinha sabadinho dominguinho",
        "lunes martes miercoles jueves viernes sabado domingo",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "segnda teraa quarta qinta sesta sabdo domigo",
        "munday teusday wensday thrusday firday saterday sunnday",
        "monady tusday wendesday thursdy fridy saturady sundy",
    )
    for number, name in enumerate(names.split())
}
MONTHS = {
    name: number
    for names in (
        "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
        "january february march april may june july august september october november december",
        "jan fev mar abr mai jun jul ago set out nov dez",
        "jan feb mar apr may jun jul aug sep oct nov dec",
        "jan feb mar apr may jun jul aug sept oct nov dec",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    )
    for number, name in enumerate(names.split(), 1)
}
_ENGLISH_MONTHS = (
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec"
).split()
UNITS = {
    "dia": 1, "dias": 1, "day": 1, "days": 1, "semana": 7, "semanas": 7, "week": 7, "weeks": 7,
    "fortnight": 14, "fortnights": 14, "quinzena": 1, "mes": 30, "meses": 30, "month": 30,
    "months": 30,
    "ano": 365, "anos": 365, "year": 365, "years": 365, "jours": 1, "semaine": 7, "semaines": 7,
    "mois": 30,
}  # fmt: skip
LAST_OF_MONTH = (
    r"(?P<lastday>(?:ultimo dia|last day))(?: (?:do|of the|of this|deste|desse|of))? (?:mes|"
    r"month)(?P<following> q(?:ue)? vem)?"
)


def _any(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


_MONTH = rf"(?P<month>{_any(MONTHS)})\b\.?"
_MONTH_FIRST = rf"(?P<month>{_any(_ENGLISH_MONTHS)})\b\.?"
_UNIT = rf"(?P<unit>{_any(UNITS)})"
_AMOUNT = (
    rf"(?:(?:uns|umas|about|mais ou menos|cerca de|around) )?(?P<amount>\d{{1,4}}|an?|uma?|"
    rf"one) {_UNIT}\b'?"
)
_NEXT_MONTH = (
    r"(?: (?:do|of|of the|de) (?:(?P<following>(?:proximo mes|mes q(?:ue)? vem|next month))"
    r"|(?P<gone>mes passado|last month)))?"
)
_YEAR = r"(?P<y>(?:19|20) ?\d{2}|'\d{2}|(?<=de )\d{2}(?=\W*$|[,.;]))(?!\d|[:h]\d?)"
_NEXT_YEAR = (
    r"(?:d[eo] |of |no |in )?(?:(?P<nexty>ano q(?:ue)? vem|proximo ano|next year)"
    r"|(?P<lasty>ano passado|last year))"
)
_LATER = rf"(?:,? (?:de |do ano de |of )?{_YEAR}|,? {_NEXT_YEAR})?"
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th|o|º|°)?"
_SIGN = r"(?:st|nd|rd|th|o)?"
_LIST = (
    r"(?:(?<!for )(?<!para )(?<!pra )|(?!\d{1,2},))"  # "for two, 12 December" is one day
    rf"(?P<days>\d{{1,2}}{_SIGN}(?:(?:, ?| ?e | ?and | ?& ?| ?, e |, and | ?ou |"
    rf" or )\d{{1,2}}{_SIGN}){{1,30}})"
)
_WEEK_NEXT = (
    r"(?:semana q(?:ue)? vem|proxima semana|semana proxima|outra semana|next week|following week|"
    r"prox semana)"
)
_DOUBTFUL = {
    "sex",
    "dom",
    "mon",
    "sun",
    "sat",
    "qua",
    "seg",
    "wed",
    "fri",
}  # words of their own, or syllables
_DOUBTFUL_END = (
    r"(?=\W*(?:$|\d|[,.;!)]|[-–—] |feira\b|agora\b|"
    r"de (?:manha|tarde|noite)\b|q(?:ue)? vem\b|to |til|thru |through |as |at |or |ou |and |e |"
    r"(?:morning|afternoon|evening|night|lunch|mornin|arvo)\b|(?:on |o |no |the |dia |day )+\d|"
    rf"(?:{_any(MONTHS)})\.? \d))"
)
_SURE_DAYS = _any(WEEKDAYS.keys() - _DOUBTFUL)
_NAME = (
    rf"(?:(?P<weekday>{_SURE_DAYS}|(?:{_any(_DOUBTFUL)}){_DOUBTFUL_END})(?:[ -]feira)?|"
    rf"(?P<feira>[2-6])[ao]?[ -]feira)"
)
_WEEK_AFTER = r"(?:week after next|semana depois da (?:proxima|que vem))"
_WEEK_GONE = (
    r"(?P<gone{n}>semana passada|last week)|(?P<gonetwo{n}>semana retrasada|week before last)"
)
_BEFORE = (
    rf"(?:(?:{_WEEK_GONE.format(n=2)})(?:'s)?,? (?:on |na |no |em |a )?)?"
    rf"(?:(?P<second>{_WEEK_AFTER}),? (?:(?:preferably|ideally|de preferencia|on|na|no|a) )"
    rf"{{0,3}})?"
    rf"(?:(?P<following>{_WEEK_NEXT}),? (?:mesmo )?(?:on |na |no |em |a |de )?)?"
    r"(?:(?P<week>(?:(?:a|1|one|uma) )?(?:week|semana) (?:from|depois de)"
    r"|(?:a|1|one|uma) (?:week|semana) (?:on|after)) )?"
    r"(?:(?P<last>last|passad[ao]|ultim[ao]) |(?P<coming>next|proxim[ao]|prox) |"
    r"(?P<this>this(?: coming)?|coming|est[ae]|nest[ae]|ess[ae]|ness[ae]) )?"
)
_AFTER = (
    rf"(?: (?P<last2>passad[ao])| (?P<coming2>q(?:ue)? vem|proxim[ao])"
    rf"| ?,? (?:da |na |de |of |the )?(?:{_WEEK_GONE.format(n='')})"
    rf"| ?,? (?:da |na |of |of the |in the |the )?(?P<second2>{_WEEK_AFTER})"
    rf"| ?,? (?:da |na |de |of )?(?P<following2>{_WEEK_NEXT})"
    r"| (?P<week2>week|em oito|fortnight|after next)|"
    rf" (?:agora|dessa semana|desta semana|this week|mesmo))?"
)
_WEEKDAY = rf"\b{_BEFORE}\b{_NAME}\b{_AFTER}\b"

COUNTED_BACK = re.compile(  # "the wedding is on the 14th, so a fortnight before that"
    rf"[ ,;.:-]{{0,4}}(?:(?:so|then|and|but|entao|e|mas|need it|preciso|quero) ){{0,3}}{_AMOUNT} "
    r"(?:before|prior to|antes) ?(?:that|it|then|this|disso|dela|dele|d[ao] (?:data|dia|festa))?\b"
)
PATTERNS = [
    re.compile(r"\b(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?!\d)"),
    re.compile(
        r"(?<![\d/.,-])(?P<a>\d{1,2})(?:/(?P<b>\d{1,2})(?:/(?P<y>\d{4}|\d{2}))?|"
        r"[.-](?P<b2>\d{1,2})[.-](?P<y2>\d{4}|\d{2}))"
        r"\b(?![/.-]\d|\s?[ap]\.?m)"
    ),
    re.compile(rf"\b{_LIST} (?:de |of )?{_MONTH}{_LATER}"),
    re.compile(rf"(?<![\d,.:]){_DAY} ?(?:de |do |of |/)?{_MONTH}{_LATER}"),
    re.compile(rf"\b{_MONTH_FIRST} (?:the )?{_DAY}(?![\d:h/])\b{_LATER}"),
    re.compile(
        rf"(?<![\d/.,-])(?P<d>\d{{1,2}}) do (?P<mn>0?[1-9]|1[0-2])\b(?![\d:/]|"
        rf" ?(?:h\b|anos|meses|dias)){_LATER}"
    ),
    re.compile(
        r"\b(?P<amount>\d{1,2}|an?|one) (?P<unit>weeks?|fortnights?) (?P<origin>today|tomorrow)\b"
    ),
    re.compile(r"\b(?P<hence>de hoje a (?:8|15))\b"),
    re.compile(
        rf"\b{_AMOUNT} (?:(?P<before>(?:ago|atras)(?: (?:today|hoje))?|back|"
        rf"earlier)|(?P<after>from (?:now|today)|"
        rf"a partir de hoje|depois de hoje))\b"),
    re.compile(rf"\b(?P<named>{_any(DAYS)})\b"),
    re.compile(rf"\b(?P<feast>{_any(FEASTS)})\b"),
    re.compile(
        rf"\b{_NAME},? (?:no |o |the )?(?:dia |day )?(?P<numbered>\d{{1,2}})(?:st|nd|rd|"
        rf"th)?\b(?![:h/\d]|\.\d|\s?[ap]\.?m\b| ?(?:horas?|hrs|o ?'? ?clock)\b|"
        rf" (?:da |de |in the |at )"
        rf"(?:manha|tarde|noite|madrugada|morning|afternoon|evening|night)\b)"
    ),
    re.compile(  # "o dia é 27, sexta"
        rf"(?:\b(?:dia|day)(?: certo| right)? (?:e|eh|is|era|seria|was)(?: the| o| dia)? "
        rf"(?P<numbered>\d{{1,2}})|(?<![\d/:.,h-])(?<!as )(?<!at )(?P<numbered2>2[4-9]|3[01]))"
        rf"(?:st|nd|rd|th)?,? (?:(?:n?uma?|na|a|o|on|it's|que e|que cai) ){{0,3}}{_NAME}\b"
    ),
    re.compile(
        rf"\b(?P<nth>1o|1st|primeir[oa]|segund[oa]|2nd|terceir[oa]|3rd|quart[oa]|4th|ultim[oa]|"
        rf"last) {_NAME}"
        rf" (?:de |do |da |of |in |of the )?(?:{_MONTH}|(?P<thatmonth>proximo mes|mes que vem|"
        rf"next month|mes|month))"
    ),
    re.compile(_WEEKDAY),
    re.compile(
        rf"\b(?P<after>daqui a|daqui|dentro de|em|in|within|dans|en) {_AMOUNT}s?(?: time)?\b"
    ),
    re.compile(rf"\b(?P<before>ha|faz|il y a|hace) {_AMOUNT}(?: (?:atras|ago))?\b"),
    re.compile(rf"\b(?P<since>tem)(?: (?:uns|umas|ja))? {_AMOUNT}"
        rf"(?= *(?:$|[,.!;]|que|certinh[oa]))"
    ),
    re.compile(rf"\b{LAST_OF_MONTH}"),
    re.compile(
        rf"(?<!meio )(?<!mid )\b(?:dia|day) {_DAY}(?![\d:h/])\b(?!\s?[ap]\.?m\b){_NEXT_MONTH}"
    ),
    re.compile(
        rf"\b(?:on )?(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)\b(?! (?:floor|street|ave|time|year|"
        rf"birthday|of|avenue|grade)){_NEXT_MONTH}"),
]  # fmt: skip
