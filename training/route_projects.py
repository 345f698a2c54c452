"""Projects to learn routing from: forty of our own, and drawings from a public set of intents.

`routes.*.yaml`: projects that two authors wrote, each with workflows, messages of strangers, near
misses and chat. CLINC150's domains are projects of another kind: many intents, easily told.
"""

from __future__ import annotations

import csv
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from language.code_words import without_codes
from training.route_sides import Episode

FOLDER = Path(__file__).parent
PARTS = 5
# Projects of the same trade in both languages are held out together.
_TRADES = (
    ("ferry line", "balsa", "travel insurer", "seguro_auto"),
    ("funeral director", "funeraria", "farmers' cooperative", "cooperativa_de_leite"),
    (
        "water utility",
        "companhia_de_agua",
        "costume and formalwear hire",
        "locadora_de_ferramentas",
    ),
    ("blood donation service", "hemocentro", "housing association", "administradora_de_condominio"),
    ("city bike hire scheme", "bicicletas_compartilhadas", "pizza takeaway chain", "confeitaria"),
)
_OWN = 0.7  # the share of episodes that are of our own projects
_TWO_AT_ONCE = 0.2
_NO_TITLES, _NO_PURPOSES = 0.15, 0.2


@dataclass(frozen=True, slots=True)
class TaughtWorkflow:
    """A workflow by its texts."""

    name: str
    title: str
    purpose: str
    examples: list[str]
    messages: list[str]


@dataclass(frozen=True, slots=True)
class TaughtProject:
    """A project, the part it is held out with, and what none of its workflows is for."""

    name: str
    language: str
    part: int
    workflows: list[TaughtWorkflow]
    near: list[str]
    chat: list[str]


@dataclass(frozen=True, slots=True)
class TaughtIntents:
    """The intents of some public domains, and messages of none."""

    domains: dict[str, dict[str, list[str]]]
    outside: list[str]

    def of(self, parts: Sequence[int]) -> TaughtIntents:
        """Return the domains of some parts only."""
        kept = {d: i for at, (d, i) in enumerate(self.domains.items()) if at % PARTS in parts}
        return TaughtIntents(kept, self.outside)

    @property
    def all(self) -> dict[str, list[str]]:
        return {name: texts for each in self.domains.values() for name, texts in each.items()}


@dataclass(slots=True)
class Simulated:
    """A project as it is served: what teaches it, and messages with their owners and kinds."""

    name: str
    language: str
    examples: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    titles: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    purposes: dict[str, str] = field(default_factory=dict[str, str])
    messages: list[tuple[str, str | None, str]] = field(
        default_factory=list[tuple[str, str | None, str]]
    )

    def add(self, texts: Sequence[str], owner: str | None, kind: str) -> None:
        """Add messages that belong to a workflow, or to none."""
        self.messages += [(text, owner, kind) for text in texts]


def own_projects() -> list[TaughtProject]:
    """Read the projects of both languages; texts are read as the router reads them."""
    found: list[TaughtProject] = []
    for language in ("en", "pt"):
        given: Any = yaml.safe_load((FOLDER / f"routes.{language}.yaml").read_text("utf-8"))
        others = 0
        for each in given:
            part = next((p for p, t in enumerate(_TRADES) if each["project"] in t), None)
            if part is None:
                part, others = others % PARTS, others + 1
            found.append(_project(each, language, part))
    return found


def _project(given: Any, language: str, part: int) -> TaughtProject:
    workflows = [
        TaughtWorkflow(w["name"], w["title"], w["when"], _read(w["examples"]), _read(w["messages"]))
        for w in given["workflows"]
    ]
    near, chat = _read(given["near"]), _read(given["chat"])
    return TaughtProject(given["project"], language, part, workflows, near, chat)


def _read(texts: Sequence[str]) -> list[str]:
    return [without_codes(text) for text in texts]


def chat() -> list[str]:
    """Return what anybody may be asked, and courtesies."""
    return (FOLDER / "chat.txt").read_text("utf-8").splitlines()


