"""`judge generate --check` on a copy of a real problem: it finds each kind of disagreement."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import judge.testdata.check
from judge.base.errors import JudgeError
from judge.commands.generate import generate
from judge.commands.options.generate import GenerateOptions
from judge.problems.formats.own import load_problem
from judge.problems.manifest import FILE_NAME, read_manifest, sha256_of
from judge.problems.test_cases import damaged_files, data_places
from judge.project.host import JudgeHost, this_host
from judge.project.installation import Installation
from judge.sandbox.run import RunLimits
from judge.testdata.check import check_problem
from judge.testdata.generate import ensure_data, make_cases

pytestmark = [pytest.mark.slow, pytest.mark.built]

REAL = this_host()
PROBLEM = "vector-add"


@pytest.fixture
def copy(tmp_path: Path) -> JudgeHost:
    """The problem vector-add with its data in a tree of its own, and the programs that were built."""
    root, build = tmp_path / "root", tmp_path / "build"
    shutil.copytree(REAL.installation.problems / PROBLEM, root / "problems" / PROBLEM)
    shutil.copytree(REAL.installation.committed_data(PROBLEM), root / "testdata" / PROBLEM)
    build.mkdir()
    for name in ("runner", "compare", PROBLEM, "problem-tools"):
        (build / name).symlink_to(REAL.installation.build / name)
    return JudgeHost(Installation(root, build, builds=False))


def test_the_data_as_committed_agrees(copy: JudgeHost) -> None:
    report = check_problem(copy, load_problem(copy.installation.problems / PROBLEM))
    assert report.faults == []
    assert report.cases == report.cross_checked > 25
    assert report.invalid_inputs >= 8


def test_every_disagreement_is_found(copy: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    """All defects at once, each in a file of its own: making the cases again takes a while."""
    data = copy.installation.committed_data(PROBLEM)
    first, *_, last = sorted((data / "secret").glob("*.in"))
    shutil.copy(first, data / "invalid_input/good.in")
    (data / "secret/99-stray.in").write_text("1\n1\n1\n")
    first.with_suffix(".ans").write_text("1\n")
    first.unlink()
    lines = (data / FILE_NAME).read_text().splitlines(keepends=True)
    kept = [line for line in lines if last.name not in line]
    (data / FILE_NAME).write_text("".join(kept) + "0" * 64 + "  secret/98-unmade.in\n")

    assert generate(copy, GenerateOptions((PROBLEM,), check=True)) == 1
    printed = " ".join(capsys.readouterr().out.split())
    for fault in (
        "secret/99-stray.in: a file that is not listed",
        f"secret/{first.stem}.ans: the committed file does not match SHA256SUMS",
        f"secret/{first.name}: small, but not committed",
        f"secret/{last.name}: made by the generator, not in SHA256SUMS",
        "secret/98-unmade.in: in SHA256SUMS, not made by the generator",
        "invalid_input/good.in: the input validator accepts it",
    ):
        assert fault in printed
    refused = len(list((data / "invalid_input").glob("*.in"))) - 1
    assert f", {refused} invalid inputs rejected" in printed


def install(copy: JudgeHost, name: str, script: str) -> None:
    """A script instead of the problem's generator or input validator."""
    tools = copy.installation.build / "problem-tools"
    if tools.is_symlink():
        tools.unlink()
        shutil.copytree(REAL.installation.build / "problem-tools" / PROBLEM, tools / PROBLEM)
    program = tools / PROBLEM / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@pytest.mark.parametrize("name", ["secret/01 two", "geheim/01-one", "secret/../01-one", "01-one"])
def test_a_wrong_name_of_a_case_is_told(copy: JudgeHost, name: str) -> None:
    install(copy, "generate", f"echo sample/01-five; echo '{name}'")
    with pytest.raises(JudgeError, match=re.escape(f"invalid name of a case '{name}': expected sample/NAME")):
        generate(copy, GenerateOptions((PROBLEM,)))


GENERATOR = """\
case "$1" in --list) echo sample/01-one; exit ;; esac
{body}
printf '1\\n1\\n1\\n'
"""
"""One case, which is valid; `body` is run before it is printed."""


def test_a_good_generator_is_the_control(copy: JudgeHost, tmp_path: Path) -> None:
    install(copy, "generate", GENERATOR.format(body=""))
    [case] = make_cases(copy, load_problem(copy.installation.problems / PROBLEM), tmp_path / "fresh")
    assert (case.name, case.input.read_text(), case.answer.read_text()) == (
        "sample/01-one",
        "1\n1\n1\n",
        "2\n",
    )


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("while :; do :; done", "CPU time limit"),
        ("yes", "output limit"),
        ("kill -SEGV $$", "killed by SIGSEGV"),
        ("echo 'no seed' >&2; exit 3", "exit code 3; its stderr: no seed"),
        ("printf '1\\n1'; exit 1", "exit code 1"),
        ("echo x >{outside} || exit 9", "exit code 9; its stderr: .*({outside}: )"),
        ("cat {secret} || exit 9", "exit code 9; its stderr: .*No such file"),
    ],
)
def test_a_generator_that_fails_or_reaches_out_ends_the_command_with_the_cause(
    copy: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, cause: str
) -> None:
    monkeypatch.setattr("judge.testdata.generate.GENERATION", RunLimits(500, 2000, 256 << 20, 1 << 20))
    outside, secret = tmp_path / "outside", tmp_path / "secret"
    secret.write_text("an answer\n")
    install(copy, "generate", GENERATOR.format(body=body.format(outside=outside, secret=secret)))
    with pytest.raises(JudgeError) as caught:
        make_cases(copy, load_problem(copy.installation.problems / PROBLEM), tmp_path / "fresh")
    wanted = f"the generator failed on sample/01-one: .*{cause.format(outside=outside)}.*; repeat it: sh "
    assert re.match(wanted, str(caught.value)), str(caught.value)
    assert not outside.exists()
    assert not list((tmp_path / "fresh").rglob("*.in")), "half a case is none"


