"""How many round trips a second a solution and its validator make: through the judge, and over two plain pipes.

Start it with: .venv/bin/python -m judge.tests.bench_interaction [ROUNDS]
A round trip is a line from the solution and a line from the validator. Both ways take turns.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from judge.base.scratch import scratch_folder
from judge.judging.one_run import judge_test
from judge.judging.prepare import prepared
from judge.judging.solutions import submission
from judge.problems.formats.find import load_package
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost, this_host
from judge.tests.packages import Files, written

VALIDATOR = """\
#include <cstdio>
#include <fstream>
int main(int, char** files) {
  int rounds = 0, said = 0;
  std::ifstream(files[1]) >> rounds;
  std::printf("%d\\n", rounds);
  std::fflush(stdout);
  for (int round = 0; round < rounds; ++round) {
    if (std::scanf("%d", &said) != 1 || said != round) return 43;
    std::printf("%d\\n", round);
    std::fflush(stdout);
  }
  return 42;
}
"""
SOLUTION = """\
#include <chrono>
#include <cstdio>
int main() {
  int rounds = 0, said = 0;
  if (std::scanf("%d", &rounds) != 1) return 1;
  const auto begin = std::chrono::steady_clock::now();
  for (int round = 0; round < rounds; ++round) {
    std::printf("%d\\n", round);
    std::fflush(stdout);
    if (std::scanf("%d", &said) != 1 || said != round) return 1;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::fprintf(stderr, "%f\\n", took.count());
}
"""
PACKAGE: Files = {
    "problem.yaml": (
        "problem_format_version: 2025-09\nname: Echo\nuuid: 2b0f8b0e-53c3-4f52-9b2f-0a5f3d0f7d13\n"
        "type: interactive\nlimits:\n  time_limit: 60\n  output: 64\n  validation_output: 64\n"
    ),
    "statement/problem.en.md": "Say the numbers.\n",
    "output_validator/validate.cpp": VALIDATOR,
    "submissions/accepted/echo.cpp": SOLUTION,
    "data/secret/1.ans": "",
}
TURNS = 5


def seconds_over_pipes(solution: Path, validator: Path, rounds_file: Path) -> float:
    """The time over two plain pipes, without any sandbox."""
    to_solution, to_validator = os.pipe(), os.pipe()
    with (
        subprocess.Popen(
            [validator, rounds_file, os.devnull, "."], stdin=to_validator[0], stdout=to_solution[1]
        ),
        subprocess.Popen(
            [solution], stdin=to_solution[0], stdout=to_validator[1], stderr=subprocess.PIPE
        ) as run,
    ):
        for end in (*to_solution, *to_validator):
            os.close(end)
        return float(run.communicate()[1])


def compiled(folder: Path, name: str, source: str) -> Path:
    program = folder / name
    subprocess.run(["g++", "-O2", "-x", "c++", "-", "-o", program], input=source.encode(), check=True)
    return program


def seconds_through_the_judge(host: JudgeHost, package: Path) -> float:
    problem = load_package(str(package))
    solution = submission(host, problem, SOLUTION, "echo.cpp")
    (test,) = load_test_cases(host.installation, problem)
    found = judge_test(host, solution, prepared(host, solution, ()), test, ())
    return float(found.stderr_excerpt)


def main(rounds: int) -> None:
    with scratch_folder() as folder:
        package = written(folder / "echo", PACKAGE, **{"data/secret/1.in": f"{rounds}\n"})
        programs = [
            compiled(folder, name, source)
            for name, source in (("solution", SOLUTION), ("validator", VALIDATOR))
        ]
        host = this_host()
        plain, judged = [], []
        for _ in range(TURNS):
            plain.append(seconds_over_pipes(programs[0], programs[1], package / "data/secret/1.in"))
            judged.append(seconds_through_the_judge(host, package))
    for name, times in (("two plain pipes", plain), ("the judge", judged)):
        rates = [rounds / took for took in times]
        print(f"{name}: {median(rates):,.0f} round trips a second ({min(rates):,.0f} to {max(rates):,.0f})")
    print(f"times as long: {median(judged) / median(plain):.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
