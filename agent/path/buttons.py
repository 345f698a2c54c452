"""The buttons that an answer ends with, and the words that press one of them.

A button is pressed by what it sends, by the words on it, and, where one thing alone is offered, by
a yes. So the last answer's buttons are part of where the conversation stands (`Cursor.buttons`).
"""

from __future__ import annotations

import re

from agent.log.journal import JournalStep
from agent.path.run import TurnRun
from contracts.events import Choices
from contracts.json import JsonMapping
from language.agreement import agreement
from language.brief import is_brief
from language.going_on import denies_leaving, goes_on
from language.goodbyes import says_goodbye
from language.intents import leading_answer, plain_answer, wants_nothing
from language.matching import fold, likeness, words
from language.requests import asks, clauses
from language.speech_acts.classify import clause_reading
from router.route import ROOT
from workflows.machine.later import OFFERED
from workflows.machine.texts import is_none_of_these
from workflows.machine.texts import words as machine_words

_SENDS = "@"  # what a button sends that names a workflow
_NEARLY = 0.85  # likeness to the words on a button
_ELSE = f"{_SENDS}{ROOT}"


def is_press(message: str) -> bool:
    """Tell whether a message is what a button sends."""
    return message.strip().startswith(_SENDS)


def show_buttons(run: TurnRun, step: JournalStep[bool], shown: Choices) -> None:
    """Show buttons, and remember those that lead somewhere."""
    run.journal.keep(step, True, shown)
    run.choices = [each.value for each in shown.options]
    options = ((each.label, each.value) for each in shown.options)
    run.buttons.update({label: value for label, value in options if value.startswith(_SENDS)})


def pressed_by(run: TurnRun) -> str | None:
    """Return what the button sends that the message presses; None where it presses none."""
    said, shown = run.message, run.position.buttons
    if not run.incoming.typed or not shown or is_press(said):
        return None
    asked = run.open_question
    if pressed := _by_label(said, shown, alone=asked is None):
        return pressed
    if asked is not None and asked.slot.type == "boolean" and not denies_leaving(said):
        return None  # a yes is for what is asked, and not for what is offered beside it
    return _asked_last(run, shown) or _by_yes(said, shown)


def _asked_last(run: TurnRun, shown: JsonMapping) -> str | None:
    """Take a yes for the second request, which is asked about last: "shall we go on with that?"."""
    later, said = run.position.later, run.message
    sent = f"{_SENDS}{later.get('workflow')}" if later.get(OFFERED) else None
    label = next((label for label, value in shown.items() if value == sent), None)
    if label is None or len(shown) == 1 or run.open_question is not None:
        return None
    return sent if _says_yes(said, label) or _LETS_GO.fullmatch(fold(said[:_SHORT])) else None


def picked_by(run: TurnRun) -> str | None:
    """Return what is sent by the button that a message names by its place, by a yes to the only
    question that is offered, or by taking none.

    Where a form's question is open, a number is for that.
    """
    said, sent = run.message, run.position.choices
    if not run.incoming.typed or not sent or run.open_question is not None:
        return None
    if found := _PLACE.fullmatch(fold(said[:_SHORT])):
        place = _PLACES.get(found[1]) or int(found[1])
        return sent[place - 1] if 0 < place <= len(sent) else None
    none = next((each for each in sent if is_none_of_these(each)), None)
    offered = [each for each in sent if each != none]
    if none and len(offered) == 1 and _says_yes(said, offered[0]):
        return offered[0]  # "do you mean this?"
    return none if none and wants_nothing(said) and 1 < len(words(said)) <= _MOST_REFUSED else None


def taken_again(run: TurnRun) -> str | None:
    """Return what begins again, changed, what is done: where a message takes up that offer.

    It stands for a few turns, and whoever takes it may say more: "yes, do it with the change".
    """
    again, plain = run.position.again, fold(run.message[:_LONG])
    if again is None or not run.incoming.typed or run.open_question is not None:
        return None
    offered = f"{_SENDS}{again.workflow}"
    label = fold(machine_words("do_again", run.language))
    latest = offered in run.position.buttons.values()
    taken = plain.strip(" .!") == label or _ONCE_MORE.match(plain) is not None
    taken = taken or (latest and _AS_OFFERED.match(plain) is not None)
    return offered if taken and "?" not in run.message else None


def refused_offer(run: TurnRun) -> str | None:
    """Return the parting of who wants nothing of what is offered: "no need, it's fine. bye"."""
    shown = run.incoming.typed and run.position.buttons and is_brief(run.message)
    said = clauses(run.message) if shown else []
    if len(said) <= 1 or run.open_question is not None or "?" in run.message:
        return None
    first, *between, last = map(clause_reading, said)
    parts = last.of("leaves", "kind") >= _LIKELY and not last.of("wants") >= _LIKELY
    if first.of("no") < _REFUSES or not parts:
        return None
    if any(each.of("asks", "wants", "changes") >= _LIKELY for each in between):
        return None
    return ", ".join(part for part in said if clause_reading(part).of("leaves", "kind") >= _LIKELY)


