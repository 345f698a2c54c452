"""Takes what is said about showing, and passes over what says nothing of a query: what was taken
back, asides, the file's own name, words that only lead to a condition.
"""

from __future__ import annotations

import re
from dataclasses import replace

from analysis.reading.draft import Draft
from analysis.reading.fillers import is_filler
from analysis.reading.read_limits import MONEY, UNITS
from analysis.reading.read_measures import RATES
from analysis.reading.tokens import sentence

_COSTS = frozenset("cost costs costing custa custam custaram custou custando".split())
_MERE_SIZES = frozenset(
    "length amount level degree quantity duration extent nivel quantidade grau tempo duracao"
    " montante comprimento".split()
)
_DAYS = frozenset("day days dia dias week weeks semana semanas month months mes meses".split())
_SUMS = frozenset("dinheiro money value valor".split())
_HAVING = frozenset("tem has have had tinha teve usa uses is e".split())
_BEING = frozenset("are is were was be been".split())
_TAKEN_BACK = ("unknown", "value", "column", "number", "moment")


def prepare(draft: Draft) -> None:
    """Pass over what says nothing; what is passed over here makes no claim."""
    _showing(draft)
    _taken_back(draft)
    _leading_to_conditions(draft)
    _in_cash(draft)
    _costing(draft)
    _spans_of_names(draft)
    _sizes_of(draft)
    _alternatives(draft)
    _existing(draft)
    _currency(draft)
    _own_name(draft)
    _before_brackets(draft)
    draft.passed |= draft.used


def settle(draft: Draft) -> None:
    """Let two words settle which column each names: "satisfaction … with the boss"."""
    named = [at for at, m in enumerate(draft.marks) if m.column]
    for at in named:
        mention = draft.mention(at)
        if len(mention.best) < 2:
            continue
        for other in named:
            shared = [c for c in mention.columns if c in draft.mention(other).columns]
            if other != at and len(shared) == 1:
                for place in (at, other):
                    settled = replace(
                        draft.mention(place), columns=(shared[0],), scores=(1.0,), sure=True
                    )
                    draft.marks[place] = replace(draft.marks[place], column=settled)
                break


def _showing(draft: Draft) -> None:
    for at in draft.meaning("chart"):
        draft.use(at)
        draft.parts.show = "chart"
        draft.parts.chart = draft.marks[at].meant[1] or draft.parts.chart  # type: ignore[assignment]
    for at in draft.meaning("table"):
        draft.use(at)
        draft.parts.show = draft.parts.show or "table"


def _taken_back(draft: Draft) -> None:
    """Drop what was corrected: "scratches, sorry, craters"."""
    for at in draft.meaning("sorry"):
        before = [n for n in range(at) if draft.marks[n].kind in _TAKEN_BACK]
        draft.use(*before[-1:])


def _leading_to_conditions(draft: Draft) -> None:
    """Take "when in fault", "people who …", "the colour that …" for no questions."""
    for at in draft.meaning("when"):
        after = draft.after_it(at, over=("that",))
        if after is not None and draft.marks[after].means("not"):
            after = draft.after_it(after)  # "when not cancelled"
        condition = after is not None and draft.marks[after].kind in ("value", "column")
        if (at or draft.base) and condition:
            draft.use(at)
    for at in draft.meaning("who"):
        lead = draft.marks[at - 1] if at else None
        behind = [t.word for t in draft.sentence.tokens[draft.marks[at].end :][:1]]
        asked = [n for n in draft.meaning("how_many", "share", "aggregate", "rows") if n < at]
        joined = lead is not None and (lead.means("and", "or") or lead.kind == "comma")
        if lead and asked and not joined:
            draft.use(at)  # "share who are women"
        of_rows = lead and (lead.kind in ("noun", "value") or lead.also_noun)
        if of_rows or (lead and lead.means("entity")) or (at and _HAVING & {*behind}):
            draft.use(at)
    for at in draft.meaning("which"):
        lead = draft.marks[at - 1] if at else None
        if lead and draft.said(at).lower() == "que" and lead.kind in ("column", "noun"):
            draft.use(at)


