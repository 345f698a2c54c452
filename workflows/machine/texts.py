"""What the engine itself says, in every language it speaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from contracts.json import JsonMapping, JsonObject
from language.matching import fold
from workflows.file.slots import Slot
from workflows.file.words import in_language
from workflows.machine.slots.options import called

PLACE = re.compile(r"\{(?P<path>[a-z_][\w.]*)(?::(?P<form>[a-z]+))?\}")
HOLE = "\x00"  # where a text has a place for what nobody has told
_AROUND_HOLES = (  # a label says that there is nothing; elsewhere no sign is left over
    (re.compile(rf"(?<=:) ?{HOLE}"), " {nothing}"),
    (
        re.compile(rf" ?(?:\({HOLE}\)|[\"“]{HOLE}[\"”])|,? ?{HOLE}(?=\s*(?:[,.;!?)]|$))|{HOLE} ?"),
        "",
    ),
)
Show = Callable[[str | None, Any, str | None], str]
TEXTS: dict[str, dict[str, str]] = {
    "ask": {"en": "What is your {title}?", "pt": "Qual é o valor de {title}?"},
    "ask_boolean": {"en": "{title}?", "pt": "{title}?"},
    "ask_choice": {"en": "Which {title}?", "pt": "Qual {title}?"},
    "min": {"en": "It must be at least {limit}.", "pt": "Precisa ser pelo menos {limit}."},
    "max": {"en": "It can be at most {limit}.", "pt": "Pode ser no máximo {limit}."},
    "min_text": {
        "en": "It needs at least {limit} characters.",
        "pt": "Precisa ter pelo menos {limit} caracteres.",
    },
    "max_text": {
        "en": "It can have at most {limit} characters.",
        "pt": "Pode ter no máximo {limit} caracteres.",
    },
    "whole": {"en": "I need a whole number.", "pt": "Preciso de um número inteiro."},
    "pattern": {"en": "That is not in the right form.", "pt": "Isso não está no formato certo."},
    "option": {"en": "Please choose one of: {options}.", "pt": "Escolha uma opção: {options}."},
    "type_text": {"en": "I did not understand that.", "pt": "Não entendi."},
    "type_name": {
        "en": "I did not find a name in that. Please tell me just the name.",
        "pt": "Não encontrei um nome nisso. Diga só o nome, por favor.",
    },
    "type_city": {
        "en": "I need the name of a place.",
        "pt": "Preciso do nome de um lugar.",
    },
    "type_integer": {"en": "Please give me a number.", "pt": "Por favor, informe um número."},
    "type_number": {"en": "Please give me a number.", "pt": "Por favor, informe um número."},
    "type_date": {
        "en": "Please give me a date, such as March 5, 2026.",
        "pt": "Por favor, informe uma data, como 5 de março de 2026.",
    },
    "type_email": {
        "en": "That is not an e-mail address; one looks like ana@example.org.",
        "pt": "Isso não é um e-mail; um e-mail é assim: ana@example.org.",
    },
    "type_time": {
        "en": "Please give me a time, such as 2:30 pm.",
        "pt": "Por favor, informe um horário, como 14h30.",
    },
    "type_datetime": {
        "en": "Please give me a day and a time, such as March 5 at 2:30 pm.",
        "pt": "Por favor, informe dia e horário, como 5 de março às 14h30.",
    },
    "type_phone": {
        "en": "That is not a telephone number; please give it with its area code.",
        "pt": "Isso não é um telefone; informe com o DDD, por favor.",
    },
    "unassigned": {
        "en": "No telephone can have that number; please check its digits.",
        "pt": "Nenhum telefone pode ter esse número; confira os dígitos, por favor.",
    },
    "type_money": {
        "en": "Please give me an amount, such as {example}.",
        "pt": "Por favor, informe um valor, como {example}.",
    },
    "type_document": {
        "en": "That is no valid {documents}; please check the digits.",
        "pt": "Isso não é um {documents} válido; confira os números, por favor.",
    },
    "type_url": {
        "en": "That is not a web address; one looks like https://example.org.",
        "pt": "Isso não é um endereço da web; um endereço é assim: https://example.org.",
    },
    "type_list": {
        "en": "Please list them, with commas between.",
        "pt": "Por favor, liste separando por vírgulas.",
    },
    "min_list": {"en": "I need at least {limit}.", "pt": "Preciso de pelo menos {limit}."},
    "max_list": {"en": "I can take at most {limit}.", "pt": "Posso anotar no máximo {limit}."},
    "min_date": {"en": "It cannot be before {limit}.", "pt": "Não pode ser antes de {limit}."},
    "max_date": {"en": "It cannot be after {limit}.", "pt": "Não pode ser depois de {limit}."},
    "only_one": {
        "en": "Only one of them is possible: {options}.",
        "pt": "Só dá para escolher uma: {options}.",
    },
    "none_of": {
        "en": "I can only go on with one of these: {options}. Or say “cancel” to stop here.",
        "pt": "Só posso seguir com uma destas: {options}. Ou diga “cancelar” para parar por aqui.",
    },
    "several": {
        "en": "That can be read in more than one way. Which one is it?",
        "pt": "Isso pode ser mais de uma coisa. Qual delas?",
    },
    "more": {
        "en": "To be sure: shall I go on as it stands? Answer yes or no, or say what to change.",
        "pt": "Para ter certeza: sigo como está? Responda sim ou não, ou diga o que mudar.",
    },
    "unread": {
        "en": "This I did not understand: “{limit}”. Tell me what else to change, if anything.",
        "pt": "Isto eu não entendi: “{limit}”. Diga o que mais devo mudar, se for o caso.",
    },
    "several_named": {"en": "Which one: {options}?", "pt": "Qual deles: {options}?"},
    "time": {
        "en": "And at what time?",
        "pt": "E a que horas?",
    },
    "day": {
        "en": "And on which day?",
        "pt": "E em que dia?",
    },
    "span": {"en": "I need one exact day.", "pt": "Preciso de um dia exato."},
    "open_from": {
        "en": "All right, from {low} on. I just need to know exactly when.",
        "pt": "Certo, a partir de {low}. Só preciso saber exatamente quando.",
    },
    "open_until": {
        "en": "All right, before {high}. I just need to know exactly when.",
        "pt": "Certo, antes de {high}. Só preciso saber exatamente quando.",
    },
    "open_between": {
        "en": "All right, between {low} and {high}. I just need to know exactly when.",
        "pt": "Certo, entre {low} e {high}. Só preciso saber exatamente quando.",
    },
    "open_any": {
        "en": "All right, you are free to choose. I just need to know exactly when.",
        "pt": "Certo, você pode escolher. Só preciso saber exatamente quando.",
    },
    "currency": {"en": "I need the amount in {limit}.", "pt": "Preciso do valor em {limit}."},
    "no_options": {
        "en": "There is nothing to choose from at the moment.",
        "pt": "No momento não há opções para escolher.",
    },
    "type_boolean": {"en": "Please answer yes or no.", "pt": "Responda sim ou não, por favor."},
    "so_far": {"en": "So far: {value}.", "pt": "Por enquanto: {value}."},
    "change": {"en": "What should I change?", "pt": "O que devo mudar?"},
    "cancelled": {"en": "All right, I have stopped this.", "pt": "Certo, parei por aqui."},
    "not_done": {
        "en": "All right, I have stopped before the last step: nothing has been done.",
        "pt": "Certo, parei antes do último passo: nada foi feito.",
    },
    "goodbye": {"en": "Goodbye, and see you soon!", "pt": "Tchau, até a próxima!"},
    "help": {
        "en": "We are at “{title}”. You can answer the question, correct anything you have said, "
        "ask for something else (we will come back here), or say “cancel”.",
        "pt": "Estamos em “{title}”. Você pode responder à pergunta, corrigir algo que disse, "
        "pedir outra coisa (depois voltamos aqui) ou dizer “cancelar”.",
    },
    "needed": {
        "en": "I cannot finish this without it. If you would rather not say, answer “cancel”.",
        "pt": "Sem isso não consigo terminar. Se preferir não dizer, responda “cancelar”.",
    },
    "way_out": {
        "en": "You can also say “cancel”, or ask for something else.",
        "pt": "Você também pode dizer “cancelar”, ou pedir outra coisa.",
    },
    "back": {"en": "Back to “{title}”.", "pt": "Voltando a “{title}”."},
    "handoff": {
        "en": "I am handing this over to our team ({team}); a person will go on from here.",
        "pt": "Vou passar para a nossa equipe ({team}); uma pessoa continua a partir daqui.",
    },
    "no_handoff": {
        "en": "Nobody of our team can take over here.",
        "pt": "Aqui não há ninguém da equipe que possa assumir.",
    },
    "failed": {
        "en": "That did not work: {reason}",
        "pt": "Não deu certo: {reason}",
    },
    "missing": {
        "en": "I cannot do that yet; still missing: {names}.",
        "pt": "Ainda não posso fazer isso; falta: {names}.",
    },
    "pending": {
        "en": "I am still waiting for your decision on that.",
        "pt": "Ainda espero a sua decisão sobre isso.",
    },
    "page": {
        "en": "Please answer in the form on the page (or say “cancel”).",
        "pt": "Responda no formulário da página (ou diga “cancelar”).",
    },
    "page_wrong": {
        "en": "Something in the form does not fit: {names}. Please correct it.",
        "pt": "Algo no formulário não está certo: {names}. Corrija, por favor.",
    },
    "page_other": {
        "en": "The form sent something that I cannot read. Please fill it in again.",
        "pt": "O formulário enviou algo que não consigo ler. Preencha de novo, por favor.",
    },
    "not_offered": {
        "en": "What we were doing is not offered any more.",
        "pt": "O que estávamos fazendo não é mais oferecido.",
    },
    "perhaps": {
        "en": "If you mean “{question}”: {answer}",
        "pt": "Se a pergunta é “{question}”: {answer}",
    },
    "perhaps_here": {
        "en": "If you mean “{question}”: {answer}\n\nAnything else a person of our team can tell.",
        "pt": "Se a pergunta é “{question}”: {answer}\n\n"
        "O resto, uma pessoa da equipe pode responder.",
    },
    "one_of_these": {
        "en": "It depends on which of these you mean:\n{answers}",
        "pt": "Depende de qual destas coisas você quer saber:\n{answers}",
    },
    "which_question": {
        "en": "I am not sure that I understood. Do you mean one of these?",
        "pt": "Não tenho certeza se entendi. Você quer saber uma destas coisas?",
    },
    "or_one_of_these": {
        "en": "Or do you mean one of these?",
        "pt": "Ou você quer saber uma destas coisas?",
    },
    "none_of_these": {"en": "None of these", "pt": "Nenhuma destas"},
    "told_before": {"en": "As I said: {answer}", "pt": "Como eu disse: {answer}"},
    "greeted_before": {
        "en": "Hello again! What can I do for you?",
        "pt": "Oi de novo! Em que posso ajudar?",
    },
    "there_is": {
        "en": "For “{title}” you can choose: {options}.",
        "pt": "Em “{title}” você pode escolher: {options}.",
    },
    "no_answer": {
        "en": "Then I have no answer to that. You can ask it in other words.",
        "pt": "Então não tenho resposta para isso. Você pode perguntar com outras palavras.",
    },
    "taken_out": {
        "en": "I have taken that out; please tell me the right one.",
        "pt": "Tirei isso; informe o certo, por favor.",
    },
    "not_known": {
        "en": "I do not have that from before, so please tell me.",
        "pt": "Não tenho isso de antes; informe, por favor.",
    },
    "left_out": {"en": "Left out: {names}.", "pt": "Deixei de fora: {names}."},
    "story": {
        "en": "I have noted what you have told me ({title}). You can add to it at any time.",
        "pt": "Anotei o que você contou ({title}). Pode acrescentar algo quando quiser.",
    },
    "added": {"en": "I have added that ({title}).", "pt": "Acrescentei isso ({title})."},
    "noted_nowhere": {
        "en": "This I have no place to note: “{told}”. A person of our team can be told.",
        "pt": "Isto não tenho onde anotar: “{told}”. Você pode contar a uma pessoa da equipe.",
    },
    "stands_noted": {"en": "So far I have: {names}.", "pt": "Até agora anotei: {names}."},
    "stands_empty": {
        "en": "I have noted nothing so far.",
        "pt": "Até agora não anotei nada.",
    },
    "stands_open": {
        "en": "Not yet: “{title}” is not finished.",
        "pt": "Ainda não: “{title}” não terminou.",
    },
    "stands_done": {
        "en": "“{title}” is finished. What I have: {names}.",
        "pt": "“{title}” está concluído. O que anotei: {names}.",
    },
    "offered_here": {
        "en": "Here you can ask for: {titles}.",
        "pt": "Aqui você pode pedir: {titles}.",
    },
    "served": {
        "en": "Yes, that is what “{title}” is for.",
        "pt": "Sim, é para isso que serve “{title}”.",
    },
    "stands_twice": {
        "en": "The one before it was done as well, and stays as it was.",
        "pt": "A anterior também foi feita e continua como estava.",
    },
    "stands_ended": {
        "en": "“{title}” is finished.",
        "pt": "“{title}” está concluído.",
    },
    "unknown_here": {
        "en": "That I do not know; a person of our team can tell you.",
        "pt": "Isso eu não sei; uma pessoa da equipe pode responder.",
    },
    "welcome": {"en": "You're welcome.", "pt": "Por nada."},
    "noted": {"en": "Noted: {names}.", "pt": "Anotado: {names}."},
    "later": {
        "en": "You also asked for something else: {title}. Shall we go on with that?",
        "pt": "Você também pediu outra coisa: {title}. Vamos a isso agora?",
    },
    "left": {
        "en": "If you did not mean to leave, we can go on where we were.",
        "pt": "Se não era para sair, podemos continuar de onde paramos.",
    },
    "done_already": {
        "en": "“{title}” is already done as it was; I have changed nothing.",
        "pt": "“{title}” já foi concluído como estava; não mudei nada.",
    },
    "not_called_off": {
        "en": "I cannot cancel it from here: nothing has been cancelled yet.",
        "pt": "Por aqui eu não consigo cancelar: nada foi cancelado ainda.",
    },
    "again_with": {
        "en": "I can do it once more, with {changed}; what was done before stays as it is.",
        "pt": "Posso fazer mais uma vez, com {changed}; o que já foi feito continua como está.",
    },
    "again_open": {
        "en": "I can do it once more, and you tell me the new value ({changed}); what was done"
        " before stays as it is.",
        "pt": "Posso fazer mais uma vez, e você me diz o que muda ({changed}); o que já foi feito"
        " continua como está.",
    },
    "again_other": {
        "en": "I can do it once more, and you tell me what should be different; what was done"
        " before"
        " stays as it is.",
        "pt": "Posso fazer mais uma vez, e você diz o que deve mudar; o que já foi feito continua"
        " como está.",
    },
    "do_again": {"en": "Do it once more, changed", "pt": "Fazer mais uma vez, com a mudança"},
    "go_back": {"en": "Go on with: {title}", "pt": "Continuar: {title}"},
    "offer": {"en": "What next?", "pt": "E agora?"},
    "yes": {"en": "Yes", "pt": "Sim"},
    "no": {"en": "No", "pt": "Não"},
    "never": {
        "en": "I do not take {kinds} here, so I have left that out.",
        "pt": "Aqui eu não recebo {kinds}; deixei isso de fora.",
    },
    "not_given": {"en": "not given", "pt": "não informado"},
    "moved": {
        "en": "This conversation has been renewed; we go on from here.",
        "pt": "Esta conversa foi atualizada; continuamos daqui.",
    },
    "too_long": {
        "en": "This went through too many steps at once and was stopped.",
        "pt": "Foram passos demais de uma vez; parei por aqui.",
    },
}

_PERSONAL: dict[str, dict[str, str]] = {  # what a rule may forbid to collect
    "card": {"en": "card details", "pt": "dados de cartão"},
    "email": {"en": "e-mail addresses", "pt": "endereços de e-mail"},
    "phone": {"en": "telephone numbers", "pt": "telefones"},
    "password": {"en": "passwords", "pt": "senhas"},
    "token": {"en": "keys", "pt": "chaves de acesso"},
    "code": {"en": "one-time codes", "pt": "códigos de uso único"},
}


def words(key: str, language: str, **facts: object) -> str:
    """Return one of the engine's texts."""
    known = TEXTS[key]
    return known.get(language, known["en"]).format(**facts)


