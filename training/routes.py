"""`python -m training.routes --data DIR`: learn where messages go; write `router/fit.npz`.

First the two sides (`router/sides.py`), then the network that weighs all views of a message
(`router/fit.py`). The views that it learns from are of sides that had not seen the project: by
parts of projects and of public domains, each held out once. DIR holds clinc150.csv and
clinc150_domains.json; the projects are ours (`routes.*.yaml`).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import Matrix
from language.encoder import encoder
from router.classify import Classifier
from router.fit import FitModel, all_features, own_features
from router.sides import FILE, Sides
from router.views import rows_of
from training.route_head import HeadSample, fit_head
from training.route_matters import fit_matters, matter_texts
from training.route_projects import (
    PARTS,
    Simulated,
    TaughtIntents,
    TaughtProject,
    chat,
    drawn_intents,
    episodes,
    own_projects,
    public_intents,
    simulated,
    whole,
)
from training.route_sides import fit_sides

_SEED = 1
_REMEMBERED = 100_000  # texts, each of which is read for many projects
_DRAWN = 7  # times that each project is served by a part of it
_DRAWN_INTENTS = 28
_WEIGHTS = {"near": 1.5, "gone": 0.8, "far": 0.5, "chat": 0.6}
_PUBLIC_WEIGHTS = {"own": 0.45, "gone": 0.7, "far": 0.45}  # a quarter of what comes is nobody's
_TAKES = (0.5, 0.55, 0.6, 0.65, 0.7)
_CHAT = 0.3


@dataclass(frozen=True, slots=True)
class _JudgedRoute:
    project: str
    kind: str
    best: bool
    among: bool  # the three best
    confidence: float
    chat: float


def main() -> int:
    """Read, embed, hold out, fit, write; print how well it does on what was held out."""
    parser = argparse.ArgumentParser(prog="python -m training.routes", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with the public files")
    parser.add_argument("--out", type=Path, default=FILE, help="where the weights are written")
    args = parser.parse_args()
    encoder().remembered = _REMEMBERED
    projects, public = own_projects(), public_intents(args.data)
    texts = _texts(projects, public)
    rows = rows_of(texts)
    places = {text: at for at, text in enumerate(texts)}
    parts = range(PARTS)
    samples: list[list[HeadSample]] = []
    sides: list[Sides] = []
    for part in parts:
        others = [each for each in parts if each != part]
        sides.append(_sides(projects, public, others, rows, places))
        samples.append(_samples(projects, public, part, sides[-1]))
        print(f"part {part}: {len(samples[-1])} messages", flush=True)
    judged: list[_JudgedRoute] = []
    for part in parts:
        fit = fit_head([s for p in parts if p != part for s in samples[p]], _SEED)
        judged += _judge([p for p in projects if p.part == part], sides[part], fit)
    _report(judged)
    _write(
        args.out,
        _sides(projects, public, list(parts), rows, places),
        fit_head([s for each in samples for s in each], _SEED),
    )
    return 0


def _texts(projects: Sequence[TaughtProject], public: TaughtIntents) -> list[str]:
    """Return every text that the sides may learn from, once."""
    found = [*chat(), *public.outside]
    found += [text for texts in public.all.values() for text in texts]
    for project in projects:
        found += [*project.near, *project.chat]
        for each in project.workflows:
            found += [each.title, each.purpose, *each.examples, *each.messages]
    return list(dict.fromkeys(found))


def _sides(
    projects: Sequence[TaughtProject],
    public: TaughtIntents,
    parts: Sequence[int],
    rows: Matrix,
    places: dict[str, int],
) -> Sides:
    own = [each for each in projects if each.part in parts]
    drawn = episodes(own, public.of(parts), places, random.Random(_SEED))
    sides = fit_sides(rows, drawn, _SEED)
    told = matter_texts(own)
    kinds = [matter for _, matter in told]
    return fit_matters(rows_of([text for text, _ in told]), kinds, sides, _SEED)


def _samples(
    projects: Sequence[TaughtProject], public: TaughtIntents, part: int, sides: Sides
) -> list[HeadSample]:
    """Serve what was held out in many ways, and view its messages."""
    chance = random.Random(_SEED + part)
    own, intents = [p for p in projects if p.part == part], public.of([part])
    served = [whole(each) for each in own]
    served += [simulated(each, own, chance) for each in own for _ in range(_DRAWN)]
    for _ in range(_DRAWN_INTENTS):
        names = chance.sample(sorted(intents.all), chance.choice((5, 8, 15, 24)))
        if chance.random() < 0.3:
            names = sorted(intents.domains[chance.choice(sorted(intents.domains))])
        served.append(drawn_intents(intents, names, chance.choice((4, 6, 10, 10)), 3, chance))
    return [sample for each in served for sample in _viewed(each, sides)]


def _viewed(served: Simulated, sides: Sides) -> list[HeadSample]:
    known = _classifier(served, sides, None)
    found: list[HeadSample] = []
    for text, owner, kind in served.messages:
        seen = known.views.of(text)
        answer = len(known.names) + (kind in ("far", "chat"))
        weight = (_PUBLIC_WEIGHTS if served.name == "clinc" else _WEIGHTS).get(kind, 1.0)
        found.append(
            HeadSample(
                own_features(seen, known.around).astype(np.float32),
                all_features(seen, known.around).astype(np.float32),
                seen.wish.astype(np.float32),
                answer if owner is None else known.names.index(owner),
                weight,
            )
        )
    return found


def _classifier(served: Simulated, sides: Sides, fit: FitModel | None) -> Classifier:
    return Classifier(served.examples, {}, served.purposes, served.titles, sides, fit)


def _judge(projects: Sequence[TaughtProject], sides: Sides, fit: FitModel) -> list[_JudgedRoute]:
    """Judge the messages of projects that neither the sides nor the network has seen."""
    found: list[_JudgedRoute] = []
    for project in projects:
        served = whole(project)
        known = _classifier(served, sides, fit)
        for text, owner, kind in served.messages:
            guess = known.guess(text)
            names = [name for name, _ in guess.candidates]
            found.append(
                _JudgedRoute(
                    f"{project.language}", kind, names[0] == owner, owner in names,
                    guess.confidence, guess.chat,
                )
            )  # fmt: skip
    return found


def _report(judged: Sequence[_JudgedRoute]) -> None:
    """Print, for each limit, what becomes of messages of projects held out, in per cent."""
    own = [each for each in judged if each.kind == "own"]
    print(f"{len(own)} messages held out: best {_share(own, lambda j: j.best)}")
    print("| from | right | wrong | asked, with it | asked, without | root | near | chat asked |")
    print("|---|---|---|---|---|---|---|---|")
    for take in _TAKES:
        cells = [_share(own, test) for test in _tests(take)]
        near = [each for each in judged if each.kind == "near"]
        chats = [each for each in judged if each.kind == "chat"]
        cells.append(_share(near, lambda j, t=take: j.confidence < t))
        cells.append(_share(chats, lambda j: j.chat < _CHAT))
        print(f"| {take} | " + " | ".join(cells) + " |")
    for low in np.arange(0.1, 1, 0.1):
        some = [each for each in judged if low <= each.confidence < low + 0.1]
        if some:
            print(f"{low:.1f}: {_share(some, lambda j: j.best)} of {len(some)} right")


def _tests(take: float) -> list[Callable[[_JudgedRoute], bool]]:
    def asked(j: _JudgedRoute) -> bool:
        return j.confidence < take and j.chat < _CHAT

    return [
        lambda j: j.confidence >= take and j.best,
        lambda j: j.confidence >= take and not j.best,
        lambda j: asked(j) and j.among,
        lambda j: asked(j) and not j.among,
        lambda j: j.confidence < take and j.chat >= _CHAT,
    ]


def _share(judged: Sequence[_JudgedRoute], test: Callable[[_JudgedRoute], bool]) -> str:
    return f"{100 * np.mean([test(each) for each in judged]):.1f}"


def _write(path: Path, sides: Sides, fit: FitModel) -> None:
    """Write the weights; half the precision is enough for the many."""
    arrays: dict[str, npt.NDArray[Any]] = {
        name: matrix.astype(np.float16) for name, matrix in sides._asdict().items()
    }
    arrays |= {f"fit_{name}": each.astype(np.float32) for name, each in fit._asdict().items()}
    np.savez_compressed(path, allow_pickle=False, **arrays)


if __name__ == "__main__":
    sys.exit(main())
