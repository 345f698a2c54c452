"""The words of a yes and a no, in both languages, as patterns over flat text."""

from __future__ import annotations

import re

CONDITIONAL = re.compile(
    r"\b(?:so se|somente se|only if|if you|unless|a menos que|desde que|dependendo|quem sabe|"
    r"ja tive|ja tinha|used to|acho que cancelaram|mais ou menos|sort of|kind of|kinda"
    r"|not sure|hang on|hold on|peraí|perai|pera ai|espera|let me|deixa eu|vou ver|ainda nao sei|"
    r"ainda to|ainda estou|still|one sec|wait|um momento|sometimes|as vezes|possibly|probably|"
    r"provavelmente|in between|meio a meio|both|os dois)\b"
)
NO = re.compile(
    r"^(?:\W*(?:ah|oh|hm+|ih|eita|bom|bem|well|pls|please|por favor|sorry|desculpa|infelizmente|"
    r"unfortunately|olha|eu acho que|acho que|i think|honestly|moco|moca|querida|cara|mano|ai|eh|"
    r"mas|but|actually)\b)*\W*(?:"
    r"(?:esta|ta|tudo|isso (?:esta|ta)|it'?s|all) (?:errad[oa]|incorret[oa]|wrong)\b|let'?s not|"
    r"deus me livre|god forbid|parei|larguei|i quit\b|i stopped|i gave up|i'?d rather (?!not)\w+|"
    r"id rather (?!not)\w+|"
    r"nananinanao|nanina nao|to fora|estou fora|i'?m out|im out|nada disso|"
    r"deixa (?:pra|para) (?:depois|proxima|outra)|fica (?:pra|para) (?:proxima|outra|depois)|"
    r"maybe (?:later|next time|another time)|later\b|depois\b|outra hora|(?:tenho|quero|sou|"
    r"posso|preciso|autorizo|aceito|concordo|vou|tem|pode|precisa|fumo|bebo|tomo|uso|gosto|moro|"
    r"trabalho|estou|to|fiz|fui|sei|foi|era|e|quer|rola|da|confirmo|renovo|desejo) (?:nao|"
    r"n)(?=\W|$)|(?P<bare>nao|n|nn|nao+|naum|nop|nope|nopes?|nops|nah+|na|nay|nein|non|noo+|no)(?=\W|$)"
    r"|de (?:jeito|modo|maneira|forma) (?:nenhum|nenhuma|algum|alguma)|de maneira alguma|"
    r"nem (?:pensar|morto|morta|a pau|fodendo|ferrando|que|um pouco|quero|tenho|vou|preciso|"
    r"pude)|nunca|jamais|negativo|nada|nenhum[a]?|ninguem|tampouco"
    r"|no way|never|hell no|heck no|not (?:really|at all|yet|now|today|for me|interested|"
    r"this time|necessary|a chance|anymore|me|i|quite|particularly|that i)|not\b|none|nothing|"
    r"nobody|neither|negative|pass\b|(?:i|we)'?(?:ll| will) (?:pass|skip)\b"
    r"|melhor nao|prefiro nao|agora nao|ainda nao|hoje nao|acho que nao|claro que nao|"
    r"obvio que nao|logico que nao|com certeza (?:absoluta )?(?:que )?nao|por enquanto nao|"
    r"por ora nao|absolutely not|definitely not|certainly not|of course not|probably not|"
    r"i guess not|i hope not"
    r"|(?:id|i'd|i would) (?:rather|prefer)(?: you)?(?: did| do)?(?: not|n't)|(?:id|i'd|"
    r"i would) rather you didn'?t|deixa (?:pra la|quieto|assim|como esta)|leave it|forget it|"
    r"skip it|dispenso|recuso|desisto|cancela|cancel|me recuso|discordo|proibo|falso|false|"
    r"errado|wrong|incorreto|incorrect"
    r"|don'?t|do not|please don'?t|i (?:don'?t|do not|didn'?t|did not|haven'?t|have not|can'?t|"
    r"cannot|won'?t|wouldn'?t|am not|'m not)|i'?m not|im not|we (?:don'?t|do not|haven'?t|"
    r"aren'?t|won'?t|didn'?t)|it (?:isn'?t|doesn'?t|didn'?t|wasn'?t)|it'?s not|she (?:isn'?t|"
    r"doesn'?t|hasn'?t)|he (?:isn'?t|doesn'?t|hasn'?t)|they (?:aren'?t|don'?t|haven'?t)|"
    r"that'?s (?:not|wrong)"
    r"|(?:eu )?(?:nunca|jamais)"
    r")"
)
NO_LATER = re.compile(
    r"(?:^|[,.;!] ?|\w )(?:nao|n)\W*(?:obrigad[oa]|obg|valeu|brigad[oa])?[\s.!,)kha🙂😅😂🤣]*$|"
    r"\b(?:que nao|melhor nao|sem (?:renovar|interesse|necessidade)|de jeito nenhum|nem pensar|"
    r"(?:(?:just|please|better) )?(?:don'?t|do not|nah|nope|nuh uh)(?: do (?:it|that))?\W*$|"
    r"hell no|no way|no thanks|no thank you|not (?:for me|interested)|rather not|didn'?t|"
    r"rather you didn't)\b"
)
NO_MATTER = re.compile(
    r"^\W*(?:nao (?:tem|vejo|ha) (?:nenhum )?(?:problema|problemas|nenhum problema)|"
    r"sem (?:problemas?|duvidas?|stress|crise|erro|medo)|nao tenho (?:nada contra|objecao|"
    r"duvidas?|problema)|no (?:problem|problems|worries|prob|doubt|objections?|issue)|"
    r"not a problem|why not|por ?que nao|pq nao|nao me importo|(?:i )?(?:don'?t|do not|"
    r"wouldn'?t) mind|(?:i )?(?:can'?t|cannot|don'?t|do not) see (?:any reason )?why not|"
    r"nothing against|(?:i )?wouldn'?t say no)\b"
)
YES = re.compile(
    r"^(?:\W*(?:ah|oh|hm+|opa|oxe|eita|bom|bem|well|entao|pois|oi|eu|acho que|i think|i guess|"
    r"i suppose|moco|moca|cara|mano|mas|uai|ue|por favor|please|pls|pfv|so|hell|heck|"
    r"nossa|agora|now|ai)\b)*\W*(?:"
    r"(?:(?:esta|ta|tudo|por mim|por mim tudo|por mim ta|por mim esta|esta tudo|ta tudo) (?:bem|"
    r"bom|certo|ok|otimo|"
    r"correto|legal|tranquilo|joia|perfeito|certinho|tudo bem)|e (?:isso|claro|verdade|sim|mesmo|"
    r"certo)|manda (?:ver|bala)|sim+|ss?|sii+m*|sin|si|sip|yes+|yess+|ye|yeah+|yea|yep+|yup+|ya|"
    r"yah|y|aye|oui|ok+|okay|okey|okei|oki|k|kk|okk|okie|certo|certinho|certissimo|correto|"
    r"corretamente|exato|exatamente|isso|claro|clarissimo|obvio|logico|obviamente|evidente|"
    r"evidentemente|perfeito|perfeitamente|beleza|blz|belezura|show|top|fechado|fechou|combinado|"
    r"combinadissimo|bora|bora la|vamos|vamo|vambora|simbora|partiu|demorou|positivo|afirmativo|"
    r"aham|ahan|uhum|hunrum|unhum|arram|joia|massa|otimo|maravilha|lindo|tranquilo|suave|de boa|"
    r"dale|dahora|legal|confirmo|confirmado|confirmadissimo|confirma|confirmar|confirmei|aceito|"
    r"aceitamos|concordo|autorizo|aprovo|topo|topado|to dentro|estou dentro|desejo|adoraria|"
    r"gostaria|quero|queremos|querida sim|pode|podem|podes|manda|mande|marca|marque|faz|faca|"
    r"envia|envie|renova|renove|segue|prossiga|prossegue|continua|continue|reserva|reserve|"
    r"agenda|agende|tenho|temos|tem|sou|somos|estou|estamos|fui|fomos|vou|ja|pago|uso|usei|bebo|"
    r"fumo|tomo|trabalho|moro|preciso|precisamos|sei|posso|podemos|consigo|fiz|foi|e|eh|era|esta|"
    r"ta|com certeza|com toda certeza|certeza|sem sombra|por supuesto|vale|dale|de acuerdo|"
    r"bien sur|d'accord|d accord|por favor|faz favor|fazendo favor|com (?:(?:todo|muito|o maior) )?"
    r"(?:o )?prazer)(?=\W|$)"
    r"|(?:that (?:would|'?d|will|'?ll) be (?:great|good|nice|lovely|perfect|awesome|fine|ok|okay|"
    r"helpful|wonderful)|absolutely|definitely|certainly|surely|sure|of course|ofc|course|indeed|"
    r"affirmative|"
    r"totally|gladly|exactly|precisely|correct|right|true|agreed|deal|done|alright|all right|"
    r"fine|perfect|great|good|cool|awesome|lovely|brilliant|wonderful|fantastic|works|sounds|"
    r"looks|go ahead|go for it|go on|do it|do so|do that|please do|please|yes please|book it|"
    r"let'?s|lets|count me in|sign me up|i'?m in|im in|by all means|you bet|bet|for sure|fo sho|"
    r"100|100%|no doubt|without a doubt|confirm|confirmed|approve|approved|proceed|carry on|"
    r"make it so|happy to|love to|i'?d love|i would love|id love|i'?d like|i would like|id like|"
    r"why not|all good|all set|all fine|it is|it does|it has|it did|it was|they are|they do|"
    r"she is|he is|she does|he does|"
    r"that'?s (?:all |quite |perfectly )?(?:right|correct|fine|it|the one|great|good|perfect)|"
    r"thats (?:right|correct|fine|"
    r"it|great|good|perfect)|that works|that is (?:right|correct|fine)|this is (?:right|correct|"
    r"fine)|i (?:do|am|have|did|can|will|would|want|need|agree|accept|authori[sz]e|consent|"
    r"confirm|approve|smoke|own|think so|guess so|suppose so|hope so|already did|already have)|"
    r"i'?ve got|i'?ve|we (?:do|are|have|did|can|will|would|want|need|agree|accept)|we'?ve|"
    r"uh huh|mm ?hmm?|that'?s ok(?:ay)?|with pleasure|be my guest|"
    r"already|works for me|fine by me|fine with me|ok(?:ay)? by me|make it happen)(?=\W|$)"
    r")"
)
# What says yes only where nothing else stands behind it, or more words that agree.
BRIEF = frozenset(
    "tem e eh era esta ta foi ja please good great fine works sounds looks so marca faz manda "
    "right tudo legal bem vou vamos true done"
    " pass segue agenda reserva na isso".split()
)
NOT_YES = re.compile(
    r"^\W*(?:tem (?:como|um|uma|que|vaga|desconto|algum)|e (?:o|a|que|se|minha|meu|pra|para|um|"
    r"uma|caro|longe)|vou (?:ver|pensar|perguntar|decidir|precisar)|isso (?:e particular|nao|"
    r"depende|me)|ta (?:caro|dificil|longe|errado)|esta (?:errado|caro)|"
    r"good (?:question|morning|afternoon|evening|day)|right now|right\?|let'?s see|lets see|"
    r"let me|i (?:have (?:a question|to)|need (?:to|help|more|some)|want (?:to (?:know|think|"
    r"talk|speak|change|cancel)|a (?:person|human))|am (?:not|still|from|thinking))|"
    r"i would (?:not|rather|prefer)|i'?d rather|i'?d prefer|preciso (?:ver|pensar|de|falar)|"
    r"quero (?:saber|falar|pensar|mudar|trocar|cancelar)|gostaria de (?:saber|falar|pensar|mudar|"
    r"trocar)|posso (?:pensar|ver|saber|falar)|pode me|ja (?:tive|era|foi|volto|te|sou)|"
    r"ok,? (?:but|mas)|sim,? mas|yes,? but|fine,? but|claro,? mas|sure,? but|please (?:don|wait)|"
    r"tem nao|quero nao|tenho nao|sei la|sei nao|faz (?:tempo|anos|dias|uma|um)|era uma|"
    r"bem,? (?:nao|na verdade)|sou (?:o|a|eu|de)|estou (?:pensando|na duvida)|moro|trabalho)\b"
)
AND_NO = re.compile(r"\b(?:nao|not|no|\w{2,5}n't|dont|nah|nope|nunca|never|nem|sem chance)\b")
OK_NO = re.compile(
    r"\b(?:nao (?:vejo|tem|tenho|ha|e) (?:problema|nada|duvida)|nao (?:precisa|esquece|esqueca|"
    r"demora|vejo a hora)|no (?:problem|worries|rush|hurry)|sem problema|why not|por ?que nao|"
    r"can'?t wait|not a problem|nao me importo|don'?t mind|if not|se nao for|nao esquec\w+|"
    r"(?:don'?t|do not|nao) (?:you )?(?:forget|worry|se preocup\w+)|"
    r"no cpf|no cartao|no dia|no proximo|no pix)\b"
)


