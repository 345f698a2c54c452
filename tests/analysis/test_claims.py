"""What a question says is in its query, or there is no figure."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from analysis.reading.shapes import Unclear, Understood
from language.detect import Language
from tests.support.analysis_play import AskedTable, Conversation, table_of

pd: Any = importlib.import_module("pandas")  # its types know less than they say
_DAYS = pd.date_range("2025-03-03 08:00", periods=60, freq="23h")


def _rentals() -> Any:
    return pd.DataFrame({
        "rental": range(3001, 3061),
        "pickup": _DAYS,
        "station": ["Harbour" if n % 2 else "Airport" if n % 5 else "Old Town" for n in range(60)],
        "customer_type": ["member" if n % 3 else "casual" for n in range(60)],
        "duration_min": [10 + 7 * n % 170 for n in range(60)],
        "distance_km": [round(0.5 + n * 1.7 % 30, 1) for n in range(60)],
        "price_eur": [round(1 + n * 3.3 % 39, 2) for n in range(60)],
        "helmet": ["yes" if n % 4 else "no" for n in range(60)],
        "rating": [None if n % 6 == 5 else float(n % 5 + 1) for n in range(60)],
        "Prof. Resp.": [["Ana", "Rui"][n % 2] for n in range(60)],
    })  # fmt: skip


@pytest.fixture(scope="module")
def rentals() -> AskedTable:
    return table_of(_rentals(), "rentals.csv")


def _asked(table: AskedTable, *texts: str, language: Language = "en") -> tuple[Any, str]:
    talk = Conversation(table)
    reading, answer = None, None
    for text in texts:
        reading, answer = talk.ask(text, language)
    assert answer is not None
    return reading, answer.text


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("average price per km",)),
        ("en", ("how many rentals were by members or started at the harbour?",)),
        ("en", ("average rating, and how many did not rate",)),
        ("en", ("how many different stations are there and which is the busiest?",)),
        ("en", ("price per person",)),
        ("en", ("how many rentals per hour on average?",)),
        ("en", ("how old are the members",)),
        ("en", ("how many customers do we have",)),
        ("en", ("cumulative price by month",)),
        ("en", ("how many were stolen?", "how many rentals did it have?")),
        ("en", ("list the five longest rentals", "what did they cost in total?")),
        ("en", ("what's the longest rental", "how many at that station")),
        ("en", ("top 2 stations by average distance", "how much did they pay?")),
        ("pt", ("qual estação tem mais aluguéis?", "quanto custa a mais?")),
        ("pt", ("aluguéis na primeira quinzena de março", "e na segunda")),
        ("en", ("average price per hour",)),
        ("en", ("between 8 and 18 how much did people pay",)),
        ("en", ("rentals in the first half of march", "second half")),
        ("en", ("what is the most common station for each customer type",)),
        ("en", ("price and rentals of members",)),
        ("en", ("rentals by station", "how many did he make")),
        ("en", ("rentals by station", "for each station")),
        ("en", ("how many rentals were stolen", "by station")),
        ("en", ("rentals at the harbour by members", "share who wear a helmet")),
        ("en", ("is monday the day with the most rentals?",)),
        ("pt", ("quanto aluguel em março?",)),
    ],
)
def test_what_no_part_of_a_query_holds_gives_no_figure(
    rentals: AskedTable, language: Language, texts: tuple[str, ...]
) -> None:
    reading, said = _asked(rentals, *texts, language=language)
    assert not isinstance(reading, Understood), said


def test_both_ends_of_an_order_are_told(rentals: AskedTable) -> None:
    frame = _rentals()
    _, said = _asked(rentals, "the cheapest and the most expensive rental")
    assert f"{frame.price_eur.min():g}" in said
    assert f"{frame.price_eur.max():g}" in said
    _, said = _asked(rentals, "which station has the highest and the lowest average price?")
    means = frame.groupby("station").price_eur.mean()
    assert said.index(str(means.idxmax())) < said.index(str(means.idxmin()))


def test_it_goes_on_from_whom_the_answer_named(rentals: AskedTable) -> None:
    counts = _rentals().station.value_counts()
    reading, _ = _asked(rentals, "which station has the most rentals?", "what's its average price?")
    assert isinstance(reading, Understood)
    assert [(f.column, f.value) for f in reading.query.filters] == [("station", counts.index[0])]
    assert reading.query.measures[0].aggregate == "mean"
    reading, _ = _asked(
        rentals, "which station has the most rentals?", "and the second?", "how many did it have?"
    )
    assert isinstance(reading, Understood)
    assert [f.value for f in reading.query.filters] == [counts.index[1]]


def test_another_figure_after_a_ranking_is_asked_back(rentals: AskedTable) -> None:
    reading, said = _asked(
        rentals, "which station has the most rentals?", "what's the average price?"
    )
    assert isinstance(reading, Unclear)
    assert _rentals().station.value_counts().index[0] in said


def test_overall_drops_the_conditions_before(rentals: AskedTable) -> None:
    for text in ("and overall?", "in general, what's the average price?"):
        reading, _ = _asked(rentals, "average price at the harbour", "only members", text)
        assert isinstance(reading, Understood)
        assert not reading.query.filters
    reading, _ = _asked(rentals, "rentals at the airport", "how many in total")
    assert isinstance(reading, Unclear)


def test_the_last_two_answers_go_together(rentals: AskedTable) -> None:
    frame = _rentals()
    _, said = _asked(rentals, "rentals at the harbour", "and the airport?", "both together")
    assert str(int(frame.station.isin(["Harbour", "Airport"]).sum())) in said
    months = frame.groupby(frame.pickup.dt.month).size()
    reading, said = _asked(rentals, "rentals in march", "and april?", "what's the difference?")
    assert isinstance(reading, Understood)
    assert str(abs(months[3] - months[4])) in said


def test_values_side_by_side_are_told_each_and_together(rentals: AskedTable) -> None:
    frame = _rentals()
    _, said = _asked(rentals, "how many rentals at the harbour and at the airport?")
    counts = frame.station.value_counts()
    for part in (counts["Harbour"], counts["Airport"], counts["Harbour"] + counts["Airport"]):
        assert str(part) in said
    reading, _ = _asked(rentals, "median price for members, and for casuals?")
    assert isinstance(reading, Understood)
    assert [g.column for g in reading.query.group_by] == ["customer_type"]


def test_groups_are_held_to_a_condition(rentals: AskedTable) -> None:
    counts = _rentals().station.value_counts()
    limit = int(counts.median())
    _, said = _asked(rentals, f"how many stations have more than {limit} rentals?")
    assert said.startswith(f"{int((counts > limit).sum())}.")
    reading, _ = _asked(rentals, "stations with an average rating below 3")
    assert isinstance(reading, Understood)
    assert reading.query.having is not None
    reading, _ = _asked(rentals, f"stations with more than {limit} rentals", "by month")
    assert not isinstance(reading, Understood)  # no group is left that the limit was about


def test_growth_is_told_with_its_percentage(rentals: AskedTable) -> None:
    frame = _rentals()
    sums = frame.groupby(frame.pickup.dt.month).price_eur.sum()
    _, said = _asked(rentals, "did revenue grow from march to april?")
    change = 100 * (sums[4] - sums[3]) / sums[3]
    assert f"{change:,.2f}".rstrip("0").rstrip(".") in said


def test_units_and_numbers_are_what_they_say(rentals: AskedTable) -> None:
    frame = _rentals()
    for text in ("how many rentals longer than an hour", "duration over 1 hour: how many rentals"):
        _, said = _asked(rentals, text)
        assert f" {int((frame.duration_min > 60).sum())} of" in said
    _, said = _asked(rentals, "how many rentals over twenty five km")
    assert f" {int((frame.distance_km > 25).sum())} of" in said


def test_numbers_of_rows_are_never_added_up(rentals: AskedTable) -> None:
    for text in ("how many rentals in march?", "total rentals", "rentals by station"):
        reading, _ = _asked(rentals, text)
        assert isinstance(reading, Understood)
        assert not reading.query.measures


def test_headings_that_are_cut_short_are_known(rentals: AskedTable) -> None:
    reading, _ = _asked(rentals, "aluguéis por professor", language="pt")
    assert isinstance(reading, Understood)
    assert [g.column for g in reading.query.group_by] == ["Prof. Resp."]


def test_averages_of_periods_are_of_their_totals(rentals: AskedTable) -> None:
    frame = _rentals()
    daily = frame.groupby(frame.pickup.dt.date).price_eur.sum().mean()
    _, said = _asked(rentals, "average daily revenue")
    assert f"{daily:,.2f}".rstrip("0").rstrip(".") in said


def test_a_figure_that_may_be_of_all_or_of_those_before_is_told_both_ways(
    rentals: AskedTable,
) -> None:
    frame = _rentals()
    _, said = _asked(rentals, "how many rentals by members", "total distance")
    for part in (frame, frame[frame.customer_type == "member"]):
        assert f"{part.distance_km.sum():,.2f}".rstrip("0").rstrip(".") in said
    reading, _ = _asked(rentals, "how many rentals by members", "total distance", "by station")
    assert not isinstance(reading, Understood)  # of which of the two?


def test_a_second_value_is_held_against_the_first(rentals: AskedTable) -> None:
    frame = _rentals()
    _, said = _asked(rentals, "how many rentals at the harbour", "compared to the airport")
    for station in ("Harbour", "Airport"):
        assert f"{station} {int((frame.station == station).sum())}" in said
    reading, _ = _asked(rentals, "longest rental by a member", "and a casual?")
    assert isinstance(reading, Understood)
    assert reading.query.order_by == "duration_min" or reading.query.measures


def test_yes_and_no_stand_side_by_side(rentals: AskedTable) -> None:
    reading, _ = _asked(rentals, "average price with and without helmet")
    assert isinstance(reading, Understood)
    assert [g.column for g in reading.query.group_by] == ["helmet"]


def test_rows_that_were_listed_go_on(rentals: AskedTable) -> None:
    reading, _ = _asked(rentals, "list the five longest rentals", "which stations?")
    assert isinstance(reading, Understood)
    assert reading.query.columns[0] == "station"
    assert reading.query.limit == 5
    reading, _ = _asked(rentals, "list the rentals of 5 march", "sorted by price")
    assert isinstance(reading, Understood)
    assert reading.query.order_by == "price_eur"
