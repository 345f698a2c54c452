"""Which of a workflow's frequent questions a message asks, alone or beside other things."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from language.detect import detect
from language.fragments import is_fragment
from language.intents import behind_greeting, intent_of, plain_answer
from language.matching import words as words_of
from language.nearest_question import LONGEST, NearestQuestion, QuestionIndex
from language.only_asking import only_asked
from language.price_asked import asks_price
from language.question_kinds import asks_kind_alone, kind_chances
from language.requests import asks, clauses, cuts, is_filler
from language.speech_acts.acts import may_question
from language.speech_acts.classify import clause_reading
from language.told_kinds import TOLD
from workflows.file.load import CATALOG, load
from workflows.file.schema import Workflow
from workflows.file.words import LANGUAGES
from workflows.machine.form_things import NO_THINGS, FormThings, asked_of
from workflows.machine.pay_answers import only_paid
from workflows.machine.price_answers import (
    answer_priced,
    charge_named,
    nearest_to,
    only_priced,
    priced_about,
    tells_amount,
)
from workflows.machine.steps import AnswerFound
from workflows.machine.texts import is_none_of_these

_SMALL_TALK = (  # asks nothing, and is near whatever is short
    "thanks", "thank you very much", "great", "that is all", "bye", "I love you", "you are stupid",
    "this does not work", "obrigado", "valeu", "legal", "era só isso", "tchau", "te amo",
    "você é burro", "isso não funciona", "who made you?", "who created you?", "quem te fez?",
    "quem te criou?", "are you a real person?", "am I talking to a human?",
    "você é uma pessoa de verdade?", "estou falando com um humano?",
)  # fmt: skip
_TELLING = 2  # words
_LIKELY = 0.55  # what is told with a reserve
_OF_KIND = 0.6  # how surely a question is for a price, a time or a place
_NEAR = 0.4  # what is told so in the middle of a form, with the way to a person
_RATHER, _NO_KIND = 0.3, 0.6  # how likely a message wants something, or asks for no kind of answer
_MOST_BESIDE = 3  # frequent questions of one message
_ASKS = re.compile(r"\W*(?:when|quando|whether|if|se)\b", re.IGNORECASE)  # and others' openers
_AND = re.compile(r"\bn\b", re.IGNORECASE)
_LEADS_IN = re.compile(
    r"(?<!\W)\W*(?:(?:first|before that|by the way|antes(?: disso)?|primeiro|so|ah|oh|then)\W+)?"
    r"(?:(?:please )?tell me|me (?:diz|diga|fala)|(?:eu )?(?:queria|quero|preciso) saber"
    r"|i(?: would|'d)? (?:want|like|need) to know)(?: (?:if|whether|se))?\b\W*",
    re.IGNORECASE,
)
_LEADS_UP = re.compile(  # what announces a question and is none
    r"[\s,;.!-]{0,4}\b(?:e |and |mas |but |ah |oh ){0,2}(?:oh|ah|hey|antes|first|before that"
    r"|by the way|ali[aá]s|me (?:diz|diga|fala)(?: uma coisa)?|tell me(?: something)?"
    r"|uma (?:pergunta|duvida|dúvida)|(?:one|quick|a) question"
    r"|(?:so )?(?:queria|quero|gostaria de) (?:saber|perguntar))\W*$",
    re.IGNORECASE,
)
_Texts = tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]


def find_answer(
    workflow: Workflow | None, message: str, things: FormThings = NO_THINGS
) -> AnswerFound | None:
    """Tell which of a workflow's questions a message asks; takes milliseconds, and more at first.

    So a server does it in a thread. `things` are those of the form under way: "how much is it?" is
    about what was chosen of them.
    """
    if workflow is None or not workflow.answers or not message or len(message) > LONGEST:
        return None
    message = only_asked(message) or message
    if may_ask_beside(message):
        names, rest = cut_questions(workflow, message, things=things)
        if len(names) > 1 and not rest:
            return AnswerFound(workflow.workflow, names, True, all=True)
    return _answer_of(workflow, message, things)


def _answer_of(
    workflow: Workflow, message: str, things: FormThings = NO_THINGS
) -> AnswerFound | None:
    """Tell which question a text asks as a whole."""
    name = workflow.workflow
    if is_none_of_these(message):
        return AnswerFound(name, (), False)
    stock = intent_of(message)
    if stock or plain_answer(message) is not None:  # "oi, tudo bem?" is like "olá", and no question
        same = (n for n, a in workflow.answers.items() if stock in map(intent_of, a.wordings))
        said = next(same, None) if stock else None
        return AnswerFound(name, (said,), True) if said else None
    if any(is_fragment(message, language) for language in LANGUAGES):  # no word of a question
        return None
    if named := charge_named(workflow, message):
        return AnswerFound(name, (named,), True)
    if mine := priced_about(workflow, message, things):
        sure = len(mine) == 1 and asks_price(message)  # a price for one tells no total
        return AnswerFound(name, mine, sure, all=len(mine) > 1)
    found = _found_of(workflow, message, things)
    if found is None or not found.sure:
        near = found.names if found else ()
        chosen = things.beside(message).chosen
        if priced := answer_priced(workflow, message, near, chosen):
            return AnswerFound(name, (priced,), True)
        if paid := only_paid(workflow, message):
            return AnswerFound(name, (paid,), False, likely=True)
        if (not chosen or things.ended) and (priced := only_priced(workflow, message)):
            return AnswerFound(name, (priced,), False, likely=True)
    bare = len(words_of(message)) < _TELLING and not asks(message)
    if found is None or (not found.sure and (bare or _tells_or_wants(message))):
        return None  # a name is near to whatever is short
    if found.sure and _greets(workflow, found.names[0]) and behind_greeting(message) is None:
        return None  # "translate good morning" greets nobody
    # Nobody is asked whether they meant to say hello, or to ask what holds in any project.
    names = found.names if found.sure else [n for n in found.names if _own(workflow, n)]
    likely = found.tells and found.chance >= _LIKELY and names[:1] == [*found.names[:1]]
    if not (found.sure or likely) and (mine := _of_the_form(workflow, message, names, things)):
        return AnswerFound(name, (mine,), False)
    near = found.chance >= _NEAR
    return AnswerFound(name, tuple(names), found.sure, likely=likely, near=near) if names else None


def _of_the_form(
    workflow: Workflow, message: str, names: Sequence[str], things: FormThings
) -> str | None:
    """Return the one answer of the kind that is wanted which is about the form under way."""
    kinds = kind_chances(message)
    best = int(kinds.argmax())
    if things.ended or not TOLD[best] or kinds[best] < _OF_KIND:
        return None
    same = [n for n in names if _asks_for(workflow, n, best)]
    return same[0] if len(same) == 1 and nearest_to(workflow, same, things.about) else None


def _asks_for(workflow: Workflow, name: str, kind: int) -> bool:
    return any(kind_chances(text)[kind] >= _OF_KIND for text in workflow.answers[name].wordings)


def _tells_or_wants(message: str) -> bool:
    """Tell whether a message rather says or wants something than asks to be told it."""
    if "?" in message:
        return False
    does = clause_reading(message)
    wants = does.of("wants", "upset", "changes", "leaves")
    return wants >= max(_RATHER, does.of("asks")) or float(kind_chances(message)[-1]) >= _NO_KIND


def _found_of(workflow: Workflow, message: str, things: FormThings) -> NearestQuestion | None:
    """Look for what is asked; of a thing that was chosen or named, in the answer that names it."""
    things, index = things.beside(message), answer_index(workflow)
    subjects = things.chosen
    priced = bool(subjects) and asks_price(message)
    if not subjects or things.ended or not (priced or asks_kind_alone(message)):
        return index.find(message)
    for thing in subjects:
        for asked in asked_of(message, thing, priced=priced):
            each = index.find(asked)
            if each is None or (priced and not tells_amount(workflow, each.names[0])):
                continue  # "how much is it?" wants no measures of it
            if index.names_it(each.names[0], thing):
                return NearestQuestion(each.names, True, each.chance)
    plain = None if things.certain else index.find(message)
    return plain and NearestQuestion(plain.names, False, plain.chance)


def may_ask_beside(message: str) -> bool:
    """Tell whether a message may ask something beside what it is about; costs next to nothing."""
    if len(message) > LONGEST:
        return False
    return "?" in message or only_asked(message) is not None or any(map(asks, clauses(message)))


def cut_questions(
    workflow: Workflow,
    message: str,
    may_be_asked: Callable[[str], bool] = bool,
    things: FormThings = NO_THINGS,
) -> tuple[tuple[str, ...], str]:
    """Cut a workflow's frequent questions out of a message: their names, and the other words."""
    asked: list[tuple[int, str]] = []  # where in the message, and what
    whole = rest = _joined(only_asked(message) or message)
    for _ in range(_MOST_BESIDE):
        found = next(_cut(workflow, rest, may_be_asked, things), None)
        if found is None:
            break
        name, said, rest = found
        asked.append((whole.find(said.rstrip("?")), name))
    if name := _surely(workflow, rest, may_be_asked, things):
        asked, rest = [*asked, (whole.find(rest.rstrip("?")), name)], ""
    names = dict.fromkeys(name for _, name in sorted(asked))
    return tuple(names), "" if is_filler(rest) else rest


