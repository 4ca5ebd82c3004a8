"""`--batch` answers many inputs in one process, each with the bytes that it alone would get."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from judge.project.installation import this_installation
from judge.tests.program_cases import BUILD, HUGE, PROBLEMS, good_input, solve

pytestmark = pytest.mark.built

Batch = tuple[subprocess.CompletedProcess[bytes], list[dict[str, Any]]]


def solvers(program: str) -> list[str]:
    rows = json.loads(solve(program, b"", "--list", "--json").stdout)["solvers"]
    device = "gpu-" if program.startswith("emulated/") else "cpu-"
    return [row["name"] for row in rows if row["available"] and row["name"].startswith(device)]


def committed_inputs(problem: str) -> list[Path]:
    return sorted(this_installation().committed_data(problem).glob("s*/*.in"))


def batch(program: str, folder: Path, inputs: list[Path], *arguments: str) -> Batch:
    listed = folder / "list"
    listed.write_text("".join(f"{path}\n" for path in inputs), encoding="utf-8")
    done = solve(program, b"not an input", "--batch", str(listed), *arguments)
    return done, [json.loads(line)["batch"] for line in done.stderr.splitlines()]


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def assert_as_one_by_one(program: str, solver: str, folder: Path, inputs: list[Path]) -> None:
    done, lines = batch(program, folder, inputs, "--solver", solver)
    assert done.returncode == 0
    assert [line["input"] for line in lines] == [str(path) for path in inputs]
    end = 0
    for path, line in zip(inputs, lines, strict=True):
        alone = solve(program, path.read_bytes(), "--solver", solver)
        begin, end = end, end + line["stdout_bytes"]
        assert done.stdout[begin:end] == alone.stdout, (solver, path.name)
        assert line["exit_code"] == alone.returncode
        assert line["message"] == (alone.stderr.decode().rstrip("\n") or None)
    assert end == len(done.stdout)


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_batch_answers_as_one_by_one(problem: str, tmp_path: Path) -> None:
    inputs = committed_inputs(problem)
    assert len(inputs) > 10
    for solver in ["auto", *solvers(problem)]:
        assert_as_one_by_one(problem, solver, tmp_path, inputs)


@pytest.mark.parametrize("command", ['"$program" "$@"', '"$program" "$@" | tail -c +2'])
def test_a_byte_that_a_batch_lacks_is_noticed(command: str, tmp_path: Path) -> None:
    """The control of the comparison above: a program whose batch is right, and one whose batch is not."""
    script = written(
        tmp_path,
        "program",
        f'#!/bin/sh\nprogram={BUILD}/vector-add\nif [ "$1" = --batch ]; then {command}; else exec $program "$@"; fi\n',
    )
    script.chmod(0o755)
    inputs = committed_inputs("vector-add")
    if "tail" in command:
        with pytest.raises(AssertionError):
            assert_as_one_by_one(str(script), "auto", tmp_path, inputs)
    else:
        assert_as_one_by_one(str(script), "auto", tmp_path, inputs)


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_batch_on_the_emulated_gpu_answers_as_one_by_one(problem: str, tmp_path: Path) -> None:
    smallest = sorted(committed_inputs(problem), key=lambda path: path.stat().st_size)[:4]
    bad = written(tmp_path, "bad", "x\n")
    known = solvers(f"emulated/{problem}")
    assert len(smallest) == 4
    for solver in known:
        assert_as_one_by_one(f"emulated/{problem}", solver, tmp_path, [*smallest, bad, *smallest])


@pytest.mark.parametrize("problem", PROBLEMS)
def test_what_fails_in_the_middle_fails_as_alone(problem: str, tmp_path: Path) -> None:
    good = written(tmp_path, "good", good_input(problem))
    bad = [
        written(tmp_path, str(number), text)
        for number, text in enumerate(
            ["x" + good_input(problem), good_input(problem) + "7 x\n", f"-{HUGE}\n", "\0"]
        )
    ]
    assert_as_one_by_one(problem, "auto", tmp_path, [good, *bad, good])
    _, lines = batch(problem, tmp_path, [good, *bad, good])
    assert [line["exit_code"] for line in lines] == [0, 2, 2, 2, 2, 0]


def test_an_input_beyond_a_solvers_size_fails_alone(tmp_path: Path) -> None:
    small, large = written(tmp_path, "small", "100\n"), written(tmp_path, "large", f"{2**64 - 1}\n")
    inputs = [small, large, small]
    assert_as_one_by_one("largest-prime", "cpu-trial-division", tmp_path, inputs)
    _, lines = batch("largest-prime", tmp_path, inputs, "--solver", "cpu-trial-division")
    assert [line["exit_code"] for line in lines] == [0, 3, 0]
    assert "it is meant for sizes up to " in lines[1]["message"]
    _, chosen = batch("largest-prime", tmp_path, inputs)  # auto chooses for each input
    assert [line["exit_code"] for line in chosen] == [0, 0, 0]


def test_phases_and_work_are_those_of_each_input(tmp_path: Path) -> None:
    inputs = committed_inputs("matmul")
    _, lines = batch("matmul", tmp_path, inputs, "--phases", "--work")
    for path, line in zip(inputs, lines, strict=True):
        alone = solve("matmul", path.read_bytes(), "--phases", "--work").stderr.splitlines()
        phases, work = (json.loads(report) for report in alone)
        assert line["work"] == work["work"]
        assert line["phases"].keys() == phases["phases"].keys()
        phase_ns = [ns for name, ns in line["phases"].items() if name.endswith("_ns")]
        assert 0 < sum(phase_ns) <= line["wall_ns"]
    _, plain = batch("matmul", tmp_path, inputs)
    assert len(plain) == len(inputs) >= 2
    assert not any({"phases", "work"} & line.keys() for line in plain)


def test_a_batch_of_work_alone_solves_nothing(tmp_path: Path) -> None:
    inputs = committed_inputs("vector-sum")
    done, lines = batch("vector-sum", tmp_path, inputs, "--work", "--no-solve")
    assert (done.returncode, done.stdout) == (0, b"")
    assert [line["work"]["size"] for line in lines] == [
        json.loads(solve("vector-sum", path.read_bytes(), "--work").stderr)["work"]["size"] for path in inputs
    ]


@pytest.mark.parametrize("problem", PROBLEMS)
def test_wrong_use_of_a_batch(problem: str, tmp_path: Path) -> None:
    good = written(tmp_path, "good", good_input(problem))
    for arguments, message in {
        ("--batch", str(tmp_path / "none")): "--batch: cannot read ",
        ("--batch", str(tmp_path)): "--batch: cannot read ",
        ("--batch", ""): "--batch: cannot read ",
        ("--batch", str(written(tmp_path, "empty", ""))): "expected paths of inputs, found an empty file",
        ("--batch", str(good), "--list"): "--list excludes --batch",
    }.items():
        done = solve(problem, b"", *arguments)
        assert (done.returncode, done.stdout) == (2, b""), arguments
        assert done.stderr.startswith(f"{problem}: ".encode())
        assert done.stderr.count(b"\n") == 1
        assert message.encode() in done.stderr
    done, lines = batch(problem, tmp_path, [good])  # the control
    assert (done.returncode, [line["exit_code"] for line in lines]) == (0, [0])


def test_output_that_cannot_be_written_is_told_of_every_input(tmp_path: Path) -> None:
    good = written(tmp_path, "good", good_input("vector-add"))
    listed = written(tmp_path, "list", f"{good}\n{good}\n")
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec {BUILD}/vector-add --batch {listed} >&-"],
        stderr=subprocess.PIPE,
        check=False,
    )
    lines = [json.loads(line)["batch"] for line in done.stderr.splitlines()]
    assert [(line["exit_code"], line["stdout_bytes"]) for line in lines] == [(1, 0)] * 2
    assert all("Bad file descriptor" in line["message"] for line in lines)
    assert done.returncode == 0  # every input was reached
