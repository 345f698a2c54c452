"""What is known about text: numbers, dates, places, languages, and what must not be shown."""

from __future__ import annotations

import time
from datetime import date
from itertools import pairwise
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from language.dates import find_dates, parse_date
from language.detect import Language, detect
from language.encoder import MAX_WINDOWS, WINDOW, embed
from language.json_text import leaves, map_leaves
from language.matching import best_match, find_option
from language.numbers import find, parse
from language.scrub import scrub, spans
from language.zones import find_zone, places_in, suggest_zones

TODAY = date(2026, 11, 18)  # a Wednesday

UNITS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen",
    "pt": "zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze "
    "dezesseis dezessete dezoito dezenove",
}
TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "pt": "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
}
HUNDREDS = (
    "cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos"
)


def spell(number: int, language: Language) -> str:
    """Write a number below a billion in words."""
    for size, en, pt in ((10**6, "million", "milhões"), (10**3, "thousand", "mil")):
        if number >= size:
            many, rest = divmod(number, size)
            one_pt = "mil" if size == 10**3 else "um milhão"
            if language == "pt":
                head = one_pt if many == 1 else f"{spell(many, language)} {pt}"
            else:
                head = f"{spell(many, language)} {en}"
            return f"{head} {spell(rest, language)}" if rest else head
    if number >= 100:
        many, rest = divmod(number, 100)
        if language == "en":
            head = f"{UNITS['en'].split()[many]} hundred"
            return f"{head} and {spell(rest, language)}" if rest else head
        head = "cem" if number == 100 else HUNDREDS.split()[many - 1]
        return f"{head} e {spell(rest, language)}" if rest else head
    if number >= 20:
        many, rest = divmod(number, 10)
        joint = "-" if language == "en" else " e "
        ten = TENS[language].split()[many - 2]
        return f"{ten}{joint}{spell(rest, language)}" if rest else ten
    return UNITS[language].split()[number]


@given(st.integers(0, 999_999_999), st.sampled_from(["en", "pt"]))
def test_a_number_written_out_in_words_is_read_back(number: int, language: Language) -> None:
    assert parse(spell(number, language), language) == number


@given(st.integers(0, 10**9), st.integers(0, 99), st.booleans())
def test_a_number_with_separators_is_read_in_both_conventions(
    whole: int, cents: int, negative: bool
) -> None:
    english = f"{'-' if negative else ''}{whole:,}.{cents:02d}"
    portuguese = english.translate(str.maketrans(",.", ".,"))
    value = float(f"{'-' if negative else ''}{whole}.{cents:02d}")
    assert parse(english, "en") == value
    assert parse(portuguese, "pt") == value


MANY = ",".join(["9" * 30] * 11)


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("vinte e três", "pt", 23),
        ("mil e duzentos", "pt", 1200),
        ("1.234,56", "en", 1234.56),
        ("1,234.56", "pt", 1234.56),
        ("3k", "en", 3000),
        ("2,5 mil", "pt", 2500),
        ("0,0.00.0", "en", 0),
        ("1,2.3.4", "pt", 1234),
        pytest.param(f"{MANY}k", "en", int("9" * 330) * 1000, id="more thousands than a float"),
        pytest.param(f"{MANY}.5", "en", None, id="more than a float"),
        ("a hundred", "en", None),
        ("no number", "en", None),
    ],
)
def test_numbers_are_read_as_people_write_them(
    text: str, language: Language, value: float | None
) -> None:
    assert parse(text, language) == value


def test_an_article_is_no_number_and_neighbours_stay_apart() -> None:
    assert [f.value for f in find("um carro e cinco rodas", "pt")] == [5]
    assert [f.value for f in find("between 10 and 20", "en")] == [10, 20]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("hoje", "pt", "2026-11-18"),
        ("depois de amanhã", "pt", "2026-11-20"),
        ("daqui a duas semanas", "pt", "2026-12-02"),
        ("há 2 meses", "pt", "2026-09-18"),
        ("2 weeks ago", "en", "2026-11-04"),
        ("next monday", "en", "2026-11-23"),
        ("sexta-feira passada", "pt", "2026-11-13"),
        ("18 de novembro de 2027", "pt", "2027-11-18"),
        ("November 3rd, 2027", "en", "2027-11-03"),
        ("03/04/2026", "pt", "2026-04-03"),
        ("03/04/2026", "en", "2026-03-04"),
        ("25/12", "en", "2026-12-25"),
        ("2026-02-05", "en", "2026-02-05"),
        ("31/02/2026", "pt", None),
        ("no date at all", "en", None),
    ],
)
def test_dates_are_read_as_people_write_them(
    text: str, language: Language, expected: str | None
) -> None:
    found = parse_date(text, TODAY, language)
    assert (found.isoformat() if found else None) == expected


