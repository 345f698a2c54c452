"""Reads a yes or a no in an answer, whatever stands around it: "tenho sim, unimed", "hell no".

A yes is not guessed. An answer that says both, that hesitates or that asks is neither; and a no
that follows a yes in the same breath ("com certeza que não", "autorizo não") is a no.
"""

from __future__ import annotations

import re

from language.agreement_words import (
    ALREADY_DONE,
    BRIEF,
    CONDITIONAL,
    NO,
    NO_LATER,
    NO_MATTER,
    NOT_YES,
    SAID_PLAINLY,
    YES,
)
from language.answers import about_others, asks, unsure
from language.courtesies import plainly_said
from language.detect import Language
from language.first_times import first_time
from language.flat import flat
from language.intents import plain_answer
from language.one_only import of_only
from language.question_echoes import (
    calls_off,
    echoed,
    is_echo,
    no_behind,
    tells_else,
    told_of_question,
)
from language.requests import clauses
from language.speech_acts.acts import hesitates, yes_or_no
from language.speech_acts.circumstances import told_by_circumstance
from language.speech_acts.replies import ReplyReading, is_no, is_yes

_READ = 300
_UNDENIED = 0.15  # how likely what the words say must be under the question
_PRICED = re.compile(r"[$€£]\s*\?")  # a sign of money that asks
_BRIEF = 3  # words of an answer that mean what they say
_BORNE_OUT = 0.5  # how likely what more of them say must be
_SAYS_SO = re.compile(r"\b(?:sim|yes|yeah|yep|claro|nao|no|nope)\b")
_DOES_ELSE = 0.5  # how likely that it does something else than to answer
_MORE = 60  # characters behind a doubtful yes that may agree once more
_YES_SIGNS = frozenset("👍👌✅☑✔🙏🆗💯🤝🫡😍🥰🙌🎉")
_NO_SIGNS = frozenset("👎❌🚫🙅✖⛔")
_SPELLED = re.compile(r"(?<!\w)(?:[A-Za-zÀ-ÿ][ .-]{1,2}){3,20}[A-Za-zÀ-ÿ](?!\w)")
_LONG = re.compile(r"(\w)\1{2,}")
_REASON = re.compile(
    r"(?:[,.;] ?(?:(?:pois|que|ja que|since|as|so) )?(?:ele|ela|eles|elas|it|he|she|they|"
    r"(?:o|a|the|my|meu|minha|o meu|a minha) \w+)(?:'\w+)? \w|(?<![,.; ])[,.; ]+(?:porque|pq|"
    r"because|cuz|cause|ja que)\b)"
)
_CONTRAST = re.compile(r"\b(?:mas|but|so que|porem|quer dizer|actually|na verdade|alias|if|se)\b")


def agreement(
    text: str, question: str = "", language: Language = "en", reply: ReplyReading | None = None
) -> bool | None:
    """Return the yes or no that answers a question; None where it is neither, or not clear.

    `reply` tells what the text does under that question: a yes and a no in words that no rule
    knows, and where a rule is mistaken.
    """
    if _SPELLED.search(text[:_READ]):
        return None  # "K-A-T-E": letters, and no "k"
    if _PRICED.search(text[:_READ]):
        return None  # "ok $?"
    text = plainly_said(text)
    signs = _signs(text)
    plain = _LONG.sub(r"\1\1", flat(text[:_READ])).strip()
    worded = re.sub(r"[^\w\s,.;!?'%]", " ", plain).strip()
    worded = (
        re.sub(r"\b(?:(?:ha){2,}h?|(?:he){2,}|(?:rs)+|k{2,}|lol|lmao|haha\w*)\b", " ", worded)
        if len(worded) > 3
        else worded
    )
    if not re.search(r"\w", worded):
        return signs
    if NO_MATTER.match(worded):
        return True
    if asks(text) or unsure(text):
        return None
    for known in (first_time(worded, question), of_only(worded, question)):
        if known is not None:
            return known
    if CONDITIONAL.search(worded):
        return None
    said = _said(worded, question, language)
    said = _without_reason(worded, question, language) if said is None else said
    if said and hesitates(text):
        return None
    if said is None and tells_else(worded, question):
        return signs
    said = yes_or_no(clauses(text)) if said is None else said
    if said and is_echo(worded, question):
        return None if signs is False else True
    if reply is not None and plain_answer(text) is None:
        said = _meant(text, question, reply) if said is None else _weighed(said, reply)
    return None if signs not in (None, said) else said


def _weighed(said: bool, reply: ReplyReading) -> bool | None:
    """Weigh what the words say against what the whole does: where they disagree, it is neither."""
    likely = reply.of("yes") if said else reply.of("no", "changes", "leaves")
    return said if likely >= _UNDENIED else None


