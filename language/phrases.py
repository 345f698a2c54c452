"""Templates of phrases: `[can we|lets] (stop|quit) [this]`, spelled out or as one pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

Template = tuple[str, ...]  # lines; a part in [] may be missing, one in () has to be said

_PART = re.compile(r"\[([^\]]*)\]|\(([^)]*)\)|([^\s\[(]+)")


def spelled_out(template: Template) -> Iterator[str]:
    """Yield every phrase of a template."""
    for line in template:
        for chosen in product(*(_choices(part) for part in _PART.finditer(line))):
            yield " ".join(word for word in chosen if word)


def compiled(template: Template) -> re.Pattern[str]:
    """Return the pattern of a template, for folded words with a blank behind each.

    Nothing in it repeats, so a match takes time in proportion to the text.
    """
    lines = ("".join(map(_written, _PART.finditer(line))) for line in template)
    return re.compile("|".join(lines))


def single_words(templates: Iterable[Template]) -> frozenset[str]:
    """Return the phrases of one word."""
    found = (phrase for template in templates for phrase in spelled_out(template))
    return frozenset(phrase for phrase in found if " " not in phrase and len(phrase) > 1)


def _choices(part: re.Match[str]) -> list[str]:
    perhaps, one, word = part.groups()
    if perhaps is not None:
        return ["", *perhaps.split("|")]
    return one.split("|") if one is not None else [word]


def _written(part: re.Match[str]) -> str:
    said = "|".join(f"{choice} " for choice in _choices(part) if choice)
    return f"(?:{said})?" if part[1] is not None else f"(?:{said})"