def public_intents(folder: Path) -> TaughtIntents:
    """Read what CLINC150 gives to train on; its test messages are left alone."""
    domains: Mapping[str, list[str]] = json.loads((folder / "clinc150_domains.json").read_text())
    texts: dict[str, list[str]] = defaultdict(list)
    with (folder / "clinc150.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if row["split"] != "test":
                texts[row["intent"]].append(without_codes(row["text"]))
    named = {d: {intent: texts[intent] for intent in domains[d]} for d in sorted(domains)}
    return TaughtIntents(named, texts["oos"])


def episodes(
    projects: Sequence[TaughtProject],
    public: TaughtIntents,
    places: Mapping[str, int],
    chance: random.Random,
) -> Iterator[Episode]:
    """Yield episodes without end, most of them of our own projects."""
    while True:
        own = chance.random() < _OWN
        drawn = _of_project(projects, public, chance) if own else _of_intents(public, chance)
        yield _episode(drawn, places)


_WEIGHTS = {"gone": 0.5, "far": 0.5, "example": 0.5}


def _episode(drawn: Simulated, places: Mapping[str, int]) -> Episode:
    episode = Episode(count=len(drawn.examples))
    names = list(drawn.examples)
    for number, name in enumerate(names):
        episode.taught += [places[text] for text in drawn.examples[name]]
        episode.owners += [number] * len(drawn.examples[name])
        for title in drawn.titles.get(name, ()):
            episode.titles.append(places[title])
            episode.titled.append(number)
        if drawn.purposes.get(name):
            episode.purposes.append(places[drawn.purposes[name]])
            episode.purposed.append(number)
    for text, owner, kind in drawn.messages:
        number = -1 if owner is None else names.index(owner)
        episode.asks([places[text]], number, _WEIGHTS.get(kind, 1.0))
    return episode


def _of_project(
    projects: Sequence[TaughtProject], public: TaughtIntents, chance: random.Random
) -> Simulated:
    """Serve some of a project's workflows; sometimes those of two projects together."""
    project = chance.choice(projects)
    drawn = Simulated(project.name, project.language)
    kept, gone = _drawn_workflows(project, projects, chance)
    count, titled, purposed = _drawn_form(chance, (4, 5, 6, 6, 6, 8, 10))
    for workflow in kept:
        examples, messages = _taught(workflow, count, chance)
        _serve(drawn, workflow, examples, titled=titled, purposed=purposed)
        drawn.add(messages, workflow.name, "own")
        drawn.add([t for t in workflow.examples if t not in examples], workflow.name, "example")
    drawn.add([text for workflow in gone for text in workflow.messages], None, "gone")
    drawn.add(project.near, None, "near")
    others = [t for p in projects if p is not project for w in p.workflows for t in w.messages]
    drawn.add(chance.sample([*others, *public.outside], 8), None, "far")
    drawn.add([*project.chat, *chance.sample(chat(), 5)], None, "far")
    return drawn


def _drawn_workflows(
    project: TaughtProject, projects: Sequence[TaughtProject], chance: random.Random
) -> tuple[list[TaughtWorkflow], list[TaughtWorkflow]]:
    workflows = list(project.workflows)
    if chance.random() < _TWO_AT_ONCE:
        other = chance.choice([p for p in projects if p is not project])
        known = {each.name for each in workflows}
        workflows += [each for each in other.workflows if each.name not in known]
    chance.shuffle(workflows)
    gone = chance.choice((0, 1, 1, 2))
    return workflows[gone:], workflows[:gone]


def _drawn_form(chance: random.Random, counts: Sequence[int]) -> tuple[int, bool, bool]:
    titled, purposed = chance.random() >= _NO_TITLES, chance.random() >= _NO_PURPOSES
    return chance.choice(counts), titled, purposed


def _taught(
    workflow: TaughtWorkflow, count: int, chance: random.Random
) -> tuple[list[str], list[str]]:
    """Draw examples, of many also from the messages; return them and the messages left."""
    examples = chance.sample(workflow.examples, min(count, len(workflow.examples)))
    messages = chance.sample(workflow.messages, len(workflow.messages))
    more = max(0, count - len(workflow.examples))
    return [*examples, *messages[:more]], messages[more:]


def _serve(
    drawn: Simulated,
    workflow: TaughtWorkflow,
    examples: list[str],
    *,
    titled: bool = True,
    purposed: bool = True,
) -> None:
    drawn.examples[workflow.name] = examples
    drawn.titles[workflow.name] = [workflow.title] if titled else []
    drawn.purposes[workflow.name] = workflow.purpose if purposed else ""


def _of_intents(public: TaughtIntents, chance: random.Random) -> Simulated:
    """Serve some intents of any domain, or most of one."""
    known = public.all
    names = chance.sample(sorted(known), chance.choice((8, 12, 20)))
    if chance.random() < 0.5:
        domain = public.domains[chance.choice(sorted(public.domains))]
        names = chance.sample(sorted(domain), min(len(names), len(domain) - 2))
    return drawn_intents(public, names, chance.choice((4, 6, 10)), 4, chance)


def drawn_intents(
    public: TaughtIntents, names: Sequence[str], count: int, tried: int, chance: random.Random
) -> Simulated:
    """Serve some intents; others of their domains are near, what is outside of all is far."""
    known, drawn = public.all, Simulated("clinc", "en")
    for name in names:
        texts = chance.sample(known[name], count + tried)
        drawn.examples[name] = texts[:count]
        drawn.add(texts[count:], name, "own")
    others = [name for name in sorted(known) if name not in names]
    if others:
        some = [chance.choice(known[chance.choice(others)]) for _ in range(len(names) // 2 + 3)]
        drawn.add(some, None, "gone")
    drawn.add(chance.sample(public.outside, len(names) // 2 + 2), None, "far")
    return drawn


def whole(project: TaughtProject) -> Simulated:
    """Serve a project as it was written."""
    drawn = Simulated(project.name, project.language)
    for workflow in project.workflows:
        _serve(drawn, workflow, workflow.examples)
        drawn.add(workflow.messages, workflow.name, "own")
    drawn.add(project.near, None, "near")
    drawn.add(project.chat, None, "chat")
    return drawn


def simulated(
    project: TaughtProject, projects: Sequence[TaughtProject], chance: random.Random
) -> Simulated:
    """Serve a part of a project by few examples; those left out are easy messages of it."""
    drawn = Simulated(project.name, project.language)
    kept, gone = _drawn_workflows(project, projects, chance)
    count, titled, purposed = _drawn_form(chance, (3, 4, 4, 5, 5, 6, 6, 8))
    for workflow in kept:
        examples, messages = _taught(workflow, count, chance)
        _serve(drawn, workflow, examples, titled=titled, purposed=purposed)
        drawn.add(messages[:4], workflow.name, "own")
        drawn.add([t for t in workflow.examples if t not in examples], workflow.name, "example")
    drawn.add([t for w in gone for t in chance.sample(w.messages, 3)], None, "gone")
    drawn.add(chance.sample(project.near, 5), None, "near")
    drawn.add([*project.chat, *chance.sample(chat(), 8)], None, "chat")
    others = [t for p in projects if p is not project for w in p.workflows for t in w.messages]
    drawn.add(chance.sample(others, 4), None, "far")
    return drawn
