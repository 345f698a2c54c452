"""Credentials as their issuers make them, drawn by chance: what is public of each, and the rest."""

from __future__ import annotations

import base64

from hypothesis import strategies as st

_A = "[A-Za-z0-9]"
_W = "[A-Za-z0-9_-]"
_H = "[0-9a-f]"
# The public part may be seen, what follows it never.
SHAPES: dict[str, tuple[str, str]] = {
    "anthropic": ("sk-ant-api03-", rf"{_W}{{60}}[0-9]{_W}{{32}}AA"),
    "openai": ("sk-", rf"{_A}{{20}}[0-9]T3BlbkFJ{_A}{{20}}"),
    "openai project": ("sk-proj-", rf"{_W}{{40}}[0-9]{_W}{{30}}"),
    "deepseek": ("sk-", r"[0-9]{2}[a-f][0-9a-f]{29}"),
    "openrouter": ("sk-or-v1-", rf"[0-9]{_H}{{63}}"),
    "hugging face": ("hf_", r"[A-Za-z]{34}"),
    "groq": ("gsk_", rf"{_A}{{52}}"),
    "replicate": ("r8_", rf"{_A}{{37}}"),
    "perplexity": ("pplx-", rf"{_A}{{48}}"),
    "xai": ("xai-", rf"{_A}{{80}}"),
    "aws key": ("AKIA", r"[A-Z2-7]{16}"),
    "aws session key": ("ASIA", r"[A-Z2-7]{8}[2-7][A-Z2-7]{7}"),
    "aws secret": (
        'aws_secret_access_key = "',
        r"[A-Za-z0-9/+]{6}/[A-Za-z0-9+]{2}[0-9][a-z][A-Z]{2}[A-Za-z0-9]{5}/"
        r"[A-Za-z0-9/+]{6}[0-9]{4}[A-Za-z0-9]{8}[a-z]{3}",
    ),
    "google": ("AIza", rf"{_W}{{35}}"),
    "google oauth": ("ya29.", rf"{_W}{{60}}"),
    "google client": ("GOCSPX-", rf"{_W}{{28}}"),
    "azure storage": ("AccountKey=", r"[A-Za-z0-9+/]{86}=="),
    "azure sas": ("&sig=", r"[A-Za-z0-9]{43}%3D"),
    "azure secret": ("Ab_8Q~", rf"{_W}{{34}}"),
    "digital ocean": ("dop_v1_", rf"{_H}{{64}}"),
    "databricks": ("dapi", rf"{_H}{{32}}"),
    "supabase": ("sbp_", rf"{_H}{{40}}"),
    "vault": ("hvs.", rf"[0-9]{_W}{{90}}"),
    "doppler": ("dp.pt.", rf"[0-9]{_A}{{42}}"),
    "tailscale": ("tskey-", rf"auth-k{_A}{{10}}-{_A}{{32}}"),
    "alibaba": ("LTAI", rf"5t{_A}{{18}}"),
    "github": ("ghp_", rf"{_A}{{36}}"),
    "github app": ("ghs_", rf"{_A}{{36}}"),
    "github fine": ("github_pat_", rf"{_A}{{22}}_{_A}{{59}}"),
    "gitlab": ("glpat-", rf"{_W}{{20}}"),
    "gitlab runner": ("glrt-", rf"{_W}{{20}}"),
    "npm": ("npm_", rf"{_A}{{36}}"),
    "pypi": ("pypi-AgE", rf"IcHlwaS5vcmc{_W}{{60}}"),
    "docker": ("dckr_pat_", rf"{_W}{{27}}"),
    "postman": ("PMAK-", rf"[0-9]{_H}{{23}}-{_H}{{34}}"),
    "new relic": ("NRAK-", r"[A-Z0-9]{27}"),
    "atlassian": ("ATATT3", rf"{_W}{{80}}"),
    "linear": ("lin_api_", rf"[0-9]{_A}{{39}}"),
    "notion": ("ntn_", rf"[0-9]{_A}{{45}}"),
    "slack bot": ("xoxb-", rf"[0-9]{{12}}-[0-9]{{12}}-{_A}{{24}}"),
    "slack app": ("xapp-", rf"1-A{_A}{{9}}-[0-9]{{13}}-{_H}{{64}}"),
    "slack hook": ("https://hooks.slack.com/services/", rf"T{_A}{{8}}/B{_A}{{10}}/{_A}{{24}}"),
    "discord hook": ("https://discord.com/api/webhooks/", rf"[0-9]{{18}}/{_W}{{68}}"),
    "telegram": ("123456789:AA", rf"{_W}{{33}}"),
    "sendgrid": ("SG.", rf"{_W}{{22}}\.{_W}{{43}}"),
    "twilio": ("SK", rf"{_H}{{32}}"),
    "mailgun": ("key-", rf"[0-9]{_H}{{31}}"),
    "brevo": ("xkeysib-", rf"{_H}{{64}}-{_A}{{16}}"),
    "stripe": ("sk_live_", rf"{_A}{{24}}"),
    "stripe restricted": ("rk_live_", rf"{_A}{{60}}"),
    "stripe hook": ("whsec_", rf"{_A}{{32}}"),
    "mercado pago": ("APP_USR-", rf"[0-9]{{16}}-[0-9]{{6}}-{_H}{{32}}-[0-9]{{9}}"),
    "square": ("sq0atp-", rf"{_W}{{22}}"),
    "shopify": ("shpat_", rf"{_H}{{32}}"),
    "meta": ("EAAC", rf"[0-9]{_A}{{90}}"),
    "plaid": ("access-production-", rf"{_H}{{8}}-{_H}{{4}}-{_H}{{4}}-{_H}{{4}}-{_H}{{12}}"),
    "bearer": ("Authorization: Bearer ", rf"{_A}{{14}}[0-9][a-z]{_A}{{24}}"),
    "labelled": ("api_key: ", r"[0-9][a-f][0-9a-f]{30}"),
    "postgres": ("postgresql://app:", rf"{_A}{{5}}[!$^*_.-]{_A}{{9}}@db\.internal:5432/app"),
    "redis": ("redis://:", rf"{_A}{{20}}@cache:6379/0"),
    "proxy": ("http://user:", rf"[a-z]{_A}{{4}}/{_A}{{8}}@proxy\.example\.org"),
}  # fmt: skip
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u202e\ufe0f\U000e0061\U000e0101\u034f"


