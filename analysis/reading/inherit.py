"""What a follow-up takes over from the query before, and what takes the place of it."""

from __future__ import annotations

from datetime import date

from analysis.query import DataQuery, Grouping, RowFilter
from analysis.reading.asking import unclear
from analysis.reading.draft import Draft, InDoubt
from analysis.reading.glossary import PLACES
from analysis.reading.saying_whom import (
    asks_its_figure,
    says_one,
    says_them,
    says_winner,
    tells_what_it_came_to,
)
from analysis.wording import readable

STARTS = (
    "e and agora now so somente apenas only just what how about mas but sem without tira tirando"
    " also tambem then entao by por per pelo pela in em same mesma mesmo mesmos mesmas except"
    " exceto or ou split quebra"
).split()


PREPOSITIONS = frozenset(
    "de da do dos das of from for at on no na nos nas para pra com with to ao aos".split()
)


def continues(draft: Draft) -> bool:
    """Tell whether a message goes on from the last query."""
    parts, tokens = draft.parts, draft.sentence.tokens
    if says_one(draft) or says_winner(draft) or asks_its_figure(draft):
        return True
    named = any(m.column for m in draft.marks)
    first = tokens[0].word if tokens else ""
    noun = draft.has_noun
    if parts.target and parts.groups:
        known = {g.column for g in draft.base.group_by} if draft.base else set[str]()
        shares = draft.base is not None and any(m.aggregate == "share" for m in draft.base.measures)
        bare = not shares and not (
            noun or parts.has_measure or parts.filters or parts.often or parts.judged
        )
        if parts.measured and parts.groups[0] not in (draft.base.group_by if draft.base else []):
            return False  # "hours with the most energy", after faults by day
        return parts.groups[0].column in known or bare  # "which rack has the most", of these
    listed = draft.base is not None and bool(draft.base.columns)
    if ranks_the_same(draft) or (listed and draft.has("sort") and not noun):
        return True
    whole = first not in STARTS or (first in ("what", "how"))
    if parts.share and parts.filters and whole and not parts.refers:
        _ask_share_of_whom(draft)
        return False
    if first in STARTS and not (
        first in ("how", "what") and tokens[1:2] and tokens[1].word != "about"
    ):
        return not (noun and parts.count and parts.groups)
    if first in PREPOSITIONS and not (noun or parts.measured or parts.aggregates or parts.share):
        return True
    if set(draft.meaning("still")) & draft.used and first not in STARTS:
        return False
    if parts.refers or draft.has("undo", "also", "next", "previous", "as_count", "based_on"):
        return True
    if says_them(draft) and not (parts.filters or parts.groups):
        return True
    if draft.has("together") and not (parts.measured or parts.filters):
        return True
    if tells_what_it_came_to(draft):
        return True
    if parts.sized and not named and not noun and not parts.filters:
        return True
    if parts.count:
        return not noun and not parts.groups
    return not parts.has_measure or not (parts.measured or parts.distinct or noun or parts.where)


def lists_anew(draft: Draft) -> bool:
    """Tell whether "total by service" wants all of the groups, after "which made the least?"."""
    parts, base = draft.parts, draft.base
    if base is None or base.order_by is None or not parts.aggregates:
        return False
    plain = not (parts.way or parts.judged or parts.filters or parts.refers or parts.target)
    return plain and parts.groups == base.group_by and not draft.has("also", "undo")


def _ask_share_of_whom(draft: Draft) -> None:
    """Ask whether "share who are women" is of all, or of those before."""
    parts, base = draft.parts, draft.base
    said = {f.column for f in parts.filters}
    whole = draft.has_noun or parts.all_of_it or parts.groups or parts.measured
    whole = whole or draft.before.open_question
    leads = draft.meaning("share")[:1] == [0]
    if base and leads and not whole and any(f.column not in said for f in base.filters):
        _of_all_or_these(draft, base)


def ranks_the_same(draft: Draft) -> bool:
    """Tell whether a rank is of the groups before: "the longest", after lengths by product."""
    parts, base = draft.parts, draft.base
    figures: set[str] = set()
    if base and base.group_by:
        figures = {m.column for m in base.measures if m.column}
    if base and base.columns and base.order_by:
        figures = {base.order_by}
    which = draft.has("which", "who") and draft.meaning("most", "least")
    plain = base is not None and not base.group_by and not base.columns
    if base and plain and which and parts.measured and not draft.has_noun:
        known = {m.column for m in base.measures}
        return {c.column.name for _, c in parts.measured} <= known and not parts.filters
    if base and base.group_by and which and not draft.has_noun and parts.measured:
        return not (parts.filters or parts.groups or parts.aggregates)  # "which spends most"
    said = {c.column.name for _, c in parts.measured}
    alone = not (parts.filters or parts.groups or parts.aggregates or draft.has_noun)
    return bool(parts.way or parts.judged) and bool(said) and said <= figures and alone


def ask_where(draft: Draft, base: DataQuery | None) -> None:
    """Ask where "there" is, unless the last question said so."""
    places = {c.column.name for c in draft.index.columns if c.concepts & PLACES}
    for at in draft.meaning("there"):
        if at in draft.used:
            continue
        if not any(f.column in places for f in (base.filters if base else [])):
            _where(draft, at)
        draft.use(at)


