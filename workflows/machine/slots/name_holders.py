"""Whose name each slot for one holds: the writer's own, a child's, a dog's, a company's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from language.matching import stem, words
from language.name_claims import KINDS, NameClaim, NameKind
from workflows.file.slots import Slot
from workflows.file.words import LocalizedText

_OWN = re.compile(
    r"\b(?:your (?:full |own |first )?name|(?:o )?seu nome|qual (?:e )?(?:o )?seu nome|teu nome"
    r"|who are you"
    r"|(?:is|am i) (?:talking|speaking)|com quem (?:eu )?falo|quem fala|booked by|who is booking"
    r"|contact(?: person| name)?|booker|contratante|quem (?:esta )?contrata\w*|responsavel|tutora?"
    r"|owner|parent|guardian|caller|customer|cliente|requester|solicitante|comprador|buyer|remetente"
    r"|sender)\b"
)
_UNDER = re.compile(r"\b(?:em|no) nome d[aeo]\b|\bem (?:que|qual) nome\b|\bunder\b")
_EMPTY = frozenset(
    "name nome called call chama what which who whom whose qual quem is the your seu sua you voce"
    " vc"
    " de do da dos das o a os as e for para pra com como se this that will be being does it we can"
    " full completo completa first last please tell me in on at to of and em no na under my our go"
    " whole bring shall vai ser esta fica stay need needs have has put should would like"
    " write written print printed escrever escreve escrevemos colocar colocamos".split()
)
_MINE = re.compile(r"\b(?:my name|meu nome|i am|i m|eu sou|me chamo|minha|mine)\b")
_THEIRS = re.compile(r"\b(?:his|her|hers|its|he|she|del[ea]|el[ea])\b")
_READ = 200
_WHO = re.compile(r"\b(?:who|whom|whose|quem|person|pessoa|surname|sobrenome)\b")
_CALLED = re.compile(  # "what is the boat called?", "nome da loja"
    r"\b(?:is|are) (?:the|your) (?P<en>[a-z]{3,20}) called"
    r"|\bcall (?:the|your) (?P<call>[a-z]{3,20})"
    r"|\bname of (?:the|your) (?P<of>[a-z]{3,20})|\b(?:the|your) (?P<s>[a-z]{3,20}) s name"
    r"|\bchama (?:o|a) (?:(?:seu|sua) )?(?P<pt>[a-z]{3,20})"
    r"|\bnome d[oa] (?:(?:seu|sua) )?(?P<do>[a-z]{3,20})"
)
# Who has a name of their own; a company and a boat have one that may begin like theirs.
_SOMEBODY = re.compile(
    r"(?:patient|paciente|guest|hospede|student|alun[oa]|clien\w+|customer|driver|motorista"
    r"|passeng\w+|passageir[oa]|holder|titular|tenant|inquilin[oa]|player|jogador\w*|person|pessoa"
    r"|cont(?:act|ato)|skipper|comandante|capt\w+|capit\w+|employee|funcionari[oa]|teacher"
    r"|profess\w+|bride|groom|noiv[oa]|doctor|medic[oa]|owner|don[oa]|member|resident|morador\w*"
    r"|visit\w+|responsavel|guardian|tutor\w*|parent|beneficiari[oa]|recipient|destinatari[oa])s?"
)
_WAYS = (
    ("from", re.compile(r"\b(?:from$|from whom?|de quem|sender|remetente|quem (?:manda|envia))\b")),
    (
        "to",
        re.compile(
            r"\b(?:(?:for|to)$|(?:for|to) whom?|(?:para|pra) quem|recipient|destinatari[oa])\b"
        ),
    ),
)
_LIKE = 4  # letters that two words of one meaning begin with: driver, driving


@dataclass(frozen=True, slots=True)
class SlotHolder:
    """What is known of whose name a slot holds."""

    called: frozenset[str]  # the words of its name and titles
    asked: frozenset[str]  # and those of its question
    phrases: frozenset[str]  # its titles as a whole
    kind: NameKind | None
    own: bool  # the writer's
    way: str | None = None  # "from" whom something comes, or "to" whom it goes
    thing: bool = False  # a dog's, a firm's or a boat's: no person's
    under: bool = False  # it asks whose name something goes under

    @property
    def personal(self) -> bool:
        """Tell whether it may be any person's."""
        return not self.thing

    @property
    def books(self) -> bool:
        """Tell whether it is the name that a booking goes under, and no child's."""
        return self.personal and self.kind != "child" and (self.own or self.under)


