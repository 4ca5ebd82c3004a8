"""Passwords: Argon2id with OWASP's parameters, in a pool that bounds its memory.

Each hash takes 19 MiB while it is made. When a class signs in at once, later users wait for a thread.
"""

import asyncio
import hmac
import os
import runpy
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from litestar.exceptions import ServiceUnavailableException

Answer = TypeVar("Answer")
MEMORY_KIB = 19 * 1024
PASSES = 2
MOST_AT_ONCE = 4
MOST_UNDER_WAY = 500
"""The number of passwords that are hashed or wait for it, beyond which none is compared."""
SHORTEST, LONGEST = 8, 256
MOST_KEPT = 10_000


def weakness(password: str, *own: str) -> str:
    """Why it is not accepted, as a key of the texts; empty: it is. Only the length is required, not letters or digits:
    such rules lead to passwords that are easy to guess. `own`: public facts about its user."""
    if not SHORTEST <= len(password) <= LONGEST:
        return "password_length"
    bare = password.casefold()
    if bare in common_passwords():
        return "password_common"
    return "password_own_name" if bare in {one.casefold() for one in own} else ""


@cache
def common_passwords() -> frozenset[str]:
    """Passwords from the 30,000 counted by zxcvbn that are long enough. Its module is read separately, as the rest
    would take megabytes as long as it is loaded."""
    spec = find_spec("zxcvbn")
    assert spec
    assert spec.origin
    lists = runpy.run_path(str(Path(spec.origin).with_name("frequency_lists.py")))
    words: Iterable[str] = lists["FREQUENCY_LISTS"]["passwords"]
    return frozenset(word for word in words if len(word) >= SHORTEST)


class Passwords:
    def __init__(self, memory_kib: int = MEMORY_KIB) -> None:
        self._hasher = PasswordHasher(time_cost=PASSES, memory_cost=memory_kib, parallelism=1)
        self._pool = ThreadPoolExecutor(min(MOST_AT_ONCE, os.cpu_count() or 1), "passwords")
        self._of_nobody = self._hasher.hash("")
        self.under_way = 0
        """Passwords that are hashed or wait for it."""

    async def hashed(self, password: str) -> str:
        return await self._in_pool(self._hasher.hash, password)

    async def _in_pool(self, call: Callable[..., Answer], *values: Any) -> Answer:
        self.under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, call, *values)
        finally:
            self.under_way -= 1

    async def is_right(self, password: str, hashed: str | None) -> bool:
        """`hashed`: None if there is no such user or password; finding out takes the same time. Raises
        ServiceUnavailableException if very many wait."""
        if self.under_way >= MOST_UNDER_WAY:
            raise ServiceUnavailableException("very many people sign in at the moment")
        return await self._in_pool(self._verify, password, hashed)

    def _verify(self, password: str, hashed: str | None) -> bool:
        try:
            return self._hasher.verify(hashed or self._of_nobody, password) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False


class RightPasswords:
    """Digests of correct passwords, with the hashes that they were compared with."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._kept: OrderedDict[bytes, None] = OrderedDict()

    def knows(self, password: str, hashed: str) -> bool:
        return self._digest(password, hashed) in self._kept

    def keep(self, password: str, hashed: str) -> None:
        self._kept[self._digest(password, hashed)] = None
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def _digest(self, password: str, hashed: str) -> bytes:
        return hmac.digest(self._key, f"{hashed}\0{password}".encode("utf-8", "replace"), "sha256")
