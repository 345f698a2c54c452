"""What a table's columns and values are called, word by word, so that a sentence can be held
against it in time that does not grow with the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from analysis.profile import ColumnProfile, DatasetProfile
from analysis.reading.glossary import EVENTS, EXTENSIVE, INTENSIVE, PEOPLE, concepts
from analysis.reading.idle_words import STOP
from language.matching import fold, stem, words

MOST_WORDS_OF_NAME = 16
MOST_VALUES_READ = 8_000  # of one table
MOST_VALUE_WORDS = 8
_NUMBERED = re.compile(r"^\s*[A-Za-z]{0,2}\d{1,3}[a-z]?\s*[.):-]\s+")
_CODE = re.compile(r"^\s*([A-Za-z]{1,2}\d{1,3}[a-z]?)\s*[.):-]\s")
_ASIDE = re.compile(r"\([^)]{0,80}\)|\[[^\]]{0,80}\]")
_SHORT = re.compile(r"([^\W\d_]{3,12})\.(?=\W|$)")
_MOST_SHORT = 40
_TITLE = re.compile(r"(?:dra?|prof[ae]?|mrs?|ms|sra?|eng)\.? ", re.I)
_HUMP = re.compile(r"(?<=[a-z\d])(?=[A-Z])")
_BAND = re.compile(r"^\D{0,12}?(\d{1,4})\s*(?:-|–|to|a|até|ate)\s*(\d{1,4})\D{0,12}$")
_OPEN_BAND = re.compile(r"^\D{0,8}(\d{1,4})\s*(?:\+|or more|ou mais|e mais|and over)\D{0,8}$", re.I)
MEASURE_WORDS = frozenset(
    "c f kwh kw mm cm m km kg g l ml bar psi s ms h min eur usd brl r pct percent id no nr num"
    " number numero total qty".split()
)
_NO_TRUTH = frozenset("unknown desconhecido ignorado n/a na - ? nd other outro".split())
TRUTHS = {"yes": True, "sim": True, "true": True, "y": True, "s": True, "verdadeiro": True,
          "no": False, "nao": False, "false": False, "n": False, "falso": False}  # fmt: skip


_ABOUT_PEOPLE: dict[str, frozenset[str]] = {
    "patient": frozenset(("ward", "diagnosis", "doctor", "hospital", "specialty")),
    "student": frozenset(("school", "class", "exam", "subject", "course")),
    "employee": frozenset(("department", "tenure", "seniority", "hired")),
    "guest": frozenset(("hotel", "room", "booking")),
    "passenger": frozenset(("flight", "cabin")),
}
_CURRENCIES = frozenset("eur euro usd brl gbp dollar dolar real".split())
_LENGTHS = frozenset("minute minuto min hour hora day dia week semana".split())


@dataclass(frozen=True, slots=True)
class NamedColumn:
    """A column and the words of its name that say something."""

    at: int
    column: ColumnProfile
    words: tuple[str, ...]  # stemmed
    concepts: frozenset[str]
    code: str = ""  # what it is called for short: "q16"

    def weight(self, word: str) -> float:
        """Return how much a word tells of this column: its unit tells little."""
        return 0.3 if word in MEASURE_WORDS and len(self.words) > 1 else 1.0

    @property
    def is_people(self) -> bool:
        kinds = self.concepts & {"kind", "category", "class", "status", "role", "level", "age"}
        people = bool(self.concepts & PEOPLE) and self.column.kind == "text"
        people = people or self._bears_titles
        return people and not kinds and not self.is_truth

    @property
    def _bears_titles(self) -> bool:
        """Tell whether most values begin as people are addressed: "Dr. Novak"."""
        said = [v.value for v in self.column.top[:20]]
        titled = sum(bool(_TITLE.match(v)) for v in said)
        return self.column.kind == "text" and titled > len(said) / 2

    @property
    def is_money(self) -> bool:
        """Tell whether the figures are amounts of money, by their unit or their name."""
        unit = (self.column.unit or "").endswith(("$", "€", "£"))
        unit = unit or any(sign in self.column.name for sign in ("R$", "€", "£", "US$", "($)"))
        return self.column.is_number and (unit or bool(_CURRENCIES & {*self.words}))

    @property
    def is_truth(self) -> bool:
        """Tell whether the column says yes or no."""
        if self.column.kind == "boolean":
            return True
        told = [fold(v.value) for v in self.column.top]
        if not (0 < len(told) <= 4 and self.column.is_complete):
            return False
        return any(v in TRUTHS for v in told) and all(v in TRUTHS or v in _NO_TRUTH for v in told)

    def truth(self, wanted: bool) -> str | bool:
        """Return the value that says yes, or no, as the column writes it."""
        if self.column.kind == "boolean":
            return wanted
        said = [v.value for v in self.column.top if TRUTHS.get(fold(v.value)) is wanted]
        return said[0] if said else ("yes" if wanted else "no")

    @property
    def is_key(self) -> bool:
        """Tell whether every row has a value of its own here."""
        c = self.column
        if not (c.filled > 1 and c.distinct == c.filled and c.kind in ("text", "integer")):
            return False
        return c.kind == "text" or self._numbers_rows

    @property
    def counts_up(self) -> bool:
        """Tell whether whole numbers run through nearly all from the least to the most."""
        c = self.column
        if isinstance(c.least, str) or isinstance(c.most, str) or c.least is None or c.most is None:
            return False
        return c.kind == "integer" and c.distinct > 20 and c.most - c.least < 1.3 * c.distinct

    @property
    def _numbers_rows(self) -> bool:
        """Tell whether whole numbers count things up, or are called a number of them."""
        if {"id", "code", "codigo", "cod", "no", "nr", "num", "numero", "number"} & {*self.words}:
            return True
        c = self.column
        if isinstance(c.least, str) or isinstance(c.most, str) or c.least is None or c.most is None:
            return False
        return c.most - c.least < 1.3 * c.distinct


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value of a column, by its words."""

    at: int  # of the column
    value: str
    words: tuple[str, ...]
    count: int


