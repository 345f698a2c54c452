"""Whether a message wants out of what is under way: by what it means, not by which words it has.

Two groups of sentences are compared with it: such as leave, and such as have the words of leaving
in them and ask or answer something else ("cancel my order", "I gave up smoking in May").
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from language.encoder import WINDOW
from language.going_on import goes_on
from language.matching import fold, stem, words
from router.classify import Classifier, Guess

_LEAVES = """
I don't want to do this any more | I don't want to sign up any more | I changed my mind, forget it
let's stop here | stop this, please | I'd rather not go on with this
cancel everything, I give up | cancel all of this | I want to get out of here
get me out of this form | I no longer want this | leave it, it doesn't matter
drop it, I'm not interested any more | I'm done with this | quit this
let's leave it for another day | I don't have time for this now, bye | let's not continue
never mind, I'll do it another time | forget about the registration | enough of these questions
can we stop this? | how do I get out of here? | I want to cancel this registration | abandon this
I don't feel like answering all this | please end this now | actually no, I don't want to go ahead
I have given up on this | skip all this, I want out | take me back to the beginning
that's enough | I'm not going to finish this | not interested any more, thank you
exit this please | não quero mais fazer isso | não quero mais me cadastrar
mudei de ideia, esquece | desisti | vamos parar por aqui | para com isso, por favor
prefiro não continuar | cancela tudo, desisti | cancela tudo isso | quero sair daqui
me tira desse formulário | não tenho mais interesse | deixa pra lá, não importa
deixa quieto, não preciso mais | chega, cansei disso | encerra isso | vamos deixar para outro dia
não tenho tempo para isso agora, tchau | não vamos continuar | deixa, faço isso outra hora
esquece o cadastro | chega de perguntas | larga isso, não quero mais | podemos parar com isso?
como eu saio daqui? | quero cancelar esse cadastro | abandonar isso
não estou a fim de responder tudo isso | pode encerrar por aqui | pensando bem, não quero seguir
desisti de fazer isso | pula tudo, quero sair | me leva de volta para o início
já chega, obrigado | não vou terminar isso | não tenho mais vontade, obrigada
quero desistir dessa solicitação | acho que vou deixar isso para lá
melhor parar, depois eu volto | não precisa mais, pode cancelar | I think I'll leave it
better stop, I'll come back later | no need any more, you can cancel it | quero voltar ao menu
mudei de ideia sobre o reembolso | I don't need it any more | we don't need it any longer, thanks
scrap that | I'll think about it first | I found it, no need any more | I'd better not
I'll do it myself then | by now I don't want to book | não preciso mais disso
achei, não precisa mais | vou pensar melhor antes | melhor não | deixa comigo
por enquanto não quero contratar | prefiro não fazer isso agora | pensando bem, melhor não
já resolvi, obrigado, não precisa | it's sorted, thanks, no need to go on | forget the appointment
I changed my mind about the booking | quero encerrar a conversa | desisto dessa compra
tô desistindo | I give up on this order | stop asking me questions | para de me perguntar coisas
I'm out | let's not | I don't wish to proceed | não quero seguir com a reserva | leave the form
sai do formulário | cancela essa operação | cancel this process | quero ir embora
aborta a operação | vou sair, até mais | pode fechar isso aí
it has turned up, so there is no need now | it fixed itself, no visit necessary after all
it came while we were talking, you can forget it | the problem is gone, nothing to do any more
my brother will do it, so we don't need you | somebody else takes care of it now, thanks
my wife is against it, so leave it | we talked about it and decided against it
the family said no, so we won't | I'll go there in person instead | I'll phone them instead
I'll buy it somewhere else | I'd rather ask at the counter | I'll get it from another company
too expensive for me, I'll pass | it's not worth the trouble | too much hassle, forget it
it's taking too long, I'm off | I have no patience for this today | I'm fed up, leave it
on second thoughts I won't | let's forget the whole thing | I don't need the visit any longer
I'm staying with you, don't end anything | keep it as it is, I changed my mind
oh, it was here all the time | silly me, I have it already | wrong chat
apareceu, então não precisa mais | voltou a funcionar, não precisa vir ninguém
chegou enquanto a gente conversava, pode esquecer | o problema sumiu, não tem mais o que fazer
meu irmão vai fazer isso, não precisamos mais | outra pessoa já está cuidando disso, obrigada
minha esposa não quer, então deixa | conversamos e decidimos que não
em casa disseram que não, deixa | vou lá pessoalmente | prefiro ligar para eles
vou comprar em outro lugar | prefiro resolver no balcão | fechei com outra empresa
ficou caro demais, vou deixar passar | não vale a pena, esquece | dá muito trabalho, deixa
está demorando demais, vou embora | não estou com paciência hoje | cansei, deixa isso
pensando melhor, não vou fazer | vamos esquecer essa história | não preciso mais da visita
vou ficar com vocês, não cancela | deixa como está, mudei de ideia
ah, estava aqui o tempo todo | que bobagem, já tenho | conversa errada
perdi a vontade | não vou mais querer | não vou mais fazer isso | não quero mais o cadastro
não quero mais marcar nada | a gente desistiu | we changed our minds | we no longer want to
nobody is interested any more
"""
_GOES_ON = """
I want to cancel my order | how do I cancel my subscription? | please cancel my appointment
cancel the reservation for Friday | I want to leave my job | I gave up smoking in May
the flight was cancelled | my order was cancelled | where is the exit? | the app stops by itself
I quit my job last year | stop sending me e-mails | the machine stopped working | I stopped paying
I left my bag there | I want to get out of debt | I want to leave the house early | no, thank you
end of the month | at the end of the day | it ends on Friday | the last stop of the line 3
can I cancel later? | what happens if I cancel? | what is the cancellation fee? | cancelled
the meeting was stopped | I had to leave early | I left the company in 2020 | a stop button
what is the deadline? | remove the second item | delete the last line
not this one, the other one | no, that is wrong | I don't know | I don't have one
I don't want sugar | I don't want it delivered | change the date | go back one question
skip this question | say it in another way | start again | the customer gave up the purchase
returns | order cancellation | Cancelled by the customer | I want to know why it was cancelled
he wants out of the contract | forget the first one, take two | quero cancelar meu pedido
como cancelo minha assinatura? | cancele minha consulta, por favor | cancelar a reserva de sexta
quero sair do meu emprego | parei de fumar em maio | encerrar a conta | o voo foi cancelado
meu pedido foi cancelado | onde é a saída? | o aplicativo para sozinho
saí do meu emprego ano passado | parem de me mandar e-mails | a máquina parou de funcionar
deixei minha bolsa lá | quero sair das dívidas | quero sair cedo de casa | não, obrigado
no fim do mês | no final do dia | termina na sexta | a última parada da linha 3
saída de emergência | posso cancelar depois? | o que acontece se eu cancelar?
qual é a multa de cancelamento? | a reunião foi interrompida | precisei sair mais cedo
saí da empresa em 2020 | um botão de parar | qual é o prazo? | tira o segundo item
apaga a última linha | esse não, o outro | cancelado | não, está errado | não sei | não tenho
não quero açúcar | não quero que entreguem | trancar o curso | muda a data | volta uma pergunta
pula essa pergunta | diga de outro jeito | começa de novo | o cliente desistiu da compra
devoluções | cancelamento de pedidos | Desistência do curso | quero saber por que foi cancelado
quero trancar a matrícula | esquece o primeiro, leva dois | eu não desisto fácil
trabalho com cancelamentos | motivo da desistência | saio às seis da tarde
I work in cancellations | I leave at six | my contract ends in June
meu contrato encerra em junho | continue | continua | pode continuar | vamos seguir | go on
go ahead | that's all | é só isso | só isso mesmo | deixa eu ver | deixa eu pensar | let me think
let me see | quero ver o cardápio | tira isso da lista | remove that | desfaz | undo | undo that
parar de receber mensagens | fechar minha conta no banco | nada | nothing | nobody | ninguém
chega amanhã? | wait a moment | end my subscription | stop the countdown | pare a contagem
stop my newsletter | close the ticket | Ana Paula | São Paulo | 17 anos | yes, please
sim, pode ser | a conta de luz veio errada | my name is John | I live in Leeds
two tickets for Saturday | quero dois ingressos para sábado | which papers will I need for it?
de quais papéis vou precisar? | I can't make it tomorrow, tell them
não vou conseguir ir amanhã, avisa | I can't call anybody, the line is dead
não consigo mais ligar, está mudo | nothing opens any more | não abre mais nada
I found it broken | achei quebrado | it was too expensive | estava caro demais
it broke by itself | quebrou sozinho | my wife bought it | minha esposa comprou
my brother has one | meu irmão tem um | I moved to another town | mudei de cidade
I don't need so much of it | não preciso de tanto | we are closing the shop | vamos fechar a loja
because it didn't work | porque não funcionou | it arrived yesterday | chegou ontem
I bought it somewhere else last year | at the counter | no balcão
I'll go in person to pick it up | busco pessoalmente | by phone | por telefone
don't send it on Thursday | não manda na quinta | don't end it yet | I don't want that one
não quero esse aí | it isn't there any more | não está mais lá | somebody took it | alguém levou
the other company charged less | a outra empresa cobra menos | it takes too long to load
demora muito para carregar | I have no signal any more | I want that stopped | sem ninguém em casa
my mother, she doesn't work any more | minha mãe, ela não trabalha mais | I don't work any more
no, thanks, without it | não, sem isso | only that one, nothing else | I won't be there before six
só chego depois das seis | what do I have to hand back? | I want to give up my licence
thank you for your patience | great, thanks | perfect, thank you | obrigado pela paciência
perfeito, valeu | um momento, obrigada | one moment, thanks | he can't walk any more
ele não anda mais | she doesn't want to eat any more | parou de comer | obg pela ajuda
pode deixar comigo | eu levo, pode deixar | deixa que eu resolvo | leave it to me
I'll drive myself | deixa em branco | deixa sem | leave it blank | leave that one empty
no need for that, we have one | nada, está bom assim | nothing, it is fine as it is
tá tudo certinho | it is all right like that
vlw, brigado | obg, viu | I'm ok | I'm fine now | estou bem | thx a lot
"""
_LEAD = 0.1  # by so much a clause is liker to those that leave
_FARTHER = -0.05  # below the usual likeness; a whole message with a word of leaving may be there
# And without a word of leaving: "contanto que seja boa" is nearly like some that leave.
_WORDLESS, _NEAR = 0.25, 0.1
_LONGEST = 160  # characters; who leaves is brief


# How a thing is waved aside that is called by its name, before another one is asked for.
_WAVES = re.compile(
    r"\W*(?:forget|drop|scrap|skip|never mind|no more|not|instead of|rather than|esquec[ea]|deixa"
    r"|larga|chega d|nada de|em vez d|ao inves d)\b"
)


# Words that those have who leave, and many others: they lower what likeness has to show.
_CUE = re.compile(
    r"\b(?:chang\w+ (?:my|our) minds?|mud(?:ei|amos) de ideia|forget|drop|scrap|never ?mind"
    r"|leave (?:it|this|that)(?! (?:with|at|in|on|by|to)\b)|esquec\w+|deix[ao]\w*|larg[ao]|no need"
    r"|no longer|nem precis\w+"
    r"|(?:do not|dont|don t|wont|won t) (?:\w+ )?(?:need|want)"
    r"|nao (?:\w+ )?(?:precis\w+|quer\w*|vou|vamos|vale)|desist\w+|instead|on second thoughts?"
    r"|pensando (?:bem|melhor)|after all|any ?more|i ?ll pass|perd\w+ a vontade|all along"
    r"|not (?:worth|interested|going)|nothing to|stop|par(?:a|ar|o|amos)|encerra\w*|cancel\w*"
    r"|chega|cansei|melhor nao|rather|prefiro|bye|tchau|give up|sair|out of|quit|exit)\b"
)


# Who is back, or wants it done, does not leave.
_BACK = re.compile(
    r"\b(?:i ?m back|(?:ja )?voltei|cheguei|here again|(?:pode|please|go ahead and)"
    r" (?:book|confirm\w*|marc\w*|agend\w*|reserv\w*|fech\w*) (?:it|isso|o|a|esse|essa))\b"
)
_THANKS = re.compile(
    r"(?:\w+ )?(?:thank\w*|thx|cheers|sorry|desculp\w*|obrigad[oa]|obg|brigad[oa]|valeu|vlw)\b"
)
_CANCELS = re.compile(r"\b(?:cancel\w*|desist\w*|encerra\w*|give up|terminate|call off)\b")
# "Exit the analysis": the name of what is under way behind a word of leaving, and nothing else.
_OUT = re.compile(
    r"\W*(?:(?:i|we|eu|quero|queria|vamos|want|would like|let me|me deixa|posso|can|please"
    r"|por favor|ok|agora|now|to)\W+){0,4}"
    r"(?:sair?|saia|fecha?r?|encerra?r?|termina?r?|para?r?|pare|cancela?r?|chega|exit|leave|quit"
    r"|close|stop|end|finish"
    r"|(?:get )?out|cancel)"
    r"(?: (?:com|with|of|de|d[aoe]s?|from|the|a|o|ess[ae]|this|that|out|modo|mode))*"
    r" (?P<what>\w+(?: \w+){0,3}?)(?: (?:please|por favor|agora|now|mode))?\W*"
)
_JOINING = frozenset("de do da of the a o".split())


@cache
def _by_meaning() -> Classifier:
    return Classifier({"leaves": _sentences(_LEAVES), "goes on": _sentences(_GOES_ON)})


def _sentences(text: str) -> list[str]:
    return [each.strip() for line in text.strip().splitlines() for each in line.split("|")]


def warm_up() -> None:
    """Compare the sentences now, so that no message waits for it."""
    _by_meaning()


def waves_aside(text: str) -> bool:
    """Tell whether a clause gives up what it names."""
    return _WAVES.match(fold(text[:_LONGEST])) is not None


def leaves(text: str, least: float = _LEAD) -> bool:
    """Tell whether a text means to leave: it is like those that do, and unlike the others."""
    folded = _plainly(text)
    if _stays(text) or (_THANKS.match(folded) and not _CUE.search(folded)):
        return False
    if not _CUE.search(folded):
        return _is_liker(text, max(least, _WORDLESS), _NEAR)
    return _is_liker(text, least, 0.0)


def _plainly(text: str) -> str:
    return " ".join(words(text[:_LONGEST]))


def _stays(text: str) -> bool:
    return goes_on(text) or _BACK.search(_plainly(text)) is not None


def leaves_in_its_way(text: str, least: float = _LEAD) -> bool:
    """Tell whether a whole message means to leave that is less like the known ones.

    Others decide, the matter has settled itself: the words of leaving in it have to vouch for it.
    """
    if _stays(text):
        return False
    return _CUE.search(_plainly(text)) is not None and _is_liker(text, least, _FARTHER)


def speaks_of_leaving(texts: Iterable[str]) -> bool:
    """Tell whether a workflow is about leaving something itself, by what it is called and asked."""
    return any(
        _CANCELS.search(_plainly(text)) or (_CUE.search(_plainly(text)) and leaves(text))
        for text in texts
    )


@lru_cache(256)  # a message's clauses are looked at more than once on its way
def _judged(text: str) -> Guess:
    return _by_meaning().guess(text)


def _is_liker(text: str, least: float, nearest: float) -> bool:
    if not text.strip() or len(text) > min(_LONGEST, WINDOW):
        return False
    guess = _judged(text)
    return guess.candidates[0][0] == "leaves" and guess.above >= nearest and guess.lead >= least


def leaves_by_name(text: str, called: Iterable[frozenset[str]]) -> bool:
    """Tell whether a message leaves what it calls by one of its names, and says nothing else."""
    found = _OUT.fullmatch(fold(text[:_LONGEST]))
    what = {stem(word) for word in words(found["what"])} - _JOINING if found else set[str]()
    return bool(what) and any(what <= name for name in called)
