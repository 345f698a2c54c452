"""What an answer does beside naming a value: it asks back, hesitates, denies, corrects itself.

A value that stands in a message is not always the answer: "10 or 12", "27, no, 28", "not the
pro one", "my father is 60" each hold numbers that nobody may take as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol, TypeVar

from language.clefts import tells_who
from language.flat import flat
from language.speech_acts.acts import only_courteous


class Placed(Protocol):
    """Something that was found in a text, and where."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


Find = TypeVar("Find", bound=Placed)

_OPENERS = (
    r"^\W*(?:(?:e|mas|and|but|so|ok|okay|hang on|wait|espera|pera|perai|hm+|ue|oxe|well|oi|ola|hi"
    r"|hello|hey|moco|moca|gente|desculpa|sorry|antes disso|first)\b\W+)*"
)
_ASKS = re.compile(
    _OPENERS + r"(?:por ?que|pq|pra q(?:ue)?|para q(?:ue)?|como (?:assim|funciona|e que|faco|eu)|"
    r"o q(?:ue)? (?:e|seria|acontece)|qual\b|quais\b"
    r"|quem (?:e|vai|vem|pode|esta|ta|quer)|onde (?:fica|e|esta|vejo|acho)|quant[oa]s?\b|cade\b|"
    r"why|what(?:'?s| is| are| do| does| happens| if| time| kind)?\b"
    r"|how (?!about)|who(?:'s| is| are| will)?\b|where\b|which\b|can (?:you|i|we)\b|could (?:you|"
    r"i|we)\b|do (?:you|i|we|they)\b"
    r"|does\b|did (?:you|i)\b|is (?:it|that|this|there|the)\b|are (?:you|there|they|these)\b"
    r"|will (?:you|it|i|there)\b|would you\b|should i\b|have you\b|tem como|da (?:pra|para) |"
    r"sera que|existe\b"
    r"|voces? |vcs? |cs |pode me (?:dizer|falar|ajudar|explicar|passar|mostrar|informar|enviar)|"
    r"voce pode|when (?:is|are|do|does|will|can)\b|quando (?:e|vai|"
    r"posso|abre|fecha|chega))"
)
_CLAUSES = 20  # of a message that are looked at
_CLAUSE = re.compile(
    r"\s{0,3}[,.;!]{1,5}\s{1,3}(?:(?:e|and|mas|but|btw|ah|so)\s{1,3})?|\s{1,3}(?:e|and|mas|"
    r"but)\s{1,3}(?=(?:qual|quanto|"
    r"how|what|when|where|can|quando|onde|vcs|voces|do you|is there)\b)",
    re.I,
)
_PROPOSES = re.compile(
    r"^\W*(?:(?:hm+|ah|oh|no|nao|e|and|entao|so|ok|well|bem|n|nenhum[oa]?(?: d[oa]s \w+)?|neither|"
    r"none(?: of \w+)?)\W+)*(?:(?:can|could|shall) (?:we|"
    r"you|it|i) (?:do|say|make|have|go|be|change|move|put|switch)\b|(?:podemos|posso|da pra|"
    r"pode) (?:mudar|trocar|ser|fazer|deixar|colocar|marcar)\b|pode ser|poderia ser|que tal|"
    r"how about|what about|would|serve|maybe|vamos de|"
    r"da pra ser|could it be|can it be)\b"
)
_TAG = re.compile(
    r"(?:blz|beleza|ok|okay|ta|ta bom|ta ok|certo|pode ser|ne|nao|right|please|pls|yeah|alright|"
    r"serve|da|viu"
    r"|tudo bem|(?:ta|esta|fica|is it|ficaria) (?:bom|ok|otimo|good|okay)(?: (?:pra|para|"
    r"for) \w+)?|combinado|fechado|que tal|is that (?:ok|okay|alright|fine|possible)|if possible|"
    r"thanks|sim|possivel|rola|pode|isn'?t it|hein)"
    r"\W*\?\W*$"
)
_UNSURE = re.compile(
    r"\b(?:(?:nao|n|nem) (?:sei|lembro|me lembro|faco ideia|decidi|decidimos|tenho certeza|"
    r"to certo|estou certo|tenho ideia)|sei la"
    r"|(?:ainda|to|tou|estou|fico) (?:na duvida|em duvida)|ainda (?:to|tou|estou|vou|nao (?:sei|"
    r"decidi|escolhi|vi))|indecis[oa]"
    r"|not (?:sure|certain|decided)|(?:don'?t|do not|dont) (?:know|remember|recall)|dunno|"
    r"can'?t (?:remember|recall|decide|say)"
    r"|cannot (?:remember|decide)|(?:have )?no (?:idea|clue)|haven'?t decided|undecided|"
    r"still (?:thinking|deciding)|i'?ll (?:ask|check|see|let you know|get back|think)"
    r"|i will (?:ask|check|see)|(?:need|have) to (?:check|ask|think)|vou (?:ver|perguntar|checar|"
    r"conferir|confirmar|pensar|verificar)"
    r"|(?:preciso|tenho que|deixa eu|deixe eu|deixa|deixe) (?:ver|perguntar|checar|conferir|"
    r"confirmar|pensar|olhar|verificar|me ver)|let me (?:check|see|think|ask)"
    r"|pode ser que|(?:i|we|it|they) might|talvez|depende|depends|maybe|perhaps|quem sabe|"
    r"ou algo assim|something like that)\b"
)
_SENTENCE = re.compile(r"(?<=\w{2})[.!?;]+\s+(?=\S)")
_GUESS = 120  # characters of an answer that may be a guess
_GUESSED = re.compile(
    r"(?:^|[ ,.])(?:uns|umas|acho|imagino|suponho|talvez|mais ou menos|por volta|i (?:guess|think|"
    r"suppose|reckon)|maybe|perhaps|probably|about|around|roughly|say)\b[ ,.]{0,3}(?:que )?"
    r"(?:uns |umas |d[eo] )?$"
    r"|^,? (?:(?:eu )?(?:acho|imagino|suponho)|i (?:guess|think|suppose|reckon)|talvez|maybe|"
    r"or so)\b"
)
_STALLS = re.compile(  # "let me see... 2 adults": who says so goes on to answer
    r"^\W{0,3}(?:(?:hm+|bom|bem|well|ok|ah|oh|er+|so|entao)\W{1,4}){0,3}"
    r"(?:(?:deixa|deixe) (?:eu|me) (?:ver|pensar|contar|lembrar)|"
    r"let me (?:see|think|count|remember)|let'?s see|vamos ver|vou ver aqui|"
    r"espera|pera|perai|hang on|one sec)\W{0,3}[.,:;-]+\s*(?=\S)"
)
_CHANGES = re.compile(
    r"(?:^|\W)(?:(?:nao|no|nah|n|nope)\s*[,.!;:…-]|(?:no|nao),? (?:wait|pera|espera|perai|calma"
    r"|hang|hold|sorry|desculpa|it'?s|its|melhor|e)\b|na verdade|quer dizer|ou melhor|digo|alias"
    r"|errei|me enganei|engano|corrigindo|correcao|perdao|desculp[ae]|ops|opa|oops|sorry|wait|"
    r"i mean(?:t)?|hang on|hold on|(?<=\W)(?:mas (?:sao|e|eh)|but (?:it'?s|there are|we are))"
    r"|(?:quis|queria) dizer|actually|or rather"
    r"|make (?:it|that)|better(?! than)|scratch that|correction|pera|perai|melhor|pensando bem|"
    r"mudei|mas agora|nvm|nm|never ?mind|"
    r"but now|mas hoje|now|agora|nowadays|hoje em dia|troca|instead|brinks|brincadeira|brincando|"
    r"zoeira|zoando|kidding|joking|jk|(?:poe|bota|coloca|deixa)(?= ?$)|"
    r"(?<=[.!;] )(?:well|fine|all right|alright|ok|okay|ta|ta bom|va la|bem)(?=, ?$)|"
    r"(?:poe|bota|coloca|put (?:me|it) (?:down )?(?:for|in|on)|deixa) (?:de|a|na|no|pra))(?:\W|$)"
)
_REASON = re.compile(r"[\s,](?:because|cause|cuz|cos|coz|pq|porque|pois|ja que)\b|[?.,;!] e que\b")
_SAYS_NO = re.compile(r"^(?!.*\b(?:e|and|mas|but|ou) (?:nao|no)\s*$).{1,25}\b(?:nao|no)\s*$")
_NO_ALONE = re.compile(r"\s*(?:no|nao|nah|ops|digo|sorry|perdao)\s*")
_EITHER = re.compile(r"(?:^|\W)(?:ou|or|either|(?<!\be )o|ou entao|versus|vs)(?:\W|$)|\s/\s")
_OR_SO = re.compile(
    r"^\s{0,3},?\s{0,3}(?:ou|or) (?:so|thereabouts|near|around|perto|pouco|coisa|menos|less"
    r"|mais ou menos)\b"
)
_OR_ELSE = re.compile(r"^\s{0,3},?\s{0,3}(?:ou|or)\b")
_DENIED_BEFORE = re.compile(
    r"\b(?:nao|not|nem|menos(?! d[eo])|scratch|forget(?: about)?|esquec[ae]|"
    r"(?:any\w*|all|every\w*)(?: \w+)? but|"
    r"(?:can'?t|cannot|won'?t|couldn'?t) (?:do|make|manage|come|be)|"
    r"exceto|except|but not|never|nunca|tirando|fora|sem ser|don'?t want|"
    r"instead of|em vez de|inves de|"
    r"other than|rather than|a nao ser)(?: (?:e|eh|seja|no|na|num|numa|nos|nas|do|da|o|a|os|as|"
    r"foi|era|was|um|uma|de|em|pode|quero|the|an|on|in|at|for|that|this|really|"
    r"dia|pra|para|is|be|my|i|to|want|ser|pode ser|[a-z]{2,10}[aei]r)){0,4}\s*$"
)
_DENIED_AFTER = re.compile(
    r"^(?: (?:eu|pra mim|one|day|a noite|de manha|works|ai))?\s{0,3},?\s{0,3}(?:nao|not|no|n|nunca|"
    r"jamais)(?:,? (?:moc[ao]|senhora?|filh[ao]|minha \w+|meu \w+|querid[ao]|dear|love"
    r"|sir|miss|mate))?"
    r"(?=\s{0,3}(?:$|[,.;!])|(?<!, nao)(?<!,nao)"
    r" (?:da|posso|quero|vai|pode|serve|rola|funciona|consigo|tenho|"
    r"good|use|longer|trabalho|e |eh |que|porque|pq|because|cause))"
    r"|^,? (?:i'?m|we'?re|i am|eu )?(?:estou|to|vou estar|vamos estar)? ?"
    r"(?:out|away|busy|off|at work|ocupad[oa]|viajando|fora|trabalhando)\b"
    r"|^(?:'s| (?:e|eh|is|fica|would be|seria)) (?:muito |too |meio |um pouco |a bit |very )?"
    r"(?:cedo|tarde|early|late|soon|longe|pouco tempo)\b"
    r"|^\s{0,3}(?:doesn'?t|won'?t|isn'?t|can'?t|is not|ta fora|is out|nao da|is no good|esta fora)"
)
_DENIED_CLAUSE = re.compile(  # "doesn't work for me", and nothing with a figure
    r"(?: (?!(?:and|but|so|e|mas|entao)\b)[a-z']{1,12}){1,6}"
    r"(?= ?(?:$|[,.;!]| (?:and|but|so|e|mas|entao)\b))"
)
_KIN = (
    r"(?:pai|mae|filh[oa]s?|marido|esposa|mulher|irma|irmao|irmaos|irmas|amig[oa]s?|namorad[oa]|"
    r"vo|avo|tia|tio|sobrinh[oa]|net[oa]|prim[oa]|sogr[oa]|cunhad[oa]|chefe|vizinh[oa]|esposo|"
    r"patrao|colega"
    r"|son|daughter|wife|husband|mom|mum|mother|dad|father|friend|neighbou?rs?|brother|sister|"
    r"boss|kids?|child|children|girlfriend|boyfriend|partner|uncle|aunt|cousin|grandma|grandpa|"
    r"roommate|flatmate|colleague"
    r"|gato|gata|cat|cachorro|cachorra|dog|hijo|hija|padre|madre|fils|fille|mari|femme)"
)
_STATES = (
    r"(?:vai|vao|pode|deu|da|recebeu|comprou|gave|will|can|could|would|paid|tem|tinha|fez|faz|"
    r"ganha|recebe|pesa|mede|nasceu|mora|vive|custa|paga|usa|trabalha|gasta|"
    r"chama|e|is|was|has|had|earns|makes|gets|weighs|lives|measures|costs|pays|uses|turned|turns|"
    r"owns|tiene|gana|vive|a|gagne|pese|tall|born|s)"
)
_CONCLUDING = re.compile(r"(?<=\d[a-z]{2}),? so |,? (?:entao|por isso|therefore) ")
_OTHERS = re.compile(
    r"\b(?:(?:o |a |os )?(?:meu|minha|meus|minhas|nosso|nossa|seu|sua|my|our|his|her|their|mi|"
    r"mon|ma)|o|a|the)(?: \w+)?? "
    rf"(?P<who>{_KIN})(?:'s)?(?: (?:\w+ )?)?? ?\b(?:{_STATES})\b"
)


