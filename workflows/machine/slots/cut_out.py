"""Reads what is to be taken out of a text: "take out 'and left'", "tira o \"suja\" do relato"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language.matching import fold
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.read_streets import holds_place
from workflows.machine.slots.read_texts import is_code

_LONGEST = 300
_LEAST = 2  # words that are to be left of a text
_VERB = (
    r"\b(?:(?:take|leave|cut|cross|strike) out|remove|delete|erase|scrap|drop"
    r"|tir[ae]r?|remov[ae]r?|apag(?:a|ar|ue)|retir[ae]r?|exclu[ia]r?|risc(?:a|ar|que))\b"
)
_QUOTED = re.compile(
    _VERB + r"[^'\"“”‘’«»]{0,40}?(?:^|(?<=\W))['\"“‘«](?P<what>.{2,200}?)['\"”’»](?!\w)", re.I
)
_PART = re.compile(
    _VERB + r" (?:the (?:bit|part|words?|sentence)|a (?:parte|frase)|o (?:trecho|pedaço))"
    r"(?: (?:about|where|that|which|says?|saying|with|do|da|de|que|em que|diz(?:endo)?))*"
    r" (?P<what>[^.;!?\n]{2,200})",
    re.I,
)
_NOTED = (
    r"(?: (?:from|out of|off|in) (?:it|there|that|here|(?:the|my|that) \w{1,20})"
    r"| (?:da[ií]|dali|disso|a[ií]|(?:d[aeo]|d[aeo]s|n[ao]) \w{1,20}))"
)
_WORDS = re.compile(  # and no quotes: what is named must stand in a text
    _VERB + r" (?:that |the |this |ess[ea] |est[ea] |aquel[ea] |[oa] (?:palavra )?)?"
    rf"(?P<what>\w[\w -]{{1,60}}?){_NOTED}(?=\W*(?:$|[.,;!?]))",
    re.I,
)
_TAKEN_OUT = re.compile(
    r"\btake (?:that |the |this )?(?P<what>\w[\w -]{1,60}?)(?: (?:bit|part|word))? out\b", re.I
)
_TWICE = re.compile(r" ?([.,;])(?: ?[.,;])+")


def read_cut_out(message: MessageBeingRead) -> None:
    """Take the words that are named out of the one text that holds them."""
    for pattern in (_QUOTED, _PART, _WORDS, _TAKEN_OUT):
        found = pattern.search(message.text[:_LONGEST])
        if found is None or not message.free(*found.span()):
            continue
        texts = [(name, cut) for name, cut in _without(message, found["what"])]
        if len(texts) == 1:
            name, value = texts[0]
            message.take(name, value, *found.span())
            return


def _without(message: MessageBeingRead, what: str) -> Iterator[tuple[str, str]]:
    """Yield each text that holds some words, without them."""
    for name, slot in message.of("text"):
        held, said = str(message.known.get(name) or ""), what.strip(" .,;'\"")
        start = (
            fold(held).find(fold(said)) if not (is_code(slot) or holds_place(name, slot)) else -1
        )
        if start < 0 or len(fold(held)) != len(held) or len(fold(said)) != len(said):
            continue
        left = (held[:start] + held[start + len(said) :]).rstrip(" .,;\n")
        left = _TWICE.sub(r"\1", " ".join(left.split())).strip(" ,;")
        if len(left.split()) >= _LEAST:
            yield name, left
