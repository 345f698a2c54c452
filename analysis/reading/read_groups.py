"""Reads by what a question is split: what stands behind "by", what is asked for with "which", what
is compared, and how time is cut.
"""

from __future__ import annotations

from analysis.query import Bucket, Grouping
from analysis.reading.asking import listing, unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.glossary import EXTENSIVE, PEOPLE, PLACES, concepts
from analysis.reading.table_index import NamedColumn, bands, is_measured
from analysis.reading.vocabulary import phrases
from analysis.wording import readable

_MOST_GROUPS = 3
_OF_COUNTS = ("mais", "most", "more", "menos", "fewest", "least", "less", "fewer")
ADVERBS = frozenset(
    "anual anuais anualmente yearly annual annually trimestral quarterly trimestralmente mensal"
    " mensais mensalmente monthly semanal semanais semanalmente weekly diario diaria diarios"
    " diariamente daily hourly".split()
)
_KINDS = frozenset("kind category class status level".split())
_BANDS = frozenset("faixa faixas band bands range ranges bracket brackets group groups".split())
_RATHER_THING = ("text", "boolean", "time")


def read_groups(draft: Draft) -> None:
    """Take what the question splits by into the parts."""
    _compared_values(draft)
    _values_beside(draft)
    for at in draft.meaning("by"):
        _behind_by(draft, at)
        _of_each(draft, at)
    for at in draft.meaning("spread"):
        _behind_spread(draft, at)
    _targets(draft)
    _asked_by_word(draft)
    _adverbs(draft)
    _crossed(draft)
    del draft.parts.groups[_MOST_GROUPS:]


def add_group(draft: Draft, column: NamedColumn, bucket: Bucket | None = None) -> None:
    """Add a column to what is split by, once."""
    many = column.column.is_number and column.column.distinct > 30
    whole = column.column.kind == "integer" and column.column.distinct <= 60
    bins = 8 if many and (is_measured(column) or not whole) else None
    if column.column.is_date and bucket is None:
        bucket = natural_bucket(draft)
    grouping = Grouping(column=column.column.name, bucket=bucket, bins=bins)
    if grouping not in draft.parts.groups:
        draft.parts.groups.append(grouping)


def natural_bucket(draft: Draft) -> Bucket:
    """Return the step of time that shows the table's whole span in some tens of points."""
    if draft.days is None:
        return "day"
    span = (draft.days.last - draft.days.first).days
    return "day" if span <= 62 else "week" if span <= 200 else "month" if span <= 3_000 else "year"


def one_column(draft: Draft, at: int) -> NamedColumn:
    """Return the one column that a mark names, or ask."""
    mention = draft.mention(at)
    best = mention.best
    if len(best) == 1 and mention.sure:
        return best[0]
    names = [readable(c.column.name) for c in best]
    choices = [draft.instead(at, f"“{n}”") for n in names]
    said = draft.said(at)
    if draft.sentence.language == "en":
        raise InDoubt(unclear(f"By “{said}” do you mean {listing(names, 'en')}?", choices))
    raise InDoubt(unclear(f"Com “{said}” você quer dizer {listing(names, 'pt')}?", choices))


def _compared_values(draft: Draft) -> None:
    """Split by a column of which two values are held against each other."""
    rivals = draft.has("versus", "difference", "most", "least", "best", "worst", "more", "fewer")
    rivals = rivals or any(m.kind == "size" for m in draft.marks)
    rivals = rivals or (draft.has("or") and draft.has("which", "who"))
    if not rivals:
        return
    for given in draft.parts.filters:
        named = draft.index.named(given.column)
        if given.operator == "in" and named and not given.bucket and isinstance(given.value, list):
            said = sum(1 for m in draft.marks if m.value and m.value.hits[0][0].at == named.at)
            if said >= 2:
                add_group(draft, named)
                draft.parts.compared = True
                draft.use(*draft.meaning("versus", "between"))


def _values_beside(draft: Draft) -> None:
    """Split by a column of which values are named side by side: "for members and for guests".

    Both readings are then answered: a figure for each, and for counts and totals their sum.
    """
    if draft.parts.groups or draft.has("by", "share", "spread", "or", "who", "not", "only"):
        return
    asked = [draft.after_it(at) for at in draft.meaning("which")]
    if any(n is not None and draft.marks[n].column for n in asked):
        return
    for given in draft.parts.filters:
        named = draft.index.named(given.column)
        if given.operator != "in" or named is None or given.bucket:
            continue
        places = [at for at, m in enumerate(draft.marks) if m.value and at in draft.used
                  and any(c.at == named.at for c, _ in m.value.hits)]  # fmt: skip
        joints = [at for at in draft.meaning("and") if places[:1] < [at] < places[-1:]]
        if len(places) >= 2 and joints:
            draft.use(*joints)
            draft.parts.beside = True
            add_group(draft, named)
            return


