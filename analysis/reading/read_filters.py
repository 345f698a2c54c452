"""Reads the conditions of a question: values, yes and no, what is empty or excluded."""

from __future__ import annotations

from analysis.query import Operator, RowFilter, Scalar
from analysis.reading.asking import listing, shortened, unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.glossary import concepts
from analysis.reading.grouping import add_group
from analysis.reading.marks import Mark
from analysis.reading.mentions import ValueMention
from analysis.reading.negation import is_negated
from analysis.reading.read_having import read_having
from analysis.reading.read_limits import limited_before, read_limits
from analysis.reading.shapes import Unclear
from analysis.reading.table_index import NamedColumn
from analysis.wording import readable

_WITH_OR_WITHOUT = (
    ["with", "and", "without"], ["with", "or", "without"],
    ["com", "e", "sem"], ["com", "ou", "sem"],
)  # fmt: skip
_ENDS = frozenset("discharged discharge closed end delivered returned resolution arrival".split())
_STAYS = frozenset("hospital open_o pending active admitted admission running inside stay".split())


def read_filters(draft: Draft) -> None:
    """Take what the question says of rows into the parts."""
    _still(draft)
    read_having(draft)
    read_limits(draft)
    _truths(draft)
    _values(draft)
    _values_unlisted(draft)
    _empties(draft)
    _had_one(draft)


def _truths(draft: Draft) -> None:
    """Read columns of yes and no as conditions: "active", "not returned"."""
    for at, mark in list(draft.free("column")):
        if not mark.column:
            continue
        before = draft.before_it(at)
        best = list(mark.column.best)
        asked = before is not None and draft.marks[before].means("only", "how_many", "not", "share")
        if asked and not mark.also_noun:
            best = [c for c in mark.column.columns if c.is_truth][:1] or best
        if not best or not all(c.is_truth for c in best):
            continue
        if not _says_enough(draft, at, best[0]):
            continue
        agents = draft.sentence.tokens[mark.end - 1]
        plural = agents.word.endswith("s") and agents.stem != agents.word
        by = before is not None and draft.marks[before].means("by")
        if by and before is not None and draft.said(before).lower() == "by" and plural:
            draft.use(before)  # "visits by guests"
            by = False
        if by or (before is not None and draft.marks[before].means("spread", "empty", "filled")):
            continue
        if len(best) > 1 or not mark.column.sure:
            continue
        if _beside_emptiness(draft, at):
            continue
        if _both_sides(draft, at):
            add_group(draft, best[0])
            continue
        wanted = not is_negated(draft, at)
        behind = draft.after_it(at)
        if behind is not None and draft.said(behind).lower() in ("yes", "sim", "no", "não", "nao"):
            wanted = draft.said(behind).lower() in ("yes", "sim")
            draft.use(behind)
        draft.use(at)
        named = best[0]
        draft.parts.filters.append(RowFilter(column=named.column.name, value=named.truth(wanted)))


def _both_sides(draft: Draft, at: int) -> bool:
    """Tell whether yes and no are wanted side by side: "with and without", "insured or not"."""
    start, end = draft.marks[at].start, draft.marks[at].end
    words = [t.word for t in draft.sentence.tokens]
    lead, behind = words[max(0, start - 4) : start], words[end : end + 2]
    before = any(lead[n : n + 3] in _WITH_OR_WITHOUT for n in range(len(lead)))
    after = behind in (["or", "not"], ["ou", "nao"], ["and", "not"], ["e", "nao"])
    if before or after:
        first, last = (start, end + 2) if after else (start - 4, end)
        near = [n for n, m in enumerate(draft.marks) if first <= m.start and m.end <= last]
        near = [n for n in near if draft.marks[n].kind in ("meaning", "stop") or n == at]
        draft.use(*near)
        draft.passed.update(near)
    return before or after


def _says_enough(draft: Draft, at: int, named: NamedColumn) -> bool:
    """Tell whether half of a column's words were said, or two, or one that is its own."""
    mark = draft.marks[at]
    tokens = draft.sentence.tokens[mark.start : mark.end]
    exact = [t for t in tokens if t.stem in named.words]
    own = [t for t in exact if len(draft.index.by_word.get(t.stem, ())) == 1 and len(t.word) > 4]
    return len(tokens) >= 2 or bool(own) or len(named.words) <= 2


def _beside_emptiness(draft: Draft, at: int) -> bool:
    return any(
        near is not None and draft.marks[near].means("empty", "filled")
        for near in (draft.before_it(at), draft.after_it(at))
    )


