"""Reads slots out of a message without a model: several at once, corrections included.

Each reader takes its part of the message away, the surest first: an e-mail address before a
date, a date before a number, a place before a name. What is not asked for is taken only when the
message says clearly what it is; what is asked for only when the message settles on one value.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping

from contracts.json import JsonMapping
from language.agreement import agreement, circumstance, in_words
from language.answers import asks, statement_of, unsure, unsure_parts
from language.asides import without_asides
from language.bare_text import NAMED, bare_text
from language.clefts import in_plain_order
from language.corrections import corrects
from language.courtesies import plainly_said
from language.denied import question_words
from language.divided import is_divided
from language.flat import flat
from language.hesitant import guessed_from, proposed, requested
from language.idioms import idioms
from language.matching import words
from language.phones import find_phones
from language.scrub import spans
from language.shorthand import in_full
from language.speech_acts.acts import only_changes
from language.speech_acts.circumstances import borne_out
from language.speech_acts.replies import reply_reading
from language.told_names import told_name
from workflows.file.slots import Slot
from workflows.machine.slots.corrected_names import read_corrected_name
from workflows.machine.slots.cut_out import read_cut_out
from workflows.machine.slots.denied_values import only_puts_right, without_denied
from workflows.machine.slots.explained_names import without_explained
from workflows.machine.slots.message import (
    MessageBeingRead,
    Reading,
    asked_in,
    cues,
    kind_of,
    question_of,
)
from workflows.machine.slots.read_added import read_added
from workflows.machine.slots.read_addresses import read_addresses
from workflows.machine.slots.read_callbacks import read_callbacks
from workflows.machine.slots.read_choices import read_choices
from workflows.machine.slots.read_codes import read_codes
from workflows.machine.slots.read_contrasts import read_contrasts
from workflows.machine.slots.read_counted_days import read_counted_days
from workflows.machine.slots.read_dictated import read_dictated
from workflows.machine.slots.read_half_labelled import read_half_labelled
from workflows.machine.slots.read_heads import read_heads
from workflows.machine.slots.read_left_out import read_asked_denial, read_denied_slots
from workflows.machine.slots.read_lists import read_lists
from workflows.machine.slots.read_moments import read_moments
from workflows.machine.slots.read_names import read_cities, read_names
from workflows.machine.slots.read_names_beside import read_names_beside
from workflows.machine.slots.read_numbers import read_numbers
from workflows.machine.slots.read_offered import read_offered
from workflows.machine.slots.read_open_moments import read_open_moments
from workflows.machine.slots.read_others_coming import read_others_coming
from workflows.machine.slots.read_place_parts import read_place_parts
from workflows.machine.slots.read_sizes import read_sizes
from workflows.machine.slots.read_steps import read_steps
from workflows.machine.slots.read_streets import holds_place, read_streets
from workflows.machine.slots.read_texts import is_code, read_text, without_data
from workflows.machine.slots.read_whose_names import read_whose_names
from workflows.machine.slots.read_years import read_years
from workflows.machine.slots.replaced_names import read_name_parts
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.titled_names import with_title
from workflows.machine.slots.told_booleans import read_told_booleans, with_or_without
from workflows.machine.slots.values import option_names

LONGEST = 2_000
_LEAST_OF_CARD = 3  # digits: its month, or the code on its back
_VERBATIM = frozenset({"text", "name", "city", "email", "url"})  # kept as it is typed
_PROPOSED = frozenset({"date", "time", "datetime", "integer", "number", "money", "choice"})
_PROPOSES = re.compile(
    r"\W*(?:(?:e|ok|hm+|so|and|then|well|ent[aã]o)\W+){0,2}(?:(?:what|how) about|que tal|e se for"
    r"|could it be)\b(?=[^?]{1,40}\?\s*$)",
    re.I,
)
_JOINT = re.compile(r"\s(?:e|and)\s?$", re.I)
_COLON = re.compile(r"\s?:")
_OWN = "o|a|os|as|the|my|meu|minha"
_HEDGES = re.compile(r"\b(?:maybe|perhaps|talvez|quem sabe|something like that)\b", re.I)
_ASKS_FOR = re.compile(
    r"\b(?:(?:can|could|would) (?:you|u|we|i)(?: please| pls)?|pode(?:ria|m)?|d[aá] (?:pra|para)"
    r"|tem como|consegue(?:m)?) (?=(?:make (?:it|that)|change|move|put|switch|swap|set|push|bring"
    r"|mudar|trocar|colocar|botar|passar|alterar|aumentar|diminuir)\b)",
    re.I,
)
_IF_SO = re.compile(r"\s*(?:if (?:not|so|yes)|se (?:n[ãa]o|sim)|sen[ãa]o|otherwise)\b,? ", re.I)
_FAULTS = (
    r"errad[oa]|wrong|incorret[oa]|incorrect|incomplet[oae]"
    r"|(?:not|n[aã]o (?:est[aá] )?)\s?complet[oae]"
)
_WRONG = re.compile(rf"(?:{_FAULTS})")
_SENTENCE = re.compile(r"(?<=\w{3})[.;!?](?=\s|$)|\n")
_LABELLED = re.compile(
    rf"(?:\s{{1,3}}(?:(?:est[aá]|t[aá]|[eé]|is|was|estava|saiu|ficou)\s)?(?:{_FAULTS})\W{{1,4}}"
    r"(?:na verdade|actually|o certo|the right one|it(?= is\b))?)?"
    r"\s{0,3}(?::|=|\b(?:is|é|eh|it'?s|should (?:just |only |really )?be|to"
    r"|para|pra|por)(?!\w))\s{0,3}"
    r"(?:(?:na verdade|actually|really|agora|now)\s{1,3})?(?P<value>[^,;\n]{1,200})",
    re.I,
)


def read(
    slots: Mapping[str, Slot],
    text: str,
    *,
    speech: SpeechContext,
    asked: str | None = None,
    filled: Collection[str] = (),
    known: JsonMapping | None = None,
    heard: JsonMapping | None = None,
    never: Collection[str] = (),
    correcting: bool = False,
    confirming: bool = False,
    beginning: bool = False,
) -> Reading:
    """Read what a message says of these slots; `asked` is the one that was just asked for,
    `confirming` if that asks whether all the others are right, `known` what the slots hold,
    `heard` what was told of them before and was not enough, and `beginning` tells that with this
    message the form begins: what is known then was told at another time."""
    composed = unicodedata.normalize("NFC", " ".join(text[:LONGEST].split()))
    asked_kind = kind_of(asked, slots[asked]) if asked in slots and asked else None
    composed = composed if asked_kind in _VERBATIM else in_full(composed)
    plain, forbidden = _without(composed, never, slots.get(asked or ""), speech)
    plain = _proposed(plain, slots.get(asked or ""))
    plain = _ordered(plain) if filled else plain
    plain = in_plain_order(plain) if confirming else plain
    plain = _behind_question(plain, slots.get(asked or ""), confirming=confirming)
    plain = _behind_aside(plain, asked or "", slots.get(asked or ""))
    plain, explained = without_explained(plain, slots, known or {})
    reading = Reading(question=asks(plain), forbidden=forbidden)
    reading.correcting = (
        correcting
        or explained
        or (
            not _names_something(plain, slots.get(asked or ""))
            and (corrects(without_asides(plain)) or only_changes(plain))
        )
    )
    told = statement_of(plain) if reading.question else plain
    if asked and asked in slots:
        kind = "confirm" if confirming else kind_of(asked, slots[asked])
        said = plainly_said(told or plain)
        reading.reply = reply_reading(said, asked_in(slots[asked], speech.language), kind)
    message = MessageBeingRead(
        plain, slots, asked, filled, speech, reading, told, known or {}, heard or {}, confirming
    )
    wish = asked is None and (beginning or not filled)
    message.wish = wish
    hedged = _HEDGES.sub(" ", plain) if wish else plain
    doubtful = [] if wish or message.asked_of("text") else unsure_parts(plain)
    message.taken += doubtful
    message.open_ended = (unsure(hedged) and not doubtful) or (not told and not wish)
    if asked and told and told != plain and not confirming:  # what is asked answers nothing
        message.taken.append((len(told), len(plain)))
    if not plain:
        return reading
    message.taken += _idioms(plain, slots.get(asked or ""))
    for reader in (
        read_cut_out, read_added, read_callbacks, read_dictated, read_denied_slots, read_offered,
        read_codes,
        read_lists, read_addresses, read_streets, read_place_parts, read_others_coming,
        read_counted_days, read_moments, read_contrasts,
        read_choices, read_sizes, read_whose_names, _labelled_texts, read_steps, read_heads,
        read_numbers, read_cities, read_name_parts, read_corrected_name, read_half_labelled,
        read_names, read_names_beside, _labelled, _booleans, read_told_booleans, read_years,
        read_text, read_asked_denial, read_open_moments,
    ):  # fmt: skip
        reader(message)
    reading.left, reading.told = message.blanked(), without_data(message)
    reading.rest = message.untaken()
    return reading


def _idioms(text: str, slot: Slot | None) -> list[tuple[int, int]]:
    """Find "one sec" and "thanks a million"; a name or a code may be made of any words."""
    if slot is not None and (slot.type in ("name", "city") or is_code(slot)):
        return []
    return list(idioms(text, question_of(slot) if slot else ""))


def _names_something(text: str, slot: Slot | None) -> bool:
    """Tell "No Man's Land", asked for what something is called, from a no."""
    return slot is not None and is_code(slot) and NAMED.fullmatch(text) is not None


def _without(
    text: str, never: Collection[str], slot: Slot | None, speech: SpeechContext
) -> tuple[str, tuple[str, ...]]:
    """Blank what a rule forbids to collect before anybody reads it; tell which kinds it was.

    A card is never read: its last month is no day, and its code counts nobody.
    """
    some = never or sum(sign.isdigit() for sign in text) >= _LEAST_OF_CARD
    found = [s for s in spans(text) if s.kind in never or s.kind == "card"] if some else []
    if slot is not None and slot.type == "phone" and "cpf" not in flat(text):
        found = [s for s in found if not _is_phone(text[s.start : s.end], slot, speech, s.kind)]
    for span in reversed(found):
        text = text[: span.start] + " " + text[span.end :]
    return text, tuple(dict.fromkeys(span.kind for span in found if span.kind in never))


def _is_phone(said: str, slot: Slot, speech: SpeechContext, kind: str) -> bool:
    """Tell a telephone number that by chance has the check digits of a CPF."""
    return kind == "cpf" and "." not in said and bool(find_phones(said, speech.region_of(slot)))


def _proposed(text: str, slot: Slot | None) -> str:
    """Read "what about Sunday?", "say 11?" and "could you come on the 3rd?" as answers.

    Where free words are asked for, they ask.
    """
    if slot is None or slot.type not in _PROPOSED:
        return text
    if found := _PROPOSES.match(text):
        return " " * found.end() + text[found.end() :].rstrip("? ")
    dated = slot.type in ("date", "time", "datetime")
    named = " ".join(told for _, told in option_names(slot)) if slot.type == "choice" else ""
    return proposed(text, named) or (requested(text) if dated else None) or text


def _ordered(text: str) -> str:
    """Read "can you make it 4?" as the change that it asks for."""
    found = _ASKS_FOR.search(text)
    if found is None:
        return text
    text = text[: found.start()] + " " * (found.end() - found.start()) + text[found.end() :]
    return text.rstrip(" ?") if text.count("?") == 1 else text


def _behind_question(text: str, slot: Slot | None, *, confirming: bool) -> str:
    """Blank "qual telefone, o meu?" before the answer that follows it; a yes needs all of it."""
    stop = text.rfind("? ") + 1
    rest = text[stop:].strip()
    if slot is None or not stop or not rest or asks(rest):
        return text
    if not asks(text[:stop].rstrip(" ?!")) and slot.type != "boolean" and not confirming:
        return text  # "like eleven? there are three of us" proposes
    if slot.type in ("boolean", "text") and not (confirming and corrects(rest)):
        return text  # "the 28th?? I said friday" puts right, and "how much? yes" does not
    stop += len(lead[0]) if (lead := _IF_SO.match(text[stop:])) else 0
    return " " * stop + text[stop:]


def _behind_aside(text: str, name: str, slot: Slot | None) -> str:
    """Leave out "I told you already" around the name, the hour or the text that was asked for."""
    if slot is None or kind_of(name, slot) not in ("name", "city", "time", "text"):
        return text
    if kind_of(name, slot) in ("name", "city") and (stop := guessed_from(text)):
        text = " " * stop + text[stop:]
    said = without_asides(text)
    start = text.find(said) if said else 0
    return " " * start + said if said and start >= 0 else text


def _labelled_texts(message: MessageBeingRead) -> None:
    """Take "the address is 12 Elm Street" before somebody takes the 12 for a number of people."""
    if message.asked_of("text") is None:
        _labelled(message, "text")


def _labelled(message: MessageBeingRead, *kinds: str) -> None:
    """Take "my team is Blue" and "team: Blue"."""
    plain = flat(message.text)
    for name, slot in message.of(*(kinds or ("text", "name", "city"))):
        for cue in sorted(cues(name, slot), key=len, reverse=True):
            found = _told_behind(message.text, plain, cue)
            wrong = found is not None and _WRONG.match(flat(found["value"]))
            if wrong:
                break
            if found and (not message.reading.question or _COLON.match(found[0])):
                start, end = found.span("value")
                if slot.type == "text" and not is_code(slot):  # commas part no story
                    stop = (
                        _SENTENCE.search(message.text, start) if holds_place(name, slot) else None
                    )
                    end = stop.start() if stop else len(message.text)
                end = start + _until_another(message, name, message.text[start:end])
                end = min((a for a, _ in message.taken if start < a < end), default=end)
                end -= len(joint[0]) if (joint := _JOINT.search(message.text[start:end])) else 0
                if not message.free(start, end):
                    break
                value = message.text[start:end].strip(" .")
                told = kinds and _names_another(message, name, value)
                if kind_of(name, slot) == "name":
                    value = told_name(value)
                    value = value and with_title(message, name, value)
                elif is_code(slot):
                    value = bare_text(value, question_words(cue))
                if value and message.wants(name, sure=True) and not told:
                    message.take(name, value, found.start(), end)
                break


def _told_behind(text: str, plain: str, cue: str) -> re.Match[str] | None:
    """Find what stands behind a label: "endereço: …", "o endereço é …"."""
    for label in re.finditer(rf"\b{re.escape(cue)}(?=\W)", plain):
        if found := _LABELLED.match(text, label.end()):
            return found
    return None


def _until_another(message: MessageBeingRead, name: str, value: str) -> int:
    """Return where a labelled value ends: "the model is X and the limit Y" tells two."""
    others = [cue for n, s in message.slots.items() if n != name for cue in cues(n, s)]
    longest = sorted(others, key=len, reverse=True)
    named = "|".join(re.escape(cue) for cue in longest) or "(?!)"
    joint = rf"\s(?:e|and|mas|but|com|with)\s(?:(?:{_OWN})\s)?"
    plain = flat(value)
    found = re.search(rf"{joint}(?:{named})\b", plain)
    label = re.search(rf"[,;.]\s{{1,3}}(?:(?:{_OWN})\s)?(?:{named})\s?[:=]", plain)
    return min((m.start() for m in (found, label) if m), default=len(value))


def _names_another(message: MessageBeingRead, name: str, value: str) -> bool:
    """Tell whether what stands behind a label goes on to tell of another slot."""
    said = f" {' '.join(words(value))} "
    others = ((n, s) for n, s in message.slots.items() if n != name)
    return any(f" {cue} " in said for n, s in others for cue in cues(n, s))


def _booleans(message: MessageBeingRead) -> None:
    found = message.asked_of("boolean")
    if found is None:
        return
    name, slot = found
    question = question_of(slot)
    if is_divided(message.told, question):
        return
    language, reply = message.speech.language, message.reading.reply
    asked = asked_in(slot, language)
    answer, told = with_or_without(message, name), without_denied(message)
    if told != message.told:
        reply = None  # it was read with what is put right
    if answer is None and (told == message.told or re.search(r"\w", told)):
        answer = agreement(told, question, language, reply)
        if answer is not None and not message.confirming and not borne_out(told, answer, asked):
            answer = in_words(told, question, language, reply)
    changed = any(other != name for other in message.reading.values)
    if answer is None and not (changed or message.confirming or message.open_ended):
        answer = circumstance(told, asked, reply)
    if answer is None or (answer and changed):  # "yes, but I am 18": the change comes first
        return
    if answer is False and not message.confirming and only_puts_right(message):
        return
    message.take(name, answer, 0, 0)
