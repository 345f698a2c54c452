"""Finds where a question names columns and values: by their words, words for the same thing, roots
of words and, for what is left, by likeness.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TypeVar

from analysis.reading.fillers import is_filler
from analysis.reading.glossary import concepts
from analysis.reading.idle_words import IDLE, STOP
from analysis.reading.table_index import MEASURE_WORDS, NamedColumn, NamedValue, TableIndex
from analysis.reading.tokens import Sentence, Token
from analysis.reading.vocabulary import phrases
from language.matching import stem, words

_MOST_MENTIONS = 400
_SAME, _CONCEPT, _ROOT = 1.0, 0.86, 0.78
_GAP = 4
_CODE = 4  # letters: what is shorter names nothing, as in "PP_Black"
_PARTLY = 0.9  # below it, one word of several is only about the same
_MOST_ALIKE = 60
_ColumnPlace = TypeVar("_ColumnPlace")
# A word like these alone does not mean the "Old Town" of a table.
_PLAIN = frozenset(
    "old new big small high low good bad great best young early late long short far hard free open"
    " velho velha novo nova grande pequeno alto alta baixo baixa bom boa longo curto jovem livre"
    " first last next one two other same own real main general".split()
)
_ORDERS = frozenset(
    "show list count rank order sort group name give draw mostra lista conta ordena".split()
)
_TO_WHOM = frozenset("me us the a all how which what top every me-o o os as".split())
_CONNECTING = frozenset("by per por and e or ou not nao no sem com with cada each".split())
_RANKS = frozenset("most least mais menos".split())
_FIGURES = frozenset("value valor amount valores values".split())
_OPINIONS = frozenset("satisfied grade safe recommend".split())
_TIMES = frozenset("tempo tempos time times".split())
_QUANTITIES = frozenset("pay cost price revenue age duration weight discount profit".split())


@dataclass(frozen=True, slots=True)
class ColumnMention:
    """A run of words that names a column, or several equally well."""

    start: int
    end: int
    columns: tuple[NamedColumn, ...]  # best first
    scores: tuple[float, ...]
    weight: float
    sure: bool = True
    assumed: bool = False  # taken by likeness of meaning: to be said in the answer

    @property
    def best(self) -> tuple[NamedColumn, ...]:
        """Return the columns that it may as well name."""
        top = self.scores[0]
        return tuple(c for c, s in zip(self.columns, self.scores, strict=True) if s >= top - 0.02)


@dataclass(frozen=True, slots=True)
class ValueMention:
    """A run of words that names values: of one column, or of several that have them."""

    start: int
    end: int
    hits: tuple[tuple[NamedColumn, tuple[str, ...]], ...]
    weight: float
    whole: bool  # all words of the value were said
    sure: bool = True
    plural: bool = False
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class NounMention:
    """A word that probably calls the rows."""

    start: int
    end: int
    assumed: bool = True


def column_mentions(sentence: Sentence, index: TableIndex) -> list[ColumnMention]:
    """Return the runs of words that name columns, for each run the columns that it may name."""
    hits: dict[int, dict[int, tuple[str, float]]] = {}
    for at, token in enumerate(sentence.tokens):
        if _is_order(sentence, at):
            continue
        if at and token.word in IDLE and sentence.tokens[at - 1].word in _RANKS:
            continue  # "most used": how often, whatever is called so
        for column, word, strength in _hits_of(token, index):
            known = hits.setdefault(column, {}).get(at)
            if known is None or known[1] < strength:
                hits[column][at] = (word, strength)
    runs: dict[tuple[int, int], list[tuple[float, NamedColumn]]] = {}
    for at, places in hits.items():
        for start, end, score in _runs(sentence, index.columns[at], places, index.noun_concepts):
            inside = sum(
                t.word not in STOP and n not in places
                for n, t in enumerate(sentence.tokens[start:end], start)
            )
            score += 0.9 * inside  # a row's noun between its words is explained with them
            runs.setdefault((start, end), []).append((score, index.columns[at]))
    found: list[ColumnMention] = []
    for (start, end), scored in list(runs.items())[:_MOST_MENTIONS]:
        scored.sort(key=lambda pair: (-pair[0], pair[1].at))
        best = scored[0][1]
        sure = not _is_opinion_of(sentence, start, end, best)
        alone = len(scored) == 1 and not best.is_truth
        sure = sure and (alone or not _is_faint(sentence, start, end, best))
        found.append(
            ColumnMention(
                start,
                end,
                tuple(c for _, c in scored),
                tuple(s for s, _ in scored),
                scored[0][0],
                sure,
            )
        )
    return [*_quoted_columns(sentence, index), *found]


def _is_order(sentence: Sentence, at: int) -> bool:
    """Tell whether a word tells us to do something: "show me the …", where a column is a show."""
    token, behind = sentence.tokens[at], sentence.tokens[at + 1 : at + 2]
    return token.word in _ORDERS and bool(behind) and behind[0].word in _TO_WHOM


def _quotes(sentence: Sentence) -> Iterator[tuple[int, int, str]]:
    """Yield what stands in quotes: from which token up to before which, and its words."""
    for number in sorted({t.quoted for t in sentence.tokens if t.quoted}):
        places = [at for at, t in enumerate(sentence.tokens) if t.quoted == number]
        yield places[0], places[-1] + 1, " ".join(words(sentence.said(places[0], places[-1] + 1)))


def _quoted_columns(sentence: Sentence, index: TableIndex) -> Iterator[ColumnMention]:
    """Yield the columns whose whole names stand in quotes."""
    for start, end, said in _quotes(sentence):
        named = [c for c in index.columns if " ".join(words(c.column.name)) == said]
        if named:
            scores = tuple(1.0 for _ in named)
            yield ColumnMention(start, end, tuple(named), scores, 2.0 * (end - start))


def _is_faint(sentence: Sentence, start: int, end: int, named: NamedColumn) -> bool:
    """Tell whether one word for something like it is all that names a column of many words."""
    said = sentence.tokens[start:end]
    exact = [t for t in said if t.stem in named.words or t.stem == named.code]
    content = [w for w in set(named.words) if w not in MEASURE_WORDS]
    return not exact and end - start == 1 and len(content) >= 3


def _is_opinion_of(sentence: Sentence, start: int, end: int, named: NamedColumn) -> bool:
    """Tell whether a quantity is said of which the column only holds opinions: wages, and how
    satisfied people are with them.
    """
    said = {c for t in sentence.tokens[start:end] for c in concepts(t.stem)}
    rated = named.concepts & _OPINIONS
    about = {c for t in sentence.tokens for c in concepts(t.stem)}
    return bool(rated and said & _QUANTITIES and not said & rated and not about & _OPINIONS)


def _hits_of(token: Token, index: TableIndex) -> Iterator[tuple[int, str, float]]:
    """Yield the columns that one word may name, the column's own word, and how surely."""
    if token.kind not in ("word", "spelled"):
        return
    if token.word in _CONNECTING:
        return
    for short, places in index.by_short.items():
        if len(token.word) > len(short) and token.word.startswith(short):
            for at in _telling(places):
                yield at, short, _SAME
    for at in _telling(index.by_word.get(token.stem, [])):
        named = index.columns[at]
        if token.word not in STOP or (len(named.words) == 1 and len(token.word) > 2):
            yield at, token.stem, _SAME
    timed = token.word in _TIMES and "duration" in index.by_concept
    idle = token.word in IDLE - _FIGURES and not timed
    if token.word in STOP or token.word in MEASURE_WORDS or idle:
        return
    if token.word.endswith(("mos", "ram")) and is_filler(token.word):
        return  # "atendemos" is about no attendant
    structural = (token.word,) in phrases().get(token.word, {})
    structural = structural and not (concepts(token.stem) & {"motive"} & set(index.by_concept))
    for concept in () if structural else concepts(token.stem):
        for at, word in _telling(index.by_concept.get(concept, [])):
            if concept == "revenue" and index.columns[at] not in index.numbers():
                continue  # nobody earns a "ticket" or a day on which it was "sold"
            yield at, word, _CONCEPT
    if len(token.stem) >= 5 and not structural:
        for at, word in _telling(index.by_root.get(token.stem[:4], [])):
            if _same_root(token.stem, word):
                yield at, word, _ROOT