@given(st.text(max_size=200))
def test_no_text_breaks_the_readers_of_dates_and_numbers(text: str) -> None:
    for language in ("en", "pt"):
        find_dates(text, TODAY, language)
        find(text, language)


def test_options_are_found_without_regard_to_accents_case_and_plurals() -> None:
    assert find_option("mostra só as NÃO conformidades", ["nao conformidade", "lixo"]) == (
        "nao conformidade"
    )
    assert best_match("botões", ["botao", "balcão"]) == "botao"
    assert best_match("something else", ["botao", "balcão"]) is None


def test_places_lead_to_zones_in_both_languages() -> None:
    assert find_zone("São Paulo") == find_zone("Rio de Janeiro") == "America/Sao_Paulo"
    assert find_zone("Tóquio") == find_zone("tokyo") == "Asia/Tokyo"
    assert find_zone("nowhere at all") is None
    assert suggest_zones("Lisbonn") == ["Europe/Lisbon"]
    assert places_in("que horas são em Nova York?") == ["Nova York"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("what time is it?", "en"),
        ("que horas são?", "pt"),
        ("obrigada pela ajuda", "pt"),
        ("thanks for the help", "en"),
        ("calcula 3+4", "pt"),
        ("how much is 3+4", "en"),
    ],
)
def test_the_language_of_a_short_message_is_recognised(text: str, language: Language) -> None:
    assert detect(text) == language


def test_a_message_without_words_keeps_the_language_of_the_conversation() -> None:
    assert (detect("2+2", "pt"), detect("2+2", "en")) == ("pt", "en")


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("meu cpf é 529.982.247-25", "meu cpf é [cpf]"),
        ("52998224725 e 529.982.247-26", "[cpf] e 529.982.247-26"),
        ("cnpj 11.222.333/0001-81", "cnpj [cnpj]"),
        ("cnpj novo 12.ABC.345/01DE-35", "cnpj novo [cnpj]"),
        ("card 4111 1111 1111 1111 ok", "card [card] ok"),
        ("2024 4111-1111-1111-1111", "2024 [card]"),
        ("4111 1111 1111 1112", "4111 1111 1111 1112"),
        ("IBAN GB82 WEST 1234 5698 7654 32", "IBAN [iban]"),
        ("write to ana.b+c@mail.example.com.", "write to [email]."),
        ("ligue (11) 98765-4321", "ligue [phone]"),
        ("call +1 415 555 2671 now", "call [phone] now"),
        ("password: hunter2", "password: [password]"),
        ("minha senha é ab12cd", "minha senha é [password]"),
        ("a senha é obrigatória", "a senha é obrigatória"),
        ("Authorization: Bearer abcdef0123456789", "Authorization: Bearer [token]"),
        ("key sk-ant-api03-AbCdEfGhIjKlMnOp", "key [token]"),
        ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "[token]"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "[token]"),
        ("5f4dcc3b5aa765d61d8327deb882cf99", "[token]"),
        ("postgres://ann:s3cret@db/x", "postgres://ann:[password]@db/x"),
        ("turn 018f3c2e-7b1a-7c3d-9e4f-123456789abc", "turn 018f3c2e-7b1a-7c3d-9e4f-123456789abc"),
        ("order 1234567890 of 2026-11-18 12:30", "order 1234567890 of 2026-11-18 12:30"),
    ],
)
def test_personal_data_and_secrets_are_taken_out_and_nothing_else(text: str, clean: str) -> None:
    assert scrub(text) == clean


