"""Whether a text reads like a request or a question, and where it falls into clauses."""

from __future__ import annotations

import re

from language.clefts import tells_who
from language.matching import words
from language.speech_acts.classify import clause_reading

_FILLERS = frozenset(
    "ja logo agorinha ok okay certo ah oh hm hum hmm entao so mas but e and wait espera peraí"
    " perai pera antes alias in_fact aproveita aproveitando honestly ih eh ei hey fine right"
    " great oh_no actually verdade na also tambem tbm tb please por favor pfv oi ola hi hello sim"
    " yes nao no then depois first primeiro well bem olha look now agora bom just so_ only ai dai"
    " quick rapidinho disso that by the_way uma pergunta".split()
)
_OPENERS = frozenset(
    "see speak talk meet what how where who why which can could would will do does did is are"
    " was were should may might have has show give tell list open want need start let make"
    " create send book reserve check find help explain compare calculate track generate export"
    " download schedule add remove delete block unblock activate issue print renew transfer pay"
    " connect get put change update cancel register translate write draw plot bring move turn"
    " que qual quais como onde porque quem quanto quantos quanta quantas quero queria preciso"
    " gostaria posso pode podem poderia podia consegue da tem ha existe existem cade mostra"
    " mostre ver abrir abre abra faz faca cria crie lista liste vamos bora manda mande envia"
    " envie reserva cancela cancele muda mude troca troque atualiza atualize verifica verifique"
    " acha ache ajuda ajude explica explique compara calcula calcule rastreia rastreie gera gere"
    " exporta exporte baixa baixe agenda agende marca marque cadastra cadastre adiciona adicione"
    " inclui inclua tira tire remova apaga apague bloqueia bloqueie desbloqueia ativa ative"
    " emite emita imprime imprima renova renove transfere transfira paga pague liga ligue passa"
    " passe conecta diz diga fala fale conta conte traz traga poe ponha coloca coloque traduz"
    " traduza escreve escreva me sera desmarca desmarque registra registre avisa avise sobe suba"
    " arruma arrume bota cobra libera libere resolve resolva confere confira devolve devolva"
    " answer responde responda split divide multiply subtract soma divida racha save note jot write"
    " remind remember anota anote guarda guarde salva salve lembra lembre"
    " order fix stop lower raise increase freeze cut close ve veja olhe post".split()
)
_SUBJECTS = frozenset("i eu voce voces you we nos gente".split())
_WISHES = frozenset(
    "want need would d can could may will like do did are have quero queria preciso gostaria"
    " posso pode podem poderia podia consegue conseguem tem faz fazem sabe vende vendem aceita"
    " aceitam emprestam emprestar deixa acho".split()
)
_BOOKING = frozenset(
    "book reserve schedule marca marque marcar agenda agende agendar reserva reserve reservar"
    " encomenda encomendar".split()
)
_TOLD = [["que"], ["what"], ["how"], ["where"], ["who"], ["como"], ["onde"], ["quem"], ["was"]]
_FILLED = 4  # words before a request that may say nothing of it
_SPLIT = re.compile(
    r"(?:\s{0,4}(?:[.;!?\n]{1,9}(?=\s)|,(?!(?<=\d,)\d)|\b(?:e|and|mas|but|tamb[eé]m|also|depois|then|ali[aá]s|plus)\b)){1,3}"
    r"\s{0,4}",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.;!?\n]")
_ASKED_BEHIND = re.compile(  # "Rua Um, 40, Centro tem taxa né?": no comma parts them
    r"\s(?=(?:tem|cobram?|atendem?|voces?|vocês|vcs?|quanto|qual|is there|are there|do (?:you|i)"
    r"|does|is it|can (?:you|i)|how (?:much|long|far)|what|will (?:you|there))\b"
    r"[^?]{3,80}\?\W{0,3}$)",
    re.IGNORECASE,
)
_LEAST_BEFORE = 3  # words of what is told before a question that nothing parts from it
# "…, and I" before "also need a quote": who wants it belongs to what is wanted.
_DANGLING = re.compile(r"\b(?:and|e|but|mas)\W{1,4}(?:i|i'm|im|we|eu|a gente)$", re.IGNORECASE)
_AND = re.compile(r"(?<=\w)\W{1,4}n$", re.IGNORECASE)  # before "also": else it may be a no
_READ = 300  # characters; a longer text is taken as a whole
_MOST_CUTS = 3
_MORE_LIKELY = 0.5  # than anything else
_PLAINLY = 0.8
_TWO = 2
_VERB = 4  # letters that an infinitive has more than


