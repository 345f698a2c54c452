"""Reads a question in English or Portuguese as an exact query, a question back, or a refusal.

There is no model here: marks say what each word is (`marks.py`), the readers take them into the
parts of a query (`read_*.py`), and what nobody could take decides against answering.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from analysis.profile import DatasetProfile
from analysis.query import DataQuery
from analysis.query_check import QueryMistake
from analysis.query_sql import query_sql
from analysis.reading.accounting import account_for
from analysis.reading.asking import beyond, listing, unclear
from analysis.reading.claims import hold_claims
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.finish import finish
from analysis.reading.glossary import EVENTS, concepts
from analysis.reading.guessing import guesses
from analysis.reading.marks import Mark, marks
from analysis.reading.moments import DataDays, data_days
from analysis.reading.open_question import WHOLE, told_in_addition
from analysis.reading.prepare import prepare, settle
from analysis.reading.read_filters import read_filters
from analysis.reading.read_groups import read_groups
from analysis.reading.read_measures import read_measures
from analysis.reading.read_times import read_times
from analysis.reading.shapes import AskedBefore, QuestionReading, Unclear, Understood
from analysis.reading.table_index import TableIndex, table_index
from analysis.reading.tokens import Sentence, sentence
from analysis.wording import readable
from language.detect import Language
from language.matching import stem

_MOST_TABLES = 12
_READERS: tuple[Callable[[Draft], None], ...] = (
    read_times, read_filters, read_groups, read_measures,
)  # fmt: skip
_PLAIN_FORMS = ("groups", "figure", "rows", "most", "least")


def read_question(
    text: str,
    profiles: Sequence[DatasetProfile],
    before: AskedBefore | None,
    language: Language,
) -> QuestionReading:
    """Read a question about one of some tables, as it goes on from what was asked before."""
    known = before or AskedBefore()
    if not profiles:
        return beyond("no_data", "", None, language)
    told = told_in_addition(text, profiles, known, language, _of_tables)
    return told or _of_tables(text, profiles, known, language)


def _of_tables(
    text: str, profiles: Sequence[DatasetProfile], before: AskedBefore, language: Language
) -> QuestionReading:
    """Read a question against each table that it may be about, and choose."""
    asked = sentence(text, language)
    if not asked.tokens:
        return beyond("topic", "", profiles[0], language)
    last = before.queries[-1] if before.queries else None
    ordered = _likely_first(profiles, last, asked)[:_MOST_TABLES]
    readings: list[tuple[QuestionReading, DatasetProfile]] = []
    for profile in ordered:
        reading = _of_table(asked, profile, before, language)
        if profile is ordered[0] and isinstance(reading, Understood) and last is not None:
            return reading
        readings.append((reading, profile))
    understood = [(r, p) for r, p in readings if isinstance(r, Understood)]
    if len(understood) > 1:
        return _which_table(asked, [p for _, p in understood], language)
    if understood:
        return understood[0][0]
    doubts = [r for r, _ in readings if isinstance(r, Unclear)]
    return doubts[0] if doubts else readings[0][0]


def _likely_first(
    profiles: Sequence[DatasetProfile], last: DataQuery | None, asked: Sentence
) -> list[DatasetProfile]:
    """Put the table that the question names first, then the one that was asked about last."""
    said = {t.stem for t in asked.tokens}
    named = [p for p in profiles if table_named(p, said)] if len(profiles) > 1 else []
    if len(named) == 1:
        return named
    if last is not None:
        current = [p for p in profiles if p.name == last.dataset]
        return [*current[:1], *(p for p in profiles if p not in current[:1])]
    return list(profiles)


def table_named(profile: DatasetProfile, said: set[str]) -> bool:
    """Tell whether the words of a question hold a table's name."""
    name = sentence(profile.name.rsplit(".", 1)[0].replace("_", " "), "en").tokens
    return bool(name) and all(t.stem in said for t in name)


def _which_table(
    asked: Sentence, profiles: Sequence[DatasetProfile], language: Language
) -> Unclear:
    names = [p.name for p in profiles]
    text = asked.text.rstrip(" ?!.")
    if language == "en":
        return unclear(
            f"Which table do you mean: {listing(names, 'en')}?", [f"{text} in {n}" for n in names]
        )
    return unclear(
        f"De qual tabela você fala: {listing(names, 'pt')}?", [f"{text} em {n}" for n in names]
    )


