"""What words that nothing explains may mean, by likeness of meaning and by slips of the pen."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.reading.marks import Mark
from analysis.reading.mentions import ColumnMention, ValueMention, slips
from analysis.reading.table_index import MEASURE_WORDS, NamedColumn, TableIndex
from analysis.reading.tokens import Sentence
from language.encoder import embed, likenesses

_MOST_WORDS = 220  # that meanings are compared with
_MOST_GUESSED = 6
_SURE_NAME, _SURE_VALUE, _DOUBTFUL = 0.82, 0.8, 0.7
_MARGIN = 0.06


def guesses(
    sentence: Sentence, index: TableIndex, found: Sequence[Mark]
) -> tuple[ColumnMention | ValueMention, ...]:
    """Return what unexplained words probably name; unsure ones are to be asked about."""
    guessed: list[ColumnMention | ValueMention] = []
    unknown = [m for m in found if m.kind == "unknown"][:_MOST_GUESSED]
    for mark in unknown:
        slip = _slip(sentence, mark, index)
        if slip:
            guessed.append(slip)
    left = [m for m in unknown if not any(g.start <= m.start < g.end for g in guessed)]
    return (*guessed, *_alike(sentence, index, left))


def _slip(sentence: Sentence, mark: Mark, index: TableIndex) -> ColumnMention | ValueMention | None:
    near = slips(sentence, mark.start, index)
    if not near:
        return None
    word, ratio = near[0]
    if ratio < (0.88 if len(word) < 6 else 0.82):
        return None
    columns = [index.columns[at] for at in index.by_word.get(word, ())]
    if columns:
        return _naming(mark, columns, ratio, sure=ratio >= 0.87)
    values = index.values_by_word.get(word, ())
    people = any(index.columns[v.at].is_people for v in values)
    return _valuing(mark, index, [(v.at, v.value) for v in values[:20]], ratio,
                    sure=ratio >= 0.86 and not people)  # fmt: skip


def _naming(
    mark: Mark, columns: Sequence[NamedColumn], likeness: float, *, sure: bool
) -> ColumnMention:
    scores = tuple(likeness for _ in columns)
    return ColumnMention(mark.start, mark.end, tuple(columns), scores, 0.8, sure=sure)


def _valuing(
    mark: Mark, index: TableIndex, values: Sequence[tuple[int, str]], likeness: float, *, sure: bool
) -> ValueMention:
    hits: dict[int, list[str]] = {}
    for at, value in values:
        if value not in hits.setdefault(at, []):
            hits[at].append(value)
    told = tuple((index.columns[at], tuple(v)) for at, v in hits.items())
    return ValueMention(mark.start, mark.end, told, 0.8, whole=False, sure=sure, plural=False)


def _alike(
    sentence: Sentence, index: TableIndex, unknown: Sequence[Mark]
) -> list[ColumnMention | ValueMention]:
    """Compare meanings with the words of columns and with the values of small columns."""
    if not unknown:
        return []
    names, values = _words_of_columns(index), _small_values(index)
    options = [*names, *(v for _, v in values)][:_MOST_WORDS]
    if not options:
        return []
    vectors = embed(options)
    guessed: list[ColumnMention | ValueMention] = []
    for mark in unknown:
        said = sentence.said(mark.start, mark.end)
        if len(said) < 3:
            continue
        near = likenesses(vectors, embed([said])[0])
        best = max(range(len(near)), key=lambda n: near[n])
        likeness, option = near[best], options[best]
        if likeness < _DOUBTFUL:
            continue
        if best < len(names) and option in index.nouns:
            noun = [c for c in index.columns if c.is_key and option in c.words]
            if noun:
                guessed.append(_naming(mark, noun, likeness, sure=True))
                continue
        if best < len(names):
            at = index.by_word.get(option, [])
            columns = [index.columns[n] for n in at]
            guessed.append(_naming(mark, columns, likeness, sure=likeness >= _SURE_NAME))
        else:
            rival = max((x for n, x in enumerate(near) if options[n] != option), default=0.0)
            sure = likeness >= _SURE_VALUE and likeness - rival >= _MARGIN
            hits = [(at, v) for at, v in values if v == option]
            guessed.append(_valuing(mark, index, hits, likeness, sure=sure))
    return guessed


def _words_of_columns(index: TableIndex) -> list[str]:
    if len(index.columns) > 80:
        return []
    return [w for w in index.by_word if w not in MEASURE_WORDS and len(w) > 2][:160]


def _small_values(index: TableIndex) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for named in index.columns[:80]:
        column = named.column
        if column.kind != "text" or named.is_people or named.is_truth or column.distinct > 30:
            continue
        found += [(named.at, v.value) for v in column.top if 2 < len(v.value) <= 30]
    return found[:80]
