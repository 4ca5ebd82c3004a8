"""Sources from strangers, through the whole judge: each ends as it should, for the reason it should.

One trick a file in hostile_sources/; @ANSWER@ in it becomes the path of an answer of the test data, @ROOT@ the
project's folder, @TEMPORARY@ the folder of temporary files. The tests of tricks that read a file have a control:
the same source, compiled or run without the sandbox, does get the answer.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import submission
from judge.languages.table import language_of
from judge.machine.cores import usable_cores
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.project.installation import Installation, this_installation

pytestmark = [pytest.mark.slow, pytest.mark.built]

HERE = Path(__file__).parent
SOURCES = HERE / "hostile_sources"
SECRET_VARIABLE = "WARP_JUDGE_TEST_SECRET"
SECRET = "a-secret-of-the-judges-environment"
ANSWER = "8000000000"


@dataclass(frozen=True)
class Row:
    file: str
    verdict: str
    cause: str = ""
    """A pattern that the reason or the compiler's message must contain."""
    bomb: bool = False
    """Compiled with limits that are small enough for a test."""
    private_files: bool = False
    """Wants to see, change or fill what is not its own: only a file system of its own keeps it from that."""


NOT_THERE = "No such file or directory"
MEMORY = "the compiler was stopped: memory limit"
TIME = "the compiler was stopped: CPU time limit"
OUTPUT = "the compiler was stopped: output limit"

READING = (
    Row("include_answer.cpp", "CE", NOT_THERE, private_files=True),
    Row("include_answer_by_climbing.cpp", "CE", NOT_THERE, private_files=True),
    Row("include_answer_by_macro.c", "CE", NOT_THERE, private_files=True),
    Row("incbin_answer.cpp", "CE", "Error: file not found", private_files=True),
    Row("reads_its_answer.py", "RTE", "FileNotFoundError: .*" + NOT_THERE, private_files=True),
    Row("include_answer.cu", "CE", NOT_THERE, private_files=True),
)
"""Sources that print the answer without a sandbox."""