def asks(text: str) -> bool:
    """Tell whether a message asks something instead of answering: "is it far", "tem vaga?"."""
    plain = flat(text[:400]).strip()
    if _PROPOSES.match(plain) or _TAG.search(plain[-60:]) or tells_who(text):
        return False
    return plain.rstrip(" !.)kha").endswith("?") or bool(_ASKS.match(plain))


def statement_of(text: str) -> str:
    """Return what a message says before it asks: "card" of "card, and how long will it take?"."""
    if not asks(text):
        return text
    stops = list(_CLAUSE.finditer(text))[:_CLAUSES]
    asking = [stop for stop in stops if _ASKS.match(flat(text[stop.end() : stop.end() + 80]))]
    for stop in asking[:1] or stops[-1:]:
        told = text[: stop.start()]
        if told.strip() and not asks(told):
            return told
    return ""


def unsure(text: str) -> bool:
    """Tell whether a message says that its writer does not know, or has not decided."""
    return bool(_UNSURE.search(_STALLS.sub("", flat(text[:400]), count=1)))


def unsure_parts(text: str) -> list[tuple[int, int]]:
    """Return the sentences that hesitate, of a text that has others: "Ten. I don't know if...".

    None where the first is no more than a greeting, and none where all of them hesitate.
    """
    ends = [stop.end() for stop in _SENTENCE.finditer(text[:400])]
    parts = [(a, b) for a, b in pairwise([0, *ends, len(text)]) if text[a:b].strip()]
    doubtful = [(a, b) for a, b in parts if unsure(text[a:b])]
    told = (text[a:b] for a, b in parts if (a, b) not in doubtful)
    sure = any(not asks(said) and not only_courteous(said) for said in told) if doubtful else False
    return doubtful if sure else []


