"""Characters that a reader does not see and a machine reads: one list for all who take them out."""

from __future__ import annotations

import re

# The flags of England, Scotland and Wales are spelled in tags; no other text has a use for them.
_FLAG = "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)\U000e007f"  # noqa: E501
_LATIN = "\x20-\x7e\u00a0-\u024f"
_IDEOGRAPHS = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_NEVER = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u034f\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
_SIGHTLESS = re.compile(
    f"(?P<flag>{_FLAG})"
    f"|[{_NEVER}]+"
    # Joiners belong between letters that join, and between emoji; never beside ours, nor in runs.
    f"|(?<=[{_LATIN}])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?=[{_LATIN}]|\\Z)|(?<=[\u200c\u200d])[\u200c\u200d]+"
    # A selector chooses the look of the one sign before it: an emoji, an ideograph, Mongolian.
    "|(?<=[A-Za-z\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]+"
    f"|(?<![{_IDEOGRAPHS}])[\U000e0100-\U000e01ef]+"
    "|(?<![\u1800-\u18af])[\u180b-\u180f]+"
)
# Marks of direction have their place beside letters that run from right to left.
_DIRECTION = re.compile("[\u061c\u200e\u200f]+")
_PASSES = 4  # what is taken out may have stood between two that do not belong together
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")


def without_hidden(text: str) -> str:
    """Return a text without what nobody sees; what emoji and other scripts need stays."""
    if text.isascii() and text.isprintable():
        return text
    for _ in range(_PASSES):
        before = text
        text = _SIGHTLESS.sub(lambda found: found["flag"] or "", text)
        if _DIRECTION.search(text) and not _RIGHT_TO_LEFT.search(text):
            text = _DIRECTION.sub("", text)
        if text == before:
            break
    return text
