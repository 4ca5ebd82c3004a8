"""`judge serve`, its worker and its runners killed at random moments, while a crowd submits by the API."""

import json
import threading
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.store.catalogue_records import User
from judge.store.events import EventKind
from judge.store.store import Store
from judge.store.tokens import Token, TokenScope
from judge.tests.checkout import Checkout
from judge.tests.killing.judged_once import events, numbers_of, require_judged_once, wait_for_all
from judge.tests.killing.victims import (
    COMMAND,
    HELPER,
    PATIENCE_S,
    RUNNER,
    SEEDS,
    WORKER,
    Killer,
    Remains,
    kills,
)
from judge.tests.watching import soon
from judge.tests.web.serving import serving
from judge.web.tokens import new_token, token_sha256

pytestmark = pytest.mark.slow
SHARES = {COMMAND: 2, WORKER: 3, RUNNER: 3, HELPER: 1}
SLOW = "import time\nn = int(input())\ntime.sleep(0.1)\nprint(2 * n)\n"
PAUSE_S = 0.5
TESTS = 3
LIFE_MS = 3_600_000
MOST_S = 5.0
"""The longest time between two kills."""


class Crowd:
    """Users who submit once each; whoever gets no answer asks again with the same key."""

    def __init__(self, store: Store, address: str) -> None:
        self._store, self.address = store, address
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

    def _submit(self) -> None:
        user, token = self._store.accounts.sign_up(User(f"user-{new_token()[:8].lower()}x")), new_token()
        scopes = (TokenScope.SUBMIT, TokenScope.READ)
        until_utc_ms = self._store.now_ms() + LIFE_MS
        self._store.tokens.put(Token(token_sha256(token), user.id, "a program", scopes, until_utc_ms))
        source = {"name": "mine.py", "text": f"{SLOW}# {user.id}\n"}
        body = json.dumps({"files": [source], "key": "once"}).encode()
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        until_s = time.monotonic() + PATIENCE_S
        while True:
            request = urllib.request.Request(f"{self.address}/api/problems/double/submissions", body, headers)
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    self.acknowledged[user.id] = json.loads(answer.read())["submission"]["id"]
                    return
            except (OSError, ValueError) as error:  # killed before the answer or in it, or not open yet
                is_refused = isinstance(error, urllib.error.HTTPError) and error.code in (401, 403)
                if is_refused or time.monotonic() > until_s:
                    raise
                time.sleep(0.1)


@pytest.mark.parametrize("seed", range(1, 1 + SEEDS))
def test_whatever_is_killed_each_submission_has_its_verdict_once(
    checkout: Checkout, tmp_path: Path, seed: int
) -> None:
    killer, data = Killer(seed), tmp_path / "data"
    temporary = tmp_path / "temporary"
    remains = Remains(tmp_path, temporary)
    checkout = replace(checkout, environment={**checkout.environment, "TMPDIR": str(temporary)})
    with ExitStack() as stack:
        served = stack.enter_context(serving(checkout, data, is_killed=True))
        store = stack.enter_context(Store.open(data / "store.sqlite"))
        crowd = stack.enter_context(Crowd(store, served.address))
        assert soon(lambda: crowd.has_failed or bool(events(store, EventKind.JUDGED)), PATIENCE_S)
        while killer.killed.total() < kills(3) and not crowd.has_failed:
            time.sleep(killer.chance.uniform(0, MOST_S))
            victim = killer.kill_one(served.process.pid, SHARES)
            if victim == COMMAND:
                served.process.wait(PATIENCE_S)
                served = stack.enter_context(serving(checkout, data, is_killed=True))
                crowd.address = served.address
        crowd.end()
        given_up = wait_for_all(store, numbers_of(store))
        require_judged_once(store, crowd.acknowledged.values(), TESTS)
        served.process.terminate()
        assert served.process.wait(PATIENCE_S) == 0, served.output.read_text()
        store.close()
        remains.require_none()
    killer.told(f"serve: {len(crowd.acknowledged)} submissions, {given_up} given up")
