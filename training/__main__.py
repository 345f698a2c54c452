"""`python -m training --data DIR`: fit the two heads and write their weights."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from contracts.errors import BatutaError
from guardrails.heads.features import features
from guardrails.heads.score import FOLDER, HEADS
from guardrails.heads.spelling import places
from guardrails.heads.windows import windows
from language.encoder import DIMENSIONS, SentenceReading, read
from training.data import Sample, load
from training.fit import (
    Array,
    Set,
    Windows,
    cross_validate,
    fit,
    gather,
    limits,
)
from training.network import HeadNetwork


def main() -> int:
    """Read, embed, cross-validate, fit, write; print the figures as a table."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with the public files")
    parser.add_argument("--out", type=Path, default=FOLDER, help="where the heads are written")
    parser.add_argument("--cache", type=Path, help="file that keeps the vectors between runs")
    parser.add_argument("--head", choices=HEADS, help="only this one; the other stays as it is")
    args = parser.parse_args()
    try:
        samples = load(args.data)
    except BatutaError as exc:
        print(exc.message, file=sys.stderr)
        return 1
    cut = _cut(samples, args.cache)
    limits_file = args.out / "thresholds.json"
    found: dict[str, dict[str, float]] = json.loads(limits_file.read_text()) if args.head else {}
    for head in [args.head] if args.head else HEADS:
        data = gather(head, samples, cut)
        scores = cross_validate(data)
        found[head] = {name: round(limit, 4) for name, limit in limits(data, scores).items()}
        _report(head, data, scores, found[head]["block"], found[head]["review"])
        fitted = fit(data)
        _save(args.out / f"{head}.npz", fitted)
    limits_file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return 0


def _save(path: Path, fitted: HeadNetwork) -> None:
    """Write a head; half the precision is enough for the many weights."""
    arrays: dict[str, npt.NDArray[np.generic]] = {
        "bias": np.array(fitted.bias, np.float32),
        "words": fitted.words.astype(np.float16),
    }
    for number, part in enumerate(fitted.parts):
        arrays |= {
            f"hidden{number}": part.hidden.astype(np.float16),
            f"shift{number}": part.shift,
            f"out{number}": part.out,
        }
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


def _cut(samples: Sequence[Sample], cache: Path | None) -> Windows:
    """Return the inputs of each window, and the number of the text it belongs to."""
    cut = [windows(sample.text) for sample in samples]
    texts = [window for each in cut for window in each]
    owner = np.repeat(np.arange(len(cut)), [len(each) for each in cut])
    rows = features(texts, partial(_read, cache=cache))
    return Windows(rows, [places(text) for text in texts], owner)


def _read(texts: Sequence[str], cache: Path | None) -> list[SentenceReading]:
    """Return what is read in the texts; those that the cache knows are not encoded again."""
    marks = [hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() for text in texts]
    known: dict[str, SentenceReading] = {}
    if cache and cache.exists():
        with np.load(cache) as kept:
            both = zip(kept["marks"].tolist(), kept["rows"], strict=True)
            known = {mark: _reading(row) for mark, row in both}
    missing = {mark: text for mark, text in zip(marks, texts, strict=True) if mark not in known}
    known |= {mark: _kept(read([text])[0]) for mark, text in missing.items()}
    if cache and missing:
        rows = np.stack([np.concatenate(each).astype(np.float16) for each in known.values()])
        np.savez(cache, marks=np.array(list(known)), rows=rows)
    return [known[mark] for mark in marks]


def _kept(reading: SentenceReading) -> SentenceReading:
    """Round a reading as the cache does, so that a run with one gives the same heads."""
    return _reading(np.concatenate([reading.vector.astype(np.float16), reading.tokens]))


def _reading(row: npt.NDArray[np.float16]) -> SentenceReading:
    return SentenceReading(row[:DIMENSIONS].astype(np.float32), row[DIMENSIONS:])


def _report(head: str, data: Set, scores: Array, block: float, review: float) -> None:
    """Print, for each source held out, which part of it passes each limit."""
    print(f"\n{head}: block from {block:.3f}, review from {review:.3f}")
    print(f"| {'source or topic held out':<32} | texts | flagged as | block % | review % |")
    print("|---|---|---|---|---|")
    for name in data.sources():
        for wanted in (True, False):
            chosen = data.of(name) & data.told & (data.flagged == wanted)
            if chosen.any():
                above = scores[chosen]
                kind = "bad" if wanted else "harmless"
                print(
                    f"| {name:<32} | {int(chosen.sum()):>5} | {kind:<10} "
                    f"| {(above >= block).mean() * 100:>7.1f} "
                    f"| {(above >= review).mean() * 100:>8.1f} |"
                )


if __name__ == "__main__":
    sys.exit(main())
