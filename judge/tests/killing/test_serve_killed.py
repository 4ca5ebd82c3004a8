"""`judge serve`, its worker and its runners killed at random moments, while a crowd submits by the API."""

import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.store.events import EventKind
from judge.store.store import Store
from judge.tests.checkout import Checkout
from judge.tests.killing.crowd import Crowd
from judge.tests.killing.judged_once import events, numbers_of, require_judged_once, wait_for_all
from judge.tests.killing.victims import COMMAND, HELPER, RUNNER, SEEDS, WORKER, Killer, Remains, kills
from judge.tests.watching import PATIENCE_S, soon
from judge.tests.web.serving import serving

pytestmark = [pytest.mark.slow, pytest.mark.built]
SHARES = {COMMAND: 2, WORKER: 3, RUNNER: 3, HELPER: 1}
TESTS = 3
MOST_S = 5.0
"""The longest time between two kills."""


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
        assert soon(lambda: crowd.has_failed or bool(events(store, EventKind.JUDGED)))
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
