"""The second factor: the codes of an authenticator (TOTP, RFC 6238), and recovery codes.

The secret of an account is derived from the nonce in the store with the site's key, which is outside the store:
knowing only one of them gives no code.
"""

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable

import pyotp

from judge.base.text import UNLIKE_LETTERS
from judge.store.catalogue_records import User
from judge.store.second_factors import SecondFactors

PERIOD_S = 30
STEPS_AROUND = 1
"""The number of time steps before and after now whose codes are accepted, too: clocks differ."""
RECOVERY_CODES = 10
ISSUER = "Warp Judge"
CODE_LENGTH = 16


def secret_of(key: bytes, user_id: int, nonce: str) -> str:
    """The secret in base 32, the form for authenticators."""
    made = hmac.new(key, f"totp:{user_id}:{nonce}".encode(), hashlib.sha256).digest()
    return base64.b32encode(made[:20]).decode()


def step_of(secret: str, code: str, now_s: float) -> int | None:
    """The time step of this code; None: of none near now."""
    totp, now = pyotp.TOTP(secret, interval=PERIOD_S), int(now_s) // PERIOD_S
    found = None
    for step in range(now - STEPS_AROUND, now + STEPS_AROUND + 1):
        if hmac.compare_digest(totp.generate_otp(step).encode(), code.encode()):
            found = step
    return found


def recovery_code() -> str:
    """A new recovery code: 79 bits."""
    letters = "".join(secrets.choice(UNLIKE_LETTERS) for _ in range(CODE_LENGTH))
    return "-".join(letters[place : place + 4] for place in range(0, CODE_LENGTH, 4))


def recovery_sha256(user_id: int, code: str) -> str:
    letters = "".join(letter for letter in code.lower() if letter in UNLIKE_LETTERS)
    return hashlib.sha256(f"{user_id}:{letters}".encode()).hexdigest()


class SecondFactorOfUsers:
    """The second factor of each user, for any number of threads."""

    def __init__(self, factors: SecondFactors, key: bytes, now_s: Callable[[], float] = time.time) -> None:
        self._factors, self._key, self._now_s = factors, key, now_s

    def begin(self, user: User) -> None:
        """Makes a new secret, unless one is confirmed already."""
        self._factors.begin(user.id, secrets.token_hex(16))

    def secret(self, user: User) -> str | None:
        """The secret that waits for its first code; None: there is none, or it was confirmed and is not shown any
        more."""
        factor = self._factors.of(user.id)
        if factor is None or factor.confirmed_utc_ms is not None:
            return None
        return secret_of(self._key, user.id, factor.nonce)

    def address(self, user: User, secret: str) -> str:
        """The address that authenticators read from a picture."""
        return pyotp.TOTP(secret, interval=PERIOD_S).provisioning_uri(name=user.name, issuer_name=ISSUER)

    def is_on(self, user: User) -> bool:
        return self._factors.is_confirmed(user.id)

    def codes_left(self, user: User) -> int:
        return self._factors.codes_left(user.id)

    def takes(self, user: User, code: str, *, recovery: bool = True) -> bool:
        """Whether this code is correct; each works once. `recovery`: whether recovery codes are accepted, too."""
        factor = self._factors.of(user.id)
        if factor is None:
            return False
        digits = "".join(code.split())
        step = step_of(secret_of(self._key, user.id, factor.nonce), digits, self._now_s())
        if step is not None:
            return self._factors.take_step(user.id, step)
        if not recovery or factor.confirmed_utc_ms is None:
            return False
        return self._factors.take_recovery_code(user.id, recovery_sha256(user.id, code))

    def confirm(self, user: User, code: str) -> list[str] | None:
        """The recovery codes, to be shown once; None: the code is wrong."""
        if self.is_on(user) or not self.takes(user, code, recovery=False):
            return None
        codes = self._codes()
        self._factors.confirm(user.id, [recovery_sha256(user.id, one) for one in codes])
        return codes

    def new_codes(self, user: User) -> list[str]:
        codes = self._codes()
        self._factors.renew_codes(user.id, [recovery_sha256(user.id, one) for one in codes])
        return codes

    def remove(self, user: User) -> None:
        self._factors.remove(user.id)

    def _codes(self) -> list[str]:
        return [recovery_code() for _ in range(RECOVERY_CODES)]
