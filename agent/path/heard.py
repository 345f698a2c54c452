"""In which language a turn answers: the message's, else what is known of the person."""

from __future__ import annotations

from typing import cast

from agent.path.buttons import is_press
from agent.path.run import TurnRun
from language.detect import Language
from language.foreign import NEAREST, ForeignLanguage, foreign_language
from language.going_on import asks_where
from language.matching import fold
from language.spoken import spoken_language


def language_before(run: TurnRun) -> Language:
    """Return the language that holds until a message tells another.

    What was spoken goes before what the person has chosen, that before what the browser asks for,
    and that before the project's own.
    """
    position, turn = run.position, run.turn
    chosen = turn.preferences.get("language")
    known = [position.language, chosen] if position.spoken else [chosen, position.language]
    for language in (*known, turn.options.language):
        if language in run.services.languages:
            return cast("Language", language)
    return run.services.language


def heard_language(run: TurnRun) -> Language:
    """Return the language of the message; one that does not tell, such as "18", changes nothing."""
    before = language_before(run)
    typed = run.message if run.incoming.typed and not _is_button(run) else ""
    foreign = foreign_language(typed)
    run.foreign = foreign if foreign and NEAREST[foreign] in run.services.languages else None
    if run.foreign:
        return NEAREST[run.foreign]
    if run.position.spoken and asks_where(typed):  # in words that anybody may have picked up
        return before
    told = spoken_language(typed, settled=run.position.spoken) if typed else None
    if told is None or told not in run.services.languages:
        return before
    run.position.language, run.position.spoken = told, True
    return told


def tell_languages(run: TurnRun) -> None:
    """Say once, in the person's own language, which ones are understood here.

    Only where no model is there: one answers in whichever language it is asked.
    """
    if run.foreign is None or run.position.remarked or not run.services.models.is_keyless():
        return
    run.position.remarked = True
    run.answer.tell(_SPOKEN[run.foreign])


_SPOKEN: dict[ForeignLanguage, str] = {
    "es": "Hablo portugués e inglés; sigo en portugués.",
    "fr": "Je parle portugais et anglais ; je continue en anglais.",
    "it": "Parlo portoghese e inglese; continuo in portoghese.",
    "de": "Ich spreche Portugiesisch und Englisch; weiter geht es auf Englisch.",
}


def _is_button(run: TurnRun) -> bool:
    """Tell whether a message is what a button sends: that is in no language."""
    asked = run.open_question
    options = asked.slot.options if asked else ()
    return is_press(run.message) or fold(run.message) in map(fold, options)
