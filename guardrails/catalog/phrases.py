"""Known phrases of injections and jailbreaks, in several languages.

A phrase must be an order to the machine about the machine: "ignore all previous instructions" is
one, "which instructions do I follow" and "ignore the header" are not.
"""

from __future__ import annotations

import re
import unicodedata

from guardrails.guard import ALLOW, Context, Guard, Verdict

_LOOKED_AT = 32_768
# Letters of other alphabets that look like ours.
_ALIKE = str.maketrans("аеорсухіѕјԁɡοαεικνρτυχ", "aeopcyxisjdgoaeiknptux")

_DROP = (
    r"(?:ignore|disregard|forget|override|discard|bypass|violate|break|ignora|ignore[ms]?|ignorar"
    r"|desconsidere|desconsidera|esqueca|esquece|descarte|desobedeca|burle|contorne|olvida|olvide"
    r"|descarta|desobedece|haz caso omiso de|oublie[zr]?|ignorez|vergiss|vergesst|ignoriere"
    r"|missachte|dimentica|negeer|vergeet|ignoruj|zapomnij|unut|забудь|игнорируй|oтмени)"
)
_ALL = (
    r"(?:\W+(?:all|any|every|of|the|your|my|these|those|previous|prior|above|earlier|preceding"
    r"|former|existing|original|initial|system|safety|internal|todas?|todos?|as|os|a|o|suas?|seus?"
    r"|estas?|essas?|instrucoes|instrucciones|anteriores|previas|iniciais|las|los|tus|sus|toutes?"
    r"|tous|les|tes|vos|precedentes|alle[nr]?|die|deine[nr]?|vorherigen|bisherigen|obigen|tutte"
    r"|le|tue|istruzioni|precedenti|voorgaande|все|предыдущие)){1,7}?"
)
_RULES = (
    r"\W+(?:instructions?|instruct?ions|directives?|directions|guidelines|prompts?|commands?"
    r"|programming|system prompt|safety (?:rules|guidelines|policies)|ethical guidelines"
    r"|instrucoes|diretrizes|comandos|ordens|treinamento|regras|instrucciones|ordenes|reglas"
    r"|consignes|regles|anweisungen|instruktionen|vorgaben|regeln|istruzioni|regole|instructies"
    r"|инструкции|указания|anteriores|precedenti)\b"
)
_PAST = (
    r"(?:previous|prior|above|earlier|preceding|your|system|safety|initial|original|everything|suas"
    r"|seus|anteriores|previas|acima|iniciais|tus|sus|precedentes|vos|tes|vorherigen|bisherigen"
    r"|obigen|deine|precedenti|tue|voorgaande|предыдущие|все)"
)
_LEAVE = (
    r"(?:ignore|disregard|forget|abandon|unlearn|ignora|esqueca|esquece|desconsidere|desobedeca"
    r"|olvida|olvide|oublie[zr]?|ignorez|vergiss|ignoriere|missachte|setze? dich uber)"
)
# Belongs to the machine alone; whoever orders it dropped does not speak of their own work.
_YOURS = (
    r"\W+(?:your|seus?|suas?|tus?|deinen?|deine[rs]?|ton|ta|tes|vos|tuo|tue)"
    r"(?:\W+(?:own|current|assigned|whole|entire|content|safety|system|moral|ethical|hidden)){0,2}"
    r"\W+(?:programming|training(?!\W+(?:plan|data|schedule|session|program|course|video|material))"
    r"|persona|role(?! permission| setting)|system ?prompt"
    r"|morals?|morality|ethics|conscience"
    r"|safeguards|guardrails|content (?:policy|filters?)|safety (?:policy|filters?|rules|training)"
    r"|programacao|papel de \w+"
    r"|etica|diretrizes|salvaguardas|filtros? de conteudo|rolle|moral|inhaltsfilter"
    r"|richtlinien|systemprompt|vorgaben|role|morale|directives|programacion|moralidad)\b"
)
# What a machine without a leash is called, in a sentence that tells ours to be one.
_BE = (
    r"\b(?:you are|you're|you will be|act as|act like|answer as|answer like|respond as|speak as"
    r"|talk like|pretend (?:to be|that you|you)|behave (?:like|as)|role-?play as"
    r"|voce e|voce agora e|finja|aja como|responda como|seja um|interprete|fale como|eres"
    r"|actua como"
    r"|responde como|haz de|du bist|tu so als|antworte als|spiel|tu es|fais semblant|joue"
    r"|reponds)\b"
)
_MACHINE = (
    r"\b(?:ai|a\.i|bot|chatbot|assistant(?! manager| professor)|robot|chatgpt|gpt|llm"
    r"|intelligence|ia|robo"
    r"|assistente|inteligencia artificial|asistente|ki|roboter)\b"
)
_LOOSE = (
    r"\b(?:(?:without|with no|has no|have no|had no|no|sem|sin|ohne|sans)"
    r" (?:any |all |its |nenhuma? |ningun[ao]? |jede |aucune? )?"
    r"(?:rules|restrictions|filters?|limits|ethics|morals?|censorship|conscience|policy|regras"
    r"|restricoes|filtros?|limites?|etica|moral|censura|reglas|restricciones|grenzen|filter"
    r"|schranken"
    r"|regeln|regles|limites|filtres?|morale|censure)"
    r"|unfiltered|uncensored|unrestricted|(?:never|cannot|can't|does not|doesn't) refuses?"
    r"|refuses? nothing|free (?:of|from) (?:its|all|any|every) (?:rules|filters?|restrictions"
    r"|chains)"
    r"|nunca (?:recusa|se niega)|ne refuse rien|nie ablehnt)\b"
)
# What stands before the whole conversation nobody has written but those who set up the machine.
_BEFORE_ALL = (
    r"\b(?:paste|copy|repeat|print|recite|quote|show|what does|cole|cola|copie|copia|repita|repete"
    r"|imprima|mostre|mostra|o que diz)\b[^.!?\n]{0,30}?\b(?:text|paragraph|words|lines|everything"
    r"|texto|paragrafo|palavras|linhas|tudo)\b[^.!?\n]{0,20}?\b(?:before|above|precedes|antes"
    r"|acima|precede)\W+(?:d[aeo]\W+)?(?:our|the start of (?:our|this)|a nossa|nossa"
    r"|inicio d[ao]\w*(?: nossa)?)\W+(?:chat|conversation|conversa)\b(?!\W+(?:with|com)\b)"
)
_PHRASES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("override", rf"\b{_DROP}(?=[^.!?]{{0,60}}?\b{_PAST}\b){_ALL}{_RULES}"),
        (
            "override",
            r"\b(?:forget|ignore|disregard|esqueca|ignore|desconsidere|olvida|oublie|vergiss)\W+"
            r"(?:everything|all|tudo|todo|tout|alles)\W+(?:(?:that|you|i|we|they|was|were|have"
            r"|had|been"
            r"|que|o|a|te|lhe|voce|disse\w*|ce|was|dir|te|han|foi|ja|before|antes|avant)\W+){0,6}"
            r"(?:told|said|instructed|learned|before|above|dito|disseram|disse|mandaram|antes|acima"
            r"|aprendeu|dicho|dit|avant|gesagt|wurde)\b",
        ),
        ("override", rf"\b{_LEAVE}{_YOURS}"),
        (
            "override",
            r"\b(?:forget|ignore|disregard|drop|esqueca|esquece|ignora|desconsidere|olvida"
            r"|oublie|vergiss|ignoriere)\W+(?:(?:about|all|of|tudo|todo|tout|alles)\W+){0,2}"
            r"(?:what(?:ever)?|that|o que|lo que|ce qu[e']?|was)\W+"
            r"(?:(?:the|your|all|everything)\W+)?"
            r"(?:you (?:were|have been|had been|are) (?:told|taught|instructed|trained|programmed"
            r"|ordered)"
            r"|(?:system|developers?|operators?|makers?|creators?|they) (?:has |have |had )?"
            r"(?:told|taught|ordered|instructed|programmed) you"
            r"|(?:te|lhe) (?:disseram|mandaram|ensinaram|dijeron|ordenaron|ensenaron)"
            r"|(?:disseram|mandaram|ensinaram) (?:a |para )?voce|on t'a (?:dit|appris)"
            r"|dir (?:gesagt|befohlen|beigebracht))\b",
        ),
        (
            "leak",
            r"\b(?:show|reveal|print|repeat|output|display|give|tell|expose|leak|copy|paste|recite"
            r"|mostre|mostra|revele|repita|imprima|exiba|diga|copie|cole|muestra|revela|repite"
            r"|montre"
            r"|revele|affiche|zeige?|nenne|verrate)\b(?:\W+(?:me|us|the|all|of|out|word|for|exactly"
            r"|por|palavra|o|a|os|as|mim|me|todo|toda|el|tu|le|ton|mir|den|in|aus"
            r"|deinen)){0,5}\W+(?:your|seu"
            r"|sua|suas|tu|tus|ton|votre|deine[nr]?|the hidden|the secret|o|the)\W+"
            r"(?:(?:full|entire|initial|original|hidden|secret|whole|complete|own|inicia[il]s?"
            r"|complet[oa]|secret[oa]s?)\W+){0,3}(?:system prompt|system message|initial prompt"
            r"|prompt (?:de|do|del) sistema|prompt inicial|system-?prompt|hidden instructions"
            r"|developer message|pre-?prompt|internal instructions|mensagem (?:de|do) sistema"
            r"|mensaje (?:de|del) sistema|instrucciones (?:secretas|iniciales|ocultas)"
            r"|message systeme|consignes (?:secretes|initiales|cachees)|prompt systeme"
            r"|geheimen (?:anweisungen|vorgaben)|systemnachricht"
            r"|secret instructions|initial instructions|instrucoes (?:secretas|iniciais"
            r"|ocultas))\b",
        ),
        (
            "leak",
            r"\b(?:translate|encode|disclose|quote|spell|summari[sz]e|send|see|what (?:is|was|are"
            r"|does)"
            r"|traduza|resuma|codifique|envie|qual e|quais sao|traduce|resume|copia|cual es"
            r"|que dice"
            r"|traduis|copie|quel est|que disent|gib|ubersetze|wiederhole|wie lautet"
            r"|was steht in)\b"
            r"(?:\W+(?:me|us|out|to|por|para|mim)){0,3}\W+(?:your|seu|seus|sua|suas|tu|tus|ton|ta"
            r"|tes"
            r"|votre|deine[nrm]?|dein)\W+"
            r"(?:(?:full|entire|exact|initial|original|hidden|secret|whole|own|literal)\W+){0,2}"
            r"(?:system prompt|system message|systemprompt|systemnachricht|initial prompt"
            r"|pre-?prompt"
            r"|developer message|(?:hidden|secret|internal|initial) (?:instructions|prompt)"
            r"|instrucoes (?:secretas|iniciais|ocultas)|instrucciones (?:secretas|iniciales"
            r"|ocultas)"
            r"|prompt (?:de|do|del) sistema|prompt inicial|mensagem (?:de|do) sistema"
            r"|mensaje (?:de|del) sistema|message systeme|prompt systeme"
            r"|consignes (?:secretes|initiales|cachees)|geheimen (?:anweisungen|vorgaben))\b",
        ),
        ("leak", _BEFORE_ALL),
        ("persona", rf"{_BE}(?=[^.!?\n]{{0,80}}?{_MACHINE})[^.!?\n]{{0,120}}?{_LOOSE}"),
        (
            "persona",
            r"\byou (?:are|will be|shall be) (?:now |going to (?:be|act as) )(?:an? )?(?:dan|stan"
            r"|dude"
            r"|aim|evil\w*|unfiltered|unrestricted|uncensored|jailbroken|amoral)\b",
        ),
        (
            "persona",
            r"\b(?:do anything now|you have no (?:restrictions|ethical|moral)"
            r"|without any (?:ethical|moral)"
            r" (?:restrictions|guidelines|limits)|has no (?:ethical|moral) (?:restrictions"
            r"|guidelines"
            r"|limits|or (?:moral|ethical))|responda (?:tudo )?sem (?:nenhuma )?(?:restricoes"
            r"|censura"
            r"|filtros?)|(?:enable|activate|enter|ative|entre no|activa) (?:the )?(?:dan|jailbreak"
            r"|unrestricted|god) mode\b)",
        ),
        (
            "mode",
            r"\b(?:enable|activate|enter|switch (?:in)?to|turn on|ative|ligue|entre (?:no|em)"
            r"|activa"
            r"|entra en|schalte|aktiviere|active|passe en)\W+(?:the |o |el |den |le )?"
            r"(?:developer|debug|maintenance|god|unrestricted|modo desenvolvedor|modo irrestrito"
            r"|modo (?:de )?desarrollador|modo sin restricciones|entwicklermodus"
            r"|mode developpeur)\b"
            r"[^.!?\n]{0,20}?(?:[,;]|\b(?:and|without|with no|y|e|und|et|sem|sin|ohne|sans)\b)"
            r"[^.!?\n]{0,30}(?:\b(?:filter|restrict|polic|filtro|restric|censur|limits|limites"
            r"|schranken|guidelines|safety)|\brefus)",
        ),
        (
            "fake_system",
            r"<\|?(?:im_start|im_end|system|endoftext)\|?>|\[/?inst\]|<</?sys>>"
            r"|(?:^|\n)\W{0,8}system (?:override|update)\W{1,3}[^\n]{0,60}\b(?:ignore|comply"
            r"|disable|all)\b",
        ),
        (
            "indirect",
            r"\b(?:if you are|as|attention|note to|dear|hey|atencao|aviso a|se voce e"
            r"|nota para)\b[^.\n]{0,12}"
            r"\b(?:ai|llm|language model|ai assistant|ai agents?|modelo de linguagem"
            r"|ia)\b[^.\n]{0,60}"
            r"\b(?:ignore|must|forward|send|transfer|recommend|do not tell|envie|deve|recomende"
            r"|nao conte)\b",
        ),
    )
)  # fmt: skip


def check(text: str, context: Context) -> Verdict:
    """Block a text that holds a known phrase."""
    plain = _plain(text[:_LOOKED_AT])
    for name, phrase in _PHRASES:
        if phrase.search(plain):
            return Verdict("block", "injection", f"a known phrase: {name}")
    return ALLOW


def _plain(text: str) -> str:
    """Write lookalikes, accents and letters set apart as a reader reads them."""
    folded = unicodedata.normalize("NFKD", text).casefold().translate(_ALIKE)
    folded = "".join(c for c in folded if not unicodedata.combining(c))
    return re.sub(
        r"(?<!\w)\w(?:[ ._*-]\w){4,80}(?!\w)",
        lambda found: re.sub(r"[ ._*-]", "", found[0]),
        folded,
    )


GUARD = Guard("phrases", check, rank=40, stages=("input", "tool_args", "tool_result"))
