"""`python -m training.question_kinds`: fit what tells the kind of answer that a question wants.

The questions are those of `clauses.*.tsv` and of the houses, and frames (`question_frames.tsv`)
around the words of these. Their opening words say of most which kind they are; what has no such
words is learned from those that have, as are forms in a hurry.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from guardrails.heads.features import Matrix
from language.encoder import DIMENSIONS, TOKENS, read
from language.idle_words import telling_words
from language.matching import fold
from language.question_kinds import FILE, KINDS
from language.speech_acts.marks import TABLE, marks
from training.adam import Adam

FOLDER = Path(__file__).parent
_SIGNS = {
    "pay": r"\b(pay (by|with|in|cash|later|online|monthly|per|by|on)|(take"
    r"|accept) (cards?|cash|visa"
    r"|credit|checks?|paypal)|how (can|do|could|would) (i|we) pay|payment|instal?ments?|aceitam?"
    r"( o| a)? (cartao|pix|dinheiro|cheque|vale\w*|debito|credito)|pagamento|parcel\w+|pagar (com"
    r"|em|no|na|por|de|pelo)|como (posso )?(pago|pagar)|passam? (o )?cartao|tem pix)\b",
    "price": r"\b(how much (is|are|does|do|for|would|will|to|more|extra|it|a|an|the|i)|prices?"
    r"|costs?|charged?|fees?|rates"
    r"|quanto (custa|e|q e|que e|fica|sai|ta|cobram?|vai sair|pago|a mais|da|deu|esta)"
    r"|qto|qnt|preco|valor|taxa|mensalidade|paga|pago|expensive|caro|barato|cheap|free|gratis"
    r"|de graca)\b",
    "duration": r"\b(how long|quanto tempo|how many (hours|days|weeks|months|minutes)"
    r"|quant[oa]s (dias|horas|meses|semanas|minutos)|demora|leva quanto|dura|lasts?|prazo)\b",
    "when": r"\b(when|whens|what time|which days?|what days?|until when|(que|q) horas?|quando"
    r"|que dias?|ate que horas|horario|abrem?|fecham?|funciona|opens?|closes?|shut)\b",
    "where": r"\b(where|wheres|onde|endereco|address|how do i get (there|to)|como chego|cade|aonde"
    r"|located|localizacao)\b",
    "count": r"\b(how many|how (big|tall|high|deep|heavy|old|far)|quant[oa]s|qtos"
    r"|qtas|limite?|maximo"
    r"|maximum)\b",
    "who": r"^\W*(e |and |with |com |de |for |pra )?(who|whos|whose|quem)\b",
    "how": r"^\W*(e |and )?(how (do|can|does|should|would)|how to"
    r"|como (faco|eu|que|se|posso|funciona|consigo|e)|how come)\b",
    "which": r"^\W*(e |and )?(what|whats|which|qual|quais|que|o que|oque)\b",
    "have": r"^\W*(?:e |and |so |mas |but )?(?:(?:do|does|d) (?:you|u|ya|they"
    r"|y all) (?:also |guys )?"
    r"(?:have|sell|rent|do|offer|carry|make|teach|repair|fix|lend|stock|run|serve"
    r"|give|buy|hire|ship"
    r"|clean)|(?:is|are) there|got any|any|(?:(?:voces|vcs|vc|ceis) )?(?:tem|vendem?|alugam?"
    r"|consertam?|fazem|emprestam?|compram?|servem|oferecem|dao|ensinam|entregam|possuem|ha|existe"
    r"|trabalham com))\b",
    "may": r"^\W*(e |and )?(can|could|may|do|does|d you|is|are|am|will|would|should|any|got|u|has"
    r"|have|tem|ha|pode|posso|da|aceitam?|voces|vcs|vc|ce|precisa|preciso|vendem?|faz|fazem"
    r"|atendem?|os|o|a|rola|consigo|cabe|vem|vai|serve|ta|esta|e|existe|entregam?|levam|tenho)\b"
    r"|\?$",
}
_KNOWN = [(kind, re.compile(signs)) for kind, signs in _SIGNS.items()]
_HURRIED = (
    (re.compile(r"\bquanto\b"), ("qto", "qnt", "qt", "quanto")),
    (re.compile(r"\bquantos\b"), ("qtos", "quantos")),
    (re.compile(r"\bque\b"), ("q", "que")),
    (re.compile(r"\bwhat\b"), ("wat", "what", "wot")),
    (re.compile(r"\byou\b"), ("u", "you")),
    (re.compile(r"\bvoces\b"), ("vcs", "ceis", "voces")),
)
_OTHER_ACTS = ("tells", "kind", "changes", "upset", "yes", "no", "wants")
_OF_EACH = 70  # of what asks nothing
_OF_FRAMES = 12  # questions from each frame
_MOST_WORDS = 12  # of a message
_EPOCHS, _BATCH, _SEED = 25, 128, 0


def main() -> int:
    """Read, fit, write; tell how often held-out questions are told rightly."""
    chance = np.random.default_rng(_SEED)
    texts, kinds = zip(*_written(chance), strict=True)
    numbers = np.array([KINDS.index(kind) for kind in kinds])
    held = chance.permutation(len(texts)) % 5 == 0
    rows, spread = _rows(texts), _spread(texts)
    weights, bias, marked = _fitted(rows[~held], spread[~held], numbers[~held])
    said = (rows[held] @ weights + bias + spread[held] @ marked).argmax(axis=1)
    print(f"{int(held.sum())} held out: {(said == numbers[held]).mean():.1%} right")
    weights, bias, marked = _fitted(rows, spread, numbers)
    np.savez_compressed(
        FILE, weights=weights.astype(np.float16), bias=bias, marked=marked.astype(np.float16)
    )
    return 0


def _written(chance: np.random.Generator) -> Iterator[tuple[str, str]]:
    """Yield questions with their kinds, also in a hurry, and what is no question."""
    for text in _questions():
        if kind := next((kind for kind, signs in _KNOWN if signs.search(fold(text))), None):
            yield text, kind
            hurried = fold(text).rstrip("?. ")
            for word, forms in _HURRIED:
                hurried = word.sub(str(chance.choice(forms)), hurried)
            yield hurried, kind
    things = _things()
    for kind, frame in _frames():
        yield from ((frame.format(chance.choice(things)), kind) for _ in range(_OF_FRAMES))
    for texts in _others().values():
        for text in chance.permutation(texts)[:_OF_EACH]:
            yield str(text), "none"


def _questions() -> Iterator[str]:
    for language in ("en", "pt"):
        yield from (text for act, text in _clauses(language) if act == "asks")
    for house in _houses():
        for answer in house["answers"].values():
            yield from (text for texts in answer["ask"].values() for text in texts)
        yield from (text for text, _ in house["messages"] if text.endswith("?"))


def _houses() -> Iterator[Any]:
    for path in sorted((FOLDER / "houses").glob("*.yaml")):
        yield yaml.safe_load(path.read_text("utf-8"))


def _things() -> list[str]:
    """Return what the houses speak of, for what is asked of any thing."""
    texts = (text for house in _houses() for text, _ in house["messages"])
    return sorted({word for text in texts for word in telling_words(text, _MOST_WORDS)})


def _frames() -> Iterator[tuple[str, str]]:
    for line in (FOLDER / "question_frames.tsv").read_text("utf-8").splitlines():
        kind, _, frame = line.partition("\t")
        yield kind, frame


def _others() -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for language in ("en", "pt"):
        for act, text in _clauses(language):
            if act in _OTHER_ACTS:
                found.setdefault((language, act), []).append(text)
    return found


def _clauses(language: str) -> list[tuple[str, str]]:
    lines = (FOLDER / f"clauses.{language}.tsv").read_text("utf-8").splitlines()
    return [(act, text) for act, _, text in (line.partition("\t") for line in lines)]


def _rows(texts: tuple[str, ...]) -> Matrix:
    known = [read([text])[0] for text in texts]
    return np.stack([np.concatenate([k.vector, k.tokens.astype(np.float32)]) for k in known])


def _spread(texts: tuple[str, ...]) -> Matrix:
    rows = np.zeros((len(texts), TABLE), np.float32)
    for row, text in zip(rows, texts, strict=True):
        places = marks(text)
        row[places] = 1 / np.sqrt(np.float32(max(1, len(places))))
    return rows


def _fitted(rows: Matrix, spread: Matrix, kinds: np.ndarray) -> list[Matrix]:
    chance = np.random.default_rng(_SEED)
    count = len(KINDS)
    params = [
        np.zeros((DIMENSIONS + TOKENS, count), np.float32),
        np.zeros(count, np.float32),
        np.zeros((TABLE, count), np.float32),
    ]
    adam = Adam(params, (5e-3, 5e-3, 1e-2), (0.02, 0.0, 1e-3))
    for epoch in range(_EPOCHS):
        order = chance.permutation(len(kinds))
        for start in range(0, len(order), _BATCH):
            part = order[start : start + _BATCH]
            sums = rows[part] @ params[0] + params[1] + spread[part] @ params[2]
            error = np.exp(sums - sums.max(axis=1, keepdims=True))
            error /= error.sum(axis=1, keepdims=True)
            error[np.arange(len(part)), kinds[part]] -= 1
            error /= np.float32(len(part))
            slopes = [rows[part].T @ error, error.sum(0), spread[part].T @ error]
            adam.step(slopes, 0.5 * (1 + float(np.cos(np.pi * epoch / _EPOCHS))))
    return params


if __name__ == "__main__":
    sys.exit(main())
