"""Boards: machines are never mixed, each user has one best time, and what is too fast to be true has no place."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.reports.judged import other_access
from judge.service.board import boards, may_see_board
from judge.service.own_words import own_finding
from judge.service.visibility import Feedback, Viewer
from judge.store.catalogue_records import Host, ProblemRecord, Role, User
from judge.store.records import FileRecord, Submission
from judge.store.store import Store

CPUS = {
    "fast": Host("a fast CPU", 8, 1, "6", None, None, None, "a" * 64),
    "slow": Host("a slow CPU", 8, 1, "6", None, None, None, "b" * 64),
}
GPU = Host("a fast CPU", 8, 1, "6", "a GPU", "580", "13.0", "c" * 64)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "store.sqlite") as opened:
        yield opened


class Filled:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.problem = store.catalogue.put(ProblemRecord("double", "d" * 64))
        self.hosts = {name: store.catalogue.put_host(host).id for name, host in {**CPUS, "gpu": GPU}.items()}
        self.users = {name: store.catalogue.put(User(name)).id for name in ("anna", "ben", "cem")}

    def judged(
        self,
        user: str,
        host: str,
        cpu_ns: int,
        language: str = "cpp",
        *,
        impossible: bool = False,
        **fields: object,
    ) -> int:
        submission = self.store.submissions.submit(
            Submission(self.problem.id, "a", language, user_id=self.users[user]), [FileRecord("a", b"x")]
        )
        lease = self.store.queue.claim("worker", 60_000)
        assert lease
        assert lease.judgement
        done = replace(lease.judgement, verdict="AC", cpu_ns=cpu_ns, host_id=self.hosts[host], **fields)
        self.store.judgements.finish(lease, done, detail={"impossible": impossible})
        return submission.id

    def shown(self) -> dict[str, list[tuple[str, int, int]]]:
        return {
            one.of.name: [(row.user.name, row.time_ns, row.place) for row in one.rows]
            for one in boards(self.store, self.problem)
        }


def test_each_class_of_machine_has_its_own_board_with_one_row_a_user(store: Store) -> None:
    filled = Filled(store)
    for user, host, cpu_ns in (
        ("anna", "fast", 30), ("anna", "fast", 10), ("ben", "fast", 20), ("ben", "slow", 5), ("cem", "fast", 10),
    ):  # fmt: skip
        filled.judged(user, host, cpu_ns)
    assert filled.shown() == {
        "a fast CPU": [("anna", 10, 1), ("cem", 10, 1), ("ben", 20, 3)],
        "a slow CPU": [("ben", 5, 1)],
    }
    times = {one.of.name: one.times_ns for one in boards(store, filled.problem)}
    assert times == {"a fast CPU": [10, 10, 20, 30], "a slow CPU": [5]}


def test_on_a_gpu_the_kernels_count_and_what_is_emulated_does_not(store: Store) -> None:
    filled = Filled(store)
    filled.judged("anna", "gpu", 900, "cuda", kernels_ns=7)
    filled.judged("ben", "gpu", 100, "cpp")
    filled.judged("cem", "gpu", 1, "cuda", is_emulated=True)
    assert filled.shown() == {"a GPU, a fast CPU": [("anna", 7, 1)], "a fast CPU": [("ben", 100, 1)]}


def test_a_time_below_the_ceiling_is_marked_and_takes_no_place(store: Store) -> None:
    filled = Filled(store)
    filled.judged("anna", "gpu", 900, "cuda", kernels_ns=1, ceiling_share=40.0, impossible=True)
    filled.judged("ben", "gpu", 900, "cuda", kernels_ns=9, ceiling_share=0.9)
    [board] = boards(store, filled.problem)
    assert [(row.user.name, row.place, row.impossible) for row in board.rows] == [
        ("ben", 1, False),
        ("anna", 1, True),
    ]


def test_staff_wrong_and_inactive_users_are_on_no_board(store: Store) -> None:
    filled = Filled(store)
    for user in ("anna", "ben", "cem"):
        filled.judged(user, "fast", 1)
    store.catalogue.put(User("anna", role=Role.JURY))
    store.catalogue.put(User("ben", is_active=False))
    assert filled.shown() == {"a fast CPU": [("cem", 1, 1)]}


def test_times_are_told_where_tests_are() -> None:
    visitor, staff = Viewer(None, Role.VISITOR), Viewer(1, Role.JURY)
    assert [may_see_board(visitor, one) for one in Feedback] == [False, False, True, True, True]
    assert may_see_board(staff, Feedback.NONE)


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("write of x, which thread (1, 0, 0) of block (0, 0, 0) writes at mine.cu:12, with", ("mine.cu", 12)),
        ("read in static shared memory, which thread (3, 0, 0) wrote at a b.cu:7 with no", ("a b.cu", 7)),
        ("write of 4 bytes, which thread 1 writes at an unknown line, with nothing", None),
        ("the host reads memory in what was allocated at a.cu:3, which kernel add writes at a.cu:7, with", ("a.cu", 7)),
    ],
)  # fmt: skip
def test_a_race_has_the_place_of_the_other_access(message: str, place: tuple[str, int] | None) -> None:
    found = other_access("global-memory-race", message)
    assert found == (None if place is None else {"file": place[0], "line": place[1]})
    assert other_access("out-of-bounds", message) is None


@pytest.mark.parametrize(("line", "is_shown"), [(3, True), (4, False), (0, False)])
def test_of_a_secret_test_the_other_access_is_shown_where_the_source_has_that_line(
    line: int, is_shown: bool
) -> None:
    given = {
        "kind": "global-memory-race",
        "file": "a.cu",
        "line": 1,
        "what": "secret",
        "other": {"file": "a.cu", "line": line},
    }
    found = own_finding(given, {"a.cu": 3})
    assert found.get("other") == ({"file": "a.cu", "line": line} if is_shown else None)
    assert found["line"] == 1
