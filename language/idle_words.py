"""Words of English and Portuguese that say little about what a question is about."""

from __future__ import annotations

from language.matching import stems

_ENGLISH = """
a an the of in on at to for from by with and or but if as is are am was were be been do does did
have has had will would can could may might shall should must i you we they he she it me us them him
her my your our their his its this that these those there here what which how why when
much many some any something anything one not no yes so too also still just now please tell know
like want need get got take go out up about than then into till until after before off more bit hey
hi hello let ll ve re don doesn pls plz thanks
"""
_PORTUGUESE = """
o os um uma uns umas de do da dos das em no na nos nas ao aos com sem por pelo pela para pra pro e
ou mas se que qual quais como quando quanto quanta quantos quantas porque eu voce voces vc vcs
ele ela eles elas nos me mim te lhe meu minha meus minhas seu sua seus suas isso isto esse essa
este esta aquele aqui ai la ser sou estar estou esta estao foi era ha ter tem tenho temos existe vou
vai vamos ir fazer faco faz posso pode podem podemos dar dou queria quero gostaria preciso saber sei
sabe informar ficar fica ficam algum alguma coisa ajuda ajudar favor oi ola ja
ainda tambem muito mais nao sim q ate pfv pf pfvr obrigado obrigada
"""
IDLE_WORDS = frozenset(stems(f"{_ENGLISH} {_PORTUGUESE}"))


def telling_words(text: str, most: int) -> list[str]:
    """Return the words that a text is about, each once, without plurals."""
    found = (word for word in stems(text) if len(word) > 1 and word not in IDLE_WORDS)
    return list(dict.fromkeys(found))[:most]