def asks(text: str) -> bool:
    """Tell whether a text is a request or a question, and no answer."""
    if text.rstrip().endswith("?"):
        return True
    if len(words(text[:_READ])) < _TWO or _states(text):
        return False  # one word names something
    read = clause_reading(text)
    if opens_request(text) and read.of("asks", "wants", "person", "changes") >= _PLAINLY:
        return True  # "me diz quanto é 12 menos 3"
    return read.of("asks", "wants", "person") >= _MORE_LIKELY


def _states(text: str) -> bool:
    """Tell what people do, "I track deliveries", and who does it, from what they want done."""
    if tells_who(text):
        return True
    said = [word for word in words(text[:_READ])[:_FILLED] if word not in _FILLERS]
    if said[:2] == ["tem", "que"]:
        return True
    return bool(said) and said[0] in _SUBJECTS and _WISHES.isdisjoint(said[1:3])


def opens_request(text: str) -> bool:
    """Tell whether a text begins like a request, behind what is said on the way to one."""
    said = words(text[:_READ])
    for at, word in enumerate(said[:_FILLED]):
        if word in _OPENERS:
            return len(said) > at + 1
        if word in _SUBJECTS:
            return not _WISHES.isdisjoint(said[at + 1 : at + 3])
        if word not in _FILLERS:
            return False
    return False


def opens_wish(text: str) -> bool:
    """Tell whether a text is a question by its sign, or begins with a wish or an order.

    In a story "that the man came" and "how he fell" are no questions.
    """
    said = [word for word in words(text[:_READ]) if word not in _FILLERS]
    return text.rstrip().endswith("?") or (opens_request(text) and said[:1] not in _TOLD)


def books(text: str) -> bool:
    """Tell whether a text begins with the order to put something down: "marca um tapete"."""
    said = [word for word in words(text[:_READ]) if word not in _FILLERS]
    return opens_request(text) and not _BOOKING.isdisjoint(said[:_FILLED])


def is_filler(text: str) -> bool:
    """Tell whether a text is nothing but what is said on the way to something else."""
    return all(word in _FILLERS for word in words(text[:_READ]))


def goes_on_asking(text: str) -> bool:
    """Tell whether a text asks for more behind a request: "… and to book the return"."""
    if opens_request(text):
        return True
    said = (word for word in words(text[:_READ]) if word not in _FILLERS)
    first, second = next(said, ""), next(said, "")
    return bool(second) and len(first) > _VERB and first.endswith(("ar", "er", "ir"))


def clauses(text: str) -> list[str]:
    """Return the parts of a text between its stops and conjunctions."""
    if len(text) > _READ:
        return [text]
    return [part for each in _SPLIT.split(text) if (part := each.strip())]


def cuts(text: str, most: int = _MOST_CUTS) -> list[tuple[str, str]]:
    """Return the ways to cut a text in two between its clauses, in order.

    Of more than are read, the ends of sentences go first, and of those the last: behind several
    data stands what is asked.
    """
    found: list[tuple[str, str]] = []
    every = list(_SPLIT.finditer(text)) if len(text) <= _READ else []
    if len(every) > most:
        ends = [cut for cut in every if _ENDS.search(cut[0])][-most:]
        others = [cut for cut in every if cut not in ends][: most - len(ends)]
        every = sorted([*ends, *others], key=lambda cut: cut.start())
    asked = len(text) <= _READ and text.rstrip().endswith("?")
    behind = _ASKED_BEHIND.search(text) if asked else None
    if behind and any(map(str.isdigit, text[: behind.start()])):
        told = len(text[: behind.start()].split()) >= _LEAST_BEFORE
        every = [*every[: most - told], *([behind] if told else [])]
        every.sort(key=lambda cut: cut.start())
    for cut in every:
        head, tail = text[: cut.start()].strip(), text[cut.end() :].strip()
        head = _AND.sub("", head) if cut[0].strip().lower() == "also" else head
        if head and tail and not _DANGLING.search(head):
            found.append((f"{head}?" if "?" in cut[0] else head, tail))
    return found