def _values(draft: Draft) -> None:
    chosen: dict[tuple[str, bool], list[Scalar]] = {}
    for at, mark in list(draft.free("value")):
        mention = mark.value
        if mention is None:
            continue
        negated = is_negated(draft, at)
        column, values = _meant_value(draft, at, mention)
        near = _absorbed(draft, at, column)
        draft.use(at, *near)
        kept = chosen.setdefault((column.column.name, negated), [])
        kept += [v for v in values if v not in kept]
    for (name, negated), values in chosen.items():
        if len(values) == 1:
            operator: Operator = "!=" if negated else "="
            draft.parts.filters.append(RowFilter(column=name, operator=operator, value=values[0]))
        else:
            operator = "not in" if negated else "in"
            draft.parts.filters.append(
                RowFilter(column=name, operator=operator, value=list(values[:200]))
            )


def _values_unlisted(draft: Draft) -> None:
    """Take a word behind a column that has more values than a profile lists: "customer Okafor"."""
    for at, mark in list(draft.free("unknown")):
        before = at - 1
        if before < 0 or not draft.marks[before].column:
            continue
        best = draft.mention(before).best
        column = best[0].column
        if len(best) != 1 or column.kind != "text" or column.is_complete:
            continue
        token = draft.sentence.tokens[mark.start]
        digits = any(c.isdigit() for c in token.word)
        if not (digits or (token.is_capital and not draft.marks[before].also_noun)):
            continue
        if is_negated(draft, before):
            raise NotHere("shape", draft.said(at))
        draft.use(before, at)
        draft.parts.filters.append(
            RowFilter(column=column.name, operator="contains", value=draft.said(at))
        )


def _meant_value(
    draft: Draft, at: int, mention: ValueMention
) -> tuple[NamedColumn, tuple[str, ...]]:
    """Return the one column and the values that are meant, or ask."""
    hits = list(mention.hits)
    if len(hits) > 1:
        named = {c.at for m in draft.marks if m.column and m.column.sure for c in m.column.best}
        beside = [hit for hit in hits if hit[0].at in named]
        asked = {f.column for f in draft.base.filters} if draft.base else set[str]()
        known = [hit for hit in hits if hit[0].column.name in asked]
        if len(beside) == 1:
            draft.use(*(n for n, m in enumerate(draft.marks) if m.column
                        and [c.at for c in m.column.best] == [beside[0][0].at]))  # fmt: skip
        hits = beside if len(beside) == 1 else known if len(known) == 1 else hits
    if len(hits) > 1:
        raise InDoubt(_which_column(draft, at, [hit[0] for hit in hits], hits[0][1][0]))
    column, values = hits[0]
    if len(values) > 1 and not mention.plural and not mention.whole:
        raise InDoubt(_which_value(draft, at, values))
    if not mention.sure:
        raise InDoubt(_which_value(draft, at, values))
    return column, values


def _absorbed(draft: Draft, at: int, column: NamedColumn) -> list[int]:
    """Return the marks beside a value that only say of which column it is: "night shift"."""
    found: list[int] = []
    for near in (draft.before_it(at, over=("by", "not")), draft.after_it(at)):
        if near is None or near in draft.used:
            continue
        mark = draft.marks[near]
        if mark.column and column.at in {c.at for c in mark.column.best}:
            lead = draft.before_it(near)
            if lead is not None and (
                draft.marks[lead].means("by", "spread")
                or (near < at and draft.marks[lead].means("which"))
            ):
                continue
            found.append(near)
    return found


def _which_value(draft: Draft, at: int, values: tuple[str, ...]) -> Unclear:
    said = draft.said(at)
    choices = [draft.instead(at, f"“{v}”") for v in values]
    if draft.sentence.language == "en":
        return unclear(f"By “{said}” do you mean {listing(values, 'en')}?", choices)
    return unclear(f"Com “{said}” você quer dizer {listing(values, 'pt')}?", choices)


def _which_column(draft: Draft, at: int, columns: list[NamedColumn], value: str) -> Unclear:
    names = [readable(c.column.name) for c in columns]
    choices = [draft.instead(at, f"“{n}” “{value}”") for n in names]
    said = shortened(draft.said(at))
    if draft.sentence.language == "en":
        return unclear(f"“{said}” stands in {listing(names, 'en')}; which one?", choices)
    return unclear(f"“{said}” aparece em {listing(names, 'pt')}; qual deles?", choices)


