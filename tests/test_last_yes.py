"""A plain last yes is done, and what stands beside it is answered or begun behind it."""

from __future__ import annotations

import pytest

from tests.support.last_yes import LastYes, had, outcome, rows

_OPEN = {  # asked once more though it might be done: a word of the form is in the question
    "book it. and do you sell cat litter?",
    "sure, go ahead. also, do you treat rabbits?",
    "pode sim, meu bem, Deus abençoe. Ah, e precisa deixar alguém em casa?",
    "reserve it, cheers. next: surf lesson for two",
    "great, do it. are dogs allowed?",  # of the house, or of what is booked
    "isso mesmo, pode confirmar! Vocês trabalham no domingo?",
    "yeah book it, is there somewhere to change?",  # a room, or the booking
}


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.said)
def test_a_plain_yes_is_done_and_one_that_is_limited_is_not(row: LastYes) -> None:
    assert outcome(row).done is (row.done and row.said not in _OPEN)


def test_what_stands_beside_a_yes_is_answered_or_begun_behind_it() -> None:
    done = [row for row in rows() if row.done]
    assert sum(outcome(row).then == row.then for row in done) >= 35


def test_what_is_wanted_beside_a_yes_is_begun_with_all_that_it_tells() -> None:
    seen = had("kayaks", "yes please. I also want a surf lesson for 3 pupils")
    assert seen.end == "completed"
    assert seen.said[-1] == "On which day?"


def test_a_yes_is_done_before_what_is_asked_beside_it_is_answered() -> None:
    assert had("vet", "yes please. do you take cards?").said[-2:] == ["Done.", "Cards and cash."]


@pytest.mark.parametrize(
    "said",
    [
        "yes and no",
        "yes, no",
        "yes, does she bring a scale?",
        "book it, no, wait, do you take cards?",
    ],
)
def test_a_yes_that_is_taken_back_or_asks_in_the_same_breath_is_none(said: str) -> None:
    assert had("vet", said).end is None


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ("vet", "yes, and what time is it?"),
        ("vet", "Finally. Yes, book it. Do I pay on the day?"),
        ("cleaning", "isso, pode agendar. o pagamento é na hora?"),
        ("cleaning", "sim, e que horas são agora?"),
        ("kayaks", "yep, reserve it. what's the weather like there?"),
    ],
)
def test_how_one_pays_the_clock_and_the_weather_hold_up_no_yes(house: str, said: str) -> None:
    assert had(house, said).end == "completed"


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ("vet", "y. can u also do saturday?"),
        ("vet", "yes. do I have to pay a deposit?"),
        ("cleaning", "sim. e teria como ser às 9h?"),
        ("kayaks", "could it be a single one?"),
    ],
)
def test_what_changes_it_or_its_terms_does(house: str, said: str) -> None:
    assert had(house, said).end is None


def test_a_day_that_is_asked_for_is_put_in_and_all_is_asked_again() -> None:
    said = had("vet", "can it be thursday, same time?").said[-1]
    assert "Thursday" in said
    assert said.endswith("Shall I book it?")


@pytest.mark.parametrize(
    ("said", "kind"),
    [("forget it, make it a dog instead", "dog"), ("no, forget that, make it a rabbit", "rabbit")],
)
def test_what_was_said_is_waved_off_and_not_the_form_where_a_value_follows(
    said: str, kind: str
) -> None:
    asked = had("vet", said).said[-1]
    assert f"({kind})" in asked
    assert asked.endswith("Shall I book it?")


def test_a_yes_to_what_shall_be_changed_asks_all_of_it_again() -> None:
    assert "Shall I book it?" in had("vet", "no", "yes").said[-1]
