"""What can be known of a workflow before it runs: names, types, reach, ends, texts, languages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from workflows.file.conditions import ConditionError, Type, compile_condition
from workflows.file.forms import problem_of
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.source import Source, meant
from workflows.file.states import KINDS, Go, State, is_open
from workflows.file.words import LANGUAGES, LocalizedText

PLACEHOLDERS = ("slots", "profile", "memory", "examples")
PERSONAL = ("cpf", "cnpj", "card", "iban", "email", "phone", "password", "token")
_BRACES = re.compile(r"\{([A-Za-z_][\w.]*)\}")
_TYPES: dict[str, Type] = {"integer": "number", "number": "number", "boolean": "boolean"}


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something about a file that is wrong (an error) or doubtful (a warning)."""

    level: Literal["error", "warning"]
    place: str
    message: str

    @property
    def line(self) -> str:
        """Write it as file:line:column: message."""
        return f"{self.place}: {self.message}"


@dataclass(frozen=True, slots=True)
class Known:
    """What surrounds a workflow; None where it is not known and not checked."""

    tools: Collection[str] | None = None
    workflows: Mapping[str, Workflow] | None = None
    languages: Collection[str] = ()
    profile: Collection[str] | None = None
    served: frozenset[str] = field(default_factory=frozenset[str])


class _Check:
    """The findings about one file as they are gathered."""

    def __init__(self, workflow: Workflow, source: Source) -> None:
        self.workflow = workflow
        self.source = source
        self.found: list[Diagnostic] = []

    def error(self, path: Collection[Any], message: str) -> None:
        self.found.append(Diagnostic("error", self.source.at(path), message))

    def warn(self, path: Collection[Any], message: str) -> None:
        self.found.append(Diagnostic("warning", self.source.at(path), message))

    def name(self, path: list[Any], what: str, name: str, known: Collection[str]) -> None:
        if name not in known:
            self.error(path, f"there is no {what} '{name}'{meant(name, known)}")


def check_file(workflow: Workflow, source: Source) -> list[Diagnostic]:
    """Find what is wrong with a file by itself."""
    check = _Check(workflow, source)
    _names(check)
    _conditions(check)
    _rules(check)
    _texts(check)
    _upgrade(check)
    _outputs(check)
    _unserved(check)
    _forms(check)
    if not any(f.level == "error" for f in check.found):
        _reach(check)
        _ends(check)
    return check.found


def check_world(workflow: Workflow, source: Source, known: Known) -> list[Diagnostic]:
    """Find what does not fit the tools, workflows and languages around a file."""
    check = _Check(workflow, source)
    if known.tools is not None:
        for path, tool in workflow.named_tools():
            check.name(path, "tool", tool, known.tools)
        for at, rule in enumerate(workflow.rules):
            subjects = {*known.tools, *workflow.states}
            if rule.kind == "requires" and rule.subject not in subjects:
                check.name(["rules", at], "tool or state", rule.subject, subjects)
    if known.workflows is not None:
        _calls(check, known.workflows)
    _languages(check, known.languages)
    return check.found


def scope_of(workflow: Workflow) -> dict[str, Type]:
    """Return the names a condition may use, with their types."""
    scope: dict[str, Type] = {
        "tries": "number",
        "filled": "boolean",
        "failed": "boolean",
        "profile": "map",
        "results": "map",
        "slots": "map",
    }
    for name, slot in all_slots(workflow):
        scope[name] = _TYPES.get(slot.type, "text")
    return scope


def all_slots(workflow: Workflow) -> Iterator[tuple[str, Slot]]:
    """List every slot, of the workflow and of its questions."""
    for path, slot in _placed_slots(workflow):
        yield path[-1], slot


