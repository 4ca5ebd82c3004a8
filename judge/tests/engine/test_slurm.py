"""`--engine slurm` on a cluster of three nodes: the verdicts of one machine, and one result a job whatever dies."""

import json
import os
import random
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from subprocess import Popen

import pytest

from judge.base.priority import Priority
from judge.base.records import replace
from judge.base.submission_state import State
from judge.engine.engine import Engine
from judge.engine.slurm.pool import SlurmHandle, SlurmPool
from judge.judging.job import Job
from judge.judging.solutions import submission
from judge.judging.stored import stored_submissions
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.tests.checkout import Checkout
from judge.tests.engine.cluster_results import attempts, nodes_that_verified, verdicts
from judge.tests.engine.conftest import engine_yaml
from judge.tests.slurm_cluster import MISSING, NODES, Cluster, is_here
from judge.tests.watching import PATIENCE_S, TO_ITS_END_S, killed_on_failure, processes_naming, soon

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not is_here(), reason=MISSING), pytest.mark.built]
SEEDS = int(os.environ.get("WARP_JUDGE_TEST_SEEDS", "1"))
"""The number of seeds; `judge test --long` sets more, and each does more."""
WAITING = """\
import time
number = int(input())
time.sleep(0.4)
print(2 * number)
"""


def many(checkout: Checkout, count: int) -> list[str]:
    """Leaves the problem with this many submissions alone, none of which says anything of the others."""
    submissions = checkout.root / "problems/double/submissions"
    shutil.rmtree(submissions)
    (submissions / "accepted").mkdir(parents=True)
    names = [f"accepted/waiting{number}.py" for number in range(count)]
    for number, name in enumerate(names):
        (submissions / name).write_text(f"{WAITING}# {number}\n")
    return names


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def workers_of(folder: object) -> list[int]:
    """The processes that judge what lies in this folder."""
    return [process for process, words in processes_naming(folder).items() if b"\0worker\0" in words]


def kill_workers_of(folder: object) -> None:
    for worker in workers_of(folder):
        with suppress(ProcessLookupError):  # ended in the meantime
            os.kill(worker, signal.SIGKILL)


def ended(judge: Popen[str], cluster: Cluster, pause_s: float, meanwhile: Callable[[], None]) -> str:
    """What it printed to its end. Until then `meanwhile` is done after each pause."""
    deadline = time.monotonic() + TO_ITS_END_S
    with killed_on_failure(judge):
        while time.monotonic() < deadline:
            try:
                return judge.communicate(timeout=pause_s)[0]
            except subprocess.TimeoutExpired:
                meanwhile()
        queue = cluster.ask("squeue", "--array", "-o", "%i %T %r") + cluster.ask("sinfo", "-N", "-l")
        judge.kill()
        said = judge.communicate(timeout=PATIENCE_S)[0]
        pytest.fail(f"has not ended within {TO_ITS_END_S:g} s\n{queue}\n{said}")


def test_a_cluster_judges_as_one_machine_does(on_cluster: Checkout, tmp_path: Path) -> None:
    nodes = nodes_that_verified(on_cluster, tmp_path, "all")
    assert len(nodes) > 1, "one node alone did all"


def test_the_same_session_goes_on_without_judging_again(on_cluster: Checkout, tmp_path: Path) -> None:
    first = on_cluster.run("verify", "--engine", "slurm", "--session", "twice")
    results = tmp_path / "shared/sessions/twice/results.jsonl"
    before, stored = results.read_bytes(), attempts(on_cluster)
    second = on_cluster.run("verify", "--engine", "slurm", "--session", "twice")
    assert first.returncode == second.returncode == 0, second.stderr
    assert results.read_bytes() == before
    assert attempts(on_cluster) == stored
    another = on_cluster.run("verify", "--solver", "cpu-add", "--engine", "slurm", "--session", "another")
    assert another.returncode == 0
    assert attempts(on_cluster) - stored == {"cpu-add": 1}, "a session of its own judges again"


@pytest.mark.usefixtures("here_on_cluster")
def test_results_come_while_the_next_group_is_made_ready(tree: JudgeHost, tmp_path: Path) -> None:
    """Results are neither lost nor judged again."""
    file = tmp_path / "engine.yaml"
    file.write_text(f"partition: test\nshared: {tmp_path}\n")
    problem = load_problem(tree.installation.problems / "double")
    tests = load_test_cases(tree.installation, problem)
    first, second = stored_submissions(tree, problem)[:2]
    session = tmp_path / "sessions/groups"

    def groups() -> Iterator[list[Job]]:
        yield [Job(first, tests)]
        assert soon(lambda: (session / "results.jsonl").exists())  # it has been taken in
        yield [Job(second, tests)]

    engine = Engine(tree.with_engine(file=file, session="groups"))
    results = [*engine.judge(groups())]
    assert [result.solution.name for result in results] == [first.name, second.name]
    assert {path.name for path in (session / "batches").iterdir()} == {"1", "2"}


