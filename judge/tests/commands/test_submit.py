"""`judge submit`: verdicts, explanations, and wrong use."""

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.base import console
from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.commands.listing import list_all
from judge.commands.options.run import RunOptions
from judge.commands.options.submit import PLAIN, SubmitOptions
from judge.commands.run import run
from judge.commands.submit import submit
from judge.languages.language import Language
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.tests.command_line import run_judge
from judge.tests.conftest import CMake, WithoutTools
from judge.tests.gpu_stand_in import NOWHERE
from judge.tests.judging.test_devices import DOUBLE
from judge.tests.terminal import on_terminal

pytestmark = pytest.mark.built

GOOD = "print(2 * int(input()))\n"


def judge_text(
    tree: JudgeHost,
    text: str,
    name: str = "mine.py",
    *,
    samples: bool = False,
    options: SubmitOptions = PLAIN,
) -> int:
    source = tree.installation.root / name
    source.write_text(text)
    return submit(tree, "double", str(source), replace(options, samples_only=samples))


def test_accepted(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, GOOD) == 0
    printed = capsys.readouterr().out
    assert "\nAC  double  " in printed
    assert "3 of 3 tests passed" in printed
    assert re.search(
        r"^isolation: (full|without .* \(.+\)) \((cgroup v[12]|no cgroup)\)$", printed, re.MULTILINE
    )


def test_the_first_wrong_test_is_explained(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, "print(6)\n") == 1
    printed = capsys.readouterr().out
    assert "\nWA  double  " in printed
    assert "First failure: secret/01-zero: line 1, token 1: expected 0, found 6" in printed
    assert "secret/02" not in printed  # it ended there


def test_the_verdict_is_the_last_line(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    for text, status, last in (
        (GOOD, 0, "AC  double  mine.py  3 of 3 tests passed"),
        (
            "print(6)\n",
            1,
            "WA  double  mine.py  secret/01-zero (test 2 of 3): line 1, token 1: expected 0, found 6",
        ),
        ("print(\n", 1, "CE  double  mine.py  mine.py:1: SyntaxError: '(' was never closed"),
    ):
        assert judge_text(tree, text) == status
        assert capsys.readouterr().out.splitlines()[-1] == last
        assert judge_text(tree, text, options=SubmitOptions(quiet=True)) == status
        assert capsys.readouterr().out == f"{last}\n"
    assert judge_text(tree, GOOD, samples=True) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "AC  double  mine.py  1 of 1 test passed (samples only)"
    )


def test_lines_of_progress_name_what_is_being_done(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "LINE_EVERY_S", 0)
    assert judge_text(tree, GOOD) == 0
    said = [line.partition(" of ")[0] for line in capsys.readouterr().err.splitlines() if " of 3" in line]
    assert said == ["judge: judging: 0", "judge: judging: 1", "judge: judging: 2"]


def test_tests_that_were_not_run_are_counted(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, "print(6)\n") == 1
    printed = capsys.readouterr().out
    assert "Wrong answer: 1 of 3 tests passed, 1 failed, 1 not run (--all runs all), time limit" in printed
    source = str(tree.installation.root / "mine.py")
    assert submit(tree, "double", source, SubmitOptions(all_tests=True)) == 1
    assert "Wrong answer: 1 of 3 tests passed, 2 failed, time limit" in capsys.readouterr().out
    assert judge_text(tree, GOOD) == 0
    assert "not run" not in capsys.readouterr().out