def _where(draft: Draft, at: int) -> None:
    en = draft.sentence.language == "en"
    places = [c for c in draft.index.columns if c.concepts & PLACES and c.column.top]
    names = [v.value for c in places[:1] for v in c.column.top[:6]]
    question = (
        "Where is “there”? Say which place you mean." if en
        else f"Onde é “{draft.said(at)}”? Diga de qual lugar você fala."
    )  # fmt: skip
    raise InDoubt(
        unclear(question, [draft.instead(at, f"in {n}" if en else f"em {n}") for n in names])
    )


def kept_filters(draft: Draft, base: DataQuery | None) -> list[RowFilter]:
    """Keep the conditions before that nothing said now takes the place of."""
    said = draft.parts.filters
    if base is None:
        return list(said)
    if not draft.parts.has_measure:  # what had the share is replaced there
        shared = {f.column for m in base.measures for f in m.where}
        said = [f for f in said if f.column not in shared]
    if draft.parts.overall:
        return list(said)
    if draft.has("undo"):
        gone = set(draft.parts.dropped) | {g.column for g in draft.parts.groups}
        return [f for f in base.filters if gone and f.column not in gone] + said
    if draft.parts.all_of_it and not said and not draft.parts.groups:
        if not draft.parts.has_measure:
            return []
        if base.filters and not draft.parts.share and not draft.parts.refers:
            _of_all_or_these(draft, base)
    kept = [f for f in base.filters if not any(_replaces(new, f) for new in said)]
    if not draft.parts.share:
        kept = [f for f in kept if not any(_is_one_step(f, g) for g in draft.parts.groups)]
    return [f for f in kept if f.column not in draft.parts.dropped] + said


def _of_all_or_these(draft: Draft, base: DataQuery) -> None:
    """Ask whether "in total" is of all rows, or of those before."""
    text, en = draft.sentence.text.rstrip(" ?!."), draft.sentence.language == "en"
    names = ", ".join(readable(f.column) for f in base.filters[:3])
    raise InDoubt(
        unclear(
            f"Of all rows, or with the conditions before ({names})?" if en
            else f"De todas as linhas ou com as condições de antes ({names})?",
            [f"{text} overall"] if en else [f"{text} no geral"],
        )
    )  # fmt: skip


def _is_one_step(given: RowFilter, grouping: Grouping) -> bool:
    """Tell whether a condition would leave one group alone: days, of one day."""
    one = given.column == grouping.column and given.operator == "=" and not given.bucket
    return one or (given.column == grouping.column and _narrower(given, grouping))


def _replaces(new: RowFilter, old: RowFilter) -> bool:
    if new.column != old.column:
        return False
    if new.operator in ("!=", "not in") and old.operator in ("!=", "not in"):
        return False
    if new.operator in ("!=", "not in"):
        return old.operator in ("=", "in") and bool(_values(new) & _values(old))
    times = {"weekday", "hour", "month_of_year"}
    return (new.bucket in times) == (old.bucket in times) and (
        new.bucket not in times or new.bucket == old.bucket
    )


def _values(given: RowFilter) -> set[str]:
    values = given.value if isinstance(given.value, list) else [given.value]
    return {str(value) for value in values}


def kept_groups(draft: Draft, base: DataQuery | None) -> list[Grouping]:
    said = draft.parts.groups
    if base is None or (said and not draft.has("also")):
        return list(said)
    of_filters = any("filt" in draft.said(at).lower() for at in draft.meaning("undo"))
    if (draft.has("undo") and not of_filters) or (
        draft.parts.all_of_it and not draft.parts.filters and not draft.parts.has_measure
    ):
        return []
    if draft.parts.overall and not draft.parts.way:
        return list(said)
    if _asks_one_figure(draft, base):
        return []
    kept = list(base.group_by)
    if draft.parts.count and (draft.parts.refers or draft.has("how_many")):
        kept = []
    for given in draft.parts.filters:
        kept = [g for g in kept if not _narrower(given, g)]
    return kept + [g for g in said if g not in kept]


def _asks_one_figure(draft: Draft, base: DataQuery) -> bool:
    """Tell whether "and the average of cuts?" is one figure, after "who spent the most?"."""
    parts = draft.parts
    named = bool(parts.aggregates and parts.filters) and not (parts.groups or parts.way)
    return named and base.order_by is not None and not parts.target and not parts.judged


def _narrower(given: RowFilter, grouping: Grouping) -> bool:
    """Tell whether a condition keeps no more than one step of a grouping by time."""
    if given.column != grouping.column or not grouping.bucket or given.bucket:
        return False
    if given.operator != "between" or not isinstance(given.value, list):
        return False
    try:
        first, last = (date.fromisoformat(str(end)[:10]) for end in given.value)
    except ValueError:
        return False
    room = {"year": 366, "quarter": 92, "month": 31, "week": 7, "day": 1}.get(grouping.bucket, 0)
    return (last - first).days < room
