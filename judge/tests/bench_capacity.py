"""What a machine judges an hour, by the kind of problem.

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_capacity [--each 100]

Submissions of each kind are judged by a worker with all cores of this machine, in a process of its own. Each has
another comment at its end, so that nothing that was made is found again, unless it was "compiled before". CPU is the
processor's time of the worker and all that it runs, for each submission. "own" is the part that the worker's own
process takes, which all cores share.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from judge.machine.cores import usable_cores
from judge.project.host import this_host
from judge.service.online import OnlineJudge
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role, User
from judge.store.store import Store
from judge.tests.capacity_kinds import Kind, kinds, packages
from judge.tests.opened import open_problem
from judge.tests.packages import written

OF_A_USER = 10


class Bench:
    def __init__(self, online: OnlineJudge, worker: int) -> None:
        self.online, self.store, self.worker = online, online.store, worker
        self._numbers = count()

    def used_s(self) -> tuple[float, float]:
        """The processor's time of the worker's own process, and with all that it has run."""
        text = Path(f"/proc/{self.worker}/stat").read_text().rpartition(")")[2]
        user, system, *of_children = [int(ticks) / os.sysconf("SC_CLK_TCK") for ticks in text.split()[11:15]]
        return user + system, user + system + sum(of_children)

    def judged(self, kind: Kind, submissions: int) -> list[int]:
        given = []
        for _ in range(submissions):
            number, files = next(self._numbers), {name: text.encode() for name, text in kind.files.items()}
            if len(files) == 1 and not kind.is_compiled_before:
                [(name, text)] = files.items()
                comment = "#" if name.endswith(".py") else "//"
                files = {name: text + f"{comment} {time.time_ns()} {number}\n".encode()}
            user = self.store.catalogue.put(User(f"user{number // OF_A_USER}"))
            given.append(self.online.submit(Viewer(user.id, Role.TEAM), kind.problem, files, None).id)
        for number in given:
            while self.store.submissions.get(number).state.is_open:
                time.sleep(0.05)
        return given

    def measure(self, kind: Kind, submissions: int) -> str:
        self.judged(kind, 1)  # finds nothing in memory
        own_before_s, all_before_s = self.used_s()
        done = [*self.store.judgements.counting(self.judged(kind, submissions)).values()]
        own_s, all_s = self.used_s()
        assert [one.verdict for one in done] == ["AC"] * submissions, [one.reason for one in done]
        wall_s = (max(one.ended_utc_ms or 0 for one in done) - min(one.started_utc_ms for one in done)) / 1000
        row = f"| {kind.title} | {done[0].tests_total} | {submissions} in {wall_s:.1f} s "
        row += (
            f"| {(all_s - all_before_s) / submissions:.3f} s | {(own_s - own_before_s) / submissions:.3f} s "
        )
        return f"{row}| {3600 * submissions / wall_s:,.0f} | {(all_s - all_before_s) / wall_s:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=100)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Store.open(address := f"{folder}/store.sqlite") as store:
        online, found = OnlineJudge(this_host(), store), packages()
        for name, files in found.items():
            open_problem(online, str(written(Path(folder, name), files)))
        open_problem(online, "vector-add")
        command = [sys.executable, "-m", "judge", "worker", "--store", address]
        worker = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            bench = Bench(online, worker.pid)
            print(f"| {len(usable_cores())} cores | tests | wall | CPU | own | an hour | cores in use |")
            for kind in kinds(found["answers"]):
                print(bench.measure(kind, max(given.each // kind.divisor, 2)), flush=True)
        finally:
            worker.terminate()
            worker.wait()


if __name__ == "__main__":
    main()
