"""Collecting slots: asking for what is missing, hearing answers and corrections."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Generator
from typing import Any, cast

from language.intents import leading_answer
from language.matching import fold
from workflows.file.schema import Slot, in_language
from workflows.machine.position import Moves, Outer, Position
from workflows.machine.repairs import Repair, repair_in
from workflows.machine.slots.read import Reading, read
from workflows.machine.slots.subject import CHANGE, subject_of
from workflows.machine.slots.values import Problem, accept_all, option_of
from workflows.machine.steps import Asked, Outcome, Read, Remembered, Said, Shown, Step
from workflows.machine.texts import called, complaint, labels, question, title_of, words

_NOTHING = re.compile(r"(?:nada|nothing|none|nenhum[ao]?|esta tudo certo|it'?s fine)\b")


class Collecting(Position, ABC):
    """A position that can fill slots; where that leads is another's to say."""

    @abstractmethod
    def _enter(self, name: str) -> Moves:
        """Enter a state and perform it."""

    @abstractmethod
    def _follow(self) -> Moves:
        """Leave the state by the first way that is open."""

    @abstractmethod
    def _perform(self) -> Moves:
        """Do what the state is for."""

    @abstractmethod
    def _repaired(self, repair: Repair) -> Moves:
        """Do what the person asks of the engine itself."""

    def _recall(self) -> None:
        """Take what the workflow saves in the profile from there: what is known is not asked."""
        saved = {name: slot for name, slot in self.workflow.slots.items() if slot.save}
        fields = {name: str(slot.save).removeprefix("profile.") for name, slot in saved.items()}
        known = {name: self.profile.get(field) for name, field in fields.items()}
        self.slots.update(accept_all(saved, known, self.given.today))

    def _collect(self) -> Moves:
        """Fill the state's slots: read what the message has of them, ask for what is missing."""
        if self.message and self.frame.asking is None and not self.declined:
            reading = yield from self._read(None)
            yield from self._keep(reading)
        if self._missing():
            yield from self._present()
        elif not self.changed and (self.declined or self.frame.failed):
            yield from self._ask_change()
        else:
            yield from self._follow()

    def _question(self) -> Moves:
        """Ask, unless what led here has said it all, or has changed what was said before."""
        if self.message and self.frame.asking is None:
            reading = yield from self._read(None)
            yield from self._keep(reading)
        named = all(name in self.workflow.slots for name in self._wanted())
        if self._missing() or not named or not (self.changed or self.declined):
            yield from self._present()
        elif self.changed:
            yield from self._follow()
        else:
            yield from self._ask_change()

    def _present(self) -> Moves:
        """Ask for the first thing that is missing."""
        state = self.state
        if state.show:
            props = {n: self.slots.get(n) for n in self.workflow.slots if n in self.slots}
            yield Shown(f"{self.workflow.workflow}.{self.place}", state.show, props)
        missing, asking = self._missing(), self.frame.asking
        if asking == CHANGE and not missing:
            yield from self._ask_change()
            return
        open_one = asking if asking and asking != CHANGE and self.open_slot() else None
        name = missing[0] if missing else open_one or next(iter(self._wanted()))
        yield from self._ask(name)

    def _ask(self, name: str) -> Moves:
        state, language = self.state, self.given.language
        self.frame.asking = name
        slot = self.open_slot()
        if slot is None:
            return
        text = self._told(question(name, slot, language))
        options = tuple(labels(slot, language))
        yield Asked(name, text, options, state.agent, self.workflow.workflow, dict(self.slots))

    def _ask_change(self) -> Moves:
        """Ask for the slot that the message has named, else what should be different."""
        if self.subject:
            yield from self._ask(self.subject)
            return
        self.frame.asking = CHANGE
        text, state = words("change", self.given.language), self.state
        yield Asked("change", text, (), state.agent, self.workflow.workflow, dict(self.slots))

    def _read(self, asked: str | None) -> Generator[Step, Outcome | None, Reading]:
        """Read the message: by ourselves, and by a model where one is there."""
        known = {**self.workflow.slots, **self._wanted()}
        filled = [n for n in known if self.slots.get(n) is not None]
        heard = [self.workflow, *map(self.world.at, self.callers())]
        never = [n for w in heard for rule in w.rules if rule.kind == "never" for n in rule.names]
        outer = self.outer()
        reading = read(
            {**known, **{name: slot for name, (_, slot) in outer.items()}},
            self.message,
            today=self.given.today,
            language="pt" if self.given.language == "pt" else "en",
            asked=asked,
            filled=[*filled, *outer],  # of another's slots only what surely is for them is taken
            never=never,
            correcting=self.frame.asking == CHANGE,
        )
        yield from self._hand_out(reading, outer, asked)
        outcome = yield Read(
            self.workflow.workflow, self.message, tuple(known), asked, dict(reading.values)
        )
        if outcome and isinstance(outcome.output, dict):
            raw = cast("dict[str, Any]", outcome.output)
            mine = {n: v for n, v in raw.items() if n in known and n not in reading.values}
            reading.values |= accept_all(known, mine, self.given.today)
        self._note_subject(reading, outer)
        self.message = ""  # a message is read once
        return reading

    def _hand_out(self, reading: Reading, outer: Outer, asked: str | None) -> Moves:
        """Put what is a caller's into the caller's slots, and say that it was heard."""
        theirs = {n: reading.values.pop(n) for n in outer if n in reading.values}
        for name, value in theirs.items():
            frame, slot = outer[name]
            frame.slots[name] = value
            self.noted.append(self._note(name, slot, value))
            if slot.save:
                yield self._remembered(slot.save, value)
        if theirs and reading.values == {asked: False}:  # "no, X" denied X, not what was asked
            reading.values.clear()
        if theirs:
            yield self.say("noted", names=", ".join(self.noted))

    def _note(self, name: str, slot: Slot, value: Any) -> str:
        language = self.given.language
        title = title_of(name, slot, language)
        shown = called(slot, value, language) if slot.of else value
        return title if slot.pii else f"{title}: {shown}"

    def _remembered(self, save: str, value: Any) -> Remembered:
        field = save.removeprefix("profile.")
        self.profile[field] = value
        return Remembered(field, value)

    def _note_subject(self, reading: Reading, outer: Outer) -> None:
        """Note the slot that a correction is about where it does not say what is right."""
        told = {name for name in reading.values if name in self.workflow.slots}
        changing = reading.correcting and self.frame.asking is not None
        if told or self.noted or not changing or reading.question:
            return
        slots = self.workflow.slots | {name: slot for name, (_, slot) in outer.items()}
        asking = self.frame.asking
        wrong = [name for name in reading.refused if name in slots and name != asking]
        subject = wrong[0] if len(wrong) == 1 else subject_of(slots, self.message)
        holder = outer[subject][0].slots if subject in outer else self.slots
        self.subject = subject if holder.get(subject or "") is not None else None

    def _keep(self, reading: Reading) -> Moves:
        """Put what was read into the slots, and into the profile where they are saved there."""
        for name, value in reading.values.items():
            if self.slots.get(name) == value:
                continue
            self.slots[name] = value
            slot = self.workflow.slots.get(name)
            self.changed = self.changed or slot is not None
            if slot and slot.save:
                yield self._remembered(slot.save, value)

    def _hear(self) -> Moves:
        """Take the message as an answer, a correction, or a word to the engine itself."""
        repair = None if self._is_option(self.message) else repair_in(self.message)
        if repair:
            yield from self._repaired(repair)
            return
        if not (self.state.fill or self.state.ask):
            yield from self._perform()
            return
        asking = self.frame.asking
        said = self.message
        reading = yield from self._read(None if asking == CHANGE else asking)
        yield from self._keep(reading)
        if asking == CHANGE:
            yield from self._changed(reading, said)
        elif asking is not None and self._answered(asking, reading):
            self.frame.tries = 0
            yield from self._filled(reading)
        elif reading.values:
            yield from self._corrected(reading)
        elif self.noted:
            self.frame.tries = 0
            yield from self._complain(reading)
            yield from self._ask_again()
        else:
            yield from self._not_understood(reading)

    def _is_option(self, message: str) -> bool:
        """Tell whether the words are a button of the question that is open."""
        slot = self.open_slot()
        return bool(slot and slot.of and option_of(slot, message))

    def _answered(self, asking: str, reading: Reading) -> bool:
        return asking in reading.values

    def _filled(self, reading: Reading) -> Moves:
        """Go on when all is there; ask for the rest otherwise."""
        self.declined = any(
            reading.values.get(name) is False
            for name, slot in (self.state.ask or {}).items()
            if slot is None or slot.type == "boolean"
        )
        yield from self._complain(reading)
        if self._missing():
            yield from self._present()
        else:
            yield from self._follow()

    def _corrected(self, reading: Reading) -> Moves:
        """Something else was said than was asked for: keep it, and ask again for what is open."""
        self.frame.tries = 0
        yield from self._complain(reading)
        if self.state.fill and not self._missing():
            yield from self._follow()
        else:
            yield from self._present()

    def _changed(self, reading: Reading, said: str) -> Moves:
        nothing = not reading.values and (
            leading_answer(said) is False or _NOTHING.match(fold(said))
        )
        if reading.values or self.noted or nothing:
            self.declined = False
            yield from self._follow()
            return
        yield from self._not_understood(reading)

    def _not_understood(self, reading: Reading) -> Moves:
        """The message brought nothing: explain, and ask again or give up as the workflow says."""
        asking, slot = self.frame.asking, self.open_slot()
        if self.subject and self.subject != asking:
            self.frame.tries = 0
            reading.refused.pop(asking or "", None)  # it was no answer to that
            yield from self._complain(reading)
            yield from self._ask(self.subject)
            return
        if reading.question and slot and slot.help:
            yield Said(in_language(slot.help, self.given.language))
            yield from self._ask_again()
            return
        self.frame.tries += 1
        way = self._way(self.state.ways, mentioning="tries")
        if way:
            yield from self._enter(way.to)
            return
        if asking and slot and asking not in reading.refused:
            kind = "option" if slot.type == "choice" else "type"
            reading.refused[asking] = Problem(kind)
        yield from self._complain(reading)
        yield from self._ask_again()

    def _ask_again(self) -> Moves:
        """Ask what was asked; what a caller wanted to know is asked no more once it is told."""
        asking = self.frame.asking
        if asking in self.outer():
            if not self.noted:
                yield from self._ask(asking)
                return
            self.frame.asking = None
            yield from self._present() if self._missing() else self._follow()
        elif self.open_slot() and asking not in self._missing():
            yield from self._ask(str(asking))  # a slot that is to be changed
        else:
            yield from self._present()

    def _complain(self, reading: Reading) -> Moves:
        known = {**self.workflow.slots, **self._wanted()}
        known |= {name: slot for name, (_, slot) in self.outer().items()}
        for name, problem in reading.refused.items():
            if name in reading.values or name not in known:
                continue
            text = complaint(known[name], problem, self.given.language)
            other = name != self.frame.asking
            title = title_of(name, known[name], self.given.language)
            yield Said(f"{title}: {text}" if other else text)
