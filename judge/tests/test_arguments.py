"""Arguments of the commands, as a user types them."""

from collections.abc import Sequence

import pytest
from click.testing import CliRunner

from judge.cli import judge
from judge.commands import verify
from judge.judging.selection import Choice
from judge.project.host import JudgeHost
from judge.selftest.steps import STEPS


@pytest.mark.parametrize(
    ("typed", "problems"),
    [
        (["vector-add"], ("vector-add",)),
        (["--problem", "vector-add"], ("vector-add",)),
        (["-p", "matmul", "vector-add", "transpose"], ("vector-add", "transpose", "matmul")),
        ([], ()),
    ],
)
def test_verify_takes_its_problems_as_other_commands_do(
    monkeypatch: pytest.MonkeyPatch, typed: Sequence[str], problems: tuple[str, ...]
) -> None:
    asked: list[Choice] = []

    def command(_: JudgeHost, choice: Choice, *__: object) -> int:
        asked.append(choice)
        return 0

    monkeypatch.setattr(verify, "verify", command)
    done = CliRunner().invoke(judge, ["verify", *typed], standalone_mode=False)
    assert done.exception is None
    assert [choice.problems for choice in asked] == [problems]


def test_the_help_of_test_names_its_steps() -> None:
    shown = CliRunner().invoke(judge, ["test", "--help"]).output
    for step in STEPS:
        assert f"\n  {step.name} " in shown
        assert " ".join(step.what.split()) in " ".join(shown.split())
