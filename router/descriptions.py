"""What workflows say of themselves, beside their examples: what each is for, and its titles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from language.encoder import DIMENSIONS, Embed
from router.ngrams import Floats

_AGREES = 0.5  # log odds that a description adds which fits best what the examples fit best
_DIFFERS = -0.3  # and one that another workflow's description fits better


class Descriptions:
    """Compared once, when the examples are; workflows are known by their place in the list."""

    def __init__(
        self,
        embed: Embed,
        names: Sequence[str],
        about: Mapping[str, str],
        titles: Mapping[str, Sequence[str]],
    ) -> None:
        self.about = _vectors(embed, [about.get(name, "") for name in names])
        owners = [(i, text) for i, name in enumerate(names) for text in titles.get(name, ())]
        self._titled = np.array([i for i, _ in owners], np.intp)
        self._titles = _vectors(embed, [text for _, text in owners])
        self._has_title = [i in set(self._titled.tolist()) for i in range(len(names))]
        self._has_purpose = [bool(about.get(name, "").strip()) for name in names]

    def spoken_for(self, best: int, query: Floats, about: Floats) -> float:
        """Return what the descriptions add to the log odds of the examples' best workflow."""
        odds = 0.0
        if self._has_purpose[best] and sum(self._has_purpose) > 1:
            odds += _AGREES if int(about.argmax()) == best else _DIFFERS
        if self._has_title[best] and sum(self._has_title) > 1:
            alike = np.einsum("ij,j->i", self._titles, query)
            odds += _AGREES if self._titled[int(alike.argmax())] == best else _DIFFERS
        return odds


def _vectors(embed: Embed, texts: Sequence[str]) -> Floats:
    """Return what texts mean; where there is none, nothing is like it."""
    if not texts:
        return np.zeros((0, DIMENSIONS))
    vectors = embed(texts).astype(np.float64)
    vectors[[not text.strip() for text in texts]] = 0.0
    return vectors