@dataclass(slots=True)
class TableIndex:
    """The columns and values of one table, found by words, by what words are about, by roots."""

    profile: DatasetProfile
    columns: list[NamedColumn] = field(default_factory=list[NamedColumn])
    by_word: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    by_short: dict[str, list[int]] = field(default_factory=dict[str, list[int]])  # "veic."
    by_concept: dict[str, list[tuple[int, str]]] = field(
        default_factory=dict[str, list[tuple[int, str]]]
    )
    by_root: dict[str, list[tuple[int, str]]] = field(
        default_factory=dict[str, list[tuple[int, str]]]
    )
    values_by_word: dict[str, list[NamedValue]] = field(default_factory=dict[str, list[NamedValue]])
    values_by_root: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    values_by_concept: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    nouns: set[str] = field(default_factory=set[str])  # what a row is called
    noun_concepts: set[str] = field(default_factory=set[str])

    def date_columns(self) -> list[NamedColumn]:
        return [c for c in self.columns if c.column.is_date]

    def numbers(self) -> list[NamedColumn]:
        """Return the columns that can be measured: numbers that are no keys."""
        return [c for c in self.columns if c.column.is_number and not _is_code(c)]

    def named(self, name: str) -> NamedColumn | None:
        return next((c for c in self.columns if c.column.name == name), None)


def table_index(profile: DatasetProfile) -> TableIndex:
    """Index a table's names and values."""
    index = TableIndex(profile)
    for at, column in enumerate(profile.columns):
        named = _named(at, column)
        index.columns.append(named)
        if named.code:
            index.by_word.setdefault(named.code, []).append(at)
        for short in _cut_short(column.name):
            if short in named.words and len(index.by_short) < _MOST_SHORT:
                index.by_short.setdefault(short, []).append(at)
        for word in dict.fromkeys(named.words):
            index.by_word.setdefault(word, []).append(at)
            for concept in concepts(word):
                index.by_concept.setdefault(concept, []).append((at, word))
            if word in _LENGTHS and "duration" in named.concepts:
                index.by_concept.setdefault("duration", []).append((at, word))
            if len(word) >= 5:
                index.by_root.setdefault(word[:4], []).append((at, word))
    _add_values(index)
    _add_nouns(index)
    return index


def _cut_short(name: str) -> list[str]:
    """Return the words of a name that a full stop cuts short: "Tipo Veíc.", "Prof."."""
    return [fold(word) for word in _SHORT.findall(name[:200])]


def name_words(name: str) -> list[str]:
    """Return the stemmed words of a column's name, without its number and what is put aside."""
    plain = _ASIDE.sub(" ", _NUMBERED.sub("", name[:200]))
    said = [stem(w) for w in words(_HUMP.sub(" ", plain))][:MOST_WORDS_OF_NAME]
    telling = [w for w in said if w not in STOP or w in ("data", "so")]
    return telling or said


def bands(column: ColumnProfile) -> list[tuple[str, float, float]]:
    """Return values that are spans of numbers, as "25-34", with both ends; all of them or none."""
    found: list[tuple[str, float, float]] = []
    for each in column.top:
        if match := _BAND.match(each.value):
            found.append((each.value, float(match[1]), float(match[2])))
        elif match := _OPEN_BAND.match(each.value):
            found.append((each.value, float(match[1]), float("inf")))
        else:
            return []
    return found if column.is_complete and len(found) > 1 else []


