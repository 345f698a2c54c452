"""Whether a message asks what it costs, and names nothing of its own: "what will that come to?".

Known by meaning, as frequent questions are; "how much is parking?" names its thing.
"""

from __future__ import annotations

import re
from functools import cache

from language.flat import flat
from language.matching import words
from language.nearest_question import QuestionIndex
from language.question_kinds import kind_chance
from language.speech_acts.acts import may_question

_LONGEST = 80  # characters of such a question
_MOST_WORDS = 12
_FAINTLY = 0.05  # the least chance of a price
_PRICED = re.compile(
    r"\b(?:how much|costs?|pric\w+|charges?|fees?|rates?|quanto|qnto?|qto|cust\w+|precos?|valor\w*"
    r"|cobra\w*|taxas?)\b"
)
_ALIKE, _APART = 0.45, 0.1  # how like it is to what asks so, and by how much more than to the rest
_ASKED = (
    "how much is it?", "how much is that?", "what does it cost?", "how much per day?",
    "how much an hour?", "how much each?", "how much is it per person?", "what's the price?",
    "what will it come to?", "what does that come to?", "how much will that be altogether?",
    "what is it going to be in total?", "what's the total?", "what do I owe you?",
    "how much do I pay in the end?", "what would that set me back?", "what's the damage?",
    "how much would the whole thing be?", "how much are you asking for it?", "price?",
    "what's your rate?", "and how much would that run me?", "how much for the lot?",
    "what is all of that costing us?", "what sort of money are we looking at?",
    "how much does it all come to?", "what would I be paying for that?", "what's the bill then?",
    "sai por quanto no final?", "no fim das contas dá quanto?", "quanto eu gasto ao todo?",
    "how much a night?", "what are you charging for it?", "how much money is that?", "is it dear?",
    "what will it run us each?", "what's that gonna cost us a head?",
    "what is this going to set us back per person?", "quanto vai dar pra cada pessoa?",
    "por quanto sai?", "vai custar quanto?", "quanto vocês pedem?", "isso vai dar quanto?",
    "quanto sai tudo junto?", "qual fica o total?", "vai sair quanto?", "vai me sair por quanto?",
    "quanto custa?", "quanto é?", "quanto fica?", "quanto vai dar?", "qual o preço?",
    "quanto é por dia?", "quanto sai a hora?", "quanto fica por pessoa?", "quanto sai cada um?",
    "vai ficar em quanto?", "sai por quanto?", "dá quanto no total?", "qual é o total?",
    "quanto eu pago no fim?", "quanto vou gastar?", "quanto dá tudo?", "fica quanto isso?",
    "vocês cobram quanto?", "quanto devo?", "e o valor?", "qual o valor disso tudo?", "preço?",
)  # fmt: skip
_OTHERS = (
    "how much is parking?", "what does the ticket cost?", "how much is a lamp?",
    "how much is it for two nights?", "what is the fine for being late?", "qual o valor da multa?",
    "what is the price of the blue one?", "how much is delivery?", "is delivery free?",
    "how much is breakfast?", "do you charge for children?", "how much does the driver cost?",
    "what does a basket cost?", "how much are the towels?", "how much is the deposit?",
    "how long does it take?", "when is it?", "what time is it?", "where is it?", "how are you?",
    "how many people can come?", "what is it?", "what will happen?", "what comes next?",
    "what will you do?", "what is in it?", "how big is it?", "can I pay by card?",
    "do I pay now?", "when do I pay?", "what is included?", "is it safe?", "how far is it?",
    "how much notice do you need?", "how much luggage can I take?", "how much do you know?",
    "quanto é o estacionamento?", "quanto custa a entrada?", "quanto é a entrega?",
    "qual o preço do azul?", "quanto custa o café da manhã?", "cobram de criança?",
    "quanto é o motorista?", "quanto custa uma cesta?", "quanto são as toalhas?",
    "quanto é o sinal?", "quanto tempo demora?", "quando é?", "que horas são?", "onde é?",
    "como vai?", "quantas pessoas cabem?", "o que é isso?", "o que acontece agora?",
    "o que vem nisso?", "qual o tamanho?", "aceita cartão?", "pago agora?", "quando eu pago?",
    "what am I signing up for?", "how long are we looking at?", "what happens in the end?",
    "what does it all mean?", "o que acontece no fim?",
    "what can I ask you?", "what can I do here?", "what do you do?", "o que posso perguntar?",
    "o que vocês fazem?", "não sei o que escolher, o que tem aqui?",
    "o que está incluído?", "é longe?", "quanta bagagem posso levar?", "quanto tempo antes?",
)  # fmt: skip


def asks_price(message: str) -> bool:
    """Tell whether a message asks what it costs, whichever thing that is."""
    said = message.strip()
    if len(said) > _LONGEST or len(words(said)) > _MOST_WORDS:
        return False
    if not said.endswith("?") and not may_question(said):
        return False
    if kind_chance(said, "price") < _FAINTLY:
        return False
    like, other = _index().nearness(said)
    return like >= max(_ALIKE, other + _APART)


def speaks_of_price(message: str) -> bool:
    """Tell whether a question for money is for an amount: "paga na hora?" is not."""
    return _PRICED.search(flat(message)) is not None or asks_price(message)


def warm_up() -> None:
    """Read what messages are compared with now, so that none of them waits for it."""
    _index()


@cache
def _index() -> QuestionIndex:
    return QuestionIndex({"price": list(_ASKED)}, {}, _OTHERS)
