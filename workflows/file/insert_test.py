"""Puts a test into a workflow's file; every line that is there stays as it was written."""

from __future__ import annotations

import textwrap

import yaml

from workflows.file.source import Source, WorkflowError, read_yaml


def append_test(text: str, name: str, test: str) -> str:
    """Return the file with a test (a YAML list of one) behind those that it has."""
    _, source = read_yaml(text, name)
    lines = text.splitlines()
    there = _tests(source)
    if there is None:
        made = [*lines, "", "tests:", *textwrap.indent(test.rstrip(), "  ").splitlines()]
    elif there.flow_style:
        mark = there.start_mark
        raise WorkflowError(
            f"{name}:{mark.line + 1}:{mark.column + 1}: nothing can be put behind tests in [..];"
            " begin each with '- ' on a line of its own"
        )
    else:
        end, indent = _end(lines, there), " " * there.start_mark.column
        block = textwrap.indent(test.rstrip(), indent).splitlines()
        made = [*lines[:end], *block, *lines[end:]]
    whole = "\n".join(made) + "\n"
    read_yaml(whole, name)
    return whole


def _tests(source: Source) -> yaml.SequenceNode | None:
    node = source.node
    pairs: list[tuple[yaml.Node, yaml.Node]] = (
        node.value if isinstance(node, yaml.MappingNode) else []
    )
    for key, value in pairs:
        if key.value == "tests" and isinstance(value, yaml.SequenceNode):
            return value
    return None


def _end(lines: list[str], tests: yaml.SequenceNode) -> int:
    """Find the line behind the last test: comments that follow belong to what is next."""
    end = min(tests.end_mark.line, len(lines))
    while end > tests.start_mark.line + 1 and _empty(lines[end - 1]):
        end -= 1
    return end


def _empty(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")
