"""Tokens that nobody may get in with, each made as somebody who knows the craft would make it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from store.keys import SigningKey
from tests.support.chance import an_id
from tests.support.oidc_issuer import OidcIssuer

Claims = dict[str, Any]
HASHES = {"HS256": hashlib.sha256, "HS384": hashlib.sha384, "HS512": hashlib.sha512}


def coded(data: bytes | str) -> str:
    """Code it as the parts of a token are."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def sealed(
    head: str | Claims, claims: str | Claims, secret: bytes, algorithm: str = "HS256"
) -> str:
    """Sign any two texts with a secret, right or not."""
    parts = [p if isinstance(p, str) else json.dumps(p) for p in (head, claims)]
    signed = ".".join(coded(part) for part in parts)
    mac = hmac.new(secret, signed.encode(), HASHES[algorithm]).digest()
    return f"{signed}.{coded(mac)}"


def own_claims(user: object, **more: Any) -> Claims:
    """Write what one of our tokens says; None leaves a claim out."""
    now = int(time.time())
    claims: Claims = {
        "iss": "batuta", "aud": "batuta", "sub": str(user), "epoch": 0, "iat": now,
        "exp": now + 600, "jti": an_id().hex,
    }  # fmt: skip
    return {k: v for k, v in (claims | more).items() if v is not None}


def of_ours(key: SigningKey, user: object, elsewhere: str) -> dict[str, str]:
    """Forge our own tokens; `elsewhere` is an address that must never be asked for a key."""
    return {
        **_without_a_key(key, user),
        **_with_odd_heads(key, user, elsewhere),
        **_with_the_real_key(key, user),
        **_misshapen(key, user),
    }


def _without_a_key(key: SigningKey, user: object) -> dict[str, str]:
    claims, other = own_claims(user), b"x" * 64
    head = {"typ": "JWT", "kid": key.id}

    def unsigned(algorithm: object, signature: str = "") -> str:
        parts = (head | {"alg": algorithm}, claims)
        return ".".join([*(coded(json.dumps(part)) for part in parts), signature])

    good = sealed(head | {"alg": "HS256"}, claims, key.secret.encode())
    first, second, third = good.split(".")
    raised = coded(json.dumps(claims | {"roles": ["admin"], "sub": str(an_id())}))
    named = ("none", "None", "NONE", "nOnE", "", " none", "none\0", "HS256\0", "hs256", "HS0")
    return {
        **{f"alg {name!r}": unsigned(name) for name in named},
        **{f"alg {kind!r}": unsigned(kind) for kind in (None, 1, True, [], ["HS256"], {"a": 1})},
        "no alg": f"{coded(json.dumps(head))}.{second}.{third}",
        "none with the signature of another": unsigned("none", third),
        "HS256 without a signature": unsigned("HS256"),
        "signed with another secret": sealed(head | {"alg": "HS256"}, claims, other),
        "signed with an empty secret": sealed(head | {"alg": "HS256"}, claims, b""),
        "signed with the key's id": sealed(head | {"alg": "HS256"}, claims, key.id.encode()),
        "a swapped payload": f"{first}.{raised}.{third}",
        "a signature with one bit changed": f"{first}.{second}.{_flipped(third)}",
        "a signature cut in half": f"{first}.{second}.{third[: len(third) // 2]}",
        "two tokens in one": f"{good}.{good}",
        "the right token and a line more": f"{good}.x",
    }


def _with_odd_heads(key: SigningKey, user: object, elsewhere: str) -> dict[str, str]:
    claims, mine = own_claims(user), b"mine" * 16
    jwk = {"kty": "oct", "k": coded(mine), "alg": "HS256", "kid": key.id}
    private = ec.generate_private_key(ec.SECP256R1())
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = json.loads(ECAlgorithm.to_jwk(private.public_key()))
    kids: dict[str, object] = {
        "kid as SQL": "' union select 'mine' --",
        "kid as a path": "../../../../dev/null",
        "kid as an address": elsewhere,
        "kid with a NUL": f"{key.id}\0",
        "kid with a blank": f"{key.id} ",
        "kid in capitals": key.id.upper() + "X",
        "kid empty": "",
        "kid null": None,
        "kid a number": 0,
        "kid a list": [key.id],
        "kid an object": {"id": key.id},
        "kid a surrogate": "\ud800",
        "kid very long": "k" * 5000,
        "kid right to left": "\u202e" + key.id,
        "kid a command": "x;cat /etc/passwd|",
        "kid a template": "{{7*7}}${7*7}",
    }
    embedded: dict[str, Claims] = {
        "its own key in jwk": {"jwk": jwk, "kid": key.id},
        "its own key in jwk and no kid": {"jwk": jwk},
        "its own keys at jku": {"jku": f"{elsewhere}/jwks.json", "kid": "mine"},
        "its own certificate at x5u": {"x5u": f"{elsewhere}/cert.pem", "kid": "mine"},
        "its own certificate in x5c": {"x5c": [coded(pem)], "kid": "mine"},
        "crit with b64 off": {"crit": ["b64"], "b64": False, "kid": key.id},
        "crit with something unknown": {"crit": ["x"], "x": 1, "kid": key.id},
        "zip": {"zip": "DEF", "kid": "mine"},
        "cty that nests": {"cty": "JWT", "kid": "mine"},
    }
    return {
        **{
            name: sealed({"alg": "HS256", "typ": "JWT", "kid": kid}, claims, mine)
            for name, kid in kids.items()
        },
        **{
            name: sealed({"alg": "HS256", "typ": "JWT"} | more, claims, mine)
            for name, more in embedded.items()
        },
        "ES256 with its own key in jwk": jwt.encode(
            claims, pem, "ES256", headers={"kid": key.id, "jwk": public}
        ),
        "two kids, the second its own": sealed(
            f'{{"alg":"HS256","kid":"{key.id}","kid":"mine"}}', claims, mine
        ),
        "two algs, the second none": sealed(
            f'{{"alg":"HS256","alg":"none","kid":"{key.id}"}}', claims, mine
        ),
    }


