"""Whether frequent questions can be asked, and told apart."""

from __future__ import annotations

from language.matching import fold
from workflows.file.diagnostics import Diagnostics
from workflows.file.states import is_open


def check_answers(check: Diagnostics) -> None:
    """Refuse answers that nobody gets, and a wording that asks for two of them."""
    workflow = check.workflow
    if workflow.answers and not any(is_open(state) for state in workflow.states.values()):
        check.error(
            ["answers"],
            "answers are given where an agent talks on: add a state with 'agent' and no way on",
        )
    owner: dict[str, str] = {}
    for name, answer in workflow.answers.items():
        for text in dict.fromkeys(map(fold, answer.wordings)):
            other = owner.setdefault(text, name)
            if other != name:
                told = f"'{text}' asks for '{other}' already; keep it in one of them"
                check.error(["answers", name, "ask"], told)
        by_language = answer.ask if isinstance(answer.ask, dict) else {"": answer.ask}
        for texts in by_language.values():
            if len(texts) < 2:
                told = f"'{name}' has one wording; with three or more it is understood far better"
                check.warn(["answers", name, "ask"], told)
                break