def is_none_of_these(message: str) -> bool:
    """Tell whether a message is the words of that button, in any language."""
    return fold(message) in {fold(text) for text in TEXTS["none_of_these"].values()}


def personal_data(kinds: Sequence[str], language: str) -> str:
    """Name kinds of personal data as people call them."""
    called_so = (_PERSONAL.get(kind, {}) for kind in kinds)
    return ", ".join(
        names.get(language) or names.get("en") or kind.upper()
        for kind, names in zip(kinds, called_so, strict=True)
    )


def title_of(name: str, slot: Slot, language: str) -> str:
    """Return what a slot is called."""
    return in_language(slot.title, language) if slot.title else name.replace("_", " ")


def question(name: str, slot: Slot, language: str) -> str:
    """Return the question for a slot: the author's, or one made of its title."""
    if slot.ask:
        return in_language(slot.ask, language)
    key = f"ask_{slot.type}" if f"ask_{slot.type}" in TEXTS else "ask"
    return words(key, language, title=title_of(name, slot, language))


def labels(slot: Slot, language: str) -> list[tuple[str, str]]:
    """Return the buttons of a question: their labels and what pressing one says."""
    if slot.type == "boolean":
        return [(words(k, language), words(k, language)) for k in ("yes", "no")]
    if slot.type != "choice":
        return []
    return [(_capital(called(slot, option, language)), option) for option in slot.options]


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]


def fill_in(text: str, known: Mapping[str, JsonMapping], show: Show) -> str:
    """Put slots, profile and results into a text; what is not known yet leaves its place empty.

    `known` holds them by owner; `show` writes a value, given the slot's name if it is one.
    """

    def value(found: re.Match[str]) -> str:
        owner, *path = found["path"].split(".")
        if owner not in known:
            owner, path = "slots", [owner, *path]
        here: Any = known[owner]
        for name in path:
            here = cast("JsonObject", here).get(name) if isinstance(here, dict) else None
        return show(path[0] if owner == "slots" and len(path) == 1 else None, here, found["form"])

    return PLACE.sub(value, text)


def without_holes(text: str, nothing: str) -> str:
    """Close a text around places that nothing fills: "Limit: .", "Booked, ."."""
    for pattern, instead in _AROUND_HOLES if HOLE in text else ():
        text = pattern.sub(instead.format(nothing=nothing), text)
    return text