def _telling(found: list[_ColumnPlace]) -> list[_ColumnPlace]:
    """Leave out what so many columns have in common that it names none of them."""
    return found if len(found) <= _MOST_ALIKE else []


def _same_root(one: str, other: str) -> bool:
    """Tell whether two words grow from one root: "recommend" and "recommendation"."""
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    shorter = min(len(one), len(other))
    return shared >= 5 and shared >= 0.75 * shorter and shared >= 0.5 * max(len(one), len(other))


def _runs(
    sentence: Sentence, named: NamedColumn, places: dict[int, tuple[str, float]], nouns: set[str]
) -> Iterator[tuple[int, int, float]]:
    """Yield runs of words that name one column, with idle words between them, and their scores."""
    ordered = sorted(places)
    run: list[int] = []
    for at in ordered:
        if run and not _is_joined(sentence, run[-1], at, nouns):
            yield from _scored(sentence, named, run, places)
            run = []
        run.append(at)
    yield from _scored(sentence, named, run, places)


def _is_joined(sentence: Sentence, one: int, other: int, nouns: set[str]) -> bool:
    between = sentence.tokens[one + 1 : other]
    return len(between) <= _GAP and all(
        (t.word in STOP or concepts(t.stem) & nouns)
        and t.word not in ("e", "and", "por", "by", "per", "vs", "or", "ou")
        for t in between
    )


