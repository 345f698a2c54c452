"""What is taken for personal data, and what only looks like it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from cli.main import main
from language.scrub import scrub, spans


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("12.abc.345/01de-35", "[cnpj]"),
        ("nosso cnpj é 12abc34501de35", "nosso cnpj é [cnpj]"),
        ("12ABC34501DE35", "[cnpj]"),
        ("minha senha batata123", "minha senha [password]"),
        ("senha do wifi casa2020", "senha do wifi [password]"),
        ("minha senha é batatinha", "minha senha é [password]"),
        ("my password hunter2", "my password [password]"),
        ("o pin do cartão é 4321", "o pin do cartão é [password]"),
        ("call me at 07911 123456", "call me at [phone]"),
        ("me liga no 11 3333-4444", "me liga no [phone]"),
        ("meu telefone fixo é 1133334444", "meu telefone fixo é [phone]"),
        ("+33 6 12 34 56 78, à partir de 9 h", "[phone], à partir de 9 h"),
        ("0049 151 23456789", "[phone]"),
        ("my number is 212 555 0198", "my number is [phone]"),
        ("liga pra mim 912 345 678", "liga pra mim [phone]"),
        ("meu código é 482913", "meu código é [code]"),
        ("your verification code is 123-456", "your verification code is [code]"),
        ("123456 is your Uber code", "[code] is your Uber code"),
        ("o código que chegou por sms foi 4829", "o código que chegou por sms foi [code]"),
        ("moro no 01310-100, apto 12", "moro no [cep], apto 12"),
        ("cep 01310100", "cep [cep]"),
        ("a senha do wifi daqui é casa da vovó 33", "a senha do wifi daqui é [password]"),
        ("botei cebolinha77 como senha", "botei [password] como senha"),
        ("pass: b4n4n4", "pass: [password]"),
        ("I log in as rjones / Sunny!day7", "I log in as rjones / [password]"),
        ("recebi 7731 no sms", "recebi [code] no sms"),
        ("the six digits are 301 776", "the six digits are [code]"),
        ("my SSN is 130 50 9708", "my SSN is [ssn]"),
        ("passaporte FX418820, vence em 2031", "passaporte [passport], vence em 2031"),
        ("o número agora é 9 9187-3364, ddd 62", "o número agora é [phone], ddd 62"),
        ("meu RG é 12.345.678-9", "meu RG é [rg]"),
        ("rg 123456789 ssp", "rg [rg] ssp"),
        ("PIS 120.54321.09-1", "PIS [pis]"),
        ("o painel aceita Quero#Cafe como senha", "o painel aceita [password] como senha"),
        ("mudei pra Tucupi*8x mas a senha falha", "mudei pra [password] mas a senha falha"),
        ("entra com abacate_2031 de senha", "entra com [password] de senha"),
        ("use pl4tform99 to sign in", "use [password] to sign in"),
        ("the passcode I wrote down was river-55-oak", "the passcode I wrote down was [password]"),
        ("login caixa senha paçoca", "login caixa senha [password]"),
        ("senha do alarme da frente 9917", "senha do alarme da frente [password]"),
        ("my authenticator shows 118 204", "my authenticator shows [code]"),
        (
            "o número que chegou pra confirmar foi 55120",
            "o número que chegou pra confirmar foi [code]",
        ),
        ("digitei o código Q4-88172 e nada", "digitei o código [code] e nada"),
        ("the code they mailed me: 90221", "the code they mailed me: [code]"),
        (
            "estorna na chave aleatória 123e4567-e89b-42d3-a456-426614174000",
            "estorna na chave aleatória [pix]",
        ),
        (
            "123e4567-e89b-42d3-a456-426614174000 é minha chave pix",
            "[pix] é minha chave pix",
        ),
        ("gb82 west 1234 5698 7654 32", "[iban]"),
        ("cartão 4111.1111.1111.1111", "cartão [card]"),
        ("my card is 4111 1111 1111 1111 exp 12/28 for friday", "my card is [card] for friday"),
        ("5555 5555 5555 4444 03/27 881", "[card]"),
        ("validade 12/28", "[card]"),
        ("cvv 123", "[card]"),
        ("o cartão vence em 03/2029", "o cartão [card]"),
        ("cpf52998224725 obrigado", "cpf[cpf] obrigado"),
        ("enter 618204 to verify your number", "enter [code] to verify your number"),
        ("use 55120 para validar o acesso", "use [code] para validar o acesso"),
        ("o cód de liberação veio 90 21 33", "o cód de liberação veio [code]"),
        ("two-factor asks me for 771 450", "two-factor asks me for [code]"),
        ("o app do banco mostrou 661204", "o app do banco mostrou [code]"),
        ("liga 0xx11 3222-4455", "liga [phone]"),
        ("meu pis, se não me engano, é 12054321097", "meu pis, se não me engano, é [pis]"),
        (
            "minha chave pix é 123e4567-e89b-42d3-a456-426614174000",
            "minha chave pix é [pix]",
        ),
    ],
)
def test_what_people_tell_of_themselves_is_found(text: str, clean: str) -> None:
    assert scrub(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        "minha senha não funciona",
        "esqueci minha senha de novo",
        "senha expira em 2025",
        "my password is wrong",
        "password reset 2024 report",
        "the password you sent doesn't go in",
        "a senha deve ter de 8 a 12 caracteres, 10-12 no máximo",
        "error code 404000 on the till",
        "zip code 90210",
        "promo code SAVE20",
        "código do produto 482913",
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "md5 9f86d081884c7d659a2feaa0c55ad015",
        "the session 123e4567-e89b-42d3-a456-426614174000 has ended",
        "pedido 11987654321",
        "order 212-555-0198 is late",
        "invoice 2025-000123-44",
        "nota fiscal 000.123.456",
        "vendemos 12 345 678 unidades",
        "IP 192.168.10.255 em 2025-11-02 03:14:07",
        "my password is stored in the vault",
        "a senha é válida até 2026",
        "I received 1200 boxes and 340 pallets",
        "recebi 4500 reais do banco",
        "internacional12 e desenvolvimen99",
        "a senha do servidor srv01 expirou",
        "chamou a senha 0231 no painel",
        "senha A045, guichê 3",
        "log in with Microsoft365 please",
        "entra com o cupom VERAO10 no carrinho",
        "reset the password of user m.silva88",
        "usuário e senha inválidos",
        "digitei o código de barras 7891000",
        "digitei o código 88213-B do produto e nada",
        "the number on the invoice was 88213",
        "sms enviado para 1200 clientes",
        "use 220 volts to unlock it",
        "enter gate 1400 to sign in at the desk",
        "error 40412 came by sms",
        "o app mostrou 1200 pedidos e 3 erros",
        "meu exame vence 12/12",
        "o iogurte vale até 12/26, e eu comprei na loja de vocês ontem à tarde",
        "vencimento do boleto 12/11",
        "pedido 84072880 casa verde",
        "1234.5678.9012.3456",
        "it must pass **before** the build",
    ],
)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert scrub(text) == text


@pytest.mark.parametrize(
    "unit",
    [
        "1 ",
        "senha ",
        "senha do da ",
        "pix a",
        "(11) ",
        "código que ",
        "my code i ",
        "1-",
        "cep 0",
        "pix ",
        "senha 1a!b2 ",
        "login a senha b ",
        "pis 1",
        "2fa no ",
    ],
)
def test_the_search_takes_time_that_grows_with_the_text(unit: str) -> None:
    text = (unit * 40_000)[:60_000]
    before = time.process_time()
    spans(text)
    assert time.process_time() - before < 1.5


def test_an_examiners_rows_are_found_and_hardly_anything_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = Path(__file__).parent / "data" / "personal_data.csv"
    assert main(["eval", "guard", str(rows), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["personal_data"]
    assert told["recall"] >= 0.97
    assert told["precision"] >= 0.98