def estimates(text: str, start: int, end: int) -> bool:
    """Tell whether a value is guessed behind what its writer does not know."""
    plain = flat(text[:400])
    unknown = _UNSURE.search(plain)
    if unknown is None or not unknown.end() < start <= len(plain) or len(plain) > _GUESS:
        return False
    return bool(_GUESSED.search(plain[unknown.end() : start]) or _GUESSED.match(plain[end:]))


def settled(text: str, found: Sequence[Find]) -> list[Find]:
    """Leave out what a message denies, and what it takes back for something said later."""
    plain = flat(text)
    changed = {b.start for a, b in pairwise(found) if _NO_ALONE.fullmatch(plain[a.end : b.start])}
    kept = [e for e in found if e.start in changed or not denied(plain, e.start, e.end)]
    kept = _before_reasons(plain, kept)
    last = 0
    for at in range(1, len(kept)):
        between = plain[kept[at - 1].end : kept[at].start]
        if (
            kept[at].start in changed
            or _SAYS_NO.search(between)
            or (_CHANGES.search(between) and not _EITHER.search(_CHANGES.sub(" ", between)))
        ):
            last = at
    if not kept and found and _CHANGES.search(plain[found[-1].end :]):
        return []
    return list(kept[last:])


def _before_reasons(plain: str, found: list[Find]) -> list[Find]:
    """Leave out what only tells why: "the 2nd, because I travel on the 1st"."""
    reason = _REASON.search(plain, found[0].end) if found else None
    return [e for e in found if reason is None or e.end <= reason.start()]


