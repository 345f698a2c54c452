"""Reads what is asked for: "which shift", "who", "the 5 products that …", and what a rank picks."""

from __future__ import annotations

from analysis.reading.asking import listing, unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.glossary import PEOPLE, PLACES
from analysis.reading.grouping import RATHER_THING, add_bucket, add_group, is_thing, one_column
from analysis.reading.table_index import NamedColumn
from analysis.wording import readable

_OF_COUNTS = ("mais", "most", "more", "menos", "fewest", "least", "less", "fewer")


def read_targets(draft: Draft) -> None:
    """Take what is asked for into the parts, as what the question splits by."""
    _named_targets(draft)
    _asked_by_word(draft)


def _named_targets(draft: Draft) -> None:
    """Read what is asked for: "which shift", "em que mês", "the most common defect", "top 5 x"."""
    ranked = draft.has("most", "least", "often", "seldom", "best", "worst", "top", "second") or any(
        m.kind == "size" for m in draft.marks
    )
    for at in draft.meaning("which"):
        if at in draft.used:
            continue
        place = draft.after_it(at, over=("distinct", "that"))
        while place is not None and place in draft.used and draft.marks[place].kind == "unknown":
            place = draft.after_it(place)  # "qual a cor/material"
        if place is not None and place not in draft.used:
            known = draft.marks[place].column
            if picks_row(draft) and at and known and is_thing(known.best):
                draft.use(at, place)  # "the dearest stay, and which diagnosis?"
                draft.parts.listed.append(one_column(draft, place).column.name)
                continue
            _aim(draft, place, ranked, at)
    for at, mark in list(draft.free("column")):
        if not ranked or mark.column is None or draft.parts.target:
            break
        if mark.also_noun and draft.parts.compared:
            continue  # "black or white: which have more defects"
        counted = at > 0 and draft.marks[at - 1].kind == "number"  # "the 3 sellers that …"
        if (_is_ranked(draft, at) or counted) and is_thing(mark.column.best):
            _aim(draft, at, ranked, None)
    for at in draft.meaning("bucket"):
        if at not in draft.used and ranked and not draft.parts.groups and _is_ranked(draft, at):
            draft.parts.target = True
            add_bucket(draft, at)


def _asked_by_word(draft: Draft) -> None:
    """Read who, where and when as the column that holds people, places or dates."""
    ranked = draft.has("most", "least", "often", "seldom", "best", "worst", "top")
    for meaning, about in (("who", PEOPLE), ("where", PLACES)):
        for at in draft.meaning(meaning):
            if at in draft.used:
                continue
            if draft.parts.groups:
                draft.use(at)
                continue
            if not ranked or picks_row(draft):
                continue
            fitting = [c for c in draft.index.columns if c.concepts & about and not c.is_key
                       and c.column.kind == "text"
                       and (c.is_people or meaning != "who")]  # fmt: skip
            verbs = {
                c for m in draft.marks if m.kind in ("column", "unknown") for c in _about(draft, m)
            }
            closer = [c for c in fitting if c.at in verbs]
            fitting = closer if len(closer) == 1 else fitting
            if not fitting:
                return
            if len(fitting) > 1:
                _which_one(draft, at, fitting)
            draft.use(at)
            draft.parts.target = True
            add_group(draft, fitting[0])
    for at in draft.meaning("when"):
        if at not in draft.used and ranked and draft.marks[at].meant[1] and not draft.parts.groups:
            draft.use(at)
            draft.parts.target = True
            _at_hour(draft, at)
        if at not in draft.used and ranked and not draft.parts.groups:
            noun = any(m.kind == "noun" for m in draft.marks)
            column = draft.date_column()
            if column and noun and not draft.index.numbers():
                draft.use(at)
                draft.parts.target = True
                add_group(draft, column)


def _is_ranked(draft: Draft, at: int) -> bool:
    """Tell whether a word for a rank stands beside a mark."""
    ranks = ("most", "least", "often", "seldom", "best", "worst", "top", "second")
    for near in (draft.before_it(at), draft.after_it(at)):
        hops = 0
        while near is not None and hops < 3:
            mark = draft.marks[near]
            if mark.means(*ranks) or mark.kind == "size":
                return True
            if mark.kind == "number" or mark.means("distinct", "which"):
                near = draft.before_it(near) if near < at else draft.after_it(near)
                hops += 1
                continue
            break
    return False