def _costing(draft: Draft) -> None:
    """Pass over the verb of "cost more than 20 euros"."""
    if not draft.has("more", "fewer", "floor", "ceiling", "between"):
        return
    for at, mark in enumerate(draft.marks):
        if mark.kind == "unknown" and draft.said(at).lower() in _COSTS:
            draft.use(at)


def _existing(draft: Draft) -> None:
    """Take "there" for no place in "are there" and "diz-me lá"."""
    for at in draft.meaning("there"):
        lead = draft.sentence.tokens[draft.marks[at].start - 1].word if at else ""
        if lead == "me" or lead in _BEING or is_filler(lead):
            draft.use(at)


def _currency(draft: Draft) -> None:
    if not any(c.is_money for c in draft.index.numbers()):
        return
    for at, mark in enumerate(draft.marks):
        if mark.kind == "unknown" and draft.said(at).lower() in MONEY:
            draft.use(at)
            near = draft.marks[max(0, at - 2) : at + 2]
            draft.parts.money = not any(m.kind == "number" for m in near)


def _own_name(draft: Draft) -> None:
    """Pass over the file's own name: "… in sales.csv"."""
    name = {t.stem for t in sentence(draft.index.profile.name, "en").tokens}
    for at, mark in enumerate(draft.marks):
        if mark.kind == "unknown" and draft.sentence.tokens[mark.start].stem in name:
            draft.use(at)


def _before_brackets(draft: Draft) -> None:
    """Pass over what brackets explain: "online (our own site)"."""
    text = draft.sentence.text
    for at, mark in enumerate(draft.marks):
        if mark.kind not in ("unknown", "noun") or at in draft.used:
            continue
        end = draft.sentence.tokens[mark.end - 1].end
        known = any(m.kind in ("value", "column") for m in draft.marks[at + 1 : at + 4])
        if text[end : end + 2] == " (" and known and draft.said(at).lower() not in RATES:
            draft.use(at)


def _spans_of_names(draft: Draft) -> None:
    """Take "(within 30 days)" with the column that is called so: "readmitted_30d"."""
    for at, mark in enumerate(draft.marks):
        if mark.kind != "number":
            continue
        digits = f"{mark.number:g}"
        for other in draft.marks:
            named = other.column.best[0].column.name if other.column else ""
            if digits in re.findall(r"\d+", named) and other.start < mark.start:
                behind = draft.sentence.tokens[mark.end : mark.end + 1]
                if behind and (behind[0].word in UNITS or behind[0].word in _DAYS):
                    draft.use(at, *(n for n, m in enumerate(draft.marks) if m.start == mark.end))


def _sizes_of(draft: Draft) -> None:
    """Pass over what only says that a figure is one: "length of stay", "level of noise"."""
    for at, mark in enumerate(draft.marks[:-1]):
        word = draft.sentence.tokens[mark.start].word
        behind = draft.after_it(at)
        if word not in _MERE_SIZES or behind is None or mark.kind != "unknown":
            continue
        if draft.sentence.tokens[mark.end].word in ("of", "de", "do", "da"):
            known = draft.marks[behind].column
            if known and any(c.column.is_number for c in known.best):
                draft.use(at)


def _in_cash(draft: Draft) -> None:
    """Read "how much is that in money": a figure, and no way of paying."""
    for at, mark in enumerate(draft.marks):
        words = {t.word for t in draft.sentence.tokens[mark.start : mark.end]}
        if words & _SUMS and draft.has("how_much") and mark.kind in ("value", "unknown"):
            draft.use(at)
            draft.parts.money = True


def _alternatives(draft: Draft) -> None:
    """Read "colour/material": where one of two words is known, the other says the same."""
    text = draft.sentence.text
    for at, mark in enumerate(draft.marks[:-1]):
        end = draft.sentence.tokens[mark.end - 1].end
        if mark.kind != "unknown" or text[end : end + 1] != "/":
            continue
        for near in range(at + 1, min(at + 3, len(draft.marks))):
            if draft.marks[near].kind in ("column", "value", "noun"):
                draft.use(at, *range(at + 1, near))
                break
