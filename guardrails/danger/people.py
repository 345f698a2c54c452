"""Who may be in danger, as people call them; a phone or a server is nobody."""

from __future__ import annotations

from typing import Literal

Tongue = Literal["en", "pt", "es"]

SOMEBODY_EN = (
    r"(?:(?:my|our|a|an|his|her|their|this|one of my|the|some|another|old|little) (?:\w+ ){0,2}?"
    r"(?:friends?|bestie|mate|buddy|brother|sister|son|daughter|kids?|child|baby|toddler|infant"
    r"|boy|girl|mom|mother|dad|father|parent|husband|wife|partner|boyfriend|girlfriend|ex|cousin"
    r"|nephew|niece|uncle|aunt|auntie|grandma|grandmother|granny|nan|grandpa|grandad|grandfather"
    r"|grandson|granddaughter|roommate|flatmate|neighbou?r|colleague|coworker|boss|student"
    r"|classmate|teenager|guy|man|woman|lady|person|stranger|patient|fiancee?)"
    r"|mom|mommy|dad|daddy|grandma|grandpa|granny"
    r"|some(?:one|body)|he|she|hes|shes|they|theyre|people|we|theres (?:a|some) \w+)"
)
SOMEBODY_PT = (
    r"(?:(?:(?:o|a|meu|minha|um|uma|nosso|nossa|esse|essa|este|seu|dele|dela) (?:\w+ ){0,2}?)?"
    r"(?:amig[oa]|irma|irmao|filh[oa]|filhinh[oa]|bebe|crianca|mae|pai|marido|esposa|mulher|homem"
    r"|companheir[oa]|namorad[oa]|ex|prim[oa]|sobrinh[oa]|ti[oa]|avo|vo|vovo|net[oa]|colega|chefe"
    r"|alun[oa]|vizinh[oa]|paciente|entead[oa]|cunhad[oa]|sogr[oa]|moc[oa]|menin[oa]|rapaz|cara"
    r"|garot[oa]|pessoa|senhora?|noiv[oa]|idos[oa])|alguem|ele|ela|eles|elas)"
)
SOMEBODY_ES = (
    r"(?:(?:mi|un|una|el|la) (?:\w+ )?(?:amig[oa]|herman[oa]|hij[oa]|bebe|madre|padre|mama|papa"
    r"|espos[oa]|novi[oa]|prim[oa]|abuel[oa]|vecin[oa]|companer[oa]|hombre|mujer)|alguien|el|ella)"
)
# A few words between a person and what happens to them, within one sentence.
NEAR = r"(?: (?!(?:if|when|almost|nearly|se|quando|quase|never|nunca|nao|not)\b)[a-z0-9]+){0,5}?"