ROWS = (
    *READING,
    # Reading or sensing what a submission must not know.
    Row("asm_include_answer.c", "CE", f"can't open .*{NOT_THERE}", private_files=True),
    Row("embed_answer.c", "CE", f"invalid preprocessing directive #embed|{NOT_THERE}", private_files=True),
    Row("assembler_includes_answer.cu", "CE", "ptxas .*syntax error"),
    Row("has_include_answer.cpp", "AC", private_files=True),
    Row("pragma_dependency_answer.c", "CE", NOT_THERE, private_files=True),
    Row("line_names_answer.cpp", "CE", "error: .undeclared. was not declared", private_files=True),
    Row("include_shadow.c", "CE", f"/etc/shadow: {NOT_THERE}", private_files=True),
    Row("include_passwd.c", "CE", "/etc/passwd:1:.* error: expected", private_files=True),
    Row("include_environment.c", "AC"),
    Row("include_standard_input.c", "CE", f"{NOT_THERE}|nested|redefinition"),
    Row("include_judge_source.c", "CE", NOT_THERE, private_files=True),
    Row("linker_reads_answer.c", "AC"),
    Row("interpreter_is_the_answer.c", "AC"),
    Row("spec_option_in_pragma.c", "CE", "argument .include=.* is unknown"),
    # Bombs.
    Row("include_zeros.c", "CE", MEMORY, bomb=True),
    Row("incbin_zeros.c", "CE", f"unable to include|{MEMORY}", bomb=True),
    Row("include_random.c", "CE", f"{MEMORY}|{TIME}", bomb=True),
    Row("include_itself.c", "CE", "nested|redefinition"),
    Row("include_itself_twice.c", "CE", TIME, bomb=True),
    Row("template_depth.cpp", "CE", "template instantiation depth exceeds maximum"),
    Row("template_breadth.cpp", "CE", TIME, bomb=True),
    Row("macro_bomb.c", "CE", MEMORY, bomb=True),
    Row("constexpr_endless.cpp", "CE", "loop iteration count exceeds limit"),
    Row("constexpr_exponential.cpp", "CE", TIME, bomb=True),
    Row("grows_in_a_kernel.cu", "CE", TIME, bomb=True),
    Row("messages_without_end.c", "CE", OUTPUT),
    Row("assembler_repeats.c", "CE", MEMORY, bomb=True),
    Row("binary_of_gigabytes.c", "CE", "the compiler was stopped: |No space left|File size limit exceeded"),
    Row("binary_by_fill.c", "CE", "the compiler was stopped: |No space left|File size limit exceeded"),
    Row("binary_by_space.c", "CE", "the compiler was stopped: |No space left|File size limit exceeded"),
    Row("binary_over_the_limit.c", "CE", OUTPUT),
    Row("array_beyond_memory.c", "AC"),
    Row("fold_constants.py", "AC"),
    Row("nested_parentheses.py", "CE", "too many nested parentheses|too complex"),
    Row("deep_unary.py", "CE", "MemoryError|RecursionError|too complex|too many nested"),
    Row("deep_indentation.py", "CE", "too many levels of indentation"),
    # Strange text.
    Row("escapes_in_a_message.cpp", "CE", "#error"),
    Row("nul_bytes_in_a_comment.cpp", "AC"),
    Row("nul_bytes_in_code.cpp", "CE", "null character.*ignored"),
    Row("nul_bytes.py", "CE", "null bytes"),
    Row("invalid_utf8.cpp", "CE", r"stray .\\377. in program"),
    Row("invalid_utf8.py", "CE", "error: the source is not UTF-8"),
    Row("long_line.cpp", "CE", "error: .nothing. was not declared"),
    Row("poison.c", "CE", 'attempt to use poisoned "printf"'),
    Row("system_header.c", "AC"),
    # At run time.
    Row("prints_a_verdict.py", "WA", "line 1, token 1: expected 6, found AC"),
    Row("exits_like_a_validator_that_accepts.c", "RTE", "exit code 42"),
    Row("exits_like_a_validator_that_refuses.c", "RTE", "exit code 43"),
    Row("exits_like_a_solver_that_cannot_run.py", "RTE", "exit code 3: .*cannot run"),
    Row("reads_all_that_it_finds.py", "RTE", "exit code 1: no answer anywhere", private_files=True),
    Row("forges_facts_and_feedback.py", "RTE", "exit code 1: nothing to forge", private_files=True),
    Row("replaces_its_program.py", "RTE", "Read-only file system|Permission denied", private_files=True),
    Row("floods_its_work_directory.py", "OLE", "limit of files in the work directory", private_files=True),
    Row("floods_its_output.py", "OLE", "output limit"),
    Row("eats_memory.py", "MLE", "memory limit"),
    Row("sleeps.py", "TLE", "wall time limit, idle"),
    # Good controls: what contest programs do.
    Row("good_bits.cpp", "AC"),
    Row("good_threads_and_maths.c", "AC"),
    Row("good_numpy.py", "AC"),
    Row("good_kernel.cu", "AC"),
    Row("optimize_pragma.cpp", "AC"),
)

GENERATED = {
    "nested_parentheses.py": "(" * 100_000,
    "deep_unary.py": "x = " + "-" * 100_000 + "1\n",
    "deep_indentation.py": "".join(" " * depth + "if x:\n" for depth in range(120)),
    "long_line.cpp": "int main() { return nothing + " + "1 + " * 30_000 + "1; }",
}
"""Sources that are long and say little."""


def source_of(file: str, host: JudgeHost) -> str:
    text = GENERATED.get(file)
    if text is None:
        text = (SOURCES / file).read_text(encoding="utf-8", errors="surrogateescape")
    answer = host.installation.committed_data("double") / "secret/02-beyond-32-bits.ans"
    text = text.replace("@ANSWER@", str(answer)).replace("@ROOT@", str(host.installation.root))
    return text.replace("@TEMPORARY@", tempfile.gettempdir())


def skip_without_tools(file: str) -> None:
    missing = language_of(file).missing_tools
    if missing:
        pytest.skip(f"no {', '.join(missing)} here")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> JudgeHost:
    folder = tmp_path_factory.mktemp("hostile")
    shutil.copytree(HERE.parent / "tree", folder / "root")
    (folder / "build").mkdir()
    for name in ("runner", "compare"):
        (folder / "build" / name).symlink_to(this_installation().build / name)
    return JudgeHost(Installation(folder / "root", folder / "build"))