def _cut(
    workflow: Workflow,
    message: str,
    may_be_asked: Callable[[str], bool],
    things: FormThings,
) -> Iterator[tuple[str, str, str]]:
    """Find the parts of a message that surely ask a frequent question, each with the others."""
    parted = cuts(message)
    behind = [(tail, head) for head, tail in reversed(parted)]
    for said, other in [*behind, *parted]:  # the least that asks: the rest tells something
        if name := _surely(workflow, said, may_be_asked, things.beside(other)):
            yield name, said, _LEADS_UP.sub("", other).strip()


def _surely(
    workflow: Workflow, said: str, may_be_asked: Callable[[str], bool], things: FormThings
) -> str | None:
    asked = said.rstrip().endswith("?") or may_question(said) or _ASKS.match(said)
    if not asked or is_filler(said) or not may_be_asked(said):
        return None
    found = _answer_of(workflow, _LEADS_IN.sub("", said), things)
    sure = found is not None and found.sure and not _greets(workflow, found.names[0])
    return found.names[0] if found and sure else None


def _joined(message: str) -> str:
    """Write out an "n" between two English clauses: in Portuguese it is a no."""
    return _AND.sub("and", message) if detect(message) == "en" else message


def _greets(workflow: Workflow, name: str) -> bool:
    return all(behind_greeting(text) == "" for text in workflow.answers[name].wordings)


