"""A failed build is told by what failed."""

from judge.project.build_failure import MOST_LINES, failure_in

NINJA = """\
[1/90] Building CXX object base/digits.o
[2/90] Building CXX object base/cores.o
FAILED: runner/main.o
/usr/bin/c++ -c main.cpp
main.cpp:3:1: error: expected ';'
[3/90] Building CXX object base/pages.o
FAILED: runner/facts.o
/usr/bin/c++ -c facts.cpp
facts.cpp:9:2: error: no member 'x'
    9 |  x
      |  ^
ninja: build stopped: subcommand failed.
"""
CMAKE = """\
-- The CXX compiler identification is GNU 12
CMake Error at runner/CMakeLists.txt:4 (find_package):
  Could not find libseccomp.

-- Configuring incomplete, errors occurred!
"""


def test_of_ninja_each_step_that_failed() -> None:
    told = failure_in(NINJA.splitlines(keepends=True))
    assert [line.strip() for line in told] == [
        "FAILED: runner/main.o",
        "/usr/bin/c++ -c main.cpp",
        "main.cpp:3:1: error: expected ';'",
        "FAILED: runner/facts.o",
        "/usr/bin/c++ -c facts.cpp",
        "facts.cpp:9:2: error: no member 'x'",
        "9 |  x",
        "|  ^",
    ]


def test_of_cmake_the_error() -> None:
    told = "".join(failure_in(CMAKE.splitlines(keepends=True)))
    assert "libseccomp" in told
    assert "--" not in told


def test_of_anything_else_the_end() -> None:
    lines = [f"line {number}\n" for number in range(100)]
    assert failure_in(lines) == lines[-MOST_LINES:]
    assert failure_in([*lines, "[1/2] done\n"]) == lines[-MOST_LINES:]


def test_the_first_failure_is_told_first_however_many_there_are() -> None:
    lines = ["FAILED: first\n", *(f"error {number}\n" for number in range(100)), "FAILED: second\n"]
    assert failure_in(lines) == lines[:MOST_LINES]
