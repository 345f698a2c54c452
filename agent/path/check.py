"""What the guards say about a turn's message, and about what its tools are given and give back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

import orjson

from agent.log.steps import CHECKED, choices_shown, guarded
from agent.path.care import care_for, offer_ways_on, short_words
from agent.path.heard import heard_language, language_before
from agent.path.refusal_words import choices_after, words_of_block
from agent.path.report import report_verdict
from agent.path.run import TurnRun
from agent.serving.route_context import question_of
from contracts.blocks import text_of
from contracts.errors import InvalidRequest, Unsafe
from contracts.events import GuardVerdict
from contracts.json import JsonObject
from guardrails.gate import each_text, text_in
from guardrails.guard import Judge, Look, Stage, Verdict
from guardrails.heads.score import unled
from guardrails.policy import Policy
from guardrails.window import EARLIER, as_one, judge_together, together
from language.intents import intent_of
from language.json_text import leaves
from router.answers import fits

WITHHELD = "this result was withheld: it tries to give orders; do not call for it again"
REFUSED = "these arguments were not let through; say what you wanted to do and leave it there"


async def check_message(run: TurnRun) -> asyncio.Task[Verdict] | None:
    """Ask the guards about the message; a blocked one goes no further and is kept nowhere.

    While the judge thinks about a message that something may be begun for, the check is returned,
    and the message counts until then as the judge would let it in.
    """
    verdict = run.journal.find(CHECKED)
    if verdict is None and run.judge is not None and may_begin(run):
        doubt = Doubt(run.judge)
        check = asyncio.create_task(_judged(run, doubt), name="check")
        try:
            await asyncio.wait([check, doubt.asked], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            check.cancel()
            await asyncio.wait([check])
            raise
        if not check.done():
            _hear(run, doubt.text)
            return check
        verdict = check.result()
    take_verdict(run, verdict or await _judged(run, run.judge))
    return None


def may_begin(run: TurnRun) -> bool:
    """Tell whether an answer may be begun before it counts.

    Not where the message may decide something, is for people, or somebody is in danger.
    """
    incoming = run.incoming
    for_people = incoming.held or run.ended_handover or intent_of(incoming.given) == "human"
    return incoming.typed and not incoming.approvals and not for_people and run.care is None


class Doubt:
    """The judge as a check asks him: whoever waits learns that he is being asked."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._alone = True  # it is the message alone that he is asked about
        self.text: str | None = None  # the message as it is let in, if the guards change it
        self.asked: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def __call__(self, text: str) -> Verdict:
        """Ask the judge."""
        if not self.asked.done():
            self.text = text if self._alone else self.text
            self.asked.set_result(None)
        return await self._judge(text)

    def over(self, verdict: Verdict) -> None:
        """Note what was decided of the message alone; it is looked at with others now."""
        self._alone, self.text = False, verdict.text


def _hear(run: TurnRun, text: str | None) -> None:
    """Take the message as the guards have let it through."""
    run.message = run.incoming.given if text is None else text
    run.language = heard_language(run)


def take_verdict(run: TurnRun, verdict: Verdict) -> None:
    """Go by what the guards have decided; raises where the message goes no further."""
    text = run.incoming.given
    run.journal.keep(CHECKED, verdict, *_event(verdict))
    _hear(run, verdict.text)
    if verdict.decision == "block":
        run.message = ""
        run.care = care_for(verdict) or run.care
        run.position.language = run.language if run.care else run.position.language
        if run.care:
            offer_ways_on(run)
            raise Unsafe(verdict.say or short_words(run))
        if verdict.say is None:
            run.journal.keep(choices_shown("blocked"), True, choices_after(run.language))
        raise Unsafe(verdict.say or words_of_block(verdict, run.language, _asked(run)))
    if text and not run.message.strip():
        raise InvalidRequest("the message holds nothing that can be read; write it again")


def _asked(run: TurnRun) -> str:
    """Return the question that is open; whoever is refused an answer can give another one."""
    question = question_of(run.open_question, run.language)
    return question.text if question and "{" not in question.text else ""


async def _judged(run: TurnRun, judge: Judge | None) -> Verdict:
    """Ask about the message, or about the texts that a form of the page answered."""
    answer = run.incoming.page_answer
    # As JSON, line breaks are written as letters and would hide a phrase.
    text = (
        run.incoming.given
        if answer is None
        else "\n".join(_said_by([answer["id"], answer.get("value")]))
    )
    answering = answer is None and run.open_question is not None
    verdict = await _decide(run, text, "input", judge, _policy_of(run, text), answering=answering)
    if run.incoming.typed and verdict.decision != "block":
        if isinstance(judge, Doubt):
            judge.over(verdict)
        verdict, text = await _judged_together(run, verdict, text, judge, answering)
    await report_verdict(run, verdict, text)
    if answer is None or verdict.text is None:
        return verdict
    return replace(verdict, text=orjson.dumps(_rewritten(run, answer, "input")).decode())