def _named(at: int, column: ColumnProfile) -> NamedColumn:
    said = tuple(name_words(column.name))
    about = frozenset(c for word in said for c in concepts(word))
    if column.is_number and len(said) <= 4 and _LENGTHS & {*said}:
        about |= {"duration"}
    code = _CODE.match(column.name[:12])
    return NamedColumn(at, column, said, about, code[1].casefold() if code else "")


def _is_code(named: NamedColumn) -> bool:
    """Tell whether a number stands for a thing: a key, or called so."""
    return named.column.kind == "integer" and (
        bool({"id", "code", "codigo", "cod"} & set(named.words))
        or (named.is_key and named.column.distinct > 20 and not _measures_rows(named))
    )


def _measures_rows(named: NamedColumn) -> bool:
    """Tell whether a column that is different in every row measures it all the same."""
    return is_measured(named) and not named.counts_up


def is_measured(named: NamedColumn) -> bool:
    """Tell whether a column's name or unit says that it holds figures, and no places or codes."""
    return (
        bool(named.concepts & (EXTENSIVE | INTENSIVE))
        or named.column.unit is not None
        or (named.column.kind == "decimal")
    )


def _add_values(index: TableIndex) -> None:
    room = MOST_VALUES_READ
    for named in index.columns:
        if named.column.kind != "text" or named.is_truth:
            continue
        for each in named.column.top[:room]:
            said = tuple(stem(w) for w in words(each.value[:120]))[:MOST_VALUE_WORDS]
            if not said:
                continue
            room -= 1
            _add_value(index, NamedValue(named.at, each.value, said, each.count))
        if room <= 0:
            return


def _add_value(index: TableIndex, value: NamedValue) -> None:
    for word in dict.fromkeys(value.words):
        index.values_by_word.setdefault(word, []).append(value)
        for concept in concepts(word):
            index.values_by_concept.setdefault(concept, set()).add(word)
        if len(word) >= 4:
            index.values_by_root.setdefault(word[:4], set()).add(word)


def _add_nouns(index: TableIndex) -> None:
    """Learn what a row is called: by the file's name, and by what the columns say of a row."""
    stem_of_file = re.sub(r"\.[A-Za-z0-9]{1,7}$", "", index.profile.name)
    called: list[str] = [
        w for w in _split_name(stem_of_file) if len(w) > 2 and not w.isdigit() and w not in STOP
    ]
    for named in index.columns:
        if named.is_key and named.column.distinct >= index.profile.rows * 0.98:
            called += [w for w in named.words if w not in MEASURE_WORDS and len(w) > 2]
    index.nouns.update(called)
    about = {c for w in called for c in concepts(w)}
    index.noun_concepts.update((about - _of_others(index, about)) or about)
    named_so = {c for each in index.columns for c in each.concepts}
    index.noun_concepts.update(_events(index.columns) - _of_others(index, named_so))
    index.noun_concepts.update(_subjects(named_so) - named_so)
    if index.noun_concepts & {"person", "employee"}:
        index.noun_concepts.update(("person", "employee"))


def _events(columns: list[NamedColumn]) -> set[str]:
    """Return what happened in each row: "admitted" of a date, "defect type"."""
    found: set[str] = set()
    first = next((c for c in columns if c.column.is_date), None)
    if first and len(first.words) <= 2:
        found |= first.concepts - {"date", "day"}
    kinds = [c for c in columns if "kind" in c.concepts and len(c.words) == 2]
    for named in kinds if len(kinds) == 1 else ():
        told = [w for w in named.words if "kind" not in concepts(w)]
        found |= concepts(told[0]) & EVENTS if len(told) == 1 else set()
    return found


def _of_others(index: TableIndex, named_so: set[str]) -> set[str]:
    """Return what columns of names are called by: those are no rows."""
    whole = [
        c for c in index.columns if len(c.words) == 1 and not c.column.is_date and not c.is_key
    ]
    return {c for each in whole for c in each.concepts} & named_so


def _subjects(named_so: set[str]) -> set[str]:
    """Return the people whom the rows are about, where their age or sex stands in each."""
    if not named_so & {"age", "gender"}:
        return set()
    return {"person"} | {who for who, told in _ABOUT_PEOPLE.items() if named_so & told}


def _split_name(name: str) -> Iterable[str]:
    plain = re.sub(r"\d+", " ", _HUMP.sub(" ", name[:200]))  # "games2", "2024-orders"
    return (stem(w) for w in words(plain))
