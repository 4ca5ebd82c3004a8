"""Every problem program refuses malformed input: one line with place on stderr, nothing on stdout, exit code 2.

WARP_JUDGE_TEST_BUILD names another build folder, so that the same inputs run under the sanitizers.
"""

import contextlib
import json
import os
import re
import resource
import select
import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest

from judge.project.host import this_host
from judge.project.installation import this_installation
from judge.tests.own_problems import own_problems
from judge.tests.program_cases import BUILD, PROBLEMS, good_input, malformed_inputs, program_tests, solve
from judge.tests.watching import PATIENCE_S

pytestmark = pytest.mark.built

SANITIZED = "WARP_JUDGE_TEST_BUILD" in os.environ
"""The emulated GPU's programs are not built with sanitizers."""
RUNS = [
    (problem, name)
    for problem in PROBLEMS
    for name, run in program_tests(problem).runs.items()
    if not (SANITIZED and run.emulated)
]


@pytest.mark.parametrize(("problem", "defect", "data"), malformed_inputs(), ids=lambda value: str(value)[:30])
def test_malformed_input_is_refused_with_its_place(problem: str, defect: str, data: bytes) -> None:
    done = solve(problem, data)
    message = done.stderr.decode()
    assert done.returncode == 2, (defect, message)
    assert done.stdout == b""
    assert re.fullmatch(rf"{problem}: line \d+, column \d+: expected .+, found .+\n", message), message