def _names(check: _Check) -> None:
    workflow = check.workflow
    check.name(["start"], "state", workflow.start, workflow.states)
    slots = {name for name, _ in all_slots(workflow)}
    for name, state in workflow.states.items():
        here = ["states", name]
        if state.agent:
            check.name([*here, "agent"], "agent", state.agent, workflow.agents)
        for slot in state.fill:
            check.name([*here, "fill"], "slot", slot, workflow.slots)
        for slot, own in (state.ask or {}).items():
            if own is None:
                check.name([*here, "ask", slot], "slot", slot, slots)
            elif slot in workflow.slots:
                check.error([*here, "ask", slot], f"'{slot}' is a slot already; ask it by name")
        for at, task in enumerate(state.parallel or []):
            if task.agent:
                path = [*here, "parallel", at, "agent"]
                check.name(path, "agent", task.agent, workflow.agents)
        _twice(check, here, [task.agent or task.tool for task in state.parallel or []])
        speaker = workflow.agents.get(state.agent or "")
        if speaker and speaker.output and is_open(state):
            check.error([*here, "agent"], "an agent with 'output' says nothing: add a 'go'")
        for key, target in _targets(state):
            check.name([*here, *key], "state", target, workflow.states)
        for kind, spare in (("on_error", state.on_error), ("on_timeout", state.on_timeout)):
            if spare and not KINDS[state.kind].fails:
                check.error([*here, kind], f"a state with '{state.kind}' cannot fail")
    for reserved in sorted(slots & {"tries", "filled", "failed", "profile", "results", "slots"}):
        check.error(["slots", reserved], f"'{reserved}' is a word of conditions; rename the slot")
    used = {n for s in workflow.states.values() for n in [*s.fill, *(s.ask or {})]}
    for name in workflow.slots:
        if name not in used:
            check.warn(["slots", name], f"no state collects '{name}'")
    spoken = {s.agent for s in workflow.states.values()}
    spoken |= {t.agent for s in workflow.states.values() for t in s.parallel or []}
    for name in workflow.agents:
        if name not in spoken:
            check.warn(["agents", name], f"no state uses the agent '{name}'")


def _twice(check: _Check, here: list[Any], named: list[str | None]) -> None:
    """Refuse the same name at the same time: results go by the names."""
    for at, name in enumerate(named):
        if name in named[:at]:
            check.error([*here, "parallel", at], f"'{name}' works here already; name each once")


def _outputs(check: _Check) -> None:
    for name, agent in check.workflow.agents.items():
        if agent.output is not None and (problem := problem_of(agent.output)):
            check.error(["agents", name, "output"], problem)


def _unserved(check: _Check) -> None:
    """Say clearly what the language has and no engine serves yet; silence would be a trap."""
    for name, agent in check.workflow.agents.items():
        for key in ("knowledge", "examples"):
            if getattr(agent, key):
                check.error(["agents", name, key], f"'{key}' is not served yet; leave it out")


def _targets(state: State) -> Iterator[tuple[list[Any], str]]:
    """List every state that a state names, with where."""
    for key in ("go", "branch"):
        for at, way in enumerate(getattr(state, key) or []):
            yield [key, at, "to"], way.to
    for key in ("on_error", "on_timeout"):
        if target := getattr(state, key):
            yield [key], target


def _conditions(check: _Check) -> None:
    scope = scope_of(check.workflow)
    if check.workflow.route.first:
        _condition(check, ["route", "first"], check.workflow.route.first, {"profile": "map"})
    for name, state in check.workflow.states.items():
        if state.until:
            _condition(check, ["states", name, "until"], state.until, scope)
        for key in ("go", "branch"):
            ways: list[Go] = getattr(state, key) or []
            _ways(check, ["states", name, key], ways, scope)


def _ways(check: _Check, path: list[Any], ways: list[Go], scope: Mapping[str, Type]) -> None:
    for at, way in enumerate(ways):
        if way.condition is None:
            if at < len(ways) - 1:
                check.error([*path, at + 1], "never reached: the way before it is always taken")
            return
        verdict = _condition(check, [*path, at, "if"], way.condition, scope)
        if verdict is False:
            check.error([*path, at, "if"], f"'{way.condition}' can never hold")
        if verdict is True:
            check.warn([*path, at, "if"], f"'{way.condition}' always holds; leave out 'if'")


