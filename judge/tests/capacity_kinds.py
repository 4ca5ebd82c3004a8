"""The kinds of problems and submissions of which bench_capacity.py measures what a machine judges."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from judge.project.host import this_host
from judge.tests import bench_interaction
from judge.tests.packages import Files

TESTS, NUMBERS, ROUNDS, SEED = 15, 5_000, 100, 1
HEAD = "problem_format_version: 2025-09\nname: Sum\nuuid: 2b0f8b0e-53c3-4f52-9b2f-0a5f3d0f7d15\n"
INCLUDED = "#include <algorithm>\n#include <cstdio>\n#include <iostream>\n#include <map>\n#include <vector>\n"
SUM = """int main() {
  std::map<long long, int> counts;
  long long number, sum = 0;
  while (std::scanf("%lld", &number) == 1) ++counts[number];
  for (const auto& [value, times] : counts) sum += value * times;
  std::cout << sum << std::endl;
}
"""
SPIN = """#include <ctime>
int main() { while (clock() < CLOCKS_PER_SEC) {} std::cout << 1 << std::endl; }
"""
PYTHON = "import sys\n\nprint(sum(map(int, sys.stdin.read().split())))\n"
CHECKER = """#include <fstream>
#include <iostream>
int main(int, char** files) {
  long long expected = 0, found = 0;
  std::ifstream(files[2]) >> expected;
  return std::cin >> found && found == expected ? 42 : 43;
}
"""


@dataclass(frozen=True)
class Kind:
    """A problem, and the files of a submission to it."""

    title: str
    problem: str
    files: Mapping[str, str]
    divisor: int = 1
    """The divisor of the number of submissions, where each takes long."""
    is_compiled_before: bool = False


def packages() -> dict[str, Files]:
    chance, numbers, answers = random.Random(SEED), {}, {}
    for test in range(TESTS):
        drawn = [chance.randrange(10**9) for _ in range(NUMBERS)]
        numbers[f"data/secret/{test:02}.in"] = "\n".join(map(str, drawn)) + "\n"
        answers[f"data/secret/{test:02}.ans"] = f"{sum(drawn)}\n"
    base = {"problem.yaml": f"{HEAD}limits:\n  time_limit: 5\n", "statement/problem.en.md": "Add.\n"}
    compared = {**base, **numbers, **answers}
    ones = {f"data/secret/{test:02}.{end}": "1\n" for test in range(20) for end in ("in", "ans")}
    talks = dict.fromkeys(numbers, f"{ROUNDS}\n") | dict.fromkeys(answers, "")
    only_answers = {"problem.yaml": f"{HEAD}type: submit-answer\nlimits:\n  output: 1\n"}
    interactive = {name: text for name, text in bench_interaction.PACKAGE.items() if "data/" not in name}
    checked = {**compared, "output_validator/validate.cpp": CHECKER}
    talking, given = {**interactive, **talks}, {**compared, **only_answers}
    heavy = {**base, **ones}
    return {
        "compared": compared,
        "checked": checked,
        "interactive": talking,
        "answers": given,
        "heavy": heavy,
    }


def kinds(answers: Files) -> Iterator[Kind]:
    plain, bits = INCLUDED + SUM, f"#include <bits/stdc++.h>\n{SUM}"
    own = this_host().installation.problems / "vector-add/submissions/accepted/cin.cpp"
    outputs = {Path(name).name: str(text) for name, text in answers.items() if name.endswith(".ans")}
    yield Kind("C++, compared", "compared", {"sum.cpp": plain})
    yield Kind("C++, compared, with <bits/stdc++.h>", "compared", {"sum.cpp": bits})
    yield Kind("C++, compared, compiled before", "compared", {"sum.cpp": plain}, is_compiled_before=True)
    yield Kind("Python, compared", "compared", {"sum.py": PYTHON})
    yield Kind("C++, output validator", "checked", {"sum.cpp": plain})
    yield Kind("C++, interactive", "interactive", {"echo.cpp": bench_interaction.SOLUTION})
    yield Kind("submit-answer", "answers", outputs)
    yield Kind("C++, vector-add", "vector-add", {"cin.cpp": own.read_text()}, divisor=5)
    yield Kind("C++, 1 s a test", "heavy", {"spin.cpp": INCLUDED + SPIN}, divisor=25)
