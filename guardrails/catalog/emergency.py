"""Whoever tells of a danger to life is given the emergency number at once, in their language.

Only what happens to a person at this moment counts; such a message is never a request for harm.
"""

from __future__ import annotations

from guardrails.danger.calm import first_of
from guardrails.danger.emergencies import FOUND, WORDS
from guardrails.danger.people import Tongue
from guardrails.danger.spoken import spoken
from guardrails.guard import ALLOW, Context, Guard, Verdict
from guardrails.heads.plain import LENGTH

CATEGORY = "emergency"
TEXTS: dict[Tongue, str] = {
    "en": (
        "Call your local emergency number now: 112 in Europe, 911 in the US and Canada, 999 or 112"
        " in the UK, in Brazil 192 (ambulance), 193 (fire, rescue) or 190 (police). I cannot send"
        " anybody from here. Stay on the line, the people there tell you what to do until help"
        " comes. If you can do so safely, stay with the person. If something was swallowed, do not"
        " make them vomit, and keep the packet. If you cannot call, ask somebody near you to. And"
        " if somebody wants to hurt themselves, these listen, too: 988 in the US and Canada, 116"
        " 123 in the UK and Ireland, 188 in Brazil."
    ),
    "pt": (
        "Ligue agora para a emergência: no Brasil, SAMU 192, Bombeiros 193, Polícia 190; na Europa,"
        " 112; nos EUA e no Canadá, 911; em outro lugar, o número de emergência local. Eu não"
        " consigo mandar ninguém daqui. Fique na linha: quem atende diz o que fazer até a ajuda"
        " chegar. Se for seguro, fique com a pessoa. Se alguém engoliu alguma coisa, não provoque"
        " vômito e guarde a embalagem. Se você não pode ligar, peça a alguém perto de você. E se"
        " alguém quer se machucar, o CVV também escuta: 188."
    ),
    "es": (
        "Llama ahora al número de emergencias local: 112 en Europa, 911 en gran parte de América,"
        " 192 en Brasil. No puedo enviar a nadie desde aquí. Quédate en la línea: te dirán qué"
        " hacer hasta que llegue la ayuda. Si es seguro, quédate con la persona. Si alguien tragó"
        " algo, no provoques el vómito y guarda el envase."
    ),
}


def check(text: str, context: Context) -> Verdict:
    """End the turn of whoever says so with the numbers to call."""
    for part in [text] if len(text) <= LENGTH else [text, text[-LENGTH:]]:
        if tongue := first_of(FOUND, WORDS, spoken(part)):
            say = context.policy.emergency.get(tongue) or TEXTS[tongue]
            return Verdict("block", CATEGORY, "somebody is in danger now", say=say)
    return ALLOW


GUARD = Guard("emergency", check, rank=29, stages=("input",))
