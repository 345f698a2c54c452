"""Has the conversation of a test in the product: real turns, and its mocks in place of tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from agent.models.tape import NoRecording, Tape, key_of
from cli.testing.observer import ConversationObserver, Noted
from cli.testing.product import EphemeralProduct
from contracts.errors import BudgetExceeded, ToolTimeout
from contracts.events import Event, Ui, UsageReport
from contracts.json import JsonMapping, JsonObject
from contracts.messages import PageAnswer, TurnInput, TurnOptions
from tools.tool import Tool, ToolContext, ToolFailed, bound_output, load_catalog
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.expect import Seen
from workflows.testing.mocks import Mocks

Give = Callable[[JsonMapping, ToolContext], Awaitable[Any]]
_CONTEXT = "ctx_"  # a name that no argument of a tool has


@dataclass(slots=True)
class SpendingLimit:
    """What the run may cost, and has cost."""

    limit: float | None
    spent: float = 0.0

    def check(self) -> None:
        """Refuse to go on when the money is used up."""
        if self.limit is not None and self.spent >= self.limit:
            raise BudgetExceeded(
                f"the budget of {self.limit:g} USD is used up ({self.spent:.4f}); raise --usd"
            )

    def add(self, usage: UsageReport) -> None:
        """Count one turn; a model without a price cannot be kept within a budget."""
        cost = usage.cost_usd
        if cost is None and self.limit is not None:
            raise BudgetExceeded(
                f"no price of {usage.model} is known, so --usd cannot hold: name one in the"
                " file of BATUTA_PRICES, or leave --usd out"
            )
        self.spent += cost or 0.0


class Player:
    """Plays tests one after another; what a test changes in the product is put back behind it."""

    def __init__(
        self,
        product: EphemeralProduct,
        spending: SpendingLimit,
        tape: Tape | None,
        *,
        keyless: bool,
    ) -> None:
        self._product = product
        self._spending = spending
        self._tape = tape
        self._keyless = keyless
        self._tools = dict(product.runtime.tools)
        self._built_in = load_catalog().keys()
        self._noted: Noted = {}  # what tools were called with in this turn

    async def play(self, workflow: Workflow, case: WorkflowTest) -> Seen:
        """Have a test's conversation and tell what happened."""
        seen = Seen()
        if self._tape:
            self._tape.begin(f"{workflow.workflow}: {case.name}")
        try:
            self._spending.check()
            self._product.runtime.tools.update(self._stand_ins(case, seen))
            await self._converse(workflow, case, seen)
        except BudgetExceeded as exc:
            seen.problems.append(exc.message)
        finally:
            self._product.runtime.tools.update(self._tools)
        if self._tape:  # told once, and not also as the failure of the turn
            missing = list(dict.fromkeys(self._tape.missing))
            others = [p for p in seen.problems if not p.endswith(tuple(missing))]
            seen.problems = [*others, *missing] if missing else others
        return seen

    async def _converse(self, workflow: Workflow, case: WorkflowTest, seen: Seen) -> None:
        roles = {"user", *workflow.access}
        # Of a newcomer the first message would go to the welcome, whatever it says.
        known = {} if workflow.route.first else {"onboarding_completed": True}
        talk = await self._product.talk(roles, known | case.profile, case.language, case.today)
        told = case.expect.route is not None or case.expect.not_route is not None
        options = TurnOptions() if told else TurnOptions(workflow.workflow)
        asking: str | None = None
        observer = ConversationObserver(workflow, talk, seen, self._noted)
        for message in case.say:
            if isinstance(message, str):
                events = await talk.send("message", TurnInput(message), options)
            else:
                answer: PageAnswer = {
                    "id": asking or "",
                    "value": cast("JsonObject", message)["ui"],
                }
                events = await talk.send("ui", TurnInput(page_answer=answer), TurnOptions())
            options = TurnOptions()
            await observer.take(events)
            self._count(events, seen)
            asking = next((e.id for e in reversed(events) if isinstance(e, Ui)), asking)
            self._spending.check()

    def _count(self, events: Sequence[Event], seen: Seen) -> None:
        for event in events:
            if isinstance(event, UsageReport):
                if not (self._tape and self._tape.replaying):
                    self._spending.add(event)
                stood_in = [a for a in event.agents if a.model.startswith("local/")]
                if stood_in and not self._keyless:
                    seen.problems.append(
                        "the model could not be asked and the built-in one stood in for it"
                    )

    # -- tools ------------------------------------------------------------------------------------

    def _stand_ins(self, case: WorkflowTest, seen: Seen) -> dict[str, Tool]:
        """Look on at every tool, and put something in the place of what must not be called."""
        mocks = Mocks(case.mock)
        return {name: self._stand_in(tool, mocks, seen) for name, tool in self._tools.items()}

    def _stand_in(self, tool: Tool, mocks: Mocks, seen: Seen) -> Tool:
        if tool.name in mocks:
            return self._in_place_of(tool, _mocked(tool.name, mocks))
        # What the product's own tools change is in the database that is thrown away.
        if tool.side_effect and tool.name not in self._built_in:
            return self._in_place_of(tool, _refused(tool.name, seen))
        if self._tape and not tool.side_effect:
            made = self._in_place_of(tool, _taped(tool, self._tape))
        else:
            made = self._in_place_of(tool, tool.call)
        return replace(made, cache=tool.cache, approval=tool.approval)

    def _in_place_of(self, tool: Tool, give: Give) -> Tool:
        """Make a tool of the same face that asks nobody, is tried once, and forgets."""

        async def answer(**given: Any) -> Any:
            ctx: ToolContext = given.pop(_CONTEXT)
            self._noted.setdefault(tool.name, []).append(given)
            return await give(given, ctx)

        return replace(
            tool, function=answer, context=_CONTEXT, retries=0, cache=None, approval="never"
        )


def _mocked(name: str, mocks: Mocks) -> Give:
    async def give(args: JsonMapping, _: ToolContext) -> Any:
        told = mocks.answer(name, args)
        if told.status == "timeout":
            raise ToolTimeout(str(told.output))
        if told.status != "ok":
            raise ToolFailed(str(told.output))
        return told.output

    return give


def _refused(name: str, seen: Seen) -> Give:
    async def give(args: JsonMapping, _: ToolContext) -> Any:
        problem = (
            f"'{name}' changes something in the world and this test does not mock it; it was not"
            f" called. Add to the test: mock: {{{name}: ANSWER}}"
        )
        if problem not in seen.problems:
            seen.problems.append(problem)
        raise ToolFailed("not called in a test")

    return give


def _taped(tool: Tool, tape: Tape) -> Give:
    """Record what a real tool answers, or repeat it."""

    async def give(args: JsonMapping, ctx: ToolContext) -> Any:
        key, asked = key_of(tool.name, bound_output(args)), f"{tool.name}({dict(args)})"
        if tape.replaying:
            try:
                kept = tape.answer("tool", key, asked)
            except NoRecording as exc:
                raise ToolFailed(exc.message) from exc
        else:
            kept = await _called(tool, args, ctx)
            tape.keep("tool", key, asked, kept)
        if "timeout" in kept:
            raise ToolTimeout(kept["timeout"])
        if "error" in kept:
            raise ToolFailed(kept["error"])
        return kept["ok"]

    return give


async def _called(tool: Tool, args: JsonMapping, ctx: ToolContext) -> JsonObject:
    """Call a tool and write down how it ended; one that breaks is left to break."""
    try:
        return {"ok": await tool.call(args, ctx)}
    except ToolTimeout as exc:
        return {"timeout": exc.message}
    except ToolFailed as exc:
        return {"error": exc.message}