def _behind_by(draft: Draft, at: int) -> None:
    place = draft.after_it(at, over=("distinct", "only"))
    if draft.marks[at].meant[0] == "by" and draft.said(at).lower() in ("in", "em"):
        return
    while place is not None and place not in draft.used:
        mark = draft.marks[place]
        if mark.kind == "column":
            column = one_column(draft, place)
            if _is_measure(draft, column) and not _in_bands(draft, place):
                return
            ask_half(draft, place, column)
            if mark.also_noun and not column.is_key and len(column.words) > 1:
                raise NotHere("shape", draft.said(place))  # per flight: a row, or its number?
            if column.column.is_number and _is_step(draft, place) and len(column.words) > 1:
                raise NotHere("shape", draft.sentence.said(mark.start, mark.end))
            draft.use(at, place)
            if column.is_key:
                draft.parts.per_row = not draft.parts.groups
                return  # per order: what a row is
            add_group(draft, column, _bucket_of_column(draft, place, column))
        elif mark.means("bucket"):
            draft.use(at, place)
            _bucket(draft, place)
        elif mark.kind == "noun":
            if not _is_called_so(draft, place):
                return
            draft.use(at, place)  # per order: what a row is
            draft.parts.per_row = True
        else:
            return
        joint = draft.after_it(place)
        if joint is None or not (
            draft.marks[joint].means("and", "versus", "by") or draft.marks[joint].kind == "comma"
        ):
            return
        following = draft.after_it(joint)
        if following is None or draft.marks[following].kind not in ("column", "meaning"):
            return
        draft.use(joint)
        place = following


def ask_half(draft: Draft, at: int, column: NamedColumn) -> None:
    """Ask whether a column of kinds is meant, or the things: "customer" of "customer type"."""
    mark = draft.marks[at]
    said = {t.stem for t in draft.sentence.tokens[mark.start : mark.end]}
    kinds = {w for w in column.words if concepts(w) & _KINDS}
    people = {c for w in column.words for c in concepts(w)} & PEOPLE
    if not kinds or len(column.words) <= len(kinds) or kinds & said or not people:
        return
    name, word = readable(column.column.name), draft.said(at)
    question = f"By “{word}” do you mean {name}?"
    if draft.sentence.language == "pt":
        question = f"Com “{word}” você quer dizer {name}?"
    raise InDoubt(unclear(question, [draft.instead(at, f"“{name}”")]))


def _is_step(draft: Draft, place: int) -> bool:
    """Tell whether one word for a step of time is all that names a column: "day", "bed_days"."""
    mark = draft.marks[place]
    word = draft.sentence.tokens[mark.start].word
    steps = phrases().get(word, {}).get((word,), ("is", ""))[0] == "bucket"
    return steps and mark.end - mark.start == 1


def _in_bands(draft: Draft, place: int) -> bool:
    """Tell whether a figure is said to be cut into bands: "por faixa etária", "by age group"."""
    mark = draft.marks[place]
    near = draft.sentence.tokens[max(0, mark.start - 2) : mark.end + 2]
    return any(t.word in _BANDS for t in near)


def _is_called_so(draft: Draft, place: int) -> bool:
    """Tell whether rows bear this very name, and are not only about such a thing."""
    stemmed = draft.sentence.tokens[draft.marks[place].start].stem
    about = concepts(stemmed)
    return stemmed in draft.index.nouns or any(concepts(n) & about for n in draft.index.nouns)


def _is_measure(draft: Draft, column: NamedColumn) -> bool:
    """Tell whether "by" names the figure: "top 5 by revenue", and no group."""
    if not column.column.is_number or bands(column.column):
        return False
    if column in draft.index.numbers():
        if column.concepts & EXTENSIVE:
            return True
        most = 12 if is_measured(column) else 60  # "by round" is a group, "by price" is not
        few = column.column.kind == "integer" and column.column.distinct <= most
        return not few or bool(draft.meaning("top", "most", "best"))
    return False


def _bucket_of_column(draft: Draft, place: int, column: NamedColumn) -> Bucket | None:
    """Return the step that a date column's own word says: "por dia", "by date"."""
    if not column.column.is_date:
        return None
    for near in (place - 1, place + 1, place + 2):
        if 0 <= near < len(draft.marks) and draft.marks[near].means("bucket"):
            draft.use(near)
            return draft.marks[near].meant[1]  # type: ignore[return-value]
    return None


def _bucket(draft: Draft, at: int) -> None:
    """Split by a step of time, of the table's dates or of a column that holds it already."""
    bucket: Bucket = draft.marks[at].meant[1]  # type: ignore[assignment]
    column = draft.date_column()
    if column is None:
        dates = draft.index.date_columns()
        if not dates:
            raise NotHere("no_dates", draft.said(at))
        names = [readable(c.column.name) for c in dates]
        question = (
            f"By which date: {listing(names, 'en')}?" if draft.sentence.language == "en"
            else f"Por qual data: {listing(names, 'pt')}?"
        )  # fmt: skip
        raise InDoubt(
            unclear(question, [draft.instead(at, f"{draft.said(at)} {n}") for n in names])
        )
    if bucket == "hour" and column.column.kind != "datetime":
        raise NotHere("no_dates", draft.said(at))
    draft.use(at)
    add_group(draft, column, bucket)


