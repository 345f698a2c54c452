"""What kind of matter a message brings, whatever it speaks of: five kinds, told by what they mean.

The examples of a workflow say what they speak of; that "your paddle broke" wants no
paddle they do not say. Sentences of many trades are compared with a message, so that only the kind
is left to tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal

from language.encoder import WINDOW
from language.matching import fold
from language.requests import clauses
from router.classify import Classifier, Guess

Matter = Literal["complains", "changes", "chases"]

_WANTS = """
I want to book a table for Friday | can I rent a car for the weekend? | I'd like an appointment
we need a room for two nights | please send somebody to look at it | I want to sign up
my screen is cracked, can you repair it? | the boiler broke down, I need a plumber | order me one
do you have anything free on Monday? | have you got a slot this week? | put me down for two
my tooth hurts, I need to see a dentist | my tap is leaking, when could somebody come?
we are looking for a place for our party | quote me for a new roof | I want to buy two tickets
I'd like a quote for painting the flat | my car makes a noise, I'd like to bring it in
can you take my cat next week? | I need new tyres | I would like to join | enrol my son
the washing machine won't start, could you have a look | I need it fixed | book us in for lunch
could you fit me in tomorrow? | I need a copy of my bill | reserve a court | I want to hire a van
there is a hole in the road | the street lamp is out | my phone won't charge, can I drop it off?
quero marcar uma consulta | preciso de um encanador | quero alugar um carro no fim de semana
tem vaga para amanhã? | tem horário essa semana? | queria reservar uma mesa | me manda um técnico
minha geladeira parou, preciso consertar | meu celular quebrou, dá para arrumar?
estou com dor de dente, quero um horário | quero comprar dois ingressos | quero me matricular
quero um orçamento para pintar a casa | meu carro está fazendo barulho, queria levar aí
preciso trocar os pneus | faz um orçamento para mim | vocês conseguem me encaixar hoje?
queria contratar um plano | quero alugar o salão para uma festa | preciso da segunda via da conta
a torneira está pingando, alguém pode vir ver? | quero fazer minha inscrição
quero pedir uma pizza | o motor não pega, preciso levar na oficina | agenda para mim na quinta
quero assinar | tem um buraco na rua | o poste está apagado | quero encomendar um bolo
"""
_ASKS = """
how much is it? | what does it cost? | when are you open? | where are you? | is there parking?
do I need a licence for that? | do I have to bring anything? | which documents are needed?
can I bring my dog? | are children allowed? | is it safe for beginners? | do you take cards?
how long does it take? | is there a guarantee? | what is the minimum age?
do you sell gift cards? | is breakfast included? | what if it rains?
do you also work on Sundays? | is there wifi? | are you hiring? | who owns the place?
do you have a toilet there? | does it come with insurance? | how do I get there by bus?
what's the difference between the two? | can I pay in parts? | do I need to be a member?
is it wheelchair accessible? | how many people fit in? | what happens if I am late?
do you offer discounts for students? | must I know how to swim? | quanto custa? | qual é o preço?
que horas abre? | onde fica? | tem estacionamento? | precisa de carteira para isso?
preciso levar alguma coisa? | quais documentos precisa? | pode levar cachorro? | aceita criança?
é seguro para iniciantes? | aceita cartão? | quanto tempo demora? | tem garantia?
qual é a idade mínima? | vocês vendem vale-presente? | o café está incluído? | e se chover?
vocês trabalham no domingo? | tem wifi? | vocês estão contratando? | quem é o dono?
tem banheiro aí? | vem com seguro? | como chego aí de ônibus? | qual a diferença entre os dois?
dá para parcelar? | precisa ser sócio? | tem acesso para cadeirante? | cabem quantas pessoas?
o que acontece se eu atrasar? | tem desconto para estudante? | precisa saber nadar?
"""
_COMPLAINS = """
I want to complain | your waiter was rude to us | you charged me twice | I want my money back
the room was filthy | you ruined my jacket | it broke the day after you repaired it
your ladder collapsed and I hurt my arm | nobody showed up and nobody called | this is a disgrace
you are thieves | the noise came back after the service | I waited two hours for nothing
the price on the bill is not what we agreed | the food made us ill | your driver nearly hit me
we are very disappointed | worst service ever | you sent me the wrong one and won't take it back
my bag came back with a hole | I am furious | your staff laughed at me | they lied to me
it stopped working a week after I paid for it | the boat you gave us was leaking
somebody of yours broke my window | you lost my things | what a rip-off | the bill is wrong
I paid for five and got four | the paint is peeling off already | you scratched my car
my mother fell on your wet floor | the heating was off all night in our cottage
you did the brakes last month and they squeal again | I only signed up last week and it is dead
you said twenty and took forty off my card | agreed one price, charged another | what a joke
it should have been ready yesterday and nobody says a word | you are all liars
I gave you my good coat and it is ruined | how can you treat people like this?
I will tell everybody how bad you are | the cake was stale | we had to stand in the cold
quero reclamar | o garçom foi grosso com a gente | me cobraram duas vezes
quero meu dinheiro de volta | o quarto estava imundo | vocês estragaram meu casaco
quebrou um dia depois que vocês arrumaram | a escada de vocês caiu e machuquei o braço
ninguém apareceu e ninguém avisou | que vergonha | vocês são uns ladrões
o barulho voltou depois do serviço | esperei duas horas à toa
o valor da conta não é o que a gente combinou | passamos mal com a comida
o motorista de vocês quase me bateu | estou muito decepcionada | pior atendimento da vida
mandaram o errado e não querem trocar | minha mala voltou rasgada | estou furioso
seu funcionário riu de mim | mentiram para mim | parou de funcionar uma semana depois que paguei
o barco que vocês deram estava furado | um de vocês quebrou minha janela | perderam minhas coisas
isso é um roubo | a conta veio errada | paguei cinco e recebi quatro
a tinta já está descascando | arranharam meu carro | que decepção
minha mãe caiu no chão molhado de vocês | o chalé ficou a noite toda sem aquecimento
trocaram a peça mês passado e o problema voltou | arrumaram e agora está pior do que antes
falaram um preço e cobraram outro | passaram o dobro no meu cartão | cambada de mentirosos
era para estar pronto ontem e ninguém fala nada | vocês não têm vergonha?
entreguei meu casaco bom e devolveram manchado
levei aí para consertar e voltou com outro defeito | montaram o armário torto e a porta já caiu
como podem tratar as pessoas assim? | vou contar para todo mundo como vocês são ruins
o bolo estava velho
"""
_CHANGES = """
I need to cancel my booking | please call off my appointment | can we move it to Friday?
I can't make it on Monday, another day please | I want to change my reservation
make it three people instead of two | could we come an hour later? | cancel order 1123
I won't be able to come tomorrow | I'd like to reschedule | drop my subscription | call it off
please take my name off the list | can I postpone my visit? | I want to end my contract
change the address of my order | something came up, we have to put it off
I don't want it any more | put me down for Sunday rather than Saturday | make it the 3rd instead
I have to drop out | bring forward my appointment | swap my ticket for another date
stop my membership | quero cancelar minha reserva | preciso desmarcar minha consulta
dá para passar para sexta? | não vou poder ir na segunda, pode ser outro dia?
quero mudar minha reserva | põe três pessoas em vez de duas | dá para chegar uma hora mais tarde?
cancela o pedido 1123 | não consigo ir amanhã | queria remarcar | quero encerrar minha assinatura
desmarca para mim | tira meu nome da lista | posso adiar a visita? | quero rescindir o contrato
muda o endereço do meu pedido | surgiu um imprevisto, vamos ter que adiar | não quero mais
me põe no domingo em vez de sábado | melhor dia 3 em vez do dia 2 | vou ter que desistir da vaga
adianta meu horário | troca meu ingresso para outra data | quero sair do plano
"""
_CHASES = """
where is my order? | is my suit ready? | it should have been here yesterday
any news of my request? | when can I pick it up? | is the work going well?
has my payment come through? | what became of my application? | I am still waiting for an answer
has it been sent yet? | it was promised for the morning | nobody has called me back yet
is it done? | how far along is the repair? | did you get my message? | is my table still booked?
what's the status of my claim? | my parcel hasn't come | cadê meu pedido?
meu terno já ficou pronto? | era para ter chegado ontem | alguma novidade? | quando posso buscar?
a obra está indo bem? | meu pagamento caiu? | o que deu meu pedido de vaga?
ainda estou esperando resposta | já foi enviado? | prometeram para de manhã
ninguém me retornou ainda | já terminaram? | em que pé está o conserto?
receberam minha mensagem? | minha mesa ainda está reservada? | qual o andamento do meu processo?
minha encomenda não chegou
"""

_CHATS = """
hello | good morning | thanks a lot | that's great | you are funny | lovely weather
haha brilliant | okay, good | bye for now | nice talking to you | much obliged | who made you?
tell me a joke | what is the capital of France? | is coffee good for you?
how do I unblock a sink? | I'm bored | write me a poem | how far is the moon?
what is inflation? | never mind | nothing else | evening all | oi, tudo bem? | bom dia
muito obrigado | que legal | você é engraçado | que calor hoje | kkkk boa | beleza | tchau
bom falar com você | valeu mesmo | quem te criou? | me conta uma piada
qual é a capital da França? | café faz mal? | como desentope pia? | estou entediado
deixa pra lá | escreve um poema | qual a distância da lua? | o que é inflação? | era só isso
e aí
"""
_LIKELY_LEAD = 0.05  # of a matter that is likelier than any other
_PLAIN_LEAD, _PLAIN = 0.15, 0.0  # of a matter that is told without much doubt
_STRONG_LEAD, _STRONG = 0.25, 0.05  # and of one without any
_CALLS_OFF = re.compile(  # whatever else it says, it speaks of something that is there
    r"\b(?:cancel\w*|call\w* (?:it )?off|reschedul\w*|postpon\w*|desmarc\w*|remarc\w*|adiar)\b"
)
TOUCHES = 0.15  # the share of a workflow's examples from which a matter has to do with it
TOLD_APART: tuple[Matter, ...] = ("complains", "changes", "chases")
_NEW = ("wants", "asks")
_MOST_CLAUSES = 4
_WORDS = 2  # that a clause tells its kind by


@cache
def _kinds() -> Classifier:
    texts = {
        "wants": _WANTS,
        "asks": _ASKS,
        "complains": _COMPLAINS,
        "changes": _CHANGES,
        "chases": _CHASES,
        "chats": _CHATS,
    }
    return Classifier({name: _sentences(text) for name, text in texts.items()})


def _sentences(text: str) -> list[str]:
    return [each.strip() for line in text.strip().splitlines() for each in line.split("|")]


def warm_up() -> None:
    """Compare the sentences now, so that no message waits for it."""
    _kinds()


@lru_cache(256)  # a message is looked at more than once on its way
def _judged(text: str) -> Guess:
    return _kinds().guess(text)


def matter_of(text: str, *, strongly: bool = False) -> Matter | None:
    """Tell whether a message complains, changes or chases what is there; None where that is open.

    Of several clauses one may tell it, where none asks for anything new.
    """
    if not text.strip() or len(text) > WINDOW:
        return None
    if told := _matter(text, strongly=strongly):
        return told
    parts = clauses(text)[:_MOST_CLAUSES]
    likeliest = {_judged(part).candidates[0][0] for part in parts}
    if len(parts) < 2 or not likeliest.isdisjoint(_NEW) or likely_matter(text) is None:
        return None
    return next((told for part in parts if (told := _matter(part, strongly=True))), None)


def likely_matter(text: str) -> Matter | None:
    """Tell whether a message is liker to those of a kind than to any others, however little."""
    if not text.strip() or len(text) > WINDOW:
        return None
    guess = _judged(text)
    return _told_apart(guess) if guess.lead >= _LIKELY_LEAD and guess.above >= _PLAIN else None


def _matter(text: str, *, strongly: bool) -> Matter | None:
    guess = _judged(text)
    if guess.candidates[0][0] == "changes" and _CALLS_OFF.search(fold(text)):
        return "changes"
    lead, above = (_STRONG_LEAD, _STRONG) if strongly else (_PLAIN_LEAD, _PLAIN)
    if guess.lead < lead or guess.above < above:
        return None
    return _told_apart(guess)


def _told_apart(guess: Guess) -> Matter | None:
    return next((kind for kind in TOLD_APART if kind == guess.candidates[0][0]), None)


def is_about(texts: Sequence[str], matter: Matter) -> bool:
    """Tell whether what a workflow says of itself, its titles and its purpose, is of a kind."""
    guesses = [_judged(text) for text in texts if text.strip() and len(text) <= WINDOW]
    return any(g.lead >= _PLAIN_LEAD and _told_apart(g) == matter for g in guesses)


def hints(texts: Sequence[str]) -> frozenset[Matter]:
    """Return the kinds that any of a workflow's own sentences may be of, however little."""
    guesses = [_judged(text) for text in texts if text.strip() and len(text) <= WINDOW]
    return frozenset(kind for guess in guesses if (kind := _told_apart(guess)))


def shares(texts: Sequence[str]) -> dict[Matter, float]:
    """Return how much of a workflow's own sentences is of each kind."""
    told = [likely_matter(text) for text in texts]
    return {kind: told.count(kind) / max(1, len(told)) for kind in TOLD_APART}
