"""A small but real OIDC issuer: discovery and keys over HTTP, and tokens signed with them."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

from tests.support.chance import an_id

AUDIENCE = "authenticated"


class OidcIssuer:
    """Publishes the keys it holds; `down` and `up` make it vanish and return."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.published: dict[str, dict[str, Any]] = {}
        self._private: dict[str, tuple[str, Any]] = {}
        self._serve(0)
        self.url = f"http://127.0.0.1:{self._http.server_port}/auth/v1"
        self.person: dict[str, Any] = {}  # who signs in there
        self.secret: str | None = None  # of the client
        self.api_key = "public-key"
        self.passwords: dict[str, tuple[str, dict[str, Any]]] = {}
        self.authorized: list[dict[str, str]] = []
        self._codes: dict[str, dict[str, str]] = {}
        self.discovery: dict[str, Any] = {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/.well-known/jwks.json",
        }

    def add_key(self, algorithm: str = "ES256", key_id: str | None = None) -> str:
        """Make a key, publish it and sign with it from now on."""
        key_id = key_id or an_id().hex
        made = _make(algorithm)
        self._private[key_id] = algorithm, made
        self.published[key_id] = {**_jwk(made), "kid": key_id, "use": "sig", "alg": algorithm}
        return key_id

    def drop_key(self, key_id: str) -> None:
        """Publish a key no longer."""
        del self.published[key_id]

    def public_pem(self, key_id: str) -> bytes:
        """Return what an attacker knows of a key."""
        public = self._private[key_id][1].public_key()
        return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def token(self, key_id: str, /, **claims: Any) -> str:
        """Sign a token; claims given as None are left out."""
        algorithm, key = self._private[key_id]
        payload: Mapping[str, Any] = {
            "iss": self.url,
            "aud": AUDIENCE,
            "sub": an_id().hex,
            "exp": int(time.time()) + 600,
            "email": f"{an_id().hex}@example.org",
            "email_verified": True,
        } | claims
        present = {k: v for k, v in payload.items() if v is not None}
        return jwt.encode(present, key, algorithm, headers={"kid": key_id})

    def come(self, **claims: Any) -> None:
        """Sign this person in at the issuer: whoever comes next is them."""
        self.person = claims

    def _authorize(self, query: dict[str, str]) -> str:
        """Send a browser back with a code, as a person who is known and agrees at once."""
        self.authorized.append(query)
        code = an_id().hex
        self._codes[code] = query
        back = {"code": code, "state": query.get("state", ""), "iss": self.url}
        return f"{query['redirect_uri']}?{urlencode(back)}"

    def _exchange(self, form: dict[str, str], authorization: str | None) -> tuple[int, Any]:
        """Give the person's token for a code, once, to the client and the browser it was for."""
        asked = self._codes.pop(form.get("code", ""), None)
        shown = form.get("client_secret")
        if authorization is not None:
            pair = base64.b64decode(authorization.removeprefix("Basic ")).decode()
            shown = unquote(pair.partition(":")[2])
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if (
            asked is None
            or asked["code_challenge"] != challenge
            or asked["code_challenge_method"] != "S256"
            or asked["redirect_uri"] != form.get("redirect_uri")
            or asked["client_id"] != form.get("client_id")
            or shown != self.secret
        ):
            return 400, {"error": "invalid_grant"}
        key = next(iter(self.published))
        given = {"aud": asked["client_id"], "nonce": asked["nonce"], "iat": int(time.time())}
        return 200, {"id_token": self.token(key, **(given | self.person)), "access_token": "x"}

    def _password(self, body: dict[str, str], key: str | None) -> tuple[int, Any]:
        """Answer as Supabase Auth does to an e-mail and a password."""
        if key != self.api_key:
            return 401, {"message": "No API key found in request"}
        known = self.passwords.get(body.get("email", ""))
        if known is None or known[0] != body.get("password"):
            return 400, {"error_code": "invalid_credentials"}
        token = self.token(next(iter(self.published)), **known[1])
        return 200, {"access_token": token, "token_type": "bearer", "refresh_token": "r"}

    def down(self) -> None:
        """Stop answering."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def up(self) -> None:
        """Answer again at the same address."""
        self._serve(self._http.server_port)

    def _serve(self, port: int) -> None:
        issuer = self

        class IssuerHandler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                issuer.asked.append(self.path)
                sent = self.rfile.read(int(self.headers["content-length"])).decode()
                if self.path == "/auth/v1/token?grant_type=password":
                    self._say(*issuer._password(json.loads(sent), self.headers["apikey"]))
                elif self.path == "/auth/v1/token":
                    form = dict(parse_qsl(sent))
                    self._say(*issuer._exchange(form, self.headers["authorization"]))
                else:
                    self._say(404, None)

            def _say(self, status: int, told: Any) -> None:
                body = json.dumps(told).encode()
                self.send_response(status)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self) -> None:
                issuer.asked.append(self.path)
                if self.path.startswith("/auth/v1/authorize?"):
                    self.send_response(302)
                    there = issuer._authorize(dict(parse_qsl(urlsplit(self.path).query)))
                    self.send_header("location", there)
                    self.send_header("content-length", "0")
                    self.end_headers()
                    return
                documents: dict[str, object] = {
                    "/auth/v1/.well-known/openid-configuration": issuer.discovery,
                    "/auth/v1/.well-known/jwks.json": {"keys": list(issuer.published.values())},
                }
                self._say(200 if self.path in documents else 404, documents.get(self.path))

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", port), IssuerHandler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,))
        self._thread.start()


def _make(algorithm: str) -> Any:
    if algorithm == "RS256":
        return rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return (
        ec.generate_private_key(ec.SECP256R1())
        if algorithm == "ES256"
        else (ed25519.Ed25519PrivateKey.generate())
    )


def _jwk(key: Any) -> dict[str, Any]:
    public = key.public_key()
    if isinstance(public, rsa.RSAPublicKey):
        return RSAAlgorithm.to_jwk(public, as_dict=True)
    if isinstance(public, ec.EllipticCurvePublicKey):
        return ECAlgorithm.to_jwk(public, as_dict=True)
    return OKPAlgorithm.to_jwk(public, as_dict=True)