def refused_by(run: TurnRun) -> tuple[frozenset[str], str]:
    """Return the workflows that were offered and are refused, and what is wanted instead of them:
    "none of those. can you wash a duvet?"."""
    said, shown = run.message, run.position.buttons
    first, *rest = clauses(said) if run.incoming.typed and _ELSE in shown.values() else [""]
    label = next((fold(label) for label, value in shown.items() if value == _ELSE), "")
    nothing = 1 < len(words(first)) <= _MOST_REFUSED and wants_nothing(first)
    if not rest or not (nothing or fold(first) == label):
        return frozenset(), said
    names = (str(value).removeprefix(_SENDS) for value in shown.values() if value != _ELSE)
    return frozenset(names), said[said.index(first) + len(first) :].lstrip(" ,.;!?")


def _by_label(said: str, shown: JsonMapping, *, alone: bool) -> str | None:
    for label, value in shown.items():
        if fold(said).strip(" .!") == fold(label):
            return value
    alike = [value for label, value in shown.items() if _is_nearly(said, label, alone=alone)]
    return alike[0] if len(alike) == 1 else None


def _is_nearly(said: str, label: str, *, alone: bool) -> bool:
    """Tell whether a message says a button's words but for a slip, or most of them and no other;
    or one word that it has, where nothing else is asked: "reserve"."""
    own, given = words(label), words(said)
    if alone and len(given) == 1 and len(given[0]) >= _TELLING:
        return any(given[0][:_TELLING] == word[:_TELLING] for word in own)
    part = 2 * len(given) > len(own) and set(given) <= set(own)
    return len(given) > 1 and (part or likeness(said, label) >= _NEARLY)


def _by_yes(said: str, shown: JsonMapping) -> str | None:
    """Take a yes for the one thing that is offered, and "none of them" for something else."""
    offered = [value for value in shown.values() if value != _ELSE]
    if _ELSE in shown.values() and wants_nothing(said) and len(words(said)) <= _MOST_REFUSED:
        return _ELSE
    if len(offered) != 1:
        return None
    label = next(label for label, value in shown.items() if value == offered[0])
    agreed = goes_on(said, label) or denies_leaving(said) or _says_yes(said, label)
    more = (part for part in clauses(said)[1:] if not goes_on(part, label))
    return offered[0] if agreed and not any(map(asks, more)) else None


def _says_yes(said: str, label: str) -> bool:
    if says_goodbye(said) or clause_reading(said).of("leaves", "no") >= _LIKELY:
        return False  # "ok bye"
    agreed = plain_answer(said) is True or _agrees_by_label(said, label)
    return agreed or _agrees_briefly(said, label)


def _agrees_by_label(said: str, label: str) -> bool:
    """Tell whether a yes says again what the button does: "yes, book it", "isso, reservar"."""
    first, *rest = clauses(said) or [""]
    own = set(words(label))
    return leading_answer(first) is True and bool(rest) and set(words(" ".join(rest))) <= own


def _agrees_briefly(said: str, label: str) -> bool:
    """Tell whether a few words say yes in any way: "yes do that", "sim, pode fazer"."""
    return len(words(said)) <= _MOST_AGREED and agreement(said, f"{label}?") is True


_LIKELY, _REFUSES = 0.5, 0.7
_LETS_GO = re.compile(
    r"\W*(?:vamos|bora|vamo|let'?s go|let'?s)(?: (?:la|nessa|sim|then|entao))?\W*"
)
_LONG = 80  # characters of a message that takes an offer up
_LED = (
    r"\W*(?:(?:ok|okay|ai|entao|then|so|sim|yes|yeah|quero|i do|please|por favor|isso|pode|well|bom"
    r"|ta|fine|all right)\W+){0,4}"
)
_ONCE_MORE = re.compile(
    rf"{_LED}(?:do|make|place|book|order|put|faz(?:er)?|faca|refaz\w*|repet\w+|marca|pede|repeat)\b"
    r"(?: \w+){0,3}? (?:again|once more|one more time|de novo|novamente|mais uma vez|outra vez)\b"
    rf"|{_LED}(?:do|make|faz(?:er)?|faca)\b(?: it| isso)? (?:with|com) (?:the|a|essa|that|this)"
    r" (?:change|mudanca|alteracao)\b"
)
_AS_OFFERED = re.compile(
    rf"{_LED}(?:do it|make it so|faz(?:er)?|faca)\b(?: with| com| isso| at| on| for| as| a"
    r"| pra| para| na| no|\W*$)"
)
_MOST_REFUSED = 3  # words of a "none of these"
_TELLING = 5  # letters of a word that a button's is another form of
_SHORT = 40
_PLACES = {
    "first": 1, "primeiro": 1, "primeira": 1, "second": 2, "segundo": 2, "segunda": 2, "third": 3,
    "terceiro": 3, "terceira": 3,
}  # fmt: skip
_PLACE = re.compile(
    rf"\W{{0,3}}(?:(?:the|option|number|o|a|opcao|numero)\W{{1,3}}){{0,2}}(\d{{1,2}}|{'|'.join(_PLACES)})"
    r"(?: (?:one|opcao|option))?(?: (?:please|por favor))?\W{0,3}"
)
_MOST_AGREED = 4  # words of a yes that tells nothing besides
