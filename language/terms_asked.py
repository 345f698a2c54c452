"""Whether a question is about the very thing that is being agreed to: its price, day, place, terms.

Known by meaning, as frequent questions are: who asks that has not made up their mind, and who asks
"do you take cards?" beside a yes has.
"""

from __future__ import annotations

from functools import cache

from language.encoder import Vectors, embed, likenesses
from language.price_asked import asks_price

_LONGEST = 160  # characters of such a question
_ALIKE = 0.5
_ASKED = {
    "price": (
        "how much will it be?", "what's the total?", "is there a fee?", "what will that cost me?",
        "do I have to pay a deposit?", "is that the final price?", "are there any extra charges?",
        "quanto vai ficar?", "qual é o total?", "tem alguma taxa?", "esse é o valor final?",
        "do I have to pay in advance?", "do I pay now or later?", "is that paid up front?",
        "tem que pagar adiantado?", "já pago agora?", "tem que pagar sinal?",
        "vai cobrar mais alguma coisa?", "is it free?", "é de graça?",
    ),
    "undoing": (
        "can I cancel it later?", "can I change it afterwards?", "what if I need to cancel?",
        "is it refundable?", "do I get my money back?", "what if I can't make it?",
        "can I move it to another day?", "am I tied to it?", "what if I change my mind?",
        "dá pra cancelar depois?", "posso mudar depois?", "e se eu precisar desmarcar?",
        "e se eu desistir?", "tem reembolso?", "devolvem o dinheiro?", "posso remarcar?",
        "tem multa se cancelar?", "e se eu não puder ir?", "what happens if it rains?",
        "e se chover?", "and if it rains?",
    ),
    "day": (
        "what day was that again?", "what time was it?", "is that in the morning?",
        "which day did you put?", "is that this week or next?", "was it at ten or eleven?",
        "when will it arrive?", "when are you coming?", "what time do I have to be there?",
        "que dia mesmo ficou?", "que horas mesmo?", "é de manhã ou de tarde?",
        "ficou pra que dia?", "é nesta semana ou na outra?", "que horas vocês chegam?",
        "quando chega?", "a que horas eu tenho que estar lá?", "can it be earlier?",
        "could you make it later?", "can he come a bit earlier?", "dá pra vir mais cedo?",
        "dá pra ser mais cedo?", "pode ser mais tarde?",
    ),
    "place": (
        "where do I have to go?", "do we meet there?", "which address did you put?",
        "is that at my place or yours?", "where is it going to be?", "do you come to me?",
        "onde vai ser?", "é no meu endereço ou aí?", "qual endereço você anotou?",
        "a gente se encontra aí?", "vocês vêm até aqui?", "where do we meet?",
    ),
    "content": (
        "is that the right one?", "is it for both of us?", "did you put my name?",
        "is everything included?", "what did I choose?", "is that for two people?",
        "what am I signing?", "is it the big one?", "who is coming?",
        "é pra nós dois?", "você colocou o meu nome?", "tá tudo incluído?", "o que eu escolhi?",
        "é pra duas pessoas?", "é o grande?", "quem vem?",
        "isso inclui o quê?", "can we have one more?", "pode colocar mais um?",
        "is that safe?", "are you sure about that?", "tem certeza?",
    ),
}  # fmt: skip
_OTHERS = (
    "do you take cards?", "can I pay by card?", "how can I pay?", "do you have parking?",
    "where can I park?", "what time do you open?", "what are your hours?", "when do you close?",
    "are you open on Sundays?", "where are you?", "what is your address?", "do you have wifi?",
    "what should I bring?", "do I need to bring anything?", "are dogs allowed?",
    "do I need an ID?", "do you also sell umbrellas?", "do you do birthday parties as well?",
    "when do I hear back?", "when will you call me?", "will I get an email?",
    "do I get a message?", "what should I wear?", "is there a toilet?", "can my son watch?",
    "do I have to be at home?", "do I have to sign something?", "who do I ask for?",
    "do you have a phone number?", "is there a bus?", "can I bring a friend?",
    "do I need to prepare anything?", "should I move the furniture?", "do you have a shop?",
    "how much is a lamp?", "how much are the towels?", "how much does the other one cost?",
    "vocês aceitam pix?", "aceita cartão?", "quais as formas de pagamento?", "dá pra parcelar?",
    "tem estacionamento?", "que horas vocês abrem?", "qual o horário de funcionamento?",
    "até que horas atendem?", "vocês abrem no domingo?", "onde vocês ficam?",
    "qual o endereço de vocês?", "o que eu preciso levar?", "tem que levar documento?",
    "pode levar cachorro?", "vocês também vendem vasos?", "vcs fazem festa também?",
    "quando vocês me respondem?", "vocês me ligam?", "vou receber um e-mail?",
    "que roupa eu uso?", "tem banheiro?", "preciso estar em casa?", "preciso assinar alguma coisa?",
    "com quem eu falo?", "qual o telefone de vocês?", "posso levar um amigo?",
    "precisa preparar alguma coisa?", "tenho que tirar os móveis?", "vocês dão nota fiscal?",
    "quanto custa uma luminária?", "quanto é a toalha?", "tem garantia?", "is there a warranty?",
    "how long does it take?", "how long will that take?", "quanto tempo demora?",
    "quanto tempo leva?", "do I pay on the spot?", "do I pay on the day?", "is payment on the day?",
    "do I pay when I pick it up?", "do I pay the driver?", "o pagamento é na hora?",
    "paga na hora?", "pago no dia?", "pago na entrega?", "o pagamento é no local?",
    "pago quando for buscar?", "what's the weather like there?", "how is the weather?",
    "como está o tempo aí?",
)  # fmt: skip


def asks_terms(question: str) -> bool:
    """Tell whether a question may be about the price, the undoing, the day, the place or what is
    in the thing itself: rather once too often than too seldom."""
    said = question.strip()
    if len(said) > _LONGEST or asks_price(said):
        return True
    terms, others = _known()
    vector = embed([said])[0]
    nearest = max(likenesses(terms, vector))
    return nearest >= _ALIKE and nearest >= max(likenesses(others, vector))


def warm_up() -> None:
    """Read what messages are compared with now, so that none of them waits for it."""
    _known()


@cache
def _known() -> tuple[Vectors, Vectors]:
    return embed([text for texts in _ASKED.values() for text in texts]), embed(_OTHERS)
