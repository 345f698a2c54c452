"""Whoever says that they want to die or to hurt themselves is told where a person listens.

Only clear statements in the first person count, and these must not meet a refusal. To
speak of suicide, to quote somebody, to ask how to help another one goes on like any other text.
"""

from __future__ import annotations

import re

from guardrails.danger.people import Tongue
from guardrails.guard import ALLOW, Context, Guard, Verdict
from guardrails.heads.plain import LENGTH, plain

CATEGORY = "self_harm"
TEXTS: dict[Tongue, str] = {
    "en": (
        "I am very sorry that it hurts so much, and I am glad that you wrote it. You are not"
        " alone. Please talk to a person who listens, now: in the US and Canada call or text 988;"
        " in the UK and Ireland call Samaritans, 116 123; in Brazil call CVV, 188; anywhere else,"
        " or if you are in danger at this moment, call your local emergency number. And tell"
        " somebody near you how you feel: a friend, your family, anyone you trust."
    ),
    "pt": (
        "Sinto muito que esteja doendo tanto, e que bom que você escreveu. Você não está só. Fale"
        " agora com alguém que escuta: no Brasil, ligue para o CVV, 188, de graça, a qualquer"
        " hora; nos EUA e no Canadá, 988; no Reino Unido e na Irlanda, Samaritans, 116 123; em"
        " outro lugar, ou se você corre perigo neste momento, ligue para o número de emergência"
        " local. E conte a alguém perto de você como se sente: um amigo, a família, alguém de"
        " confiança."
    ),
    "es": (
        "Siento mucho que duela tanto, y qué bueno que lo escribiste. No estás solo ni sola. Habla"
        " ahora con alguien que escucha: en Estados Unidos y Canadá, llama al 988; en Brasil, CVV,"
        " 188; en el Reino Unido e Irlanda, Samaritans, 116 123; en otro lugar, o si corres"
        " peligro en este momento, llama al número de emergencias local. Y cuéntale a alguien"
        " cercano cómo te sientes: un amigo, tu familia, una persona de confianza."
    ),
}

