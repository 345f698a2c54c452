"""Whether texts name what fills them, and are there in every language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from language.suggestions import meant
from workflows.file.diagnostics import Diagnostics
from workflows.file.placed import all_slots, placed_slots, places, texts, written_in
from workflows.file.schema import Workflow
from workflows.file.words import LANGUAGES

PLACEHOLDERS = ("slots", "profile", "memory", "examples")
_BRACES = re.compile(r"\{([A-Za-z_][\w.]*)(?::\w*)?\}")
_FORM = re.compile(r"\{[A-Za-z_][\w.]*:(?P<form>\w*)\}")
FORMS = ("long", "short", "weekday", "iso")  # how a date is written: {day:long}


def check_texts(check: Diagnostics) -> None:
    """Refuse a placeholder that nothing fills."""
    slots = {name for name, _ in all_slots(check.workflow)}
    for path, words in texts(check.workflow):
        for text in [words] if isinstance(words, str) else words.values():
            for name in _BRACES.findall(text):
                first, _, rest = name.partition(".")
                if first in ("profile", "results") and rest:
                    continue
                check.name(path, "slot", name, slots)
            for form in _FORM.findall(text):
                check.name(path, "form", form, FORMS)
    for state, about in check.workflow.states.items():
        for path, written in written_in(about):
            if path[0] == "say" or path[0] == "ask":
                continue
            for name in dict.fromkeys(places(written)):
                if name.partition(".")[0] not in ("profile", "results", "slots"):
                    check.name(["states", state, *path], "slot", name, slots)
    for agent, about in check.workflow.agents.items():
        path = ["agents", agent, "prompt"]
        for name in _BRACES.findall(about.prompt):
            first = name.partition(".")[0]
            near = meant(name, [*PLACEHOLDERS, *slots])
            if first not in PLACEHOLDERS and name not in slots and near:
                check.error(path, f"nothing fills '{{{name}}}'{near}")


def check_languages(check: Diagnostics, declared: Collection[str]) -> None:
    """Warn of texts that a declared language lacks; undeclared, what the file uses counts."""
    found, options = list(texts(check.workflow)), list(_options(check.workflow))
    used = {lang for _, words in [*found, *options] if isinstance(words, dict) for lang in words}
    wanted = [lang for lang in LANGUAGES if lang in (declared or used)]
    if len(wanted) < 2:
        return
    for path, words in found:
        there = {next(iter(declared), wanted[0])} if isinstance(words, str) else set(words)
        for language in wanted:
            if language not in there:
                check.warn(path, f"this text is missing in '{language}'")
    for name, answer in check.workflow.answers.items():
        for language in wanted if isinstance(answer.ask, dict) else ():
            if language not in answer.ask:
                check.warn(["answers", name, "ask"], f"'{name}' is not asked in '{language}'")
    for path, names in options:
        for language in wanted:
            if language not in names:
                check.warn(path, f"the option '{path[-1]}' has no name in '{language}'")


def _options(workflow: Workflow) -> Iterator[tuple[list[Any], dict[Any, list[str]]]]:
    """List the options that are named by language, with where they stand."""
    for path, slot in placed_slots(workflow):
        for option, names in slot.options.items():
            if isinstance(names, dict):
                yield [*path, "of", option], dict(names)
