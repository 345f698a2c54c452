"""Says in plain words what idioms of trade say in others, before a question is read.

Each idiom becomes words that the readers know; where it might mean something else, it stays and is
refused by its own name.
"""

from __future__ import annotations

import re

_END = {"best": 1, "worst": -1, "melhor": 1, "pior": -1, "most": 1, "least": -1, "mais": 1,
        "menos": -1, "highest": 1, "lowest": -1, "biggest": 1, "smallest": -1, "largest": 1,
        "fewest": -1, "maior": 1, "menor": -1, "melhores": 1, "piores": -1}  # fmt: skip
_ENDS = "|".join(_END)
_BEAT = (
    r"(?:beats?|beaten|outs(?:old|ells?)|out(?:did|does|do)|outperform(?:s|ed)?|exceed(?:s|ed)?"
    r"|surpass(?:es|ed)?|bateu|batem?|super(?:ou|am?)|venceu|ganh(?:ou|a) d[aoe]s?)"
)
# "How much did each shop bring in", but not "how many people did it bring in".
_BROUGHT = re.compile(
    r"\b(?:br(?:ing|ings|ought)|pull(?:s|ed)?|rak(?:e|es|ed)|took|takes?) in\b"
    r"|\b(?:trouxe|trouxeram|botou|botaram|colocou|colocaram)"
    r"(?= (?:(?:mais|menos) )?(?:dinheiro|grana)\b)"
    r"|(?<=quanto )(?:trouxe|trouxeram)\b|(?<=mais )(?:trouxe|trouxeram)\b"
    r"|\b(?:money|cash) (?:came|comes|has come|coming) in\b|(?<=much )(?:came|comes) in\b"
    r"|(?<=quanto )(?:(?:dinheiro|grana) )?entrou\b",
    re.I,
)
_MONEY = re.compile(
    r"\brevenue (?:(?P<way>mais|menos|the most|the least|more|most) )?"
    r"(?:dinheiro|grana|money|cash)\b"
)
_ALONE = re.compile(
    r"\W*(?:(?:and|e) )?(?:by how much|(?P<pt>por quanto))(?: mais| more)?\W*", re.I
)
_COUNTED = re.compile(r"\b(?:how many|number of|quant[oa]s|numero de|número de)\b", re.I)
_BY_HOW_MUCH = re.compile(
    r"\b(?P<and>and|e)\W+(?:by how much|how much|por quanto|quanto)\W+(?:did |has |que )?"
    rf"(?:it|that|he|she|they|el[ea]s?)?\s*{_BEAT}\s+(?:(?:the|o|a)\s+)?(?={_ENDS})",
    re.I,
)
_HOW_MUCH_APART = re.compile(
    rf"\bby how much\W{{1,4}}(?:did|does|has|do)\s+(?P<one>\S.{{0,59}}?)\s+{_BEAT}\s+", re.I
)
_APART_PT = re.compile(rf"\b(?:por|em|de) quanto\W{{1,4}}(?P<one>\w.{{0,59}}?)\s+{_BEAT}\s+", re.I)
_BEATEN = re.compile(rf"\s{_BEAT}\s", re.I)
_ASKED = re.compile(r"\b(?:which|what|qual|quais|que)\b", re.I)
_WHO = re.compile(r"\b(?:which|what|who|qual|quais|quem|quant[oa]s|how many)\b", re.I)
_TIMES = r"month|m[eê]s|day|dia|year|ano|week|semana|quarter|trimestre"
_AND_WHICH = re.compile(
    rf"\b(?P<and>and|e)\W+(?:(?P<which>which|what|qual|quais)(?: (?:one|{_TIMES}))?"
    r"(?: (?:was|is|were|are|foi|é|e|era|foram))?(?: (?:had|has|teve|tem|com|with))? )?"
    rf"(?:(?:the|o|a) )?(?P<end>{_ENDS})(?P<again> (?:one|{_TIMES}))?"
    r"(?P<rest>\W*$|\s+(?:by|in|em|for|de|do|da|para|on)\b)",
    re.I,
)


def plainly(text: str) -> str:
    """Return a question with its idioms in plain words."""
    if not _COUNTED.search(text):
        text = _MONEY.sub(_in_order, _BROUGHT.sub("revenue", text))
    if alone := _ALONE.fullmatch(text):
        return "qual a diferença" if alone["pt"] else "what is the difference"
    text = _BY_HOW_MUCH.sub(r"\g<and> difference to ", text)
    text = _HOW_MUCH_APART.sub(r"difference between \g<one> versus ", text)
    text = _APART_PT.sub(r"diferença entre \g<one> versus ", text)
    beaten = _BEATEN.search(text)
    if beaten and not _WHO.search(text[: beaten.start()]):  # "which shop beat Hull?" names one side
        text = _BEATEN.sub(" versus ", text)
    return _both_ends(text)


def _in_order(money: re.Match[str]) -> str:
    return f"{money['way']} revenue" if money["way"] else "revenue"


def _both_ends(text: str) -> str:
    """Join "which month was best and which worst" to one question of both ends."""
    second = _AND_WHICH.search(text)
    if second is None:
        return text
    before = re.findall(rf"\b(?:{_ENDS})\b", text[: second.start()].lower())
    if len(before) != 1 or _END[before[0]] == _END[second["end"].lower()]:
        return text
    if second["which"] and not _ASKED.search(text[: second.start()]):
        return text
    if not (second["which"] or second["again"]):
        return text
    again = (second["again"] or " one").lower()
    if again != " one" and again not in text[: second.start()].lower():
        return text
    return (
        f"{text[: second.start()]}{second['and']} {second['end']}{second['rest']}"
        f"{text[second.end() :]}"
    )
