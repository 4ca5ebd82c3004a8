"""What judging costs besides the solution: a thousand tiny tests, in ms each, and what the parts cost.

Start it with: .venv/bin/python -m judge.tests.bench_thousand_tests [COUNT]
The solution reads one number and prints it; what is measured is all that is around it.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from judge.base.errors import JudgeError
from judge.base.scratch import scratch_folder
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.prepare import prepared
from judge.judging.solutions import submission
from judge.judging.validators import validate_output
from judge.machine.cores import usable_cores
from judge.problems.formats.own import load_problem
from judge.problems.limits import limits_of_a_test
from judge.problems.manifest import sha256_of, write_manifest
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.project.installation import Installation, this_installation
from judge.sandbox.isolation import describe
from judge.sandbox.run import run

PROBLEM = """problem_format_version: "2025-09"
name: Echo
uuid: 1f3c1f6e-2f3e-4f0a-9a53-5b8d8c4f2a11
license: public domain
limits: {time_limit: 1.0}
"""
SOLUTION = '#include <stdio.h>\nint main(void) { int n; if (scanf("%d", &n) == 1) printf("%d\\n", n); }\n'
SUBMIT = """
import sys
from pathlib import Path
import judge.commands.submit as command
from judge.project.host import JudgeHost
from judge.project.installation import Installation, this_installation
host = JudgeHost(Installation(Path(sys.argv[1]), Path(sys.argv[2]), builds=False))
sys.exit(command.submit(host, "echo", str(host.installation.root / "echo.c")))
"""
SINGLE = 200
"""How often a part is measured alone."""


def make_tree(folder: Path, count: int) -> JudgeHost:
    """A project with the problem "echo" of `count` tests, and the programs that are built."""
    root, build = folder / "root", folder / "build"
    (root / "problems/echo").mkdir(parents=True)
    (root / "problems/echo/problem.yaml").write_text(PROBLEM)
    (root / "echo.c").write_text(SOLUTION)
    data = root / "testdata/echo"
    (data / "secret").mkdir(parents=True)
    for number in range(count):
        for ending in ("in", "ans"):
            (data / f"secret/{number:04d}-number.{ending}").write_text(f"{number}\n")
    write_manifest(data, {f"secret/{path.name}": sha256_of(path) for path in (data / "secret").iterdir()})
    build.mkdir()
    for name in ("runner", "compare"):
        (build / name).symlink_to(this_installation().build / name)
    return JudgeHost(Installation(root, build))


def per_call_ms(action: Callable[[], object]) -> float:
    times = []
    for _ in range(SINGLE):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return median(times) * 1e3


def main(count: int) -> None:
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        host = make_tree(Path(name), count)
        problem = load_problem(host.installation.problems / "echo")
        tests = load_test_cases(host.installation, problem)
        core = usable_cores()[:1]
        solution = submission(host, problem, SOLUTION, "echo.c")
        compiled = prepared(host, solution, core)
        if compiled.error is not None:
            raise JudgeError(compiled.error)

        start = time.perf_counter()
        result = judge(host, Job(solution, tests), [core])
        whole = (time.perf_counter() - start) / count * 1e3
        assert result.verdict.code == "AC", result.reason

        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", SUBMIT, host.installation.root, host.installation.build],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        command = (time.perf_counter() - start) / count * 1e3

        limits = limits_of_a_test(problem.limits, 1)
        with scratch_folder() as folder:
            runs = per_call_ms(
                lambda: run(host, compiled.command, limits, folder, stdin=tests[0].input, cores=core)
            )
            validation = per_call_ms(lambda: validate_output(host, problem, tests[0], folder / "stdout"))
            bare = per_call_ms(
                lambda: subprocess.run(compiled.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            )

    print(
        f"{count} tests: {command:.2f} ms each by `judge submit`, its start included; {whole:.2f} ms each on one core"
    )
    print(f"  runner            {runs:.2f} ms (the program alone, started by Python: {bare:.2f} ms)")
    print(f"  validator         {validation:.2f} ms")
    print(f"  the judge's rest  {whole - runs - validation:.2f} ms")
    print(describe(result.isolations))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
