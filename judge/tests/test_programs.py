"""Every problem program refuses malformed input: one line with place on stderr, nothing on stdout, exit code 2.

WARP_JUDGE_TEST_BUILD names another build folder, so that the same inputs run under the sanitizers.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from judge.project.paths import this_project

BUILD = Path(os.environ.get("WARP_JUDGE_TEST_BUILD", this_project().build))
HUGE = "99999999999999999999999999"

GOOD = {
    "hating-frog": "6 7\n3\n2 1\n4 3\n6 5\n",
    "largest-prime": "100\n",
    "lights-out": "1\n0 1 1 0 1 0\n1 0 0 1 1 1\n0 0 1 0 0 1\n1 0 0 1 0 1\n0 1 1 1 0 0\n",
    "matmul": "1 2 1\n1.5 2\n3\n-4e0\n",
    "transpose": "2 3\n1 2 3\n4 5 6\n",
    "vector-add": "2\n1 2\n3 4\n",
    "vector-sum": "max 3\n1 2 3\n",
}

BAD = {
    "hating-frog": {
        "row 0": "6 7\n3\n0 1\n4 3\n6 5\n",
        "row beyond R": "6 7\n3\n7 1\n4 3\n6 5\n",
        "column beyond C": "6 7\n3\n2 8\n4 3\n6 5\n",
        "plant twice": "6 7\n3\n2 1\n4 3\n2 1\n",
        "negative size": "-6 7\n3\n2 1\n4 3\n6 5\n",
        "size beyond memory": "6 7\n4000000000000000000\n2 1\n",
    },
    "largest-prime": {
        "negative": "-1\n",
        "2^64": "18446744073709551616\n",
        "fraction": "1.5\n",
        "sign alone": "-\n",
    },
    "lights-out": {
        "a 2 on the board": GOOD["lights-out"].replace("0 1 1 0 1 0", "0 1 2 0 1 0"),
        "negative size": "-1\n",
        "size beyond memory": "4000000000000000000\n",
    },
    "matmul": {
        "not a number": "1 2 1\nnan 2\n3\n4\n",
        "infinity": "1 2 1\n1 inf\n3\n4\n",
        "hexadecimal": "1 2 1\n1 0x2p1\n3\n4\n",
        "beyond float": "1 2 1\n1 1e39\n3\n4\n",
        "negative size": "1 -2 1\n1 2\n3\n4\n",
        "product beyond memory": "4000000000 0 4000000000\n",
        "product that overflows": "9223372036854775807 0 9223372036854775807\n",
    },
    "transpose": {
        "beyond 32 bits": "1 1\n2147483648\n",
        "below 32 bits": "1 1\n-2147483649\n",
        "negative size": "-2 3\n1 2 3\n4 5 6\n",
        "size beyond memory": "4000000000 4000000000\n1\n",
        "size that overflows": "9223372036854775807 3\n1\n",
    },
    "vector-add": {
        "beyond 32 bits": "1\n2147483648\n1\n",
        "negative size": "-2\n1 2\n3 4\n",
        "size beyond memory": "4000000000000000000\n1\n",
        "decimal": "1\n1.5\n1\n",
    },
    "vector-sum": {
        "beyond 10^9": "1\n1000000001\n",
        "unknown word": "mean 3\n1 2 3\n",
        "max of nothing": "max 0\n\n",
        "negative size": "-3\n1 2 3\n",
        "size beyond memory": "4000000000000000000\n1\n",
    },
}


def bad_inputs() -> list[tuple[str, str, bytes]]:
    cases = []
    for problem, good in GOOD.items():
        text = {
            "empty": "",
            "only blanks": " \r\n\t\n",
            "too few": good[: len(good.rstrip()) - 1].rstrip(),
            "too many": good + "7 x\n",
            "a letter": "x" + good,
            "letter within": good[:-2] + "x\n",
            "number of 26 digits": re.sub(r"\d+", HUGE, good, count=1),
            "NUL byte": good[:-2] + "\0\n",
            "UTF-8 byte order mark": "\ufeff" + good,
            **BAD[problem],
        }
        cases += [(problem, name, content.encode()) for name, content in text.items()]
        cases.append((problem, "all bytes", bytes(range(256))))
    # An integer to the end of file: cutting the last character leaves a shorter list or number, which is right.
    return [case for case in cases if case[:2] not in {("largest-prime", "too few")}]


def solve(problem: str, data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [BUILD / problem, *arguments], input=data, capture_output=True, check=False, timeout=60
    )


@pytest.mark.parametrize(("problem", "defect", "data"), bad_inputs(), ids=lambda value: str(value)[:30])
def test_malformed_input_is_refused_with_its_place(problem: str, defect: str, data: bytes) -> None:
    done = solve(problem, data)
    message = done.stderr.decode()
    assert done.returncode == 2, (defect, message)
    assert done.stdout == b""
    assert re.fullmatch(rf"{problem}: line \d+, column \d+: expected .+, found .+\n", message), message


@pytest.mark.parametrize("problem", GOOD)
def test_the_good_input_behind_them_is_solved(problem: str) -> None:
    done = solve(problem, GOOD[problem].encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


@pytest.mark.parametrize("problem", GOOD)
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace(" ", "   \t ").replace("\n", "  \n") + "\n\n \n",
        lambda text: "\n\n  " + text,
    ],
    ids=["CRLF", "no last newline", "runs of blanks", "leading blanks"],
)
def test_the_blanks_of_real_contest_files_make_no_difference(problem: str, change: object) -> None:
    assert callable(change)
    good = solve(problem, GOOD[problem].encode())
    assert solve(problem, change(GOOD[problem]).encode()).stdout == good.stdout


@pytest.mark.parametrize("problem", GOOD)
def test_wrong_options(problem: str) -> None:
    unknown = solve(problem, b"", "--solver", "cpu-magic")
    assert unknown.returncode == 2
    assert b"unknown solver 'cpu-magic'; known: auto, cpu-" in unknown.stderr
    assert solve(problem, b"", "--fast").returncode == 2
    assert solve(problem, b"", "--json").returncode == 2


def test_a_solver_beyond_its_declared_size_says_so() -> None:
    done = solve("largest-prime", b"18446744073709551615\n", "--solver", "cpu-trial-division")
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"this solver cannot run: it is meant for sizes up to " in done.stderr
    assert solve("largest-prime", b"18446744073709551615\n").stdout == b"18446744073709551557\n"


@pytest.mark.parametrize("problem", GOOD)
def test_phases_and_work_are_json_lines_on_stderr(problem: str) -> None:
    import json

    done = solve(problem, GOOD[problem].encode(), "--phases", "--work")
    phases, work = (json.loads(line) for line in done.stderr.splitlines())
    assert {"solver", "read_ns", "solve_ns", "print_ns"} <= phases["phases"].keys()
    assert work["work"]["least_bytes"] > 0
    assert done.stdout == solve(problem, GOOD[problem].encode()).stdout


@pytest.mark.parametrize("problem", GOOD)
def test_the_work_is_known_without_solving(problem: str) -> None:
    import json

    solved = json.loads(solve(problem, GOOD[problem].encode(), "--work").stderr)["work"]
    done = solve(problem, GOOD[problem].encode(), "--work", "--no-solve")
    assert (done.returncode, done.stdout) == (0, b"")
    del solved["solver"]
    assert json.loads(done.stderr)["work"] == solved
    assert solved["precision"] == ("float32" if problem == "matmul" else None)
    assert (solved["flop"] > 0) == (problem == "matmul")
    assert solved["only_reads"] == (problem in {"hating-frog", "vector-sum"})


@pytest.mark.parametrize("problem", GOOD)
def test_gpu_solvers_run_on_the_emulated_gpu(problem: str) -> None:
    """Those of CUDA C++ alone: right and without a finding; what needs NVIDIA's libraries says so."""
    import json

    program, data = f"emulated/{problem}", GOOD[problem].encode()
    rows = json.loads(solve(program, b"", "--list", "--json").stdout)["solvers"]
    assert rows == [
        row | {key: other[key] for key in ("available", "reason", "largest_size")}
        for row, other in zip(
            json.loads(solve(problem, b"", "--list", "--json").stdout)["solvers"], rows, strict=True
        )
    ]
    on_gpu = [row for row in rows if row["name"].startswith("gpu-")]
    assert sum(row["available"] for row in on_gpu) >= 2
    for row in on_gpu:
        done = solve(program, data, "--solver", row["name"])
        if row["available"]:
            assert (done.returncode, done.stderr) == (0, b""), row["name"]
            assert done.stdout == solve(problem, data).stdout
        else:
            assert re.fullmatch("the emulated GPU does not run NVIDIA's (CUB|cuBLAS)", row["reason"])
            assert done.returncode == 3


def test_an_emulated_gpu_is_never_chosen() -> None:
    """Where `auto` takes a real one: hating-frog with very many plants."""
    rows = "".join(f"{row} {column}\n" for row in range(1, 3) for column in range(1, 16_001))
    done = solve("emulated/hating-frog", f"2 16000\n32000\n{rows}".encode(), "--phases")
    assert b'"solver":"cpu-' in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("problem", GOOD)
def test_output_that_cannot_be_written_is_an_error(problem: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [BUILD / problem], input=GOOD[problem].encode(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert b"No space left on device" in done.stderr
