"""How many model calls an agent may make until a person is asked, or its state fails."""

from __future__ import annotations

from dataclasses import dataclass

from agent.path.run import TurnRun
from contracts.errors import BudgetExceeded, IterationLimit
from workflows.file.states import Budget

MOST_OF_TURN = 4  # visits of full length, whatever a workflow does


@dataclass(slots=True)
class StepLimit:
    """The steps of one visit: its budget's, else those of the person's wish, else the worker's.

    Counted with the steps that a takeover replays, so that it ends where it would have ended.
    """

    run: TurnRun
    most: int
    caught: bool = False  # the workflow says what follows when they are used up
    used: int = 0

    @classmethod
    def of(cls, run: TurnRun, budget: Budget | None = None, *, caught: bool = False) -> StepLimit:
        """Return the limit of a visit; only a budget of its own is met by the workflow."""
        own = budget.steps if budget else None
        usual = run.turn.preferences.get("max_steps") or run.services.max_steps
        return cls(run, own or usual, caught and own is not None)

    def count(self) -> None:
        """Begin a step; raises an offer to go on, or the failure that the workflow meets."""
        self.used += 1
        self.run.model_calls += 1
        if self.used > self.most:
            if self.caught:
                raise BudgetExceeded(f"the state's budget of {self.most} model calls is used up")
            raise IterationLimit(f"the agent has made {self.most} model calls")
        most = MOST_OF_TURN * max(self.most, self.run.services.max_steps)
        if self.run.model_calls > most:
            raise IterationLimit(f"this message has taken {most} model calls")