def test_an_input_validator_that_fails_is_a_fault_and_no_refusal(
    copy: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    install(copy, "generate", GENERATOR.format(body=""))
    install(copy, "validate-input", "kill -SEGV $$")
    with pytest.raises(JudgeError, match="the input validator failed on sample/01-one: killed by SIGSEGV"):
        generate(copy, GenerateOptions((PROBLEM,)))
    assert generate(copy, GenerateOptions((PROBLEM,), check=True)) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "the input validator failed on invalid_input/" in printed
    assert ", 0 invalid inputs rejected" in printed


def test_writing_makes_the_very_same_files(copy: JudgeHost) -> None:
    before = read_manifest(copy.installation.committed_data(PROBLEM))
    assert generate(copy, GenerateOptions((PROBLEM,))) == 0
    assert read_manifest(copy.installation.committed_data(PROBLEM)) == before
    assert not damaged_files(copy.installation, load_problem(copy.installation.problems / PROBLEM))


def test_tests_made_by_hand_are_not_deleted(copy: JudgeHost) -> None:
    data = copy.installation.committed_data(PROBLEM)
    stray = data / "secret/99-by-hand.in"
    stray.write_text("1\n1\n1\n")
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    cause = (
        f"{copy.installation.show(stray)}: not made by problems/{PROBLEM}/generators, and would be deleted."
    )
    with pytest.raises(JudgeError, match=re.escape(cause)):
        generate(copy, GenerateOptions((PROBLEM,)))
    assert {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == before


def test_what_an_interrupted_run_left_is_made_anew(copy: JudgeHost) -> None:
    install(copy, "generate", GENERATOR.format(body=""))
    left = copy.installation.committed_data(PROBLEM) / "sample/01-one.in"
    left.write_text("1\n")
    assert generate(copy, GenerateOptions((PROBLEM,))) == 0
    assert left.read_text() == "1\n1\n1\n"


def test_an_answer_that_another_solution_disproves_is_not_confirmed(
    copy: JudgeHost, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer_wrongly(*arguments: Any) -> bool:
        return bool(arguments[-1].write_text("9\n"))

    install(copy, "generate", GENERATOR.format(body=""))
    monkeypatch.setattr(judge.testdata.check, "answer_with", answer_wrongly)
    assert generate(copy, GenerateOptions((PROBLEM,), check=True)) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert re.search("sample/01-one: .* disagrees with ", printed)
    assert " faults found: 1 case, 0 answers confirmed by a different technique, " in printed


def test_big_files_are_made_when_missing_or_damaged(copy: JudgeHost) -> None:
    problem = load_problem(copy.installation.problems / PROBLEM)
    manifest = read_manifest(copy.installation.committed_data(PROBLEM))
    big = [name for name in manifest if not (copy.installation.committed_data(PROBLEM) / name).exists()]
    assert big
    assert len(damaged_files(copy.installation, problem)) == len(big)
    ensure_data(copy, problem)
    assert not damaged_files(copy.installation, problem)
    path = data_places(copy.installation, problem)(big[0])
    path.write_text("1\n1\n1\n")
    assert damaged_files(copy.installation, problem) == [f"{path}: its content does not match SHA256SUMS"]
    ensure_data(copy, problem)
    assert sha256_of(path) == manifest[big[0]]


@pytest.mark.parametrize("suffix", [".in", ".ans"])
def test_half_a_committed_case_is_named_and_not_made_anew(copy: JudgeHost, suffix: str) -> None:
    problem = load_problem(copy.installation.problems / PROBLEM)
    lost = next((copy.installation.committed_data(PROBLEM) / "secret").glob(f"*{suffix}"))
    lost.unlink()
    with pytest.raises(
        JudgeError,
        match=re.escape(f"{copy.installation.show(lost)} is missing, though its case is committed"),
    ):
        ensure_data(copy, problem)
    assert f"{copy.installation.show(lost)}: missing" in damaged_files(copy.installation, problem)


def test_a_file_that_would_not_be_judged_is_named(copy: JudgeHost) -> None:
    problem = load_problem(copy.installation.problems / PROBLEM)
    ensure_data(copy, problem)
    stray = copy.installation.committed_data(PROBLEM) / "secret/99-stray.in"
    stray.write_text("1\n1\n1\n")
    [line] = damaged_files(copy.installation, problem)
    assert line.startswith(f"{copy.installation.show(stray)}: not in SHA256SUMS")