@pytest.fixture(scope="module")
def results(host: JudgeHost) -> Iterator[dict[str, Future[Result]]]:
    """All rows judged on all cores; each test waits for its own."""

    def judge_row(row: Row) -> Result:
        problem = load_problem(host.installation.problems / "double")
        if row.verdict != "TLE":  # a busy machine starts NumPy, or fills the memory, in half a second of CPU
            problem = replace(problem, limits=replace(problem.limits, time_s=10.0))
        if row.bomb:
            # nvcc starts five compilers, one after the other, before it comes to the bomb.
            time_s, memory = (4.0, 1 << 30) if row.file.endswith(".cu") else (1.0, 256 << 20)
            bounds = replace(problem.limits, compilation_time_s=time_s, compilation_memory_bytes=memory)
            problem = replace(problem, limits=bounds)
        source = source_of(row.file, host)
        tests = load_test_cases(host.installation, problem)
        return judge(host, Job(submission(host, problem, source, row.file), tests), [[]])

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(len(usable_cores())) as workers:
        patch.setenv(SECRET_VARIABLE, SECRET)
        for bound, size_bytes in ("OUTPUT_LIMIT_BYTES", 64 << 20), ("WORK_LIMIT_BYTES", 512 << 20):
            patch.setattr(f"judge.languages.compiler.{bound}", size_bytes)  # for a fraction of the writing
        yield {row.file: workers.submit(judge_row, row) for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.file)
def test_a_source_ends_as_it_should(row: Row, results: dict[str, Future[Result]], host: JudgeHost) -> None:
    skip_without_tools(row.file)
    result = results[row.file].result()
    lacking = [missing for isolation in result.isolations for missing in isolation.missing]
    for missing in lacking:
        if row.private_files and missing.name == "private-filesystem":
            pytest.skip(f"no private file system here: {missing.reason}")
    if row.verdict == "AC" and result.solution.obstacle_to_run:
        pytest.skip(result.solution.obstacle_to_run)
    message = f"{result.reason}\n{result.compile_error or ''}"
    assert result.verdict.code == row.verdict, message
    assert re.search(row.cause, message), message

    # The message is bounded, and safe to print.
    assert len(message) < 20_000
    assert len(message.splitlines()) <= 45
    assert all(c.isprintable() or c in "\n\t" for c in message)

    # It reveals nothing about the machine.
    assert SECRET not in message
    assert ANSWER not in message
    assert "warp-judge-" not in message
    for folder in (host.installation.data.compile_cache, this_installation().root):
        if result.compile_error:
            assert str(folder) not in message


def test_every_source_has_a_row() -> None:
    files = {path.name for path in SOURCES.iterdir() if not path.name.startswith(".")}
    assert files | GENERATED.keys() == {row.file for row in ROWS}


@pytest.mark.parametrize("row", READING, ids=lambda row: row.file)
def test_without_the_sandbox_the_answer_is_read(row: Row, host: JudgeHost, tmp_path: Path) -> None:
    skip_without_tools(row.file)
    source = tmp_path / row.file
    source.write_text(source_of(row.file, host))
    program: list[str | Path] = ["/usr/bin/python3", source]
    if source.suffix != ".py":
        compiler = language_of(row.file).compile_command(source.name, [source.name])[0]
        subprocess.run([compiler, source, "-o", tmp_path / "program"], check=True)
        program = [tmp_path / "program"]
    assert subprocess.check_output(program, text=True).strip() == ANSWER


def test_without_the_sandbox_the_oracle_speaks(host: JudgeHost, tmp_path: Path) -> None:
    source = tmp_path / "has_include_answer.cpp"
    source.write_text(source_of(source.name, host))
    done = subprocess.run(["g++", "-fsyntax-only", source], capture_output=True, text=True, check=False)
    assert "#error the answer is there" in done.stderr


@pytest.mark.parametrize(
    ("file", "said"), [("forges_facts_and_feedback.py", "forged"), ("reads_all_that_it_finds.py", ANSWER)]
)
def test_without_the_sandbox_there_is_something_to_find(
    file: str, said: str, host: JudgeHost, tmp_path: Path
) -> None:
    source = tmp_path / file
    # Not all of the machine: what else lies there is none of the test's business.
    source.write_text(
        source_of(file, host).replace('os.walk("/")', f"os.walk({str(host.installation.root)!r})")
    )
    with scratch_folder() as folder:
        place = str(folder.parent.parent)
        text = source.read_text().replace('"/warp-judge-*/*"', f'"/warp-judge-scratch-{os.getpid()}-*/*"')
        source.write_text(text.replace('("/tmp", ', f"({place!r}, "))
        done = subprocess.run(["/usr/bin/python3", source], capture_output=True, text=True, check=True)
    assert said in done.stdout