@given(st.text(st.sampled_from("a1@.- :/+()eyJsenhAB5"), max_size=300))
def test_what_is_found_lies_in_the_text_in_order_and_apart(text: str) -> None:
    found = spans(text)
    assert all(0 <= s.start < s.end <= len(text) for s in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


HOSTILE = [
    "a", "1", "1 ", "1234 ", "123.", "@", "a@", "x@a.a.", "eyJ", "eyJaaaaaaaa.", "senha ",
    "senha:", "senha a b c ", "sk-", "AB12 ", "(", "+1 12 ", "-----BEGIN ",
    "-----BEGIN PRIVATE KEY-----", "bearer ", "://a:b", "a1B", "deadbeef01", "á", "é ", "529.982.",
    "ghp_", "sk-ant-", "password=", "api_key: ", "://u:p@", "eyJhbGciOiJIUzI1NiJ9.", "&#65;", "&#",
    "\u200b", "\u200d", " \u200d", "\ufe0f", "a\u0301\u0301", "\uff53", "\U0001f1ee", "\u202e",
]  # fmt: skip


def test_hostile_text_costs_no_more_than_its_length() -> None:
    """Four times the text may cost about four times the work, whatever is repeated in it."""
    growth: list[float] = []
    for unit in HOSTILE:
        text = (unit * 40_000)[:32_768]
        short = min(_cost(text) for _ in range(3))
        long = min(_cost(text * 4) for _ in range(2))
        growth.append(long / short)
    assert max(growth) < 9  # quadratic work would be 16 times as much


@settings(max_examples=25, deadline=None)
@given(st.text(st.sampled_from("a1@.- :/+()\"'éeyJsk"), min_size=1, max_size=6))
def test_any_repeated_text_costs_no_more_than_its_length(unit: str) -> None:
    text = (unit * 16_384)[:16_384]
    short = min(_cost(text) for _ in range(2))
    assert min(_cost(text * 4) for _ in range(2)) / short < 10


def _cost(text: str) -> float:
    start = time.thread_time()
    scrub(text)
    return time.thread_time() - start


def test_meaning_crosses_languages_and_vectors_have_length_one() -> None:
    here, there, other = embed(["what time is it?", "que horas são?", "a recipe for bread"])
    assert here @ there > 0.6 > here @ other
    assert np.isclose(here @ here, 1, atol=1e-4)


def test_a_long_text_is_embedded_by_a_bounded_number_of_windows() -> None:
    vector = embed(["word " * WINDOW * MAX_WINDOWS * 4])[0]
    assert np.isclose(vector @ vector, 1, atol=1e-4)
    assert embed([]).shape == (0, 512)


def test_letters_inside_of_a_code_say_nothing_about_the_language() -> None:
    assert detect("tell me about x3a7o9", "pt") == "en"
    assert detect("o1a2e3", "en") == "en"
    assert detect("don't", "pt") == "en"


HEX = st.integers(0, 2**128 - 1)
LETTERS = "abcdefghijklmnopqrstuvwxyzáàâãéêíóôõúç"
NAME = st.from_regex(r"[a-z]{1,8}[0-9_][a-z0-9]{0,5}", fullmatch=True)
CODES = {
    "a tag": HEX.map(lambda n: f"x{n % 2**32:08x}"),
    "a short hash": HEX.map(lambda n: f"{n % 2**28:07x}"),
    "letters of a hash": st.text("abcdef", min_size=6, max_size=40),
    "an id": HEX.map(lambda n: str(UUID(int=n))),
    "a number": st.integers(-(10**9), 10**9).map(str),
    "a sum": st.decimals(0, 10**6, places=2).map(lambda d: f"R$ {d}".replace(".", ",")),
    "an order": HEX.map(lambda n: f"ORD-{n % 10**6}-a"),
    "a name with a digit": NAME,
    "a letter": st.sampled_from([*LETTERS, *LETTERS.upper()]),
    "letters": st.lists(st.sampled_from(LETTERS), min_size=1, max_size=9).map(" ".join),
    "an address": st.builds("{}@{}.com.br".format, NAME, st.sampled_from(["que", "the", "o-e"])),
    "a plain address": st.sampled_from(["the.name@mail.com", "nota@casa.com.br", "hoje@e.org"]),
    "a link": st.builds("https://{}.com/the/{}?que={}".format, NAME, NAME, st.integers(0, 99)),
    "a plain link": st.sampled_from(["www.noticias.com.br", "the-times.co.uk/with/you", "e.g.br"]),
    "a button": st.sampled_from(["@nota", "@the_timer", "@onboarding", "@e"]),
}


@pytest.mark.parametrize("kind", CODES)
@given(data=st.data(), language=st.sampled_from(["en", "pt"]))
@settings(max_examples=60, derandomize=True)
def test_codes_and_single_letters_say_nothing_about_the_language(
    kind: str, data: st.DataObject, language: Language
) -> None:
    code = data.draw(CODES[kind])
    assert detect(code, language) == language
    assert detect(f"go {code}", language) == language
    assert detect(f"({code}), {code}.", language) == language


@pytest.mark.parametrize("kind", CODES)
@given(data=st.data())
@settings(max_examples=20, derandomize=True)
def test_words_beside_a_code_tell_the_language_all_the_same(kind: str, data: st.DataObject) -> None:
    code = data.draw(CODES[kind])
    assert detect(f"where is my order {code}?", "pt") == "en"
    assert detect(f"onde está o meu pedido {code}?", "en") == "pt"


def test_json_is_walked_in_its_order_names_of_fields_included() -> None:
    value = {"a": ["x", 1, {"b": None}], "c": True, "d": []}
    assert list(leaves(value)) == ["a", "x", 1, "b", None, "c", True, "d"]
    assert map_leaves(value, str) == {"a": ["x", "1", {"b": "None"}], "c": "True", "d": []}
    assert map_leaves({"a": ["x"]}, str.upper, rename=str.upper) == {"A": ["X"]}
