"""What people ask anybody (the world, small talk, a favour), told from what they ask a business.

Two groups of sentences are compared with a message: such as anybody may be asked, and such as
speak of a matter of one's own, whatever the business. Who asks the first kind is answered; who asks
the second kind and fits no workflow well is asked back, for there is hardly anybody else to ask.
"""

from __future__ import annotations

from functools import cache

from language.encoder import WINDOW
from router.classify import Classifier

_GENERAL = """
what is the capital of France? | who painted this picture? | who invented the telephone?
explain what photosynthesis is | how far away is the moon? | what does this word mean?
how do I cook rice? | tell me a joke | write a poem about the sea | translate this into French
what is the meaning of life? | who won the game yesterday? | will it rain tomorrow?
what is the difference between weather and climate? | give me an idea for a birthday present
how many planets are there? | which film should I watch? | when did the war end?
what do you think of football? | how old are you? | are you a robot? | who are you? | I'm bored
hello | hi, how are you? | good morning | thank you very much | thanks, that's great | okay, good
goodbye, see you | you are great | sorry | that was funny | I see | never mind the question
explain how an engine works | what is inflation? | what is artificial intelligence?
can you help me with my homework? | help me write an e-mail | what is the square root of 144?
what is the dollar at? | what are the lottery numbers? | make a shopping list
how is the traffic? | a recipe for pancakes | lyrics of a song | is it a holiday tomorrow?
fix my résumé, please | quanto está o dólar? | qual foi o resultado da loteria?
faça uma lista de compras | como está o trânsito? | receita de panqueca | letra de uma música
amanhã é feriado? | qual é a capital da França? | quem pintou esse quadro?
quem inventou o telefone? | explique o que é fotossíntese | a que distância fica a lua?
o que significa essa palavra? | como se faz arroz? | conte uma piada
escreva um poema sobre o mar | traduza isso para o francês | qual é o sentido da vida?
quem ganhou o jogo ontem? | vai chover amanhã? | qual é a diferença entre tempo e clima?
me dá uma ideia de presente de aniversário | quantos planetas existem? | que filme eu devo ver?
quando acabou a guerra? | o que você acha de futebol? | quantos anos você tem? | você é um robô?
quem é você? | estou entediado | olá | oi, tudo bem? | bom dia | muito obrigado
valeu, ficou ótimo | está bem | tchau, até mais | você é demais | desculpe | que engraçado
entendi | explique como um motor funciona | o que é inflação? | o que é inteligência artificial?
me ajuda com a lição de casa? | me ajuda a escrever um e-mail | qual é a raiz quadrada de 144?
quem descobriu o Brasil? | oi | opa | e aí? | tchau | bye | hi | hey | valeu | blz | kkkk
how many inches are in a foot? | convert 30 miles to kilometres
is chocolate healthy? | why is the sky blue? | how do birds fly? | what time is it in Tokyo?
who is the president of Brazil? | what are you doing? | do you have feelings? | are you human?
tell me a story | sing something | I am sad today | I love you | what's your name? | who made you?
what can you do? | what day is it today? | what's the weather like? | how do I get rich?
what should I cook tonight? | who wrote Hamlet? | 15 times 12 | what is 20% of 80?
how do I learn to play the guitar? | recommend a book | how tall is a giraffe?
how do you say thank you in German? | my cat is cute | nice weather today | have a nice day
good night | you don't understand anything | that's great news | ok thanks | cool | lol
what's the news today? | best places to visit in Italy | how do vaccines work?
write a Python function that sorts a list | who is the best player in the world?
how do I lose weight? | what does DNA stand for? | is there life on Mars?
correct the spelling of this sentence | summarise this text | play a game with me
quantos centímetros tem uma polegada? | converta 30 milhas em quilômetros | chocolate faz bem?
por que o céu é azul? | como os pássaros voam? | que horas são em Tóquio?
quem é o presidente do Brasil? | o que você está fazendo? | você tem sentimentos?
conte uma história | cante alguma coisa | estou triste hoje | eu te amo | qual é o seu nome?
quem criou você? | o que você sabe fazer? | que dia é hoje? | como está o tempo? | como fico rico?
o que eu faço para o jantar? | quem escreveu Hamlet? | 15 vezes 12 | quanto é 20% de 80?
como aprendo a tocar violão? | indica um livro | qual a altura de uma girafa?
como se diz obrigado em alemão? | meu gato é fofo | que tempo bom hoje | tenha um bom dia
boa noite | você não entende nada | que notícia boa | ok, obrigada | legal | kkkk
quais são as notícias de hoje? | melhores lugares para visitar na Itália
como funcionam as vacinas? | escreve uma função em Python que ordena uma lista
quem é o melhor jogador do mundo? | como perder peso? | o que quer dizer DNA?
existe vida em Marte? | corrige a ortografia dessa frase | resume esse texto | bora jogar um jogo
"""
_BUSINESS = """
where is the thing I bought? | it hasn't arrived yet | I was told it would come on Monday
it came broken | there's a piece missing | this is not the one I chose | I want my money back
I was charged twice | there is an amount here I don't recognise | how much do I owe you?
when is it due? | can I pay it in parts? | I need the receipt | send me the second copy
I want to change the date | can we move it to Friday? | something came up, I can't make it
I'd like to come by on Tuesday | is there anything free this week? | do you have a slot tomorrow?
someone should come and look at it | it stopped working this morning | it makes a strange noise
it keeps failing since yesterday | nothing shows up on the screen | I can't get in
I forgot my password | the code never came | somebody took my bag | I lost the key
I want to sign up | put my mother on my account | I'd like one for my son too
what papers do I need? | how do I ask for it? | who can get the discount? | I turn 60 next month
how much would it cost for two? | what's the price for a big one? | which one is best for me?
I want a cheaper one | I'm moving house next week | my new address is round the corner
please bring it to the back door | leave it with my neighbour | I'll be away until the 9th
nobody answered my call | your man was rude to me | I want to complain | they kept me waiting
we don't need it after all | I don't use it any more, take it off | stop charging me for it
I'd like to work for you | I have ten years in the trade | are you hiring?
show me the numbers of last month | how many did we sell per week? | rank them by cost
my neighbour is making a mess every night | the street is full of rubbish | the lift is stuck
water is coming through the ceiling | there is a hole in front of my house
we're planning a party for 80 people | the place is closing down, what do I hand back?
my child needs a place from March | my dad can't walk well, can you help him?
it hurts when I breathe | my father's knee is swollen | I ran out of my pills
the results should be there by now | I have to bring something, do I? | I need it today
I'd like to swap it for a bigger one | can I keep my old number? | put it in my husband's name
I won't be there next week, my boy is ill | she came home without her jacket
I'd like to put some money aside | somebody used my card | I never got the new one
I want to give it back | is it covered? | how long does it take? | do you deliver here?
pick up four boxes at our shop | I have a sofa to send | two tonnes to the north, what price?
we land at eleven, how do we get to you? | travelling next week, will it work there?
cadê o que eu comprei? | até agora não chegou | falaram que vinha na segunda | veio quebrado
está faltando uma peça | não foi esse que eu escolhi | quero meu dinheiro de volta
me cobraram duas vezes | tem um valor aqui que eu não reconheço | quanto estou devendo?
quando vence? | dá para pagar em partes? | preciso do recibo | me manda a segunda via
quero mudar a data | dá para passar para sexta? | surgiu um imprevisto, não consigo ir
queria passar aí na terça | tem alguma coisa livre essa semana? | tem horário amanhã?
alguém precisa vir ver isso | parou de funcionar hoje cedo | está fazendo um barulho estranho
vive falhando desde ontem | não aparece nada na tela | não consigo entrar | esqueci minha senha
o código não veio | levaram minha bolsa | perdi a chave | quero me inscrever
coloca minha mãe na minha conta | queria uma para o meu filho também | quais documentos precisa?
como faço para pedir? | quem tem direito ao desconto? | faço 60 anos mês que vem
quanto sai para dois? | qual o preço do grande? | qual é melhor para mim? | quero um mais barato
vou me mudar semana que vem | meu endereço novo é aqui perto | entrega pelos fundos
deixa com o vizinho | vou viajar e só volto dia 9 | ninguém atendeu minha ligação
seu funcionário foi grosso comigo | quero reclamar | me deixaram esperando
no fim a gente não vai precisar | não uso mais, tira isso | parem de cobrar isso
quero trabalhar com vocês | tenho dez anos de experiência, tem vaga?
me mostra os números do mês passado | quantos vendemos por semana? | gasto mês a mês
o vizinho faz bagunça toda noite | a rua está cheia de lixo | o elevador está parado
está caindo água do teto | abriu um buraco em frente de casa
vamos fazer uma festa para 80 pessoas | fechei a loja, o que tenho que devolver?
meu filho precisa de vaga a partir de março | meu pai não anda direito, vocês ajudam?
dói quando eu respiro | o joelho dele está inchado | meu remédio acabou
o resultado já devia estar pronto | precisa levar alguma coisa? | preciso disso para hoje
queria trocar por um maior | dá para manter o número antigo? | passa para o nome do meu marido
ele está doente e falta semana que vem | ela voltou para casa sem o casaco
quero guardar um dinheirinho | usaram meu cartão | o novo não chegou até hoje | quero devolver
isso está incluído? | quanto tempo demora? | vocês entregam aqui?
venham buscar quatro caixas na loja | tenho um sofá para mandar
duas toneladas para o norte, que preço? | nosso voo chega às onze, como chego aí?
viajo semana que vem, vai funcionar lá?
"""


_SAID = 0.98  # likeness from which a text says just that


@cache
def _groups() -> Classifier:
    return Classifier({"general": _sentences(_GENERAL), "business": _sentences(_BUSINESS)})


def _sentences(text: str) -> list[str]:
    return [each.strip() for line in text.strip().splitlines() for each in line.split("|")]


def warm_up() -> None:
    """Compare the sentences now, so that no message waits for it."""
    _groups()


def generality(text: str) -> float:
    """Return by how much a text is liker what anybody may be asked than a matter of business."""
    if not text.strip() or len(text) > WINDOW:
        return -1.0
    guess = _groups().guess(text)
    return guess.lead if guess.candidates[0][0] == "general" else -guess.lead


def says_just_that(text: str) -> bool:
    """Tell whether a text is one of the sentences that anybody may be asked, or nearly so."""
    if not text.strip() or len(text) > WINDOW:
        return False
    guess = _groups().guess(text)
    return guess.candidates[0][0] == "general" and guess.nearest >= _SAID
