"""Whether a message wants people, and of which team: by any wording, by the title of the team."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from agent.people.teams import TeamDirectory
from language.call_backs import wants_call
from language.demands import demands_person
from language.goodbyes import says_goodbye
from language.intents import wants_to_leave
from language.matching import words
from language.partners import (
    awaits_person,
    mentioned_title,
    talks_of_person,
    wished_title,
    wishes_person,
)
from language.requests import clauses
from language.speech_acts.classify import clause_reading

_READ = 300  # characters
_SENTENCE_END = re.compile(r"(?<![.!?])[.!?]+(?=\s)")
_MOST_CLAUSES = 6
_RATHER = 0.5  # likelier to deny or to be upset than to answer
_ASIDE = 4  # words beside a wish amid questions that may be no answer
_PLEASE = frozenset("please por favor pls pfv a o the to com".split())


@dataclass(frozen=True, slots=True)
class PersonWish:
    """That somebody is wanted: of a team that was named, or of any."""

    team: str | None = None


def wished_of(message: str, teams: TeamDirectory, named: Collection[str]) -> PersonWish | None:
    """Tell what a message wants of people where no question is open."""
    titles = _titles(teams, named)
    if len(message) > _READ or "\n" in message.strip():
        return None
    if alone := _alone(message, titles):
        return PersonWish(alone)
    for part in clauses(message)[:_MOST_CLAUSES]:
        if wish := _wish(part, titles):
            return wish
        if talks_of_person(part) or demands_person(part):
            return _somebody(part, titles)
    return PersonWish() if any(map(awaits_person, _SENTENCE_END.split(message))) else None


def wished_amid_questions(
    message: str, teams: TeamDirectory, named: Collection[str]
) -> PersonWish | None:
    """Tell what a message wants of people where it may also be an answer: it is hardly else."""
    titles = _titles(teams, named)
    if len(message) > _READ:
        return None
    if (alone := _alone(message, titles)) and not _PLEASE.isdisjoint(words(message)):
        return PersonWish(alone)
    parts = clauses(message)[:_MOST_CLAUSES]
    wishes = [_wish(part, titles) for part in parts]
    rest = [part for part, wish in zip(parts, wishes, strict=True) if wish is None]
    if any(map(demands_person, parts)):
        return next((w for w in wishes if w), PersonWish())
    return next((w for w in wishes if w), None) if all(map(_is_aside, rest)) else None


def _wish(clause: str, titles: dict[str, str]) -> PersonWish | None:
    if title := wished_title(clause, list(titles)):
        return PersonWish(titles[title])
    wanted = wishes_person(clause) or wants_call(clause)
    return _somebody(clause, titles) if wanted else None


def _somebody(clause: str, titles: dict[str, str]) -> PersonWish:
    """Return the wish for somebody of the team that a clause names beside it, or of any."""
    title = mentioned_title(clause, list(titles))
    return PersonWish(titles[title] if title else None)


def _is_aside(clause: str) -> bool:
    """Tell whether a clause beside a wish is no answer: it leaves, denies, or says little."""
    leaves = wants_to_leave(clause) or says_goodbye(clause)
    told = clause_reading(clause).of("no", "changes", "upset", "leaves")
    return (
        leaves
        or (told >= _RATHER and not any(map(str.isdigit, clause)))
        or (len(words(clause)) <= _ASIDE and not any(map(str.isdigit, clause)))
    )


def _alone(message: str, titles: dict[str, str]) -> str | None:
    """Return the team whose title is all that a message says."""
    said = " ".join(word for word in words(message) if word not in _PLEASE)
    return titles.get(said)


def _titles(teams: TeamDirectory, named: Collection[str]) -> dict[str, str]:
    """Return what teams are called in any language, in folded words; what two are called, none."""
    found: dict[str, str | None] = {}
    for team in teams.known(named):
        for title in {" ".join(words(t)) for t in (team, *teams.titles(team))}:
            found[title] = team if found.get(title, team) == team else None
    return {title: team for title, team in found.items() if title and team}
