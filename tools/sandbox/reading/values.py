"""What a cell's text may be: patterns that Python and DuckDB read alike."""

from __future__ import annotations

import re

# Errors of spreadsheets, and marks that no text means literally.
EMPTY = ("", "null", "nan", "n/a", "#n/a", "#n/d", "#div/0!", "#ref!", "#value!", "#valor!", "\\n",
         "#name?", "#nome?", "#num!", "#núm!", "<na>")  # fmt: skip
# These mean nothing in a column of figures or dates, and may mean something among words.
EMPTY_IF_TYPED = ("-", "--", "—", "–", "na", "nd", "n/d", "s/d", "n.d.", "none", "nil", "?", ".")

TRUE = ("true", "verdadeiro", "sim", "yes")
FALSE = ("false", "falso", "não", "nao", "no")

CURRENCY = r"(?:R\$|US\$|U\$|\$|€|£|¥|EUR|USD|BRL)"
WHOLE = r"[+-]?(?:0|[1-9][0-9]{0,17})"
POINT = (
    r"(?:(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|0|[1-9][0-9]{0,14})(?:\.[0-9]*)?|\.[0-9]+)"
    r"(?:[eE][+-]?[0-9]{1,3})?"
)
COMMA = r"(?:(?:[1-9][0-9]{0,2}(?:[. ][0-9]{3})+|0|[1-9][0-9]{0,14})(?:,[0-9]*)?|,[0-9]+)"
ISO_DAY = r"[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}"
CLOCK = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?"
ZONE = r"(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)"
DAY = r"[0-9]{1,2}[/.-][0-9]{1,2}[/.-](?:[0-9]{4}|[0-9]{2})"

_TYPED = re.compile(
    rf"\(?[+-]? ?(?:{CURRENCY} ?)?[+-]?(?:{POINT}|{COMMA})(?: ?(?:%|{CURRENCY}))?\)?"
    rf"|{ISO_DAY}(?:[T ]{CLOCK} ?{ZONE}?)?|{DAY}(?: {CLOCK})?|{CLOCK}"
)


def looks_typed(text: str) -> bool:
    """Tell whether a cell is a figure, a date or a time."""
    return len(text) < 60 and _TYPED.fullmatch(text.strip()) is not None


def is_empty(text: str) -> bool:
    """Tell whether a cell stands for nothing."""
    return text.strip().lower() in EMPTY