_END = r"(?=\s*(?:$|[.!?,;:)\n]|\b(?:and|but|so|because|i)\b))"
_NO_GAME = (
    r"(?!(?: (?:in|on|at|no|na|en|el|la|the|this|my|a|o)){0,3}"
    r" (?:minecraft|fortnite|roblox|gta|skyrim|sims|(?:video ?)?(?:games?|jogos?|juegos?))\b)"
)
_NOT_EN = (
    r"(?! (?:laugh|of |from laugh|old\b|young\b|my hair|with laughter|on stage"
    r"|for (?:an?|some|this|that)\b))"
)
_EN_WISH = (
    r"(?:(?:i|still|just|really|to|sometimes|often|always|only|so|\A) want(?:ed)? to|i wanna"
    r"|\b(?:i'?m|i am) (?:going|planning|ready|about) to|gonna|\bi'?ll|i will|i plan (?:on|to)"
    r"|i(?:'d| would) like to|i(?:'ve| have)? decided to|i(?:'ve| have)? tried to|i need to"
    r"|(?:i'?m|i am|been|keep|i was|am) (?:thinking|thinking a lot) (?:of|about)"
    r"|(?:i|can't stop|cannot stop) think(?:ing)? (?:of|about)|i feel like|\A(?:want to|wanna)"
    r"|thoughts of|urges? to|i might|i could just|how (?:do|can|could|should|would) i|how to"
    r"|ways? (?:for me )?(?:to|i (?:can|could))|the courage to)"
    r"(?: (?:just|really|finally|only|actually|fucking|maybe|still|easily))*"
)
_EN_ACT = (
    r"(?:kill(?:ing)? ?myself|kms|(?:end|take|ending|taking) my (?:own )?life"
    r"|end(?:ing)? it all(?! with)"
    r"|commit(?:ting)? suicide|unalive myself"
    r"|(?:hang|hanging|drown|shoot|stab) myself(?! (?:an? |in the foot|in work))"
    r"|(?:hurt|harm|cut|burn)(?:t?ing)? myself(?: (?:on purpose|badly|again))?|slit my wrists"
    r"|overdose)"
)
_PT_WISH = (
    r"(?:quero|(?:\A|eu )(?:so )?queria|\bvou|\bvo|irei|penso em|pensando em|pensei em|tentei"
    r"|planejo|pretendo|decidi"
    r"|(?:tenho|sinto|senti|estou com|to com|com|da|deu|e a) (?:\w+ )?vontade de|preciso|eu devia"
    r"|(?:eu )?gostaria de|desejo|como (?:eu )?(?:posso|consigo|faco (?:para|pra))?"
    r"|(?:jeito|forma|maneira|modo)s? (?:\w+ ){0,2}(?:de|para|pra)|coragem (?:de|para|pra))"
    r"(?: (?:so|muito|mesmo|logo|realmente|mais|apenas|eu))*"
)
_PT_ACT = (
    r"(?:me matar|matar-me|me suicidar|suicidar-me|cometer suicidio|me enforcar|me automutilar"
    r"|me cortar|me machucar|me ferir|tirar (?:a )?(?:minha )?(?:propria )?vida"
    r"|(?:acabar com|dar (?:um )?fim [an]|por (?:um )?fim [an]) (?:a )?minha (?:propria )?vida"
    r"(?! (?:de|social|profissional|amorosa|financeira))|me jogar d[aoe]\w* \w*(?:ponte|predio"
    r"|janela|viaduto))"
)
_ES_WISH = (
    r"(?:quiero|voy a|pienso(?: en)?|pensando en|pensado en|intente|tengo ganas de|ganas de"
    r"|planeo|decidi|quisiera|como (?:puedo )?)"
)
_ES_ACT = (
    r"(?:matarme|suicidarme|quitarme la vida|ahorcarme|cortarme(?: las venas)?|hacerme dano"
    r"|acabar con mi (?:propia )?vida(?! (?:de|social))|lastimarme)"
)
_SAID: tuple[tuple[Tongue, tuple[str, ...]], ...] = (
    (
        "en",
        (
            rf"{_EN_WISH} {_EN_ACT}\b(?! (?:laughing|for (?:forgetting|missing|not)))",
            rf"\bi (?:\w+ )?(?:(?:want|need|long|wish) to|wanna|(?:want|wish) i (?:could|would)"
            rf"(?: just)?) (?:just )?(?:die|be dead)\b{_NOT_EN}",
            rf"\A(?:want to|wanna) die\b{_NOT_EN}|\bi wish i (?:were|was) (?:dead|never born)\b",
            r"\bi(?:'d| would| am|'m)? (?:be )?better off dead\b|\bbetter off without me\b"
            r"|\bbetter off if i (?:was|were) (?:dead|gone)\b",
            r"\bi (?:really )?(?:don'?t|do not|no longer) (?:want|wish) to (?:be alive|exist|live"
            rf"(?= any ?(?:more|longer)\b)|live{_END}|live without (?:him|her|them)\b|go on living"
            r"|wake up (?:any ?more|ever))",
            r"\bi (?:can'?t|cannot) go on living\b|\bi(?:'?m| am| feel) (?:so )?suicidal\b"
            r"|\bi(?:'ve| have|'m| am)? (?:\w+ ){0,2}suicidal (?:thoughts|ideation)\b",
            r"\bi have (?:nothing|no reason)(?: left)? to live(?: for)?\b|\bmy life is(?:n'?t| not)"
            r" worth living\b|\bmy (?:own )?suicide (?:note|letter)\b",
            r"\bi(?:'ve been|'m| am| have been| keep|'ve started| started) (?:self-?harming"
            r"|(?:cutting|hurting|harming|burning) myself(?! (?:shaving|cooking|off|down)))"
            r"|\bi (?:self-?harm|(?:cut|hurt|burn) myself on purpose)\b",
        ),
    ),
    (
        "pt",
        (
            rf"\b{_PT_WISH} ?{_PT_ACT}\b(?! (?:de|na academia|nos estudos))",
            r"\b(?:quero|(?:\A|\beu )(?:so )?queria|prefiro|preferia|desejo|(?:tenho|com|da|sinto)"
            r" (?:\w+ )?vontade de|penso em|pensando em) (?:so |muito |logo |mesmo )*morrer\b"
            r"(?! (?:de|velh|rind|com|na praia|jovem))",
            r"\b(?:eu )?queria (?:estar mort[oa]|nunca ter nascido|nao ter nascido|nao existir)\b",
            r"\bnao quero (?:mais )?(?:viver|existir)(?: mais)?\b(?! (?:de|em|com|sem|na|no|aqui"
            r"|assim|junto|sozinh|longe|perto|d[oa]s?|como|nes))",
            r"\bnao (?:aguento|suporto|consigo) mais (?:viver|existir)\b"
            r"(?! (?:de|em|com|sem|na|no|aqui|assim|junto|longe|nes))",
            r"\b(?:cansei|cansad[oa]) de viver\b(?! (?:de|em|com|sem|na|no|aqui|assim|nes))",
            r"\bnao vejo (?:mais )?(?:sentido|motivo|razao) (?:em|para|pra|de) (?:continuar a )?"
            r"viver?\b(?! (?:de|em|com|sem|na|no|aqui|assim))",
            r"\b(?:perdi|nao tenho)(?: mais)? (?:a |nenhuma? )?(?:vontade|motivos?|razao|razoes)"
            r" (?:de|para|pra) (?:continuar a )?(?:viver|vivendo)\b",
            r"\b(?:tenho|tendo|tive|estou com|to com)(?: \w+)? (?:pensamentos|ideias|ideacao)"
            r" suicidas?\b|\b(?:penso|pensando|pensei) em suicidio\b|\b(?:sou|estou|to) suicida\b",
            r"\bmelhor sem mim\b|\bminha carta de suicidio\b|\beu me corto (?:para|pra|quando|de"
            r" proposito)\b|\b(?:tenho me|ando me|estou me|to me|voltei a me)"
            r" (?:cortado|cortando|cortar|automutilando|automutilar|machucando de proposito)\b",
        ),
    ),
    (
        "es",
        (
            rf"\b{_ES_WISH} ?{_ES_ACT}\b(?! de| el pelo| las unas)",
            r"\bme (?:quiero|voy a) (?:matar|suicidar|morir|ahorcar)\b(?! de)",
            r"\b(?:quiero|quisiera|tengo ganas de) (?:solo )?morir(?:me)?\b(?! de)",
            r"\bno quiero (?:seguir viviendo|vivir mas|existir)\b(?! (?:en|con|aqui|asi))",
            r"\bya no quiero vivir\b(?! (?:en|con|aqui|asi|de|sin))"
            r"|\btengo pensamientos suicidas\b|\bestarian mejor sin mi\b",
        ),
    ),
)
_PATTERNS: tuple[tuple[Tongue, re.Pattern[str]], ...] = tuple(
    (tongue, re.compile("|".join(rf"(?:{each}){_NO_GAME}" for each in said)))
    for tongue, said in _SAID
)  # fmt: skip
_BEFORE = 80  # characters
_QUOTED = re.compile(r"\"[^\"]*\"|\u201c[^\u201d]*\u201d|\u00ab[^\u00bb]*\u00bb")
# What makes the words somebody else's, or says that it is not so, in the same sentence before them.
_OTHERS = re.compile(
    r"(?:\b(?:lyrics?|songs?|sings?|poems?|novels?|characters?|titled?|translat\w+|headlines?"
    r"|(?:he|she|they|who|friend|character|people) (?:says?|said|told|wrote|writes?)|how do you say"
    r"|letra|musica|cancao|poema|romance|personagem|traduz\w*|titulo|manchete|novela"
    r"|(?:ele|ela|quem|amig[oa]) (?:diz|disse|falou|escreveu)|como se (?:diz|dice)|personaje"
    r"|never|(?:do|did|would|will|am|'m|was) not|(?:do|did|wo|would|was)n'?t|nunca|jamais"
    r"|nao)\b[^.!?\n]{0,40})$"
)


def check(text: str, context: Context) -> Verdict:
    """End the turn of whoever says so with words that help, in the language they said it in."""
    for part in [text] if len(text) <= LENGTH else [text, text[-LENGTH:]]:
        for tongue, pattern in _PATTERNS:
            said = _unquoted(plain(part))
            for found in pattern.finditer(said):
                if not _OTHERS.search(said[max(0, found.start() - _BEFORE) : found.start()]):
                    say = context.policy.self_harm.get(tongue) or TEXTS[tongue]
                    return Verdict("block", CATEGORY, "a clear statement", say=say)
    return ALLOW


def _unquoted(text: str) -> str:
    """Leave out what is quoted; whoever puts all of it in quotes says it all the same."""
    rest = _QUOTED.sub(" ", text)
    own = rest if any(c.isalnum() for c in rest) else text.strip(' "\u201c\u201d')
    return " ".join(own.split())


GUARD = Guard("distress", check, rank=30, stages=("input",))
