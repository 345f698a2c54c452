"""Ordinary messages from patterns: what people write to an assistant that frightens nobody.

A pattern is a line; `{name}` takes one of a list, `= name: a | b`. A pattern gives a few messages,
and its number goes with them: a limit is only worth what it says of patterns that were held out.
"""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from guardrails.heads.plain import plain_letters
from training.slips import slipped

FILES = tuple(Path(__file__).with_name(f"ordinary.{language}.txt") for language in ("en", "pt"))
FRIGHTENING = frozenset({"frightening and safe", "assusta e é inocente"})  # regions
_MOST = 16  # messages of a pattern
_LEAST = 4
_HURRIED = 5  # every so many are misspelt
_TRIES = 4  # drawings for each of them, for some come twice
_PLAIN = 0.3  # of such messages have no accents
_AROUND = {
    "en": (
        ("hi, ", "ok ", "so ", "hey ", "well, ", "", "um "),
        ("", " please", " thanks", "??", " lol", "..."),
    ),
    "pt": (
        ("oi, ", "olha, ", "então ", "ok ", "bom, ", "", "ah "),
        ("", " por favor", " obrigada", "??", " kkk", "..."),
    ),
}
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class OrdinaryMessage:
    """A message, and the pattern and region it came from."""

    text: str
    pattern: str
    region: str


def ordinary() -> Iterator[OrdinaryMessage]:
    """Write the messages of every pattern, the same on every run."""
    for path in FILES:
        yield from messages_of(path, hurried=True)


def messages_of(path: Path, hurried: bool = False) -> Iterator[OrdinaryMessage]:
    """Write the messages of one file's patterns, some as a hurried hand types them."""
    language = path.name.split(".")[1]
    lists, patterns, region = dict[str, list[str]](), list[tuple[str, str]](), ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            name, _, values = line[2:].partition(": ")
            lists[name] = [value.strip() for value in values.split(" | ")]
        elif line.startswith("## "):
            region = line[3:]
        elif line and not line.startswith("#"):
            patterns.append((region, line))
    for region, pattern in patterns:
        chance = random.Random(zlib.crc32(pattern.encode()))
        drawn = dict.fromkeys(_filled(pattern, lists, chance) for _ in range(_MOST * _TRIES))
        texts = list(drawn)[:_MOST]
        texts += [_begun(texts[0], language, chance) for _ in range(_LEAST - len(texts))]
        for number, text in enumerate(dict.fromkeys(texts)):
            said = _in_a_hurry(text, number) if hurried else text
            yield OrdinaryMessage(_typed(said, number), pattern, region)


def _filled(pattern: str, lists: dict[str, list[str]], chance: random.Random) -> str:
    return _SLOT.sub(lambda found: chance.choice(lists[found[1]]), pattern)


def _begun(text: str, language: str, chance: random.Random) -> str:
    """Begin or end a message as people do, or leave its accents out."""
    before, after = (chance.choice(each) for each in _AROUND[language])
    plain = plain_letters(text) if chance.random() < _PLAIN else text
    return f"{before}{plain}{after}"


def _in_a_hurry(text: str, number: int) -> str:
    """Misspell every fifth message: a wish that is typed badly is still the same wish."""
    return slipped(text) if number % _HURRIED == _LEAST - 1 else text


def _typed(text: str, number: int) -> str:
    """Write every third message as in a letter; the others stay as they are typed on a phone."""
    return text if number % 3 else f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.?!' else '.'}"
