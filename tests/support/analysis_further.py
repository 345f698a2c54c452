"""Tables of other trades, from fixed seeds: a library, harvests, flights, a help desk, a gym."""

from __future__ import annotations

import importlib
from random import Random
from typing import Any


def further_table(name: str) -> Any:
    """Return one of the tables as a pandas frame."""
    made = {
        "loans.csv": _loans,
        "colheitas.csv": _harvests,
        "flights.csv": _flights,
        "chamados.csv": _tickets,
        "gym_checkins.csv": _checkins,
    }
    return made[name]()


def _day(draw: Random, first: int, last: int) -> str:
    return f"{draw.randint(first, last):02d}-{draw.randint(1, 28):02d}"


def _frame(rows: list[dict[str, Any]], dates: tuple[str, ...]) -> Any:
    pd: Any = importlib.import_module("pandas")
    frame = pd.DataFrame(rows)
    for column in dates:
        frame[column] = pd.to_datetime(frame[column])
    return frame


def _loans() -> Any:
    draw = Random(11)
    people = [
        "Amara Okafor",
        "Ben Turner",
        "Chloe Martin",
        "Diego Ruiz",
        "Ella Novak",
        "Farid Aziz",
    ]
    books = {
        "Dune": "Science fiction", "Emma": "Classics", "Middlemarch": "Classics",
        "Neuromancer": "Science fiction", "The Hobbit": "Fantasy", "Sapiens": "History",
        "SPQR": "History", "Matilda": "Children's",
    }  # fmt: skip
    rows: list[dict[str, Any]] = []
    for n in range(420):
        title = draw.choices(list(books), weights=[9, 5, 3, 6, 10, 7, 4, 8])[0]
        late = max(0, int(draw.gauss(0, 6)))
        month = draw.choices([9, 10, 11, 12], weights=[3, 5, 4, 2])[0]
        rows.append(
            {
                "loan_id": 7000 + n,
                "member": draw.choices(people, weights=[6, 5, 4, 3, 2, 1])[0],
                "member_type": draw.choices(["adult", "student", "senior"], weights=[5, 3, 1])[0],
                "branch": draw.choices(
                    ["Riverside", "Hill Street", "Docklands"], weights=[4, 3, 2]
                )[0],
                "title": title,
                "genre": books[title],
                "borrowed_on": f"2025-{month:02d}-{draw.randint(1, 28):02d}",
                "days_late": late,
                "fine_eur": round(late * 0.35, 2),
                "renewed": draw.choices(["yes", "no"], weights=[1, 3])[0],
                "rating": draw.choices([1, 2, 3, 4, 5, None], weights=[1, 1, 3, 4, 3, 2])[0],
            }
        )
    return _frame(rows, ("borrowed_on",))


def _harvests() -> Any:
    draw = Random(12)
    rows: list[dict[str, Any]] = []
    for n in range(260):
        crop = draw.choices(["soja", "milho", "trigo", "feijão"], weights=[5, 4, 2, 1])[0]
        area = round(draw.uniform(4, 60), 1)
        rows.append(
            {
                "Talhão": f"T{n % 24 + 1:02d}",
                "Cultura": crop,
                "Produtor": draw.choices(["Sérgio Lima", "Marta Reis", "Paulo Lima", "Ivone Braga"],
                                         weights=[4, 3, 2, 2])[0],
                "Município": draw.choices(["Cascavel", "Toledo", "Londrina"], weights=[3, 2, 2])[0],
                "Data da Colheita": f"{draw.choice([2023, 2024])}-{_day(draw, 2, 9)}",
                "Área (ha)": area,
                "Produção (t)": round(area * draw.uniform(2, 5), 1),
                "Umidade %": None if draw.random() < 0.1 else round(draw.uniform(11, 22), 1),
                "Irrigado": "Sim" if draw.random() < 0.4 else "Não",
                "Praga": draw.choice(["lagarta", "lagarta", "percevejo", "ferrugem", None, None]),
            }
        )  # fmt: skip
    return _frame(rows, ("Data da Colheita",))


def _flights() -> Any:
    draw = Random(13)
    rows: list[dict[str, Any]] = []
    for n in range(520):
        cancelled = draw.random() < 0.06
        rows.append(
            {
                "FlightNo": f"ZX{n % 90 + 100}",
                "Carrier": draw.choice(["Northwind", "Northwind", "Aero Sul", "Blue Jay"]),
                "Origin": draw.choice(["Lisbon", "Lisbon", "Madrid", "Oslo", "Vienna"]),
                "Destination": draw.choice(["Rome", "Paris", "Dublin"]),
                "Departure": f"2026-{_day(draw, 5, 5)} {draw.randint(5, 22):02d}:30",
                "DelayMin": None if cancelled else max(-10, int(draw.gauss(14, 22))),
                "Passengers": draw.randint(40, 190),
                "Cancelled": "Yes" if cancelled else "No",
                "AircraftType": draw.choices(["A320", "B737", "E190"], weights=[4, 4, 2])[0],
            }
        )  # fmt: skip
    return _frame(rows, ("Departure",))


def _tickets() -> Any:
    draw = Random(14)
    rows: list[dict[str, Any]] = []
    for n in range(330):
        opened, closed = draw.randint(1, 24), draw.random() < 0.88
        month = draw.randint(3, 5)
        minutes = draw.randint(4, 300)
        rows.append(
            {
                "Chamado": 5001 + n,
                "Aberto em": f"2026-{month:02d}-{opened:02d}",
                "Fechado em": (
                    f"2026-{month:02d}-{opened + draw.randint(0, 4):02d}" if closed else None
                ),
                "Equipe": draw.choices(["Redes", "Sistemas", "Campo"], weights=[5, 3, 2])[0],
                "Atendente": draw.choices(
                    ["Bruna", "Caio", "Davi", "Elisa"], weights=[6, 4, 3, 2]
                )[0],
                "Urgência": draw.choices(["baixa", "média", "alta"], weights=[5, 3, 2])[0],
                "Motivo": draw.choices(
                    ["senha", "impressora", "internet", "e-mail"], weights=[7, 3, 5, 2]
                )[0],
                "Minutos até resolver": minutes,
                "Custo (R$)": round(minutes * 0.9 + draw.uniform(0, 20), 2),
                "Nota do usuário (1-5)": draw.choices([1, 2, 3, 4, 5, None], [1, 1, 3, 5, 4, 3])[0],
            }
        )  # fmt: skip
    return _frame(rows, ("Aberto em", "Fechado em"))


def _checkins() -> Any:
    draw = Random(15)
    rows: list[dict[str, Any]] = []
    for n in range(450):
        minutes = draw.randint(20, 120)
        rows.append(
            {
                "checkin_id": f"V{n:04d}",
                "arrived": f"2026-{draw.randint(1, 3):02d}-{draw.randint(1, 27):02d}",
                "club": draw.choices(["Downtown", "Harbour", "Airport"], weights=[5, 3, 2])[0],
                "activity": draw.choices(
                    ["Swimming", "Yoga", "Weights", "Cycling"], weights=[2, 3, 6, 4]
                )[0],
                "sex": draw.choices(["F", "M"], weights=[6, 5])[0],
                "age": draw.randint(16, 84),
                "minutes": minutes,
                "calories": minutes * draw.randint(4, 9),
                "paid_eur": round(draw.uniform(3, 15), 2),
                "locker": draw.choice(["A", "B", "C", None]),
                "guest": draw.choices(["yes", "no"], weights=[1, 4])[0],
            }
        )
    return _frame(rows, ("arrived",))