async def _judged_together(
    run: TurnRun, alone: Verdict, text: str, judge: Judge | None, answering: bool
) -> tuple[Verdict, str]:
    """Judge the last messages as one text; what it says and shows of them counts if that is bad."""
    if alone.example or alone.stage != "input":
        return alone, text
    said = text if alone.text is None else alone.text
    parts = together(_told_before(run), said)
    if not parts:
        return alone, text
    policy = _policy_of(run, text)
    whole = as_one(parts)
    look = partial(judge_together, parts, alone.scores, policy, answering)
    judge = None if policy.judge == "never" else judge
    policy = policy.model_copy(update={"judge": "suspicious"}) if judge else policy
    verdict = await _decide(run, whole, "input", judge, policy, look)
    return (verdict, whole) if verdict.decision == "block" else (alone, text)


def _told_before(run: TurnRun) -> list[str]:
    """Return what the person has written in the last messages that were let through."""
    told: list[str] = []
    for message in reversed(run.turn.history):
        if message.role == "user":
            told.insert(0, " ".join(text_of(block) for block in message.blocks))
        if len(told) == EARLIER:
            break
    return [each for each in told if each]


async def check_result(run: TurnRun, tool: str, call: str, output: Any) -> Any | None:
    """Return what may be seen of a tool's output, or None where it must be withheld."""
    texts = list(_texts(output))
    verdict = await _ask(run, "\n".join(texts), "tool_result", run.judge, tool, call)
    if verdict.decision == "block":
        return None
    if verdict.text is None:
        return output
    return await asyncio.to_thread(_rewritten, run, output, "tool_result")


def check_words(run: TurnRun, text: str) -> Verdict:
    """Check a few words of a tool at once; only the judge is not asked about them."""
    return run.services.guards.check(text, "tool_result", _policy(run))


async def check_arguments(run: TurnRun, tool: str, call: str, args: JsonObject) -> bool:
    """Tell whether a tool may be called with what a model, or a workflow, wants to give it.

    A call that was refused stays refused: its arguments are not kept, and cannot be read again.
    """
    if run.journal.find(guarded("tool_args", call)) == "block":
        return False
    verdict = await _ask(run, "\n".join(_texts(args)), "tool_args", None, tool, call)
    return verdict.decision != "block"


async def _ask(
    run: TurnRun, text: str, stage: Stage, judge: Judge | None, tool: str, call: str
) -> Verdict:
    if not text.strip():
        return Verdict("allow", stage=stage)
    verdict = await _decide(run, text, stage, judge)
    await report_verdict(run, verdict, text, about=tool)
    if verdict.decision in ("review", "block"):
        run.journal.keep(guarded(stage, call), verdict.decision, *_event(verdict))
    return verdict


async def _decide(
    run: TurnRun,
    text: str,
    stage: Stage,
    judge: Judge | None,
    policy: Policy | None = None,
    look: Look | None = None,
    answering: bool = False,
) -> Verdict:
    settled = await run.services.examples.of(run.turn.caller.org_id)
    wanted = policy or _policy(run)
    return await run.services.guards.decide(
        text, stage, wanted, judge, settled.apply, look, answering
    )


def _policy(run: TurnRun) -> Policy:
    """Return the project's wishes; a strict workflow that is under way makes them stricter."""
    policy = run.services.guards.policy
    frame = run.position.active
    active = run.world.at(frame) if frame and frame.workflow in run.world else None
    if active and active.strict:
        policy = policy.model_copy(update={"strict": True})
    return policy if run.services.models.has_real() else unled(policy)


def _policy_of(run: TurnRun, text: str) -> Policy:
    """Return the wishes for a message: what clearly answers the open question is not guessed at,
    nor what is said to the engine itself ("back to the assistant").

    The rules, which are certain, see it all the same.
    """
    policy = _policy(run)
    if intent_of(text) is not None:
        return policy.model_copy(update={"off": policy.off | {"heads"}})
    language = language_before(run)
    question = question_of(run.open_question, language)
    if question is None or fits(text, question, language) != "yes":
        return policy
    return policy.model_copy(update={"off": policy.off | {"heads"}})


def _event(verdict: Verdict) -> list[GuardVerdict]:
    if verdict.decision == "allow":
        return []
    return [GuardVerdict(verdict=verdict.decision, category=verdict.category, message=verdict.say)]


def _texts(value: Any) -> list[str]:
    """Gather every text in plain JSON, keys too: both reach a model."""
    return [text for leaf in leaves(value) if (text := text_in(leaf)) is not None]


def _said_by(value: Any) -> list[str]:
    """Gather what a model will read of a page's answer: texts, names of fields, every number."""
    return [
        leaf if isinstance(leaf, str) else orjson.dumps(leaf).decode()
        for leaf in leaves(value)
        if isinstance(leaf, str) or (isinstance(leaf, int | float) and not isinstance(leaf, bool))
    ]


def _rewritten(run: TurnRun, value: Any, stage: Stage) -> Any:
    """Return plain JSON without what the guards take out, text by text."""
    guards, policy = run.services.guards, _policy(run)
    return each_text(value, lambda text: guards.rewritten(text, stage, policy))
