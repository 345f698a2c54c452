"""One message, where it arrives, what its parts do there, and the decisions it may come to."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Literal

from contracts.events import RouteIntent
from language.corrections import behind_correction
from language.encoder import WINDOW
from language.going_on import ends_going_on
from language.intents import wants_to_leave
from language.matching import fold
from language.ordered_before import speaks_of_ordered
from language.requests import clauses
from router import words
from router.answers import Fit, Question, fits
from router.ask import SHOWN, ModelRoute, RouteQuestion, WorkflowChoice
from router.classify import NOTHING, Guess
from router.info import LANGUAGES, NOTHING_HEARD, Heard, RouteContext
from router.leaving import IN_PART, LEAVES, PLAINLY, leaves, leaves_by_name, waves_aside
from router.once_or_regular import of_the_rhythm
from router.outcome import ROOT, Option, Route
from router.served import Served
from router.wrongs import tells_of_wrong, without_complaint_denied

_REQUEST = 6  # words before a colon that may say what is asked for
_MOST_ASKED = 3  # buttons
ALIKE = 0.75  # likeness to an example that says the same
UNSERVED = 0.8  # how likely a text must concern what no workflow is for, for nobody to be asked
UNSERVED_ORDERED = 0.5  # and where it speaks of what was ordered before
_MOST_PARTS = 5  # of a message, that are looked at one by one


class RouteDecision:
    """A message, where it arrives, and what each stage makes of it."""

    def __init__(self, served: Served, message: str, context: RouteContext) -> None:
        self.text = message.strip()
        self.context = context
        self.served = served
        self.infos = {
            n: i
            for n, i in served.infos.items()
            if i.open_to(context.roles, context.access) and n not in context.refused
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

    def forced(self) -> Route | None:
        """Obey a request that names its workflow."""
        asked = self.context.forced
        if asked is None or asked not in self.infos:
            return None
        return self.go(asked, 1.0, "asked for by the request", "rule")

    def asks_for_text(self) -> bool:
        """Tell whether any words may answer what was asked."""
        asked = self.context.question
        return bool(asked) and asked.kind in ("text", "open") and not asked.choices

    # The examples

    def is_unserved(self, text: str) -> bool:
        """Tell whether a text concerns what is there already, and no workflow is for such."""
        least = UNSERVED_ORDERED if speaks_of_ordered(text) else UNSERVED
        return self.apart(text) >= least

    def apart(self, text: str) -> float:
        """Return how likely a text concerns what is there already, as no workflow is for."""
        others = [name for name in self.infos if name != ROOT]
        return self.served.classifier.apart(text, others)

    def look(self) -> None:
        """Compare the message with the examples of what this caller may use."""
        self.guess = self.guessed(self.text)

    def guessed(self, text: str) -> Guess:
        """Compare a text with the examples of what this caller may use.

        What stands behind a colon is what a request carries, not what it asks for: "save a note:
        call the supplier" has little to do with suppliers.
        """
        guess = self._compared(text)
        head, colon, carried = text[:WINDOW].partition(":")
        if colon and carried.strip() and 1 < len(head.split()) <= _REQUEST:
            guess = max(guess, self._compared(head), key=lambda each: each.above)
        return guess

    def _compared(self, text: str) -> Guess:
        """Compare a text with what it may be for: a complaint tells of something wrong."""
        classifier = self.served.classifier
        guess = classifier.guess(text, allowed=self.infos)
        left = of_the_rhythm(text, guess, self.infos)
        if len(left) < len(self.infos):  # the others are near it for what both speak of
            alone = classifier.guess(text, allowed=left)
            sure, chat = max(alone.confidence, guess.confidence), min(alone.chat, guess.chat)
            guess = replace(alone, confidence=sure, chat=chat)
        best = guess.candidates[0][0] if guess.candidates else None
        if best is None or best == self.active or not classifier.is_for(best, "complains"):
            return guess
        denied = without_complaint_denied(text) != text
        doubted = denied or classifier.is_only_for(best, "complains")
        if not doubted or guess.nearest >= ALIKE or tells_of_wrong(text, plainly=self.busy):
            return guess
        others = {n for n in left if not classifier.is_for(n, "complains")}
        mine = {self.active} if self.active and self.busy else set[str]()
        return classifier.guess(text, allowed=others | mine)

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
