"""What kind of thing a part of an answer tells: a price, a span of time, a place, ways to pay.

What a question wants is told by `language/question_kinds.py`; an answer serves where it has both
the kind that is wanted and what the question is about, best in one of its parts.
"""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from language.question_kinds import KINDS

_TOLD = {
    "price": r"(?:[$£€]\s?\d|\b\d[\d.,]*\b(?!\s?(?:h\b|:|º|am\b|pm\b|a\.m|o'?clock|horas?|hours?"
    r"|days?|dias?|weeks?|months?|years?|minut|semanas?|anos?|mes|mês|people|pessoas|min\b|km|kg"
    r"|kilos?|miles?|°|degrees|graus|mm|dpi|vagas)))|\b(?:free|included|gr[aá]tis|de graça"
    r"|gratuit\w+|inclu[ís]\w*|(?:sem|without) (?:custo|cost|charge)|nothing|half"
    r"|metade|pel[ao] metade"
    r"|não pagam?|double)\b",
    "duration": r"\b(?:hours?|days?|weeks?|months?|minutes?|years?|overnight|horas?|dias?|semanas?"
    r"|m[eê]s|meses|minutos?|anos?|min|na hora|same day|at once|while you wait"
    r"|forever|hora e meia)\b",
    "when": r"\b(?:\d{1,2}(?:h\d{0,2}|:\d\d| ?[ap]\.?m)|(?:to|until|till|from|at|before|after|by"
    r"|das|às|as|até|após|a partir das) \d{1,2}|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?"
    r"|saturdays?|sundays?|weekdays?|weekends?|noon|midnight|night|every day|daily"
    r"|segundas?|ter[çc]as?"
    r"|quartas?|quintas?|sextas?|s[áa]bados?|domingos?|meio-dia|meia-noite|noite"
    r"|manhã|tarde|feriados?"
    r"|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro"
    r"|january|february|march|april|june|july|august|september|october|november|december|holidays"
    r"|antes|before|depois|after)\b",
    "where": r"\b(?:street|st\.|road|lane|avenue|ave|square|yard|floor|desk|counter"
    r"|entrance|building"
    r"|behind|beside|next to|across|corner|near|opposite|above|below|inside|outside"
    r"|upstairs|gate|rua|avenida"
    r"|av\.|praça|travessa|galeria|andar|esquina|ao lado|em frente|atrás|perto|entrada|portão"
    r"|recepção|balcão|sala|shopping|online|quadras|loja|centro|bairro|in the|no|na|at the)\b",
    "count": r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|both|many|all"
    r"|um|uma|dois|duas|tr[eê]s|quatro|cinco|seis|sete|oito|nove|dez|doze|vinte"
    r"|limit\w*|no limit)\b",
    "who": r"\b(?:Dr|Dra|Mr|Mrs|Ms|Prof)\b|(?<=[a-zà-ú,;] )[A-ZÀ-Ú][a-zà-ú]+|\b(?:we|us|our|nós"
    r"|nosso|nossa|you|you pay|teacher|professor\w*|doctor|médic[oa]|owner|dono|somebody|alguém)\b",
    "pay": r"\b(?:cards?|cash|pix|cart(?:ão|ões)|dinheiro|boleto|instal\w+|visa|paypal|apple pay"
    r"|d[ée]bito?|cr[ée]dito?|direct debit|transfer\w*|vezes|juros|check|cheque|in advance|sinal"
    r"|deposit|receipt|vale\w*)\b",
}
_SIGNS = {
    kind: re.compile(signs, re.NOFLAG if kind == "who" else re.IGNORECASE)
    for kind, signs in _TOLD.items()
}
TOLD = tuple(kind in _TOLD for kind in KINDS)  # which kinds can be seen in an answer


def told_kinds(text: str) -> npt.NDArray[np.float64]:
    """Tell for each of `KINDS` whether a part of an answer holds such a thing."""
    return np.array([bool(k in _SIGNS and _SIGNS[k].search(text)) for k in KINDS], float)