def _aim(draft: Draft, place: int, ranked: bool, asked: int | None) -> None:
    mark = draft.marks[place]
    if mark.means("most", "least", "best", "worst", "top", "second", "often", "seldom") or (
        mark.kind == "number" and ranked
    ):
        following = draft.after_it(place, over=("most", "least", "best", "worst"))
        if following is not None and draft.marks[following].column:
            mark, place = draft.marks[following], following
    if mark.kind == "column" and mark.column and place not in draft.used:
        if mark.also_noun and ranked and not _is_ranked(draft, place) and asked is None:
            return
        if mark.also_noun and asked is None and place and draft.marks[place - 1].kind == "number":
            draft.parts.top = max(1, min(200, int(draft.marks[place - 1].number)))
            draft.use(place - 1)  # "the 3 flights with …": rows
            return
        things = [c for c in mark.column.best if c.column.kind in RATHER_THING]
        if not things and not (asked is not None and ranked and _is_code(mark.column.best)):
            if mark.column.best[0].column.is_date and ranked:
                draft.use(place)
                draft.parts.target = True
                add_group(draft, mark.column.best[0], "day")
            return
        if things and things[0].is_key:
            return  # every row has its own: rows are asked for
        column = one_column(draft, place)
        if column.is_key:
            return
        draft.use(place)
        if asked is not None:
            draft.use(asked)
        if (
            ranked
            and place
            and draft.marks[place - 1].kind == "number"
            and place - 1 not in draft.used
        ):
            draft.parts.top = max(1, min(200, int(draft.marks[place - 1].number)))
            draft.use(place - 1)  # "the 5 products that …"
        draft.parts.target = draft.parts.target or ranked
        add_group(draft, column)
    elif mark.means("bucket") and place not in draft.used:
        draft.parts.target = draft.parts.target or ranked
        if asked is not None:
            draft.use(asked)
        add_bucket(draft, place)


def _is_code(columns: tuple[NamedColumn, ...]) -> bool:
    column = columns[0].column
    return column.kind == "integer" and column.distinct <= 60


def _at_hour(draft: Draft, at: int) -> None:
    column = draft.date_column()
    if column is None or column.column.kind != "datetime":
        raise NotHere("no_dates", draft.said(at))
    add_group(draft, column, "hour")


def picks_row(draft: Draft) -> bool:
    """Tell whether a rank picks one row: "the largest order", "coldest reading", and no group."""
    for at, mark in enumerate(draft.marks):
        word = draft.sentence.tokens[mark.end - 1].word
        picks = mark.kind == "size" or (mark.means("most", "least") and word not in _OF_COUNTS)
        near = [draft.after_it(at)] if picks or mark.means("newest", "oldest") else []
        near += [draft.before_it(at)] if mark.kind == "size" else []  # "o internamento mais caro"
        for behind in (n for n in near if n is not None):
            other = draft.marks[behind]
            key = other.column is not None and other.column.best[0].is_key
            if key or other.kind == "noun" or other.means("entity") or other.also_noun:
                return True
            numeric = other.column is not None and other.column.best[0].column.is_number
            if numeric and any(w > behind for w in draft.meaning("who", "where", "when")):
                return True  # "the largest fine, and who had it?"
    return False


def _about(draft: Draft, mark: object) -> list[int]:
    column = getattr(mark, "column", None)
    return [c.at for c in column.columns] if column else []


def _which_one(draft: Draft, at: int, fitting: list[NamedColumn]) -> None:
    names = [readable(c.column.name) for c in fitting]
    en = draft.sentence.language == "en"
    lead = "which" if en else "qual"
    raise InDoubt(
        unclear(
            f"Do you mean {listing(names, 'en')}?"
            if en
            else f"Você quer dizer {listing(names, 'pt')}?",
            [draft.instead(at, f"{lead} {n}") for n in names],
        )
    )