def _is_asking(token: Token) -> bool:
    return (token.word,) in phrases().get(token.word, {})


def _scored(
    sentence: Sentence, named: NamedColumn, run: list[int], places: dict[int, tuple[str, float]]
) -> Iterator[tuple[int, int, float]]:
    spans = [run] if len(run) == 1 else [run, *([at] for at in run)]
    for span in spans:
        said: dict[str, float] = {}
        for at in span:
            word, strength = places[at]
            said[word] = max(said.get(word, 0), strength)
        whole = sum(named.weight(w) for w in set(named.words)) or 1.0
        covered = sum(named.weight(w) for w in said) / whole
        if named.code in said:
            covered = 1.0
        if len(span) == 1 and covered < 0.5 and _is_asking(sentence.tokens[span[0]]):
            continue  # "per day" is no "how many days a week do you …"
        strength = sum(said[w] * (0.5 + 0.5 * named.weight(w)) for w in said)
        if len(span) > len(said):  # one word of it said twice
            strength -= 0.1 * (len(span) - len(said))
        yield span[0], span[-1] + 1, strength + 0.25 * covered + 0.02 + 0.3 * (len(said) - 1)


def value_mentions(sentence: Sentence, index: TableIndex) -> list[ValueMention]:
    """Return the runs of words that name values."""
    found: dict[tuple[int, int], list[tuple[float, bool, NamedValue]]] = {}
    for at, token in enumerate(sentence.tokens):
        if token.kind not in ("word", "spelled", "number", "date", "rank"):
            continue
        for value, strength in _values_at(sentence, at, index):
            end, score, whole = _matched(sentence, at, value, strength)
            if end:
                found.setdefault((at, end), []).append((score, whole, value))
    mentions = [
        mention
        for span, scored in list(found.items())[:_MOST_MENTIONS]
        for mention in _mention(sentence, index, span, scored)
    ]
    return [*_quoted_values(sentence, index), *mentions]


def _quoted_values(sentence: Sentence, index: TableIndex) -> Iterator[ValueMention]:
    """Yield the values that stand in quotes as they are."""
    for start, end, said in _quotes(sentence):
        first = next(iter(said.split()), "")
        hits: dict[int, list[str]] = {}
        for value in index.values_by_word.get(stem(first), ()):
            if " ".join(words(value.value)) == said:
                hits.setdefault(value.at, []).append(value.value)
        if hits:
            told = tuple((index.columns[at], tuple(found)) for at, found in hits.items())
            yield ValueMention(start, end, told, 1.9 * (end - start), whole=True)


def _values_at(
    sentence: Sentence, at: int, index: TableIndex
) -> Iterator[tuple[NamedValue, float]]:
    """Yield the values that have a word like the one that stands here."""
    token = sentence.tokens[at]
    seen: set[str] = set()
    for word, strength in _alike(token, index):
        if word in seen:
            continue
        seen.add(word)
        for value in index.values_by_word.get(word, ())[:200]:
            if strength < _SAME and index.columns[value.at].is_people:
                continue  # another name is another person
            yield value, strength


def _alike(token: Token, index: TableIndex) -> Iterator[tuple[str, float]]:
    yield token.stem, _SAME
    if token.word in STOP or (token.word,) in phrases().get(token.word, {}):
        return
    for concept in concepts(token.stem):
        for word in index.values_by_concept.get(concept, ()):
            yield word, _CONCEPT
    if len(token.stem) >= 4:
        for word in index.values_by_root.get(token.stem[:4], ()):
            if _gendered(token.stem) == _gendered(word):
                yield word, 0.95
            elif _same_root(token.stem, word) and abs(len(word) - len(token.stem)) <= 3:
                yield word, _ROOT


def _gendered(word: str) -> str:
    return word[:-1] if len(word) > 4 and word[-1] in "ao" else word


