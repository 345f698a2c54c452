"""Tells what is said of the talk itself, or of its writer's moment, from what is to be kept.

"I sent you that already" and "sorry, I'm on the bus" help nobody who comes on Friday; "she is
allergic to nuts" does. It is told by what a clause is most like; in doubt it is kept.
"""

from __future__ import annotations

from functools import cache, lru_cache

from language.encoder import Vectors, embed, likenesses

_OF_THE_TALK = (
    "I already told you that", "I sent you all of this in my first message",
    "it's all in what I wrote before", "you keep asking me the same thing",
    "sorry I'm on the bus", "I'm typing this at work", "sorry for the delay, I was driving",
    "bear with me, my phone is slow", "my battery is about to die", "I'm in a hurry",
    "the signal is bad here", "one moment, I'm looking for it", "I'm so excited",
    "I've never done this by chat before", "sorry for all the messages",
    "I hope I typed it right", "a friend told me about you", "my screen is broken",
    "já te falei isso", "mandei tudo na primeira mensagem", "eu já tinha passado esses dados",
    "vocês já perguntaram isso", "está tudo aí em cima", "desculpa, estou no ônibus",
    "estou no trabalho e digitando rápido", "desculpa a demora, estava dirigindo",
    "minha internet está ruim", "meu celular está descarregando", "estou com pressa",
    "só um minuto, estou procurando", "estou muito animada", "nunca fiz isso por chat",
    "desculpa tanta mensagem", "uma amiga me indicou vocês", "meu corretor está maluco",
    "to no trânsito", "estou saindo do trem", "I'm just getting off the train", "I'm on a break",
    "I've just woken up", "it is so hot today", "estou no meu intervalo",
    "acabei de chegar em casa", "que calor hoje",
)  # fmt: skip
_TO_KEEP = (
    "she is allergic to nuts", "my son cannot hear", "the gate code is broken", "the dog bites",
    "there are stairs and no lift", "my father uses a wheelchair", "the reception closes at five",
    "half of the guests are vegetarian", "please ring the neighbour", "the driveway is narrow",
    "I'm pregnant", "I have a bad back", "I only get home after six",
    "the doorbell does not work", "he is afraid of needles", "my phone is off in the mornings",
    "they must not be delivered before noon", "it is a surprise for my wife",
    "we want it in lilac", "the road is closed that week", "my mum will pay for it",
    "my husband will be there instead of me", "leave it with the porter",
    "the last one you made was too sweet", "the guest of honour is diabetic",
    "I work nights and sleep until noon", "my daughter is five and very shy",
    "our car park is round the back", "ela é alérgica a amendoim", "meu filho não escuta",
    "o portão está quebrado", "o cachorro morde", "tem escada e não tem elevador",
    "meu pai usa cadeira de rodas", "a portaria fecha às cinco",
    "metade dos convidados é vegetariana", "toque no vizinho", "a rua é estreita",
    "estou grávida", "tenho problema na coluna", "só chego em casa depois das seis",
    "a campainha não funciona", "ele tem medo de agulha", "meu celular fica desligado de manhã",
    "não pode entregar antes do meio-dia", "é surpresa para minha esposa", "queremos em lilás",
    "a rua vai estar interditada", "minha mãe vai pagar", "meu marido vai me representar",
    "deixe com o porteiro", "o último veio doce demais", "trabalho à noite e durmo de dia",
    "minha filha tem cinco anos e é tímida", "o estacionamento fica nos fundos",
    "I am deaf, so please write", "I walk with a stick", "my leg is in plaster",
    "sou surdo, só mensagem", "ando de bengala", "estou com a perna engessada",
    "my daughter has autism", "there is a step at the door", "she gets nervous with strangers",
    "he is recovering from surgery", "the baby is teething", "o bebê está doente",
    "ela tem epilepsia", "ele fica nervoso com gente estranha", "tem um degrau na porta",
    "minha filha é autista", "the lift is out of order", "I may be a bit late",
    "posso chegar atrasado",
    "please text", "message me before you come", "call me first", "mande mensagem antes",
    "me avise por mensagem", "me ligue antes", "the house is being painted",
    "we have just moved in", "acabamos de mudar para cá",
)  # fmt: skip
_NEAR, _NEARER = 0.42, 0.06
_LONGEST = 300


@lru_cache(512)
def is_chatter(clause: str) -> bool:
    """Tell whether a clause speaks of the talk or of its writer's moment, and of nothing else."""
    of_talk, to_keep = _known()
    said = embed([clause[:_LONGEST]])[0]
    best = max(likenesses(of_talk, said))
    return best >= _NEAR and best > max(likenesses(to_keep, said)) + _NEARER


@cache
def _known() -> tuple[Vectors, Vectors]:
    return embed(_OF_THE_TALK), embed(_TO_KEEP)


def warm_up() -> None:
    """Read what clauses are compared with now, so that no message waits for it."""
    _known()