def _condition(check: _Check, path: list[Any], text: str, scope: Mapping[str, Type]) -> bool | None:
    try:
        condition = compile_condition(text)
    except ConditionError as exc:
        check.error(path, f"{exc}")
        return None
    problem = condition.problem(scope)
    if problem:
        unknown = problem.split("'")[1] if problem.startswith("unknown name") else ""
        hint = meant(unknown, scope) if unknown else ""
        check.error(path, f"'{text}': {problem}{hint}")
        return None
    for owner, member, _ in sorted(condition.members):
        if owner == "results":
            check.name(path, "state", member, check.workflow.states)
        if owner == "slots":
            check.name(path, "slot", member, {n for n, _ in all_slots(check.workflow)})
    return condition.verdict(scope)


def _forms(check: _Check) -> None:
    for name, state in check.workflow.states.items():
        if problem := problem_of(state.result):
            check.error(["states", name, "result"], problem)


def _rules(check: _Check) -> None:
    slots = {name for name, _ in all_slots(check.workflow)}
    tools = {tool for _, tool in check.workflow.named_tools()}
    subjects = tools | check.workflow.states.keys()
    for at, rule in enumerate(check.workflow.rules):
        path = ["rules", at]
        if rule.kind == "requires":
            if rule.subject not in subjects:
                hint = meant(rule.subject, subjects)
                check.error(path, f"no state here is, or calls, '{rule.subject}'{hint}")
            for name in rule.names:
                check.name(path, "slot", name, slots)
            continue
        for name in rule.names:
            if name in slots:
                check.error(path, f"'{name}' is never collected, and there is a slot for it")
            for slot, about in all_slots(check.workflow):
                if about.type == name:
                    check.error(path, f"'{name}' is never collected; slot '{slot}' is one")
            if name not in PERSONAL:
                kinds = ", ".join(PERSONAL)
                hint = meant(name, PERSONAL) or f"; recognised in messages are {kinds}"
                check.warn(path, f"only a slot named '{name}' is refused{hint}")


def texts(workflow: Workflow) -> Iterator[tuple[list[Any], LocalizedText]]:
    """List every text that a person may read, with where it stands."""
    yield ["title"], workflow.title
    for path, slot in _placed_slots(workflow):
        for key in ("ask", "title", "help", "invalid"):
            if words := getattr(slot, key):
                yield [*path, key], words
    for name, state in workflow.states.items():
        for key in ("say", "title"):
            if words := getattr(state, key):
                yield ["states", name, key], words


def _placed_slots(workflow: Workflow) -> Iterator[tuple[list[Any], Slot]]:
    """List every slot with where it stands."""
    for name, slot in workflow.slots.items():
        yield ["slots", name], slot
    for name, state in workflow.states.items():
        for asked, slot in (state.ask or {}).items():
            if slot:
                yield ["states", name, "ask", asked], slot


def _texts(check: _Check) -> None:
    """Refuse a placeholder that nothing fills."""
    slots = {name for name, _ in all_slots(check.workflow)}
    for path, words in texts(check.workflow):
        for text in [words] if isinstance(words, str) else words.values():
            for name in _BRACES.findall(text):
                first, _, rest = name.partition(".")
                if first in ("profile", "results") and rest:
                    continue
                check.name(path, "slot", name, slots)
    for agent, about in check.workflow.agents.items():
        path = ["agents", agent, "prompt"]
        for name in _BRACES.findall(about.prompt):
            first = name.partition(".")[0]
            near = meant(name, [*PLACEHOLDERS, *slots])
            if first not in PLACEHOLDERS and name not in slots and near:
                check.error(path, f"nothing fills '{{{name}}}'{near}")


def _upgrade(check: _Check) -> None:
    upgrade = check.workflow.upgrade
    if not upgrade:
        return
    if upgrade.from_ >= check.workflow.version:
        check.error(["upgrade", "from"], f"'from' is below this version, {check.workflow.version}")
    for old, new in upgrade.map.items():
        check.name(["upgrade", "map", old], "state", new, check.workflow.states)