def _own(workflow: Workflow, name: str) -> bool:
    """Tell whether the project answers a question itself, and not as every assistant does."""
    asked = workflow.answers[name].wordings
    return not _greets(workflow, name) and not _asked_anywhere().issuperset(asked)


@lru_cache(1)
def _asked_anywhere() -> frozenset[str]:
    built_in = load(CATALOG / "root.yaml").answers.values()
    return frozenset(text for answer in built_in for text in answer.wordings)


def answer_index(workflow: Workflow) -> QuestionIndex:
    """Return the index of a workflow's questions, made when its content is first met."""
    answers = workflow.answers.items()
    known = tuple((name, tuple(a.wordings), tuple(a.sayings)) for name, a in answers)
    return _index(known, (*workflow.route.not_when, *workflow.route.examples))


@lru_cache(64)
def _index(known: _Texts, others: tuple[str, ...]) -> QuestionIndex:
    asked = {name: texts for name, texts, _ in known}
    told = {name: texts for name, _, texts in known}
    mine = {text for texts in asked.values() for text in texts}
    return QuestionIndex(
        asked, told, [o for o in (*others, *asked_of_assistants()) if o not in mine]
    )


@lru_cache(1)
def asked_of_assistants() -> tuple[str, ...]:
    """Return what any assistant is asked, of the time or of sums: no business answers that."""
    return (*load(CATALOG / "root.yaml").route.examples, *_SMALL_TALK)
