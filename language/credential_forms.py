"""The forms of credentials, one row for each issuer's: how they begin and what they are made of.

A form of a new issuer is one more row.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass
from string import ascii_letters, ascii_uppercase, digits

ALNUM = ascii_letters + digits
BASE64 = f"{ALNUM}+/="
_WORD = f"{ALNUM}_-"
_DOTTED = f"{_WORD}."
_HEX = "0123456789abcdef"
_UPPER = ascii_uppercase + digits
_PATH = f"{_WORD}/.@"


@dataclass(frozen=True, slots=True)
class CredentialForm:
    """One kind: how it begins, what the rest is made of, and how much of it there is at least.

    `is_real` tells it from a word that begins alike; it is given the rest, and whether a letter
    stands before it.
    """

    beginnings: tuple[str, ...]
    made_of: str
    least: int
    is_real: Callable[[str, bool], bool] = lambda rest, glued: True


def is_mixed(rest: str, glued: bool) -> bool:
    """Tell a random run from words with hyphens, whose pieces are short or without figures."""
    for run in re.findall(r"[A-Za-z0-9]{8,}", rest):
        figures = any(c.isdigit() for c in run) and any(c.isalpha() for c in run)
        if len(run) >= 32 or (figures and len(run) >= (16 if glued else 12)):
            return True
    return False


def _figured(rest: str, glued: bool) -> bool:
    return any(c.isdigit() for c in rest)


def _json_web(rest: str, glued: bool) -> bool:
    head, _, body = rest.partition(".")
    return len(body) >= 4 and _is_token_head(f"eyJ{head}")


def _is_token_head(head: str) -> bool:
    try:
        said = base64.urlsafe_b64decode(head[: len(head) // 4 * 4])
    except ValueError:
        return False
    return re.match(rb'\{"(?:alg|typ|enc|kid|cty|jku|jwk|x5\w+|zip|crit)"', said) is not None


def _send_grid(rest: str, glued: bool) -> bool:
    return re.match(r"[\w-]{16,32}\.[\w-]{30,}", rest, re.A) is not None


def _form(
    beginnings: str, made_of: str, least: int, *is_real: Callable[[str, bool], bool]
) -> CredentialForm:
    return CredentialForm(tuple(beginnings.split()), made_of, least, *is_real)


FORMS = (
    # model providers
    _form("sk-ant- sk-proj- sk-svcacct- sk-admin- sk-or-v1- sk-lf-", _WORD, 20, _figured),
    _form("sk-", _WORD, 12, is_mixed),
    _form("hf_ api_org_ gsk_ xai- pplx- r8_", ALNUM, 30),
    _form("lsv2_pt_ lsv2_sk_", f"{_HEX}_", 32),
    # clouds
    _form("AKIA ABIA ACCA", _UPPER, 12),
    _form("ASIA A3T", _UPPER, 16, _figured),
    _form("ABSK", BASE64, 100),
    _form("AIza ya29. GOCSPX- 1//0", _WORD, 20),
    _form(" ".join(f"{d}Q~" for d in digits), f"{_DOTTED}~", 31),
    _form("AccountKey= SharedAccessKey= SharedSecret=", BASE64, 40),
    _form("sig=", f"{BASE64}%", 43),
    _form("LTAI", ALNUM, 16, _figured),
    _form("dop_v1_ doo_v1_ dor_v1_", _HEX, 60),
    _form("HRKU- ATATT3 ATCTT3", f"{_WORD}=", 36),
    _form("tskey- fo1_", _WORD, 20),
    _form("FlyV1 fm1r_ fm1a_ fm2_", f"{BASE64},_", 60),
    _form("pscale_tkn_ pscale_pw_ pscale_oauth_ nfp_ rnd_", f"{_DOTTED}=", 28),
    _form("sbp_ sb_secret_ dckr_pat_ dckr_oat_", _WORD, 20),
    _form(
        "hvs. hvb. hvr. atlasv1. dp.pt."
        " dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
        _WORD, 20, _figured,
    ),
    _form("dapi dkea", _HEX, 32),
    # code and packages
    _form("ghp_ gho_ ghu_ ghs_ ghr_", ALNUM, 30),
    _form("github_pat_", f"{ALNUM}_", 22),
    _form(
        "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- GR1348941",
        _DOTTED, 20,
    ),
    _form("npm_", ALNUM, 30),
    _form("pypi-AgE", _WORD, 16),
    _form("pypi-", _WORD, 50),
    _form(
        "rubygems_ CLOJARS_ sqp_ squ_ sqa_"
        " pul- PMAK- tfp_ pnu_ rdme_ figd_",
        _WORD, 32, _figured,
    ),
    _form("ATBB AKCp cmVmd", ALNUM, 28, _figured),
    _form(
        "CCIPAT_ bkua_ sntrys_ sntryu_ glc_"
        " glsa_ CFPAT- lin_api_ ntn_ secret_",
        f"{BASE64}_", 32, _figured,
    ),
    _form("NRAK- NRII- NRJS- NRAL-", _WORD, 19),
    _form("dt0c01. dt0s01.", f"{_UPPER}.", 60),
    # messages
    _form(
        "xoxb- xoxp- xoxa- xoxr- xoxs-"
        " xoxe- xoxo- xapp- xoxe.xoxp- xoxe.xoxb-",
        _WORD, 10, _figured,
    ),
    _form(
        "hooks.slack.com/services/"
        " hooks.slack.com/workflows/ hooks.slack.com/triggers/",
        _PATH, 20,
    ),
    _form("discord.com/api/webhooks/ discordapp.com/api/webhooks/", _PATH, 40),
    _form("webhook.office.com/webhookb2/", _PATH, 40),
    _form("SG.", _DOTTED, 48, _send_grid),
    _form("SK", _HEX, 32),
    _form("key-", _HEX + ascii_letters, 32, _figured),
    _form("xkeysib- xsmtpsib-", _WORD, 40),
    _form(":AA", _WORD, 32),
    # money and shops
    _form(
        "sk_live_ sk_test_ rk_live_ rk_test_"
        " sk_prod_ rk_prod_ pk_live_ whsec_",
        f"{BASE64}_", 12,
    ),
    _form("APP_USR- TEST-", _WORD, 40, _figured),
    _form("$aact_", f"{BASE64}:$", 40),
    _form("ak_live_ ak_test_", ALNUM, 24),
    _form("sq0atp- sq0csp- sq0idp-", _WORD, 20),
    _form("EAAA EAAB EAAC EAAG EAAM", _WORD, 55, _figured),
    _form("shpat_ shpca_ shppa_ shpss_", _HEX + "ABCDEF", 32),
    _form(
        "shippo_live_ shippo_test_ duffel_live_ duffel_test_"
        " FLWSECK_TEST- FLWSECK- EZAK EZTK",
        _WORD, 32, _figured,
    ),
    _form("access-production- access-development- access-sandbox-", f"{_HEX}-", 36),
    # sign-in, vaults and keys
    _form("eyJ", _DOTTED, 14, _json_web),
    _form("ops_eyJ", BASE64, 100),
    _form("AGE-SECRET-KEY-1 PuTTY-User-Key-File-", _UPPER, 50),
)  # fmt: skip
