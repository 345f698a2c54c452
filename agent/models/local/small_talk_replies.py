"""What is answered to small talk, in several wordings: a conversation hears none twice."""

from __future__ import annotations

from collections.abc import Sequence

from language.detect import Language

ReplyWordings = dict[Language, tuple[str, ...]]

REPLIES: dict[str, ReplyWordings] = {
    "greeting": {
        "en": ("Hello! What can I do for you?", "Hi again! What can I do for you?",
               "I'm still here. Tell me what you need."),
        "pt": ("Olá! Em que posso ajudar?", "Oi de novo! Em que posso ajudar?",
               "Continuo por aqui. Diga do que você precisa."),
    },
    "thanks": {
        "en": ("You're welcome!", "Glad to help!", "Any time!"),
        "pt": ("De nada!", "Por nada, estou às ordens!", "Disponha!"),
    },
    "goodbye": {
        "en": ("Goodbye, and see you soon!", "Bye, take care!"),
        "pt": ("Tchau, até a próxima!", "Até mais, se cuide!"),
    },
    "how_are_you": {
        "en": ("I'm a program, so I have no good or bad days, but everything works. "
               "What can I do for you?", "Still running well, thank you. What do you need?"),
        "pt": ("Sou um programa, não tenho dias bons nem ruins, mas está tudo funcionando. "
               "Em que posso ajudar?", "Continua tudo funcionando, obrigado. Do que você precisa?"),
    },
    "upset": {
        "en": ("I'm sorry that this is not going well. Tell me in other words what you need, or "
               "say “help” for what I can do.",
               "I'm sorry, I am not much help here. What is it that you need most?",
               "I understand that you are annoyed, and I'm sorry."),
        "pt": ("Sinto muito que não esteja dando certo. Diga com outras palavras o que precisa, ou "
               "diga “ajuda” para ver o que eu sei fazer.",
               "Desculpe, não estou ajudando como deveria. O que você mais precisa resolver?",
               "Entendo a sua irritação, e sinto muito."),
    },
    "languages": {
        "en": ("I speak English and Portuguese; write to me in either.",
               "As I said, English and Portuguese. Just go on in the one you like."),
        "pt": ("Falo português e inglês; escreva em qualquer um dos dois.",
               "Como eu disse, português e inglês. É só continuar no que preferir."),
    },
    "kind": {
        "en": ("That is kind of you, thank you! What can I do for you?",
               "Thank you, I'm happy to hear that!"),
        "pt": ("Que gentileza, obrigado! Em que posso ajudar?", "Obrigado, fico feliz em saber!"),
    },
    "human": {
        "en": ("If you want me to call a person, write “a person, please”.",),
        "pt": ("Se quiser que eu chame uma pessoa, escreva “quero falar com uma pessoa”.",),
    },
    "on": {
        "en": ("Nothing is waiting to be gone on with. What can I do for you?",),
        "pt": ("Não há nada parado para continuar. Em que posso ajudar?",),
    },
    "cancel": {
        "en": ("There is nothing under way that could be cancelled.",
               "Nothing is under way, so there is nothing to stop."),
        "pt": ("Não há nada em andamento para cancelar.",
               "Nada está em andamento, então não há o que parar."),
    },
    "laughter": {
        "en": ("Glad that you laugh! Anything else?", "Good mood is always welcome."),
        "pt": ("Que bom que riu! Mais alguma coisa?", "Bom humor é sempre bem-vindo."),
    },
    "fine": {
        "en": ("All right. Anything else?", "Good. I'm here if you need something."),
        "pt": ("Certo. Mais alguma coisa?", "Combinado. Se precisar, é só chamar."),
    },
    "emoji": {
        "en": ("🙂 What can I do for you?", "🙂 Tell me in words what you need."),
        "pt": ("🙂 Em que posso ajudar?", "🙂 Diga com palavras do que você precisa."),
    },
    "test": {
        "en": ("It works: I can read you. What can I do for you?", "Still working."),
        "pt": ("Funcionando: recebi a sua mensagem. Em que posso ajudar?", "Continua funcionando."),
    },
    "unclear": {
        "en": ("Was something unclear? Say what you need in your own words, or “help” for what I "
               "can do.", "Tell me what it is about, and I will try again."),
        "pt": ("Ficou alguma dúvida? Diga o que precisa com as suas palavras, ou “ajuda” para ver "
               "o que eu sei fazer.", "Diga do que se trata, e eu tento de novo."),
    },
    "telling": {
        "en": ("Thanks for telling me. What can I do for you?", "Good to know. What do you need?"),
        "pt": ("Obrigado por contar. Em que posso ajudar?", "Bom saber. Do que você precisa?"),
    },
    "low": {
        "en": ("I'm sorry that you feel like this. I am only a program, but somebody you trust "
               "may be glad to listen to you.",
               "That sounds hard, and I'm sorry. Please talk to somebody who is close to you."),
        "pt": ("Sinto muito que você esteja se sentindo assim. Sou só um programa, mas alguém de "
               "confiança pode gostar de ouvir você.",
               "Parece difícil, e eu sinto muito. Procure conversar com alguém próximo."),
    },
    "chat": {
        "en": ("Gladly, though I am a simple program and no great talker. How are you today?",
               "I'm listening, but I understand little beyond what I can do here."),
        "pt": ("Com prazer, embora eu seja um programa simples e de pouco papo. Como você está?",
               "Estou ouvindo, mas entendo pouco além do que faço por aqui."),
    },
    "met": {
        "en": ("Nice to meet you, {name}! What can I do for you?", "All right, {name}."),
        "pt": ("Prazer, {name}! Em que posso ajudar?", "Certo, {name}."),
    },
    "fragment": {
        "en": ("I read “{said}”, but not what you want with it. What would you like to know or do?",
               "And what about “{said}”? Say it in a whole sentence, please."),
        "pt": ("Li “{said}”, mas não o que você quer com isso. O que gostaria de saber ou fazer?",
               "E o que tem “{said}”? Escreva em uma frase inteira, por favor."),
    },
}  # fmt: skip
# Who it is, to those who run it, and to those of a project who need not know whose program it is.
WHO: dict[bool, dict[str, ReplyWordings]] = {
    False: {
        "who_are_you": {
            "en": ("I'm Batuta's built-in assistant: a small program with fixed rules, not a "
                   "person and not a language model.",
                   "As I said, a program: Batuta's built-in assistant."),
            "pt": ("Sou o assistente embutido do Batuta: um pequeno programa de regras fixas, não "
                   "uma pessoa nem um modelo de linguagem.",
                   "Como eu disse, um programa: o assistente embutido do Batuta."),
        },
        "made_by": {
            "en": ("I came with Batuta, a program that whoever runs it here has set up.",),
            "pt": ("Vim com o Batuta, um programa que quem cuida daqui instalou.",),
        },
    },
    True: {
        "who_are_you": {
            "en": ("I'm the virtual assistant here: a program with fixed rules, not a person.",
                   "As I said, I'm a program, not a person."),
            "pt": ("Sou o assistente virtual daqui: um programa de regras fixas, não uma pessoa.",
                   "Como eu disse, sou um programa, não uma pessoa."),
        },
        "made_by": {
            "en": ("The people who look after this service have set me up: I'm a program.",),
            "pt": ("Quem cuida deste atendimento me montou: sou um programa.",),
        },
    },
}  # fmt: skip
OF_HOUSE: dict[Language, str] = {
    "en": "I'm the virtual assistant of {house}: a program with fixed rules, not a person.",
    "pt": "Sou o assistente virtual de {house}: um programa de regras fixas, não uma pessoa.",
}


def fresh(wordings: Sequence[str], told: Sequence[str], skip: int = 0) -> str:
    """Return the wording that was told longest ago, or never; the first ones may be skipped."""

    def last(wording: str) -> int:
        return max((at for at, text in enumerate(told) if wording in text), default=-1)

    usable = wordings[min(skip, len(wordings) - 1) :]
    return min(usable, key=last)
