"""Whether a message asks how things stand in the conversation itself: what is noted, what is done.

Known by meaning, as frequent questions are; a business has its own answer to "is it open?".
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple, cast

from language.detect import Language
from language.idle_words import telling_words
from language.matching import fold, stems, words
from language.nearest_question import QuestionIndex
from language.requests import clauses
from language.shorthand import in_full
from language.speech_acts.acts import may_question

StandingQuestion = Literal["noted", "done", "offered"]
_LONGEST = 100  # characters of such a question
_MOST_WORDS = 14
_LIKELY, _LIKELIER = 0.4, 0.6
_MOST_TELLING = 20
_NOUN = 4  # letters of a word of a title that stands for the thing itself
_IT: dict[Language, tuple[str, str]] = {
    "en": ("it", "the|my|our|that|this"),
    "pt": ("isso", "o|a|os|as|meu|minha|nosso|nossa|esse|essa|este|esta"),
}
_ASKED: dict[StandingQuestion, tuple[str, ...]] = {
    "noted": (
        "what have you got so far?", "what have you noted?", "what did you write down?",
        "which data do you have of me?", "can you repeat what I told you?", "read it back to me",
        "what day did I say?", "which day is my booking?", "what time is my appointment?",
        "for how many people did I book?", "what did I choose?", "remind me what I ordered",
        "what have you written down so far?", "what did you put down for me?",
        "which one did I pick?", "have you got my name and number?", "what day is my visit?",
        "what did you note?", "what did you take down?", "did you get what I told you?",
        "what time are you coming again?", "what time do I have to be there?",
        "que horas vocês vêm mesmo?", "a que horas eu tenho que chegar aí?",
        "o que já anotou?", "o que ficou anotado?",
        "o que você anotou até agora?", "o que você já tem?", "quais dados você tem aí?",
        "repete o que eu falei?", "que dia eu marquei?", "para que dia ficou minha reserva?",
        "que horas ficou o meu horário?", "quantas pessoas ficaram na minha reserva?",
        "o que você já tem aí anotado?", "o que eu escolhi?", "me lembra o que eu pedi",
        "vocês anotaram o meu telefone?", "para quando ficou mesmo?", "que horas é a minha visita?",
    ),
    "done": (
        "will there be two bookings now?", "do I have two now?", "is the first one still there?",
        "vai ficar duas reservas?", "fiquei com duas marcações?", "a primeira continua valendo?",
        "is my booking still on?", "does my appointment still stand?", "is it filed or not?",
        "are you still coming?", "is my slot still good?", "a reserva continua valendo?",
        "meu horário ainda está de pé?", "a visita está mantida?",
        "meu agendamento está confirmado?",
        "is it booked or not?", "did you book it?", "have you booked it already?",
        "is it confirmed now?", "is that done?", "did it go through?", "am I booked in?",
        "is my order placed?", "is my place reserved?", "what will happen now?",
        "what happens next?", "so is it all set?", "has it gone through?", "has that been sent?",
        "so am I in?", "are we on the list now?", "have I got it?", "did that work?",
        "did it get saved?", "has it been placed yet?", "is that sorted now?", "so are we good?",
        "is that everything done then?", "have you put it through?", "am I all booked?",
        "já está marcado?", "você já marcou?", "está reservado ou não?", "ficou confirmado?",
        "deu certo?", "já fez o pedido?", "foi registrado?", "e agora, o que acontece?",
        "está tudo certo com a minha reserva?", "minha reserva está feita?",
        "já está confirmado?", "fecharam o meu pedido ou não?", "minha visita está marcada?",
        "já foi?", "já tá feito?", "foi enviado já?", "tô na lista?", "já entrou no sistema?",
        "ficou fechado?", "então tá tudo certo?", "consegui?", "já caiu aí?", "tá garantido?",
        "já mandaram?", "isso ficou salvo?", "já concluiu?",
    ),
    "offered": (
        "what services do you have?", "what services do you offer?", "what do you people do?",
        "what can I get done here?", "what can I ask you for?", "what can I order from you?",
        "which services are there?", "what sort of work do you do?", "what else do you do?",
        "I only want to know what you do", "what kind of things can you do for me?",
        "tell me what you offer", "what is it that you do?", "what can you help me with?",
        "quais serviços vocês têm?", "que serviços vocês fazem?", "o que vocês fazem aí?",
        "o que vocês oferecem?", "o que dá pra fazer aqui?", "o que posso pedir aqui?",
        "vocês fazem o que exatamente?", "só quero saber o que vocês fazem",
        "que tipo de trabalho vocês fazem?", "o que mais vocês fazem?",
        "me diz o que vocês oferecem", "com o que vocês trabalham?", "no que você pode me ajudar?",
    ),
}  # fmt: skip
_OTHERS = (
    "what time is it?", "what time is it now?", "do you know the time?", "que horas são?",
    "que horas são agora?",
    "how much is it?", "what time do you open?", "where are you?", "can I cancel?", "who are you?",
    "what do you need my phone for?", "what can you do?", "is it safe?", "is it far?",
    "do I have to book?", "how do I book?", "which days are free?", "can I book for tomorrow?",
    "what is included?", "how long does it take?", "can you undo that?", "do you take cards?",
    "quanto custa?", "que horas vocês abrem?", "onde fica?", "posso cancelar?", "quem é você?",
    "o que você faz?", "é seguro?", "é longe?", "precisa marcar?", "como eu marco?",
    "quais dias estão livres?", "posso marcar para amanhã?", "quanto tempo demora?",
    "dá para desfazer?", "aceitam cartão?", "o que está incluído?", "tem estacionamento?",
    "what day is it today?", "what is the date?", "que dia é hoje?", "qual é a data de hoje?",
    "what time do you close?", "until when are you open?", "que horas fecha?",
    "até que horas atendem?",
    "do you come on Fridays?", "vocês atendem na sexta?",
    "consegue desfazer o pedido?", "preciso agendar?", "qual o horário de vocês?",
    "what day works for you?", "que dia é bom?", "I booked yesterday", "eu já marquei ontem",
    "book it", "pode marcar", "book it for Monday", "marca para segunda",
    "what do you do with my data?", "what do you need it for?", "what do you want?",
    "what do I have to do?", "what can I bring?", "what do I do with the dog?",
    "what can you do about the smell?", "can you do it cheaper?", "what will you do about it?",
    "what do you do if it rains?", "what are you going to do?", "do you do repairs?",
    "o que vocês fazem com os meus dados?", "o que eu tenho que fazer?", "o que eu levo?",
    "o que vocês vão fazer?", "vocês fazem entrega?", "dá pra fazer mais barato?",
    "o que eu faço com o cachorro?", "o que vocês fazem se chover?", "o que você acha melhor?",
)  # fmt: skip


class StandingAsked(NamedTuple):
    """What is asked of how things stand, and whether that is sure."""

    question: StandingQuestion
    sure: bool


# Who noted it, or who told it: "which number did I give you?", "o que ficou anotado do meu banho?".
_TOLD_HERE = re.compile(
    r"\bdid i (?:\w+ )?(?:give|say|tell|choose|pick|order|put|book|leave|write|enter|ask for)\b"
    r"|\b(?:have|did|had|ve) (?:you|u|ya) (?:\w+ )?(?:note[ds]?|writ\w+|wrote|record\w*|jot\w*"
    r"|register\w*|(?:put|take|took|taken|get|got)(?: \w+){0,3} (?:down|in))\b(?! to \w)"
    r"|\b(?:have you got|do you have|you got|you have|you ve got|have you)\b(?: \w+){0,3}?"
    r" (?:for me|noted|down|on file|on record|of mine|of me)\b"
    r"|\b(?:is|are|was|were|s) (?:\w+ ){0,3}(?:noted|(?:written|put) down|recorded|saved|on file)\b"
    r"|\b(?:que|qual|quais|quant[oa]s?)\b(?!.* voces?\b).{0,24}?\b(?:passei|dei|falei|disse"
    r"|informei|pedi|marquei|escolhi|deixei|coloquei)\b"
    r"|\b(?:anot(?:ou|aram|ado)|registr(?:ou|aram)|escrev(?:eu|eram))\b"
    r"|\b(?:esta|ta|foi|foram|ficou|ficaram) (?:anotad|escrit)[oa]s?\b"
    r"|\bvoces? (?:tem|tinha) (?:ai|anotad|de mim|meu|minha)"
)
# Whether what was begun here is done: "a visita ficou marcada?", "is my repair booked?".
_DONE_HERE = re.compile(
    r"\b(?:minha|meu|a|o) (?:\w+ ){1,2}(?:ja )?(?:ficou|esta|ta|foi|continua) (?:ja |mesmo )?"
    r"(?:marcad|agendad|confirmad|reservad|registrad)[oa]\b"
    r"|\b(?:is|was|has|did) (?:my|that|it)(?: \w+){0,2}? (?:now |already |been |get |got ){0,2}"
    r"(?:booked|confirmed|reserved|placed|filed|scheduled)\b"
)
_SOMEBODY = re.compile(r"\b(?:he|she|who|ele|ela|quem)\b")
_PRICED = re.compile(r"\b(?:how much|cost|price|quanto|custa|preco|valor)\b")
_WHY = re.compile(r"\W*(?:why|what for|(?:por|pra|para) ?que|pq)\b")


def asks_plainly(message: str) -> StandingQuestion | None:
    """Tell whether a message asks in so many words what is noted of it, or whether it is done."""
    said = in_full(message.strip())
    if not _is_question(said):
        return None
    if _tells_back(said):
        return "noted"
    return "done" if _DONE_HERE.search(" ".join(words(fold(said)))) else None


def asks_standing(message: str) -> StandingAsked | None:
    """Tell whether a message asks what is noted here, or whether it is done."""
    said = in_full(message.strip())
    if not _is_question(said):
        return None
    if plain := asks_plainly(said):
        return StandingAsked(plain, sure=True)
    if not said.endswith("?") and not may_question(said):
        return None
    found = _index().find(said)
    if found is None or not (found.sure or found.total >= _LIKELY):
        return None
    if not found.sure and _is_of_else(said, found.total):
        return None  # "is the man who comes honest?" is like it, and about something else
    return StandingAsked(cast("StandingQuestion", found.names[0]), found.sure)


def said_as_it(message: str, title: str, language: Language) -> str:
    """Return a message with what a title calls told as "it": "is the sweep booked?"."""
    named = {word for word in telling_words(title, _MOST_WORDS) if len(word) >= _NOUN}
    it, articles = _IT[language]
    said = "|".join(re.escape(w) for w in re.findall(r"\w+", message) if named & set(stems(w)))
    if not said:
        return message
    called = re.compile(rf"\b(?:(?:{articles})\s+)?(?:{said})(?:\s+(?:{said}))*\b", re.IGNORECASE)
    return called.sub(it, message[:_LONGEST], count=1)


def _is_question(said: str) -> bool:
    if len(said) > _LONGEST or len(words(said)) > _MOST_WORDS:
        return False
    return said.endswith("?") or any(map(may_question, clauses(said)))


def _tells_back(said: str) -> bool:
    """Tell whether a question is about what was told or noted in the conversation."""
    plain = " ".join(words(fold(said)))
    if _WHY.match(plain) or _PRICED.search(plain):
        return False
    return _TOLD_HERE.search(plain) is not None


def _is_of_else(said: str, likely: float) -> bool:
    """Tell whether what is only likely speaks of a person, or of what has no part in it."""
    if _SOMEBODY.search(fold(said)):
        return True
    telling = telling_words(said, _MOST_TELLING)
    return likely < _LIKELIER and not _own_words().issuperset(telling)


def warm_up() -> None:
    """Read what messages are compared with now, so that none of them waits for it."""
    _index()


@cache
def _own_words() -> frozenset[str]:
    """Return the words by which one asks how things stand."""
    texts = (text for known in _ASKED.values() for text in known)
    return frozenset(word for text in texts for word in telling_words(text, _MOST_TELLING))


@cache
def _index() -> QuestionIndex:
    return QuestionIndex({name: list(texts) for name, texts in _ASKED.items()}, {}, _OTHERS)
