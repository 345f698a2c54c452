"""The four data sets of the analyst's examination, made again byte by byte from fixed seeds.

`python -m tests.support.analysis_data` writes them to tests/data/analysis; the first is also what
the quality example of the product shows, so `defects()` stands alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random

FOLDER = Path(__file__).parents[1] / "data" / "analysis"

TYPES = {
    "lixo": 62,
    "falta_tinta": 31,
    "casca_laranja": 27,
    "gordura": 24,
    "descasque": 21,
    "escorrido": 19,
    "crateras": 12,
    "outros": 4,
}
SHIFTS = {"manha": 73, "tarde": 68, "noite": 59}
OPERATORS = {"Julia": 55, "Carlos": 52, "Pedro": 49, "Margareta": 44}
MATERIALS = {"ABS_Cinza": 58, "PP_Negro": 54, "PP_Vermelho": 47, "PA_Branco": 41}
RACKS = {"R12": 38, "R11": 37, "R13": 36, "R10": 33, "R14": 29, "R15": 27}

# What tends to occur together; all else weighs 1.
_TOGETHER = {
    ("noite", "falta_tinta"): 3.0,
    ("manha", "lixo"): 1.8,
    ("tarde", "gordura"): 2.2,
    ("manha", "Julia"): 3.0,
    ("tarde", "Carlos"): 2.5,
    ("noite", "Pedro"): 3.0,
    ("lixo", "R12"): 1.7,
    ("PP_Negro", "casca_laranja"): 2.5,
}


def _draw(chance: Random, left: dict[str, int], near: Iterable[str]) -> str:
    """Take one of what is left, so that the counts come out exactly."""
    names = [name for name, count in left.items() if count]
    weights = [
        left[name]
        * math.prod(_TOGETHER.get((a, name), _TOGETHER.get((name, a), 1.0)) for a in near)
        for name in names
    ]
    name = chance.choices(names, weights)[0]
    left[name] -= 1
    return name


def _deck(chance: Random, counts: Mapping[str, int]) -> list[str]:
    cards = [name for name, count in counts.items() for _ in range(count)]
    chance.shuffle(cards)
    return cards


def defects() -> bytes:
    """Make the defects of a paint shop: 200 rows whose counts are the ones stated above."""
    chance = Random(20260201)
    left = {
        name: dict(c)
        for name, c in (("o", OPERATORS), ("t", TYPES), ("m", MATERIALS), ("r", RACKS))
    }
    days = [date(2026, 2, day) for day in range(1, 29)]
    busy = [1 if day.weekday() == 6 else 3 if day.weekday() == 5 else 6 for day in days]
    lines = ["id,data,turno,operador,tipo_defeito,material,rack,posicao"]
    for number, shift in enumerate(_deck(chance, SHIFTS), 1):
        day = chance.choices(days, busy)[0]
        operator = _draw(chance, left["o"], [shift])
        kind = _draw(chance, left["t"], [shift])
        material = _draw(chance, left["m"], [kind])
        rack = _draw(chance, left["r"], [kind])
        row = (number, day, shift, operator, kind, material, rack, chance.randint(1, 8))
        lines.append(",".join(str(cell) for cell in row))
    return ("\n".join(lines) + "\n").encode()


PRODUCTS = {
    "Café torrado 500 g": ("Mercearia", 24.9),
    "Pão de queijo": ("Padaria", 15.5),
    "Açúcar mascavo": ("Mercearia", 9.8),
    "Liquidificador": ("Eletro", 189.9),
    "Ventilador": ("Eletro", 149.0),
    "Cafeteira": ("Eletro", 259.9),
    "Toalha de banho": ("Casa", 39.9),
    "Jogo de panelas": ("Casa", 349.0),
    "Caneca": ("Casa", 22.0),
}
CITIES = ["São Paulo", "Brasília", "Belém", "Goiânia", "Florianópolis", "Rio de Janeiro", "Maceió"]
CHANNELS = ["Loja física", "Site", "WhatsApp", "Marketplace"]
SELLERS = ["João", "Antônia", "Márcio", "Beatriz", "Luís"]
PAYMENTS = ["Pix", "Cartão de crédito", "Boleto", "Dinheiro"]


def _comma(value: float, places: int = 2) -> str:
    whole = f"{value:,.{places}f}"
    return whole.translate(str.maketrans(",.", ".,"))


def sales() -> bytes:
    """Make the orders of a shop as a Brazilian spreadsheet exports them, some cells left empty."""
    chance = Random(20250115)
    heads = "Data;Pedido;Cidade;Produto;Categoria;Canal;Vendedor;Forma de Pagamento"
    lines = [f"{heads};Quantidade;Preço Unitário;Desconto %;Valor Total"]
    start = date(2025, 1, 2)
    days = sorted(start + timedelta(days=chance.randrange(422)) for _ in range(612))
    for number, day in enumerate(days, 10001):
        product = chance.choices(list(PRODUCTS), [9, 8, 6, 4, 5, 3, 6, 2, 7])[0]
        category, base = PRODUCTS[product]
        price = round(base * chance.choice([0.95, 1, 1, 1, 1.08]), 2)
        amount = chance.choices([1, 2, 3, 4, 6, 10, 24], [30, 22, 14, 9, 6, 4, 1])[0]
        discount = chance.choices([None, 0, 5, 7.5, 10, 15, 20], [4, 40, 14, 6, 12, 6, 3])[0]
        total = round(price * amount * (1 - (discount or 0) / 100), 2)
        city = chance.choices(CITIES, [12, 6, 4, 5, 4, 9, 3])[0]
        channel = chance.choices([*CHANNELS, ""], [20, 18, 9, 12, 1])[0]
        seller = chance.choices([*SELLERS, ""], [14, 12, 10, 9, 7, 2])[0]
        pay = chance.choices(PAYMENTS, [14, 13, 4, 5])[0]
        cells = [f"{day:%d/%m/%Y}", str(number), city, product, category, channel, seller, pay]
        cells += [str(amount), f"R$ {_comma(price)}"]
        cells += ["" if discount is None else f"{_comma(discount, 1)}%", f"R$ {_comma(total)}"]
        if number % 97 == 0:
            cells[8] = cells[11] = ""
        lines.append(";".join(cells))
    return ("\r\n".join(lines) + "\r\n").encode("latin-1")


AGREE = ["Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"]
RATED = {
    "Q1. Overall, how satisfied are you with your job? (1 = not at all, 5 = very much)": 0.3,
    "Q2. How satisfied are you with your pay? (1-5)": -0.6,
    "Q3. How satisfied are you with your direct manager? (1-5)": 0.4,
    "Q4. How would you rate the canteen food? (1-5)": -0.3,
    "Q5. How would you rate the communication between departments? (1-5)": -0.5,
    "Q6. How safe do you feel at your workplace? (1-5)": 0.9,
    "Q7. How would you rate the training you received last year? (1-5)": 0.0,
    "Q8. How manageable is your workload? (1-5)": -0.2,
    "Q9. How would you rate the tools and equipment you work with? (1-5)": 0.2,
}
AGREED = {
    "Q10. I would still be working here in two years": 0.2,
    "Q11. My ideas are taken seriously": 0.0,
    "Q12. I know what is expected of me": 0.8,
    "Q13. I can balance work and private life": 0.1,
    "Q14. Promotions are fair": -0.7,
    "Q15. I am proud to work here": 0.5,
    "Q16. Senior leadership communicates openly": -0.4,
}
YES_NO = {
    "Q17. Did you have an appraisal in the last 12 months?": 0.68,
    "Q18. Have you looked for another job in the last 6 months?": 0.34,
    "Q19. Have you reported a safety incident this year?": 0.12,
    "Q20. Would you like more remote work?": 0.57,
    "Q21. Have you used the employee assistance line?": 0.08,
    "Q22. Do you have a mentor?": 0.22,
}
BENEFITS = ["Meal card", "Gym", "Health insurance", "Childcare", "Transport pass"]


def _answers(chance: Random, mood: float) -> list[str]:
    """Answer as somebody of that mood does, leaving out one in fourteen."""

    def step(bias: float) -> int:
        return min(4, max(0, round(2 + bias + mood + chance.gauss(0, 1))))

    cells = [str(step(bias) + 1) for bias in RATED.values()]
    cells += [AGREE[step(bias)] for bias in AGREED.values()]
    cells += ["Yes" if chance.random() < part else "No" for part in YES_NO.values()]
    cells.append(str(chance.randrange(5, 95, 5)))
    cells.append(str(chance.choice([0, 0, 1, 2, 2, 3, 5])))
    cells.append("; ".join(b for b in BENEFITS if chance.random() < 0.4))
    cells.append(
        chance.choice(["E-mail", "Team meeting", "Intranet", "Chat group", "Notice board"])
    )
    cells.append(str(min(10, max(0, round(6.4 + 1.5 * mood + chance.gauss(0, 2))))))
    cells.append(str(chance.randrange(0, 41, 4)))
    cells.append(
        chance.choice(["More pay", "Better food", "Fewer meetings", "Flexible hours", "New tools"])
    )
    return ["" if chance.random() < 1 / 14 else cell for cell in cells]


def survey() -> bytes:
    """Make a wide survey of employees: questions as headings, numbers and words as answers."""
    chance = Random(41)
    heads = ["Respondent ID", "Date submitted", "Department", "Site", "Age band", "Gender"]
    heads += ["Type of contract", "Years of service", "Do you manage people?", "Works night shifts"]
    heads += [*RATED, *AGREED, *YES_NO, "Q23. How many minutes is your commute?"]
    heads += ["Q24. How many days a week do you work remotely?", "Q25. Which benefits do you use?"]
    heads += ["Q26. How do you prefer to hear company news?"]
    heads += ["Q27. How likely are you to recommend us as an employer? (0-10)"]
    heads += ["Q28. Hours of training in the last year", "Q29. What should we improve first?"]
    lines = [",".join(f'"{head}"' for head in heads)]
    moods = {"Production": -0.3, "Logistics": -0.1, "Quality": 0.1, "Maintenance": 0.0}
    moods |= {"Human Resources": 0.5, "Sales and Marketing": 0.3, "R&D": 0.6}
    for number in range(1, 304):
        part = chance.choices(list(moods), [110, 50, 36, 34, 14, 30, 26])[0]
        cells = [
            f"E{number:04d}",
            str(date(2026, 3, 2) + timedelta(days=chance.randrange(19))),
            part,
        ]
        cells.append(chance.choices(["Porto", "Braga", "Lisbon", "Setúbal"], [6, 4, 3, 2])[0])
        cells.append(
            chance.choices(["18-24", "25-34", "35-44", "45-54", "55+"], [2, 6, 7, 5, 3])[0]
        )
        cells.append(chance.choices(["Female", "Male", "Prefer not to say", ""], [44, 50, 4, 2])[0])
        cells.append(chance.choices(["Permanent", "Fixed term", "Temporary agency"], [7, 2, 1])[0])
        cells.append(f"{chance.gammavariate(2, 3.5):.1f}")
        cells += [
            chance.choices(["Yes", "No"], [1, 5])[0],
            chance.choices(["Yes", "No"], [1, 3])[0],
        ]
        cells += _answers(chance, moods[part] + chance.gauss(0, 0.5))
        lines.append(
            ",".join(f'"{cell}"' if "," in cell or ";" in cell else cell for cell in cells)
        )
    return ("\n".join(lines) + "\n").encode()


# name: (temperature, swing, kWh per hour, hours without any reading as (from, to) since the start)
MACHINES: dict[str, tuple[float, float, float, list[tuple[int, int]]]] = {
    "Compressor A": (68.0, 6.0, 21.0, [(130, 151)]),
    "Chiller 1": (-4.0, 3.0, 14.0, [(300, 312)]),
    "Chiller 2": (-1.5, 4.0, 12.5, []),
    "Oven 3": (184.0, 9.0, 47.0, [(60, 66), (410, 452)]),
}


def sensors() -> bytes:
    """Make hourly readings of four machines over three weeks, with stretches and cells missing."""
    chance = Random(7)
    lines = ["timestamp\tmachine\ttemp_c\tvibration_mm_s\tpressure_bar\tenergy_kwh\tstatus"]
    for hour in range(21 * 24):
        at = datetime.fromisoformat("2026-01-05") + timedelta(hours=hour)
        weekend = at.weekday() >= 5
        for name, (warm, swing, power, gaps) in MACHINES.items():
            if any(first <= hour < last for first, last in gaps):
                continue
            states = [30, 60, 2, 8] if weekend else [82, 11, 3, 4]
            status = chance.choices(["running", "idle", "fault", "stopped"], states)[0]
            load = {"running": 1.0, "idle": 0.35, "fault": 0.2, "stopped": 0.02}[status]
            temp = warm + swing * math.sin((at.hour - 9) / 24 * 2 * math.pi) + chance.gauss(0, 1.2)
            shake = max(0.05, chance.gauss(2.4 if status == "fault" else 1.1 * load + 0.2, 0.25))
            bar = max(0.0, chance.gauss(6.8 if status == "running" else 5.1, 0.3))
            used = max(0.0, power * load * chance.gauss(1, 0.08))
            cells = [f"{temp:.1f}", f"{shake:.2f}", f"{bar:.2f}", f"{used:.2f}"]
            cells = ["" if chance.random() < 0.015 else cell for cell in cells]
            lines.append("\t".join([f"{at:%Y-%m-%dT%H:%M:%S}", name, *cells, status]))
    return ("\n".join(lines) + "\n").encode()


FILES = {
    "defeitos.csv": defects,
    "vendas.csv": sales,
    "survey.csv": survey,
    "sensors.tsv": sensors,
}

if __name__ == "__main__":
    for name, make in FILES.items():
        FOLDER.joinpath(name).write_bytes(make())
