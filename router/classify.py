"""The local classifier: how likely a message belongs to each workflow, as their examples tell.

Many views of the message are weighed by a network that learned how far to trust each of them
(`router/views.py`, `router/fit.py`). It needs no key, and nothing of it is fitted to a project:
what a project brings are its examples, titles and purposes.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from language.code_words import without_codes
from language.encoder import WINDOW, embed
from language.matching import fold
from router.fit import FitModel, all_features, learned_fit, own_features
from router.matters import OF_ITS_OWN, MatterReading, matter_reading
from router.ngrams import Floats
from router.sides import MATTERS, Matter, Sides
from router.views import Views

MAX_EXAMPLES = 200  # of one workflow; more change nothing but the cost
_FITS = 0.5  # how likely a message must be anybody's, for anybody to be likely
_ELSEWHERE = 0.6  # likeness from which a message says the same as a `not_when`
_AGAINST = 6  # how much more a `not_when` counts that is nearer than any example
_SHOWN = 3
_TOUCHES = 0.2  # the share of a workflow's texts from which a kind of matter has to do with it
_MUCH_ALIKE, _MUCH_MORE = 0.75, 0.2
_MOSTLY = 0.66  # the share from which a workflow is for one kind of matter and hardly for others
_TAKEN = 0.6  # the confidence from which a workflow gets a message,
_SPARSE, _LEAST = 0.45, 0.44  # the chance that is where examples are as unlike as that,
_STEEP, _MOST = 1.4, 0.72  # and how it grows with their likeness


@dataclass(frozen=True, slots=True)
class Guess:
    """How likely each workflow is, best first, and whether the best one fits at all.

    `confidence` is how sure the best is, `lead` the distance of its chance to the second best;
    `above` is by how much it is likelier than not that the message is any workflow's. `near` is the
    chance that it is of the business and no workflow's, `chat` that it has nothing to do with it.
    `nearest` is the likeness to the one nearest example.
    """

    candidates: list[tuple[str, float]]
    confidence: float
    above: float
    lead: float
    nearest: float = 0.0
    near: float = 0.0
    chat: float = 1.0


NOTHING = Guess([], 0.0, -1.0, 0.0)


class Classifier:
    """Fitted once to the examples of some workflows and never changed: any thread may ask it."""

    def __init__(
        self,
        examples: Mapping[str, Sequence[str]],
        negatives: Mapping[str, Sequence[str]] | None = None,
        about: Mapping[str, str] | None = None,
        titles: Mapping[str, Sequence[str]] | None = None,
        sides: Sides | None = None,
        fit: FitModel | None = None,
    ) -> None:
        self.names = [name for name, texts in examples.items() if texts]
        given = {name: taught(examples[name]) for name in self.names}
        against = {name: taught((negatives or {}).get(name, ())) for name in self.names}
        self._negatives = {
            index: embed(against[name]).astype(np.float64)
            for index, name in enumerate(self.names)
            if against[name]
        }
        self._fit = fit
        self.views = Views(
            self.names, given, about or {}, titles or {}, strangers(given, against), sides
        )
        self.around = self.views.around()
        self._matters = {
            name: _mean_matters(
                [*given[name], *(titles or {}).get(name, ()), (about or {}).get(name, "")]
            )
            for name in self.names
        }

    def guess(self, text: str, allowed: Collection[str] | None = None) -> Guess:
        """Judge a message among the workflows that are allowed; None allows all."""
        open_ = [i for i, name in enumerate(self.names) if allowed is None or name in allowed]
        if not open_ or not text.strip():
            return NOTHING
        text = without_codes(text)
        seen, around = self.views.of(text).only(open_), self.around.only(open_)
        nearest = seen.rows[:, 0]
        chances = (self._fit or learned_fit()).chances(
            own_features(seen, around),
            all_features(seen, around),
            seen.wish,
            self._damped(text, open_, nearest),
        )
        order = np.argsort(-chances.workflows, kind="stable")
        ranked = [
            (self.names[open_[i]], _round(float(chances.workflows[i])))
            for i in map(int, order[:_SHOWN])
        ]
        best, second = ranked[0][1], ranked[1][1] if ranked[1:] else 0.0
        dense = float(self.around.each[:, 2].mean())
        return Guess(
            [each for each in ranked if each[1] > 0 or each is ranked[0]],
            _round(confidence(best, dense)),
            1 - chances.near - chances.chat - _FITS,
            best - second,
            float(nearest[order[0]]),
            chances.near,
            chances.chat,
        )

    def apart(self, text: str, names: Collection[str]) -> float:
        """Return how likely a message concerns what is there already, as none of some are for.

        What the example that it is nearest to brings as much is for its workflow, whatever it is.
        """
        shares = [self._shares(name) for name in names]
        text = without_codes(text)
        brought, usual = matter_reading(text), self._usual(text, names)
        nobodys: list[Matter] = [
            matter
            for matter in OF_ITS_OWN
            if all(each.get(matter, 0.0) <= _TOUCHES for each in shares)
            and not (usual and brought.of(matter) <= usual.of(matter) + _MUCH_MORE)
        ]
        return brought.of(*nobodys)

    def _usual(self, text: str, names: Collection[str]) -> MatterReading | None:
        """Return what the nearest example of some workflows brings, where it is much alike."""
        examples = self.views.examples
        owners = [index for index, name in enumerate(self.names) if name in names]
        alike = np.einsum("ij,j->i", examples.vectors, embed([text])[0].astype(np.float64))
        alike[~np.isin(examples.owners, owners)] = 0
        nearest = int(alike.argmax()) if len(alike) else 0
        if not len(alike) or alike[nearest] < _MUCH_ALIKE:
            return None
        return matter_reading(self.views.texts[nearest])

    def is_for(self, name: str, matter: Matter) -> bool:
        """Tell whether the texts of a workflow are of a kind more than of any other."""
        shares = self._shares(name)
        return bool(shares) and max(shares, key=lambda each: shares[each]) == matter

    def share(self, name: str, matter: Matter) -> float:
        """Return how much of the texts of a workflow is of a kind."""
        return self._shares(name).get(matter, 0.0)

    def is_only_for(self, name: str, matter: Matter) -> bool:
        """Tell whether the texts of a workflow are mostly of one kind."""
        return self._shares(name).get(matter, 0.0) >= _MOSTLY

    def _shares(self, name: str) -> Mapping[Matter, float]:
        """Return of what kinds a workflow's texts are, its title and purpose among them."""
        return self._matters.get(name, {})

    def is_elsewhere(self, name: str, text: str) -> bool:
        """Tell whether a short message says what a workflow's `not_when` says."""
        index = self.names.index(name) if name in self.names else -1
        negatives = self._negatives.get(index)
        if negatives is None or not text.strip() or len(text) > WINDOW:
            return False
        query = embed([without_codes(text)])[0].astype(np.float64)
        closest = float(np.einsum("ij,j->i", negatives, query).max())
        own = self.views.examples
        likest = float(np.einsum("ij,j->i", own.vectors[own.owners == index], query).max())
        return closest >= _ELSEWHERE and closest > likest

    def _damped(self, text: str, open_: Sequence[int], nearest: Floats) -> Floats:
        """Lower the workflows whose `not_when` is nearer than their examples; to 0 if it is it."""
        damped = np.ones(len(open_))
        query = embed([text])[0].astype(np.float64) if self._negatives else None
        for place, index in enumerate(open_):
            if query is None or index not in self._negatives:
                continue
            closest = float(np.einsum("ij,j->i", self._negatives[index], query).max())
            if closest > nearest[place]:
                share = max(0.0, 1 - closest) / max(1e-6, 1 - nearest[place])
                damped[place] = share**_AGAINST
        return damped


