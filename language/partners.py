"""With whom somebody wants to talk: with people, or with the assistant again.

Too many ways of saying it to be spelled out, as `language/intents.py` does with the others; each is
held against a whole message.
"""

from __future__ import annotations

from typing import Literal

from language.phrases import Template, compiled

WishedPartner = Literal["human", "assistant"]
_WISH = "quero|queria|preciso|posso|gostaria de|i want to|i need to|can i|let me|id like to|can we"
_SOMEBODY = (
    "humano|humana|human|ser humano|human being|atendente|atendente humano|atendente humana"
    "|atendente de verdade|pessoa|pessoa de verdade|pessoa real|pessoa humana|gente"
    "|gente de verdade"
    "|person|real person|actual person|live person|real human|actual human|somebody|someone"
    "|somebody real|someone real|a real somebody|alguem|alguem de verdade|alguem da equipe"
    "|agent|human agent|live agent|real agent|support agent|atendimento|atendimento humano"
    "|operator|operador|operadora|representative|representante|staff member|member of your team"
    "|member of the team|consultor|consultora|responsavel"
)
_STAFF = (
    "suporte|equipe|equipe de suporte|equipe de atendimento|central|central de atendimento|support"
    "|customer support|customer service|support team|team|staff|atendimento ao cliente|sac"
)
_ROBOT = "robo|bot|robot|chatbot|assistente|assistente virtual|assistant|machine|maquina|ai|ia"
_WISHES = (
    f"{_WISH}|eu quero|eu queria|eu preciso|eu gostaria de|da pra|da para|tem como|e possivel"
    "|consigo|poderia|voce pode me deixar|quero muito|queria muito|prefiro|id rather|i would rather"
    "|i prefer to|i would like to|id like to|could i|may i|is it possible to|how can i|how do i"
    "|como faco para|como faco pra|como posso|i wanna|i have to|id love to|please let me|i want"
    "|i need"
    "|id like|i would like|can i please|could you let me"
)
_TALK = (
    "falar|conversar|fala|falo|tratar|ser atendido|ser atendida|speak|talk|chat|be connected"
    "|entrar em contato|ter contato"
)
_PUT = (
    "me passa|me passe|passa|passe|passar|me transfere|me transfira|transfere|transfira|transferir"
    "|me encaminha|me encaminhe|encaminha|encaminhe|me coloca|me coloque|me liga|me conecta"
    "|me conecte|connect me|transfer me|put me through|hand me over|forward me|pass me|escalate me"
    "|pode me passar|pode me transferir|pode me encaminhar|poderia me passar|voce pode me passar"
    "|poderia me transferir|voce pode me transferir|can you connect me|could you connect me"
    "|can you transfer me|could you transfer me|can you put me through|please connect me"
    "|please transfer me"
)
_BRING = (
    "chama|chame|chamar|me chama|me chame|pode chamar|voce pode chamar|quero chamar|get|get me"
    "|give me|call|bring me|bring in|can you get|can you get me|could you get me|cade|tem|ha"
    "|voce tem|is there|do you have|quero|preciso de|precisava de|i need|i want|eu preciso de"
    "|eu quero|queria|posso ter|can i have|can i get"
)
_TO = "com|to|with|para|pra|pro|a|ao|on to|through to"
_ONE = "um|uma|a|an|o|os|the|some|algum|alguma|alguem do|alguem da|someone from|somebody from|your"
_ASIDE = "ai|aqui|here|there|now|agora|mesmo|instead|entao|directly|diretamente"
_ABOUT = (
    "sobre isso|sobre meu pedido|sobre o meu pedido|sobre este assunto|sobre esse assunto"
    "|about this"
    "|about it|about my order|em vez de um robo|em vez do robo|e nao um robo|e nao com um robo"
    "|e nao com robo|nao com um robo|not a bot|not a robot|not a machine|instead of a bot"
    "|of your team"
    "|da sua equipe|da equipe|do suporte|de voces|from your team|who can help me|para me ajudar"
)
_PEOPLE: Template = (
    f"[eu] [{_WISH}] ({_SOMEBODY})",
    f"[{_WISHES}] ({_TALK}) [{_TO}] [{_ONE}] ({_SOMEBODY}|{_STAFF}) [{_ASIDE}] [{_ABOUT}]",
    f"[eu] ({_PUT}) [{_TO}] [{_ONE}] ({_SOMEBODY}|{_STAFF}) [{_ASIDE}] [{_ABOUT}]",
    f"({_BRING}) [{_ONE}] ({_SOMEBODY}) [{_ASIDE}] [{_ABOUT}]",
    f"[{_WISHES}] (atendimento|atendimento humano|suporte humano|human support|human help)",
    "[eu] nao quero [mais] falar com [um|o|esse] (robo|bot|maquina|chatbot)",
    "i (dont|do not) want to (talk|speak|chat) (to|with) [a|this] (bot|robot|machine|chatbot)",
)
_ASSISTANT: Template = (  # back from people to it
    f"[eu] [{_WISH}] (voltar|volta|volte) [a falar|a conversar] [para|pra|pro|ao|a|com] [o|a]"
    f" ({_ROBOT})",
    f"[eu] [{_WISH}] (falar|conversar|continuar) [de novo] com (o|a|um) ({_ROBOT}) [de novo]",
    f"(chama|chame|liga|quero) [de volta] [o|a] ({_ROBOT}) [de volta]",
    f"[can you|can we|can i] [{_WISH}] [go|get|take me|bring me|switch|switch me] back to [the]"
    f" ({_ROBOT})",
    f"[{_WISH}] (talk|speak|chat) (to|with) the ({_ROBOT}) [again]",
    f"[the] ({_ROBOT}) [again|back]",
)
_HUMAN, _BACK = compiled(_PEOPLE), compiled(_ASSISTANT)
_MENTIONED = frozenset(
    word
    for named in (_SOMEBODY, _STAFF, _ROBOT, "atendido|atendida|escalate")
    for word in named.replace("|", " ").split()
)


def wished_partner(said: str) -> WishedPartner | None:
    """Return whom a whole message asks for, its folded words with a blank behind each."""
    if _MENTIONED.isdisjoint(said.split()):
        return None
    if _HUMAN.fullmatch(said):
        return "human"
    return "assistant" if _BACK.fullmatch(said) else None