def _meant(text: str, question: str, reply: ReplyReading) -> bool | None:
    """Return what a whole message comes to where no rule knows its words."""
    if about_others(text, question, len(text)):
        return None
    return True if is_yes(reply) else False if is_no(reply) else None


def circumstance(text: str, question: str, reply: ReplyReading | None) -> bool | None:
    """Return what an answer comes to that says no yes and no no, but how things are."""
    plain = flat(text[:_READ])
    if reply is None or asks(text) or unsure(text) or CONDITIONAL.search(plain):
        return None
    if SAID_PLAINLY.match(plain) or plain_answer(text) is not None or _signs(text) is not None:
        return None  # it said more than that: "yes, but not all of it"
    if reply.of("asks", "wants", "person", "leaves", "unsure") >= _DOES_ELSE:
        return None
    return None if about_others(text, question, len(text)) else told_by_circumstance(text, question)


def in_words(
    text: str, question: str, language: Language, reply: ReplyReading | None
) -> bool | None:
    """Return what the words of an answer say by themselves, where the whole does not belie them."""
    said = agreement(text, question, language)
    plain = flat(text[:_READ])
    known = first_time(plain, question) is not None or of_only(plain, question) is not None
    if said is None or reply is None or known or len(plain.split()) <= _BRIEF:
        return said
    likely = reply.of("yes") if said else reply.of("no", "changes", "leaves")
    return said if likely >= _BORNE_OUT or _SAYS_SO.search(plain) else None


def _without_reason(plain: str, question: str, language: Language) -> bool | None:
    """Read "yes I need one, it won't start" by what stands before the reason."""
    reason = _REASON.search(plain)
    if reason is None or _CONTRAST.search(plain[reason.start() :]):
        return None
    return _said(plain[: reason.start()].strip(), question, language)


def _said(plain: str, question: str, language: Language) -> bool | None:
    if calls_off(plain, question):
        return True
    if _begins_with_no(plain, language):
        return None if _turns_to_yes(plain) else False
    yes = YES.match(plain)
    if yes and not NOT_YES.match(plain):
        if no_behind(plain[yes.end() :]):
            return False if NO_LATER.search(plain) else None
        return _meant_yes(yes[0], plain, question, language)
    if NO_LATER.search(plain) and len(plain) < 120:
        return False
    return echoed(plain, question)


def _meant_yes(yes: str, plain: str, question: str, language: Language) -> bool | None:
    """Weigh a word that may say yes by what stands behind it and by what was asked."""
    word, rest = re.split(r"\W+", yes.strip())[-1], plain[len(yes) :]
    if not told_of_question(word, rest, question):
        return echoed(plain, question)
    if word not in BRIEF or _agrees_on(rest):
        return True
    if word == "ja" and ALREADY_DONE.match(rest):
        return True
    more = rest.strip(" ,.;!")
    agrees = len(more) < _MORE and _said(more, question, language)
    return True if agrees else None


def _begins_with_no(plain: str, language: Language) -> bool:
    found = NO.match(plain)
    if found is None:
        return False
    bare = found["bare"]
    if bare == "no" and language == "pt":  # "no pix": a preposition there
        rest = plain[found.end() :].strip(" .!")
        return not rest or plain[found.end() :][:1] in ",.;!" or rest.startswith("thank")
    if bare in ("na", "n") and language == "pt":
        return bare == "n"
    return True


def _turns_to_yes(plain: str) -> bool:
    """ "No, wait, yes" and "não, pode marcar" say both."""
    return bool(
        re.search(
            r"[,.;!] ?(?:pera|wait|espera|alias|actually|na verdade|digo|quer dizer|"
            r"quer saber)?[ ,]{0,3}(?:sim|yes|yeah|yep|claro|pode|ok|quero)\b",
            plain,
        )
    )


def _agrees_on(rest: str) -> bool:
    """Tell whether what follows a doubtful yes is nothing, or goes on agreeing."""
    plain = rest.strip(" ,.!")
    return not plain or bool(
        re.match(
            r"^(?:ai|la|now|agora|then|sim|isso|mesmo|msm|bom|boa|certo|otimo|tudo|good|great|fine|"
            r"perfect|to me|"
            r"for me|with me|by me|by us|por mim|that|it|him|her|please|por favor|favor|"
            r"verdade|joia|ok|beleza|blz|"
            r"combinado|marcado|pra mim|para mim|nessa|entao|pode|obrigad|thank|thx|valeu)\b",
            plain,
        )
    )


def _signs(text: str) -> bool | None:
    found = {True for sign in text if sign in _YES_SIGNS} | {
        False for sign in text if sign in _NO_SIGNS
    }
    return found.pop() if len(found) == 1 else None
