"""What `--engine slurm` costs the judge itself: queueing, and taking in results. Run by hand, with Slurm installed:

    PYTHONPATH=. .venv/bin/python judge/tests/bench_slurm.py 1 100 10000

The cluster is one of this machine's own, whose nodes are not given anything to do; the results are written here, as
nodes write them.
"""

import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from judge.base.records import replace
from judge.engine.engine import Engine
from judge.engine.slurm.session import write_result
from judge.engine.slurm.wire import sent_result
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.solutions import Solution
from judge.judging.stored import stored_submissions
from judge.machine.cores import usable_cores
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.engine_choice import EngineChoice
from judge.project.host import JudgeHost
from judge.project.installation import Installation, this_installation
from judge.tests.slurm_cluster import NODES, cluster_in

HERE = Path(__file__).parent
LOOK_AGAIN_S = 0.05


def main(counts: list[int]) -> None:
    with tempfile.TemporaryDirectory(prefix="wj-slurm-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        shutil.copytree(HERE / "tree", folder / "root")
        file = folder / "engine.yaml"
        file.write_text(f"partition: test\nshared: {folder}\n")
        with cluster_in(folder / "slurm") as cluster:
            os.environ |= cluster.tools
            for node in NODES:  # nothing is judged: jobs stay in the queue
                cluster.ask("scontrol", "update", f"nodename={node}", "state=drain", "reason=bench")
            for count in counts:
                installation = Installation(folder / "root", this_installation().build, builds=False)
                measure(JudgeHost(installation, engine=EngineChoice(file, f"bench-{count}")), count)


def measure(host: JudgeHost, count: int) -> None:
    problem = load_problem(host.installation.problems / "double")
    tests = load_test_cases(host.installation, problem)
    one = next(one for one in stored_submissions(host, problem) if one.file_name == "input.py")
    result = judge(host, Job(one, tests), [usable_cores()[:1]])

    def solutions() -> Iterator[Solution]:
        for number in range(count):
            yield replace(one, name=f"accepted/input{number}.py")

    jobs = [Job(solution, tests) for solution in solutions()]
    engine = Engine(host)
    begun, cpu = time.monotonic(), time.process_time()

    assert host.engine.file
    spool = host.engine.file.parent / "sessions" / host.engine.session / "spool"

    def group() -> Iterator[list[Job]]:
        """What is behind the jobs is asked for while they are queued."""
        yield jobs
        while len(queued_in(spool.parent)) < count:
            time.sleep(LOOK_AGAIN_S)
        queued, queued_cpu = time.monotonic() - begun, time.process_time() - cpu
        print(f"{count} jobs queued in {queued:.2f} s; {queued_cpu / count * 1e3:.3f} ms of CPU time each")
        made = spool.with_name("made")
        made.mkdir()
        for key in queued_in(spool.parent):
            write_result(made, sent_result(key, "node1", result))
        taken.append((time.monotonic(), time.process_time()))
        for path in made.iterdir():  # they are taken in from the first one on
            path.rename(spool / path.name)

    taken: list[tuple[float, float]] = []
    came = sum(1 for _ in engine.judge(group()))
    wall, cpu_s = taken[0]
    took, took_cpu = time.monotonic() - wall, time.process_time() - cpu_s
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{came} results taken in in {took:.2f} s; {took_cpu / count * 1e3:.3f} ms of CPU time each; "
        f"peak memory {peak_mib:.0f} MiB"
    )


def queued_in(session: Path) -> list[str]:
    """The keys of all jobs that Slurm has taken."""
    taken = (path.parent for path in session.glob("batches/*/slurm"))
    return [key for batch in taken for key in (batch / "keys").read_text().split()]


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]])
