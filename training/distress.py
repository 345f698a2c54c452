"""`python -m training.distress`: fit the head that hears distress, and write its weights.

Its limits follow from ordinary messages of patterns that were held out, as those of the others do.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from guardrails.danger.felt import FILE
from guardrails.heads.features import Matrix
from language.encoder import read
from training import network
from training.data import PRACTICE, load
from training.ordinary import FRIGHTENING, OrdinaryMessage, messages_of, ordinary

FILES = tuple(Path(__file__).with_name(f"distress.{language}.txt") for language in ("en", "pt"))
_HARMFUL_SETS = frozenset({"harm", "injection"})
# What is asked of a machine with bad intent is violent, too, and no distress.
HARMFUL = tuple(path for path in sorted(PRACTICE.rglob("*.csv")) if path.stem in _HARMFUL_SETS)
_OF_ONESELF = re.compile(
    r"suicid|(?:my|him|her|them)sel(?:f|ves)|\b(?:se|me) (?:mata|corta|machuca)|viver|pular|jump",
    re.I,
)
_MEMBERS = ((64, 7), (64, 11))  # over the sentence's vector alone
_PACE = network.LearningPace(epochs=24, batch=256, dropped=0.4)
_HARMLESS = frozenset({
    "clinc150", "evg_ptbr", "homeassistant_ptbr", "selfinstruct_benign",
    "sqleval_business_questions", "prose",
})  # fmt: skip
_PARTS = 5
_SAFE = "safe"
_ORDINARY_WEIGHT = 0.5
_DISTRESS_WEIGHT = 0.6  # of what all others weigh together
# Of ordinary messages of patterns not seen, so many are answered with a word of care beside the
# answer, and so many with help in place of it.
_MAYBE, _SURE = 0.003, 0.0003


class _Set(NamedTuple):
    rows: Matrix
    regions: npt.NDArray[np.str_]  # own, others, safe, ordinary
    weights: npt.NDArray[np.float64]
    parts: npt.NDArray[np.int64]  # which patterns are held out together

    @property
    def felt(self) -> npt.NDArray[np.bool_]:
        return np.isin(self.regions, ("own", "others"))


def main() -> int:
    """Read, embed, cross-validate, fit, write; print what the limits let through."""
    parser = argparse.ArgumentParser(prog="python -m training.distress", description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE, help="where the head is written")
    parser.add_argument("--data", type=Path, required=True, help="folder with the public files")
    args = parser.parse_args()
    out: Path = args.out
    data = _gather(args.data)
    scores = _cross_validated(data)
    maybe, sure = _limit(data, scores, _MAYBE), _limit(data, scores, _SURE)
    for region in ("own", "others", _SAFE, "ordinary"):
        of = scores[data.regions == region]
        shares = f"maybe {(of >= maybe).mean():.1%}, sure {(of >= sure).mean():.1%}"
        print(f"{region}: {len(of)} messages of patterns held out: {shares}")
    near = np.isin(data.regions, ("own", "others"))
    weights: dict[str, Any] = {
        **_layers("felt", _fitted(data.rows, data.felt, data.weights)),
        **_layers(
            "others",
            _fitted(data.rows[near], data.regions[near] == "others", data.weights[near]),
        ),
    }
    np.savez(out, maybe=np.float32(maybe), sure=np.float32(sure), **weights)
    return 0


def _gather(public: Path) -> _Set:
    """Write all messages, each pattern of one weight."""
    told = [message for path in FILES for message in messages_of(path)] + _harmful()
    found = [(message, message.region) for message in told]
    found += [(message, _SAFE) for message in _frightening()]
    usual = [message for message in ordinary() if message.region not in FRIGHTENING]
    found += [(message, "ordinary") for message in [*usual, *_public(public)]]
    rows = np.stack([read([message.text])[0].vector for message, _ in found])
    regions = np.array([region for _, region in found])
    weights = _weights([message for message, _ in found], regions)
    parts = np.array([zlib.crc32(message.pattern.encode()) % _PARTS for message, _ in found])
    return _Set(rows, regions, weights, parts)


def _public(folder: Path) -> list[OrdinaryMessage]:
    """Return harmless texts of the public files, each a pattern of its own."""
    texts = [each.text for each in load(folder) if each.source in _HARMLESS and not each.bad]
    return [OrdinaryMessage(text, text, "public") for text in texts]


def _frightening() -> list[OrdinaryMessage]:
    """Return what frightens and is safe; a son who talks of killing himself is no harm, but this.

    Limits are taken from the others, as those of the heads are.
    """
    told = (message for message in ordinary() if message.region in FRIGHTENING)
    return [message for message in told if not _OF_ONESELF.search(message.text)]


def _harmful() -> list[OrdinaryMessage]:
    """Return what is asked with bad intent, without what is near to distress in words."""
    rows: list[OrdinaryMessage] = []
    for path in HARMFUL:
        with path.open(encoding="utf-8", newline="") as file:
            texts = [row["text"] for row in csv.DictReader(file)]
        rows += [OrdinaryMessage(t, t, _SAFE) for t in texts if not _OF_ONESELF.search(t)]
    return rows


def _weights(
    messages: list[OrdinaryMessage], regions: npt.NDArray[np.str_]
) -> npt.NDArray[np.float64]:
    patterns, at, counts = np.unique(
        [message.pattern for message in messages], return_inverse=True, return_counts=True
    )
    del patterns
    weights = 1 / counts[at]
    weights[regions == "ordinary"] *= _ORDINARY_WEIGHT
    felt = np.isin(regions, ("own", "others"))
    weights[felt] *= weights[~felt].sum() / weights[felt].sum() * _DISTRESS_WEIGHT
    return weights


def _cross_validated(data: _Set) -> Matrix:
    """Score each message by a head that has not seen its pattern."""
    scores = np.zeros(len(data.rows), np.float32)
    for part in range(_PARTS):
        held = data.parts == part
        seen = ~held
        fitted = _fitted(data.rows[seen], data.felt[seen], data.weights[seen])
        scores[held] = fitted.score(data.rows[held])
    return scores


def _limit(data: _Set, scores: Matrix, share: float) -> float:
    return float(np.quantile(scores[data.regions == "ordinary"], 1 - share))


def _fitted(
    rows: Matrix, felt: npt.NDArray[np.bool_], weights: npt.NDArray[np.float64]
) -> network.HeadNetwork:
    return network.fit(rows, felt, weights, members=_MEMBERS, pace=_PACE)


def _layers(name: str, fitted: network.HeadNetwork) -> dict[str, Any]:
    """Write the networks side by side as one: what they say is added up."""
    hidden = np.concatenate([part.hidden for part in fitted.parts], axis=1)
    return {
        f"{name}_hidden": hidden.astype(np.float16),
        f"{name}_shift": np.concatenate([part.shift for part in fitted.parts]),
        f"{name}_out": np.concatenate([part.out for part in fitted.parts]),
        f"{name}_bias": np.float32(fitted.bias),
    }


if __name__ == "__main__":
    sys.exit(main())
