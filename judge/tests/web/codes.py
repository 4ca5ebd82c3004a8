"""Codes as an authenticator shows them."""

import pyotp

from judge.service.second_factor import PERIOD_S


def code_of(secret: str, now_ms: int) -> str:
    return pyotp.TOTP(secret, interval=PERIOD_S).at(now_ms // 1000)
