"""Reads by what a question is split: what stands behind "by", what is compared, how time is cut."""

from __future__ import annotations

from analysis.query import Bucket
from analysis.reading.asking import unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.glossary import EXTENSIVE, PEOPLE, concepts
from analysis.reading.grouping import add_bucket, add_group, is_thing, one_column
from analysis.reading.read_targets import read_targets
from analysis.reading.table_index import NamedColumn, bands, is_measured
from analysis.reading.vocabulary import phrases
from analysis.wording import readable

_MOST_GROUPS = 3
ADVERBS = frozenset(
    "anual anuais anualmente yearly annual annually trimestral quarterly trimestralmente mensal"
    " mensais mensalmente monthly semanal semanais semanalmente weekly diario diaria diarios"
    " diariamente daily hourly".split()
)
_KINDS = frozenset("kind category class status level".split())
_BANDS = frozenset("faixa faixas band bands range ranges bracket brackets group groups".split())


def read_groups(draft: Draft) -> None:
    """Take what the question splits by into the parts."""
    _compared_values(draft)
    _values_beside(draft)
    for at in draft.meaning("by"):
        _behind_by(draft, at)
        _of_each(draft, at)
    for at in draft.meaning("spread"):
        _behind_spread(draft, at)
    read_targets(draft)
    _adverbs(draft)
    _crossed(draft)
    del draft.parts.groups[_MOST_GROUPS:]


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
                if mark.also_noun and _has_other_figure(draft, place):
                    draft.use(at, place)  # "revenue per sale": a row, though a sale is revenue too
                    draft.parts.per_row = True
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
            add_bucket(draft, place)
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


def _has_other_figure(draft: Draft, place: int) -> bool:
    numbers = draft.index.numbers()
    known = [m.column for n, m in enumerate(draft.marks) if n != place and m.column]
    return any(c in numbers for mention in known for c in mention.best)


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


def _adverbs(draft: Draft) -> None:
    """Read "monthly", "daily", and what changes over time."""
    for at in draft.meaning("bucket"):
        if at in draft.used:
            continue
        word = draft.sentence.tokens[draft.marks[at].start].word
        if word in ADVERBS or draft.has("trend") or draft.marks[at].end - draft.marks[at].start > 2:
            draft.use(*draft.meaning("trend"))
            draft.parts.trend = draft.parts.trend or draft.has("trend")
            add_bucket(draft, at)
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
        things = [p for p in sides if is_thing(draft.marks[p].column.best)]  # type: ignore[union-attr]
        if things and len(things) == len(sides):
            for place in things:
                column = one_column(draft, place)
                draft.use(place)
                add_group(draft, column)
            draft.use(at)
