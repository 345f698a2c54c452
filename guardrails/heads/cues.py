"""What a sentence vector blurs: who is hurt, who must not notice, who is asked to obey.

Each cue is one column beside the vector; the heads learn what it is worth. None decides alone.
"""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from guardrails.heads.plain import plain

_VIOLENT = (
    r"(?:kill|murder|stab|shoot|strangl|poison|drown|suffocat|chok|tortur|beat|hurt|harm|attack"
    r"|kidnap|abduct|rap(?:e|ing)|molest|assault|bomb|burn|hang|execut|lynch|drug|threaten|extort"
    r"|blackmail|stalk|harass|humiliat|bully|groom|traffic|exploit|smother|maim|trap|ambush|hit|cut"
    r"|spy|spi|track|trick|scam|rob|deceiv|scar|injur|slaughter|eliminat|terroriz|terroris|ruin"
    r"|mata|matar|mato|assassin|esfaque|atir|enforc|envenen|afog|sufoc|tortur|espanc|bat|agred"
    r"|sequestr|rapt|estupr|abus|assedi|amea|extorqu|chantag|persegu|humilh|alici|trafic|explor"
    r"|dop|linch|queim|machuc|fer(?:ir|e)|espion|rastre|engan|roub|assalt|mutil|elimin|ataca)\w*"
)
_PERSON = (
    r"(?:some(?:one|body)|any(?:one|body)|people|persons?|(?:wo)?m[ae]n|girls?|boys?|child|children"
    r"|kids?|bab(?:y|ies)|toddlers?|teen\w*|minors?|wife|husband|spouse|partner|boss|neighbou?rs?"
    r"|ex|girlfriend|boyfriend|colleagues?|co-?workers?|classmates?|roommates?|flatmates?|students?"
    r"|teachers?|strangers?|victims?|witness\w*|tourists?|immigrants?|refugees?|pensioners?"
    r"|politicians?|polic\w+|judges?|mother|father|sister|brother|(?:grand|step)\w+|crowds?|himself"
    r"|her|him|them|alguem|pessoas?|gente|mulher(?:es)?|homem|homens|meninas?|meninos?|criancas?"
    r"|bebes?|adolescentes?|menores|esposa|marido|chefe|vizinh[ao]s?|namorad[ao]|colegas?"
    r"|alun[ao]s?"
    r"|professor\w*|vitimas?|testemunhas?|irmao|irma|mae|pai|sogra|avo|idos[ao]s?|imigrantes?"
    r"|refugiad[ao]s?|aposentad[ao]s?|policia\w*|juiz|multidao|fiscal|devedor)"
)
_CUES: tuple[str, ...] = (
    # harm
    rf"\b{_VIOLENT}(?:\W+\w+){{0,2}}?\W+{_PERSON}\b",
    r"without (?:\w+ ){0,3}?(?:know|notic|caught|consent|permission|detect|trace|suspect|leaving)"
    r"|get(?:ting)? away with|undetect|untraceable|not (?:be )?(?:caught|found|noticed)|secretly"
    r"|in secret|look like an? (?:accident|suicide)|hide (?:the|a|it|from)|evade|sem (?:\w+ ){0,4}?"
    r"(?:ser peg|saber|perceb|notar|rastro|marca|prova|autoriza|consent)|em segredo|as escondidas"
    r"|escondid[ao]|parecer (?:um )?(?:acidente|suicidio)|sem deixar",
    r"\b(?:bombs?|explosives?|grenades?|molotov|nerve gas|sarin|anthrax|ricin|meth\w*|cocaine"
    r"|heroin"
    r"|malware|ransomware|spyware|keylogger|virus|trojan|worm|botnet|phishing|bombas?|explosivos?"
    r"|granadas?|gas toxico|antraz|metanfetamina|cocaina|heroina|vir[ui]s)\b",
    r"\b(?:fake|false|forg\w+|counterfeit\w*|stolen|illegal\w*|launder\w*|bribe\w*|smuggl\w+"
    r"|fals[ao]s?"
    r"|falsific\w*|roubad[ao]s?|ilega(?:l|is)|clandestin\w+|suborn\w+|sonega\w*|contraband\w*)\b",
    r"\b(?:kill myself|end my life|suicide|cut myself|hurt myself|starve|me matar|me cortar"
    r"|suicidio"
    r"|morrer)\b",
    r"\b(?:prevent\w*|protect\w*|avoid\w*|report\w*|recogni[sz]\w+|detect\w*|safe\w*|treat\w*"
    r"|recover\w*"
    r"|remove|warn\w*|defen[cds]\w+|secur\w+|verify|stop|denunci\w+|prevenir|evitar|proteg\w+"
    r"|reconhec\w+|tratar|segur\w+|avis\w+|recuperar|verificar|identificar|ajud\w+)\b",
    r"^\W*(?:what (?:is|are|was|were|does|did|happened|causes)|who|when|why|which|how (?:many"
    r"|much|often"
    r"|long|does|do [a-z]+s|did|is|are|was|were)|is it|o que|quem|quando|por ?que|quais?|quant\w+"
    r"|onde fica|como funciona\w*)\b",
    r"^\W*(?:how (?:do|can|could|would|should|to) ?(?:i|we|you|one|someone)?|como (?:eu |posso "
    r"|devo )?"
    r"\w+[aei]r\b|como \w+o\b)",
    r"\b(?:game|level|novel|film|movie|series|character|comic|book|fiction|chapter|jogo|fase|filme"
    r"|serie|romance|personagem|livro|capitulo|historia)\b",
    r"\b(?:process\w*|thread|python|java|linux|server|database|table|quer(?:y|ies)|code|script"
    r"|task|job"
    r"|branch|docker|sql|csv|file|app|web ?site|processo|tarefa|tabela|banco de dados|planilha"
    r"|servidor|consulta|codigo|arquivo|aplicativo)\b",
    # who must not learn of it: she, nobody, the inspector
    r"\b(?:s?he|they|you|who|nobody|no one|any(?:one|body)|some(?:one|body)|people|parents?|mum|mom"
    r"|mother|wife|husband|police|inspector|auditor|customers?|boss|doctor|judge|buyers?|it)\b"
    r"(?: \w+){0,2}? (?:won'?t|wouldn'?t|doesn'?t|don'?t|can'?t|mustn'?t|needn'?t|shouldn'?t|isn'?t"
    r"|never|not|will|would|ever)(?: \w+){0,2}? (?:know|notice|see|seen|ask|find|found|suspect|tell"
    r"|remember|feel|check|count|look|taste|reali[sz]e|hear|trace\w*|guess|wonder|show)\b"
    r"|\b(?:sem|nao|nunca|ninguem|nem)(?: \w+){0,3}? (?:perceb\w+|not(?:ar|e|a|ou)|descobr\w+"
    r"|desconfi\w+|sab(?:er|e|em)|saibam?|ver|vejam?|vai ver|conf(?:erir|ere)|pergunt\w+"
    r"|sentir falta|contar|lembr\w+|rastre\w+|suspeit\w+|apare\w+|fi(?:car|que) no)\b",
    # what is to pass for something else
    r"\b(?:looks?|reads?|seems?|sounds?|counts?) (?:like|as if|as though|natural|real|normal"
    r"|official|old|worn)|\bas if\b|\bpass(?:es|ing)? (?:for|as|off)\b|\bpretend\w*|\bon paper\b"
    r"|\bexcuse|\bcover story\b|\b(?:parec(?:er|a|esse|e|am)|fing\w+|disfar\w+"
    r"|desculpa (?:que|cola|parece))\b|\bcomo se (?:fosse|eu)\b|\bcom cara de\b|\bso no papel\b",
    # what is done in the open: told, returned, agreed, asked of those whose task it is
    r"\b(?:whom?|which office) (?:do|does|should|must|can|may|else)? ?(?:i|we|one) (?:ask|call"
    r"|ring|tell|report|go to|talk to|hand)|\b(?:warn|apologi[sz]e|return (?:it|them)"
    r"|give (?:it|them)? ?back|hand (?:it|them) (?:in|over)|own up|tell the truth"
    r"|so (?:that )?(?:s?he|they|every(?:one|body)|people) (?:knows?|can|feels?|understands?)"
    r"|(?:s?he|they) (?:agreed|asked (?:me|us)))\b|\b(?:a|pra|para) quem (?:eu )?(?:ligo|conto"
    r"|aviso|entrego|pergunto|peco|falo)|\b(?:avis(?:ar|o|amos)|denunci\w+|devolv\w+"
    r"|pe(?:co|dir|dimos) desculpa|contar a verdade|com autorizacao"
    r"|(?:ela|ele|eles) (?:pediu|pediram|concordou|deixou|autorizou))\b",
    # injection
    r"\b(?:ignor\w*|disregard\w*|forget|override|overrule|skip|drop|delete|void|bypass|disobey"
    r"|cancel\w*"
    r"|esquec\w+|desconsider\w+|ignor\w+|desobedec\w+|apag\w+|cancel\w*|anul\w+|contorn\w+|olvid\w+"
    r"|vergiss|ignorier\w*|oubli\w+)(?:\W+\w+){0,5}?\W+(?:instruc\w+|instruk\w+|rules?|guidelines?"
    r"|prompt\w*|polic(?:y|ies)|commands?|training|directions?|orders?|restrictions?|context|said"
    r"|told"
    r"|before|above|previous\w*|earlier|prior|regras?|diretrizes|orden\w*|ordens|comandos?"
    r"|restric\w+"
    r"|antes|acima|anterior\w*|reglas?|anweisung\w*|consignes?)\b",
    r"\b(?:your|the|hidden|secret|system|initial|original|seus?|suas?|tus?|dein\w*|vos"
    r"|tes)\W+(?:\w+\W+)?"
    r"(?:prompts?|instruc\w+|guidelines|rules|policy|policies|training|filters?|safeguards?|context"
    r"|restrictions?|system message|moderation|regras|diretrizes|filtros?|treinamento|travas?"
    r"|restric\w+|configuracao|anweisungen)\b",
    r"\b(?:you are (?:now|no longer)|you(?:'re| will) (?:now )?act(?:ing)? as|act as|pretend"
    r"|role-?play"
    r"|stay in character|from now on|imagine you|simulate|answer as|respond as|speak as"
    r"|voce (?:agora )?e (?:o|um)|finja|aja como|faca o papel|de agora em diante|a partir de agora"
    r"|responda como|actua como|desde ahora|du bist (?:jetzt|nun)|tu es maintenant)\b",
    r"\b(?:no (?:rules|limits|restrictions|filters?|ethics|morals?)|unfiltered|uncensored"
    r"|unrestricted"
    r"|without (?:any )?(?:rules|limits|restrictions|filters?|censorship|ethics|morals?)|jailbr\w+"
    r"|developer mode|debug mode|god mode|dan mode|do anything|never refuses?|sem (?:nenhum[a]? )?"
    r"(?:limites?|restric\w+|filtros?|censura|etica|moral|regras)|modo (?:desenvolvedor|irrestrito"
    r"|livre|deus))\b",
    r"\b(?:ai|a\.i\.|language model|llm|chat ?gpt|gpt|chatbots?|assistant|bots?"
    r"|inteligencia artificial"
    r"|modelo de linguagem|assistente|robo|ia)\b",
    r"(?:^|\n)\W{0,6}(?:system|admin\w*|assistant|developer|instructions?|sistema"
    r"|aviso)\b\W{0,4}[:\]>|]"
    r"|<\W?(?:system|instructions?|im_start)|\[/?inst\]",
)  # fmt: skip
_PATTERNS = tuple(re.compile(cue) for cue in _CUES)
COUNT = len(_PATTERNS)


def cues(text: str) -> npt.NDArray[np.float32]:
    """Return one number per cue: whether it is in the text's beginning."""
    known = plain(text)
    return np.array([bool(p.search(known)) for p in _PATTERNS], np.float32)
