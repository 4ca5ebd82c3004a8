"""The memory of a judge with `--engine slurm`, by the number of jobs. Run by hand:

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_slurm_memory 10000 100000 1000000

The jobs, their session and the results are real ones, on the disk too; only Slurm and the nodes are stood for, as one
process could not judge as much.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from judge.base.records import replace
from judge.engine.engine import Engine
from judge.engine.slurm import pool as slurm_pool
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.stored import stored_submissions
from judge.machine.cores import usable_cores
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.engine_choice import EngineChoice
from judge.project.host import JudgeHost
from judge.project.installation import Installation, this_installation
from judge.tests.engine.slurm_stand_in import slurm_stand_in

HERE = Path(__file__).parent
GROUP = 1000
DONE_AT_ONCE = 2000


def measure(count: int, tests_each: int, *, keep: bool) -> None:
    with tempfile.TemporaryDirectory(prefix="wj-memory-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        shutil.copytree(HERE / "tree", folder / "root")
        (folder / "engine.yaml").write_text(f"shared: {folder}\n")
        installation = Installation(folder / "root", this_installation().build, builds=False)
        host = JudgeHost(installation, engine=EngineChoice(folder / "engine.yaml", "memory"))
        problem = load_problem(host.installation.problems / "double")
        tests = load_test_cases(host.installation, problem)
        one = next(one for one in stored_submissions(host, problem) if one.file_name == "input.py")
        result = judge(host, Job(one, tests), [usable_cores()[:1]])
        result.tests = [result.tests[0]] * tests_each
        before = memory_mib("VmRSS")

        def groups() -> Iterator[list[Job]]:
            for begin in range(0, count, GROUP):
                numbers = range(begin, min(begin + GROUP, count))
                yield [Job(replace(one, name=f"accepted/input{number}.py"), tests) for number in numbers]

        kept: list[Result] = []
        slurm_pool.LOOK_FOR_RESULTS_S = 0.0
        begun = time.monotonic()
        with slurm_stand_in(host, result) as slurm:
            waited = -1

            def nodes() -> None:
                """Stands for the nodes, which judge once the judge queues no more."""
                nonlocal waited
                if len(slurm.waiting) == waited:
                    slurm.do(DONE_AT_ONCE)
                waited = len(slurm.waiting)

            slurm.on_look = nodes
            came = 0
            for each in Engine(host).judge(groups()):
                came += 1
                if keep:
                    kept.append(each)
        assert came == count
        print(
            f"{count} jobs in {time.monotonic() - begun:.0f} s: peak memory {memory_mib('VmHWM'):.0f} MiB, "
            f"{before:.0f} MiB of them before the first job"
            + (
                f"; {(memory_mib('VmRSS') - before) * 1024 / count:.1f} KiB for each kept result"
                if keep
                else ""
            ),
            flush=True,
        )


def memory_mib(field: str) -> float:
    """The memory of this process: VmRSS now, VmHWM at most."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{field}:")) / 1024


def main() -> None:
    options = argparse.ArgumentParser(description="the memory of a judge with --engine slurm")
    options.add_argument("counts", type=int, nargs="+", help="how many jobs")
    options.add_argument("--tests", type=int, default=1, help="of each result")
    options.add_argument("--keep", action="store_true", help="every result until the end, as for a report")
    given = options.parse_args()
    if len(given.counts) == 1:
        measure(given.counts[0], given.tests, keep=given.keep)
        return
    for count in given.counts:  # the peak is that of a process
        command = [
            sys.executable,
            "-m",
            "judge.tests.bench_slurm_memory",
            str(count),
            f"--tests={given.tests}",
        ]
        subprocess.run([*command, *(["--keep"] if given.keep else [])], check=True)


if __name__ == "__main__":
    main()
