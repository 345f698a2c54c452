"""No credential of a known form leaves, whole or in part; ordinary text is neither held nor cut."""

from __future__ import annotations

import csv
import itertools
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from guardrails.gate import REPLACED, Gate, without_credentials
from language.credentials import credentials
from language.scrub import scrub
from language.skeleton import plainly
from tests.support.secrets import INVISIBLE, SHAPES, key_blocks, web_tokens, whole

_PART = 6  # characters of a credential that are too many
_AROUND = st.one_of(
    st.text(max_size=12),
    st.text("skABIZaghp_-. :=/@\n'\"`x0", max_size=12),
    st.sampled_from(
        ["x", "The key is ", "key=", "(", "abc", "é", "task-", "sk-", "-----", "&", "9", "&#1"]
    ),
)
_PIECES = st.lists(st.integers(1, 40), max_size=12)


def _through(text: str, sizes: list[int]) -> str:
    """What a gate lets out of a text that comes in pieces of these sizes, over and over."""
    gate, out, at = Gate(), "", 0
    for size in itertools.cycle(sizes or [len(text) or 1]):
        if at >= len(text):
            break
        out += gate.feed(text[at : at + size])
        at += size
    return out + gate.close()


def _leaked(public: str, secret: str, around: str, out: str) -> str | None:
    """Return a part of a secret that is in what came out and was not beside it."""
    seen, given = plainly(out), plainly(around)
    body = secret[len(public) :]
    body = body[: body.rfind("@")] if "://" in public and "@" in body else body
    body = re.split(r"-----END", body)[0]
    for at in range(len(body) - _PART + 1):
        part = body[at : at + _PART]
        if part in seen and part not in given:
            return part
    return None


@pytest.mark.parametrize("name", SHAPES)
@settings(max_examples=60, deadline=None)
@given(data=st.data(), before=_AROUND, behind=_AROUND, sizes=_PIECES)
def test_no_part_of_a_credential_leaves_however_it_comes(
    name: str, data: st.DataObject, before: str, behind: str, sizes: list[int]
) -> None:
    public, secret = data.draw(whole(name))
    if "://" in public and re.match(r"\S*[\[(<'\"`|]", behind):
        behind = " " + behind
    out = _through(before + secret + behind, sizes)
    assert not _leaked(public, secret, before + behind, out), out


@settings(max_examples=60, deadline=None)
@given(made=web_tokens(), before=_AROUND, behind=_AROUND, sizes=_PIECES)
def test_no_part_of_a_web_token_leaves(
    made: tuple[str, str], before: str, behind: str, sizes: list[int]
) -> None:
    out = _through(before + made[1] + behind, sizes)
    assert not _leaked(*made, before + behind, out), out


@settings(max_examples=60, deadline=None)
@given(made=key_blocks(), before=_AROUND, behind=_AROUND, sizes=_PIECES)
def test_no_line_of_a_private_key_leaves(
    made: tuple[str, str], before: str, behind: str, sizes: list[int]
) -> None:
    out = _through(before + made[1] + behind, sizes)
    assert not _leaked(*made, before + behind, out), out


def test_a_key_that_is_too_long_to_be_held_is_dropped_to_its_end() -> None:
    body = "\n".join(["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7"] * 400)
    key = f"-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----"
    for size in (1, 17, 5_000):
        out = _through(f"Here: {key} Keep it safe.", [size])
        assert out == f"Here: {REPLACED} Keep it safe."


@pytest.mark.parametrize(
    "name", ["anthropic", "github", "gitlab", "stripe", "hugging face", "npm", "aws key"]
)
@settings(max_examples=40, deadline=None)
@given(data=st.data(), sizes=_PIECES)
def test_what_is_invisible_within_a_credential_hides_nothing_of_it(
    name: str, data: st.DataObject, sizes: list[int]
) -> None:
    public, secret = data.draw(whole(name))
    places = data.draw(st.lists(st.integers(0, len(secret)), max_size=12))
    disguised = secret
    for place in sorted(places, reverse=True):
        sign = data.draw(st.sampled_from(INVISIBLE))
        disguised = disguised[:place] + sign + disguised[place:]
    out = _through(f"it is {disguised} now", sizes)
    assert not _leaked(public, secret, "it is  now", out), out
    assert not _leaked(public, secret, "it is  now", scrub(f"it is {disguised} now"))


