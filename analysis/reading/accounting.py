"""Refuses what has a word with content that no part of a query has taken."""

from __future__ import annotations

from analysis.reading.asking import shortened, unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.order import criterion
from analysis.reading.shapes import Unclear
from analysis.wording import readable
from language.encoder import embed, likenesses

_HEADING, _HEADING_APART = 0.35, 0.12
_MUST_COUNT = (
    "not", "more", "fewer", "floor", "ceiling", "between", "empty", "filled", "who", "where",
    "when", "bucket", "relation", "there", "had_one", "equal", "distinct", "or_more", "or_less",
)  # fmt: skip


def account_for(draft: Draft, kinds: tuple[str, ...] = ()) -> None:
    """Refuse to answer where a word with content has no part in the query."""
    for at in draft.leftover():
        mark = draft.marks[at]
        if kinds and mark.kind not in kinds:
            continue
        if mark.kind == "unknown" and _is_judging(draft, at):
            raise InDoubt(criterion(draft, draft.parts.groups, draft.said(at)))
        if mark.kind == "unknown" and (
            _says_how_figure_came(draft, at) or _says_heading(draft, at)
        ):
            continue
        if mark.kind == "unknown" and (_goes_with_value(draft, at) or _is_verb_of_who(draft, at)):
            continue
        said = draft.said(at)
        before = draft.before_it(at)
        if mark.kind == "unknown" and before is not None and draft.marks[before].means("how_many"):
            raise InDoubt(_what_a_row_is(draft, at))
        capital = draft.sentence.tokens[mark.start].is_capital and mark.start > 0
        raise NotHere("value" if capital else "column", said)
    for at in () if kinds else draft.meaning("by"):
        behind = draft.after_it(at)
        if at not in draft.used and not draft.used & {behind} and draft.parts.has_measure:
            raise NotHere("shape", draft.sentence.said(draft.marks[at].start, _end(draft, at)))
    for at in () if kinds else draft.meaning(*_MUST_COUNT):
        if at not in draft.used and not _is_preposition(draft, at):
            raise NotHere("shape", draft.said(at))


def _end(draft: Draft, at: int) -> int:
    """Return where the word behind a mark ends."""
    return min(draft.marks[at].end + 1, len(draft.sentence.tokens))


def _what_a_row_is(draft: Draft, at: int) -> Unclear:
    """Ask whether the rows are what is to be counted, where they are called something else."""
    said, name = shortened(draft.said(at)), shortened(draft.index.profile.name)
    if draft.sentence.language == "en":
        question = f"I do not know “{said}” here. Is it the rows of {name} that you want counted?"
        return unclear(question, [draft.instead(at, "rows")])
    question = f"Não conheço “{said}” aqui. São as linhas de {name} que você quer contar?"
    return unclear(question, [draft.instead(at, "linhas")])


def _says_how_figure_came(draft: Draft, at: int) -> bool:
    """Tell whether a participle only goes with a figure: "calories burned", "golos marcados"."""
    word = draft.sentence.tokens[draft.marks[at].start].word
    known = draft.marks[at - 1].column if at else None
    done = word.endswith(("ed", "ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas"))
    return done and known is not None and known.best[0] in draft.index.numbers()


def _is_verb_of_who(draft: Draft, at: int) -> bool:
    """Tell whether a word is the verb between who and how much: "who paid the most in fines"."""
    before, after = draft.before_it(at), draft.after_it(at)
    return (
        before is not None
        and after is not None
        and draft.marks[before].means("who")
        and draft.marks[after].means("most", "least", "aggregate")
        and bool(draft.parts.measured)
    )


def _says_heading(draft: Draft, at: int) -> bool:
    """Tell whether a question as a whole says what a long heading asks: "which channel do people
    like for news" of "How do you prefer to hear company news?".
    """
    if draft.meaning("not", "more", "fewer") or draft.marks[at].kind != "unknown":
        return False
    long = [c for c in draft.index.columns if len(c.words) >= 4][:60]
    used = {g.column for g in draft.parts.groups} | {c.column.name for _, c in draft.parts.measured}
    if not long or not any(c.column.name in used for c in long):
        return False
    vectors = embed([readable(c.column.name)[:120] for c in long])
    near = likenesses(vectors, embed([draft.sentence.text[:120]])[0])
    ranked = sorted(zip(near, long, strict=True), key=lambda pair: -pair[0])
    rival = ranked[1][0] if len(ranked) > 1 else 0.0
    if (
        ranked[0][1].column.name not in used
        or ranked[0][0] < _HEADING
        or (ranked[0][0] - rival < _HEADING_APART)
    ):
        return False
    name = shortened(readable(ranked[0][1].column.name))
    note = (
        f"I took this to be about “{name}”."
        if draft.sentence.language == "en"
        else (f"Entendi que é sobre “{name}”.")
    )
    draft.use(at)
    if note not in draft.parts.notes:
        draft.parts.notes.append(note)
    return True


def _is_preposition(draft: Draft, at: int) -> bool:
    """Tell whether a word for a limit only leads to a place: "from Oslo", "through the shop"."""
    after = draft.after_it(at)
    names = after is not None and draft.marks[after].kind in ("value", "column", "noun")
    return names and draft.said(at).lower() in ("from", "through", "until", "over", "em", "in")


def _is_judging(draft: Draft, at: int) -> bool:
    """Tell whether a word says by what somebody is most: "the most reliable machine"."""
    before = draft.before_it(at)
    return before is not None and draft.marks[before].means("most", "least") and before == at - 1


def _goes_with_value(draft: Draft, at: int) -> bool:
    """Tell whether a noun only carries a value beside it: "red parts", "peças vermelhas"."""
    for near in (at - 1, at + 1):
        if 0 <= near < len(draft.marks) and draft.marks[near].kind == "value":
            mention = draft.marks[near].value
            if mention and not mention.whole and not mention.hits[0][0].is_people:
                return True
    return False