def test_the_paths_of_the_whole_files_are_never_cut(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(out, "width", 40)
    assert judge_text(tree, "print(6)\n") == 1
    lines = capsys.readouterr().out.splitlines()
    test = tree.installation.root / "testdata/double/secret/01-zero"
    assert len(str(test)) > 40
    assert f"Whole input:  {test}.in" in lines
    assert f"Whole answer: {test}.ans" in lines


def test_a_difference_is_marked(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, "print(6)\n") == 1
    printed = capsys.readouterr().out
    assert "First difference: line 1, column 1 of the output" in printed
    assert re.search(
        r"expected output ─.*\n│ 1  0 +│\n│    \^ +│\n╰.*\n╭─ output ─.*\n│ 1  6 +│\n│    \^ +│", printed
    )


@pytest.mark.parametrize("text", ["raise SystemExit(1)\n", "while True: pass\n", "x = [0] * 10**10\n"])
def test_no_empty_output_beside_an_expected_one(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    assert judge_text(tree, text) == 1
    printed = capsys.readouterr().out
    assert "First failure: sample/01-three: " in printed
    assert "─ input ─" in printed
    assert "output ─" not in printed
    assert judge_text(tree, f"print(7, flush=True)\n{text}") == 1
    printed = capsys.readouterr().out
    assert "─ output until then ─" in printed
    assert "─ expected output ─" not in printed


def test_figures_stand_in_columns_also_beside_a_long_name(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(out, "width", 120)
    data, long_name = tree.installation.root / "testdata/double", f"sample/02-{'long' * 12}"
    manifest = (data / "SHA256SUMS").read_text()
    (data / "SHA256SUMS").write_text(manifest + manifest.replace("sample/01-three", long_name))
    for suffix in (".in", ".ans"):
        (data / f"{long_name}{suffix}").write_bytes((data / f"sample/01-three{suffix}").read_bytes())
    assert judge_text(tree, GOOD, samples=True) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("sample/")]
    assert any(long_name in line for line in lines)
    assert len({line.index(" AC ") for line in lines}) == len({len(line) for line in lines}) == 1


def test_chosen_tests_alone_are_judged_and_not_stored(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tree.installation.root / "mine.py"
    source.write_text("print(0)\n")
    assert submit(tree, "double", str(source), SubmitOptions(chosen=("secret/01",))) == 0
    printed = capsys.readouterr().out
    assert "1 of 1 test passed" in printed
    assert "1 of 3 tests chosen: not stored in the history" in printed
    assert printed.splitlines()[-1] == "AC  double  mine.py  1 of 1 test passed (1 of 3 tests chosen)"
    assert "history: session" not in printed
    assert submit(tree, "double", str(source), SubmitOptions(chosen=("secret",))) == 1
    assert submit(tree, "double", str(source)) == 1
    assert "history: session 1\n" in capsys.readouterr().out


def test_an_unknown_test_is_told_before_anything_is_measured(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = tree.installation.problems / "double/problem.yaml"
    manifest.write_text(re.sub(r" *time_limit: .*\n", "", manifest.read_text()))
    source = tree.installation.problems / "double/submissions/accepted/input.py"
    with pytest.raises(JudgeError, match="unknown test 'secret/99'"):
        submit(tree, "double", str(source), SubmitOptions(chosen=("secret/99",)))
    assert "measuring" not in "".join(capsys.readouterr())


def test_samples_alone(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, "print(6)\n", samples=True) == 0
    assert "1 of 1 test passed" in capsys.readouterr().out


def test_a_compile_error_shows_the_compilers_words_and_the_users_file(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge_text(tree, "int main() { return nothing; }\n", "mine.cpp") == 1
    printed = capsys.readouterr().out
    assert "\nCE  double  " in printed
    assert "mine.cpp:1:21: error:" in printed


def test_a_python_syntax_error_is_a_compile_error(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge_text(tree, "print(\n") == 1
    assert "\nCE  double  " in capsys.readouterr().out


def test_last_words_of_a_crash_are_shown(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, "raise SystemError('all is lost')\n") == 1
    printed = capsys.readouterr().out
    assert "\nRTE  double  " in printed
    assert "line 1: SystemError: all is lost" in printed


def test_a_crash_is_told_by_the_name_of_the_users_file(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge_text(tree, "import sys\n\nprint(1 // 0)\n", "meine Lösung.py") == 1
    printed = capsys.readouterr().out
    assert 'File "meine Lösung.py", line 3, in <module>' in printed
    assert str(tree.installation.data.compile_cache) not in printed


def test_the_last_words_are_found_behind_much_debugging(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    debugging = "import sys\nfor i in range(9999): print('debug', i, file=sys.stderr)\n"
    assert judge_text(tree, debugging + "raise SystemError('all is lost')\n") == 1
    printed = capsys.readouterr().out
    assert "line 3: SystemError: all is lost" in printed
    assert "debug 0" in printed
    assert 'File "mine.py", line 3' in printed


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (b"# L\xf6sung\n" + GOOD.encode(), 1),
        (GOOD.encode() + b"\n# L\xf6sung\n", 3),
    ],
)
def test_a_python_source_in_another_encoding_is_a_compile_error(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], source: bytes, line: int
) -> None:
    (tree.installation.root / "mine.py").write_bytes(source)
    assert submit(tree, "double", str(tree.installation.root / "mine.py")) == 1
    printed = capsys.readouterr().out
    assert "\nCE  double  " in printed
    assert f"mine.py:{line}: error: the source is not UTF-8" in printed


@pytest.mark.parametrize(
    "source",
    [
        b"# coding: latin-1\n# L\xf6sung\n" + GOOD.encode(),
        b"#!/usr/bin/python3\n# -*- coding: latin-1 -*-\n# L\xf6sung\n" + GOOD.encode(),
        GOOD.encode("utf-8-sig"),
        GOOD.replace("\n", "\r\n").encode(),
    ],
)
def test_a_declared_encoding_a_byte_order_mark_and_line_ends_of_windows_are_right(
    tree: JudgeHost, source: bytes
) -> None:
    (tree.installation.root / "mine.py").write_bytes(source)
    assert submit(tree, "double", str(tree.installation.root / "mine.py")) == 0


def test_strange_output_is_shown_harmlessly(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, "import os; os.write(1, b'[red]\\x1b[2J\\xff\\n')\n") == 1
    printed = capsys.readouterr().out
    assert "\x1b[2J" not in printed
    assert "[red]\\x1b[2J" in printed


def test_standard_input_needs_a_language(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(JudgeError, match="--language"):
        submit(tree, "double", "-")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    assert submit(tree, "double", "-", SubmitOptions(language="python3")) == 0


@pytest.mark.parametrize(
    ("problem", "file", "language", "message"),
    [
        ("dobule", "mine.py", None, "Did you mean 'double'"),
        (
            "double",
            "mine.zig",
            None,
            "no language has the suffix '.zig'. Specify it with --language; for ids and suffixes",
        ),
        ("double", "mine.py", "pyton3", "Did you mean 'python3'"),
        ("double", "nowhere/mine.py", None, "No such file"),
        ("double", "mine", None, "it has no suffix to identify its language"),
        ("double", "empty.py", None, "empty.py is empty"),
        ("double", "utf16.py", None, "is in UTF-16, which compilers do not read: save it as UTF-8"),
    ],
)
def test_wrong_use(tree: JudgeHost, problem: str, file: str, language: str | None, message: str) -> None:
    (tree.installation.root / "mine.py").write_text(GOOD)
    (tree.installation.root / "mine.zig").write_text(GOOD)
    (tree.installation.root / "mine").write_text(GOOD)
    (tree.installation.root / "empty.py").write_text(" \n")
    (tree.installation.root / "utf16.py").write_text(GOOD, encoding="utf-16")
    with pytest.raises(JudgeError) as caught:
        submit(tree, problem, str(tree.installation.root / file), SubmitOptions(language=language))
    assert message in str(caught.value)


def test_a_file_in_the_problems_place_is_told_to_be_one(tree: JudgeHost) -> None:
    source = tree.installation.root / "mine.py"
    source.write_text(GOOD)
    with pytest.raises(JudgeError, match="is a file: name the problem before it"):
        submit(tree, str(source), "double")


def test_samples_alone_make_no_big_test_data(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    name = "secret/99-big"
    manifest = tree.installation.root / "testdata/double/SHA256SUMS"
    zeros = "0" * 64
    manifest.write_text(f"{manifest.read_text()}{zeros}  {name}.ans\n{zeros}  {name}.in\n")
    assert judge_text(tree, GOOD, samples=True) == 0
    assert "1 of 1 test passed" in capsys.readouterr().out
    with pytest.raises(JudgeError, match="generators is missing"):
        judge_text(tree, GOOD)  # the control


def run_it(host: JudgeHost, problem: str, file: str) -> int:
    return run(host, RunOptions(problem, file))


@pytest.mark.parametrize("command", [submit, run_it])
def test_a_language_that_is_missing_is_told_before_anything_is_built(
    tree: JudgeHost, cmake: CMake, without_tools: WithoutTools, command: Callable[..., int]
) -> None:
    without_tools("javac")
    source = tree.installation.root / "Mine.java"
    source.write_text("public class Mine { public static void main(String[] a) {} }\n")
    with pytest.raises(JudgeError, match=r"is not available: javac[a-z, ]* not found; install it: "):
        command(tree.with_installation(builds=True), "double", str(source))
    assert cmake.built == []


def test_a_missing_compiler_names_its_package(tree: JudgeHost, without_tools: WithoutTools) -> None:
    without_tools("g++")
    with pytest.raises(JudgeError, match="languages --install cpp"):
        judge_text(tree, "int main() {}", "mine.cpp")


def test_without_a_compiler_for_cuda_and_a_gpu_it_could_not_be_judged(
    fresh_tree: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere it would be compiled, at least."""
    monkeypatch.setattr(Language, "missing_tools", ("nvcc",))
    without_gpu = fresh_tree.with_policy(gpus=NOWHERE)
    with pytest.raises(JudgeError, match="CUDA C\\+\\+17 is not available: nvcc not found; install it: "):
        judge_text(without_gpu, DOUBLE, "mine.cu", options=SubmitOptions(language="cuda"))


def test_a_source_over_the_limit_is_a_compile_error(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge_text(tree, "#" * (128 * 1024) + "\n" + GOOD) == 1
    printed = capsys.readouterr().out
    assert "the judge refused the source: it is longer than 128 KiB" in printed
    assert "not compiled" in printed
    assert "the compiler" not in printed
    assert judge_text(tree, "print(\n") == 1
    assert "the compiler's message" in capsys.readouterr().out


def test_a_huge_source_is_not_read_to_the_end(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    huge = tmp_path / "huge.cpp"
    with huge.open("wb") as file:
        file.truncate(1 << 40)  # none of which is on the disk
        file.write(b"int")
    assert submit(tree, "double", str(huge), SubmitOptions(language="cpp")) == 1
    printed = capsys.readouterr().out
    assert "longer than 128 KiB" in printed
    assert "isolation: nothing was run" in printed


def test_a_link_is_followed_and_keeps_its_name(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    (tree.installation.root / "elsewhere.txt").write_text("int main() { return nothing; }\n")
    link = tree.installation.root / "link.cpp"
    link.symlink_to("elsewhere.txt")
    assert submit(tree, "double", str(link)) == 1
    printed = capsys.readouterr().out
    assert "link.cpp:1:21: error:" in printed
    assert "elsewhere" not in printed


def test_json(tree: JudgeHost, tmp_path: Path) -> None:
    source = tree.installation.root / "mine.py"
    source.write_text(GOOD)
    assert submit(tree, "double", str(source), files=ReportFiles(tmp_path / "out.json")) == 0
    report = json.loads((tmp_path / "out.json").read_text())
    assert report["format_version"] == 5
    assert report["isolation"].startswith("isolation: ")
    result = report["problems"][0]["results"][0]
    assert result["verdict"] == "AC"
    for number in [
        result["compiler_isolation"],
        *(test["facts"]["isolation"] for test in result["tests"]),
    ]:
        isolation = report["isolations"][number]
        assert set(isolation) == {"cgroup", "in_force", "missing"}
        assert all(item["name"] and item["reason"] for item in isolation["missing"])


@pytest.mark.parametrize(
    "arguments", [["submit", "matmull", "x.cpp"], ["verify", "--porblem", "x"], ["vreify"]]
)
def test_the_command_line_exits_with_2_on_wrong_use(arguments: list[str]) -> None:
    done = run_judge(*arguments)
    assert done.returncode == 2
    assert done.stderr.strip()
    assert done.stdout == ""


def test_the_command_line_tells_its_version() -> None:
    done = run_judge("--version")
    assert done.returncode == 0
    assert re.fullmatch(r"Warp Judge \d+\.\d+\.\d+( \([0-9a-f]{7,}(-dirty)?\))?\n", done.stdout)


def test_the_list_needs_no_build(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert list_all(tree) == 0
    assert "cpu-add" in capsys.readouterr().out
    (tree.installation.build / "double").unlink()
    assert list_all(tree) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "cpu-add" not in printed
    assert "shown once they are built" in printed


def test_a_folder_is_one_solution(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tree.installation.root / "my-solution"
    folder.mkdir()
    (folder / "__main__.py").write_text("from twice import twice\nprint(twice(int(input())))\n")
    (folder / "twice.py").write_text("def twice(n):\n    return 2 * n\n")
    assert submit(tree, "double", f"{folder}/") == 0
    assert "\nAC  double  my-solution" in capsys.readouterr().out
    (folder / "twice.cpp").write_text("int twice;")
    with pytest.raises(JudgeError, match="my-solution holds files of several languages, cpp, python3"):
        submit(tree, "double", str(folder))
    assert submit(tree, "double", str(folder), SubmitOptions(language="python3")) == 0


def test_the_progress_line_says_what_is_done(tmp_path: Path) -> None:
    source = tmp_path / "slow.cpp"
    source.write_text(f"#include <regex>\nint main() {{ return 1; }}\n// {tmp_path}\n")
    shown = on_terminal("submit", "vector-add", str(source), "--samples", "--no-history")
    assert "compiling" in shown, shown
    assert shown.rindex("compiling") < shown.index("RTE")
