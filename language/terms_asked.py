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
# What comes of what somebody may do later, which holds whatever is agreed to.
_OF_LATER = (
    "what happens if I'm late?", "what if I arrive late?", "how much is the fine for being late?",
    "is there a fine if I am late?", "do you charge extra if I'm late?", "what if I get delayed?",
    "what's the fee if I don't show up?", "is there a penalty for a no-show?",
    "what do I pay if I miss it?", "what happens if I miss the appointment?",
    "what happens if I collect it late?", "how much is it per day if I bring it back late?",
    "what's the late fee?", "what do you charge for a missed visit?", "what if nobody is in?",
    "qual a taxa se eu não comparecer?", "what if I break something?",
    "what happens if I lose it?", "what if I'm not at home?",
    "do I lose my deposit if I'm late?", "how long do you wait if I'm late?",
    "e se eu atrasar?", "o que acontece se eu chegar atrasado?", "quanto é a multa por atraso?",
    "tem multa se eu atrasar?", "vocês cobram se eu atrasar?", "qual a multa se eu faltar?",
    "quanto eu pago se eu não aparecer?", "e se eu perder o horário?",
    "se eu faltar perco o sinal?", "o que acontece se eu devolver atrasado?",
    "quanto é a diária se eu atrasar a devolução?", "e se eu quebrar alguma coisa?",
    "e se estragar?", "e se eu não estiver em casa?", "quanto tempo vocês esperam se eu atrasar?",
)  # fmt: skip
# A yes that hangs on it, and what is to be otherwise.
_HANGS = (
    "do you charge for the visit?", "vocês cobram pela visita?", "tem taxa de deslocamento?",
    "if I can come a bit later", "if it's ok to be late", "if there is no fine",
    "if you don't charge extra", "se puder chegar atrasado", "se der pra atrasar um pouco",
    "se não tiver multa", "se não cobrar a mais", "can I come half an hour later?",
    "posso chegar meia hora mais tarde?",
)  # fmt: skip
_LEAST, _CLEARER = 0.55, 0.03


def asks_of_later(question: str) -> bool:
    """Tell whether a question is what comes of being late, staying away or breaking something."""
    said = question.strip()
    if len(said) > _LONGEST or not said.endswith("?"):
        return False
    later, apart = _known_of_later()
    vector = embed([said])[0]
    nearest = max(likenesses(later, vector))
    return nearest >= max(_LEAST, max(likenesses(apart, vector)) + _CLEARER)


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
    _known_of_later()


@cache
def _known_of_later() -> tuple[Vectors, Vectors]:
    apart = [*_HANGS, *(text for texts in _ASKED.values() for text in texts)]
    return embed(_OF_LATER), embed(apart)


@cache
def _known() -> tuple[Vectors, Vectors]:
    return embed([text for texts in _ASKED.values() for text in texts]), embed(_OTHERS)
