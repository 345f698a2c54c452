"""What a state sets going: agents, tools, components of the page; and how a failure is met."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, cast

from workflows.file.check import is_open
from workflows.file.conditions import compile_condition
from workflows.file.forms import wrong_fields
from workflows.file.schema import Budget, State
from workflows.machine.collecting import Collecting
from workflows.machine.position import Moves
from workflows.machine.repairs import repair_in
from workflows.machine.slots.read import Reading
from workflows.machine.slots.values import accept_all
from workflows.machine.steps import AskedPage, Failed, Outcome, RunAgent, RunTogether, RunTool
from workflows.machine.texts import title_of


class Running(Collecting):
    """A position that can have work done; where that leads is another's to say."""

    @abstractmethod
    def _finish(self, how: str) -> Moves:
        """End the workflow and go back to what it interrupted."""

    @abstractmethod
    def _end_of_digression(self) -> Moves:
        """Give the word back to the workflow that was interrupted."""

    def _agent(self, state: State) -> Moves:
        about = self.workflow.agents[str(state.agent)]
        ended = Outcome()
        for attempt in range(state.retry + 1):
            outcome = yield RunAgent(
                workflow=self.workflow.workflow,
                state=self.place,
                agent=str(state.agent),
                number=self._number(),
                slots=dict(self.slots),
                tools=None if state.tools is None else tuple(state.tools),
                model=state.model,
                budget=_least(state.budget, about.budget),
                timeout=state.timeout,
            )
            ended = outcome or Outcome()
            if ended.status in ("ok", "waiting") or attempt == state.retry:
                break
        if ended.status == "waiting":
            return
        if ended.status != "ok":
            yield from self._failed(ended, said=False)
            return
        self.frame.failed = False
        if is_open(state):
            yield from self._end_of_digression()
            return
        self._keep_result(ended.output)
        if state.until is None or compile_condition(state.until).holds(self._values()):
            yield from self._follow()
        else:
            self.frame.tries += 1

    def _tool(self, state: State, call: str | None = None) -> Moves:
        missing = self._forbidden(str(state.tool))
        if missing:
            yield from self._refused(missing)
            return
        ended = Outcome()
        for attempt in range(state.retry + 1):
            outcome = yield RunTool(
                workflow=self.workflow.workflow,
                state=self.place,
                tool=str(state.tool),
                number=self._number(),
                args=None if state.args is None else self._filled_in(state.args),
                slots=dict(self.slots),
                call=call,
                timeout=state.timeout,
            )
            ended = outcome or Outcome()
            if ended.status in ("ok", "waiting") or attempt == state.retry:
                break
            call = None
        if ended.status == "waiting":
            self.frame.pending = ended.call or ""
            return
        self.frame.pending = None
        yield from self._settle(ended)

    def _together(self, state: State) -> Moves:
        tasks = tuple(
            task
            if task.args is None
            else task.model_copy(update={"args": self._filled_in(task.args)})
            for task in state.parallel or ()
        )
        missing = [n for t in tasks if t.tool for n in self._forbidden(t.tool)]
        if missing:
            yield from self._refused(missing)
            return
        outcome = yield RunTogether(
            workflow=self.workflow.workflow,
            state=self.place,
            number=self._number(),
            tasks=tasks,
            slots=dict(self.slots),
            timeout=state.timeout,
        )
        yield from self._settle(outcome or Outcome())

    def _settle(self, outcome: Outcome) -> Moves:
        if outcome.status == "ok":
            self.frame.failed = False
            self._keep_result(outcome.output)
            yield from self._follow()
        else:
            yield from self._failed(outcome, said=True)

    def _failed(self, outcome: Outcome, *, said: bool) -> Moves:
        """Go where the workflow says that a failure goes; else the turn, or the workflow, ends."""
        self.frame.failed = True
        self.changed = False  # since then
        state = self.state
        spare = (state.on_timeout if outcome.status == "timeout" else None) or state.on_error
        if said or spare:
            reason = str(outcome.output or outcome.status)[:500]
            yield self.say("failed", reason=reason)
        if spare:
            yield from self._enter(spare)
        elif said:
            yield from self._finish("cancelled")
        else:
            yield Failed(outcome)

    def _forbidden(self, subject: str) -> list[str]:
        """Return the slots that a rule requires first: without them nothing is done."""
        return [
            name
            for rule in self.workflow.rules
            if rule.kind == "requires" and rule.subject == subject
            for name in rule.names
            if self.slots.get(name) is None
        ]

    def _refused(self, missing: list[str]) -> Moves:
        """A rule forbids it: fail closed, collect what is missing where a state does that."""
        language = self.given.language
        titles = [
            title_of(name, slot, language) if (slot := self.workflow.slot(name)) else name
            for name in dict.fromkeys(missing)
        ]
        yield self.say("missing", names=", ".join(titles))
        collecting = next(
            (n for n, s in self.workflow.states.items() if missing[0] in s.fill), None
        )
        if collecting:
            yield from self._enter(collecting)
        elif self.state.on_error:
            yield from self._enter(self.state.on_error)
        else:
            yield from self._finish("cancelled")

    def _decided(self) -> Moves:
        """A person was asked about a tool call; now it was decided, or something else was said."""
        if not self.message:
            yield from self._tool(self.state, self.frame.pending or None)
        elif repair_in(self.message) == "cancel":
            self.frame.pending = None
            yield from self._repaired("cancel")
        else:
            yield self.say("pending")

    def _ask_page(self) -> Moves:
        state = self.state
        mark = f"{self.workflow.workflow}.{self.place}"
        self.frame.asking = mark
        yield AskedPage(mark, str(state.ui), self._filled_in(state.props), state.result)

    def _page_answered(self) -> Moves:
        """Take a component's answer; words are no answer to it."""
        mark = f"{self.workflow.workflow}.{self.place}"
        if self.given.ui and self.given.ui[0] == mark:
            yield from self._take_answer(self.given.ui[1])
            return
        repair = repair_in(self.message)
        if repair in ("cancel", "human"):
            yield from self._repaired(repair)
        else:
            yield self.say("page")
            yield from self._ask_page()

    def _take_answer(self, value: Any) -> Moves:
        """Keep an answer of the declared form; ask again where it has another one."""
        wrong = wrong_fields(self.state.result, value)
        if wrong:
            self.frame.tries += 1
            way = self._way(self.state.ways, mentioning="tries")
            if way:
                yield from self._enter(way.to)
                return
            names = ", ".join(name for name in wrong if name)
            yield self.say("page_wrong", names=names) if names else self.say("page_other")
            yield from self._ask_page()
            return
        self._keep_result(value)
        if isinstance(value, dict):
            given = cast("dict[str, Any]", value)
            found = accept_all(self.workflow.slots, given, self.given.today)
            yield from self._keep(Reading(values=found))
        self.message = ""
        yield from self._follow()


def _least(one: Budget | None, other: Budget | None) -> Budget | None:
    """Return the tighter of two budgets in each respect."""
    if one is None or other is None:
        return one or other

    def least(key: str) -> Any:
        limits = [v for b in (one, other) if (v := getattr(b, key)) is not None]
        return min(limits, default=None)

    return Budget(usd=least("usd"), seconds=least("seconds"), steps=least("steps"))
