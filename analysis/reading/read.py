"""Reads a question in English or Portuguese as an exact query, a question back, or a refusal.

There is no model here: marks say what each word is (`marks.py`), the readers take them into the
parts of a query (`read_*.py`), and what nobody could take decides against answering.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from analysis.profile import DatasetProfile
from analysis.query import DataQuery
from analysis.query_check import QueryMistake
from analysis.query_sql import query_sql
from analysis.reading.asking import beyond, listing, shortened, unclear
from analysis.reading.both_ways import one_way
from analysis.reading.claims import hold_claims
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.fillers import is_filler
from analysis.reading.finish import finish
from analysis.reading.glossary import concepts
from analysis.reading.guessing import guesses
from analysis.reading.inherit import PREPOSITIONS, STARTS
from analysis.reading.marks import Mark, marks
from analysis.reading.moments import DataDays, data_days
from analysis.reading.order import criterion
from analysis.reading.read_filters import read_filters
from analysis.reading.read_groups import read_groups
from analysis.reading.read_limits import MONEY, UNITS
from analysis.reading.read_measures import RATES, read_measures
from analysis.reading.read_times import read_times
from analysis.reading.shapes import AskedBefore, Beyond, QuestionReading, Unclear, Understood
from analysis.reading.table_index import TableIndex, table_index
from analysis.reading.tokens import LONGEST, Sentence, sentence
from analysis.wording import readable
from language.detect import Language
from language.encoder import embed, likenesses
from language.matching import stem

_MOST_TABLES = 12
_READERS: tuple[Callable[[Draft], None], ...] = (
    read_times, read_filters, read_groups, read_measures,
)  # fmt: skip
_EVENTS = frozenset(
    "defect order revenue admission loan harvest flight ticket visit match shipment donation"
    " booking transaction complaint".split()
)
_COSTS = frozenset("cost costs costing custa custam custaram custou custando".split())
_MERE_SIZES = frozenset(
    "length amount level degree quantity duration extent nivel quantidade grau tempo duracao"
    " montante comprimento".split()
)
_DAYS = frozenset("day days dia dias week weeks semana semanas month months mes meses".split())
_HEADING, _HEADING_APART = 0.35, 0.12
_SUMS = frozenset("dinheiro money value valor".split())
_LACKING = ("column", "value", "shape", "topic")
_WHOLE: dict[Language, str] = {
    "en": "I did not understand what came before. Could you say the whole question again?",
    "pt": "Não entendi o que veio antes. Pode dizer a pergunta inteira?",
}
_ASKING = ("how_many", "how_much", "which", "who", "share", "rows", "trend")
_MUST_COUNT = (
    "not", "more", "fewer", "floor", "ceiling", "between", "empty", "filled", "who", "where",
    "when", "bucket", "relation", "there", "had_one", "equal", "distinct", "or_more", "or_less",
)  # fmt: skip


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
    if known.open_question and _is_brief(text):
        told = _told_in_addition(text, profiles, known, language)
        if told:
            return told
    return _of_tables(text, profiles, known, language)


def _is_brief(text: str) -> bool:
    return len(text.split()) <= 6


def _told_in_addition(
    text: str, profiles: Sequence[DatasetProfile], known: AskedBefore, language: Language
) -> QuestionReading | None:
    """Read a message as what was lacking in the one before; None where it stands alone.

    What goes on from a question that was not understood is not understood either.
    """
    earlier = replace(known, open_question=None)
    asked = (known.open_question or "").rstrip(" ?!.")
    refused = _of_tables(asked, profiles, earlier, language)
    if isinstance(refused, Beyond) and refused.kind not in _LACKING:
        return None
    stands = _stands_alone(text, profiles, language)
    if isinstance(refused, Understood) and not stands:  # it went on from what was not understood
        return unclear(_WHOLE[language], [])
    if stands:
        return None
    alone = _of_tables(text, profiles, replace(earlier, queries=(), widget=None), language)
    if isinstance(alone, Understood) and _asks_itself(text, profiles, language):
        return alone
    if isinstance(alone, Beyond) and alone.kind not in _LACKING:
        return None
    return _of_tables(f"{asked} {text}"[:LONGEST], profiles, earlier, language)


def _stands_alone(text: str, profiles: Sequence[DatasetProfile], language: Language) -> bool:
    """Tell whether a message asks for something itself, and is no mere addition."""
    asked = sentence(text, language)
    found = marks(asked, table_index(profiles[0]), None)
    asks = any(m.means(*_ASKING) or m.kind == "noun" or m.also_noun for m in found)
    named = any(m.means("aggregate") for m in found) and any(m.column for m in found)
    return (asks or named) and not _goes_on(asked)


def _asks_itself(text: str, profiles: Sequence[DatasetProfile], language: Language) -> bool:
    """Tell whether a message says what is to be worked out, and of what: "blank ages"."""
    asked = sentence(text, language)
    found = marks(asked, table_index(profiles[0]), None)
    what = any(m.means("empty", "filled", "aggregate", "often", "seldom") for m in found)
    named = any(m.column for m in found)
    split = any(m.means("by") for m in found)
    figures = any(m.column and m.column.best[0].column.is_number for m in found)
    what = what or (split and figures)
    refers = any(m.means("that", "also", "not") for m in found)
    return what and named and not refers and not _goes_on(asked)


def _goes_on(asked: Sentence) -> bool:
    """Tell whether a message begins as one does that goes on: "and …", "how about …"."""
    first = asked.tokens[0].word if asked.tokens else ""
    behind = asked.tokens[1].word if len(asked.tokens) > 1 else "about"
    if first in PREPOSITIONS:
        return True
    return first in STARTS and (first not in ("how", "what") or behind == "about")


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
    last = one_way(last) if last else None
    draft = Draft(asked, index, found, before, last, days if dates else None)
    try:
        _refused(draft)
        _settle(draft)
        _prepare(draft)
        draft.passed |= draft.used
        for reader in _READERS:
            reader(draft)
        understood = finish(draft)
        _accounted(draft)
        hold_claims(draft, understood)
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


def _said_noun(draft: Draft) -> str:
    """Return what the person called the rows, else the file's name where that is a plural."""
    for mark in draft.marks:
        if mark.kind == "noun" or (mark.kind == "column" and mark.also_noun):
            word = draft.sentence.said(mark.start, mark.end)
            if " " not in word and word.lower().endswith("s"):
                return word.lower()
    name = draft.index.profile.name.rsplit(".", 1)[0].lower()
    told = name.isalpha() and name.endswith("s") and len(name) <= 20
    return name if told and concepts(stem(name)) & _EVENTS else ""


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
        _accounted(draft, ("unknown",))
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


