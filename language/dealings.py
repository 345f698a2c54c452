"""What somebody wants done with a thing that may pass from hand to hand: buy it, sell it, rent it.

A house that rents bicycles sells none, however alike the two wishes are.
"""

from __future__ import annotations

from functools import lru_cache

from language.inflections import root
from language.matching import words

_SAID = {
    "buy": "buy purchase comprar compra",
    "sell": "sell vender venda",
    "rent": "rent hire alugar aluguel locar",
    "give": "donate doar doacao",
    "learn": "learn lesson course aprender curso aula",
}
_DEALINGS = {root(word): deal for deal, said in _SAID.items() for word in said.split()}
_MOST = 600  # words


@lru_cache(1_024)
def dealings_in(text: str) -> frozenset[str]:
    """Return what a text speaks of doing with things."""
    said = words(text)[:_MOST]
    return frozenset(_DEALINGS[found] for found in map(root, said) if found in _DEALINGS)
