"""Reads the names that a message tells of somebody, each for the slot that is theirs."""

from __future__ import annotations

from language.matching import fold
from language.name_claims import NameClaim, is_kin, name_claims
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.name_holders import NameHolders
from workflows.machine.slots.read_streets import holds_place
from workflows.machine.slots.read_texts import is_code
from workflows.machine.slots.renewed_names import renewed
from workflows.machine.slots.titled_names import with_title


def read_whose_names(message: MessageBeingRead) -> None:
    """Take "I'm Ned and the dog is Rex" where a form asks for both, or for one of another kind."""
    slots = dict(message.of("name"))
    if not slots or _asks_story(message):
        return
    holders = NameHolders(slots)
    claims = name_claims(message.text, holders.nouns)
    for claim in sorted(claims, key=lambda each: each.holder == "speaker"):
        if not message.free(claim.start, claim.end):
            continue
        if message.asked_of("text") and not (claim.holder == "asked" and claim.sure):
            continue  # "Rua da Ana", but not "quem recebe é a Ana"
        if len(slots) == 1 and not _tells_of_the_one(message, claim, holders, next(iter(slots))):
            continue
        _take(message, claim, _target(message, claim, holders))


def _asks_story(message: MessageBeingRead) -> bool:
    asked = message.asked_of("text")
    return asked is not None and not (is_code(asked[1]) or holds_place(*asked))


def _tells_of_the_one(
    message: MessageBeingRead, claim: NameClaim, holders: NameHolders, name: str
) -> bool:
    """Tell whether a claim counts where one name alone is asked for: others read it else."""
    if claim.holder == "asked" and claim.sure and not holders.is_own(name):
        return True
    if name == message.asked or name in message.filled:
        return holders.excludes(name, claim)
    return claim.holder in ("named", "bearer")


def _target(message: MessageBeingRead, claim: NameClaim, holders: NameHolders) -> str | None:
    """Return the slot of a claim: that which holds what is denied, else the holder's."""
    if claim.denied:
        held = [n for n, _ in message.of("name") if _holds(message, n, claim.denied)]
        if len(held) == 1:
            return held[0]
    if claim.holder == "asked":
        return holders.comer(message.asked)
    if claim.holder == "known":
        held = [n for n, _ in message.of("name") if n in message.filled]
        return held[0] if len(held) == 1 else None
    return holders.slot_of(claim) or _asked_about(message, claim, holders)


def _asked_about(message: MessageBeingRead, claim: NameClaim, holders: NameHolders) -> str | None:
    """Return the slot that was asked for where a name may be its: "I'm Huw", of the groom."""
    asked = message.asked_of("name")
    if asked is None or asked[0] in message.reading.values or holders.excludes(asked[0], claim):
        return None
    if claim.holder == "speaker":
        return None if claim.noun else asked[0]
    of_somebody = claim.holder == "named" and is_kin(claim.noun)
    return asked[0] if of_somebody or claim.holder == "third" else None


def _holds(message: MessageBeingRead, name: str, told: str) -> bool:
    known = message.known.get(name)
    return isinstance(known, str) and set(fold(told).split()) <= set(fold(known).split())


def _take(message: MessageBeingRead, claim: NameClaim, name: str | None) -> None:
    """Take a name for its holder's slot; one that no slot holds answers no other one either."""
    place = claim.start, claim.end
    if name is None or _holds(message, name, claim.name):
        if name is not None or claim.holder == "speaker":
            message.taken.append(place)
        return
    if not message.wants(name, sure=claim.sure and not message.reading.question):
        message.taken.append(place)
        return
    if claim.holder in ("origin", "goal") and name in message.filled and not claim.denied:
        return  # "leave it with Ana" makes no firm of her
    known = message.known.get(name)
    told = renewed(known, claim.name, claim.denied) if isinstance(known, str) else claim.name
    message.take(name, with_title(message, name, told), *place)
