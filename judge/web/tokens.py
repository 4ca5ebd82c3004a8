"""Random tokens for cookies, links and programs: so long that a plain SHA-256 of one is safe to store."""

import hashlib
import secrets

TOKEN_BYTES = 32
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Neither vowels nor digits, so that nothing is misread, and no word results."""


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_sha256(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", errors="replace")).hexdigest()


def new_code() -> str:
    """A code that people compare: "BCDF-GHJK"."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"
