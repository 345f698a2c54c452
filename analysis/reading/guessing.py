"""What words that nothing explains may mean, by likeness of meaning and by slips of the pen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from analysis.reading.glossary import PLACES, concepts
from analysis.reading.marks import Mark
from analysis.reading.mentions import ColumnMention, NounMention, ValueMention, slips
from analysis.reading.table_index import MEASURE_WORDS, NamedColumn, TableIndex
from analysis.reading.tokens import Sentence
from language.encoder import embed, likenesses
from language.matching import fold

_MOST_WORDS = 220  # that meanings are compared with
_MOST_GUESSED = 6
_SURE_NAME, _SURE_VALUE, _DOUBTFUL = 0.82, 0.8, 0.7
_MARGIN = 0.06
_LIKELY, _ASKED, _CLEAR = 0.6, 0.52, 0.1  # and how far the next best must be behind
_NOUN, _COGNATE = 0.7, 0.6


def guesses(
    sentence: Sentence, index: TableIndex, found: Sequence[Mark]
) -> tuple[ColumnMention | ValueMention | NounMention, ...]:
    """Return what unexplained words probably name; unsure ones are to be asked about."""
    guessed: list[ColumnMention | ValueMention | NounMention] = []
    unknown = [
        m for m in found
        if m.kind == "unknown" and sentence.tokens[m.start].word not in MEASURE_WORDS
    ][:_MOST_GUESSED]  # fmt: skip
    for mark in unknown:
        slip = _slip(sentence, mark, index)
        if slip:
            guessed.append(slip)
    left = [m for m in unknown if not any(g.start <= m.start < g.end for g in guessed)]
    return (*guessed, *_alike(sentence, index, left))


def _slip(sentence: Sentence, mark: Mark, index: TableIndex) -> ColumnMention | ValueMention | None:
    near = slips(sentence, mark.start, index)
    if near and near[0][1] < 0.87 and _is_whole_word(sentence, mark, near[0][0]):
        return None  # the same word in another language: meanings tell
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


def _is_whole_word(sentence: Sentence, mark: Mark, word: str) -> bool:
    """Tell whether two words are alike in meaning, too."""
    vectors = embed([sentence.said(mark.start, mark.end), word])
    return likenesses(vectors[1:], vectors[0])[0] >= _LIKELY


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
) -> list[ColumnMention | ValueMention | NounMention]:
    """Compare meanings with the words of columns, with the values of small columns, with nouns."""
    names, values, nouns = _words_of_columns(index), _small_values(index), sorted(index.nouns)[:6]
    options = [*names, *(v for _, v in values)][:_MOST_WORDS]
    if not unknown or not options:
        return []
    vectors = embed([*options, *nouns])
    guessed: list[ColumnMention | ValueMention | NounMention] = []
    for mark in unknown:
        said = sentence.said(mark.start, mark.end)
        if len(said) < 3:
            continue
        near = list(likenesses(vectors, embed([said])[0]))
        of_nouns = max(near[len(options) :], default=0.0)
        del near[len(options) :]
        best = max(range(len(near)), key=lambda n: near[n])
        place = _place(mark, index, sentence) or _money(mark, index, sentence)
        if place:
            guessed.append(place)
        elif of_nouns >= max(_NOUN, near[best]) and said.lower().endswith("s"):
            guessed.append(NounMention(mark.start, mark.end))
        elif best < len(names):
            named = _by_name(sentence, index, mark, (names[best], near[best]), names, near)
            guessed += [named] if named else []
        else:
            valued = _by_value(sentence, index, mark, values, (options[best], near[best]), near)
            guessed += [valued] if valued else []
    return guessed


def _money(mark: Mark, index: TableIndex, sentence: Sentence) -> ColumnMention | None:
    """Take "income", "money" or "spent" as the one column of money."""
    about = concepts(sentence.tokens[mark.start].stem)
    if not about & {"revenue", "income", "cost", "price", "pay", "payment", "money"}:
        return None
    money = [c for c in index.numbers() if c.is_money or "revenue" in c.concepts]
    if len(money) != 1:
        return None
    return replace(_naming(mark, money, 1.0, sure=True), assumed=True)


def _place(mark: Mark, index: TableIndex, sentence: Sentence) -> ColumnMention | None:
    """Take "location" as the one column of places, "satisfaction" as the one of grades."""
    about = concepts(sentence.tokens[mark.start].stem)
    if about & {"satisfaction", "satisfied"}:
        places = [c for c in index.numbers() if "grade" in c.concepts]
    elif "place" in about:
        places = [c for c in index.columns if c.concepts & PLACES and c.column.kind == "text"]
    else:
        return None
    if len(places) != 1:
        return None
    return replace(_naming(mark, places, 1.0, sure=True), assumed=True)


def _by_name(
    sentence: Sentence, index: TableIndex, mark: Mark, best: tuple[str, float],
    names: Sequence[str], near: Sequence[float],
) -> ColumnMention | NounMention | None:  # fmt: skip
    """Take the column that a word is clearly nearest to; ask about one that is merely near."""
    option, likeness = best
    known = concepts(sentence.tokens[mark.start].stem)
    if known and likeness < _SURE_NAME:
        return None  # what it is about is known, and no column is about that
    columns = [index.columns[n] for n in index.by_word.get(option, [])]
    if option in index.nouns and any(c.is_key for c in columns) and likeness >= _SURE_NAME:
        return _naming(mark, [c for c in columns if c.is_key], likeness, sure=True)
    mine = {c.at for c in columns}
    rival = max(
        (x for n, x in enumerate(near[: len(names)]) if not mine & {*index.by_word[names[n]]}),
        default=0.0,
    )
    clear = likeness >= _SURE_NAME or (likeness >= _LIKELY and likeness - rival >= _CLEAR)
    if clear and _is_cognate(sentence, mark, option):
        return replace(_naming(mark, columns, likeness, sure=True), assumed=True)
    if clear or likeness >= _DOUBTFUL or (likeness >= _ASKED and likeness - rival >= _CLEAR):
        return _naming(mark, columns, likeness, sure=False)
    return None


def _is_cognate(sentence: Sentence, mark: Mark, option: str) -> bool:
    """Tell whether two words look alike, too: near in meaning are opposites as well."""
    said = sentence.tokens[mark.start].word
    return SequenceMatcher(None, said, fold(option), autojunk=False).ratio() >= _COGNATE


def _by_value(
    sentence: Sentence, index: TableIndex, mark: Mark, values: Sequence[tuple[int, str]],
    best: tuple[str, float], near: Sequence[float],
) -> ValueMention | None:  # fmt: skip
    """Take a value that is meant the same, or that is the same word in the other language."""
    option, likeness = best
    rival = max((x for x in near if x < likeness), default=0.0)
    same_word = _is_cognate(sentence, mark, option)
    sure = same_word and likeness >= _SURE_VALUE and likeness - rival >= _MARGIN
    assumed = not sure and same_word and likeness >= _LIKELY and likeness - rival >= _CLEAR
    if not (sure or assumed or likeness >= _DOUBTFUL):
        return None
    hits = [(at, v) for at, v in values if v == option]
    return replace(
        _valuing(mark, index, hits, likeness, sure=sure or assumed), assumed=sure or assumed
    )


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
