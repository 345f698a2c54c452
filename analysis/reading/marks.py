"""Says of each piece of a question what it is: a column, values, a number, a moment, a way of
asking, or a word that nothing explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from analysis.reading.fillers import is_filler_behind
from analysis.reading.glossary import ADJECTIVES, concepts
from analysis.reading.idle_words import IDLE, STOP
from analysis.reading.mentions import (
    ColumnMention,
    NounMention,
    ValueMention,
    column_mentions,
    value_mentions,
)
from analysis.reading.moments import MONTHS, DataDays, SaidMoment, moments
from analysis.reading.table_index import TableIndex
from analysis.reading.tokens import Sentence, Token
from analysis.reading.vocabulary import Meant, phrases

MarkKind = Literal[
    "meaning", "column", "value", "number", "moment", "noun", "size", "stop", "comma", "unknown"
]


_LINES = (("linha",), ("linhas",), ("line",), ("lines",))  # of a table, not of a chart
_SEVERAL = frozenset("dois duas tres ambos ambas both two three".split())
_MONEY_ONLY = frozenset(
    "revenue turnover income earning faturamento facturacao receita faturou billing".split()
)
_COMPARING = frozenset("mais menos more less fewer".split())


@dataclass(frozen=True, slots=True)
class Mark:
    """One piece of a question and what it is."""

    kind: MarkKind
    start: int
    end: int
    weight: float
    meant: Meant = ("is", "")
    column: ColumnMention | None = None
    value: ValueMention | None = None
    number: float = 0.0
    moment: SaidMoment | None = None
    also_noun: bool = False  # a column's word that rows are called by, too
    assumed: bool = False

    def means(self, *meanings: str) -> bool:
        return self.kind == "meaning" and self.meant[0] in meanings


def marks(
    sentence: Sentence,
    index: TableIndex,
    days: DataDays | None,
    guessed: tuple[ColumnMention | ValueMention | NounMention, ...] = (),
) -> list[Mark]:
    """Cover a question with the pieces that explain most of it."""
    found = [*_asking(sentence), *_numbers(sentence), *_nouns(sentence, index), *_sizes(sentence)]
    if days:
        found += [
            Mark("moment", m.start, m.end, 1.25 * (m.end - m.start) + 0.3, moment=m)
            for m in moments(sentence, days)
        ]
    values = value_mentions(sentence, index)
    named = {(v.start, v.end) for v in values if v.whole}
    for each in (*column_mentions(sentence, index), *values, *guessed):
        if isinstance(each, ColumnMention):
            said = sentence.tokens[each.start : each.end]
            if (each.start, each.end) in named and not _in_name(said, each):
                continue  # "surgeries" are a value here, though a procedure is one, too
            noun = all(_is_noun(t.stem, index) for t in said) or (
                each in guessed and each.best[0].is_key
            )
            if noun and (each.best[0].is_truth or len(each.best[0].words) > 2):
                continue
            found.append(
                Mark("column", each.start, each.end, each.weight, column=each, also_noun=noun)
            )
        elif isinstance(each, NounMention):
            found.append(Mark("noun", each.start, each.end, 0.8, assumed=True))
        elif (
            not each.whole
            and each.end - each.start == 1
            and _is_noun(sentence.tokens[each.start].stem, index)
        ):
            continue  # "games", where a publisher is called so, too
        else:
            found.append(Mark("value", each.start, each.end, each.weight, value=each))
    return _covered(sentence, found)


def _in_name(said: Sequence[Token], mention: ColumnMention) -> bool:
    """Tell whether a column is called by what was said, and not by a word of the same meaning."""
    return any(t.stem in column.words for t in said for column in mention.best)


def _asking(sentence: Sentence) -> list[Mark]:
    """Find the phrases that say how something is asked."""
    known, said = phrases(), [t.word for t in sentence.tokens]
    found: list[Mark] = []
    for at, word in enumerate(said):
        if sentence.tokens[at].quoted:
            continue
        for phrase, meant in known.get(word, {}).items():
            size = len(phrase)
            if tuple(said[at : at + size]) == phrase and _fits(meant, phrase, sentence, at):
                content = sum(w not in STOP for w in phrase)
                weight = content + 0.3 * (size - 1) if content else 0.68 * size if size > 1 else 0.3
                found.append(Mark("meaning", at, at + size, weight, meant=meant))
            elif phrase in _LINES and not sentence.tokens[at].quoted:
                found.append(Mark("meaning", at, at + 1, 0.9, meant=("entity", "")))
    return found


def _fits(meant: Meant, phrase: tuple[str, ...], sentence: Sentence, at: int) -> bool:
    """Leave out words that mean something else in this language or at this place."""
    said, english = " ".join(phrase), sentence.language == "en"
    if meant[0] == "together" and phrase[-1] in _SEVERAL:
        after = (
            sentence.tokens[at + len(phrase)] if at + len(phrase) < len(sentence.tokens) else None
        )
        if after is not None and after.kind != "comma" and after.word not in STOP:
            return False  # "as três cidades"
    lead = said.split(" ")[0]
    before = sentence.tokens[at - 1] if at else None
    behind = at + len(phrase)
    if said.endswith(("%", "percent", "pct")) and behind >= 2 and meant[0] == "share":
        return sentence.tokens[behind - 2].number is None  # 10%, and no share
    if meant[0] in ("more", "fewer") and lead in _COMPARING and len(phrase) > 1:
        return _goes_on_with_amount(sentence, behind)
    if lead == "menos" and meant[0] == "not":  # "todos menos o João"
        all_of_them = ("todos", "todas", "tudo")
        return before is None or before.word in all_of_them or before.kind == "comma"
    match said:
        case "no":
            return english and meant[0] == "not" and _follows_have(sentence, at)
        case "so":
            return not english
        case "will":
            return english
        case "conta" | "conte" | "some":
            return all(t.word != "me" for t in sentence.tokens[behind : behind + 1])
        case "plot" | "plots":  # "which plot of land"
            return before is None or before.word not in ("which", "what", "each", "per", "by")
        case "draw":  # "ended in a draw" is no chart
            return before is None or before.word in ("and", "then", "please", "to", "you", "just")
        case "line" | "lines" | "bar" | "box":
            return before is None or before.word in ("as", "a", "to", "into", "in", "of")
        case "barra":  # "no Centro contra a Barra"
            return before is None or before.word in ("em", "de", "por", "com", "para", "grafico")
        case "linhas" | "linha":
            if len(sentence.tokens) == 1:
                return True
            return before is not None and before.word in ("em", "de", "por", "com", "para")
        case _:
            return True


def _goes_on_with_amount(sentence: Sentence, at: int) -> bool:
    """Tell whether a number or a time stands behind "more than", and no name."""
    for token in sentence.tokens[at : at + 3]:
        if token.number is not None or token.kind in ("date", "clock") or token.word in MONTHS:
            return True
        if token.word not in STOP and token.kind != "sign":
            return token.word in ("media", "average", "mean")
    return False


def _follows_have(sentence: Sentence, at: int) -> bool:
    return at > 0 and sentence.tokens[at - 1].word in ("have", "has", "had", "with", "are", "is")


def _numbers(sentence: Sentence) -> list[Mark]:
    return [
        Mark("number", at, at + 1, 0.9, number=token.number)
        for at, token in enumerate(sentence.tokens)
        if token.number is not None and token.kind in ("number", "rank", "spelled")
    ]


def _is_noun(stemmed: str, index: TableIndex) -> bool:
    if stemmed in _MONEY_ONLY:
        return False
    if stemmed in index.nouns or concepts(stemmed) & index.noun_concepts:
        return True
    return len(stemmed) >= 4 and any(noun.endswith(stemmed) for noun in index.nouns)


def _nouns(sentence: Sentence, index: TableIndex) -> list[Mark]:
    return [
        Mark("noun", at, at + 1, 0.88)
        for at, token in enumerate(sentence.tokens)
        if token.kind == "word" and token.word not in STOP and _is_noun(token.stem, index)
    ]


def _sizes(sentence: Sentence) -> list[Mark]:
    """Find adjectives that say of what the most is wanted: "hottest", "mais caro"."""
    found: list[Mark] = []
    for at, token in enumerate(sentence.tokens):
        told = ADJECTIVES.get(token.word)
        if not told:
            continue
        way, about = told
        before = sentence.tokens[at - 1].word if at else ""
        superlative = token.word.endswith("est") or token.word.endswith("er")
        if before in ("mais", "most", "more"):
            found.append(Mark("size", at - 1, at + 1, 2.2, meant=("most", f"{way} {about}")))
        elif before in ("menos", "least", "less"):
            other = "least" if way == "most" else "most"
            found.append(Mark("size", at - 1, at + 1, 2.2, meant=("least", f"{other} {about}")))
        elif superlative:
            found.append(Mark("size", at, at + 1, 1.0, meant=("most", f"{way} {about}")))
    return found


def _covered(sentence: Sentence, found: list[Mark]) -> list[Mark]:
    """Choose pieces that do not overlap and together weigh most."""
    ends: dict[int, list[Mark]] = {}
    for mark in found:
        ends.setdefault(mark.end, []).append(mark)
    size = len(sentence.tokens)
    best: list[tuple[float, Mark | None]] = [(0.0, None)]
    for at in range(1, size + 1):
        rest = _rest(sentence, at - 1)
        top: tuple[float, Mark | None] = (best[at - 1][0] + rest.weight, rest)
        for mark in ends.get(at, ()):
            weight = best[mark.start][0] + mark.weight
            if weight > top[0] + 1e-9:
                top = (weight, mark)
        best.append(top)
    chosen: list[Mark] = []
    at = size
    while at:
        mark = best[at][1] or _rest(sentence, at - 1)
        chosen.append(mark)
        at = mark.start
    return chosen[::-1]


def _is_worked_out(sentence: Sentence, at: int) -> bool:
    """Tell whether a word for an average stands beside one."""
    beside = [t.word for t in sentence.tokens[max(0, at - 1) : at + 2]]
    return any(phrases().get(w, {}).get((w,), ("is", ""))[0] == "aggregate" for w in beside)


def _rest(sentence: Sentence, at: int) -> Mark:
    token = sentence.tokens[at]
    if token.kind == "comma":
        return Mark("comma", at, at + 1, 0.05)
    before = sentence.tokens[at - 1].word if at else ""
    idle = token.word in STOP or token.word in IDLE or len(token.word) == 1
    if token.word in ("tempo", "time") and _is_worked_out(sentence, at):
        idle = False  # "average time" is a figure
    idle = idle or token.kind == "sign" or is_filler_behind(token.word, before)
    return Mark("stop", at, at + 1, 0.05) if idle else Mark("unknown", at, at + 1, 0.0)
