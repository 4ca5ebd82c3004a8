"""How long a class's pages take: the matrix of an assignment, its marks and the class's as CSV. Run by hand:

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_classes [--students 30 300]

Five assignments of five problems; each student has submitted each problem of the first one three times, and the others'
once. A teacher asks for each page ten times, one after another. The processor time is that of the pages' process, which
a busy machine hardly lengthens.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Sequence

from judge.store.catalogue_records import ProblemRecord, Role, User
from judge.store.class_records import Assignment, AssignmentProblem, NewMember, SchoolClass
from judge.store.records import FileRecord, Submission
from judge.store.store import Store
from judge.tests.bench_board import judge
from judge.tests.bench_pages import Browser, cpu_s
from judge.tests.pages_served import pages_served
from judge.web.tokens import new_token, token_sha256

ASSIGNMENTS, PROBLEMS, TRIES, LOADS = 5, 5, 3, 10
SEED = 20_261_127
FOREVER_MS = 4_000_000_000_000


def fill(store: Store, students: int) -> tuple[str, int, int]:
    """The session of the class's teacher, the class and its first assignment."""
    chosen = random.Random(SEED)
    teacher = store.accounts.sign_up(User("teacher", role=Role.TEACHER))
    number = store.classes.add(SchoolClass("Algorithms", "UTC"), teacher_id=teacher.id).id
    new = [NewMember(User(f"student{at}", f"Student {at} of a class"), f"{at:05}") for at in range(students)]
    members = [one.user.id for one in store.classes.enroll(number, new, lifetime_ms=1)]
    for at in range(PROBLEMS):
        store.catalogue.put(ProblemRecord(f"p{at}", "d" * 64, f"Problem {at}"))
    ids = [one.id for one in store.catalogue.all(ProblemRecord)]
    assignments = [
        store.assignments.put(
            Assignment(number, f"Sheet {at}", "UTC", 0, FOREVER_MS),
            [AssignmentProblem(0, one, place, 10.0) for place, one in enumerate(ids)],
        ).id
        for at in range(ASSIGNMENTS)
    ]
    for assignment in assignments:
        for _ in range(TRIES if assignment == assignments[0] else 1):
            for user, problem in ((user, problem) for user in members for problem in ids):
                submission = Submission(problem, "mine.py", "python3", user_id=user, assignment_id=assignment)
                store.submissions.submit(submission, [FileRecord("mine.py", b"print()\n")])
                judge(store, "AC" if chosen.random() < 0.5 else "WA")
    session = new_token()
    store.accounts.put_link(teacher.id, token_sha256("link"), 600_000)
    store.accounts.take_link(token_sha256("link"), token_sha256(session))
    return session, number, assignments[0]


async def asked(port: int, session: str, process: int, paths: Sequence[str]) -> None:
    browser = Browser(port, f"session={session}")
    for path in paths:
        status, text = await browser.ask("GET", path)
        assert status == 200, (path, status)
        before_s, times = cpu_s(process), []
        for _ in range(LOADS):
            begun = time.perf_counter()
            await browser.ask("GET", path)
            times.append(time.perf_counter() - begun)
        times.sort()
        each_ms = 1e3 * (cpu_s(process) - before_s) / LOADS
        print(
            f"  {path:28} {len(text.encode()) / 1e3:7.0f} kB; median {1e3 * times[LOADS // 2]:6.0f} ms, "
            f"longest {1e3 * times[-1]:6.0f} ms; processor time {each_ms:5.0f} ms",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, nargs="+", default=[30, 300])
    for students in parser.parse_args().students:
        with (
            tempfile.TemporaryDirectory() as folder,
            Store.open(address := f"{folder}/store.sqlite") as store,
        ):
            session, number, assignment = fill(store, students)
            print(f"{students} students", flush=True)
            own = f"/assignments/{assignment}"
            paths = (own, f"{own}/marks.csv", f"/classes/{number}/marks.csv", f"/classes/{number}")
            with pages_served(address) as served:
                asyncio.run(asked(served.port, session, served.process, paths))


if __name__ == "__main__":
    main()
