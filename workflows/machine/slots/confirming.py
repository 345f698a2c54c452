"""Confirmations: a yes has something done, so it has to be one to all that was told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from contracts.json import JsonMapping
from language.added import (
    adds_something,
    data_unread,
    limits,
    not_understood,
    without_regrets,
)
from language.agreement import agreement
from language.courtesies import plainly_said
from language.flat import flat
from language.idle_words import telling_words
from language.intents import plain_answer
from language.nothing_given import has_nothing
from language.question_echoes import calls_off
from language.requests import clauses
from language.speech_acts.acts import agrees_wholly, does_more
from language.speech_acts.classify import clause_reading
from language.speech_acts.replies import is_yes
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.machine.slots.message import Reading, question_of
from workflows.machine.slots.values import ValueProblem

_NOTHING = 2  # words at least that say that there is no more: "yes and no" says both
_AGREED = 0.5
_MOST_REMARKS = 2
_MANY = 4  # words beside a yes that are named where it is asked back
_SIGHS = 3  # words before a yes that only say how long it took: "Finally. Yes."
_STOPS = frozenset(",.!")
_ALL_THE_SAME = re.compile(r"\W*(?:mas|but|por[eé]m|s[oó] que|still)\b", re.IGNORECASE)
_LIKELY = 0.4  # how likely a yes must be that has something done, and a no


def is_confirmation(workflow: Workflow, asked: str | None, known: Mapping[str, Slot]) -> bool:
    """Tell whether a state asks a yes or no of its own, that no slot of the workflow keeps."""
    slot = known.get(asked or "")
    return slot is not None and slot.type == "boolean" and asked not in workflow.slots


def weigh_confirmation(
    reading: Reading,
    asked: str,
    slots: Mapping[str, Slot],
    message: str,
    told: JsonMapping,
) -> None:
    """Let a yes count only where it changes nothing and adds nothing.

    What is told again as it was is no change. "Yes, but at nine" is a correction, and the question
    is asked again with it; "sure, if there is parking" is asked back.
    """
    if plain_answer(message) is not None:
        return
    if reading.void:  # there is nothing to agree to before it is told anew
        reading.values.pop(asked, None)
        return
    message = plainly_said(message)
    if asked in reading.values or not (reading.values or reading.refused):
        said_before = " ".join([*map(question_of, slots.values()), *map(str, told.values())])
        if _agrees_all_the_same(message, said_before):
            reading.values[asked] = True
            return
    message = ", ".join(without_regrets(clauses(message))) or message
    if _yes_and_nothing_more(message) and not reading.refused:
        reading.values[asked] = True
        message = "yes"
    changed, question = _changes(reading, asked, told), question_of(slots[asked])
    if asked not in reading.values and not changed and not reading.refused:
        said = agreement(message, question, reply=reading.reply)
        if said is not None:
            reading.values[asked] = said
    said_before = " ".join([*map(question_of, slots.values()), *map(str, told.values())])
    if problem := _left_open(reading, asked, message, question, said_before, changed=changed):
        reading.values.pop(asked, None)
        reading.refused[asked] = problem
    elif reading.values.get(asked) is not True:
        _drop_doubtful_no(reading, asked)
    elif changed or reading.refused:
        del reading.values[asked]


def _agrees_all_the_same(message: str, said_before: str) -> bool:
    """Tell whether a yes stands behind a remark, and all the same: "pricey, but ok, book it".

    What the remark tells must be nothing of what is agreed to, and nothing to be done.
    """
    said = clauses(message)
    agreed = [part for part in said if clause_reading(part).of("yes", "kind") >= _AGREED]
    remarks = [part for part in said if part not in agreed]
    if not remarks or len(remarks) > _MOST_REMARKS or said[-1] not in agreed:
        return False
    yes = [part for part in agreed if clause_reading(part).of("yes") >= _AGREED]
    behind = message[message.rfind(remarks[-1]) + len(remarks[-1]) :]
    contrast = _ALL_THE_SAME.match(behind) is not None
    sighs = len(said[0].split()) <= _SIGHS and remarks == said[:1] and behind[:1] in _STOPS
    return bool(yes) and (contrast or sighs) and all(_is_idle(p, said_before) for p in remarks)


def _is_idle(remark: str, said_before: str) -> bool:
    """Tell whether a remark neither asks, limits or wants anything, nor is of what is agreed to."""
    does = clause_reading(remark).of("asks", "wants", "changes", "no", "leaves", "unsure")
    own = not_understood(remark, "") is None or not_understood(remark, said_before) is not None
    return does < _AGREED and own and not limits(remark) and data_unread(remark, "") is None


def _changes(reading: Reading, asked: str, told: JsonMapping) -> bool:
    """Tell whether a message changes anything; what it tells as it was is none of its values."""
    for name in [n for n, value in reading.values.items() if n != asked and told.get(n) == value]:
        del reading.values[name]
        reading.told_again.append(name)
    return any(name != asked for name in reading.values)


def _left_open(
    reading: Reading, asked: str, message: str, question: str, said_before: str, *, changed: bool
) -> ValueProblem | None:
    """Return why the question is asked once more: what nobody read, or what a yes comes with."""
    answer = reading.values.get(asked)
    if reading.told_again and not changed and answer is False:
        return ValueProblem("more")  # "no, it's Long Sands", and that is what stands there
    said = reading.left if changed else message  # half of a correction is none
    nothing = not (reading.values or reading.refused or reading.question)
    if (changed or nothing) and (unread := not_understood(said, said_before)):
        return ValueProblem("unread", unread)
    if (
        answer is False
        and not changed
        and (unread := data_unread(reading.left, said_before, numbers=False))
    ):
        return ValueProblem("unread", unread)  # "no, Ana will be there"
    if answer is not True or changed or reading.refused:
        return None
    if calls_off(flat(message), question) and not adds_something(reading.left, said_before):
        return None
    more = _is_doubtful(reading, message) or _adds(reading, message, said_before)
    unread = (data_unread(reading.left, said_before) or _beside(message)) if more else None
    return ValueProblem("unread", unread) if unread else ValueProblem("more") if more else None


def _beside(message: str) -> str | None:
    """Return what a message says beside its yes, in as many words as tell something."""
    said = clauses(message)
    rest = [part for part in said if clause_reading(part).of("yes", "kind") < _AGREED]
    told = 0 < len(rest) < len(said) and len(" ".join(rest).split()) >= _MANY
    return ", ".join(rest) if told else None


def _drop_doubtful_no(reading: Reading, asked: str) -> None:
    """Ask back where the words of a no are rather a yes: "leave it like that and send it"."""
    reply = reading.reply
    if reply and reply.act == "yes" and reply.of("no", "changes", "leaves") < _LIKELY:
        reading.values.pop(asked, None)


def _is_doubtful(reading: Reading, message: str) -> bool:
    """Tell whether what sounds like a yes hardly is one under the question."""
    likely = reading.reply is None or reading.reply.of("yes") >= _LIKELY
    return not (likely or agrees_wholly(clauses(message)))


def _yes_and_nothing_more(message: str) -> bool:
    """Tell whether what stands beside a yes only says that there is nothing more to say."""
    said = clauses(message)
    more = [part for part in said if not has_nothing(part) or len(part.split()) < _NOTHING]
    return 0 < len(more) < len(said) and agrees_wholly(more)


def _adds(reading: Reading, message: str, said_before: str) -> bool:
    """Tell whether a yes comes with more than agreement: by its words, or by what they do."""
    said, left = clauses(message), reading.left
    if said[1:] and said[-1].endswith("?") and telling_words(said[-1], 1):
        return True  # "yes, does he bring samples?"
    agrees = agrees_wholly(said) or (reading.reply is not None and is_yes(reading.reply))
    if agrees and not limits(left) and not does_more(said):
        return _tells_figure(said, said_before)
    return adds_something(left, said_before) or does_more(said)


def _tells_figure(said: Sequence[str], said_before: str) -> bool:
    """Tell whether a clause beside a yes tells a figure of its own: "and the gate code is 4471"."""
    tell = (part for part in said[1:] if clause_reading(part).of("tells") >= _AGREED)
    return any(re.search(r"\d", data_unread(part, said_before) or "") for part in tell)