def _matched(
    sentence: Sentence, at: int, value: NamedValue, strength: float
) -> tuple[int, float, bool]:
    """Return how far a value's words go on from here, in order, idle words between them aside."""
    said = sentence.tokens
    idle = {w for w in value.words if w in STOP}
    wanted = [w for w in value.words if w not in idle] or list(value.words)
    first = next((n for n, w in enumerate(wanted) if _is_like(said[at], w)), None)
    if first is None:
        return 0, 0.0, False
    used, end, score = 1, at + 1, strength
    place, n = at + 1, first + 1
    left = [w for k, w in enumerate(wanted) if k != first]
    while place < len(said) and left and place - end <= 2:
        token = said[place]
        hit = next((w for w in left if _is_like(token, w)), None)
        if hit is not None:
            left.remove(hit)
            used, end, n = used + 1, place + 1, n + 1
            score += 1.0 if token.stem == hit else strength
        elif token.word not in STOP and token.word not in value.words:
            break
        place += 1
    whole = used == len(wanted)
    if not whole and (
        said[at].word in STOP or len(said[at].word) < 3 or said[at].number is not None
    ):
        return 0, 0.0, False
    if not whole and used == 1 and first > 0 and len(wanted) > 4:
        return 0, 0.0, False  # a word from within a sentence
    if not whole and (
        said[at].word in IDLE or (said[at].word in _PLAIN and not said[at].is_capital)
    ):
        return 0, 0.0, False
    if not whole and (said[at].word,) in phrases().get(said[at].word, {}):
        return 0, 0.0, False
    if len(said[at].word) == 1 and not said[at].text.isupper() and used == 1:
        return 0, 0.0, False
    if whole and said[at].word in STOP and used == 1 and not said[at].quoted:
        return 0, 0.0, False
    if whole and used == 1 and said[at].number is not None and not said[at].quoted:
        score -= 0.5
    structural = used == 1 and (said[at].word,) in phrases().get(said[at].word, {})
    bonus = 0.12 if whole else 0.0
    return end, score + bonus + 0.1 * (used - 1) - (0.35 if structural else 0), whole


def _is_like(token: Token, word: str) -> bool:
    if token.stem == word:
        return True
    if token.word in STOP or (token.word,) in phrases().get(token.word, {}):
        return False
    if concepts(token.stem) & concepts(word):
        return True
    return len(word) >= 4 and (
        _gendered(token.stem) == _gendered(word)
        or (_same_root(token.stem, word) and abs(len(word) - len(token.stem)) <= 3)
    )


def _mention(
    sentence: Sentence,
    index: TableIndex,
    span: tuple[int, int],
    scored: list[tuple[float, bool, NamedValue]],
) -> Iterator[ValueMention]:
    """Put together the values that one run of words may name, column by column."""
    best = max(score for score, _, _ in scored)
    kept = [each for each in scored if each[0] >= best - 0.1]
    if any(whole for _, whole, _ in kept):
        kept = [each for each in kept if each[1]]
    hits: dict[int, list[str]] = {}
    for _, _, value in kept:
        if value.value not in hits.setdefault(value.at, []):
            hits[value.at].append(value.value)
    if not kept[0][1]:  # a word that a great part of the values share names none of them
        for at in [*hits]:
            if len(hits[at]) >= max(4, 0.25 * index.columns[at].column.distinct):
                del hits[at]
    if not hits:
        return
    last = sentence.tokens[span[1] - 1]
    heads = all(
        len(value.words[0]) < _CODE or _is_like(last, value.words[0]) for _, _, value in kept
    )
    faint = not kept[0][1] and best < _PARTLY and span[1] - span[0] == 1 and not heads
    yield ValueMention(
        span[0],
        span[1],
        tuple((index.columns[at], tuple(values)) for at, values in hits.items()),
        best,
        whole=kept[0][1],
        sure=not faint,
        plural=last.word.endswith("s") and last.stem != last.word,
    )


def slips(sentence: Sentence, at: int, index: TableIndex) -> list[tuple[str, float]]:
    """Return the words of values and columns that a word may be a slip of, best first."""
    token = sentence.tokens[at]
    if len(token.stem) < 5:
        return []
    found: list[tuple[str, float]] = []
    known = [*index.by_word, *index.values_by_word]
    for word in known[:5_000]:
        if abs(len(word) - len(token.stem)) > 2 or len(word) < 5:
            continue
        ratio = SequenceMatcher(None, token.stem, word, autojunk=False).ratio()
        if ratio >= 0.8:
            found.append((word, ratio))
    return sorted(found, key=lambda pair: -pair[1])[:3]
