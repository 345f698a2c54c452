"""Whether a day or an hour is that of what somebody wants moved, and not the new one.

"Remarcar minha consulta de amanhã", "move Tuesday's class", "from the 3rd to the 5th".
"""

from __future__ import annotations

import re

_MOVES = (
    r"(?:remarc|reagend|transfer|adi|antecip|mud|troc|alter)(?:ar|o|a|e|ou|ei|ado|ada|ir|iu)"
    r"|(?:reschedul|postpon)(?:e|ed|ing)|(?:mov|chang)(?:e|ed|ing)(?! (?:out|house|home)\b)"
    r"|switch(?:ed|ing)?"
    r"|pass(?:ar|a|e)(?= d[aeo]\b)"
    r"|(?:bring|push|put) (?:forward|back|off)|rebook"
)
_MOVING = re.compile(rf"\b(?:{_MOVES})\b")
_CANCELS = (
    r"cancel(?:ar|o|a|e|ou|l?ed|l?ing)?|desmar(?:car|co|ca|que|quei|cando)|call(?:ed|ing)? off"
)
_CALLING_OFF = re.compile(rf"\b(?:{_MOVES}|{_CANCELS})\b")
_ASKS_NEW = re.compile(
    r"\b(?:new|instead|nov[oa]s?|outr[oa]|other|another|remarcar|reagendar|mudar|trocar|adiar|"
    r"resched\w+|move[ds]?|postpone\w*)\b"
)
_CHANGING = re.compile(
    r"\b(?:corrig|atualiz|ajust|edit)(?:ir|ar|e|em|o|a)\b|\b(?:correct|updat|amend|adjust)(?:e|ing)?\b"
    r"|\b(?:fix|edit)\b|\b(?:pass|jog|bot|coloc)(?:ar|a|e) (?:para|pra|pro)s?\b|\bmake (?:it"
    r"|that)\b"
)
_NEAR = 60  # characters behind a day in which somebody says that it is to be moved
_LED = 120  # and before it, in which something leads to it
_ARTICLES = r"(?: (?:o|a|os|as|the|my|our|dia|do dia|das|do|da|ultima|proxima|this|next))*"
# Words between the verb and the day lead to the new day as soon as one of these is among them.
_TO = re.compile(r"\b(?:para|pras?|pros?|to|till|until|ate|por|instead|be|ser)\b|[,;.!?]")
_FROM = re.compile(
    r"\b(?:de|do|da|das|dos|desde|from|of|on|at)(?: (?:dia|o|a|the|next|this))*\s*$"
    r"|\b(?:era|e|estava|tava|esta|ta|seria|tinha|is|was|had|have|it'?s)(?: \w+ed| marcad[oa])?"
    r"(?: (?:para|pra|em|no|na|on|for|at|dia|o|a|the|next|this))*\s*$"
)
_BARE = re.compile(rf"^{_ARTICLES}\s*$")
_OWNED = re.compile(r"^'?s\b")
_ON = re.compile(r"^,? (?:para|pras?|pros?|to|por) ")
_OLD_BEHIND = re.compile(
    r"^,? (?:(?:e|eh|era|is|was|foi)|'s) (?:(?:o|a|the|my|minha|meu) )?(?:dia |day |hora |time )?"
    r"(?:antig|velh|atual|old|current|original|previous|anterior)"
)
_MINE = re.compile(r"^ (?:my|our)(?: (?:next|this))? $")
_HELD = re.compile(
    r"\b(?:tenho|tinha|temos|marquei|era|estava|tava|have|had|booked|was)"
    r"(?! (?:tempo|time|livre|free|folga|disponi\w+))(?: (?!para ser|pra ser|to be)\w+){0,5}\s*$"
)
_ASKS_OLD = re.compile(
    r"\b(?:atual|antig\w+|anterior|original|ja marcad\w+|esta marcad\w+|current\w*|old|existing"
    r"|previous|booked|scheduled|which appointment|qual consulta)\b"
)


def speaks_of_change(plain: str) -> bool:
    """Tell whether a flat text wants something moved, or otherwise than it was."""
    return bool(_MOVING.search(plain) or _CHANGING.search(plain))


def calls_off(plain: str) -> bool:
    """Tell whether a flat text has a word of moving or of calling off."""
    return _CALLING_OFF.search(plain) is not None


def is_moved(plain: str, question: str, start: int, end: int) -> bool:
    """Tell whether a stretch of a flat text names what is moved; a question may ask for just that.

    It stands right behind what moves it, with no word between that leads to the new one. What is
    called off is moved as well where the question is for a new one.
    """
    if _ASKS_OLD.search(question):
        return False
    behind = plain[end : end + 40]
    if _OLD_BEHIND.match(behind):
        return True
    words = _CALLING_OFF if _ASKS_NEW.search(question) else _MOVING
    moving = next(reversed(list(words.finditer(plain, max(0, start - _LED), start))), None)
    if moving is None:  # "I have a class on Monday and want to move it"
        follows = _MOVING.search(plain, end, end + _NEAR)
        return follows is not None and _HELD.search(plain[max(0, start - _LED) : start]) is not None
    between = plain[moving.end() : start]
    if _BARE.match(between):
        mine = _MINE.match(between) and re.match(r" [a-z]{4}", behind)
        return bool(mine or _OWNED.match(behind) or _ON.match(behind))
    told = _FROM.search(between)
    return told is not None and not _TO.search(between[: told.start()])
