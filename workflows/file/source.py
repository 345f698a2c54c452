"""Reads YAML that anybody may have written, and remembers where everything stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import yaml

from contracts.errors import InvalidRequest
from contracts.json import JsonObject
from workflows.file.syntax_messages import Stop, explain

MAX_BYTES = 256 * 1024
MAX_DEPTH = 30


NOT_UTF8 = "not UTF-8 text: a letter here is written in another encoding; save the file as UTF-8"


class WorkflowError(InvalidRequest):
    """A workflow file that cannot be served."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file as it was read: its text, the prompts it names, and where everything stands.

    `hash` names the content: all that is served of it, and so neither comments nor tests.
    """

    name: str
    node: yaml.Node
    text: str = ""
    prompts: Mapping[str, str] = field(default_factory=dict[str, str])
    hash: str = ""

    def at(self, path: Collection[Any]) -> str:
        """Point to the deepest place of a path that the file has: file:line:column."""
        _, mark = self._walk(path)
        return f"{self.name}:{mark.line + 1}:{mark.column + 1}"

    def keys(self, path: Collection[Any]) -> list[str]:
        """Return the keys at a place, as they are written there."""
        node, _ = self._walk(path)
        return (
            [str(key.value) for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []
        )

    def _walk(self, path: Collection[Any]) -> tuple[yaml.Node, Any]:
        node, mark = self.node, self.node.start_mark
        for step in path:
            if isinstance(node, yaml.MappingNode):
                pair = next(((k, v) for k, v in node.value if k.value == str(step)), None)
                if pair is None:  # a step that only the schema has, such as a union's branch
                    continue
                mark, node = pair[0].start_mark, pair[1]
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
                if step >= len(node.value):
                    break
                node = node.value[step]
                mark = node.start_mark
        return node, mark


def read_yaml(text: str, name: str) -> tuple[JsonObject, Source]:
    """Read a text as one mapping without aliases, repeated keys or great depth."""
    if len(text) > MAX_BYTES:
        raise WorkflowError(f"{name}:1:1: larger than {MAX_BYTES // 1024} KB")
    try:
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            if node:
                _refuse_repeated_keys(node, name)
            data: Any = _construct(loader, node) if node else None
        finally:
            loader.dispose()
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError) as exc:
        line, column, why = _told(text, exc)
        raise WorkflowError(f"{name}:{line + 1}:{column + 1}: {why}") from None
    if not isinstance(data, dict) or node is None:
        raise WorkflowError(
            f"{name}:1:1: a workflow is a mapping that begins with 'workflow: NAME'"
        )
    return cast("JsonObject", data), Source(name, node, text)


def _told(text: str, exc: Exception) -> tuple[int, int, str]:
    """Say where a text is no YAML, from 0, and why."""
    if isinstance(exc, _RefusedYaml):
        return exc.line, exc.column, exc.why
    if isinstance(exc, yaml.reader.ReaderError):
        before = text[: exc.position]
        code = f"U+{ord(text[exc.position]):04X}" if exc.position < len(text) else ""
        column = exc.position - (before.rfind("\n") + 1)
        return before.count("\n"), column, f"a character that no text has ({code}); delete it"
    mark = getattr(exc, "problem_mark", None)
    if not isinstance(exc, yaml.MarkedYAMLError) or mark is None:
        return 0, 0, "this is not readable as YAML"
    began = exc.context_mark
    return explain(
        text,
        Stop(
            mark.line,
            mark.column,
            exc.problem or "",
            exc.context or "",
            (began.line, began.column) if began else None,
        ),
    )


class _RefusedYaml(ValueError):
    """Something that YAML knows and that has no place here."""

    def __init__(self, why: str, mark: Any) -> None:
        super().__init__(why)
        self.why, self.line, self.column = why, mark.line, mark.column


class _Loader(yaml.SafeLoader):
    """YAML without aliases (a small file could unfold into gigabytes) and without repeated keys."""

    depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = cast("Any", self.peek_event())  # pyright: ignore[reportUnknownMemberType]
        if self.check_event(yaml.events.AliasEvent):
            why = "aliases (*name) are not allowed; a text that begins with * needs quotes"
            raise _RefusedYaml(why, event.start_mark)
        if getattr(event, "tag", None):
            why = f"tags ({event.tag[:40]}) are not allowed; a text that begins with ! needs quotes"
            raise _RefusedYaml(why, event.start_mark)
        if self.depth >= MAX_DEPTH:
            raise _RefusedYaml(f"more than {MAX_DEPTH} levels deep", event.start_mark)
        self.depth += 1
        try:
            return super().compose_node(parent, index)
        finally:
            self.depth -= 1


def _construct(loader: _Loader, node: yaml.Node) -> Any:
    return loader.construct_document(node)  # pyright: ignore[reportUnknownMemberType]


def _refuse_repeated_keys(node: yaml.Node, name: str) -> None:
    if isinstance(node, yaml.MappingNode):
        seen: set[Any] = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                mark = key.start_mark
                raise WorkflowError(
                    f"{name}:{mark.line + 1}:{mark.column + 1}: a key is a plain word"
                )
            if key.value in seen:
                mark = key.start_mark
                raise WorkflowError(
                    f"{name}:{mark.line + 1}:{mark.column + 1}: '{key.value}' stands here twice"
                )
            seen.add(key.value)
            _refuse_repeated_keys(value, name)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            _refuse_repeated_keys(value, name)


def line_of(failure: UnicodeDecodeError) -> int:
    """Return the line with the first byte that is no UTF-8."""
    return failure.object[: failure.start].count(b"\n") + 1
