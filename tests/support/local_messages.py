"""Messages the local model was not tuned on, with what a sensible reader expects of it.

They were written before the model's rules and examples. Keep it that way: a failure here is a
reason to improve the rules on messages of your own, never to add one of these to the examples.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Expected:
    """A message, and the kind of answer: an intent of small talk, `help`, `refuse`, or a tool."""

    message: str
    kind: str
    args: dict[str, Any] = field(default_factory=dict[str, Any])


HELD_OUT = [
    # small talk
    Expected("Howdy partner", "greeting"),
    Expected("Boa noite, pessoal!", "greeting"),
    Expected("E aí, beleza?", "greeting"),
    Expected("Hello there my friend", "greeting"),
    Expected("Much appreciated, that was great", "thanks"),
    Expected("Muitíssimo obrigada pela sua ajuda", "thanks"),
    Expected("cheers mate, you saved me", "thanks"),
    Expected("See you tomorrow!", "goodbye"),
    Expected("Preciso ir, até a próxima", "goodbye"),
    Expected("fui, abraço", "goodbye"),
    Expected("How's your day going so far?", "how_are_you"),
    Expected("Como você está hoje?", "how_are_you"),
    Expected("Are you a robot or a human being?", "who_are_you"),
    Expected("Com quem estou falando?", "who_are_you"),
    Expected("tell me who you are", "who_are_you"),
    # help
    Expected("What kind of things are you able to do for me?", "help"),
    Expected("Em que você pode me ajudar?", "help"),
    Expected("list your features", "help"),
    Expected("não sei o que perguntar, o que dá pra fazer aqui?", "help"),
    Expected("How do I use this?", "help"),
    # time
    Expected("do you happen to know the time?", "current_time"),
    Expected("Me diz as horas por favor", "current_time"),
    Expected("What's today's date?", "current_time"),
    Expected("que dia da semana é hoje?", "current_time"),
    Expected("Qual o horário em Londres agora?", "current_time", {"zone": "Londres"}),
    Expected("What time is it over in New Delhi?", "current_time", {"zone": "New Delhi"}),
    Expected("current time in Berlin", "current_time", {"zone": "Berlin"}),
    Expected("são que horas lá em Fortaleza?", "current_time", {"zone": "Fortaleza"}),
    # calculator
    Expected("What is 128 divided by 4?", "calculator", {"value": 32}),
    Expected("Quanto dá 17 vezes 23?", "calculator", {"value": 391}),
    Expected("12.5% of 800", "calculator", {"value": 100}),
    Expected("me calcula 20% de 350 reais", "calculator", {"value": 70}),
    Expected("how much is (45 + 55) * 3", "calculator", {"value": 300}),
    Expected("raiz quadrada de 225", "calculator", {"value": 15}),
    Expected("soma 1.250,50 com 749,50", "calculator", {"value": 2000}),
    Expected("two to the power of ten", "calculator", {"value": 1024}),
    Expected("quanto é sete mais oito?", "calculator", {"value": 15}),
    Expected("subtract 19 from 100", "calculator", {"value": 81}),
    Expected("999*999", "calculator", {"value": 998001}),
    # notes
    Expected("write down that the meeting moved to friday", "save_note",
             {"text": "the meeting moved to friday"}),
    Expected("Anota pra mim: ligar para o dentista", "save_note",
             {"text": "ligar para o dentista"}),
    Expected("please remember to water the plants", "save_note", {"text": "water the plants"}),
    Expected('guarda esta nota: "senha do portão mudou"', "save_note",
             {"text": "senha do portão mudou"}),
    Expected("jot this down: call Peter at noon", "save_note", {"text": "call Peter at noon"}),
    Expected("what have I written down so far?", "list_notes"),
    Expected("quais são as minhas anotações?", "list_notes"),
    Expected("show me everything I noted", "list_notes"),
    Expected("me mostra o que anotei", "list_notes"),
    Expected("get rid of all my notes", "forget_notes"),
    Expected("pode apagar tudo o que anotei nesta conversa", "forget_notes"),
    Expected("erase the notes from this chat", "forget_notes"),
    # timer
    Expected("set a timer for 45 seconds", "countdown", {"seconds": 45}),
    Expected("conta 10 segundos aí", "countdown", {"seconds": 10}),
    Expected("start a one minute countdown", "countdown", {"seconds": 60}),
    Expected("me avisa daqui a trinta segundos", "countdown", {"seconds": 30}),
    # tools that nobody prepared for
    Expected("where is my order 48213?", "order_status", {"order_id": 48213}),
    Expected("qual é a situação do pedido 771?", "order_status", {"order_id": 771}),
    Expected("has my parcel 5512 shipped yet?", "order_status", {"order_id": 5512}),
    Expected("look up the company Acme Industries", "company_lookup", {"name": "Acme Industries"}),
    Expected("procura a empresa Padaria Estrela", "company_lookup", {"name": "Padaria Estrela"}),
    Expected("is there a room free on 2026-12-24?", "book_room", {"day": "2026-12-24"}),
    Expected("reserva uma sala para o dia 3 de março de 2027", "book_room", {"day": "2027-03-03"}),
    # what needs a language model
    Expected("Write me a haiku about autumn leaves", "refuse"),
    Expected("Traduz 'good morning' para o alemão", "refuse"),
    Expected("Who won the world cup in 1998?", "refuse"),
    Expected("Vai chover amanhã em Curitiba?", "refuse"),
    Expected("explain quantum entanglement simply", "refuse"),
    Expected("Qual a melhor receita de bolo de cenoura?", "refuse"),
    Expected("What is the capital of Mongolia?", "refuse"),
    Expected("me conta uma piada", "refuse"),
    Expected("summarise this article for me", "refuse"),
    Expected("quero comprar uma passagem para Salvador", "refuse"),
]  # fmt: skip