def _with_the_real_key(key: SigningKey, user: object) -> dict[str, str]:
    """What our key has signed and means something else: another time, purpose or person."""
    now, secret = int(time.time()), key.secret.encode()
    head = {"alg": "HS256", "typ": "JWT", "kid": key.id}
    wrong: dict[str, Claims] = {
        "expired": {"iat": now - 7200, "exp": now - 3600},
        "expired by a minute": {"exp": now - 60},
        "no expiry": {"exp": None},
        "expiry as infinity": {"exp": float("inf")},
        "expiry as no number": {"exp": float("nan")},
        "expiry as text": {"exp": "tomorrow"},
        "expiry as a list": {"exp": [now + 600]},
        "expiry as an object": {"exp": {}},
        "expiry below zero": {"exp": -(2**63)},
        "issued tomorrow": {"iat": now + 86_400, "exp": now + 90_000},
        "issued at infinity": {"iat": float("inf")},
        "issued as text": {"iat": "now"},
        "issued as a list": {"iat": []},
        "no issue time": {"iat": None},
        "not yet": {"nbf": now + 3600},
        "not before infinity": {"nbf": float("inf")},
        "not before a list": {"nbf": []},
        "another audience": {"aud": "somebody-else"},
        "several audiences, none ours": {"aud": ["a", "b"]},
        "audience as a number": {"aud": 1},
        "audience nested": {"aud": [["batuta"]]},
        "no audience": {"aud": None},
        "another issuer": {"iss": "https://elsewhere.example"},
        "issuer as a list": {"iss": ["batuta"]},
        "no issuer": {"iss": None},
        "nobody": {"sub": str(an_id())},
        "subject by name": {"sub": "admin@localhost"},
        "subject as SQL": {"sub": "' or 1=1 --"},
        "subject as a number": {"sub": 1},
        "subject as a list": {"sub": [str(user)]},
        "no subject": {"sub": None},
        "an older epoch": {"epoch": -1},
        "a later epoch": {"epoch": 1},
        "epoch as text": {"epoch": "0"},
        "epoch as a list": {"epoch": [0]},
        "epoch as a fraction": {"epoch": 0.5},
        "epoch without an end": {"epoch": 10**30},
        "no epoch": {"epoch": None},
        "no id": {"jti": None},
        "id as a number": {"jti": 7},
    }
    twice = json.dumps(own_claims(user))[:-1] + f',"sub":"{an_id()}"}}'
    return {
        **{n: sealed(head, own_claims(user, **m), secret) for n, m in wrong.items()},
        "HS384": sealed(head | {"alg": "HS384"}, own_claims(user), secret, "HS384"),
        "HS512": sealed(head | {"alg": "HS512"}, own_claims(user), secret, "HS512"),
        "HS512 that says HS256": sealed(head, own_claims(user), secret, "HS512"),
        "two subjects, the second nobody": sealed(head, twice, secret),
        "a token in a token": sealed(
            head, json.dumps(sealed(head, own_claims(user), secret)), secret
        ),
        "claims as a list": sealed(head, f"[{json.dumps(own_claims(user))}]", secret),
        "claims as null": sealed(head, "null", secret),
        "claims deeply nested": sealed(head, "[" * 3000 + "]" * 3000, secret),
        "claims that are no JSON": sealed(head, "{", secret),
        "no claims": sealed(head, "", secret),
    }