def test_the_pool_of_a_cluster_cancels_and_knows_priorities_and_places(
    cluster: Cluster, here_on_cluster: None, tree: JudgeHost, tmp_path: Path
) -> None:
    """Each of the three nodes has a job that never ends by itself; two wait. What is cancelled stays so even if the
    controller is killed a moment later."""
    file = tmp_path / "engine.yaml"
    file.write_text(f"partition: test\nshared: {tmp_path}\ncores: 2\n")
    problem = load_problem(tree.installation.problems / "double")
    problem = replace(problem, limits=replace(problem.limits, time_s=600.0))
    tests = load_test_cases(tree.installation, problem)[:1]
    pool = SlurmPool(tree.with_engine(file=file, session="pool"))

    def submitted(name: str, priority: Priority) -> SlurmHandle:
        source = f"import time; time.sleep(600)  # {name}\n"
        one = submission(tree, problem, source, f"{name}.py")
        return pool.submit(Job(replace(one, name=name), tests), priority)

    def is_judged(handle: SlurmHandle) -> bool:
        return handle.state is State.JUDGING

    try:
        running = [submitted(f"running{number}", Priority.CONTEST) for number in range(3)]
        assert soon(lambda: all(map(is_judged, running))), cluster.story()
        last = submitted("last", Priority.MEASURING)
        assert soon(lambda: pool.place(last) is not None), cluster.story()
        first = submitted("first", Priority.CONTEST)
        assert soon(lambda: pool.place(first) is not None), cluster.story()
        places = pool.place(first), pool.place(last), pool.place(running[0])
        assert [place and place.before for place in places] == [0, 1, None]

        def is_told_why() -> bool:  # until Slurm has looked at it, the reason is "None"
            place = pool.place(last)
            return place is not None and place.reason in ("Priority", "Resources")

        assert soon(is_told_why), cluster.story()
        assert soon(lambda: len(workers_of(tmp_path)) == 3), cluster.story()
        assert pool.cancel(running[1])
        assert running[1].state is State.CANCELLED
        assert soon(lambda: is_judged(first)), cluster.story()
        assert last.state is State.QUEUED
        assert pool.cancel(last)
        assert soon(lambda: "PENDING" not in cluster.ask("squeue", "--me", "-h", "-o", "%T")), cluster.story()
    finally:
        pool.close(cancel=True)
    cluster.stop("slurmctld")  # it forgets what it has not stored yet, and runs again what was cancelled
    cluster.start("slurmctld")
    assert {one.state for one in (*running, last, first)} == {State.CANCELLED}
    assert soon(lambda: not cluster.ask("squeue", "--me", "-h").strip()), cluster.story()
    assert soon(lambda: not processes_naming(tmp_path)), "what ran has ended"


