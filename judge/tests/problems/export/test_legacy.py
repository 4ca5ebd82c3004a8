"""What other judges get: statements in TeX, time limits, no submission that they cannot run."""

import re
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.export import export
from judge.commands.options.export import ExportOptions
from judge.problems.export.tex import markdown_as_tex
from judge.project.host import JudgeHost
from judge.tests.packages import DOMJUDGE, LEGACY, VERSION_2025_09, Files, written


@pytest.mark.parametrize(
    ("markdown", "tex"),
    [
        ("Sum of $a_1 * b_2 * c$.\n", "Sum of $a_1 * b_2 * c$."),
        ("$$\nx_i \\le 1\n$$\n", "\\[\nx_i \\le 1\n\\]"),
        ("50% of `a_b` & *all*\n", r"50\% of \texttt{a\_b} \& \emph{all}"),
        ("## Input\n\nOne.\n\n{{remainingsamples}}\n", "\\section*{Input}\n\nOne."),
        ("- a\n- b\n", "\\begin{itemize}\n\\item a\n\n\\item b\n\n\\end{itemize}"),
        ("`$1` costs $2$\n", r"\texttt{\$1} costs $2$"),
        (r"\$5 or \$7 for $n \le 10$", r"\$5 or \$7 for $n \le 10$"),
        (
            "| a | b |\n|---|---|\n| 1 | 2 |\n",
            "\\begin{tabular}{ll}\na & b \\\\\n\\hline\n1 & 2 \\\\\n\\end{tabular}",
        ),
        ("```\n{$x$}\n```\n", "\\begin{verbatim}\n{$x$}\n\\end{verbatim}"),
    ],
)
def test_markdown_becomes_tex(markdown: str, tex: str) -> None:
    assert markdown_as_tex(markdown, "A & B") == f"\\problemname{{A \\& B}}\n\n{tex}\n"


def test_a_domjudge_is_told_the_time_limit(tree: JudgeHost, tmp_path: Path) -> None:
    folder = written(tmp_path / "double", VERSION_2025_09)
    assert export(tree, ExportOptions(str(folder), "domjudge", tmp_path / "out")) == 0
    assert (tmp_path / "out/.timelimit").read_text() == "2\n"
    assert (tmp_path / "out/domjudge-problem.ini").read_text() == (
        'short-name = double\nname = "Double"\ntimelimit = 2\n'
    )