def _settle(draft: Draft) -> None:
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


def _prepare(draft: Draft) -> None:
    """Take what is said about showing, and drop what the person took back or put in brackets."""
    for at in draft.meaning("chart"):
        draft.use(at)
        draft.parts.show = "chart"
        draft.parts.chart = draft.marks[at].meant[1] or draft.parts.chart  # type: ignore[assignment]
    for at in draft.meaning("table"):
        draft.use(at)
        draft.parts.show = draft.parts.show or "table"
    for at in draft.meaning("sorry"):  # "scratches, sorry, craters"
        before = next(
            (n for n in range(at - 1, -1, -1)
             if draft.marks[n].kind in ("unknown", "value", "column", "number", "moment")), None,
        )  # fmt: skip
        if before is not None:
            draft.use(before)
    for at in draft.meaning("when"):  # "when in fault": a condition
        after = draft.after_it(at, over=("that",))
        if after is not None and draft.marks[after].means("not"):
            after = draft.after_it(after)  # "when not cancelled"
        condition = after is not None and draft.marks[after].kind in ("value", "column")
        if (at or draft.base) and condition:
            draft.use(at)
    for at in draft.meaning("who"):  # "people who …": no question
        lead = draft.marks[at - 1] if at else None
        if lead and (lead.kind in ("noun", "value") or lead.also_noun or lead.means("entity")):
            draft.use(at)
    for at in draft.meaning("who"):  # "of who has …": no question
        last = draft.marks[at].end
        behind = draft.sentence.tokens[last].word if last < len(draft.sentence.tokens) else ""
        if at and behind in (
            "tem",
            "has",
            "have",
            "had",
            "tinha",
            "teve",
            "usa",
            "uses",
            "is",
            "e",
        ):
            draft.use(at)
    _in_cash(draft)
    for at, mark in enumerate(draft.marks):  # "cost more than 20 euros"
        limit = draft.has("more", "fewer", "floor", "ceiling", "between")
        if limit and mark.kind == "unknown" and draft.said(at).lower() in _COSTS:
            draft.use(at)
    _spans_of_names(draft)
    for at in draft.meaning("which"):  # "the colour that …": no question
        lead = draft.marks[at - 1] if at else None
        if lead and draft.said(at).lower() == "que" and lead.kind in ("column", "noun"):
            draft.use(at)
    _sizes_of(draft)
    _alternatives(draft)
    for at in draft.meaning("there"):  # "diz-me lá", "are there": no place
        lead = draft.sentence.tokens[draft.marks[at].start - 1].word if at else ""
        if lead == "me" or is_filler(lead):
            draft.use(at)
    for at in draft.meaning("there"):
        before = draft.sentence.tokens[draft.marks[at].start - 1].word if at else ""
        if before in ("are", "is", "were", "was") or draft.has("how_many"):
            draft.use(at)
    money = any(c.is_money for c in draft.index.numbers())
    for at, mark in enumerate(draft.marks):
        if money and mark.kind == "unknown" and draft.said(at).lower() in MONEY:
            draft.use(at)
            draft.parts.money = not any(
                n in range(at - 2, at + 2) and m.kind == "number" for n, m in enumerate(draft.marks)
            )
    name = {t.stem for t in sentence(draft.index.profile.name, "en").tokens}
    for at, mark in enumerate(draft.marks):  # "… in sales.csv"
        if mark.kind == "unknown" and draft.sentence.tokens[mark.start].stem in name:
            draft.use(at)
    text = draft.sentence.text
    for at, mark in enumerate(draft.marks):  # "online (our own site)"
        if mark.kind not in ("unknown", "noun") or at in draft.used:
            continue
        if draft.said(at).lower() in RATES:
            continue
        end = draft.sentence.tokens[mark.end - 1].end
        if text[end : end + 2] == " (" and any(
            m.kind in ("value", "column") for m in draft.marks[at + 1 : at + 4]
        ):
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


def _accounted(draft: Draft, kinds: tuple[str, ...] = ()) -> None:
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
