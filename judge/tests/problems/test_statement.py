"""`judge statement`: formulas that a terminal can show, and nothing else changed."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import judge
from judge.commands.options.statement import StatementOptions
from judge.commands.statement import language_of_user, statement
from judge.problems.tex_text import tex_as_text
from judge.project.host import this_host
from judge.tests.own_problems import own_problems

PROJECT = this_host()
STATEMENTS = [
    pytest.param(path, id=f"{problem.id}-{language}")
    for problem in own_problems(PROJECT)
    for language, path in problem.statements.items()
]


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"$1 \le R, C$ and $R \cdot C \le 10^6$", "1 ≤ R, C and R · C ≤ 10⁶"),
        (r"$-2^{31}$ to $2^{31} - 1$", "-2³¹ to 2³¹ - 1"),
        (r"$A_{ik}$, $A_1, \dots, A_N$", r"A\_ik, A\_1, …, A\_N"),
        (r"$p = 1\,000\,000\,007$", "p = 1 000 000 007"),
        (r"$\lVert A_i \rVert \cdot \lVert B^j \rVert$", r"‖A\_i‖ · ‖B\^j‖"),
        (r"$$C_{ij} = \sum_{k=1}^{K} A_{ik}$$", r"C\_ij = Σ (k = 1 … K) A\_ik"),
        (r"$\left(\min(K,\, 8\sqrt{K}) + 16\right)$", "(min(K, 8√K) + 16)"),
        (r"$\gcd(a, b) \ne \max(a \bmod b, \log_2 a)$", r"gcd(a, b) ≠ max(a mod b, log\_2 a)"),
        (r"$\operatorname{lcm}(a, b) \equiv 1 \pmod{m}$", "lcm(a, b) ≡ 1 (mod m)"),
        (r"$\alpha$", r"\alpha"),  # not known: as it was written
        ("`$HOME/$x` costs\n```\n$1 $2\n```\n", "`$HOME/$x` costs\n```\n$1 $2\n```\n"),
        (r"\$5 or \$7 for $n \le 10$", r"\$5 or \$7 for n ≤ 10"),
        ("~~~\n$1 $2\n~~~\n$a^2$", "~~~\n$1 $2\n~~~\na²"),
        ("````\n$1\n```\n$2\n````\n", "````\n$1\n```\n$2\n````\n"),
        ("``a ` $1 $2`` $b^2$", "``a ` $1 $2`` b²"),
        ("```$1 $2``` is code\nand $b^2$", "```$1 $2``` is code\nand b²"),
        ("    $1 $2\n\n$b^2$", "    $1 $2\n\nb²"),
        ("- one\n\n  $b^2$\n\n      $1 $2\n", "- one\n\n  b²\n\n      $1 $2\n"),
        (
            "10. one\n\n    ```\n    $1\n\n    $2\n    ```\n",
            "10. one\n\n    ```\n    $1\n\n    $2\n    ```\n",
        ),
        (r"$5\$$ and \\$b^2$ and \`$b^2$\`", r"5\$ and \\b² and \`b²\`"),
        ("one $\n\n$b^2$", "one $\n\nb²"),
    ],
)
def test_a_formula_as_text(tex: str, text: str) -> None:
    assert tex_as_text(tex) == text


@pytest.mark.parametrize("path", STATEMENTS)
def test_every_formula_of_a_statement_is_known(path: Path) -> None:
    text = tex_as_text(path.read_text(encoding="utf-8"))
    assert not re.findall(r"\$|\\[A-Za-z,]", text)


def test_the_samples_are_shown_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert statement(PROJECT, StatementOptions("transpose", "en")) == 0
    printed = capsys.readouterr().out
    assert "1 ≤ R, C and R · C ≤ 10⁶" in printed
    assert re.search(r"Sample output 1\s+1 4\s+2 5\s+3 6\s", printed)


@pytest.mark.parametrize(
    ("language", "title", "limit"),
    [
        (
            "en",
            "Transpose",
            "- Time limit: measured when a solution is first judged here\n- Memory limit: 512 MiB",
        ),
        ("zh", "矩阵转置", "- 时间限制: 首次评测时在本机测定\n- 内存限制: 512 MiB"),
    ],
)
def test_the_limits_stand_below_the_title(
    capsys: pytest.CaptureFixture[str], language: str, title: str, limit: str
) -> None:
    assert statement(PROJECT, StatementOptions("transpose", language, "markdown")) == 0
    assert capsys.readouterr().out.startswith(f"# {title}\n\n{limit}\n\n")


@pytest.mark.parametrize("arguments", [["-h"], ["submit", "-h"]])
def test_help_is_also_asked_for_by_its_short_name(arguments: list[str]) -> None:
    answer = CliRunner().invoke(judge, arguments)
    assert answer.exit_code == 0
    assert "Usage: " in answer.output


@pytest.mark.parametrize(
    ("environment", "there", "language"),
    [
        ({}, "de en zh", "en"),
        ({"LANG": "zh_CN.UTF-8"}, "en zh", "zh"),
        ({"LANG": "zh_TW.UTF-8@radical"}, "en zh zh-TW", "zh-TW"),
        ({"LANG": "fr_FR.UTF-8"}, "en zh", "en"),
        ({"LANG": "fr_FR.UTF-8"}, "de zh", "de"),
        ({"LANG": "zh_CN", "LC_MESSAGES": "de_DE"}, "de en zh", "de"),
        ({"LANG": "zh_CN", "LC_ALL": "C"}, "de en zh", "en"),
        ({"LANG": "en_US", "LANGUAGE": "fr:de"}, "de en", "de"),
        ({"LANG": "C", "LANGUAGE": "de"}, "de en", "en"),
        ({"LANG": ""}, "", "en"),
    ],
)
def test_without_a_language_the_statement_has_that_of_the_user(
    environment: dict[str, str], there: str, language: str
) -> None:
    assert language_of_user(environment, there.split()) == language
