"""One mechanism that finds what lies in a folder: tools, guards, providers, commands."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


class DuplicateName(Exception):
    """Two files of a catalogue claim the same name; the start stops and names both."""


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """Import each public module of a package, in name order."""
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda i: i.name):
        if not info.name.startswith("_"):
            yield importlib.import_module(f"{package.__name__}.{info.name}")


def collect(
    package: ModuleType, kind: type[T], name_of: Callable[[T], str], what: str
) -> dict[str, T]:
    """Gather every `kind` defined at the top level of a package's modules, by name."""
    found: dict[str, T] = {}
    origin: dict[str, str] = {}
    for module in modules(package):
        for value in vars(module).values():
            if not isinstance(value, kind):
                continue
            name, file = name_of(value), module.__file__ or module.__name__
            if name in found and found[name] is not value:
                raise DuplicateName(
                    f"two {what}s are named '{name}': {origin[name]} and {file}; rename one"
                )
            found[name], origin[name] = value, file
    return found
