"""What is said by whoever can bear no more, and does not name death: family by family.

Written for the form that `spoken` gives. `OWN` is said of oneself, `OTHERS` of somebody near.
"""

from __future__ import annotations

import re

from guardrails.danger.people import NEAR, SOMEBODY_EN, SOMEBODY_PT, Tongue

_END = (
    r"(?=\s*(?:$|\.|\b(?:and|but|because|so|today|tonight|lately|anymore|now|honestly|tbh|help"
    r"|e|mas|hoje|porque|que)\b))"
)
_GONE_EN = (
    r"(?:gone|dead|not here|didnt exist|died|disappeared|vanished|was never born|left this world"
    r"|killed myself|wasnt here|werent here)"
)
_PILLS = (
    r"(?:pills|tablet|painkillers?|sleeping pills|paracetamol|ibuprofen|tylenol|aspirins?|xanax"
    r"|bottle)"
)
_OWN_EN = (
    r"\b(?:i (?:just |really |think i )?(?:might|may|could|will|wanna|ll)|im (?:just )?gonna"
    r"|i feel like|thinking of|thinking about) (?:just )?(?:take|taking|swallow|swallowing|down)"
    rf" (?:all|every|the whole|the entire|a whole)(?: \w+){{0,3}}? {_PILLS}"
    r"(?=\s*(?:$|\.|\b(?:have|i (?:own|can find)|at once|tonight|now|today|and"
    r"|in one go|together)\b))",
    r"\bdo (?:something|anything)(?: \w+)? to myself\b"
    rf"|\b(?:the|any|no) point (?:of|in) (?:anything|everything|it all|any of it){_END}",
    rf"\b(?:nobody|(?:would|will) any(?:one|body)|who)(?: \w+){{0,2}}? (?:notice|care|miss me"
    rf"|mind|cry)"
    rf" if i(?: \w+){{0,2}}? {_GONE_EN}\b|\bnobody (?:would|will|ll) (?:even )?miss me\b",
    rf"\b(?:everyone|everybody|they|the world|my \w+)(?: would|d)? be (?:better|happier|fine)"
    rf"(?: off)? (?:without me|if i(?: \w+)? {_GONE_EN})\b|\bim (?:just |only )?(?:a"
    rf"|such a) burden\b"
    r"|\bi feel like (?:such )?a burden\b",
    rf"\b(?:i dont|dont|i didnt) wanna (?:be (?:here anymore|alive|in this world|on this earth)"
    rf"|be here{_END}"
    rf"|exist|live anymore|wake up{_END})(?! (?:on|in) (?:this|the) (?:list|group|office|chat"
    rf"|queue))",
    rf"\bi (?:just |really |sometimes )?(?:wish i could|wanna|wish to|want to just)(?: \w+)?"
    rf" (?:disappear|vanish|stop existing|not exist|cease to exist|fade away)(?: forever)?{_END}",
    r"\bsleep (?:and|forever and) (?:never|not|dont|dont ever) wak(?:e|ing) up\b"
    r"|\b(?:hope|wish) i (?:dont|didnt|never|wouldnt) (?:wake up|woke up)\b"
    r"|\bwake up (?:again )?tomorrow is a curse\b",
    r"\b(?:whats|what is|s|see|sees|is) (?:the|a|no|any) (?:point|reason)(?: of| in"
    r"| to)? (?:living|life|being alive"
    r"|going on|carrying on|live|keep going|anything anymore)\b|\btheres no (?:point"
    r"|reason)(?: in| to| of)?"
    r" (?:living|life|live|go on|going on|anything|being here)\b|\bno (?:reason"
    r"|will) to (?:live|go on)\b",
    rf"\bi (?:just )?(?:wanna|want|need) (?:it|this|the pain|everything)(?: all)? to (?:stop"
    rf"|end|be over)"
    rf"(?: forever)?{_END}|\bi (?:just )?(?:wanna|want)(?: \w+)? the pain to (?:stop|end)\b",
    rf"\b(?:im|i am|so) (?:\w+ )?(?:tired|sick|exhausted|done)(?: of| with) (?:everything|life"
    rf"|living|being alive"
    rf"|existing|it all|feeling like this|being me|this life){_END}",
    rf"\bi cant (?:go on(?: like this)?|keep (?:going|living)(?: like this)?|live like this"
    rf"|cope|do life)"
    rf"(?: anymore)?{_END}|\b(?:have|i) (?:given|gave|give|giving) up on (?:life|living"
    rf"|everything|myself)\b"
    rf"|\b(?:cant|dont) see (?:any|a) (?:way out|future)(?: of this| for me)?\b",
    r"\b(?:my |this )?life (?:is|feels|seems) (?:so |just )?(?:pointless|meaningless|not worth)\b"
    r"|\bno reason to keep (?:going|living)\b",
    r"\blife (?:isnt|is not|aint|doesnt feel|is no longer) worth (?:it|living)\b"
    r"|\bi cant do (?:this|it) anymore\Z",
    rf"\b(?:nobody|no1) (?:really |even )?(?:loves|likes|wants|needs|cares about"
    rf"|understands) me{_END}"
    rf"|\b(?:everyone|everybody) hates me{_END}|\bi (?:really |fucking )?hate (?:myself|my life"
    rf"|being alive)\b",
    rf"\b(?:i feel|im|feeling|im feeling|i am feeling|i have been feeling|have been feeling)"
    r"(?: (?:so|very|really|just|completely|totally|like|too|always|utterly|empty and|alone and"
    r"|lost and))*"
    rf" (?:hopeless|worthless|suicidal|empty|numb|unloved|desperate|depressed|heartbroken"
    rf"|so low|down"
    rf"|miserable|broken inside|dead inside|(?:i )?(?:wanna )?giv(?:e|ing) up){_END}",
    r"\b(?:i feel|im|feeling|i am)(?: so| very| really| all| completely| totally"
    r"| too)* (?:alone|lonely)"
    r"(?=\s*(?:$|\.|\band\b|\bi\b|\bin this world\b|\banymore\b))|\beverything (?:feels|is"
    r"|seems) (?:so )?hopeless\b"
    r"|\bi cant stop crying\b|\b(?:im|i am) (?:not ok(?:ay)?|falling apart|breaking down)\Z"
    r"|\b(?:lost the will|no longer have the will|nothing to look forward to in life)\b",
)
# Worn out by a day's work is no despair.
_WORN_PT = (
    r"(?:acabad[oa]|destruid[oa])(?![^.]{0,40}\b(?:segunda|semana|plantao|treino|turno|expediente"
    r"|academia|mudanca|faxina|correria|trabalho|corrida|dia|noite|viagem)\b)"
)
_OWN_PT = (
    r"\b(?:fazer|faca|faco) (?:alguma |uma )?(?:coisa|besteira|bobagem|loucura|algo)(?: \w+)?"
    rf" (?:comigo|contra mim){_END}"
    rf"|\bmedo de (?:eu )?(?:fazer|cometer) (?:uma |alguma )?(?:besteira|bobagem|loucura){_END}",
    r"\b(?:vou|quero|queria|penso em|pensando em|pensei em|vontade de|deu vontade de) (?:so )?"
    r"(?:tomar|engolir) (?:a cartela|o frasco|a caixa|o vidro|uma cartela|uma caixa)(?: \w+){0,3}?"
    r" (?:inteir[oa]|tod[oa])\b",
    rf"\bninguem (?:mais )?(?:gosta de mim|liga para mim|se importa comigo|me (?:ama|quer"
    rf"|suporta|entende)"
    rf"|sente (?:a )?minha falta|quer saber de mim|precisa de mim){_END}(?! (?:nesse|neste|no"
    rf"|nessa|na|kk|rs))",
    r"\bninguem (?:ia|vai|iria|nem)(?: \w+)? (?:sentir (?:a )?minha falta|notar|perceber|ligar"
    r"|se importar|chorar)"
    r"(?: se eu \w+)?\b|\b(?:alguem|quem) (?:ia|vai|iria) (?:sentir minha falta|ligar se eu"
    r"|notar se eu)\b",
    rf"\b(?:penso|pensando|pensei|pensado|vontade|queria|quero|quis|preferia|pudesse)(?: (?:em"
    rf"|de|so|muito|mesmo|as vezes"
    rf"|poder|logo))* (?:sumir|desaparecer|nao existir|deixar de existir|nao ter nascido"
    rf"|nunca ter nascido)"
    rf"(?: (?:do mundo|desse mundo|deste mundo|do mapa|para sempre|de vez|da vida"
    rf"|de tudo))?{_END}",
    r"\bdormir e (?:nao|nunca) (?:mais )?acordar\b|\bnao (?:quero|queria) (?:mais )?(?:acordar"
    r"|estar (?:mais )?aqui)"
    rf"(?: mais)?{_END}",
    r"\bnao aguento mais(?: (?:nada|tudo|(?:ess|est|a |minha )[ao]? ?vida|a dor|essa dor|viver"
    r"|tudo isso|sofrer|chorar"
    r"|ficar aqui))(?=\s*(?:$|\.|e|mas|,))|\Aeu nao aguento mais\Z|\Anao aguento mais\Z"
    r"|\bnao (?:consigo|da para|tenho como) (?:mais )?(?:continuar|seguir em frente"
    r"|viver assim)(?: (?:vivendo|assim|mais))?\Z",
    r"\b(?:to|me sinto|me sentindo|ando|sentindo|to me sentindo|tava|tenho me sentido|sinto)"
    r"(?: (?:me|muito|tao|super|bem|bastante|completamente|so|um|uma|no|sem|realmente|ficando"
    r"|cada vez mais))*"
    r" (?:mal|pessim[oa]|para baixo|deprimid[oa]|depre|fundo do poco|vazi[oa]"
    r"|lixo|peso|fardo"
    rf"|desesperad[oa]|esperanca|forcas?|chao|{_WORN_PT}|inutil|perdid[oa] na vida"
    r"|(?<=muito )triste|(?<=tao )triste|sufocad[oa])"
    r"(?=\s*(?:$|\.|(?:hoje|demais|mesmo|agora|por dentro|e|mas|na vida|ultimamente"
    r"|com a vida)\b))"
    r"(?! e (?:com )?(?:febre|gripad\w|dor|tosse|resfriad\w))",
    rf"\b(?:to|me sinto|me sentindo|sou)(?: (?:muito|tao|super|completamente"
    rf"|totalmente))+ (?:so|sozinh[oa]){_END}"
    rf"|\b(?:cansei|cansad[oa]|canso|farto|farta|exaust[oa]) (?:de|da) (?:tudo|vida|existir"
    rf"|sofrer|lutar|mim|ser eu){_END}",
    r"\b(?:vida|nada|viver)(?: \w+){0,2}? (?:nao )?(?:mais )?(?:faz|tem"
    r"|ve) (?:mais )?(?:sentido|graca|valor)"
    r"(?: (?:mais|para mim|viver|na vida|algum|nenhum))*(?=\s*(?:$|\.|e\b))",
    r"\bnao (?:tenho|vejo|ha|acho|existe|tem)(?: \w+)? ?(?:forcas?|esperanca|saida|futuro"
    r"|sentido (?:em|na|de)|motivos? para|razao para)"
    r"(?= (?:na vida|nada|viver|continuar|para|mais|nenhum\w*|em|de|e)\b|\s*(?:$"
    r"|\.))(?! (?:de emergencia|usb|hdmi|no mapa))",
    r"\bnao to (?:nada |muito |me sentindo )?bem(?: hoje| nao| mesmo)*(?=\s*(?:$|\.))"
    r"|\bme sinto (?:\w+ )?sozinh[oa](?=\s*(?:$|\.|e\b|demais|no mundo))",
    r"\b(?:nao vejo|perdi a|sem)(?: mais)? graca em (?:nada|viver)\b|\bnao presto para nada\b"
    r"|\b(?:desistir|desisti|desistindo) (?:de tudo|da vida|de viver|de mim)\b"
    r"|\bnao quero mais viver assim\b",
    rf"\b(?:eu )?(?:sou|so sou|virei) (?:um|uma|so um) (?:peso|fardo|lixo|inutil|estorvo"
    rf"|fracasso){_END}"
    r"|\bsou um (?:peso|fardo|estorvo) (?:para|na vida)\b|\bnao sirvo para nada\b"
    r"|\b(?:eu )?(?:me odeio|odeio (?:a )?minha vida|tenho nojo de mim)\b",
    r"\bmelhor (?:se eu|eu|que eu) (?:nao (?:existi\w+|estivesse|tivesse nascido)|morre\w*"
    r"|sumi\w*|desaparec\w*)\b"
    r"|\bmelhor morrer\b(?! de)|\bpensando (?:em )?(?:besteira|bobagem) (?:de novo|toda|sempre)?"
    r"|\b(?:ando|to|fico|tenho) (?:pensando|pensado|pensado em|pensando em) (?:em )?(?:besteira"
    r"|bobagens?|coisas? ruim|coisas ruins)\b",
    r"\b(?:tenho|ando|to|vivo|so) (?:\w+ )?(?:chorado|chorando|choro)(?: \w+){0,2}? (?:todo dia"
    r"|todos os dias|sem parar"
    r"|o dia (?:todo|inteiro)|toda noite)\b|\bnao consigo parar de chorar\b|\b(?:perdi"
    r"|sem) (?:a )?vontade de (?:tudo|viver|nada)\b",
)
_OTHERS_EN = (
    rf"\b{SOMEBODY_EN}{NEAR} (?:dont|doesnt|didnt|not) wanna (?:be here(?: anymore)?{_END}"
    rf"|be alive|live|exist|wake up)",
    rf"\b{SOMEBODY_EN}{NEAR} nobody (?:would|will) (?:miss|notice|care)(?: about)? (?:him|her"
    rf"|them|if (?:he|she|they))\b",
    rf"\b{SOMEBODY_EN}{NEAR} (?:wanna|wants to|wish(?:es"
    rf"|ed)?(?: \w+){{0,2}}? could) (?:just )?(?:disappear|vanish){_END}",
    rf"\b{SOMEBODY_EN}(?: \w+){{0,4}}? (?:sent|wrote|texted|left"
    rf"|posted)(?: \w+){{0,3}}? (?:goodbye (?:message|note|letter|text|post)"
    r"|suicide (?:note|letter)|farewell (?:note|letter) and)\b|\bsaid (?:his|her"
    r"|their) goodbyes\b"
    rf"|\b{SOMEBODY_EN}{NEAR} (?:said|saying) goodbye to (?:everyone|everybody|all of us)\b",
    rf"\b{SOMEBODY_EN}{NEAR} do something (?:to (?:him|her|them)sel(?:f|ves)|stupid to)\b"
    r"|\b(?:worried|scared|afraid|think) (?:that )?(?:he|she|my \w+)(?: is|s|will| might|hes"
    r"|shes)? (?:gonna |will |might )?"
    r"(?:hurt|harm|kill) (?:him|her)self\b",
)
_OTHERS_PT = (
    rf"\b{SOMEBODY_PT}{NEAR} (?:quer|queria|vontade de|querendo|pensa em|pensando em"
    rf"|fala em) (?:so )?(?:sumir|desaparecer"
    rf"|nao existir|nao ter nascido|morrer){_END}(?! (?:de|com)\b)",
    rf"\b{SOMEBODY_PT}(?: \w+){{0,5}}? nao (?:quer|queria) (?:mais )?(?:ter nascido|existir"
    rf"|acordar|viver|estar aqui)\b",
    rf"\b{SOMEBODY_PT}{NEAR} (?:vai|possa|pode|ia|quer)(?: \w+)? (?:fazer|cometer) (?:uma "
    rf"|alguma )?(?:besteira|bobagem|loucura)\b",
    rf"\b{SOMEBODY_PT}(?: \w+){{0,5}}? (?:se despediu|se despedindo|despedida|carta de adeus"
    rf"|mensagem de adeus)"
    r"(?: (?:de (?:todo mundo|todos|mim|nos|geral)|para (?:todo mundo|todos|mim)|no (?:grupo"
    r"|instagram))\b|(?=\s*(?:$|\.)))",
    r"\b(?:o|a|meu|minha) \w+ (?:disse|diz|fala|falou) que ninguem (?:gosta|ama|liga"
    r"|se importa)\b",
)
# Without one of these words none of the patterns can match: most messages end here.
WORDS = frozenset(
    "nobody anybody anyone who everyone everybody better happier burden wanna disappear vanish"
    " wish sleep hope wake point reason will pain stop end over tired sick exhausted done cant"
    " given gave give giving loves hates hate feel feeling feels im lost ninguem alguem sumir"
    " desaparecer existir nascido dormir acordar aqui aguento consigo continuar seguir mal pessimo"
    " pessima baixo deprimido deprimida depre poco destruido destruida vazio vazia lixo peso fardo"
    " desesperado desesperada esperanca forca forcas chao acabado acabada inutil perdido perdida"
    " triste sufocado sufocada so sozinho sozinha cansei cansado cansada canso farto farta exausto"
    " exausta sentido graca valor saida futuro motivo motivos razao estorvo fracasso odeio nojo"
    " sirvo presto melhor besteira bobagem bobagens ruim ruins chorado chorando choro chorar"
    " vontade bem desistir desisti desistindo goodbye goodbyes farewell suicide something worried"
    " scared afraid think morrer loucura despediu despedindo despedida adeus life crying ok okay"
    " falling breaking nothing viver assim dont"
    " doesnt wants pills painkiller painkillers paracetamol ibuprofen"
    " tylenol aspirin aspirins xanax bottle tablet comigo mim cartela frasco caixa vidro".split()
)
OWN: tuple[tuple[Tongue, re.Pattern[str]], ...] = (
    ("en", re.compile("|".join(_OWN_EN))),
    ("pt", re.compile("|".join(_OWN_PT))),
)
OTHERS: tuple[tuple[Tongue, re.Pattern[str]], ...] = (
    ("en", re.compile("|".join(_OTHERS_EN))),
    ("pt", re.compile("|".join(_OTHERS_PT))),
)
