"""A crowd that submits by the API while things are killed."""

import threading
import time
from pathlib import Path

import httpx

from judge.store.catalogue_records import User
from judge.store.store import Store
from judge.store.tokens import Token, TokenScope
from judge.tests.killing.judged_once import answered
from judge.tests.watching import PATIENCE_S
from judge.web.tokens import new_token, token_sha256

SLOW = "import time\nn = int(input())\ntime.sleep(0.1)\nprint(2 * n)\n"
PAUSE_S = 0.5
LIFE_MS = 3_600_000


class Crowd:
    """Users who submit once each; anyone who gets no answer asks again with the same key."""

    def __init__(self, store: Store, address: str, socket: Path | None = None) -> None:
        """`socket`: the file by which the address is reached, where it is in another network."""
        self._store, self.address, self._socket = store, address, socket
        self.acknowledged: dict[int, int] = {}
        """The submission's number, by the user's."""
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._failure: BaseException | None = None

    def __enter__(self) -> "Crowd":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    @property
    def has_failed(self) -> bool:
        """Whether nobody submits any more, as `end` tells."""
        return self._failure is not None

    def end(self) -> None:
        """Nobody submits any more. Raises what has prevented somebody from submitting."""
        self.__exit__()
        if self._failure:
            raise self._failure

    def _run(self) -> None:
        try:
            while not self._is_over.wait(PAUSE_S):
                self._submit()
        except BaseException as error:
            self._failure = error

    def _user(self, token: str) -> int:
        user = self._store.accounts.sign_up(User(f"user-{new_token()[:8].lower()}x"))
        scopes = (TokenScope.SUBMIT, TokenScope.READ)
        until_utc_ms = self._store.now_ms() + LIFE_MS
        self._store.tokens.put(Token(token_sha256(token), user.id, "a program", scopes, until_utc_ms))
        return user.id

    def _submit(self) -> None:
        token = new_token()
        user = answered(lambda: self._user(token))
        source = {"name": "mine.py", "text": f"{SLOW}# {user}\n"}
        body = {"files": [source], "key": "once"}
        until_s = time.monotonic() + PATIENCE_S
        while (number := self._acknowledged(token, body)) is None:
            assert time.monotonic() < until_s, "nobody answers"
            time.sleep(0.1)
        self.acknowledged[user] = number

    def _acknowledged(self, token: str, body: object) -> int | None:
        """None: it was killed before the answer or in it, or is not open yet."""
        transport = httpx.HTTPTransport(uds=str(self._socket) if self._socket else None)
        headers = {"authorization": f"Bearer {token}"}
        try:
            with httpx.Client(base_url=self.address, transport=transport, timeout=10) as client:
                answer = client.post("/api/problems/double/submissions", json=body, headers=headers)
                assert answer.status_code not in (401, 403), answer.text
                return int(answer.json()["submission"]["id"]) if answer.is_success else None
        except (httpx.HTTPError, ValueError):
            return None
