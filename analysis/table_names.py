"""How datasets are called: by people, and as tables in SQL and in programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from analysis.profile import DatasetProfile
from contracts.errors import ToolFailed
from language.matching import fold

_LONGEST = 60
_RESERVED = frozenset(
    "all and any as asc between by case cast create data default desc df distinct drop else end"
    " false from group having in insert into is join left like limit not null on or order outer"
    " right select set table then to true union update using values when where with".split()
)


def label(profile: DatasetProfile) -> str:
    """Name a dataset as people do: its file, with the sheet where the file has several."""
    return f"{profile.name}/{profile.sheet}" if profile.sheet else profile.name


def table_names(profiles: Sequence[DatasetProfile]) -> dict[str, DatasetProfile]:
    """Return the tables that datasets are; of several that bear one name, the first keeps it."""
    named: dict[str, DatasetProfile] = {}
    for profile in profiles:
        wanted = _safe(f"{_stem(profile.name)} {profile.sheet or ''}")
        name, number = wanted, 2
        while name in named:
            name, number = f"{wanted}_{number}", number + 1
        named[name] = profile
    return named


def tables_in(text: str, names: Iterable[str]) -> list[str]:
    """Return the tables that a statement, or a program, mentions."""
    mentioned = set(re.findall(r"[a-z0-9_]+", text.lower()))
    return [name for name in names if name in mentioned]


def named(wanted: str | None, profiles: Sequence[DatasetProfile]) -> DatasetProfile:
    """Return the dataset that is meant, the newest of its name; or say what there is."""
    if not profiles:
        raise ToolFailed("there is no data here yet; ask the person to upload a file (CSV or XLSX)")
    if wanted is None:
        return profiles[0]
    tables = table_names(profiles)
    asked = fold(wanted)
    for said in (label, _file, _sheet, _short):
        if found := [p for p in profiles if fold(said(p)) == asked]:
            return _one_of(wanted, found)
    if found := tables.get(wanted.lower()):
        return found
    known = list(dict.fromkeys(label(p) for p in profiles))
    near = get_close_matches(wanted, known, n=3)
    raise ToolFailed(
        f"there is no dataset '{wanted[:80]}'; {'did you mean' if near else 'there are'}: "
        + ", ".join(f"'{each}'" for each in (near or known[:20]))
    )


def _one_of(wanted: str, found: Sequence[DatasetProfile]) -> DatasetProfile:
    """Return the newest; sheets of one file are told apart by the person."""
    alike = {p.sheet for p in found if p.name == found[0].name}
    if len(alike) > 1 and len({p.name for p in found}) == 1:
        sheets = ", ".join(f"'{label(p)}'" for p in found[:20])
        raise ToolFailed(f"'{wanted[:80]}' has several sheets, each a dataset; name one: {sheets}")
    return found[0]


def _file(profile: DatasetProfile) -> str:
    return profile.name


def _sheet(profile: DatasetProfile) -> str:
    return profile.sheet or ""


def _short(profile: DatasetProfile) -> str:
    return _stem(profile.name)


def _stem(name: str) -> str:
    return re.sub(r"\.(csv|tsv|txt|xlsx|xlsm|jsonl|ndjson|json|parquet)$", "", name, flags=re.I)


def _safe(text: str) -> str:
    name = re.sub(r"[^a-z0-9]+", "_", fold(text)).strip("_")[:_LONGEST].strip("_")
    if not name or name[0].isdigit() or name in _RESERVED:
        name = f"t_{name}" if name else "table_1"
    return name