def test_a_size_of_more_plants_than_are_counted_is_refused() -> None:
    generator = this_installation().build / "problem-tools" / "hating-frog" / "generate"
    done = subprocess.run(
        [generator, "--size", "3000000000x100000x10000"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "3000000000 plants" in done.stderr


@pytest.mark.parametrize("problem", PROBLEMS)
def test_the_good_input_behind_them_is_solved(problem: str) -> None:
    done = solve(problem, good_input(problem).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


@pytest.mark.parametrize("problem", PROBLEMS)
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
def test_the_blanks_of_real_contest_files_make_no_difference(
    problem: str, change: Callable[[str], str]
) -> None:
    good = solve(problem, good_input(problem).encode())
    assert solve(problem, change(good_input(problem)).encode()).stdout == good.stdout


@pytest.mark.parametrize("problem", PROBLEMS)
def test_the_version(problem: str) -> None:
    told = solve(problem, b"", "--version")
    cache = (this_installation().build / "CMakeCache.txt").read_text("utf-8")
    (version,) = re.findall(r"^CMAKE_PROJECT_VERSION:STATIC=(\d+\.\d+\.\d+)$", cache, re.MULTILINE)
    assert (told.returncode, told.stdout) == (0, f"{problem} of Warp Judge {version}\n".encode())


@pytest.mark.parametrize("problem", PROBLEMS)
def test_wrong_options(problem: str) -> None:
    unknown = solve(problem, b"", "--solver", "cpu-magic")
    assert unknown.returncode == 2
    assert b"unknown solver 'cpu-magic'; known: auto, cpu-" in unknown.stderr
    misspelt = solve(problem, b"", "--solvr", "cpu-magic")
    assert misspelt.returncode == 2
    assert b"unknown option '--solvr' (did you mean '--solver'?)" in misspelt.stderr
    file = solve(problem, b"", "my.in")
    assert file.returncode == 2
    assert f"the input is read from stdin: {problem} < my.in" in file.stderr.decode()
    strange = solve(problem, b"", "--fast")
    assert strange.returncode == 2
    assert b"unknown option '--fast';" in strange.stderr
    assert solve(problem, b"", "--json").returncode == 2


@pytest.mark.parametrize(("problem", "name"), RUNS)
def test_a_run_that_the_problem_names(problem: str, name: str, tmp_path: Path) -> None:
    run = program_tests(problem).runs[name]
    assert run.input or run.input_from, "a run needs 'input' or 'input_from'"
    file = tmp_path / "input"
    if run.input_from:
        with file.open("wb") as written:
            subprocess.run(["/bin/sh", "-ec", run.input_from], stdout=written, check=True)
    else:
        file.write_text(run.input)
    program = BUILD / (f"emulated/{problem}" if run.emulated else problem)
    with file.open("rb") as read:
        done = subprocess.run([program, *run.arguments], stdin=read, capture_output=True, check=False)
    assert done.returncode == run.exit_code, done.stderr
    assert run.stderr in done.stderr.decode()
    assert run.stdout in (None, done.stdout.decode())


def test_an_input_file_that_is_made_shorter_meanwhile_is_refused(tmp_path: Path) -> None:
    """The file is shortened once it is mapped: reading what is no longer there is a SIGBUS."""
    file = tmp_path / "numbers"
    for _ in range(20):
        file.write_bytes(b"5000000\n" + b"123456789 " * 5_000_000)
        with file.open("rb") as read:
            command = [str(BUILD / "vector-sum"), "--cores", "2"]
            process = subprocess.Popen(command, stdin=read, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        maps = Path(f"/proc/{process.pid}/maps")
        while str(file) not in maps.read_text() and process.poll() is None:
            pass
        process.send_signal(signal.SIGSTOP)
        os.truncate(file, 1000)
        process.send_signal(signal.SIGCONT)
        out, errors = process.communicate()
        if process.returncode != 0:
            break  # it had not read all of it yet
    assert process.returncode == 2, (process.returncode, errors)
    assert out == b""
    refused = b"vector-sum: the input file was made shorter while it was read: run it again\n"
    before_it_was_mapped_whole = b"found the end of the input" in errors
    assert errors == refused or before_it_was_mapped_whole


STREAMS = {problem: stream for problem in PROBLEMS if (stream := program_tests(problem).stream)}
LEAST_BYTES_ANSWERED = 64 << 20
MOST_MEMORY_BYTES = 512 << 20
"""The limit on address space. It is not set for sanitized programs: sanitizers reserve 20 TB of it."""


def start(problem: str, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [BUILD / problem], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    )


def bounded() -> None:
    """Limits the child, which calls it."""
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))


@pytest.mark.parametrize("problem", STREAMS)
def test_a_stream_that_pauses_is_answered_so_far(problem: str) -> None:
    """The pause may be in the middle of an item."""
    stream = STREAMS[problem]
    with start(problem) as program:
        assert program.stdin
        assert program.stdout
        more = stream.head.format(count=4) + stream.item
        for number in range(1, 4):
            program.stdin.write((more + stream.begun).encode())
            program.stdin.flush()
            answer = stream.answer.format(number=number).encode()
            assert read_in_time(program.stdout, len(answer)) == answer
            more = stream.rest
        program.stdin.write(more.encode())
        program.stdin.close()
        assert program.stdout.read() == stream.answer.format(number=4).encode()
    assert program.returncode == 0


@pytest.mark.parametrize("problem", STREAMS)
def test_what_precedes_malformed_input_in_a_later_part_is_answered(problem: str) -> None:
    stream = STREAMS[problem]
    with start(problem) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdin.write((stream.head.format(count=4) + stream.item).encode())
        program.stdin.flush()
        first = stream.answer.format(number=1).encode()
        assert read_in_time(program.stdout, len(first)) == first
        program.stdin.write((stream.item + "x\n").encode())
        program.stdin.close()
        assert program.stdout.read() == stream.answer.format(number=2).encode()
        assert b'found "x"' in program.stderr.read()
    assert program.returncode == 2


@pytest.mark.parametrize("problem", STREAMS)
def test_a_stream_without_end_is_answered_in_bounded_memory_until_nobody_listens(problem: str) -> None:
    stream = STREAMS[problem]

    with start(problem, preexec_fn=bounded) as program:
        assert program.stdin
        assert program.stdout
        feeder = threading.Thread(
            target=feed, args=(program.stdin, stream.head.format(count=10**18), stream.item)
        )
        feeder.start()
        answered = 0
        while answered < LEAST_BYTES_ANSWERED:
            answered += len(program.stdout.read(1 << 20)) or LEAST_BYTES_ANSWERED * 2
        assert answered < LEAST_BYTES_ANSWERED * 2, "it ended"
        program.stdout.close()
        feeder.join()
        assert program.wait(timeout=PATIENCE_S) == -signal.SIGPIPE


WHOLE_INPUTS = [problem for problem in PROBLEMS if program_tests(problem).endless]


def test_every_program_of_our_own_is_tried_with_inputs_without_end() -> None:
    own = [problem.id for problem in own_problems(this_host())]
    lists = {problem for problem in own if len(good_input(problem).split()) > 1}
    assert len(lists) > 1
    assert lists - {*STREAMS, *WHOLE_INPUTS} == set()


def answer_to_count(problem: str, count: int, items: int = 0) -> subprocess.CompletedProcess[bytes]:
    """What the program says, in bounded memory, to an input of so many items that says it had `count`."""
    endless = program_tests(problem).endless
    assert endless
    text = endless.head.format(count=count) + "".join(endless.item.format(number=k + 1) for k in range(items))
    with start(problem, preexec_fn=bounded) as program:
        stdout, stderr = program.communicate(text.encode(), timeout=PATIENCE_S)
    return subprocess.CompletedProcess(program.args, program.returncode, stdout, stderr)


@pytest.mark.parametrize("problem", WHOLE_INPUTS)
def test_a_count_of_items_that_never_fit_is_refused_before_they_are_read(problem: str) -> None:
    refused = answer_to_count(problem, 10**18)
    assert refused.returncode == 2
    assert re.search(
        r"expected (a size of .* that fits in the memory available|.* from \d+ to \d+\))",
        refused.stderr.decode(),
    )


@pytest.mark.parametrize("problem", WHOLE_INPUTS)
def test_a_count_that_does_not_fit_in_what_the_program_may_have_is_refused(problem: str) -> None:
    refused = answer_to_count(problem, MOST_MEMORY_BYTES // 4)
    assert refused.returncode == 2
    unlimited = "found the end of the input"
    limited = "that fits in the memory available here ("
    assert (unlimited if SANITIZED else limited) in refused.stderr.decode()
    assert refused.stdout == b""


@pytest.mark.parametrize("problem", WHOLE_INPUTS)
def test_a_count_without_data_takes_no_memory(problem: str) -> None:
    short = answer_to_count(problem, 5_000_000)
    assert short.returncode == 2
    assert "found the end of the input" in short.stderr.decode()


@pytest.mark.parametrize("problem", WHOLE_INPUTS)
def test_items_without_end_are_refused_after_the_last_that_was_promised(problem: str) -> None:
    endless = program_tests(problem).endless
    assert endless
    with start(problem, preexec_fn=bounded) as program:
        assert program.stdin
        assert program.stderr
        begin = "".join(endless.item.format(number=k + 1) for k in range(1000))
        feeder = threading.Thread(
            target=feed,
            args=(program.stdin, endless.head.format(count=1000) + begin, endless.item.format(number=1)),
        )
        feeder.start()
        error = program.stderr.read().decode()
        feeder.join()
    assert program.returncode == 2
    assert "expected the end of the input, found" in error


def feed(into: IO[bytes], head: str, item: str) -> None:
    with contextlib.suppress(BrokenPipeError), into:
        into.write(head.encode())
        many = item.encode() * 10_000
        while True:
            into.write(many)


def read_in_time(pipe: IO[bytes], count: int) -> bytes:
    """This many bytes, or those that came within ten seconds after the others."""
    found = b""
    while len(found) < count and select.select([pipe], [], [], 10)[0]:
        more = os.read(pipe.fileno(), count - len(found))
        if not more:
            break
        found += more
    return found


@pytest.mark.parametrize("problem", PROBLEMS)
def test_phases_and_work_are_json_lines_on_stderr(problem: str) -> None:
    done = solve(problem, good_input(problem).encode(), "--phases", "--work")
    phases, work = (json.loads(line) for line in done.stderr.splitlines())
    assert {"solver", "read_ns", "solve_ns", "print_ns"} <= phases["phases"].keys()
    assert work["work"]["least_bytes"] > 0
    assert done.stdout == solve(problem, good_input(problem).encode()).stdout


@pytest.mark.parametrize("problem", PROBLEMS)
def test_the_work_is_known_without_solving(problem: str) -> None:
    solved = json.loads(solve(problem, good_input(problem).encode(), "--work").stderr)["work"]
    done = solve(problem, good_input(problem).encode(), "--work", "--no-solve")
    assert (done.returncode, done.stdout) == (0, b"")
    del solved["solver"]
    assert json.loads(done.stderr)["work"] == solved
    expected = program_tests(problem)
    assert solved["precision"] == expected.precision
    assert (solved["flop"] > 0) == (expected.precision is not None)
    assert solved["only_reads"] == expected.only_reads


@pytest.mark.parametrize("problem", PROBLEMS)
def test_gpu_solvers_run_on_the_emulated_gpu(problem: str) -> None:
    """Solvers in CUDA C++ alone are right and without a finding; those that need NVIDIA's libraries say so."""
    program, data = f"emulated/{problem}", good_input(problem).encode()
    rows = json.loads(solve(program, b"", "--list", "--json").stdout)["solvers"]
    assert rows == [
        row | {key: other[key] for key in ("available", "reason", "largest_size")}
        for row, other in zip(
            json.loads(solve(problem, b"", "--list", "--json").stdout)["solvers"], rows, strict=True
        )
    ]
    on_gpu = [row for row in rows if row["name"].startswith("gpu-")]
    # Those by NVIDIA's libraries are named after them, and those on Hopper's tensor cores after these; Strassen's
    # method is for Hopper, too.
    assert [row["available"] for row in on_gpu] == [
        not re.search("cub|tensor|strassen", row["name"]) for row in on_gpu
    ]
    for row in on_gpu:
        done = solve(program, data, "--solver", row["name"])
        if row["available"]:
            assert (done.returncode, done.stderr) == (0, b""), row["name"]
            assert done.stdout == solve(problem, data).stdout
        else:
            assert re.fullmatch(
                "not built for the emulated GPU: (it (needs|loads) NVIDIA's .*(CUB|cuBLAS).*|"
                "for compute capability 9.0 alone)",
                row["reason"],
            )
            assert done.returncode == 3


def test_some_problem_has_solvers_for_the_emulated_gpu() -> None:
    """The one above says nothing of a problem without."""
    assert any("gpu-" in solve(f"emulated/{problem}", b"", "--list").stdout.decode() for problem in PROBLEMS)
