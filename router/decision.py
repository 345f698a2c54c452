"""One message on its way through the stages: rules, likeness to examples, a model, the person."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import Literal

from contracts.events import RouteIntent
from language.agreement import agreement, calls_off
from language.corrections import behind_correction
from language.denied import behind_denial, denies, names_one, question_words
from language.encoder import WINDOW
from language.flat import flat
from language.going_on import ends_going_on, only_goes_on
from language.goodbyes import says_goodbye
from language.intents import behind_greeting, plain_answer, wants_to_leave
from language.matching import fold
from language.repairs import declines, lacks, repair_in, takes_none
from language.requests import asks, clauses
from language.speech_acts.classify import clause_reading
from language.speech_acts.replies import is_no, reply_reading
from router import words
from router.answers import Fit, Question, fits
from router.ask import SHOWN, ModelRoute, RouteQuestion, WorkflowChoice
from router.classify import NOTHING, Guess
from router.info import LANGUAGES, NOTHING_HEARD, Heard, RouteContext, RouteInfo
from router.leaving import IN_PART, LEAVES, PLAINLY, leaves, leaves_by_name, waves_aside
from router.outcome import ROOT, Option, Route
from router.served import Served

_REQUEST = 6  # words before a colon that may say what is asked for
_SMALL_TALK = 5  # words behind a greeting that are nothing but kind
_PRESSED = re.compile(r"@([a-z][a-z0-9_]{0,62})")
_READABLE = re.compile(r"\w")
_MOST_ASKED = 3  # buttons


def is_greeting(text: str) -> bool:
    """Tell whether a message says hello, and behind it nothing that asks for something."""
    rest = behind_greeting(text)
    if rest is None or (rest and text.rstrip().endswith("?")):
        return False
    return len(rest.split()) <= _SMALL_TALK and not asks(rest)


_OWNED = frozenset({"email", "document", "phone", "url"})  # which somebody may not have
UNSERVED = 0.8  # how likely a text must concern what no workflow is for, for nobody to be asked
_ELSE = 0.8  # how likely what follows a no is something else than its reason
_ANSWER = 60  # characters of a no that is told apart from leaving
_KNOWS_NOT = re.compile(r"(?:eu )?nao sei\b\W*,|i don'?t know\b\W*,|not sure\b\W*,|tanto faz\b")
_MOST_CLAUSES = 4  # that are looked at one by one
_MOST_PARTS = 5  # while something is under way
_PLAIN_YES = 4  # words of a yes that asks for nothing besides
_LEAVING_WORDS = re.compile(
    r"\b(?:cancel\w*|desist\w*|give up|quit|sair|stop\w*|para(?:r|mos)?|encerr\w*|esquec\w*|forget|"
    r"leave|exit|mais|any ?more|continu\w*|go on|tchau|bye|adeus)\b"
)


class RouteDecision:
    """A message, where it arrives, and what each stage makes of it."""

    def __init__(self, served: Served, message: str, context: RouteContext) -> None:
        self.text = message.strip()
        self.context = context
        self.served = served
        self.infos = {
            n: i for n, i in served.infos.items() if i.open_to(context.roles, context.access)
        }
        self.active = context.workflow if context.workflow in self.infos else None
        self.busy = self.active is not None and self.active != ROOT
        self.fit: Fit | None = None
        if context.question and self.busy:
            self.fit = self._fitting(context.question)
        self.guess = NOTHING
        self.then: str | None = None

    def _fitting(self, asked: Question) -> Fit:
        """Judge by form whether the message answers; a no that leaves only may."""
        fit = fits(self.text, asked, self.context.language)
        if fit != "yes" or self.offered():
            return fit
        if not self.asks_for_text() and any(map(self.gives_up, self.parts[1:])):
            return "maybe"
        denied = asked.kind == "choice" and self.context.form and not self.hears(self.text).gives
        return "maybe" if denied and not behind_correction(self.text) else fit

    # What its parts do

    @cached_property
    def parts(self) -> list[str]:
        """The clauses of the message that are looked at one by one."""
        return clauses(self.text)[:_MOST_PARTS]

    def hears(self, text: str) -> Heard:
        """Tell what a part of the message would tell the open form."""
        form = self.context.form
        return form.hear(text) if form and text and len(text) <= WINDOW else NOTHING_HEARD

    @property
    def least_to_leave(self) -> float:
        """How clearly a message must leave: more so what is about leaving itself."""
        return PLAINLY if self.active in self.served.leaving else LEAVES

    def gives_up(self, text: str) -> bool:
        """Tell whether a part leaves, or gives up by its name what is under way."""
        # "not on Saturday any more" leaves a day, and not the form
        return self._leaves(text) and not self.hears(text).typed and not self.drops_part(text)

    def drops_part(self, text: str) -> bool:
        """Tell whether a part gives up a thing of the open form alone: "drop the towels"."""
        return waves_aside(text) and self.hears(text).names is not None

    def _leaves(self, text: str) -> bool:
        least = self.least_to_leave
        least = least if text == self.text else max(least, IN_PART)
        if (wants_to_leave(text) and least < PLAINLY) or leaves(text, least):
            return True
        if leaves_by_name(text, self.served.names.get(self.active or ROOT, ())):
            return True
        return waves_aside(text) and self.active in self.served.named(text)

    # Rules

    def by_rule(self) -> Route | None:
        """Decide what needs no judgement."""
        context = self.context
        if self.active and context.ui_result:
            return self.remain("the page answers its form")
        answered = not self.text or plain_answer(self.text) is not None
        if self.active and context.approval_pending and answered:
            return self.remain("it answers what waits for approval")
        if self.busy and not self.offered():
            if self._answers_the_question():
                return self.remain("it is said to the workflow itself")
            out = wants_to_leave(self.text) and not self.hears(self.text).typed
            if out or says_goodbye(self.text):
                return self.leave("the person leaves")
            repair = repair_in(self.text, context.question.text if context.question else "")
            if repair and not (repair == "on" and self.active in self.served.leaving):
                return self.remain("it is said to the workflow itself")
        return (
            self.forced()
            or self._pressed()
            or self._first()
            or self._unreadable()
            or self._named()
            or self._nothing_to_go_on_with()
        )

    def _nothing_to_go_on_with(self) -> Route | None:
        """Let the root say that nothing waits, where somebody wants to go on outside of any."""
        return (
            None
            if self.busy or not only_goes_on(self.text)
            else self.remain("no other workflow claims it")
        )

    def _answers_the_question(self) -> bool:
        """Tell a no ("not now", "melhor não") and "I'd rather not say" from leaving."""
        asked = self.context.question
        if asked is None or len(self.text) > _ANSWER:
            return False
        named = asked.text if asked.kind != "choice" else ""  # "I don't want to cancel" denies it
        if declines(self.text, named) or (asked.skip and takes_none(self.text, asked.text)):
            return True
        if asked.kind in _OWNED and lacks(self.text, asked.text):
            return True
        if self._leaves_out(asked):
            return True
        if _KNOWS_NOT.match(fold(self.text)):
            return True
        if asked.kind != "boolean":
            return False
        if calls_off(flat(self.text), asked.text):
            return True  # "cancela sim", asked whether to cancel
        if _LEAVING_WORDS.search(fold(self.text)):
            return False
        if self._is_no_to(asked):
            return True
        if any(map(self.gives_up, self.parts[1:])):
            return False
        said = agreement(self.text, asked.text, self.context.language)
        return said is False or (said is True and len(self.text.split()) <= _PLAIN_YES)

    def _is_no_to(self, asked: Question) -> bool:
        """Tell a no that says of what: "then no, don't bother stacking"."""
        if agreement(self.text, asked.text, self.context.language) is not False:
            return False
        reply = reply_reading(self.text, asked.text, asked.kind)
        return reply is not None and is_no(reply)

    def _leaves_out(self, asked: Question) -> bool:
        """Tell "I don't want a card any more" and "no, I'm at home" from leaving."""
        spoken = self.context.language == "pt"
        said = [p for p in self.parts if not self._takes_off(p, asked, portuguese=spoken)]
        if len(said) < len(self.parts) and not any(map(self.gives_up, said)):
            return True
        if not asked.skip or "?" in self.text:
            return False
        named, brief = question_words(asked.text), asked.kind != "text"
        behind = behind_denial(self.text, named, portuguese=spoken, brief=brief)
        more = clause_reading(self.text[behind:])
        return behind > 0 and more.of("leaves", "wants", "person", "changes") < _ELSE

    def _takes_off(self, part: str, asked: Question, *, portuguese: bool) -> bool:
        """Tell "drop the picnic" and "cancel the picnic", which the form can do without."""
        if denies(part, asked.may_miss, portuguese=portuguese):
            return True
        return names_one(part, asked.may_miss) and "?" not in part and bool(self.hears(part).gives)

    def offered(self) -> bool:
        """Tell whether the words are one of the choices just offered."""
        asked = self.context.question
        return bool(asked) and fold(self.text) in {fold(choice) for choice in asked.choices}

    def goes_on(self) -> bool:
        """Tell whether the words mean to go on with what is under way, and end with that."""
        return self.active is not None and ends_going_on(self.text, self.called(self.active))

    def called(self, name: str) -> str:
        """Return all that a workflow is called."""
        info = self.infos[name]
        return " ".join([name.replace("_", " "), *(info.titled(each) for each in LANGUAGES)])

    def leave(self, reason: str, stage: Literal["rule", "local", "model"] = "rule") -> Route:
        """Go back to what was interrupted, or to the root."""
        back = next((w for w in reversed(self.context.stack) if w in self.infos), ROOT)
        return Route(back, "exit", 1.0, reason, stage, self.active)

    def _first(self) -> Route | None:
        """Let a workflow claim the turn, unless one is under way, it was left, or is not meant."""
        context = self.context
        if self.busy or context.sent_file:
            return None
        passed = {self.active, *context.stack, *context.left}
        for name, info in self.infos.items():
            if info.first is None or name in passed or not info.first(context.profile):
                continue
            if self._in_passing() or self.served.classifier.is_elsewhere(name, self.text):
                continue
            if self._is_for(info):
                return self.go(name, 1.0, "it comes first for this person", "rule")
            self.then = self.then or name
        return None

    def _is_for(self, info: RouteInfo) -> bool:
        """Tell whether a message asks for nothing else than what comes first anyway."""
        if info.understands is None or plain_answer(self.text) is not None:
            return True
        if is_greeting(self.text):
            return True
        if not _READABLE.search(self.text) or len(self.text) > WINDOW:
            return not _READABLE.search(self.text)
        self.look()
        best = self.guess.candidates[0][0] if self.guess.candidates else None
        if best is not None and self.guess.above >= 0:
            return best == info.name
        return info.understands(self.text, self.context.language)

    def _in_passing(self) -> bool:
        """Tell whether a message is like what the root is asked: answered first, then claimed."""
        if len(self.text) > WINDOW or is_greeting(self.text):
            return False
        self.look()
        parts = clauses(self.text)[:_MOST_CLAUSES]
        last = parts[-1:] if self.text.endswith("?") else []
        asked = [*filter(asks, parts[:-1]), *last] if parts[1:] else []
        return any(
            guess.above >= 0 and guess.candidates[0][0] == ROOT
            for guess in (self.guess, *map(self.guessed, asked))
            if guess.candidates
        )

    def forced(self) -> Route | None:
        """Obey a request that names its workflow."""
        asked = self.context.forced
        if asked is None or asked not in self.infos:
            return None
        return self.go(asked, 1.0, "asked for by the request", "rule")

    def _pressed(self) -> Route | None:
        pressed = _PRESSED.fullmatch(self.text)
        if pressed is None or (pressed[1] not in self.infos and pressed[1] != ROOT):
            return None
        route = self.go(pressed[1], 1.0, "chosen with a button", "rule")
        return replace(route, pressed=True)

    def _unreadable(self) -> Route | None:
        if _READABLE.search(self.text):
            return None
        return self.remain("it holds no words to judge by")

    def _named(self) -> Route | None:
        """Take an answer for an answer, and a workflow's own title or example for what it is."""
        known = fold(self.text) if len(self.text) <= WINDOW else ""
        example = self.served.exact.get(known)
        if self._corrects_the_workflow():
            return None
        if self.fit == "yes" and not self._asks_word_for_word(example, known):
            spelled = example is not None and " " in known and self.asks_for_text()
            if not spelled:
                return self.remain("it answers the question just asked")
        name = self.served.titles.get(known) or example
        if name is None or name not in self.infos:
            return None
        return self.go(name, 1.0, "it is the workflow's title or one of its examples", "rule")

    def _asks_word_for_word(self, example: str | None, known: str) -> bool:
        """Tell whether another workflow's example only sounds like a correction of the form."""
        others = example not in (None, self.active) and " " in known
        return others and self.context.form is not None and not self.hears(self.text).gives

    def _corrects_the_workflow(self) -> bool:
        """Tell whether another workflow is named where something is taken back."""
        if not self.busy or not behind_correction(self.text):
            return False
        others = (name for name in self.infos if name != self.active)
        return any(self.served.titled(name, self.text) for name in others)

    def asks_for_text(self) -> bool:
        """Tell whether any words may answer what was asked."""
        asked = self.context.question
        return bool(asked) and asked.kind in ("text", "open") and not asked.choices

    # The examples

    def is_unserved(self, text: str) -> bool:
        """Tell whether a text concerns what is there already, and no workflow is for such."""
        others = [name for name in self.infos if name != ROOT]
        return self.served.classifier.apart(text, others) >= UNSERVED

    def look(self) -> None:
        """Compare the message with the examples of what this caller may use."""
        self.guess = self.guessed(self.text)

    def guessed(self, text: str) -> Guess:
        """Compare a text with the examples of what this caller may use.

        What stands behind a colon is what a request carries, not what it asks for: "save a note:
        call the supplier" has little to do with suppliers.
        """
        guess = self.served.classifier.guess(text, allowed=self.infos)
        head, colon, carried = text[:WINDOW].partition(":")
        if colon and carried.strip() and 1 < len(head.split()) <= _REQUEST:
            asked = self.served.classifier.guess(head, allowed=self.infos)
            guess = max(guess, asked, key=lambda each: each.above)
        return guess

    # A model

    def for_model(self) -> RouteQuestion:
        """Put together what the router agent sees."""
        scores = dict(self.guess.candidates)
        language = self.context.language
        choices = [
            WorkflowChoice(name, info.titled(language), info.when, scores.get(name, 0.0))
            for name, info in self.infos.items()
        ]
        choices.sort(key=lambda choice: -choice.likeness)
        asked = self.context.question.text if self.context.question else ""
        return RouteQuestion(
            message=self.text[:SHOWN],
            workflow=self.active,
            state=self.context.state,
            asked=asked[:SHOWN],
            summary=self.context.summary[:SHOWN],
            choices=choices,
        )

    def as_told(self, told: ModelRoute) -> Route:
        """Turn a believed answer of the model into the decision."""
        reason = told.reason.strip()[:300] or "judged by the router agent"
        if told.intent == "exit" and self.busy:
            return self.leave(reason, "model")
        if told.intent == "clarify":
            return self.ask_back(reason)
        name = told.workflow if told.intent in ("start", "switch") else self.active
        return self.go(name or ROOT, float(told.confidence), reason, "model")

    # Outcomes

    def followed(self, route: Route) -> Route:
        """Note on the decision what comes after it; a question back is answered first."""
        if self.then is None or route.question is not None or route.workflow == self.then:
            return route
        return replace(route, then=self.then)

    def go(
        self, name: str, confidence: float, reason: str, stage: Literal["rule", "local", "model"]
    ) -> Route:
        """Give the message to a workflow."""
        intent: RouteIntent = "switch" if self.busy else "start"
        if name == self.active:
            intent = "stay"
        return Route(
            name, intent, confidence, reason, stage, self.active, list(self.guess.candidates)
        )

    def remain(self, reason: str) -> Route:
        """Stay in the active workflow by a rule, or in the root where there is none."""
        if self.active is None:
            return Route(ROOT, "start", 1.0, "no other workflow claims it")
        return Route(self.active, "stay", 1.0, reason, from_workflow=self.active)

    def default(self, reason: str) -> Route:
        """Stay where the conversation is, because nothing speaks for anything else."""
        confidence = round(1 - self.guess.confidence, 4)
        return self.go(self.active or ROOT, confidence, reason, "local")

    def _worth_asking(self) -> list[str]:
        """Return the best candidates: one or two beside the active workflow, else two or three."""
        least = 1 if self.busy else 2
        others = [c for c in self.guess.candidates if c[0] not in (self.active, ROOT)]
        plausible = others[0][1] / 2 if others else 0.0
        found = [n for i, (n, s) in enumerate(others) if i < least or s >= plausible]
        return found[: least + 1]

    def ask_back(self, reason: str, first: str | None = None) -> Route:
        """Ask the person, with buttons for what is likeliest, or for one before all others."""
        language = self.context.language
        others = [name for name in self._worth_asking() if name != first]
        names = [first, *others][:_MOST_ASKED] if first else others
        options = [Option(self.infos[n].titled(language), f"@{n}") for n in names]
        if self.active and self.busy:
            title = self.infos[self.active].titled(language)
            options.append(Option(words.STAY[language].format(title=title), f"@{self.active}"))
        else:
            options.append(Option(words.OTHER[language], f"@{ROOT}"))
        return Route(
            self.active or ROOT,
            "clarify",
            self.guess.confidence,
            reason,
            "ask",
            self.active,
            list(self.guess.candidates),
            words.QUESTION[language],
            options,
        )