def test_a_limit_that_legacy_cannot_say_is_named(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = written(tmp_path / "double", DOMJUDGE)
    assert export(tree, ExportOptions(str(folder), "legacy", tmp_path / "out", strict=True)) == 1
    assert "limits.time_limit 2 s" in capsys.readouterr().out
    assert not (tmp_path / "out/.timelimit").exists()


@pytest.mark.parametrize(
    ("files", "text", "named"),
    [
        (LEGACY, "name: Double\nlimits: {time_limit: 3}\n", ""),
        (
            VERSION_2025_09,
            str(VERSION_2025_09["problem.yaml"]).replace("time_limit: 2", "time_limit: 2.5"),
            "",
        ),
        (
            {**DOMJUDGE, "submissions/mixed/either.py": "print()\n"},
            "name: Double\nlimits: {time_limit: 3}\n",
            "timelimit: not part of the problem",
        ),
    ],
)
def test_a_limit_that_is_remarked_on_is_not_lost(
    tree: JudgeHost,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    files: Files,
    text: str,
    named: str,
) -> None:
    folder = written(tmp_path / "double", files, **{"problem.yaml": text})
    assert export(tree, ExportOptions(str(folder), "domjudge", tmp_path / "out")) == 0
    assert (tmp_path / "out/.timelimit").read_text() in ("3\n", "2.5\n")
    said = [line for line in capsys.readouterr().out.splitlines() if "limit:" in line]
    assert [line.removeprefix("not in the package: ") for line in said] == ([named] if named else [])


def test_only_what_is_not_used_is_lost_of_what_is_remarked_on(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = str(VERSION_2025_09["problem.yaml"]).replace("2025-09", "2023-07-draft")
    more = {"problem.yaml": manifest, "my notes.txt": "one\n", "submissions/accepted/twice/build": "true\n"}
    folder = written(tmp_path / "double", VERSION_2025_09, **more)
    assert export(tree, ExportOptions(str(folder), "domjudge", tmp_path / "out")) == 0
    told = re.findall(
        r"^not in the package: (.*): not part of the problem$", capsys.readouterr().out, re.MULTILINE
    )
    assert told == ["my notes.txt"]


def test_what_others_cannot_run_is_left_out(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = {"submissions/accepted/a.cu": "int main() {}\n", "submissions/accepted/b.py": "import numpy\n"}
    folder = written(tmp_path / "double", LEGACY, **more)
    assert export(tree, ExportOptions(str(folder), "legacy", tmp_path / "out")) == 0
    assert [path.name for path in (tmp_path / "out/submissions/accepted").iterdir()] == ["right.py"]
    told = capsys.readouterr().out
    assert "submissions in CUDA" in told
    assert "submissions with NumPy" in told


def test_pypy_has_room_in_a_package_of_our_own(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One from elsewhere says itself what it needs."""
    manifest = tree.installation.problems / "double/problem.yaml"
    manifest.write_text(re.sub(r"memory: \d+", "memory: 256", manifest.read_text()))
    (tree.installation.problems / "double/submissions/accepted/other.py").write_text(
        "print(2 * int(input()))\n"
    )
    assert export(tree, ExportOptions("double", "legacy", tmp_path / "ours")) == 0
    told = capsys.readouterr().out
    assert "limits.memory" in told
    assert "submissions/compile_error/no_semicolon.cpp: that it does not compile" in told
    assert "memory: 1024\n" in (tmp_path / "ours/problem.yaml").read_text()
    assert "memory: 1024" not in manifest.read_text()
    folder = written(tmp_path / "double", LEGACY, **{"problem.yaml": "name: Double\nlimits: {memory: 64}\n"})
    assert export(tree, ExportOptions(str(folder), "legacy", tmp_path / "theirs", strict=True)) == 0
    assert "memory: 64\n" in (tmp_path / "theirs/problem.yaml").read_text()


def test_a_folder_with_files_is_left_alone(tree: JudgeHost, tmp_path: Path) -> None:
    folder = written(tmp_path / "double", LEGACY)
    before = sorted(folder.rglob("*"))
    with pytest.raises(JudgeError, match="exists and is left unchanged"):
        export(tree, ExportOptions(str(folder), "legacy", folder))
    assert sorted(folder.rglob("*")) == before


def test_a_zip_file_is_the_same_each_time(tree: JudgeHost, tmp_path: Path) -> None:
    folder = written(tmp_path / "double", LEGACY)
    for name in ("one.zip", "two.zip"):
        export(tree, ExportOptions(str(folder), "legacy", tmp_path / name))
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_two_output_validators_cannot_be_one(tree: JudgeHost, tmp_path: Path) -> None:
    more = {
        "problem.yaml": "name: Double\nvalidation: custom\n",
        "output_validators/a.py": "",
        "output_validators/b.py": "",
    }
    folder = written(tmp_path / "double", LEGACY, **more)
    with pytest.raises(JudgeError, match="2 output validators"):
        export(tree, ExportOptions(str(folder), "2025-09", tmp_path / "out"))


@pytest.mark.parametrize(
    ("generators", "text"),
    [
        ({}, "print(2 * int(input()))"),
        ({"generators/generators.yaml": "data: {}\n"}, "print({{n}} * int(input()))"),
    ],
)
def test_constants_are_filled_in_where_the_package_fills_them(
    tree: JudgeHost, tmp_path: Path, generators: Files, text: str
) -> None:
    said = {
        "problem.yaml": f"{VERSION_2025_09['problem.yaml']!s}constants: {{n: 2}}\n",
        "submissions/accepted/right.py": "print({{n}} * int(input()))",
        "input_validators/validate.py": "raise SystemExit({{n}})",
    }
    folder = written(tmp_path / "double", VERSION_2025_09, **said, **generators)
    assert export(tree, ExportOptions(str(folder), "legacy", tmp_path / "out")) == 0
    assert (tmp_path / "out/submissions/accepted/right.py").read_text() == text
    assert (tmp_path / "out/input_validators/validate.py").read_text() == "raise SystemExit(2)"