def whole(name: str) -> st.SearchStrategy[tuple[str, str]]:
    """Draw a credential of one kind: its public part, and all of it."""
    public, rest = SHAPES[name]
    return st.from_regex(rest, fullmatch=True).map(lambda drawn: (public, public + drawn))


@st.composite
def web_tokens(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a JSON web token."""

    def part(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).decode().rstrip("=")

    claims = draw(st.binary(min_size=20, max_size=60)).hex().encode()
    sign = draw(st.binary(min_size=32, max_size=32))
    head = part(b'{"alg":"HS256","typ":"JWT"}')
    return head, f"{head}.{part(b'{%b}' % claims)}.{part(sign)}"


@st.composite
def key_blocks(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a private key as a block, its lines of any length."""
    kind = draw(st.sampled_from(["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "]))
    data = draw(st.randoms(use_true_random=False)).randbytes(draw(st.integers(120, 2_600)))
    body = base64.b64encode(b"\x30\x82\x04\xbd\x02\x01\x00\x30\x0d\x06\x09" + data).decode()
    width = draw(st.integers(8, 76))
    ending = draw(st.sampled_from(["\n", "\r\n", "\\n", "\n> ", " \n"]))
    lines = ending.join(body[i : i + width] for i in range(0, len(body), width))
    begin = f"-----BEGIN {kind}PRIVATE KEY-----"
    return begin, f"{begin}{ending}{lines}{ending}-----END {kind}PRIVATE KEY-----"