def _behind_spread(draft: Draft, at: int) -> None:
    """Read "distribution of x": split by what stands behind."""
    if at in draft.used:
        return
    draft.parts.spread = True
    draft.use(at)
    place = draft.after_it(at)
    while place is not None and _is_row_word(draft, place):  # "distribution of the answers to …"
        draft.use(place)
        place = draft.after_it(place)
    while place is not None and draft.marks[place].kind == "column" and place not in draft.used:
        draft.use(place)
        add_group(draft, one_column(draft, place))
        joint = draft.after_it(place)
        if joint is None or not draft.marks[joint].means("and", "versus", "by"):
            return
        draft.use(joint)
        place = draft.after_it(joint)
    before = draft.before_it(at)
    if draft.parts.groups or before is None or before in draft.used:
        return
    if draft.marks[before].kind == "column":  # "age distribution"
        draft.use(before)
        add_group(draft, one_column(draft, before))


def _is_row_word(draft: Draft, at: int) -> bool:
    mark = draft.marks[at]
    key = mark.column is not None and mark.column.best[0].is_key
    return mark.kind == "noun" or key or mark.means("entity")


def _of_each(draft: Draft, at: int) -> None:
    """Read "how many of each" by the column that was asked about last."""
    if at in draft.used or draft.base is None or draft.parts.groups or at < len(draft.marks) - 1:
        return
    if draft.sentence.tokens[-1].word not in ("cada", "each", "one", "uma", "um"):
        return
    names = [m.column for m in draft.base.measures if m.aggregate == "count_distinct"]
    names += [g.column for g in draft.base.group_by]
    named = draft.index.named(names[0]) if names and names[0] else None
    if named:
        draft.use(at)
        add_group(draft, named)


def _targets(draft: Draft) -> None:
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
            if picks_row(draft) and at and known and _is_thing(known.best):
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
        if (_is_ranked(draft, at) or counted) and _is_thing(mark.column.best):
            _aim(draft, at, ranked, None)
    for at in draft.meaning("bucket"):
        if at not in draft.used and ranked and not draft.parts.groups and _is_ranked(draft, at):
            draft.parts.target = True
            _bucket(draft, at)


def _is_thing(columns: tuple[NamedColumn, ...]) -> bool:
    return all(c.column.kind in _RATHER_THING for c in columns)


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
        things = [c for c in mark.column.best if c.column.kind in _RATHER_THING]
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
        _bucket(draft, place)


def _is_code(columns: tuple[NamedColumn, ...]) -> bool:
    column = columns[0].column
    return column.kind == "integer" and column.distinct <= 60


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


def _adverbs(draft: Draft) -> None:
    """Read "monthly", "daily", and what changes over time."""
    for at in draft.meaning("bucket"):
        if at in draft.used:
            continue
        word = draft.sentence.tokens[draft.marks[at].start].word
        if word in ADVERBS or draft.has("trend") or draft.marks[at].end - draft.marks[at].start > 2:
            draft.use(*draft.meaning("trend"))
            draft.parts.trend = draft.parts.trend or draft.has("trend")
            _bucket(draft, at)
    draft.parts.changed = any(draft.marks[at].meant[1] for at in draft.meaning("trend"))
    if draft.has("trend") and draft.has("most", "least", "best", "worst"):
        raise NotHere("shape", draft.said(draft.meaning("trend")[0]))  # who grew most
    trends = [at for at in draft.meaning("trend") if at not in draft.used]
    if trends and not any(g.bucket for g in draft.parts.groups):
        column = draft.date_column()
        if column is None:
            if not draft.index.date_columns():
                raise NotHere("no_dates", draft.said(trends[0]))
            column = draft.index.date_columns()[0]
        draft.use(*trends)
        draft.parts.trend = True
        add_group(draft, column)
    draft.use(*trends)


def _crossed(draft: Draft) -> None:
    """Read "a x b": two columns that are crossed; and what is held up against a group."""
    for at in draft.meaning("versus"):
        if at in draft.used:
            continue
        one, other = draft.before_it(at), draft.after_it(at)
        sides = [p for p in (one, other) if p is not None and draft.marks[p].kind == "column"
                 and p not in draft.used]  # fmt: skip
        things = [p for p in sides if _is_thing(draft.marks[p].column.best)]  # type: ignore[union-attr]
        if things and len(things) == len(sides):
            for place in things:
                column = one_column(draft, place)
                draft.use(place)
                add_group(draft, column)
            draft.use(at)