class NameHolders:
    """The holders of a form's slots for names."""

    def __init__(self, slots: Mapping[str, Slot]) -> None:
        self._holders = {name: _holder(name, slot) for name, slot in slots.items()}

    @property
    def nouns(self) -> frozenset[str]:
        """What holders may be called in a message."""
        found = (h.called | h.asked | h.phrases for h in self._holders.values())
        return frozenset(word for each in found for word in each if len(word) > 2)

    def slot_of(self, claim: NameClaim) -> str | None:
        """Return the slot that a name is told for; None where none or more than one may be it."""
        match claim.holder:
            case "speaker":
                return self._own()
            case "bearer":
                return self._led("to") or self._other()
            case "third":
                return self._other()
            case "goal":
                return self._led("to")
            case "origin":
                firms = [n for n, h in self._holders.items() if h.kind == "organisation"]
                return _one(firms) if firms else self._led("from")
            case "under":
                return self._led("to") or self._other() or self._booker()
            case "booker" | "contact":
                return self._booker()
            case "asked" | "known":
                return None
            case "named":
                return self._named(claim.noun)

    def comer(self, asked: str | None) -> str | None:
        """Return the slot for who comes: the one asked for, where it is for a person's name."""
        if asked in self._holders and self._holders[asked].personal:
            return asked
        people = [n for n, h in self._holders.items() if h.personal]
        return _one(n for n in people if not self._holders[n].own) or _one(people)

    def spoken_of(self, text: str) -> str | None:
        """Return the one slot whose holder a message speaks of, whether it names them or not."""
        said = words(text[:_READ])
        named = {name for word in said if word not in _EMPTY and (name := self._named(word))}
        if named:
            return _one(named)
        plain = " ".join(said)
        if _MINE.search(plain):
            return self._own()
        return self._other() if _THEIRS.search(plain) else None

    def is_thing(self, name: str) -> bool:
        """Tell whether a slot holds the name of no person: "Dona Flor" may be a boat's."""
        return self._holders[name].thing

    def is_own(self, name: str) -> bool:
        """Tell whether a slot holds the writer's own name."""
        return self._holders[name].own

    def books(self, name: str) -> bool:
        """Tell whether a slot holds the name that a booking goes under."""
        return self._holders[name].books

    def excludes(self, name: str, claim: NameClaim) -> bool:
        """Tell whether a name is surely of somebody else than the slot's holder."""
        holder = self._holders[name]
        if claim.holder == "speaker":
            return not holder.personal or holder.kind == "child"
        told = claim.holder == "named" and _kind([claim.noun])
        return bool(told and told != (holder.kind or told))

    def _own(self) -> str | None:
        own = [n for n, h in self._holders.items() if h.own]
        if len(own) == 1:
            return own[0]
        return _one(n for n, h in self._holders.items() if h.personal and h.kind != "child")

    def _booker(self) -> str | None:
        return _one(n for n, h in self._holders.items() if h.books)

    def _led(self, way: str) -> str | None:
        return _one(n for n, h in self._holders.items() if h.way == way)

    def _other(self) -> str | None:
        others = [n for n, h in self._holders.items() if not h.own and h.kind != "organisation"]
        return _one(others)

    def _named(self, noun: str) -> str | None:
        said = [word for word in words(noun) if word not in _EMPTY]
        for which in ("phrases", "called", "asked"):
            for alike in (_same, _akin):
                held = [
                    n for n, h in self._holders.items()
                    if alike({noun, *said}, getattr(h, which))
                ]  # fmt: skip
                if held:
                    return held[0] if len(held) == 1 else None
        kind = _kind(said)
        return self._of_kind(kind) if kind else None

    def _of_kind(self, kind: NameKind) -> str | None:
        same = [n for n, h in self._holders.items() if h.kind == kind]
        if same or kind in ("animal", "organisation"):
            return _one(same)
        return _one(
            n for n, h in self._holders.items()
            if h.personal and not h.own and (h.kind is None or h.kind == kind)
        )  # fmt: skip


def _holder(name: str, slot: Slot) -> SlotHolder:
    titles = _texts(slot.title)
    called = _telling([name.replace("_", " "), *titles])
    asked = _telling(_texts(slot.ask))
    phrases = frozenset(" ".join(words(title)) for title in titles) - _EMPTY
    kind = _kind(called) or _kind(asked)
    said = " ".join(words(" . ".join([name.replace("_", " "), *titles, *_texts(slot.ask)])))
    own = kind not in ("animal", "organisation") and bool(_OWN.search(said))
    way = next((way for way, pattern in _WAYS if pattern.search(said)), None)
    thing = kind in ("animal", "organisation") or (kind is None and not own and _names_thing(said))
    under = bool(_UNDER.search(said))
    return SlotHolder(called, asked, phrases, None if own else kind, own, way, thing, under)


def _names_thing(said: str) -> bool:
    """Tell whether a question asks what something is called that is nobody."""
    called = [noun for found in _CALLED.finditer(said) for noun in found.groups() if noun]
    return bool(called) and not (_WHO.search(said) or any(map(_SOMEBODY.fullmatch, called)))


def _texts(said: LocalizedText | None) -> list[str]:
    return [said] if isinstance(said, str) else list((said or {}).values())


def _telling(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(w for text in texts for w in words(text) if w not in _EMPTY and len(w) > 1)


def _kind(said: Iterable[str]) -> NameKind | None:
    known = set(said)
    return next((k for k, p in KINDS.items() if any(p.fullmatch(w) for w in known)), None)


def _same(said: set[str], known: frozenset[str]) -> bool:
    return not {stem(word) for word in said}.isdisjoint(map(stem, known))


def _akin(said: set[str], known: frozenset[str]) -> bool:
    """Tell whether words are of one family: a driver is who is driving."""
    return any(
        one[:_LIKE] == other[:_LIKE] and min(len(one), len(other)) > _LIKE
        for one in said
        for other in known
        if " " not in one and " " not in other
    )


def _one(names: Iterable[str]) -> str | None:
    found = list(names)
    return found[0] if len(found) == 1 else None
