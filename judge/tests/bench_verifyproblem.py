"""How long a package of 200 tests and 40 submissions takes here, and in verifyproblem of Kattis' problemtools.

Start it with: .venv/bin/python -m judge.tests.bench_verifyproblem VERIFYPROBLEM [OPTION ...]
VERIFYPROBLEM is that program, which the judge does not bring; the options, such as -j 2, are for it. One after the
other judges the same package, submissions alone. The times are told, and each submission whose verdicts differ.
"""

import json
import random
import re
import subprocess
import sys
import time
from pathlib import Path

from judge.base.scratch import scratch_folder
from judge.project.installation import this_installation
from judge.tests.packages import Files, written

SEED, TESTS, NUMBERS = 20, 200, 1000
CPP = """\
#include <cstdio>
#include <cstdlib>
int main() {
  int test = 0, number = 0;
  long long sum = 0;
  if (std::scanf("%d", &test) != 1) return 1;
  while (std::scanf("%d", &number) == 1) sum += number;
  FAULT
  std::printf("%lld\\n", sum);
}
"""
PYTHON = """\
import sys
test, *numbers = map(int, sys.stdin.read().split())
total = sum(numbers)
FAULT
print(total)
"""
FAULTS = {
    "accepted": (";", "pass", 12, 8),
    "wrong_answer": ("if (test == AT) ++sum;", "if test == AT: total += 1", 6, 4),
    "run_time_error": ("if (test == AT) std::abort();", "if test == AT: sys.exit(1)", 3, 2),
    "time_limit_exceeded": ("while (test == AT) sum ^= 1;", "while test == AT: total ^= 1", 3, 2),
}
"""The submissions in each folder: their fault in C++ and in Python, and their number."""
VERDICT = re.compile(r"^\s*(?:[A-Z]+ )?(\w+/\S+) \(.*\) (?:OK: |got )(\w+)", re.MULTILINE)


def package() -> Files:
    chance = random.Random(SEED)
    files: dict[str, str | bytes] = {
        "problem.yaml": "name: Sum\nlicense: cc0\nrights_owner: A. N. Other\n",
        "problem_statement/problem.en.tex": "\\problemname{Sum}\nAdd up all numbers but the first.\n",
        "data/sample/1.in": "0 1 2\n",
        "data/sample/1.ans": "3\n",
    }
    for test in range(1, TESTS + 1):
        numbers = [chance.randint(-(10**6), 10**6) for _ in range(NUMBERS)]
        files[f"data/secret/{test:03}.in"] = f"{test}\n{' '.join(map(str, numbers))}\n"
        files[f"data/secret/{test:03}.ans"] = f"{sum(numbers)}\n"
    for folder, (cpp, python, of_cpp, of_python) in FAULTS.items():
        for count, suffix, program, fault in ((of_cpp, "cpp", CPP, cpp), (of_python, "py", PYTHON, python)):
            for number in range(count):
                source = program.replace("FAULT", fault.replace("AT", str(chance.randint(1, TESTS))))
                files[f"submissions/{folder}/{suffix}{number}.{suffix}"] = source
    return files


def ours(folder: Path) -> dict[str, str]:
    judge = this_installation().root / "judge/judge"
    command = [str(judge), "verify", "-q", "--no-history", "--json", "-", str(folder)]
    report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    [problem] = report["problems"]
    return {solution["name"]: solution["verdict"] for solution in problem["results"]}


def theirs(folder: Path, verifyproblem: list[str]) -> dict[str, str]:
    command = [*verifyproblem, str(folder), "-p", "submissions"]
    return dict(VERDICT.findall(subprocess.run(command, capture_output=True, text=True).stdout))


def main(verifyproblem: list[str]) -> None:
    with scratch_folder() as scratch:
        folder = written(scratch / "sum", package())
        begin = time.monotonic()
        found = ours(folder)
        between = time.monotonic()
        other = theirs(folder, verifyproblem)
        end = time.monotonic()
    print(f"judge verify: {between - begin:.1f} s, {len(found)} submissions")
    print(f"{' '.join(verifyproblem)}: {end - between:.1f} s, {len(other)} submissions")
    different = [name for name in sorted({*found, *other}) if found.get(name) != other.get(name)]
    for name in different:
        print(f"{name}: {found.get(name)} and {other.get(name)}")
    print("all verdicts are equal" if not different else f"{len(different)} verdicts differ")


if __name__ == "__main__":
    main(sys.argv[1:])
