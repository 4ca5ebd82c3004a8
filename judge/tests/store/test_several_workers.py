"""Four workers on one store, as processes: the verdicts of one worker, and each submission judged once.

A few submissions here; with more than one WARP_JUDGE_TEST_SEEDS there are hundreds.
"""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.service.online import OnlineJudge
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role, User
from judge.store.store import Store
from judge.tests.checkout import Checkout
from judge.tests.killing.judged_once import numbers_of
from judge.tests.opened import open_problem
from judge.tests.store.stores import new_address
from judge.tests.watching import TO_ITS_END_S

pytestmark = pytest.mark.built

COUNT = 12 if os.environ.get("WARP_JUDGE_TEST_SEEDS", "1") == "1" else 200
SEED = 20_261_127
PROGRAMS = {
    "AC": "print(2 * int(input()))\n",
    "WA": "n = int(input())\nprint(2 * n if n < 5 else 0)\n",
    "RTE": "print(1 // 0)\n",
    "TLE": "while True:\n    pass\n",
}
SHARES = (6, 3, 2, 1)
WORKERS = 4


def submitted(checkout: Checkout, address: str) -> list[str]:
    """The verdicts that are right, in the order of the submissions."""
    chance = random.Random(SEED)
    wanted = [*PROGRAMS, *chance.choices([*PROGRAMS], SHARES, k=COUNT - len(PROGRAMS))]
    with Store.open(address) as store:
        online = OnlineJudge(checkout.host.with_installation(builds=False), store)
        open_problem(online, "double")
        for number, verdict in enumerate(wanted):
            viewer = Viewer(store.catalogue.put(User(f"user{number}")).id, Role.TEAM)
            source = f"{PROGRAMS[verdict]}# {number}\n".encode()
            online.submit(viewer, "double", {"mine.py": source}, None)
    return wanted


def judged(checkout: Checkout, address: str, workers: int) -> tuple[list[str | None], int]:
    """The verdicts that they have given, and how many of them judged something."""
    started = [checkout.start("worker", "--store", address, "--until-empty") for _ in range(workers)]
    assert [worker.wait(TO_ITS_END_S) for worker in started] == [0] * workers
    with Store.open(address) as store:
        found = [store.judgements.of(number) for number in numbers_of(store)]
        assert {len(judgements) for judgements in found} == {1}, "none is judged twice"
        jobs = {store.queue.job(judgement.job_id or 0) for [judgement] in found}
        assert {job.attempt for job in jobs} == {1}
    return [judgement.verdict for [judgement] in found], len({job.worker for job in jobs})


@pytest.fixture(params=["sqlite", "postgresql"])
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """The address of a new store by a name."""

    def made(name: str) -> str:
        (folder := tmp_path / name).mkdir()
        return new_address(request, folder)

    return made


@pytest.mark.slow
def test_four_workers_judge_as_one_does(checkout: Checkout, new_store: Callable[[str], str]) -> None:
    found = []
    for workers in (1, WORKERS):
        address = new_store(f"of {workers}")
        wanted = submitted(checkout, address)
        verdicts, several = judged(checkout, address, workers)
        assert several > 1 or workers == 1
        found.append(verdicts)
    assert found == [wanted, wanted]