NO_STEMS = {
    "voce",
    "have",
    "your",
    "with",
    "para",
    "isso",
    "esta",
    "este",
    "essa",
    "esse",
    "mais",
    "algu",
    "qual",
    "quer",
    "this",
    "that",
    "from",
    "pode",
    "poss",
}
HAVE = re.compile(r"\b(?:do you have|have you got|any|tem|possui|tens)\b")
SOME = re.compile(
    r"^(?:\d+|two|three|four|five|six|dois|duas|tres|quatro|cinco|seis|several|some|a few|varios|"
    r"varias|alguns|algumas|uns|umas)\b(?!.*\b(?:ago|atras|por cento|percent)\b)"
)
# Verbs of an answer, and what the question has where they answer it: "tenho dois", "I have two".
VERBS = {
    "tenho": r"\bt[ei]?e?m\b|possu", "temos": r"\btem\b|possu", "tem": r"\btem\b|\bha\b|exist",
    "quero": r"quer|desej|gosta|aceit|poss", "queremos": r"quer|desej",
    "gostaria": r"quer|desej|gosta", "sou": r"\be\b|\beh\b|\bsao\b", "somos": r"\bsao\b|\be\b",
    "estou": r"esta\b|\bta\b", "estamos": r"estao|esta\b", "vou": r"\bvai|pretend|quer",
    "vamos": r"\bva[io]|\bvamos",
    "preciso": r"precis|necess", "precisamos": r"precis|necess", "uso": r"\busa|utiliz",
    "usei": r"\bus", "bebo": r"beb", "fumo": r"fum", "tomo": r"\btom", "trabalho": r"trabalh",
    "moro": r"\bmora", "pago": r"\bpag",
    "posso": r"\bpod|consegu", "podemos": r"\bpod|consegu", "consigo": r"consegu|\bpod",
    "fiz": r"\bfez|\bfeit", "fui": r"\bfoi|\bja\b", "fomos": r"\bforam|\bja\b",
    "foi": r"\bfoi|\bfor", "sei": r"\bsab", "desejo": r"desej|quer",
    "ja": r"\bja\b|alguma vez|antes",
    "have": r"have|has|got|any|own", "want": r"want|like|would|wish", "need": r"need|requir|want",
    "am": r"are you|you'?re", "do": r"\bdo\b|does", "did": r"\bdid\b", "can": r"\bcan\b|able|could",
    "will": r"\bwill\b|going|would", "would": r"would|like|want",
    "ve": r"have|ever|been", "has": r"has|have", "was": r"was|were|did",
    "got": r"have|got|any", "smoke": r"smok", "own": r"own|have",
    "are": r"\bare\b", "agree": r"agree|accept|ok",
}  # fmt: skip

