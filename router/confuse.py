"""Which workflows are taken for each other, as their own examples tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from language.matching import fold
from router.held_out import held_out
from router.info import RouteInfo

_LEAST = 2  # examples taken for the other's before anybody is warned
_SHARE = 0.10
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Confusion:
    """Two workflows that cross-validation takes for each other, with the examples it mistakes."""

    one: str
    other: str
    mistaken: int
    share: float
    examples: list[str]

    @property
    def message(self) -> str:
        """Say it with its cure, as `validate` shows it."""
        shown = ", ".join(f'"{text}"' for text in self.examples)
        return (
            f"'{self.one}' and '{self.other}' are taken for each other in {self.mistaken} of their"
            f" examples ({self.share:.0%}): {shown}; tell them apart with more examples, or put"
            f" one's sentences under the other's not_when"
        )


def confusions(workflows: Mapping[str, RouteInfo]) -> list[Confusion]:
    """Return the pairs worth a warning, worst first."""
    mistaken = _mistaken(workflows)
    twice = _claimed_twice(workflows)
    sizes = {name: max(1, len(set(info.examples))) for name, info in workflows.items()}
    mistakes: dict[tuple[str, str], dict[str, None]] = dict(twice)
    for owner, guessed, text in mistaken:
        pair = (min(owner, guessed), max(owner, guessed))
        mistakes[pair] = {**mistakes.get(pair, {}), text: None}
    found: list[Confusion] = []
    for pair, texts in mistakes.items():
        share = min(1.0, len(texts) / (sizes[pair[0]] + sizes[pair[1]]))
        if pair in twice or (len(texts) >= _LEAST and share >= _SHARE):
            shown = list(texts)[:_SHOWN]
            found.append(Confusion(*pair, len(texts), round(share, 4), shown))
    return sorted(found, key=lambda c: -c.share)


def _mistaken(workflows: Mapping[str, RouteInfo]) -> list[tuple[str, str, str]]:
    examples = {n: i.examples for n, i in workflows.items()}
    negatives = {n: i.not_when for n, i in workflows.items()}
    about = {n: i.when for n, i in workflows.items()}
    judged = held_out(examples, negatives, about)
    return [(each.owner, each.guessed, each.text) for each in judged if each.mistaken]


def _claimed_twice(
    workflows: Mapping[str, RouteInfo],
) -> dict[tuple[str, str], dict[str, None]]:
    """Find sentences that are an example of two workflows at once."""
    owners: dict[str, str] = {}
    found: dict[tuple[str, str], dict[str, None]] = {}
    for name, info in workflows.items():
        for text in info.examples:
            first = owners.setdefault(fold(text), name)
            if first != name:
                found.setdefault((min(first, name), max(first, name)), {})[text] = None
    return found
