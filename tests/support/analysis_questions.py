"""The questions of the analyst's examination, their data sets, and what pandas makes of them."""

from __future__ import annotations

import importlib
import math
from datetime import date
from pathlib import Path
from typing import Any, cast

import yaml

FOLDER = Path(__file__).parents[1] / "data" / "analysis"


def load(name: str, folder: Path = FOLDER) -> Any:
    """Read a data set as it is meant: dates are dates, R$ amounts and percentages are numbers."""
    pd = importlib.import_module("pandas")
    path = folder / name
    if name.endswith(".jsonl"):
        frame = pd.read_json(path, lines=True)
    elif name.endswith(".tsv"):
        frame = pd.read_csv(path, sep="\t")
    elif name == "vendas.csv":
        return _sales(pd, path)
    else:
        frame = pd.read_csv(path, keep_default_na=False, na_values=[""])
    for column in ("data", "timestamp", "Date submitted", "date", "admitted", "discharged"):
        if column in frame.columns:
            frame[column] = pd.to_datetime(frame[column])
    return frame


def _sales(pd: Any, path: Path) -> Any:
    frame = pd.read_csv(path, sep=";", encoding="latin-1", dtype=str)
    frame["Data"] = pd.to_datetime(frame["Data"], format="%d/%m/%Y")
    for column in ("Quantidade", "Preço Unitário", "Desconto %", "Valor Total"):
        bare = frame[column].str.replace(r"[R$%\s.]", "", regex=True).str.replace(",", ".")
        frame[column] = pd.to_numeric(bare)
    return frame


def computed(frame: Any, expression: str) -> Any:
    """Compute an expression of the file over `df` (and `pd`)."""
    return eval(expression, {"df": frame, "pd": importlib.import_module("pandas")})


def frozen(frame: Any, expected: dict[str, Any]) -> dict[str, Any]:
    """Compute what a question's `pandas` gives, in the form in which the file holds it."""
    unit: str | None = expected.get("unit")
    result: Any = computed(frame, expected["pandas"])
    if expected["kind"] == "chart" or expected.get("grouped"):
        return {"rows": _rows(result, unit)}
    if expected.get("pick"):
        return {"figures": [_picked(result, expected["pick"], unit)]}
    if hasattr(result, "index") and hasattr(result, "items"):
        return {"rows": _rows(result, unit)}
    if isinstance(result, tuple):
        return {"figures": [{"label": _label(result[0]), **_value(result[1], unit)}]}
    results = cast(list[Any], result) if isinstance(result, list) else [result]
    return {"figures": [_figure(one, unit) for one in results]}


def _figure(result: Any, unit: str | None) -> dict[str, Any]:
    if isinstance(result, str | date):
        return {"label": _label(result)}
    return _value(result, unit)


def _rows(series: Any, unit: str | None) -> list[dict[str, Any]]:
    return [{"label": _row_label(index), **_value(value, unit)} for index, value in series.items()]


def _row_label(index: Any) -> Any:
    if not isinstance(index, tuple):
        return _label(index)
    parts: list[Any] = list(index)  # pyright: ignore[reportUnknownArgumentType]
    return [_label(part) for part in parts]


def _picked(series: Any, pick: str, unit: str | None) -> dict[str, Any]:
    winner = series.idxmax() if pick == "max" else series.idxmin()
    assert list(series).count(series[winner]) == 1, f"two are {pick}: {series}"
    others = [(_label(i), _value(v, unit)["value"]) for i, v in series.items() if i != winner]
    return {"label": _label(winner), **_value(series[winner], unit), "among": dict(others[:60])}


def _label(label: Any) -> str:
    if isinstance(label, float) and label.is_integer():
        return str(int(label))
    if not isinstance(label, date):
        return str(label)
    written = label.isoformat()
    return written.removesuffix("T00:00:00")


def _value(value: Any, unit: str | None) -> dict[str, Any]:
    number = float(value)
    assert math.isfinite(number), value
    whole = number.is_integer() and unit != "%"
    tolerance = 0.05 if unit == "%" else 0 if whole else 0.006
    figure: dict[str, Any] = {"value": int(number) if whole else round(number, 4)}
    return figure | ({"unit": unit} if unit else {}) | {"tolerance": tolerance}


def conversations(path: Path) -> list[dict[str, Any]]:
    """Read a file of questions: conversations with their turns."""
    return yaml.safe_load(path.read_text())["conversations"]