@pytest.mark.parametrize("first", [0xFF01 - 0x21, 0x1D41A - ord("a"), 0x24D0 - ord("a")])
def test_letters_of_another_look_hide_no_credential(first: int) -> None:
    secret = "ghp_abcdefghijklmnopqrstuvwxyzabcdefghij"
    styled = "".join(chr(ord(c) + first) if c.isalpha() else c for c in secret)
    for size in (1, 5, 100):
        out = _through(f"it is {styled} now", [size])
        assert out.replace(styled[0], "") == f"it is {REPLACED} now"  # how it begins may be seen
    entities = "".join(f"&#{ord(c)};" for c in secret)
    for size in (1, 5, 300):
        out = _through(f"it is {entities} now", [size])
        assert out.replace("&#103;", "") == f"it is {REPLACED} now"


ORDINARY = [
    "The task-management-system of the risk-assessment desk-booking-service is well-known.",
    "disk-usage: 550e8400-e29b-41d4-a716-446655440000, task-550e8400-e29b-41d4-a716-446655440000",
    "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "see https://example.org:8443/docs?a=b@c and http://localhost:8000/chat/{turn_id}/events?after=0",
    "git@github.com:acme/shop.git or ssh://git@github.com/acme/shop.git; mailto:ana@example.org",
    "docker run -p 127.0.0.1:5432:5432 -e POSTGRES_PASSWORD=postgres postgres:18",
    'url = os.environ["DATABASE_URL"]  # postgresql://user:password@localhost:5432/app',
    "password: at least ten characters; token: str = Field(alias='API_TOKEN_NAME')",
    "api_key = settings.anthropic_api_key or os.getenv('ANTHROPIC_API_KEY')",
    "headers = {'Authorization': f'Bearer {token}'}; curl -H 'Authorization: Bearer $TOKEN'",
    "The bearer of this letter; basic knowledge of JavaScript; Basic authentication",
    "const keyJson = JSON.parse(raw); keyJsonObjects.getValueOfEveryField(); monkeyJsonp.callback",
    "<div class='sk-folding-cube sk-cube-grid-container'></div> and locale sk-SK",
    "A PEM file begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----.",
    "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa\n"
    "-----END CERTIFICATE-----",
    "npm_config_registry, npm_package_version, hf_hub_download(), ghp_import, sk_learn_model",
    "turn 018f3c2e-7b1a-7c3d-9e4f-123456789abc at 2026-11-18T12:30:00.000000Z, order SK1234567",
    "ASIA PACIFIC, AKITA, EAAAAAAH! LTAI, SG.1, key-value, pull-request, APP_USR, 1//0 is no sum",
    "base64: aGVsbG8gd29ybGQsIHRoaXMgaXMgYSB0ZXN0IG9mIGJhc2U2NA== (hello world)",
    "| name | value |\n|---|---|\n| a | -1 |\n\n---\n\n- item: `vec![1, 2, 3]`\n",
    "A senha deve ter dez caracteres. Token: peça um novo. R$ 1.234,56 às 12:30:45.",
    "INSERT INTO users (id, email) VALUES (42, 'ana@example.org'); -- 100% done & ready; a < b",
    "for (const [k, v] of Object.entries(map)) { total += v * 0.5e-3; } // 0x1F4A9",
    "ref: refs/heads/main, etag \"33a64df551425fcc55e4d42a148795d9f25f89d4\", v1.2.3-rc.1+build.77",
]  # fmt: skip


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_and_code_come_through_as_they_are(text: str) -> None:
    assert without_credentials(text) == text
    for size in (1, 3, 11):
        assert _through(text, [size]) == text


_PROSE = Path(__file__).parent.parent / "training" / "prose.txt"


def test_hardly_anything_of_ordinary_prose_is_held_back() -> None:
    """Mean characters that wait for the next piece, in pieces as models send them."""
    held, fed = 0, 0
    gate = Gate()
    for text in _PROSE.read_text(encoding="utf-8").splitlines()[:60]:
        for piece in re.findall(r"\s*\S{1,6}", text):
            before = len(gate.held)
            out = gate.feed(piece)
            assert len(out) == before + len(piece) - len(gate.held)
            held, fed = held + len(gate.held), fed + 1
        gate.close()
    assert held / fed < 2.5


def test_the_labelled_messages_of_the_guards_hold_no_credential() -> None:
    for name in ("guard_cases.csv", "guard_held.csv"):
        with (Path(__file__).parent / "data" / name).open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                assert credentials(row["text"]) == []


@example("password=hunter2hunter2hunter2 ")
@settings(max_examples=200, deadline=None)
@given(st.text("skAKI_-ghp:=/@. \"'\n0aé&#;", max_size=400))
def test_pieces_and_the_whole_come_to_the_same_length(text: str) -> None:
    out = _through(text, [7])
    assert len(out) <= len(text) + out.count(REPLACED) * len(REPLACED)