def _misshapen(key: SigningKey, user: object) -> dict[str, str]:
    head = {"alg": "HS256", "typ": "JWT", "kid": key.id}
    good = sealed(head, own_claims(user), key.secret.encode())
    first, second, third = good.split(".")

    def headed(by: str | bytes) -> str:
        return f"{coded(by)}.{second}.{third}"

    return {
        "empty": ".",
        "dots": "..",
        "many dots": "." * 200,
        "one part": first,
        "two parts": f"{first}.{second}",
        "truncated": good[:-10],
        "truncated by one": good[:-1],
        "huge": f"{first}.{coded('x' * 20_000)}.{third}",
        "just below the limit": f"{first}.{'A' * 7900}.{third}",
        "a huge head": headed(json.dumps(head | {"x": "y" * 20_000})),
        "a deep head": headed('{"a":' * 900 + "1" + "}" * 900),
        "a head that is a list": headed("[]"),
        "a head that is a text": headed('"HS256"'),
        "a head that is a number": headed("1e999"),
        "a head that is no UTF-8": headed(b"\xff\xfe{}"),
        "a head with a byte order mark": headed("\ufeff" + json.dumps(head)),
        "a nested JWE": f"{first}.{second}.{third}.{second}.{first}",
        "blanks in it": f"{first}. {second}.{third}",
        "percent signs": good.replace(".", "%2e"),
    }


def of_an_issuer(issuer: OidcIssuer, key_id: str, elsewhere: str) -> dict[str, str]:
    """Forge the tokens of an issuer that is trusted."""
    now, pem = int(time.time()), issuer.public_pem(key_id)
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    secret = stranger.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = json.loads(RSAAlgorithm.to_jwk(stranger.public_key()))
    der = stranger.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    claims: Claims = {
        "iss": issuer.url, "aud": "authenticated", "sub": an_id().hex, "exp": now + 600,
        "email": f"{an_id().hex}@example.org", "email_verified": True,
    }  # fmt: skip
    good = jwt.decode(issuer.token(key_id), options={"verify_signature": False})

    none = coded(json.dumps({"alg": "none", "kid": key_id}))

    def confused(kid: str | None, key: bytes, algorithm: str = "HS256") -> str:
        head = {"alg": algorithm, "typ": "JWT"} | ({"kid": kid} if kid else {})
        return sealed(head, claims, key, algorithm)

    def strangers(**head: Any) -> str:
        return jwt.encode(claims, secret, "RS256", headers={"kid": key_id} | head)

    wrong: dict[str, Claims] = {
        "issuer: expired": {"exp": now - 60},
        "issuer: no expiry": {"exp": None},
        "issuer: expiry as infinity": {"exp": float("inf")},
        "issuer: expiry as a list": {"exp": []},
        "issuer: expiry as text": {"exp": "x"},
        "issuer: not yet": {"nbf": now + 3600},
        "issuer: not before a list": {"nbf": [1]},
        "issuer: issued tomorrow": {"iat": now + 86_400},
        "issuer: issued at infinity": {"iat": float("inf")},
        "issuer: for us by our own name": {"aud": "batuta"},
        "issuer: no audience": {"aud": None},
        "issuer: another issuer": {"iss": "https://elsewhere.example"},
        "issuer: our name": {"iss": "batuta"},
        "issuer: its own name and a slash": {"iss": issuer.url + "/"},
        "issuer: no subject": {"sub": None},
        "issuer: subject as a number": {"sub": 7},
        "issuer: subject as an object": {"sub": {}},
        "issuer: subject with a NUL": {"sub": "a\0b"},
        "issuer: subject very long": {"sub": "".join(an_id().hex for _ in range(100))},
        "issuer: subject a surrogate": {"sub": "\ud800"},
        "issuer: no e-mail": {"email": None},
        "issuer: e-mail as a list": {"email": ["a@example.org"]},
        "issuer: e-mail with a NUL": {"email": "a\0@example.org"},
        "issuer: e-mail of two people": {"email": "a@example.org,b@example.org c"},
    }
    return {
        **{name: issuer.token(key_id, **(claims | more)) for name, more in wrong.items()},
        "issuer: HS256 with the public key": confused(key_id, pem),
        "issuer: HS256 with the public key and no kid": confused(None, pem),
        "issuer: HS512 with the public key": confused(key_id, pem, "HS512"),
        "issuer: HS384 with the public key": confused(key_id, pem, "HS384"),
        "issuer: HS256 with a DER": confused(key_id, der),
        "issuer: a stranger's key under a known id": strangers(),
        "issuer: a stranger's key in jwk": strangers(jwk=public),
        "issuer: a stranger's key at jku": strangers(jku=f"{elsewhere}/jwks.json", kid="x"),
        "issuer: a stranger's key at x5u": strangers(x5u=f"{elsewhere}/x.pem", kid="x"),
        "issuer: kid as a path": strangers(kid="../../../dev/null"),
        "issuer: kid as SQL": strangers(kid="' or 1=1 --"),
        "issuer: kid very long": strangers(kid="k" * 5000),
        "issuer: alg none": f"{none}.{coded(json.dumps(good))}.",
        "issuer: PS256 with a stranger's key": jwt.encode(
            claims, secret, "PS256", headers={"kid": key_id}
        ),
    }


def _flipped(signature: str) -> str:
    return ("B" if signature[0] != "B" else "C") + signature[1:]
