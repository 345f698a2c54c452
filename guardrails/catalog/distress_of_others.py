"""Whoever fears that somebody near them will hurt themselves is told what helps, and what to say.

Only a present wish or danger of a person counts, in the third person. What is history, fiction,
prevention or a figure of speech goes on like any other text.
"""

from __future__ import annotations

import re

from guardrails.catalog.distress import CATEGORY
from guardrails.danger.animals import is_of_animal
from guardrails.danger.people import Tongue
from guardrails.guard import ALLOW, Context, Guard, Verdict
from guardrails.heads.plain import LENGTH, plain

TEXTS: dict[Tongue, str] = {
    "en": (
        "I am sorry; it is good that you look after them. If they are in danger at this moment,"
        " call your local emergency number (911, 999, 112, in Brazil 192) and do not leave them"
        " alone. Otherwise: ask openly whether they think of suicide, asking does not put the idea"
        " there; listen without judging; keep medicines, weapons and what else is dangerous away;"
        " and bring them together with people who can help. You may call for them, or for"
        " yourself: in the US and Canada 988, in the UK and Ireland Samaritans, 116 123, in Brazil"
        " CVV, 188. And do not carry this alone: tell somebody whom both of you trust."
    ),
    "pt": (
        "Sinto muito; que bom que você está cuidando dessa pessoa. Se ela corre perigo neste"
        " momento, ligue para a emergência (no Brasil, SAMU 192) e não a deixe sozinha. Se não:"
        " pergunte abertamente se ela pensa em suicídio, perguntar não põe a ideia na cabeça;"
        " escute sem julgar; afaste remédios, armas e o que mais for perigoso; e ajude-a a chegar"
        " a quem pode cuidar dela, como o CAPS ou um pronto-socorro. Você pode ligar por ela, ou"
        " por você: no Brasil, CVV, 188, de graça, a qualquer hora; nos EUA e no Canadá, 988; no"
        " Reino Unido e na Irlanda, Samaritans, 116 123. E não carregue isso só: conte a alguém"
        " em quem vocês dois confiam."
    ),
    "es": (
        "Lo siento mucho; qué bueno que cuidas de esa persona. Si corre peligro en este momento,"
        " llama al número de emergencias local y no la dejes sola. Si no: pregúntale abiertamente"
        " si piensa en el suicidio, preguntar no da la idea; escucha sin juzgar; aleja"
        " medicamentos, armas y lo que sea peligroso; y acompáñala a quien pueda ayudar. Puedes"
        " llamar por ella o por ti: en Estados Unidos y Canadá, 988; en Brasil, CVV, 188; en el"
        " Reino Unido e Irlanda, Samaritans, 116 123. Y no lleves esto a solas: cuéntaselo a"
        " alguien de confianza."
    ),
}
_EN_WHO = (
    r"(?:(?:my|our|a|his|her|their|this|one of my|the) (?:\w+ ){0,2}?(?:friends?|best friend|bestie"
    r"|mate|brother|sister|son|daughter|kid|child|mum|mom|mother|dad|father|parent|husband|wife"
    r"|partner|boyfriend|girlfriend|ex|cousin|nephew|niece|uncle|aunt|grandm\w+|grandf\w+|grandson"
    r"|granddaughter|roommate|flatmate|neighbou?r|colleague|coworker|co-worker|boss|employee"
    r"|student|pupil|classmate|teammate|client|customer|patient|user|teenager|guy|girl|boy|man"
    r"|woman|person|stepson|stepdaughter|fianc\w+)|some(?:one|body)(?: i know| close to me)?|he|she"
    r"|they)"
)
_EN_LINK = (
    r"(?:(?: (?:just|really|keeps?|kept|has|have|had|is|was|'s|been|still|always|often|now|who"
    r"|online|here|texted|told me|tells me|says?|said|saying|wrote|writes?|posted|messaged|that"
    r"|(?:s?he|they)(?:'s|'re)?|talks?|talking|speaks?|about|of|openly|me|yesterday|today"
    r"|tonight)){0,8})"
)
_EN_WISH = (
    r" (?:wants? to|wanna|wanting to|is going to|'s going to|are going to|gonna|going to|will|might"
    r"|may|could|tried to|trying to|tries to|threaten\w* to|plans? to|planning to|wanted to"
    r"|thinking (?:of|about)|thinks? (?:of|about)|threatening|considering|feels? like|about|of)"
)
_EN_ACT = (
    r" (?:(?:just|really|maybe) )?(?:kill(?:ing)? (?:him|her|them)sel(?:f|ves)"
    r"|(?:end|take|ending|taking) (?:his|her|their) (?:own )?li(?:fe|ves)"
    r"|commit(?:ting)? suicide|suicide"
    r"|(?:hurt|harm|cut|hang)(?:t?ing)? (?:him|her|them)sel(?:f|ves)"
    r"|end(?:ing)? it all|jump(?:ing)? off (?:a|the) (?:bridge|roof|building))"
)
# Where one who is old or ill wants to be at the end, whatever brings it.
_IN_PEACE = (
    r"(?! (?:at home|em casa|na (?:propria )?cama|in peace|peacefully|em paz"
    r"|in (?:his|her|their) (?:own )?(?:bed|home|house))\b)"
)
_EN_DIE = (
    r" (?:wants? to|wanna|wanted to|wishes to|feels? like) (?:just )?(?:die|dying|be dead)"
    rf"{_IN_PEACE}"
)
_EN_STATE = (
    r" (?:(?:is|are|was|has been|have been|feels?|seems?|sounds?|'s|became|might be|may be) (?:\w+"
    r" )?suicidal|(?:keeps?|is|has been|started|'s) (?:cutting|self-?harming|hurting)"
    r"(?: (?:him|her|them)sel(?:f|ves))?|has suicidal thoughts|(?:does not|doesn'?t|don'?t) want to"
    r" (?:live|be alive)(?: any ?more)?)"
)
_PT_WHO = (
    r"(?:(?:meu|minha|um|uma|o|a|nosso|nossa|esse|essa) (?:\w+ ){0,2}?(?:amig[oa]"
    r"|irma|irmao|filh[oa]|mae|pai|marido|esposa|mulher|companheir[oa]|namorad[oa]|ex|prim[oa]|sobrinh[oa]|ti[oa]|avo"
    r"|net[oa]|colega|chefe|funcionari[oa]|alun[oa]|vizinh[oa]|cliente|paciente|usuari[oa]"
    r"|entead[oa]|cunhad[oa]|moc[oa]|menin[oa]|rapaz|garot[oa]|pessoa|conhecid[oa]|noiv[oa]|sogr[oa]"
    r"|parceir[oa])|alguem(?: que conheco)?|ele|ela)"
)
_PT_LINK = (
    r"(?:(?: (?:me|disse|diz|falou|fala|falando|contou|escreveu|postou|mandou|mensagem|dizendo|que"
    r"|esta|ta|vive|anda|fica|so|ja|sempre|hoje|ontem|ele|ela|muito|mal|e|em|de|da|minha|familia"
    r"|escola|trabalho|na|no)){0,8})"
)
_PT_WISH = (
    r" (?:quer|queria|vai|iria|ia|pode|pensa em|pensando em|pensou em|tentou|tenta|ameaca"
    r"|ameacou|ameacando|planeja|pretende|decidiu|tem vontade de|com vontade de|sente vontade de"
    r"|falando em|fala em|falou em|disposto a)"
)
_PT_ACT = (
    r" (?:se matar|matar-se|se suicidar|suicidio|cometer suicidio|se enforcar|se cortar"
    r"|se machucar|se ferir|tirar a (?:propria )?vida|acabar com a (?:propria )?vida"
    r"|dar (?:um )?fim [an]a? (?:propria )?vida|se jogar d[aoe]\w* (?:ponte|predio|janela|viaduto))"
)
_PT_DIE = (
    r" (?:quer|queria|prefere|pensa em|(?:tem|com|sente) vontade de|fala em|falando em"
    rf"|pensando em) (?:so |mesmo )?morrer{_IN_PEACE}"
)
_PT_STATE = (
    r" (?:(?:esta|ta|anda|ficou|e) (?:\w+ )?suicida|(?:esta|ta|anda|vem|vive) se (?:cortando"
    r"|mutilando|automutilando|machucando)|se (?:corta|automutila|mutila)"
    r"|tem (?:pensamentos|ideias) suicidas|nao quer mais viver)"
)
_ES_WHO = (
    r"(?:(?:mi|un|una|nuestr[oa]) (?:\w+ )?(?:amig[oa]|herman[oa]|hij[oa]|madre|padre|mama|papa"
    r"|espos[oa]|novi[oa]|prim[oa]|companer[oa]|vecin[oa]|alumn[oa])|alguien|el|ella)"
)
_IDIOM = (
    r"(?! (?:laughing|of (?:laughter|boredom|shame|embarrassment|hunger|old age)|de (?:rir|tanto"
    r"|trabalhar|estudar|vergonha|fome|tedio|raiva|ciume\w*|amor|inveja|saudade|calor|frio|curios\w+"
    r"|velh\w+|risa)|na academia|nos estudos|no trabalho|trabalhando|estudando|para (?:conseguir"
    r"|passar|entregar)|por (?:nota|dinheiro|isso)|the (?:process|server|app)|in (?:the|his|her)"
    r" (?:game|film|movie|book|novel|play|show|series|story)|n[oa] (?:jogo|filme|livro|serie"
    r"|novela|historia|peca)))\b"
)
_PATTERNS: tuple[tuple[Tongue, re.Pattern[str]], ...] = (
    (
        "en",
        re.compile(
            rf"\b{_EN_WHO}(?:{_EN_LINK}(?:{_EN_WISH}{_EN_ACT}|{_EN_DIE}){_IDIOM}|{_EN_LINK}{_EN_STATE})"
        ),
    ),
    (
        "pt",
        re.compile(
            rf"\b{_PT_WHO}(?:{_PT_LINK}(?:{_PT_WISH}{_PT_ACT}|{_PT_DIE}){_IDIOM}|{_PT_LINK}{_PT_STATE})"
        ),
    ),
    (
        "es",
        re.compile(
            rf"\b{_ES_WHO}(?: \w+){{0,4}}? (?:se quiere (?:matar|suicidar|morir)|quiere (?:matarse"
            rf"|suicidarse|morir(?:se)?|quitarse la vida)|piensa en (?:matarse|suicidarse|el"
            rf" suicidio)|intento (?:matarse|suicidarse))\b{_IDIOM}"
        ),
    ),
)
# Told, sung, played, or long ago: nobody is in danger now.
_NOT_NOW = re.compile(
    r"\b(?:characters?|novels?|films?|movies?|books?|plays?|series|songs?|lyrics|poems?|game|story"
    r"|scene|episode|hamlet|romeo|juliet|werther|bovary|karenina|essay|chapter|act \w+|summari\w+"
    r"|translate|statistics|percent\w*|rates?|in (?:1\d|20)\d\d|years ago|century|stocks?|fictional"
    r"|personage[mn]s?|romance|filme|livro|peca|serie|novela|musica|letra|poema|jogo|conto|cena"
    r"|capitulo|redacao|resumo|traduza|estatistica\w*|seculo|anos atras|em (?:1\d|20)\d\d|dados"
    r"|personaje|pelicula|libro|cancion|phone|laptop|computer|car|celular"
    r"|carro|computador|battery|bateria)\b"
)
_AROUND = 100  # characters


def check(text: str, context: Context) -> Verdict:
    """End the turn of whoever says so with words that help, in the language they said it in."""
    for part in [text] if len(text) <= LENGTH else [text, text[-LENGTH:]]:
        said = " ".join(plain(part).split())
        for tongue, pattern in _PATTERNS:
            for found in pattern.finditer(said):
                around = said[max(0, found.start() - _AROUND) : found.end() + _AROUND]
                if not _NOT_NOW.search(around) and not is_of_animal(said, found):
                    say = context.policy.self_harm_of_others.get(tongue) or TEXTS[tongue]
                    return Verdict("block", CATEGORY, "somebody near them is in danger", say=say)
    return ALLOW


GUARD = Guard("distress_of_others", check, rank=31, stages=("input",))
