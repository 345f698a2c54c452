"""`python -m training.languages`: fit what tells whether a clause is English or Portuguese."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from guardrails.heads.features import Matrix
from language.matching import fold
from language.speech_acts.marks import TABLE, marks
from language.told_language import FILE
from training.adam import Adam

FOLDER = Path(__file__).parent
_EPOCHS, _BATCH, _SEED = 8, 128, 1


def main() -> int:
    """Read, fit, write; tell how often held-out clauses are told rightly."""
    texts, signs = _written()
    rows, wanted = _rows(texts), np.array(signs, np.float32)
    held = np.random.default_rng(_SEED).permutation(len(texts) // 2).repeat(2) % 5 == 0
    weights, bias = _fitted(rows[~held], wanted[~held])
    told = (rows[held] @ weights + bias)[:, 0] > 0
    print(f"{int(held.sum())} held out: {(told == (wanted[held] > 0)).mean():.2%} right")
    weights, bias = _fitted(rows, wanted)
    np.savez_compressed(FILE, weights=weights[:, 0].astype(np.float16), bias=bias)
    return 0


def _written() -> tuple[list[str], list[float]]:
    """Return clauses as they were written and without accents and signs; Portuguese is one."""
    texts, signs = list[str](), list[float]()
    for language, sign in (("en", 0.0), ("pt", 1.0)):
        lines = (FOLDER / f"clauses.{language}.tsv").read_text("utf-8").splitlines()
        for clause in (line.partition("\t")[2] for line in lines):
            texts += [clause, fold(clause).rstrip(".!?, ")]
            signs += [sign, sign]
    return texts, signs


def _rows(texts: list[str]) -> Matrix:
    rows = np.zeros((len(texts), TABLE), np.float32)
    for row, text in zip(rows, texts, strict=True):
        places = marks(text)
        row[places] = 1 / np.sqrt(np.float32(max(1, len(places))))
    return rows


def _fitted(rows: Matrix, wanted: Matrix) -> list[Matrix]:
    chance = np.random.default_rng(_SEED)
    params = [np.zeros((TABLE, 1), np.float32), np.zeros(1, np.float32)]
    adam = Adam(params, (5e-2, 5e-2), (1e-4, 0.0))
    for epoch in range(_EPOCHS):
        order = chance.permutation(len(wanted))
        for start in range(0, len(order), _BATCH):
            part = order[start : start + _BATCH]
            sums = (rows[part] @ params[0] + params[1])[:, 0]
            error = ((1 / (1 + np.exp(-sums)) - wanted[part]) / len(part)).astype(np.float32)
            slopes = [rows[part].T @ error[:, None], error.sum(keepdims=True)]
            adam.step(slopes, 0.5 * (1 + float(np.cos(np.pi * epoch / _EPOCHS))))
    return params


if __name__ == "__main__":
    sys.exit(main())