def _mean_matters(texts: Sequence[str]) -> Mapping[Matter, float]:
    said = [matter_reading(text) for text in texts if text.strip()]
    return {m: sum(each.of(m) for each in said) / max(1, len(said)) for m in MATTERS}


def confidence(chance: float, dense: float) -> float:
    """Return how sure a chance is, so that a message is taken from the same value everywhere.

    Examples that are much alike let messages of their neighbours look certain; where they are
    few and far between, what is taken rightly is seldom likelier than not.
    """
    least = min(_MOST, max(_LEAST, _LEAST + _STEEP * (dense - _SPARSE)))
    odds = _odds(chance) - _odds(least) + _odds(_TAKEN)
    return 1 / (1 + math.exp(-odds))


def _odds(chance: float) -> float:
    chance = min(1 - 1e-6, max(1e-6, chance))
    return math.log(chance / (1 - chance))


def taught(texts: Sequence[str]) -> list[str]:
    """Return the texts that count of those that a workflow gives, each once."""
    given = dict.fromkeys(without_codes(text) for text in texts if text.strip())
    return list(given)[:MAX_EXAMPLES]


def strangers(
    examples: Mapping[str, Sequence[str]], against: Mapping[str, Sequence[str]]
) -> list[str]:
    """Return what workflows say is not theirs, and none says is."""
    known = {fold(text) for texts in examples.values() for text in texts}
    return sorted({t for texts in against.values() for t in texts if fold(t) not in known})


def _round(value: float) -> float:
    return round(max(0.0, min(1.0, float(value))), 4)
