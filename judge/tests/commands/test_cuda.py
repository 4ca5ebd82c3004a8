"""`judge cuda`: programs that belong to no problem, on the emulated GPU."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.cli import judge
from judge.commands.cuda import cuda
from judge.commands.options.cuda import CudaOptions
from judge.project.host import JudgeHost
from judge.tests.gpu_stand_in import NOWHERE

pytestmark = [pytest.mark.slow, pytest.mark.built]
TWICE = """#include <cstdio>
#include <cstdlib>
__global__ void twice(int* n) { n[threadIdx.x] *= 2; }
int main(int count, char** arguments) {
  int n = count > 1 ? atoi(arguments[1]) : 0, *on_gpu;
  if (count == 1 && scanf("%d", &n) != 1) return 3;
  cudaMalloc(&on_gpu, sizeof n);
  cudaMemcpy(on_gpu, &n, sizeof n, cudaMemcpyHostToDevice);
  twice<<<1, THREADS>>>(on_gpu);
  cudaMemcpy(&n, on_gpu, sizeof n, cudaMemcpyDeviceToHost);
  cudaFree(on_gpu);
  printf("%d\\n", n);
}
"""
RIGHT, WRONG = TWICE.replace("THREADS", "1"), TWICE.replace("THREADS", "2")


ENDLESS = """#include <cstdio>
__global__ void k(int* n) {
  __shared__ int flag;
  int x = *n;
  flag = x;
  __syncthreads();
  LOOP
  *n = x + 1;
}
int main() {
  int* n;
  cudaMallocManaged(&n, sizeof *n);
  *n = 0;
  k<<<1, 1>>>(n);
  cudaDeviceSynchronize();
  puts("it ended");
}
"""
LOOPS = [
    "while (1) {}",
    "for (;;) x ^= 1;",
    "while (flag == 0) {}",
    "while (*n == 0) {}",
    "while (x < 10) x = x * 3 % 7;",
    "do x = x / 2; while (x < 5);",
    "again: x ^= 1; if (x < 5) goto again;",
    "for (unsigned i = 3; i >= 0; --i) x += i & 1;",
    "for (double d = 0; d != 1; d += 0.1) x ^= 1;",
]


WAITING = """#include <cstdio>
__global__ void k(int* n) { *n = 0; }
int main() {
  int *n, done = 0;
  cudaMallocManaged(&n, sizeof *n);
  k<<<1, 1>>>(n);
  cudaDeviceSynchronize();
  LOOP
  printf("%d\\n", done);
}
"""
WAITS = [
    "while (!done) cudaMemcpy(&done, n, sizeof done, cudaMemcpyDeviceToHost);",
    "while (!*n) cudaDeviceSynchronize();",
    "do { k<<<1, 1>>>(n); } while (cudaMemcpy(&done, n, 4, cudaMemcpyDeviceToHost) || !done);",
]


@pytest.fixture
def tree(tree: JudgeHost) -> JudgeHost:
    return tree.with_policy(gpus=NOWHERE)


class Runs:
    """Runs programs as the command does, each with its report."""

    def __init__(self, host: JudgeHost, folder: Path) -> None:
        self._host, self.folder = host, folder

    def __call__(self, text: str, *arguments: str, stdin: str = "", **options: Any) -> tuple[int, Any]:
        (self.folder / "program.cu").write_text(text)
        (self.folder / "input").write_text(stdin)
        given = CudaOptions(
            (str(self.folder / "program.cu"),), arguments, json=self.folder / "report.json",
            stdin=self.folder / "input", **options,
        )  # fmt: skip
        status = cuda(self._host, given)
        return status, json.loads((self.folder / "report.json").read_bytes())


@pytest.fixture
def runs(tree: JudgeHost, tmp_path: Path) -> Runs:
    return Runs(tree, tmp_path)


def test_its_output_is_the_programs_and_its_arguments_are_given(
    runs: Runs, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, stdin in (("21",), ""), ((), "21\n"):
        status, report = runs(RIGHT, *arguments, stdin=stdin)
        assert capsys.readouterr().out == "42\n"
        assert (status, report["device"], report["findings"]) == (0, "emulated", [])
        assert report["facts"]["exit_code"] == 0


LONG_S = 3.0
"""A limit within which the emulated GPU tells of a loop: it looks twice a second, and speaks once a thread has run for
more than two."""


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_without_an_end_stays_one_and_has_its_line(
    runs: Runs, capsys: pytest.CaptureFixture[str], loop: str
) -> None:
    """nvcc removes none of them, though C++ would permit it."""
    status, report = runs(ENDLESS.replace("LOOP", loop), time_limit_s=LONG_S)
    assert (status, report["facts"]["outcome"]) == (1, "cpu-limit"), capsys.readouterr()
    [finding] = report["findings"]
    assert (finding["kind"], finding["line"]) == ("endless-loop", 7)


@pytest.mark.parametrize("loop", WAITS)
def test_a_host_that_waits_for_ever_has_the_line_of_its_call(
    runs: Runs, capsys: pytest.CaptureFixture[str], loop: str
) -> None:
    status, report = runs(WAITING.replace("LOOP", loop), time_limit_s=LONG_S)
    assert (status, report["facts"]["outcome"]) == (1, "cpu-limit"), capsys.readouterr()
    [finding] = report["findings"]
    assert (finding["kind"], finding["line"]) == ("host-loop", 8)


def test_what_is_wrong_has_its_line_and_its_status(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    status, report = runs(WRONG, "21")
    [finding] = report["findings"]
    assert (finding["kind"], finding["file"], finding["line"]) == ("out-of-bounds", "program.cu", 3)
    assert status == 1
    assert "program.cu:3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "outcome", "exit_code"),
    [
        (RIGHT, "exited", 3),  # it got no number
        (RIGHT.replace("*= 2", "*= 2; while (n[0]) {}"), "cpu-limit", None),
    ],
    ids=["status", "endless"],
)
def test_a_program_that_fails_fails(runs: Runs, text: str, outcome: str, exit_code: int | None) -> None:
    status, report = runs(text, *(["21"] if exit_code is None else []), time_limit_s=2.0)
    assert (status, report["facts"]["outcome"], report["facts"]["exit_code"]) == (1, outcome, exit_code)


def test_what_does_not_compile_says_so(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    status, report = runs(RIGHT.replace("int* n", "int* m"))
    assert (status, report["facts"]) == (1, None)
    assert "program.cu:3" in report["compile_error"]
    assert "program.cu:3" in capsys.readouterr().err


def test_files_and_folders_make_one_program(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    main = 'int main() { char c = getc(fopen("data", "r")); printf("%d%c\\n", answer(), c); }\n'
    (tmp_path / "program").mkdir()
    (tmp_path / "program/main.cu").write_text(f"int answer();\n#include <cstdio>\n{main}")
    (tmp_path / "program/answer.cu").write_text(
        "#include <value.cuh>\nint more();\nint answer() { return VALUE + more(); }\n"
    )
    (tmp_path / "program/more.cpp").write_text("int more() { return 1; }\n")
    (tmp_path / "program/value.cuh").write_text("#define VALUE 41\n")
    (tmp_path / "given").mkdir()
    (tmp_path / "given/data").write_text("!")
    (tmp_path / "input").write_text("")
    several = tuple(str(path) for path in sorted((tmp_path / "program").iterdir()))
    for files in ((str(tmp_path / "program"),), several):
        options = CudaOptions(files, with_files=Path("given"), stdin=Path("input"))
        assert cuda(tree, options) == 0
        assert capsys.readouterr().out == "42!\n"


def test_standard_input_from_a_device_or_a_pipe(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Reads `--stdin /dev/null`, and `--stdin <(...)` of a shell."""
    program = tmp_path / "program.cu"
    program.write_text(RIGHT)
    reader, writer = os.pipe()
    os.write(writer, b"21\n")
    os.close(writer)
    try:
        assert cuda(tree, CudaOptions((str(program),), stdin=Path(f"/dev/fd/{reader}"))) == 0
    finally:
        os.close(reader)
    assert capsys.readouterr().out == "42\n"
    assert cuda(tree, CudaOptions((str(program),), stdin=Path("/dev/null"))) == 1, "it finds no number"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (CudaOptions(("nowhere.cu",)), "nowhere.cu"),
        (CudaOptions(("{0}/one.cu",), stdin=Path("/dev")), "/dev: expected a file"),
        (CudaOptions(("{0}/one.cu", "{0}/one.cu")), "one.cu twice"),
        (CudaOptions(("{0}/one.cu", "{0}")), "expected a file among several, found a folder"),
        (CudaOptions(("{0}/one.cu",), stdin=Path("nowhere")), "nowhere"),
        (CudaOptions(("{0}/one.cu",), with_files=Path("nowhere")), "nowhere"),
    ],
)
def test_what_cannot_be_read_is_named(
    tree: JudgeHost, tmp_path: Path, options: CudaOptions, message: str
) -> None:
    (tmp_path / "one.cu").write_text(RIGHT)
    files = tuple(file.format(tmp_path) for file in options.files)
    with pytest.raises(JudgeError, match=message):
        cuda(tree, CudaOptions(files, stdin=options.stdin, with_files=options.with_files))


@pytest.mark.parametrize(
    ("typed", "files", "arguments"),
    [
        (
            ["a.cu", "b.cu", "--", "--json", "a b", "--", "-x"],
            ("a.cu", "b.cu"),
            ("--json", "a b", "--", "-x"),
        ),
        (["a.cu", "--"], ("a.cu",), ()),
        (["a.cu"], ("a.cu",), ()),
    ],
)
def test_words_behind_the_dashes_are_the_programs(
    typed: list[str], files: tuple[str, ...], arguments: tuple[str, ...]
) -> None:
    context = judge.loaded("cuda").make_context("cuda", typed)
    assert (context.params["files"], context.params["arguments"]) == (files, arguments)
