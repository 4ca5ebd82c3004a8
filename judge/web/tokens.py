"""Random tokens, of cookies, links and programs: long enough that a plain SHA-256 of one is as good as it."""

import hashlib
import secrets

TOKEN_BYTES = 32
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Neither vowels nor digits: nothing is read for something else, and no word comes of it."""


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_sha256(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", errors="replace")).hexdigest()


def new_code() -> str:
    """One that people compare: "BCDF-GHJK"."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"
