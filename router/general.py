"""What people ask anybody: the world, small talk, a favour. It is no near miss of a workflow."""

from __future__ import annotations

from functools import cache

from language.encoder import WINDOW, Vectors, embed, likenesses

_SENTENCES = """
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
"""


@cache
def _vectors() -> Vectors:
    lines = _SENTENCES.strip().splitlines()
    return embed([each.strip() for line in lines for each in line.split("|")])


def warm_up() -> None:
    """Embed the sentences now, so that no message waits for it."""
    _vectors()


def generality(text: str) -> float:
    """Return how like a text is to what people ask anybody."""
    if not text.strip() or len(text) > WINDOW:
        return 0.0
    return max(likenesses(_vectors(), embed([text])[0]))