def denied(plain: str, start: int, end: int) -> bool:
    """Tell whether a stretch of a flat text is what somebody does not mean."""
    before, after = plain[max(0, start - 60) : start], plain[end : end + 40]
    if re.search(r"\b(?:nao|not|no)\s*[,.;:!]\s*(?!nao|not|nem)\S{0,6}\s*$", before):
        return bool(_DENIED_AFTER.match(after))
    return bool(_DENIED_BEFORE.search(before) or _DENIED_AFTER.match(after))


def denial_end(plain: str, end: int) -> int:
    """Return where the clause ends that denies what stands before it: "friday doesn't suit us"."""
    if not _DENIED_AFTER.match(plain[end : end + 40]):
        return end
    stop = _DENIED_CLAUSE.match(plain, end)
    return stop.end() if stop else end


def offers_several(text: str, found: Sequence[Placed]) -> bool:
    """Tell whether a message leaves open which one it means: "10 or 12", "friday or so"."""
    plain = flat(text)
    if any(_EITHER.search(plain[a.end : b.start]) for a, b in pairwise(found)):
        return True
    if not found:
        return False
    rest = plain[found[-1].end : found[-1].end + 40]
    return bool(_OR_ELSE.match(rest) and not _OR_SO.match(rest))


def about_others(text: str, question: str, before: int) -> bool:
    """Tell whether a value is told of somebody whom the question is not about: "my son is 22"."""
    plain, asked = _CONCLUDING.split(flat(text[:before]))[-1], flat(question)
    for found in _OTHERS.finditer(plain):
        who = found["who"]
        if who.rstrip("s") not in asked and "," not in found[0]:
            return True
    return False