def _reach(check: _Check) -> None:
    """Refuse a state that nothing leads to."""
    workflow = check.workflow
    reached = _closure([workflow.start], {n: _next(s) for n, s in workflow.states.items()})
    reached |= set(workflow.upgrade.map.values()) if workflow.upgrade else set()
    for name in workflow.states:
        if name not in reached:
            check.error(
                ["states", name],
                f"no state leads to '{name}'; give one a 'go: {name}' or delete it",
            )


def _ends(check: _Check) -> None:
    """Refuse a circle that never waits, and a workflow with an end that a state cannot reach."""
    states = check.workflow.states
    graph = {name: _next(state) for name, state in states.items()}
    moving = {n: {m for m in graph[n] if not _waits(states[m])} for n in states}
    for name, state in states.items():
        if not _waits(state) and name in _closure(moving[name], moving):
            check.error(
                ["states", name], f"'{name}' leads back to itself and never waits for the person"
            )
    ends = [n for n, s in states.items() if s.end or (s.say is not None and not s.go)]
    back = {n: {m for m in states if n in graph[m]} for n in states}
    able = _closure(ends, back)
    for name, state in states.items():
        if ends and name not in able and not is_open(state):
            check.error(["states", name], f"from '{name}' no end can be reached; give it a 'go'")
        if state.branch and state.branch[-1].condition:
            check.error(
                ["states", name, "branch"], "the last way of a branch has no 'if': it is the rest"
            )
        if state.kind == "agent" and state.fill and not (state.go or state.end):
            check.error(["states", name], "when its slots are filled it needs a 'go' or an 'end'")
        if KINDS[state.kind].answered and not (state.go or state.end):
            check.error(["states", name], "when it is answered it needs a 'go' or an 'end'")


def _waits(state: State) -> bool:
    return KINDS[state.kind].answered or bool(state.fill or state.until) or is_open(state)


def _next(state: State) -> set[str]:
    return {target for _, target in _targets(state)}


def _closure(starts: Iterable[str], graph: Mapping[str, set[str]]) -> set[str]:
    reached, look = set(starts), list(starts)
    while look:
        for following in graph[look.pop()] - reached:
            reached.add(following)
            look.append(following)
    return reached


def _calls(check: _Check, workflows: Mapping[str, Workflow]) -> None:
    """Refuse a call of a workflow that is not there, or that comes back to this one."""
    graph = {
        n: {s.call for s in w.states.values() if s.call in workflows}
        for n, w in {**workflows, check.workflow.workflow: check.workflow}.items()
    }
    for name, state in check.workflow.states.items():
        if state.call:
            check.name(["states", name, "call"], "workflow", state.call, workflows)
            called = {n: {str(m) for m in found} for n, found in graph.items()}
            if state.call in called and check.workflow.workflow in _closure([state.call], called):
                check.error(
                    ["states", name, "call"],
                    f"'{state.call}' calls '{check.workflow.workflow}' again: a circle of calls",
                )
        for offered in state.offer:
            if offered not in workflows:
                message = f"there is no workflow '{offered}'{meant(offered, workflows)}"
                check.warn(["states", name, "offer"], f"{message}; it is offered once it is there")
    for at, case in enumerate(check.workflow.tests):
        for key in ("route", "not_route"):
            if name := getattr(case.expect, key):
                check.name(["tests", at, "expect", key], "workflow", name, workflows)


def _languages(check: _Check, declared: Collection[str]) -> None:
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
    for path, names in options:
        for language in wanted:
            if language not in names:
                check.warn(path, f"the option '{path[-1]}' has no name in '{language}'")


def _options(workflow: Workflow) -> Iterator[tuple[list[Any], dict[Any, list[str]]]]:
    """List the options that are named by language, with where they stand."""
    for path, slot in _placed_slots(workflow):
        for option, names in (slot.of or {}).items():
            if isinstance(names, dict):
                yield [*path, "of", option], dict(names)
