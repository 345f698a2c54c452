"""Questions to the person: asked at the end of a turn, answered by another one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from agent.log.steps import approval_asked
from agent.log.turn_log import patiently
from agent.path.incoming import KnownApproval
from agent.path.run import TurnRun
from contracts.events import ApprovalCode, ApprovalKind, ToolApprovalRequest, stamp
from contracts.json import JsonMapping, JsonObject
from contracts.messages import AskedApproval, new_id
from language.intents import plain_answer
from store import approvals, me

_OF_CALLS: tuple[ApprovalKind, ...] = ("tool", "retry", "repeat")


@dataclass(frozen=True, slots=True)
class SettledApproval:
    """What a person has decided about a question, perhaps with other arguments."""

    approval: KnownApproval
    approve: bool
    edited: JsonMapping | None = None

    @property
    def args(self) -> JsonObject:
        """Return the arguments that the call is made with."""
        return dict(self.approval.args if self.edited is None else self.edited)


def ask(
    run: TurnRun,
    kind: ApprovalKind,
    reason: str,
    code: ApprovalCode,
    *,
    call: str = "",
    tool: str = "",
    title: str = "",
    args: JsonMapping | None = None,
) -> None:
    """Ask the person; the turn will end as waiting and the answer will be a turn of its own.

    The question is shown with the end of the turn: whoever sees it can answer it.
    """
    expires = datetime.now(UTC) + timedelta(minutes=run.services.approval_minutes)
    wanted = AskedApproval(
        id=str(new_id()),
        kind=kind,
        call_id=call,
        tool=tool,
        title=title,
        args=dict(args or {}),
        reason=reason,
        code=code,
        expires_at=stamp(expires),
    )
    run.asked.append(run.journal.keep(approval_asked(kind, call), wanted))


async def autonomous(run: TurnRun) -> bool:
    """Tell whether tools that ask yield now: by the turn's option, else by the preference.

    That is read at this moment: it may have been changed, anywhere, since the turn began.
    """
    chosen = run.turn.options.autonomous
    if chosen is not None:
        return chosen
    pool, caller = run.services.pool, run.turn.caller
    return bool((await patiently(lambda: me.preferences(pool, caller))).get("autonomous"))


def in_order(run: TurnRun) -> list[AskedApproval]:
    """Return what was asked in the order of the calls, whichever of them came to ask first."""
    calls = (block["id"] for block in run.answer.blocks if block["type"] == "tool_use")
    place = {call: at for at, call in enumerate(calls)}
    return sorted(run.asked, key=lambda asked: place.get(asked.call_id, len(place)))


def asked_before(run: TurnRun, call: str) -> AskedApproval | None:
    """Find what an earlier worker asked about a call in this turn."""
    found = (run.journal.find(approval_asked(kind, call)) for kind in _OF_CALLS)
    return next((asked for asked in found if asked), None)


def question(asked: AskedApproval) -> ToolApprovalRequest:
    """Write a question as its event."""
    return ToolApprovalRequest(
        approval=asked.id,
        kind=asked.kind,
        call=asked.call_id,
        tool=asked.tool,
        title=asked.title,
        args=asked.args,
        reason=asked.reason,
        code=asked.code,
        expires_at=asked.expires_at,
    )


async def decided(run: TurnRun) -> SettledApproval | None:
    """Find out whether this turn answers a question, by its kind or by a plain yes or no."""
    known = run.incoming.approvals
    if given := run.turn.input.approval:
        named = next((a for a in known if str(a.id) == given["id"]), None)
        return named and SettledApproval(named, given["approve"], given.get("edited_args"))
    answer = plain_answer(run.message)
    if answer is None or not known or run.open_question:
        return None  # a question asked since then is what a yes or no answers
    # One that is not open any more was answered by an earlier attempt at this very turn.
    ours = [a for a in known if not a.open]
    newest = (ours or known)[-1]
    if not ours and _asked_since(run, newest):
        return None
    outcome = await approvals.answer(
        run.services.pool, run.turn.caller.user_id, newest.id, run.turn.id, answer
    )
    return SettledApproval(newest, answer) if outcome == "answered" else None


async def withdraw(run: TurnRun, call: str) -> None:
    """Close the question about a call that is not wanted any more: nobody can approve it later."""
    for known in run.incoming.approvals:
        if known.open and known.call_id == call:
            caller, pool = run.turn.caller, run.services.pool
            await approvals.answer(pool, caller.user_id, known.id, run.turn.id, approve=False)


def others_open(run: TurnRun, approval: KnownApproval) -> bool:
    """Tell whether the turn that asked this still waits for another answer."""
    return any(
        a.open and a.turn_id == approval.turn_id and a.id != approval.id
        for a in run.incoming.approvals
    )


def _asked_since(run: TurnRun, approval: KnownApproval) -> bool:
    """Tell whether the last answer was a question of its own: a yes to that must change nothing."""
    last = next((m for m in reversed(run.turn.history) if m.role == "assistant"), None)
    if last is None or not approval.call_id:  # an offer to go on stands in no message
        return False
    called = (b["id"] for b in last.blocks if b["type"] == "tool_use" or b["type"] == "tool_result")
    if approval.call_id in called:
        return False
    texts = [b["text"] for b in last.blocks if b["type"] == "text"]
    return bool(texts) and texts[-1].rstrip().endswith("?")
