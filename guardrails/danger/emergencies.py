"""What is said when somebody is in danger at this very moment, family by family.

Written for the form that `spoken` gives. What is past, asked in general, told or a way of
speaking is left out by `calm`.
"""

from __future__ import annotations

import re

from guardrails.danger.emergencies_en import EMERGENCIES_EN
from guardrails.danger.emergencies_pt import EMERGENCIES_PT
from guardrails.danger.people import NEAR, SOMEBODY_ES, Tongue


def _one_of(families: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{family})" for family in families))


EMERGENCIES_ES = (
    rf"\b(?:{SOMEBODY_ES}|yo|me|se){NEAR} (?:tomo|tome|trago|trague|bebio|bebi)(?: \w+){{0,3}}?"
    r" (?:pastillas|veneno|lejia|cloro)\b",
    rf"\b{SOMEBODY_ES}{NEAR} (?:se desmayo|desmayad[oa]|inconsciente|sobredosis|convulsionando"
    r"|un infarto|un derrame|se ahoga|atragantad[oa])\b|\bno (?:despierta|respira|para de sangrar"
    r"|deja de sangrar)\b|\bhay (?:un )?(?:incendio|fuego) (?:aqui|en)\b|\bva a saltar\b",
    r"\b(?:llam[ae]n?|necesito)(?: a)? (?:una )?(?:ambulancia|policia|bomberos)\b"
    r"|\A(?:auxilio ?)+\Z",
)
# Without one of these words none of the patterns can match: most messages end here.
WORDS = frozenset(
    "took taken takes swallowed ate drank drunk downed popped ingested overdosed overdosing od"
    " ode odd odid ods oding overdose wake waking breathing breathe respond responding moving"
    " conscious unconscious unresponsive choking blue gasping foaming pulse convulsing bleeding"
    " stopped drowning passed collapsed fainted attack stroke seizure arrest reaction blood slit"
    " slashed wrist wrists fire burning flames smoke gas jump jumped jumping fall edge ledge"
    " railing railings roof rooftop bridge wrong gun knife rope noose razor blade broke breaking"
    " break someone somebody burglar intruder man beating hitting strangling raping attacking"
    " hurting punching stabbed shot electrocuted over hit bitten fell ambulance paramedics"
    " police cops 911 999 112 dying shoot stab hang hanged drown poison cutting cut morrendo"
    " pulsos hurt trapped tomou tomei toma engoliu engoli bebeu bebi ingeriu ingeri tomar comeu"
    " desmaiou desmaiando desmaiada desmaiado desmaio apagou desacordado desacordada"
    " inconsciente pulso convulsionando convulsao engasgou engasgado engasgada engasgando"
    " sufocando roxo roxa afogando afogou enfartando infartando duro dura acorda acordando"
    " acordar respira respirando respirar reage reagindo responde respondendo infarto enfarte"
    " cardiaco avc derrame parada alergica mal dor sangrar sangramento sangue sangrando incendio"
    " fogo chamas queimando incendiando pular jogar atirar saltar jogou pulou atirou caiu faca"
    " arma revolver corda gilete navalha invadindo invadiu invadiram entrou arrombando arrombou"
    " alguem ladrao homem estranho assaltada assaltado assaltando batendo bateu espancando"
    " enforcando estuprando ameacando facada tiro choque baleado baleada esfaqueado esfaqueada"
    " atropelado atropelada picado picada socorro ambulancia policia bombeiro bombeiros resgate"
    " tomo tome trago trague bebio desmayo desmayado desmayada sobredosis ahoga atragantado"
    " atragantada despierta fuego auxilio friend".split()
)
FOUND: tuple[tuple[Tongue, re.Pattern[str]], ...] = (
    ("en", _one_of(EMERGENCIES_EN)),
    ("pt", _one_of(EMERGENCIES_PT)),
    ("es", _one_of(EMERGENCIES_ES)),
)
