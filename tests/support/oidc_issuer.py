"""A small but real OIDC issuer: discovery and keys over HTTP, and tokens signed with them."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

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
        self.discovery: dict[str, Any] = {
            "issuer": self.url,
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
            def do_GET(self) -> None:
                issuer.asked.append(self.path)
                documents: dict[str, object] = {
                    "/auth/v1/.well-known/openid-configuration": issuer.discovery,
                    "/auth/v1/.well-known/jwks.json": {"keys": list(issuer.published.values())},
                }
                known = self.path in documents
                body = json.dumps(documents.get(self.path)).encode()
                self.send_response(200 if known else 404)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

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
