"""Tells whether a message is about whom or what the answer before named: "his", "that day"."""

from __future__ import annotations

from analysis.query import DataQuery
from analysis.reading.draft import Draft, NotHere
from analysis.reading.glossary import PLACES

_CAME_TO = frozenset("deu dao rendeu come came amount add worth make made bring brought".split())
_ONE = frozenset("dele dela ele ela he him his she her hers its".split())
PERSONS = frozenset("he him his she her hers ele ela dele dela".split())
_DID = frozenset("fez teve vendeu deu ganhou registou marcou gastou".split())
_THAT_ONE = (
    "that day", "that month", "that week", "that year", "nesse dia", "nesse mes", "that one",
    "nessa semana", "esse dia", "esse mes", "desse dia", "desse mes",
)  # fmt: skip
_THAT = frozenset("that this esse essa este esta nesse nessa desse dessa aquele aquela".split())
_LEADS = frozenset("in at for from of on by with did do does is was has had and at".split())
_ALL_GROUPS = 100
_THEM = frozenset(
    "them those these they deles delas desses dessas esses essas nesses nessas eles elas".split()
)


def says_them(draft: Draft) -> bool:
    """Tell whether a message is about the rows of the answer before it."""
    tokens = draft.sentence.tokens
    return tokens[0].word == "their" or any(t.word in _THEM for t in tokens)


def tells_what_it_came_to(draft: Draft) -> bool:
    """Tell whether a figure is asked of the rows before: "how much did that come to in fines"."""
    said = {t.word for t in draft.sentence.tokens}
    bare = not (draft.parts.filters or draft.parts.groups or draft.has_noun)
    rows = draft.base is not None and not draft.base.measures
    return rows and bare and draft.has("how_much") and bool(said & _CAME_TO)


def says_whom(draft: Draft) -> bool:
    """Tell whether a message itself says whom "they" are."""
    parts = draft.parts
    named = any(m.column and m.kind == "column" for m in draft.marks)
    return draft.has_noun or bool(parts.filters or parts.groups) or named


def says_one(draft: Draft) -> bool:
    """Tell whether a message is about one whom it does not name: "his", "that day", "fez"."""
    tokens = draft.sentence.tokens
    text = " ".join(t.word for t in tokens)
    asked = draft.has("how_many") and not (draft.has("who", "which") or draft.parts.filters)
    did = tokens[-1].word in _DID and asked
    had_it = any(t.word == "it" for t in tokens) and draft.has("how_many")
    known = draft.base is not None or bool(draft.before.open_question)
    did = did or (had_it and known and not draft.has("empty", "based_on", "chart"))
    return did or any(t.word in _ONE for t in tokens) or any(s in text for s in _THAT_ONE)


def says_winner(draft: Draft) -> bool:
    """Tell whether a message is about the group before by its column: "that station", "desse"."""
    base = draft.base
    if base is None or not base.group_by:
        return False
    names = {g.column for g in base.group_by}
    for at, mark in enumerate(draft.marks):
        lead = draft.sentence.tokens[mark.start - 1].word if mark.start else ""
        buckets = {g.bucket for g in base.group_by if g.bucket}
        same = bool(mark.column and names & {c.column.name for c in mark.column.best})
        same = same or (mark.means("bucket") and mark.meant[1] in buckets)
        if same and lead in _THAT:
            draft.use(at)
            draft.passed.add(at)
            return True
    there = [at for at in draft.meaning("there") if at not in draft.used]
    places = [
        c for g in base.group_by if (c := draft.index.named(g.column)) and c.concepts & PLACES
    ]
    if there and places and draft.before.named:
        draft.use(*there)
        return True
    then = draft.sentence.tokens[-1].word == "then"
    return then and len(base.group_by) == 1 and base.group_by[0].bucket is not None


def asks_its_figure(draft: Draft) -> bool:
    """Tell whether a message only asks how much it was, of the first of several: "how many?"."""
    base, parts = draft.base, draft.parts
    if base is None or not base.group_by or base.order_by is None:
        return False
    ranked = parts.way or parts.judged or parts.age or parts.rank > 1 or parts.top
    if (
        ranked
        or parts.filters
        or parts.groups
        or draft.has_noun
        or draft.has("chart", "total_of_all")
    ):
        return False
    asked = draft.has("how_many", "how_much") or draft.has("which")
    figures = {m.column for m in base.figures}
    said = {c.column.name for _, c in parts.measured}
    plain = not (parts.aggregates or parts.share or parts.distinct)
    return asked and plain and said <= figures and (parts.count or bool(said))


def ask_which_that(draft: Draft, base: DataQuery | None) -> None:
    """Refuse "that station" where none was said or found before."""
    known: set[str] = set()
    if base:
        known = {f.column for f in base.filters} | {g.column for g in base.group_by}
    for at, mark in enumerate(draft.marks):
        lead = draft.sentence.tokens[mark.start - 1].word if mark.start else ""
        if lead not in _THAT or mark.column is None or at in draft.passed or mark.also_noun:
            continue
        before = draft.sentence.tokens[mark.start - 2].word if mark.start > 1 else "of"
        if lead == "that" and before not in _LEADS:
            continue  # "agree that promotions are fair"
        best = mark.column.best
        named = {c.column.name for c in best}
        if all(c.column.kind == "text" for c in best) and not named & known:
            raise NotHere("before")


def ask_of_some_rows(draft: Draft, base: DataQuery) -> None:
    """Refuse figures of rows that were only the first of many: "what did they cost?"."""
    ranked = bool(base.columns) or (bool(base.group_by) and base.limit < _ALL_GROUPS)
    first = ranked and base.order_by is not None and base.limit > 1
    parts = draft.parts
    if first and says_them(draft) and (parts.measured or parts.aggregates):
        raise NotHere("before")