# Verbs that say nothing without what follows: "sou professor" answers no "você é aluno?".
LINKING = frozenset("sou somos estou estamos vou vamos am are i'm im will ve has was".split())
LINKED_SURELY = re.compile(
    r"\W*$|\s*[,.;!]| (?:sim|yes|eu|mesm[oa]|claro|com certeza|certeza|definitely|indeed|really|"
    r"already|ja|muito|very|it|that|so|isso|aqui|here|one)\b"
)
# What a question offers to do, and an order to do just that: "shall I send it?" "send it".
BOOKED = frozenset("book reserve order schedule hire rent place confirm".split())
OFFERED = re.compile(
    r"\b(?:(?:shall|should|may|can) (?:i|we)|(?:want|like) (?:me|us) to) (?P<verb>[a-z]{3,})\b"
)
ORDERED = re.compile(
    r"^(?:(?:ok|just|please|then|so|pode|entao|ja|ai) )*(?P<verb>[a-z]{3,})(?: (?:it|that|this|"
    r"them|one|please|now|away|then|off|out|over|sim|ai|ja|isso|la|logo|agora|tudo|por favor|"
    r"pra mim|para mim|(?:the|o|a|os|as) \w+)){0,3}[\s.!]*$"
)
# A question for a first time is answered the other way round: "never been there" is a yes.
FIRST_TIME = re.compile(
    r"\bprimeir[ao] (?:vez|visita|consulta|compra|aula|pedido|sessao|atendimento|hospedagem)|"
    r"\bfirst (?:time|visit|order|appointment|class|session|stay|purchase|booking)|"
    r"\bnew (?:here|customer|client|patient|member|to us)|\bnov[oa] (?:aqui|por aqui|cliente)"
)
NEVER_BEFORE = re.compile(
    r"^\W*(?:(?:eu|i'?ve|i have|ive|i) )?(?:(?:nunca|jamais|never) \w+|primeir[ao]\b|(?:the |my |"
    r"very )*first\b|(?:eu )?sou nov[oa]|i'?m new|nao conhec)"
)
BEFORE = re.compile(
    r"\bja (?:fui|vim|estive|sou|comprei|fiz|conheco|passei|me consultei|pedi|fiquei)\b|"
    r"\bantig[oa]\b|de longa data|\b(?:been|came|bought|ordered|stayed) (?:here |there |from you )?"
    r"(?:before|once|twice|loads|lots|many)|\b(?:a|an|your) (?:regular|old customer)|\breturning\b|"
    r"\b(?:segunda|terceira|second|third) (?:vez|time)\b|\bsempre (?:vou|venho|compro|peco)|"
    r"\balways (?:come|go|buy|order)"
)
SAID_PLAINLY = re.compile(r"^\W*(?:sim|yes|yeah|yep|yup|nao|no|nope|nah|n)\b")
ALREADY_DONE = re.compile(r" \w{2,}(?:ei|i|amos|emos|imos)\b")
