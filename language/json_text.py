"""Reads JSON where a model was asked for it and said more."""

from __future__ import annotations


def json_object(text: str) -> str:
    """Cut a JSON object out of an answer, fenced or talked around; ValueError if there is none."""
    return text[text.index("{") : text.rindex("}") + 1]