@pytest.mark.parametrize("seed", range(1, 1 + SEEDS))
def test_whatever_is_killed_each_job_has_one_result(
    cluster: Cluster, on_cluster: Checkout, tmp_path: Path, seed: int
) -> None:
    """Kills at random: tasks cancelled, workers, whole nodes and the command killed, the controller restarted."""
    names = many(on_cluster, 10 if SEEDS == 1 else 30)
    wanted = 6 if SEEDS == 1 else 20
    engine_yaml(on_cluster, tmp_path / "shared", "tries: 50\n")
    rng = random.Random(seed)
    report, results = tmp_path / "report.json", tmp_path / "shared/sessions/kills/results.jsonl"

    def started() -> Popen[str]:
        return on_cluster.start(
            *("verify", "double", "--engine", "slurm", "--session", "kills", "--json", str(report)),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    judge = started()
    session = tmp_path / "shared/sessions/kills"
    kills: Counter[str] = Counter()
    while judge.poll() is None and kills.total() < wanted:
        with suppress(subprocess.TimeoutExpired):
            judge.wait(rng.uniform(0.1, 0.6))
        workers = workers_of(f"{session}/batches")
        if not workers:
            continue
        kind = rng.choice(["task", "worker", "worker", "worker", "node", "controller", "command"])
        if kind == "task":
            running = cluster.ask("squeue", "--me", "-h", "-t", "R", "--array", "-o", "%i").split()
            if not running:
                continue
            cluster.ask("scancel", rng.choice(running))
        elif kind == "worker":
            try:
                os.kill(rng.choice(workers), signal.SIGKILL)
            except ProcessLookupError:
                continue
        elif kind == "node":
            node = rng.choice(NODES)
            cluster.stop(node)
            cluster.start(node)
            cluster.resume()
        elif kind == "command":
            judge.kill()
            judge.communicate(timeout=PATIENCE_S)
            judge = started()
        else:
            cluster.stop("slurmctld")
            cluster.start("slurmctld")
        kills[kind] += 1
    said = ended(judge, cluster, 5, cluster.resume)
    assert judge.returncode == 0, said
    assert kills.total() == wanted, kills
    assert {name for name in verdicts(report) if "/" in name} == set(names)
    assert {verdict for verdict, _ in verdicts(report).values()} <= {"AC", "SKIP"}
    stored = attempts(on_cluster)
    assert set(names) <= stored.keys()
    assert set(stored.values()) == {1}
    keys = [json.loads(line)["key"] for line in results.read_text().splitlines()]
    assert len(keys) == len(set(keys))
    print(f"Slurm, seed {seed}: {kills.total()} kills: {dict(kills)}")


def test_a_node_that_dies_for_good(cluster: Cluster, on_cluster: Checkout, tmp_path: Path) -> None:
    names = many(on_cluster, 6)
    judge = on_cluster.start(
        *("verify", "double", "--engine", "slurm", "--session", "dead"),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        log = tmp_path / "shared/sessions/dead/batches"
        assert soon(lambda: any("node1" in text(path) for path in log.glob("*/log/*")))
        cluster.stop("node1")
        kill_workers_of(log)  # those of all nodes, as nobody is left to say which is whose
        said = judge.communicate(timeout=PATIENCE_S)[0]
    finally:
        cluster.start("node1")
    assert judge.returncode == 0, said
    assert "queued again" in said
    assert set(attempts(on_cluster).values()) == {1}
    assert set(names) <= attempts(on_cluster).keys()


def test_a_job_that_kills_whatever_judges_it(on_cluster: Checkout, cluster: Cluster, tmp_path: Path) -> None:
    """Queued as often as engine.yaml says; then it is a judge error that names the node."""
    many(on_cluster, 1)
    engine_yaml(on_cluster, tmp_path / "shared", "tries: 2\n")
    judge = on_cluster.start(
        *("verify", "double", "--engine", "slurm", "--session", "never", "--time-limit", "5"),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    batches = f"{tmp_path}/shared/sessions/never/batches"

    def kill_and_resume() -> None:
        kill_workers_of(batches)
        cluster.resume()  # a node that was drained for it would keep the job waiting without end

    said = " ".join(ended(judge, cluster, 0.2, kill_and_resume).split())
    assert judge.returncode == 1, said
    assert "accepted/waiting0.py: expected AC, found JE: no result, queued 2 times; last node" in said
    assert "FAILED" in said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "killed"])
def test_a_judge_that_ends_is_continued(
    cluster: Cluster, on_cluster: Checkout, tmp_path: Path, number: signal.Signals
) -> None:
    names = many(on_cluster, 12)
    session = tmp_path / "shared/sessions/ended"
    command = ("verify", "double", "--engine", "slurm", "--session", "ended", "--time-limit", "5")
    judge = on_cluster.start(
        *command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    results = session / "results.jsonl"
    assert soon(lambda: results.exists() and len(results.read_bytes().splitlines()) > 2)
    judge.send_signal(number)
    said = judge.communicate(timeout=PATIENCE_S)[0]
    assert judge.returncode == (128 + number if number is signal.SIGINT else -number), said
    if number is signal.SIGINT:
        assert soon(lambda: not cluster.ask("squeue", "--me", "-h").strip())
        assert "interrupted after" in said
    done = on_cluster.run(*command)
    assert done.returncode == 0, done.stdout + done.stderr
    stored = attempts(on_cluster)
    assert set(names) <= stored.keys()
    assert set(stored.values()) == {1}
    keys = [json.loads(line)["key"] for line in results.read_text().splitlines()]
    assert len(keys) == len(set(keys))


REFUSING = """#!/bin/sh
case " $* " in *" --require-isolation "*) echo "runner: isolation is required, missing: seccomp" >&2; exit 2 ;; esac
exec {runner} "$@"
"""


def test_a_node_with_less_isolation_than_asked_refuses(on_cluster: Checkout, tmp_path: Path) -> None:
    runner = on_cluster.root / "build/runner"
    real = runner.resolve()
    runner.unlink()
    runner.write_text(REFUSING.format(runner=real))
    runner.chmod(0o755)
    shutil.rmtree(on_cluster.root / "build/submissions", ignore_errors=True)
    engine_yaml(on_cluster, tmp_path / "shared", "tries: 1\n")
    tolerant = on_cluster.run("verify", "double", "--engine", "slurm")
    assert tolerant.returncode == 0, tolerant.stderr
    strict = on_cluster.run("verify", "double", "--engine", "slurm", "--require-isolation")
    assert strict.returncode in (1, 2)
    assert "missing: seccomp" in strict.stderr + strict.stdout
    assert "node" in strict.stderr


def test_slurm_refuses_what_it_does_not_know(on_cluster: Checkout) -> None:
    file = on_cluster.root / "engine.yaml"
    file.write_text(file.read_text().replace("partition: test", "partition: nowhere"))
    done = on_cluster.run("verify", "double", "--engine", "slurm")
    assert done.returncode == 2
    assert "invalid partition" in done.stderr