def _empties(draft: Draft) -> None:
    for at in [*draft.meaning("empty", "filled")]:
        if at in draft.used:
            continue
        column = _beside(draft, at)
        mark = draft.marks[at]
        if column is None:
            known = _asked_last(draft) if mark.means("empty") else None
            if mark.meant[1] == "answered":  # all who are in the table have
                draft.use(at)
            elif known and draft.has("how_many"):  # "how many left it blank"
                draft.use(at)
                draft.parts.count = True
                draft.parts.filters.append(RowFilter(column=known, operator="is empty"))
            continue
        filled = mark.means("filled") != is_negated(draft, at)
        place, named = column
        draft.use(at, place)
        if named.is_truth and named.column.filled >= draft.index.profile.rows:
            value = named.truth(filled)  # what is missing of "paid" is what is not paid
            draft.parts.filters.append(RowFilter(column=named.column.name, value=value))
            continue
        draft.parts.filters.append(
            RowFilter(column=named.column.name, operator="is filled" if filled else "is empty")
        )
    for at, mark in list(draft.free("column")):  # "orders without a seller"
        before = draft.before_it(at)
        if before is None or not draft.marks[before].means("not") or not mark.column:
            continue
        if len(mark.column.best) == 1 and before not in draft.used:
            named = mark.column.best[0]
            draft.use(at, before)
            filtered = draft.base and any(f.column == named.column.name for f in draft.base.filters)
            if filtered and named.column.filled < draft.index.profile.rows:
                raise NotHere("shape", draft.sentence.said(draft.marks[before].start, mark.end))
            if filtered:
                draft.parts.dropped.append(named.column.name)
            else:
                draft.parts.filters.append(_without(draft, before, at, named))


def _still(draft: Draft) -> None:
    """Read "still in hospital", "ainda abertos": the date on which it ended is empty."""
    ends = [
        c for c in draft.index.date_columns()
        if c.concepts & _ENDS and c.column.filled < draft.index.profile.rows
    ]  # fmt: skip
    for at in draft.meaning("still"):
        stays = [
            n for n, m in enumerate(draft.marks)
            if n > at and m.kind in ("unknown", "column", "value", "noun")
            and any(concepts(t.stem) & _STAYS for t in draft.sentence.tokens[m.start : m.end])
        ]  # fmt: skip
        if len(ends) == 1 and (stays or draft.said(draft.after_it(at) or at).lower() == "here"):
            draft.use(at, *stays, *draft.meaning("who"))
            draft.parts.count = True
            name = ends[0].column.name
            draft.parts.filters.append(RowFilter(column=name, operator="is empty"))


def _asked_last(draft: Draft) -> str | None:
    """Return the column that the last answer was about, where it was one."""
    if draft.base is None:
        return None
    names = [m.column for m in draft.base.measures] + [g.column for g in draft.base.group_by]
    found = list(dict.fromkeys(n for n in names if n))
    return found[0] if len(found) == 1 else None


def _without(draft: Draft, lead: int, at: int, named: NamedColumn) -> RowFilter:
    """Read "without x": nothing stands there, or zero does where nothing is empty."""
    column = named.column
    if named.is_truth:
        return RowFilter(column=column.name, value=named.truth(False))
    zeros = column.is_number and not isinstance(column.least, str) and (column.least or 0) <= 0
    empty = column.filled < draft.index.profile.rows
    if not zeros:
        return RowFilter(column=column.name, operator="is empty")
    if not empty:
        return RowFilter(column=column.name, value=0)
    name = readable(column.name)
    first, last = draft.marks[lead].start, draft.marks[at].end
    en = draft.sentence.language == "en"
    raise InDoubt(
        unclear(
            f"Do you mean rows where {name} is empty, or where it is 0?" if en
            else f"Você quer as linhas com {name} vazio ou com {name} igual a 0?",
            [
                draft.sentence.replaced(first, last, f"{name} empty" if en else f"{name} vazio"),
                draft.sentence.replaced(first, last, f"{name} = 0"),
            ],
        )
    )  # fmt: skip


def _beside(draft: Draft, at: int) -> tuple[int, NamedColumn] | None:
    places = [at - 1, at + 1, at - 2, at + 2, at - 3, at + 3, at - 4, at + 4]
    for place in places:
        if 0 <= place < len(draft.marks) and place not in draft.used:
            mark: Mark = draft.marks[place]
            if mark.column and len(mark.column.best) == 1:
                return place, mark.column.best[0]
    return None


def _had_one(draft: Draft) -> None:
    """Read "only those that had one" of the column that was asked about last."""
    for at in draft.meaning("had_one"):
        column = limited_before(draft, "") if at not in draft.used else None
        if column and column.column.is_number:
            draft.use(at)
            draft.parts.filters.append(RowFilter(column=column.column.name, operator=">", value=0))
