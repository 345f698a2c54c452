"""What people write to businesses, in their own words: no patterns, for those sound like patterns.

`customers.*.tsv` was written for the guards (trade, the question that was open, message); the rest
for other networks: messages to projects and houses, and answers to many questions. None asks for
harm. Each has a topic, so that what comes of one trade, project or question is held out together.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

_FOLDER = Path(__file__).parent
_LANGUAGES = ("en", "pt")
FILES = tuple(_FOLDER / f"customers.{language}.tsv" for language in _LANGUAGES)
_MEANS = ("+ ", "- ", "~ ")  # how a line begins that answers a question (`circumstances.*.txt`)


class CustomerMessage(NamedTuple):
    """A message, which of the files it is of, and what it is held out with."""

    text: str
    kind: str
    topic: str


def customers() -> Iterator[CustomerMessage]:
    """Give every message once."""
    told = set[str]()
    for message in (*_written(), *_routed(), *_houses(), *_replies()):
        if message.text not in told:
            told.add(message.text)
            yield message


def _written() -> Iterator[CustomerMessage]:
    for path in FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            trade, _question, text = line.split("\t")
            yield CustomerMessage(text, "customers", trade)


def _routed() -> Iterator[CustomerMessage]:
    """Give what people wrote to the projects that the router learns from."""
    for language in _LANGUAGES:
        for project in _yaml(_FOLDER / f"routes.{language}.yaml"):
            own = [text for each in project["workflows"] for text in each["messages"]]
            two = [each["message"] for each in project["two"]]
            for text in (*own, *two, *project["near"], *project["chat"]):
                yield CustomerMessage(text, "routes", project["project"])


def _houses() -> Iterator[CustomerMessage]:
    for path in sorted((_FOLDER / "houses").glob("*.yaml")):
        for text, _answer in _yaml(path)["messages"]:
            yield CustomerMessage(text, "houses", path.stem)


def _replies() -> Iterator[CustomerMessage]:
    """Give what people answered, each with the question that it was written for."""
    for language in _LANGUAGES:
        for line in _lines(f"replies.{language}.tsv"):
            _act, _kind, question, text = line.split("\t")
            yield CustomerMessage(text, "replies", question)
        question = ""
        for line in _lines(f"circumstances.{language}.txt"):
            if line.startswith(_MEANS):
                yield CustomerMessage(line[2:], "replies", question)
            elif line:
                question = line


def _lines(name: str) -> list[str]:
    return (_FOLDER / name).read_text(encoding="utf-8").splitlines()


def _yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))