def _of_table(
    asked: Sentence, profile: DatasetProfile, before: AskedBefore, language: Language
) -> QuestionReading:
    index = table_index(profile)
    dates = index.date_columns()
    days = _days_of(index)
    found = _explained(asked, index, days)
    last = next((q for q in reversed(before.queries) if q.dataset in (None, profile.name)), None)
    draft = Draft(asked, index, found, before, last, days if dates else None)
    try:
        _refused(draft)
        settle(draft)
        prepare(draft)
        for reader in _READERS:
            reader(draft)
        understood = finish(draft)
        account_for(draft)
        hold_claims(draft, understood)
        _adds_something(draft, understood)
        query_sql(understood.query, profile)
        understood = replace(understood, notes=tuple(draft.parts.notes))
        assumed = [told for m in draft.marks if (told := _assumed(draft, m))]
        notes = (*understood.notes, *dict.fromkeys(assumed))
        return replace(understood, notes=notes, noun=_said_noun(draft))
    except InDoubt as doubt:
        return _instead_of(doubt, draft, language)
    except NotHere as missing:
        return beyond(missing.kind, missing.said, profile, language)
    except QueryMistake:
        return beyond("topic", "", profile, language)
    except ValueError:  # more conditions or longer names than a query takes
        return beyond("topic", "", profile, language)


def _adds_something(draft: Draft, understood: Understood) -> None:
    """Refuse a message that would get the answer before once more: it must have meant more."""
    same = draft.base is not None and understood.query == draft.base
    drawn = understood.show or (draft.before.widget and draft.before.widget.kind == "chart")
    if same and not drawn and understood.rank == 1 and understood.form in _PLAIN_FORMS:
        raise InDoubt(unclear(WHOLE[draft.sentence.language], []))


def _said_noun(draft: Draft) -> str:
    """Return what the person called the rows, else the file's name where that is a plural."""
    for mark in draft.marks:
        if mark.kind == "noun" or (mark.kind == "column" and mark.also_noun):
            word = draft.sentence.said(mark.start, mark.end)
            if " " not in word and word.lower().endswith("s"):
                return word.lower()
    name = draft.index.profile.name.rsplit(".", 1)[0].lower()
    told = name.isalpha() and name.endswith("s") and len(name) <= 20
    return name if told and concepts(stem(name)) & EVENTS else ""


def _assumed(draft: Draft, mark: Mark) -> str:
    """Say what a word was taken for that is only near to it in meaning."""
    said, en = draft.sentence.said(mark.start, mark.end), draft.sentence.language == "en"
    if mark.kind == "column" and mark.column and mark.column.assumed:
        name = readable(mark.column.best[0].column.name)
    elif mark.kind == "value" and mark.value and mark.value.assumed:
        name = ", ".join(mark.value.hits[0][1][:3])
    elif mark.kind == "noun" and mark.assumed:
        name = "the rows" if en else "as linhas"
        return f"I took “{said}” as {name}." if en else f"Entendi “{said}” como {name}."
    else:
        return ""
    return f"I took “{said}” as “{name}”." if en else f"Entendi “{said}” como “{name}”."


def _instead_of(doubt: InDoubt, draft: Draft, language: Language) -> QuestionReading:
    """Ask back, unless a word that nothing explains would remain whatever is answered."""
    try:
        account_for(draft, ("unknown",))
    except InDoubt as other:
        return other.unclear
    except NotHere as missing:
        if draft.sentence.text.lower().find(missing.said.lower()) >= 0 and missing.kind != "shape":
            return beyond(missing.kind, missing.said, draft.index.profile, language)
    return doubt.unclear


def _days_of(index: TableIndex) -> DataDays | None:
    known = [data_days(c.column.least, c.column.most) for c in index.date_columns()]
    days = [d for d in known if d]
    if not days:
        return None
    return DataDays(min(d.first for d in days), max(d.last for d in days))


def _explained(asked: Sentence, index: TableIndex, days: DataDays | None) -> list[Mark]:
    found = marks(asked, index, days)
    if any(m.kind == "unknown" for m in found):
        guessed = guesses(asked, index, found)
        if guessed:
            found = marks(asked, index, days, guessed)
    return found


def _refused(draft: Draft) -> None:
    """Refuse what no table answers: causes, forecasts, opinions."""
    for kind in ("cause", "forecast", "opinion", "relation"):
        if draft.has(kind):
            raise NotHere(kind)
    for token in draft.sentence.tokens:
        if token.word in ("hoje", "today", "ontem", "yesterday") and draft.days:
            raise NotHere("today")
