"""A package with an accepted and a wrong submission in every language of the table, judged by one `verify`.

The submissions are made of the self-tests of the rows, so a new row is in the package as soon as it is in the table.
"""

import re
from pathlib import Path

import pytest

from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.languages.language import Language
from judge.languages.table import LANGUAGES, without_gpu
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles, read_report
from judge.reports.model import SolutionReport
from judge.tests.conftest import WithoutTools
from judge.tests.packages import written

pytestmark = pytest.mark.built

CASES = {"data/sample/1": (20, 22), "data/secret/1-small": (2, 3), "data/secret/2-large": (300, 700)}
EXPECTED = {"accepted": "AC", "wrong_answer": "WA"}
INSTEAD = {" + ": " - ", "sum": "product", "numpy.add": "numpy.subtract"}
LEFT = {"gcc", "g++", "/usr/bin/python3"}
"""Tools that stay where the others are taken away."""


def wrong(language: Language) -> str:
    """Its self-test, made to subtract or to multiply."""
    return re.sub(r" \+ |\bsum\b|\bnumpy\.add\b", lambda found: INSTEAD[found[0]], language.self_test)


def package(folder: Path) -> Path:
    """The problem a + b, in the format 2025-09. A submission is called after its language."""
    files = {
        "problem.yaml": (
            "problem_format_version: 2025-09\nname: A + B\nuuid: 5c9f7f6e-3f0e-4f07-9a4e-6d3f3b8d5a11\n"
            "limits:\n  time_limit: 20\n"
        ),
        "statement/problem.en.md": "Add two integers.\n",
        "submissions/submissions.yaml": "".join(
            f"'*/{row.id}{row.suffixes[0]}':\n  language: {row.id}\n" for row in LANGUAGES
        ),
    }
    for case, (a, b) in CASES.items():
        files |= {f"{case}.in": f"{a} {b}\n", f"{case}.ans": f"{a + b}\n"}
    for row in LANGUAGES:
        files[f"submissions/accepted/{row.id}{row.suffixes[0]}"] = row.self_test
        files[f"submissions/wrong_answer/{row.id}{row.suffixes[0]}"] = wrong(row)
    return written(folder, files)


def judged_by(host: JudgeHost, row: Language) -> Language:
    """The row that takes its submissions here."""
    no_gpu = host.policy.gpus.obstacle if row.device.needs_gpu else None
    return (without_gpu(row) or row) if no_gpu else row


def verified(tree: JudgeHost, folder: Path) -> dict[str, SolutionReport]:
    """The results by name. Every submission has one."""
    files = ReportFiles(folder / "report.json", html=folder / "report.html")
    assert verify(tree, Choice((str(package(folder / "sums")),)), files) == 0
    found = {result.name: result for _, result in read_report(folder / "report.json").results}
    assert {*found} == {f"{name}/{row.id}{row.suffixes[0]}" for name in EXPECTED for row in LANGUAGES}
    return found


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda row: row.id)
def test_each_self_test_can_be_made_wrong(language: Language) -> None:
    assert wrong(language) != language.self_test, "its sum is written in a way that wrong() does not know"


@pytest.mark.slow
def test_those_that_are_installed_get_their_verdict_and_the_others_say_what_installs_them(
    tree: JudgeHost, tmp_path: Path
) -> None:
    results = verified(tree, tmp_path)
    for row in LANGUAGES:
        judge_row = judged_by(tree, row)
        runs = not judge_row.missing_tools and (
            tree.policy.gpus.obstacle is None or not judge_row.device.needs_gpu
        )
        for folder, verdict in EXPECTED.items():
            result = results[f"{folder}/{row.id}{row.suffixes[0]}"]
            assert result.verdict.code == (verdict if runs else "SKIP"), (row.id, result.reason)
            if judge_row.missing_tools:
                assert result.reason.endswith(f"install it: {judge_row.install}")


def test_on_a_bare_machine_all_others_are_skipped_with_the_command_that_installs_them(
    tree: JudgeHost, tmp_path: Path, without_tools: WithoutTools, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = {Path(tool).name for row in LANGUAGES for tool in row.tools if tool not in LEFT}
    without_tools(*taken)
    results = verified(tree, tmp_path)
    there = {"c", "cpp", "python3"}
    for row in LANGUAGES:
        for folder, verdict in EXPECTED.items():
            result = results[f"{folder}/{row.id}{row.suffixes[0]}"]
            assert result.verdict.code == (verdict if row.id in there else "SKIP"), (row.id, result.reason)
            judge_row = judged_by(tree, row)
            if judge_row.missing_tools:
                assert result.reason.endswith(f"install it: {judge_row.install}")
    said = capsys.readouterr().out
    page = (tmp_path / "report.html").read_text()
    skipped = 2 * (len(LANGUAGES) - len(there))
    assert f"{skipped} solutions skipped" in said
    for row in LANGUAGES:
        if row.packages and row.id not in there:
            assert f"install it: ./judge/judge languages --install {row.id}\n" in said
            assert f"./judge/judge languages --install {row.id}" in page
    assert re.search(
        r"languages are not installed; all at once: \./judge/judge languages --install ada ", said
    )
